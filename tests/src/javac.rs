//! Compiles the Java programs of the tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::jdk::{Jdk, class_path};
use crate::{cache, tool};

/// Compiles all `.java` files below `sources` and returns the folder of classes in the cache.
///
/// `name` makes the folder's name readable. Nothing is compiled again until a source, the class path's
/// file names, an option or the JDK changes.
///
/// # Errors
/// What `javac` says, and input/output errors.
pub fn compile(
    jdk: &Jdk,
    name: &str,
    sources: &Path,
    libraries: &[PathBuf],
    options: &[&str],
) -> Result<PathBuf> {
    let files = java_files(sources)?;
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    add(jdk.version.as_bytes());
    for option in options {
        add(option.as_bytes());
    }
    for library in libraries {
        add(library.as_os_str().as_encoded_bytes());
    }
    for file in &files {
        add(file.strip_prefix(sources)?.as_os_str().as_encoded_bytes());
        add(&fs::read(file)?);
    }
    let id = &cache::hex(hash)[..16];
    cache::folder(&format!("javac/{name}-{id}"), |folder| {
        let mut javac = jdk.command("javac");
        javac.args(["-encoding", "UTF-8", "-d"]).arg(folder).args(options);
        if !libraries.is_empty() {
            javac.arg("-classpath").arg(class_path(libraries)?);
        }
        tool::run(javac.args(&files))?;
        Ok(())
    })
}

fn java_files(sources: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(sources).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{}: cannot be read", sources.display()))?;
        if entry.path().extension().is_some_and(|extension| extension == "java") {
            files.push(entry.into_path());
        }
    }
    ensure!(!files.is_empty(), "{}: no .java files", sources.display());
    Ok(files)
}
