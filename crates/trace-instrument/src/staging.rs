//! Outputs appear complete or not at all.
//!
//! Each output is written to a temporary file or folder beside its target and renamed to it once
//! everything has succeeded. Whatever goes wrong before, dropping [`Staging`] removes every trace.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{TempDir, TempPath};

mod check;

pub use check::{check_folder, check_paths};

/// An output that cannot be written where it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StagingError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// What could not be read or written.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Writing the output would overwrite the input.
    #[error("{}: the output is the same file or folder as the input {}; choose another output", output.display(), input.display())]
    IsInput {
        /// The output.
        output: PathBuf,
        /// The input.
        input: PathBuf,
    },
    /// An output that is a part of another path of this run, or has a part of it.
    #[error("{} lies within {}; choose outputs outside of inputs and of each other", inner.display(), outer.display())]
    Nested {
        /// The path within the other one.
        inner: PathBuf,
        /// The folder.
        outer: PathBuf,
    },
    /// Two outputs in one place.
    #[error("{}: two outputs have this path; choose another path for one of them", .0.display())]
    OutputTwice(PathBuf),
    /// A file is wanted where a folder is, or the other way round.
    #[error("{}: the output is to be a {wanted}, but something else is there; remove it or choose another output", path.display())]
    WrongKind {
        /// The output.
        path: PathBuf,
        /// `file` or `folder`.
        wanted: &'static str,
    },
    /// The folder's present content is not only an earlier output.
    #[error("{}: the output folder is replaced as a whole, but holds {file}, which the new output does not have (and {others} more such files); empty the folder or choose another output", folder.display())]
    WouldLose {
        /// The output.
        folder: PathBuf,
        /// One of the files, by its path in the folder.
        file: String,
        /// How many more there are.
        others: usize,
    },
    /// The output folder cannot be walked.
    #[error(transparent)]
    Folder(#[from] crate::archive::FolderError),
}

impl StagingError {
    /// Says which path an error of the operating system is about.
    pub fn io(path: &Path, source: io::Error) -> Self {
        StagingError::Io { path: path.to_owned(), source }
    }
}

/// Outputs that are being written.
#[derive(Debug, Default)]
pub struct Staging {
    staged: Vec<Staged>,
    /// Parent folders made for the outputs, outer ones first.
    parents: Vec<PathBuf>,
}

#[derive(Debug)]
struct Staged {
    target: PathBuf,
    temporary: Temporary,
}

#[derive(Debug)]
enum Temporary {
    File(TempPath),
    Folder(TempDir),
}

/// Temporary files and folders are named `.trace-instrument-XXXXXX.tmp`, should one ever be left by a
/// process that was killed.
const PREFIX: &str = ".trace-instrument-";
const SUFFIX: &str = ".tmp";

impl Staging {
    /// Nothing staged yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a file that will be published as `target`. Close it before [`Staging::publish`].
    ///
    /// # Errors
    /// If `target` is not a file, or the file or the folders around it cannot be made.
    pub fn file(&mut self, target: &Path) -> Result<File, StagingError> {
        let (target, parent) = self.prepare(target, "file")?;
        let temporary =
            builder(0o666).tempfile_in(&parent).map_err(|error| StagingError::io(&target, error))?;
        let (file, path) = temporary.into_parts();
        self.staged.push(Staged { target, temporary: Temporary::File(path) });
        Ok(file)
    }

    /// Begins a folder that will be published as `target`; hands back where to put its files for now.
    ///
    /// # Errors
    /// If `target` is not a folder, or the folder or those around it cannot be made.
    pub fn folder(&mut self, target: &Path) -> Result<PathBuf, StagingError> {
        let (target, parent) = self.prepare(target, "folder")?;
        let temporary =
            builder(0o777).tempdir_in(&parent).map_err(|error| StagingError::io(&target, error))?;
        let path = temporary.path().to_owned();
        self.staged.push(Staged { target, temporary: Temporary::Folder(temporary) });
        Ok(path)
    }

    /// Publishes everything, in the order in which it was begun. Files are replaced atomically;
    /// folders are replaced as a whole.
    ///
    /// # Errors
    /// If something cannot be renamed. Then what had been published is removed, and folders that were
    /// there before are put back.
    pub fn publish(mut self) -> Result<(), StagingError> {
        let mut published = Vec::with_capacity(self.staged.len());
        for staged in self.staged.drain(..) {
            match staged.publish() {
                Ok(done) => published.push(done),
                Err(error) => {
                    published.into_iter().rev().for_each(Published::withdraw);
                    return Err(error);
                }
            }
        }
        self.parents.clear();
        Ok(())
    }

    /// The target with links followed, and its folder, which exists from now on.
    fn prepare(&mut self, target: &Path, wanted: &'static str) -> Result<(PathBuf, PathBuf), StagingError> {
        let fail = |error| StagingError::io(target, error);
        let resolved = check::resolve(target).map_err(fail)?;
        let fits = match fs::metadata(&resolved) {
            Ok(metadata) if wanted == "file" => metadata.is_file(),
            Ok(metadata) => metadata.is_dir(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(fail(error)),
        };
        // The root folder is the one path without a parent.
        let Some(parent) = resolved.parent().filter(|_| fits) else {
            return Err(StagingError::WrongKind { path: target.to_owned(), wanted });
        };
        let parent = parent.to_owned();
        let missing: Vec<&Path> = parent.ancestors().take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            match fs::create_dir(folder) {
                Ok(()) => self.parents.push(folder.to_owned()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(StagingError::io(folder, error)),
            }
        }
        Ok((resolved, parent))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.staged.clear();
        for folder in self.parents.iter().rev() {
            // Fails, as it should, if something else has been put there.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// `mode` is narrowed by the umask, as for any new file; temporary files would be private otherwise.
fn builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
}

impl Staged {
    fn publish(self) -> Result<Published, StagingError> {
        let Staged { target, temporary } = self;
        let mut previous = None;
        match temporary {
            Temporary::File(path) => {
                path.persist(&target).map_err(|error| StagingError::io(&target, error.error))?;
            }
            Temporary::Folder(folder) => {
                previous = put_aside(&target).map_err(|error| StagingError::io(&target, error))?;
                if let Err(error) = fs::rename(folder.path(), &target) {
                    Published { target: target.clone(), previous }.withdraw();
                    return Err(StagingError::io(&target, error));
                }
                // It is no longer there to be removed.
                let _ = folder.keep();
            }
        }
        Ok(Published { target, previous })
    }
}

/// Name of a former output folder within the temporary folder that it is moved to.
const PREVIOUS: &str = "previous";

/// Moves the folder at `target`, if there is one, to a temporary folder beside it.
fn put_aside(target: &Path) -> io::Result<Option<TempDir>> {
    let Some(parent) = target.parent().filter(|_| target.exists()) else { return Ok(None) };
    let aside = builder(0o777).tempdir_in(parent)?;
    fs::rename(target, aside.path().join(PREVIOUS))?;
    Ok(Some(aside))
}

/// An output at its target. The former folder, if any, goes when this is dropped.
struct Published {
    target: PathBuf,
    previous: Option<TempDir>,
}

impl Published {
    /// Errors cannot be helped here: the one that led here is the one to report.
    fn withdraw(self) {
        let _ = if self.target.is_dir() {
            fs::remove_dir_all(&self.target)
        } else {
            fs::remove_file(&self.target)
        };
        if let Some(previous) = self.previous {
            let _ = fs::rename(previous.path().join(PREVIOUS), &self.target);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn listing(folder: &Path) -> Vec<String> {
        let files = crate::archive::list_folder(folder).unwrap();
        files.into_iter().map(|file| file.name).collect()
    }

    fn stage(staging: &mut Staging, target: &Path, text: &str) {
        staging.file(target).unwrap().write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn nothing_shows_before_publishing_and_everything_after() {
        let folder = tempfile::tempdir().unwrap();
        let (file, classes) = (folder.path().join("new/deep/a.jar"), folder.path().join("classes"));
        fs::create_dir(&classes).unwrap();
        fs::write(classes.join("old.class"), "old").unwrap();
        let mut staging = Staging::new();
        stage(&mut staging, &file, "jar");
        let temporary = staging.folder(&classes).unwrap();
        fs::write(temporary.join("new.class"), "new").unwrap();
        assert!(!file.exists() && classes.join("old.class").exists());
        staging.publish().unwrap();
        assert_eq!(listing(folder.path()), ["classes/new.class", "new/deep/a.jar"]);
        assert_eq!(fs::read(&file).unwrap(), b"jar");
    }

    #[test]
    fn dropping_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let mut staging = Staging::new();
        stage(&mut staging, &folder.path().join("new/deep/a.jar"), "jar");
        let temporary = staging.folder(&folder.path().join("classes")).unwrap();
        fs::write(temporary.join("new.class"), "new").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        drop(staging);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_failed_rename_takes_back_what_was_published() {
        let folder = tempfile::tempdir().unwrap();
        let (classes, blocked) = (folder.path().join("classes"), folder.path().join("b.jar"));
        fs::create_dir(&classes).unwrap();
        fs::write(classes.join("old.class"), "old").unwrap();
        let mut staging = Staging::new();
        stage(&mut staging, &folder.path().join("a.jar"), "jar");
        staging.folder(&classes).unwrap();
        stage(&mut staging, &blocked, "jar");
        // A folder with something in it cannot be replaced by a file.
        fs::create_dir(&blocked).unwrap();
        fs::write(blocked.join("x"), "x").unwrap();
        let error = staging.publish().unwrap_err();
        assert!(error.to_string().contains("b.jar: "), "{error}");
        assert_eq!(listing(folder.path()), ["b.jar/x", "classes/old.class"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn existing_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.jar");
        fs::write(&target, "a longer old text").unwrap();
        let mut staging = Staging::new();
        stage(&mut staging, &target, "new");
        assert_eq!(fs::read(&target).unwrap(), b"a longer old text");
        staging.publish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
    }

    #[test]
    fn kinds_are_not_mixed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let mut staging = Staging::new();
        let wrong = |result: Result<(), StagingError>| matches!(result, Err(StagingError::WrongKind { .. }));
        assert!(wrong(staging.file(folder.path()).map(drop)));
        assert!(wrong(staging.folder(&folder.path().join("file")).map(drop)));
        assert!(wrong(staging.folder(Path::new("/")).map(drop)));
        assert!(staging.file(&folder.path().join("file/a.jar")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode();
        fs::write(path("plain"), "").unwrap();
        fs::create_dir(path("plain folder")).unwrap();
        let mut staging = Staging::new();
        stage(&mut staging, &path("file"), "");
        staging.folder(&path("folder")).unwrap();
        staging.publish().unwrap();
        assert_eq!(mode("file"), mode("plain"));
        assert_eq!(mode("folder"), mode("plain folder"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_what_it_points_to_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let mut staging = Staging::new();
        stage(&mut staging, &link, "new");
        staging.publish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
