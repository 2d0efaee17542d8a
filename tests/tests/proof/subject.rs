//! Jars of the corpus, instrumented once for all tests that look at them.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use anyhow::Result;
use tempfile::TempDir;
use trace_tests::corpus::{self, Published};

use crate::cli;

/// A jar and what the tool made of it.
pub(crate) struct Subject {
    pub(crate) original: PathBuf,
    pub(crate) jar: PathBuf,
    pub(crate) mapping: PathBuf,
    pub(crate) ignored: PathBuf,
    _folder: TempDir,
}

impl Subject {
    /// What `make`, given the places of jar, mapping and list of skipped methods, makes of `original`.
    pub(crate) fn made(original: &Path, make: impl FnOnce(&Path, &Path, &Path)) -> Subject {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = |name: &str| folder.path().join(name);
        let (jar, mapping, ignored) = (place("out.jar"), place("mapping.txt"), place("ignored.txt"));
        make(&jar, &mapping, &ignored);
        Subject { original: original.to_owned(), jar, mapping, ignored, _folder: folder }
    }
}

/// Instruments `original` with more `options`.
pub(crate) fn instrument(original: &Path, options: &[&str]) -> Subject {
    Subject::made(original, |jar, mapping, ignored| {
        let mut arguments: Vec<&dyn AsRef<OsStr>> = vec![
            &"instrument",
            &"--quiet",
            &"--compression",
            &"store",
            &"--input",
            &original,
            &"--output",
            &jar,
            &"--mapping",
            &mapping,
            &"--ignored",
            &ignored,
        ];
        arguments.extend(options.iter().map(|option| option as &dyn AsRef<OsStr>));
        cli::succeed(&arguments);
    })
}

/// A member of the corpus, instrumented with `--exits EXITS`; the work is done once a test run.
pub(crate) fn published(published: Published, exits: &'static str) -> Result<Arc<Subject>> {
    type Shelf = HashMap<(&'static str, &'static str), Arc<OnceLock<Arc<Subject>>>>;
    static SHELF: OnceLock<Mutex<Shelf>> = OnceLock::new();
    let original = published.jar()?;
    let place = SHELF
        .get_or_init(Mutex::default)
        .lock()
        .expect("no test panics with the lock")
        .entry((published.name, exits))
        .or_default()
        .clone();
    Ok(place.get_or_init(|| Arc::new(instrument(&original, &["--exits", exits]))).clone())
}

/// The selected corpus with the reason of each member that cannot be had.
pub(crate) fn selected() -> Result<Vec<(Published, Result<PathBuf>)>> {
    let selected = corpus::selected();
    let jars = corpus::jars(&selected)?;
    Ok(selected.into_iter().zip(jars).collect())
}
