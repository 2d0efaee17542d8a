//! Text files that steer a run, and folders of jars.

use super::Usage;
use super::args::{PairArgs, SelectionArgs};
use anyhow::Result;
use std::path::{Path, PathBuf};
use trace_instrument::policy::{BlockList, R8Names};
use trace_model::mapping::Mapping;
use walkdir::WalkDir;

/// The user's block list.
pub(super) fn block_list(selection: &SelectionArgs) -> Result<BlockList> {
    let Some(path) = &selection.block_list else { return Ok(BlockList::default()) };
    BlockList::parse(&read(path)?).map_err(|error| at(path, error))
}

/// Names before obfuscation.
pub(super) fn names(selection: &SelectionArgs) -> Result<Option<R8Names>> {
    r8_names(selection.r8_mapping.as_deref())
}

/// The mapping of R8 or ProGuard.
pub(super) fn r8_names(path: Option<&Path>) -> Result<Option<R8Names>> {
    let Some(path) = path else { return Ok(None) };
    Ok(Some(R8Names::parse(&read(path)?).map_err(|error| at(path, error))?))
}

/// The ids of an earlier build.
pub(super) fn base_mapping(selection: &SelectionArgs) -> Result<Option<Mapping>> {
    mapping(selection.base_mapping.as_deref())
}

/// A mapping file of ours or Matrix's.
pub(super) fn mapping(path: Option<&Path>) -> Result<Option<Mapping>> {
    let Some(path) = path else { return Ok(None) };
    Ok(Some(Mapping::parse(&read(path)?).map_err(|error| at(path, error))?))
}

/// The parts of `--classpath`, as Java reads it: empty parts mean nothing.
pub(super) fn class_path(selection: &SelectionArgs) -> Vec<PathBuf> {
    let parts = selection.classpath.iter().flat_map(std::env::split_paths);
    parts.filter(|path| !path.as_os_str().is_empty()).collect()
}

/// Inputs with their outputs. A folder without class files but with jars stands for its jars.
pub(super) fn pairs(args: &PairArgs) -> Result<Vec<(PathBuf, PathBuf)>> {
    let (inputs, outputs) = (args.input.len(), args.output.len());
    if inputs != outputs {
        let message =
            format!("{inputs} times --input but {outputs} times --output; give each input its output");
        return Err(Usage(message).into());
    }
    let mut pairs = Vec::with_capacity(inputs);
    for (input, output) in args.input.iter().zip(&args.output) {
        match jars_of(input)? {
            None => pairs.push((input.clone(), output.clone())),
            Some(jars) => pairs.extend(jars.into_iter().map(|jar| (input.join(&jar), output.join(&jar)))),
        }
    }
    Ok(pairs)
}

/// Inputs, with folders of jars replaced by their jars.
pub(super) fn inputs(args: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut inputs = Vec::with_capacity(args.len());
    for input in args {
        match jars_of(input)? {
            None => inputs.push(input.clone()),
            Some(jars) => inputs.extend(jars.into_iter().map(|jar| input.join(jar))),
        }
    }
    Ok(inputs)
}

/// Inputs before and after; of two folders of jars, the jars of one path.
pub(super) fn compared(before: &Path, after: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    match (jars_of(before)?, jars_of(after)?) {
        (Some(old), Some(new)) => {
            if old != new {
                let missing = old.iter().find(|jar| !new.contains(jar));
                let (jar, of) = match missing {
                    Some(jar) => (Some(jar), after),
                    None => (new.iter().find(|jar| !old.contains(jar)), before),
                };
                let jar = jar.map_or_else(PathBuf::new, |jar| of.join(jar));
                return Err(at(&jar, "not there, but in the other folder"));
            }
            Ok(old.into_iter().map(|jar| (before.join(&jar), after.join(&jar))).collect())
        }
        _ => Ok(vec![(before.to_owned(), after.to_owned())]),
    }
}

/// The jars below a folder of jars, by relative path; `None` for anything else.
fn jars_of(folder: &Path) -> Result<Option<Vec<PathBuf>>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let mut jars = Vec::new();
    for file in WalkDir::new(folder).sort_by_file_name() {
        let file = file?;
        match file.path().extension() {
            Some(extension) if extension == "class" => return Ok(None),
            Some(extension) if extension == "jar" && file.path().is_file() => {
                jars.push(file.path().strip_prefix(folder)?.to_owned());
            }
            _ => {}
        }
    }
    Ok((!jars.is_empty()).then_some(jars))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| at(path, error))
}

fn at(path: &Path, error: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{}: {error}", path.display())
}
