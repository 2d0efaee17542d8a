//! Writing the outputs: units are made in parallel and written in order.

use crate::Error;
use crate::archive::{ArchiveReader, ArchiveWriter, Compression, NewData};
use crate::input::Input;
use crate::rewrite::{Content, Target, Wanted, Writing, Written};
use crate::scan::ScannedUnit;
use crate::spares::Spares;
use crate::staging::{Staging, StagingError, check_folder};
use crate::steps::Progress;
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

/// Units that are made while the ones before are written: bounds the memory for what waits.
const UNITS_PER_BATCH: usize = 8;
/// Jars are written in pieces of this many bytes.
const BUFFER: usize = 128 << 10;

/// Writes every input to its output, in staging.
pub(crate) struct Outputs<'a, 'w> {
    pub(crate) inputs: &'a [Input],
    /// One for each input.
    pub(crate) targets: &'a [&'a Path],
    pub(crate) wanted: &'a Wanted<'w>,
    pub(crate) compression: Compression,
    /// Told of each unit.
    pub(crate) progress: &'a dyn Progress,
}

impl Outputs<'_, '_> {
    /// Writes all units; returns the size of all outputs in bytes.
    pub(crate) fn write(&self, units: &mut [ScannedUnit], staging: &mut Staging) -> Result<u64, Error> {
        let targets = self.open_folders(units, staging)?;
        let spares = SpareParts::default();
        let mut writer = Writer {
            spares: &spares,
            inputs: self.inputs,
            targets: self.targets,
            staging,
            jar: None,
            begun: 0,
            total: 0,
        };
        let mut ready: Vec<(usize, Written)> = Vec::new();
        for batch in units.chunks_mut(UNITS_PER_BATCH) {
            let (written, made) = rayon::join(
                || writer.write_all(std::mem::take(&mut ready)),
                || self.make(batch, &targets, &spares),
            );
            written?;
            ready = made?;
        }
        writer.write_all(ready)?;
        writer.finish()
    }

    /// Decides for each input what becomes of it, and makes the folders.
    fn open_folders(&self, units: &[ScannedUnit], staging: &mut Staging) -> Result<Vec<Target>, Error> {
        let mut changes = vec![false; self.inputs.len()];
        for unit in units {
            let mut classes = unit.first..unit.first + unit.classes.len();
            changes[unit.unit.input] |= classes.any(|class| self.wanted.changes(class));
        }
        let mut targets = Vec::with_capacity(self.inputs.len());
        for ((input, target), changes) in self.inputs.iter().zip(self.targets).zip(changes) {
            targets.push(match input {
                Input::Jar(_) => Target::Jar { drop_signatures: changes },
                Input::Folder(folder) => {
                    let names: Vec<&str> = folder.files.iter().map(|file| file.name.as_str()).collect();
                    check_folder(target, &names)?;
                    Target::Folder(staging.folder(target)?)
                }
            });
        }
        Ok(targets)
    }

    fn make(
        &self,
        batch: &mut [ScannedUnit],
        targets: &[Target],
        spares: &SpareParts,
    ) -> Result<Vec<(usize, Written)>, Error> {
        let make = |unit: &mut ScannedUnit| {
            if self.progress.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let input = unit.unit.input;
            let mut writing = spares.writing.take().unwrap_or_else(|| Writing::new(self.compression));
            let buffer = spares.buffers.take().unwrap_or_default();
            let written = writing.unit(self.wanted, &self.inputs[input], &targets[input], unit, buffer)?;
            spares.writing.give(writing);
            // What is no longer needed serves as the buffer of another unit.
            spares.give_buffer(std::mem::take(&mut unit.kept));
            self.progress.step();
            Ok((input, written))
        };
        batch.par_iter_mut().with_max_len(1).map(make).collect()
    }
}

/// What is used again from batch to batch.
#[derive(Default)]
struct SpareParts {
    writing: Spares<Writing>,
    buffers: Spares<Vec<u8>>,
}

impl SpareParts {
    fn give_buffer(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        if buffer.capacity() > 0 {
            self.buffers.give(buffer);
        }
    }
}

/// Puts units into their jars, one jar after the other.
struct Writer<'a, 's> {
    spares: &'s SpareParts,
    inputs: &'a [Input],
    targets: &'a [&'a Path],
    staging: &'s mut Staging,
    jar: Option<OpenJar<'a>>,
    /// How many inputs have been begun: jars without entries have no unit, yet an output.
    begun: usize,
    total: u64,
}

/// A jar that is being written.
struct OpenJar<'a> {
    reader: &'a ArchiveReader,
    writer: ArchiveWriter<BufWriter<File>>,
    path: &'a Path,
}

impl Writer<'_, '_> {
    fn write_all(&mut self, units: Vec<(usize, Written)>) -> Result<(), Error> {
        for (input, written) in units {
            self.total += written.folder_bytes;
            self.turn_to(input)?;
            if let Some(jar) = &mut self.jar {
                jar.write(&written).map_err(|error| StagingError::io(jar.path, error))?;
            }
            self.spares.give_buffer(written.bytes);
        }
        Ok(())
    }

    /// Begins all inputs up to `input`.
    fn turn_to(&mut self, input: usize) -> Result<(), Error> {
        while self.begun <= input {
            self.close()?;
            let path = self.targets[self.begun];
            if let Input::Jar(reader) = &self.inputs[self.begun] {
                let out = BufWriter::with_capacity(BUFFER, self.staging.file(path)?);
                self.jar = Some(OpenJar { reader, writer: ArchiveWriter::new(out), path });
            }
            self.begun += 1;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), Error> {
        if let Some(jar) = self.jar.take() {
            let path = jar.path;
            self.total += jar.finish().map_err(|error| StagingError::io(path, error))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<u64, Error> {
        if let Some(last) = self.inputs.len().checked_sub(1) {
            self.turn_to(last)?;
        }
        self.close()?;
        Ok(self.total)
    }
}

impl OpenJar<'_> {
    fn write(&mut self, written: &Written) -> io::Result<()> {
        for entry in &written.entries {
            let header = self.reader.entry(entry.index);
            let local_extra = &written.bytes[entry.local_extra.clone()];
            let data = &written.bytes[entry.data.clone()];
            match entry.content {
                Content::Copied => self.writer.copy(&header, local_extra, data)?,
                Content::New { method, crc32, len } => {
                    let new = NewData { method, crc32, uncompressed_size: len, data };
                    self.writer.write(&header, local_extra, &new)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the jar and returns its size in bytes.
    fn finish(self) -> io::Result<u64> {
        let mut out = self.writer.finish(self.reader.comment())?;
        out.flush()?;
        Ok(out.get_ref().metadata()?.len())
    }
}
