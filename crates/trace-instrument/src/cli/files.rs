//! Text files that steer a run, and folders of jars.

use super::Usage;
use super::args::{RewritingArgs, SelectionArgs};
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use trace_instrument::policy::{BlockList, Policy};
use trace_model::mapping::Mapping;
use walkdir::WalkDir;

/// The selection rules.
pub(super) fn policy(selection: &SelectionArgs, rewriting: &RewritingArgs) -> Result<Policy> {
    let rewriting = rewriting.rewriting();
    let block_list = match &selection.block_list {
        Some(path) => BlockList::parse(&read(path)?).with_context(|| path.display().to_string())?,
        None => BlockList::default(),
    };
    Ok(Policy { block_list, owner: rewriting.owner.into_bytes(), include_trivial: rewriting.include_trivial })
}

/// The ids of an earlier build.
pub(super) fn base_mapping(selection: &SelectionArgs) -> Result<Option<Mapping>> {
    let Some(path) = &selection.base_mapping else { return Ok(None) };
    Ok(Some(Mapping::parse(&read(path)?).with_context(|| path.display().to_string())?))
}

/// The parts of `--classpath`, as Java reads it: empty parts mean nothing.
pub(super) fn class_path(selection: &SelectionArgs) -> Vec<PathBuf> {
    let parts = selection.classpath.iter().flat_map(std::env::split_paths);
    parts.filter(|path| !path.as_os_str().is_empty()).collect()
}

/// Inputs with their outputs. A folder without class files but with jars stands for its jars.
pub(super) fn pairs(inputs: &[PathBuf], outputs: &[PathBuf]) -> Result<Vec<(PathBuf, PathBuf)>> {
    if inputs.len() != outputs.len() {
        let (inputs, outputs) = (inputs.len(), outputs.len());
        return Err(Usage(format!(
            "{inputs} times --input but {outputs} times --output; give each input its output"
        ))
        .into());
    }
    let mut pairs = Vec::with_capacity(inputs.len());
    for (input, output) in inputs.iter().zip(outputs) {
        let jars = if input.is_dir() { jars_of(input)? } else { vec![] };
        if jars.is_empty() {
            pairs.push((input.clone(), output.clone()));
        }
        pairs.extend(jars.into_iter().map(|jar| (input.join(&jar), output.join(&jar))));
    }
    Ok(pairs)
}

/// The jars below a folder that holds no class file, by relative path.
fn jars_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut jars = Vec::new();
    for file in WalkDir::new(folder).sort_by_file_name() {
        let file = file?;
        match file.path().extension() {
            Some(extension) if extension == "class" => return Ok(vec![]),
            Some(extension) if extension == "jar" && file.path().is_file() => {
                jars.push(file.path().strip_prefix(folder)?.to_owned());
            }
            _ => {}
        }
    }
    Ok(jars)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| path.display().to_string())
}
