//! The second pass: every entry as it will be written.

use crate::Error;
use crate::archive::{
    ArchiveReader, Compression, Compressor, RunBuffer, crc32, is_manifest, is_signature_file, strip_digests,
};
use crate::class_pass::{self, Guess};
use crate::facts::ClassFacts;
use crate::focus::FocusAction;
use crate::input::{Folder, Input, Reading, class_bytes};
use crate::options::Rewriting;
use crate::scan::{ScannedUnit, Slot};
use classfile_edit::Scratch;
use std::iter::{Peekable, Zip};
use std::ops::{Range, RangeFrom};
use std::path::{Path, PathBuf};
use trace_model::MethodId;

/// What is wanted of each class.
pub(crate) struct Wanted<'a> {
    pub(crate) rewriting: &'a Rewriting,
    pub(crate) facts: &'a [ClassFacts],
    pub(crate) ids: &'a (dyn Fn(usize) -> &'a [Option<MethodId>] + Sync),
    pub(crate) focus: &'a [FocusAction],
}

/// What a thread needs to write entries.
pub(crate) struct Writing {
    reading: Reading,
    scratch: Scratch,
    compressor: Compressor,
    class: Vec<u8>,
}

/// Where the entries of an input go.
#[derive(Debug)]
pub(crate) enum Target {
    /// To a jar, in order; signatures are dropped if something changes.
    Jar { drop_signatures: bool },
    /// To this folder, in any order.
    Folder(PathBuf),
}

/// The entries of a unit, ready for the writer; empty for folders, which are written at once.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Local extra fields and data, back to back.
    pub(crate) bytes: Vec<u8>,
    pub(crate) entries: Vec<WrittenEntry>,
    /// Bytes that went to files of a folder.
    pub(crate) folder_bytes: u64,
}

/// An entry of a jar.
#[derive(Debug)]
pub(crate) struct WrittenEntry {
    pub(crate) index: usize,
    pub(crate) local_extra: Range<usize>,
    pub(crate) data: Range<usize>,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    /// As it was, compressed as it was.
    Copied,
    New {
        method: u16,
        crc32: u32,
        len: u64,
    },
}

impl Wanted<'_> {
    /// Whether calls go into the class at `index`.
    pub(crate) fn changes(&self, index: usize) -> bool {
        self.focus[index] != FocusAction::None || (self.ids)(index).iter().any(Option::is_some)
    }

    /// Links a class whose calls are in already, if they are the right ones.
    fn link(&self, index: usize, guess: Option<&Guess>, kept: &[u8], out: &mut Vec<u8>) -> bool {
        out.clear();
        let (ids, focus) = ((self.ids)(index), self.focus[index]);
        let right = guess.filter(|guess| guess.is_right(&self.facts[index], ids, focus, self.rewriting));
        right.map(|guess| guess.link(kept, ids, out)).is_some()
    }

    /// Edits a class (again) from its original bytes. It was read once without error.
    fn edit(
        &self,
        index: usize,
        bytes: &[u8],
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
        path: &Path,
    ) -> Result<(), Error> {
        class_pass::rewrite(bytes, self.rewriting, (self.ids)(index), self.focus[index], scratch, out)
            .map_err(|_| Error::Changed(path.to_owned()))
    }
}

impl Writing {
    pub(crate) fn new(compression: Compression) -> Self {
        Writing {
            reading: Reading::default(),
            scratch: Scratch::default(),
            compressor: Compressor::new(compression),
            class: Vec::new(),
        }
    }

    /// Makes the entries of one unit.
    pub(crate) fn unit(
        &mut self,
        wanted: &Wanted<'_>,
        input: &Input,
        target: &Target,
        scanned: &ScannedUnit,
        buffer: Vec<u8>,
    ) -> Result<Written, Error> {
        let slots = scanned.classes.iter().zip(scanned.first..).peekable();
        let mut classes = Classes { slots, kept: &scanned.kept };
        let entries = scanned.unit.entries.clone();
        match (input, target) {
            (Input::Jar(jar), Target::Jar { drop_signatures }) => {
                let mut written = Written { bytes: buffer, ..Written::default() };
                self.jar(wanted, jar, *drop_signatures, entries, &mut classes, &mut written)?;
                Ok(written)
            }
            (Input::Folder(folder), Target::Folder(to)) => {
                self.folder(wanted, folder, to, entries, &mut classes)
            }
            _ => unreachable!("a jar becomes a jar and a folder a folder"),
        }
    }

    fn jar(
        &mut self,
        wanted: &Wanted<'_>,
        jar: &ArchiveReader,
        drop_signatures: bool,
        entries: Range<usize>,
        classes: &mut Classes<'_>,
        written: &mut Written,
    ) -> Result<(), Error> {
        let Writing { reading: Reading { run: buffer, inflater }, scratch, compressor, class } = self;
        let run = read_run(jar, entries.clone(), buffer)?;
        written.entries.reserve(entries.len());
        for index in entries {
            let raw = run.entry(index)?;
            let name = raw.entry.name();
            if drop_signatures && is_signature_file(name) {
                continue;
            }
            let new: Option<&[u8]> = match classes.at(index).filter(|(class, _)| wanted.changes(*class)) {
                Some((index_of_class, guess)) => {
                    if !wanted.link(index_of_class, guess, classes.kept, class) {
                        let bytes = class_bytes(jar, &run, index, inflater)?.unwrap_or_default();
                        wanted.edit(index_of_class, bytes, scratch, class, jar.path())?;
                    }
                    Some(class)
                }
                None if drop_signatures && is_manifest(name) => {
                    let bytes = inflater
                        .inflate(&raw, jar.limits())
                        .map_err(|problem| jar.entry_error(&raw.entry, problem))?;
                    strip_digests(bytes).map(|stripped| {
                        *class = stripped;
                        class.as_slice()
                    })
                }
                None => None,
            };
            match new {
                Some(new) => {
                    let packed = compressor.compress(new, raw.entry.method());
                    let content =
                        Content::New { method: packed.method, crc32: crc32(new), len: new.len() as u64 };
                    written.push(index, raw.local_extra, packed.data, content);
                }
                None => written.push(index, raw.local_extra, raw.data, Content::Copied),
            }
        }
        Ok(())
    }

    fn folder(
        &mut self,
        wanted: &Wanted<'_>,
        folder: &Folder,
        to: &Path,
        entries: Range<usize>,
        classes: &mut Classes<'_>,
    ) -> Result<Written, Error> {
        let mut written = Written::default();
        for index in entries {
            let file = &folder.files[index];
            let out = to.join(&file.name);
            if let Some(parent) = out.parent() {
                std::fs::create_dir_all(parent).map_err(|source| Error::io(parent, source))?;
            }
            match classes.at(index).filter(|(class, _)| wanted.changes(*class)) {
                Some((class, guess)) => {
                    if !wanted.link(class, guess, classes.kept, &mut self.class) {
                        let bytes =
                            std::fs::read(&file.path).map_err(|source| Error::io(&file.path, source))?;
                        wanted.edit(class, &bytes, &mut self.scratch, &mut self.class, &file.path)?;
                    }
                    std::fs::write(&out, &self.class).map_err(|source| Error::io(&out, source))?;
                    written.folder_bytes += self.class.len() as u64;
                }
                None => {
                    let copied = std::fs::copy(&file.path, &out);
                    written.folder_bytes += copied.map_err(|source| Error::io(&file.path, source))?;
                }
            }
        }
        Ok(written)
    }
}

fn read_run<'a>(
    jar: &'a ArchiveReader,
    entries: Range<usize>,
    buffer: &'a mut RunBuffer,
) -> Result<crate::archive::Run<'a, rawzip::FileReader>, Error> {
    Ok(jar.read_run(entries, buffer)?)
}

impl Written {
    fn push(&mut self, index: usize, local_extra: &[u8], data: &[u8], content: Content) {
        let mut put = |bytes: &[u8]| {
            let start = self.bytes.len();
            self.bytes.extend_from_slice(bytes);
            start..self.bytes.len()
        };
        let (local_extra, data) = (put(local_extra), put(data));
        self.entries.push(WrittenEntry { index, local_extra, data, content });
    }
}

/// Walks the classes of a unit beside its entries.
struct Classes<'s> {
    slots: Peekable<Zip<std::slice::Iter<'s, Slot>, RangeFrom<usize>>>,
    kept: &'s [u8],
}

impl<'s> Classes<'s> {
    /// The class at an entry, if it is one; entries are asked for in ascending order.
    fn at(&mut self, entry: usize) -> Option<(usize, Option<&'s Guess>)> {
        let (slot, index) = self.slots.next_if(|(slot, _)| slot.entry == entry)?;
        Some((index, slot.guess.as_ref()))
    }
}
