//! What is instrumented: jars and class folders, cut into units of work.

use crate::Error;
use crate::archive::{ArchiveReader, FolderFile, Inflater, Limits, Run, RunBuffer, list_folder};
use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Compressed bytes of a jar that make a unit: large enough to be read at once, small enough that the
/// units of one jar keep all threads busy to the end.
const BYTES_PER_UNIT: u64 = 256 << 10;
/// Files of a folder that make a unit.
const FILES_PER_UNIT: usize = 32;

/// One jar or class folder.
#[derive(Debug)]
pub(crate) enum Input {
    Jar(ArchiveReader),
    Folder(Folder),
}

/// A class folder and the files in it.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    pub(crate) files: Vec<FolderFile>,
}

/// A run of entries of one input.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// Index of the input.
    pub(crate) input: usize,
    pub(crate) entries: Range<usize>,
}

/// What a thread needs to read entries.
#[derive(Default)]
pub(crate) struct Reading {
    pub(crate) run: RunBuffer,
    pub(crate) inflater: Inflater,
}

impl Input {
    pub(crate) fn open(path: &Path, limits: &Limits) -> Result<Self, Error> {
        if !path.is_dir() {
            return Ok(Input::Jar(ArchiveReader::open(path, limits)?));
        }
        Ok(Input::Folder(Folder { path: path.to_owned(), files: list_folder(path)? }))
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Input::Jar(jar) => jar.path(),
            Input::Folder(folder) => &folder.path,
        }
    }

    /// The name of an entry, as it is in the jar.
    pub(crate) fn entry_name(&self, index: usize) -> &[u8] {
        match self {
            Input::Jar(jar) => jar.entry(index).name(),
            Input::Folder(folder) => folder.files[index].name.as_bytes(),
        }
    }

    /// Number of entries or files.
    pub(crate) fn entry_count(&self) -> usize {
        match self {
            Input::Jar(jar) => jar.entry_count(),
            Input::Folder(folder) => folder.files.len(),
        }
    }

    fn runs(&self) -> Vec<Range<usize>> {
        match self {
            Input::Jar(jar) => jar.runs(BYTES_PER_UNIT),
            Input::Folder(folder) => {
                let len = folder.files.len();
                (0..len).step_by(FILES_PER_UNIT).map(|at| at..len.min(at + FILES_PER_UNIT)).collect()
            }
        }
    }
}

/// The units of all inputs, in order.
pub(crate) fn units(inputs: &[Input]) -> Vec<Unit> {
    let all = inputs.iter().enumerate();
    all.flat_map(|(input, of)| of.runs().into_iter().map(move |entries| Unit { input, entries })).collect()
}

/// Calls `each` with the index and the bytes of every class file of a unit, or with the reason why
/// that entry alone cannot be read.
pub(crate) fn for_each_class(
    input: &Input,
    entries: Range<usize>,
    reading: &mut Reading,
    mut each: impl FnMut(usize, Result<&[u8], String>),
) -> Result<(), Error> {
    match input {
        Input::Jar(jar) => {
            let Reading { run, inflater } = reading;
            let run: Run<'_, _> = jar.read_run(entries.clone(), run)?;
            for index in entries.filter(|&index| is_class(jar.entry(index).name())) {
                each(index, class_bytes(jar, &run, index, inflater)?);
            }
        }
        Input::Folder(folder) => {
            for index in entries.filter(|&index| is_class(folder.files[index].name.as_bytes())) {
                let path = &folder.files[index].path;
                let bytes = std::fs::read(path).map_err(|source| Error::io(path, source))?;
                each(index, Ok(&bytes));
            }
        }
    }
    Ok(())
}

/// The bytes of a class in a jar, or why that entry alone cannot be read.
pub(crate) fn class_bytes<'a, R: rawzip::ReaderAt>(
    jar: &ArchiveReader<R>,
    run: &Run<'a, R>,
    index: usize,
    inflater: &'a mut Inflater,
) -> Result<Result<&'a [u8], String>, Error> {
    let raw = run.entry(index)?;
    match inflater.inflate(&raw, jar.limits()) {
        Ok(bytes) => Ok(Ok(bytes)),
        Err(problem @ crate::archive::Problem::UnsupportedMethod(_)) => Ok(Err(problem.to_string())),
        Err(problem) => Err(jar.entry_error(&raw.entry, problem).into()),
    }
}

/// The bytes of any entry, alone.
pub(crate) fn entry_bytes<'a>(
    input: &'a Input,
    index: usize,
    reading: &'a mut Reading,
) -> Result<Cow<'a, [u8]>, Error> {
    match input {
        Input::Jar(jar) => {
            let run = jar.read_run(index..index + 1, &mut reading.run)?;
            let raw = run.entry(index)?;
            let bytes = reading.inflater.inflate(&raw, jar.limits());
            Ok(Cow::Borrowed(bytes.map_err(|problem| jar.entry_error(&raw.entry, problem))?))
        }
        Input::Folder(folder) => {
            let path = &folder.files[index].path;
            Ok(Cow::Owned(std::fs::read(path).map_err(|source| Error::io(path, source))?))
        }
    }
}

/// Whether an entry is a class file by its name; module and package descriptions have no code.
pub(crate) fn is_class(name: &[u8]) -> bool {
    let simple = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    name.ends_with(b".class") && !matches!(simple, b"module-info.class" | b"package-info.class")
}
