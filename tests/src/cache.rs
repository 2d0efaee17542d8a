//! The folder that keeps downloads and everything derived from them.
//!
//! Nothing in it is ever changed in place: files and folders are made under a temporary name and
//! renamed when they are whole. Two processes that make the same thing waste work, no more.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Root of the workspace, an absolute path.
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests folder lies in the workspace")
}

/// `$TRACE_CACHE`, or `.cache` in the workspace. Made if it is missing.
pub fn root() -> Result<PathBuf> {
    let root = std::env::var_os("TRACE_CACHE").map_or_else(|| workspace().join(".cache"), PathBuf::from);
    fs::create_dir_all(&root).with_context(|| {
        format!("{}: cannot make the cache folder; set TRACE_CACHE to a folder you can write", root.display())
    })?;
    Ok(root.canonicalize()?)
}

/// The file `relative` of the cache; when it is missing, `make` writes it first.
///
/// # Errors
/// Whatever `make` returns, and input/output errors. A file is only ever seen whole.
pub fn file(relative: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    entry(relative, |scratch| make(&scratch.join("made")))
}

/// The folder `relative` of the cache; when it is missing, `make` fills it first.
///
/// # Errors
/// As for [`file()`].
pub fn folder(relative: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    entry(relative, |scratch| {
        let made = scratch.join("made");
        fs::create_dir(&made)?;
        make(&made)
    })
}

fn entry(relative: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let path = root()?.join(relative);
    if path.exists() {
        return Ok(path);
    }
    let parent = path.parent().expect("an entry lies in the cache folder");
    fs::create_dir_all(parent)?;
    let scratch = scratch(parent)?;
    make(scratch.path())?;
    match fs::rename(scratch.path().join("made"), &path) {
        // Another process was faster; its entry is as good as ours.
        Err(_) if path.exists() => Ok(path),
        result => {
            result.map(|()| path.clone()).with_context(|| format!("{}: cannot be made", path.display()))
        }
    }
}

/// A temporary folder beside `parent`'s entries, so that a rename into place stays on one file system.
pub(crate) fn scratch(parent: &Path) -> Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix(".making-")
        .tempdir_in(parent)
        .with_context(|| format!("{}: cannot make a temporary folder", parent.display()))
}

/// SHA-256 of a file's content, as 64 lower-case hexadecimal digits.
pub fn sha256_of_file(path: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    let mut file = fs::File::open(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    io::copy(&mut file, &mut HashWriter(&mut hash))?;
    Ok(hex(hash))
}

/// SHA-256 of what was fed to `hash`, in hexadecimal.
pub(crate) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string");
        text
    })
}

struct HashWriter<'a>(&'a mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
