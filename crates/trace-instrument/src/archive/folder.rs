//! Class folders: what lies in them.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// A file below a class folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderFile {
    /// Path below the folder with `/` between steps on every system, as entries of a jar are named.
    pub name: String,
    /// Where to read it.
    pub path: PathBuf,
}

/// A class folder that cannot be walked.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// What could not be read.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Java's class names are text; so must be the names of its files.
    #[error("{}: the name is not UTF-8; rename or remove the file", .0.display())]
    NotUtf8(PathBuf),
    /// A symbolic link that leads nowhere, or to a folder.
    #[error("{}: a symbolic link to {target}; replace it by what it points to, or remove it", path.display())]
    Link {
        /// The link.
        path: PathBuf,
        /// What it leads to.
        target: &'static str,
    },
}

/// Lists the files of a class folder, sorted by the bytes of their names.
///
/// Links to files are taken as the files. Links to folders are refused: they may lead out of the
/// folder, or round in circles, and an output cannot mirror them. Other special files are skipped.
///
/// # Errors
/// If something cannot be read, a name is not UTF-8, or a link is not to a file.
pub fn list_folder(folder: &Path) -> Result<Vec<FolderFile>, FolderError> {
    let mut files = Vec::new();
    for found in WalkDir::new(folder) {
        let found = found.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_owned();
            FolderError::Io { path, source: error.into() }
        })?;
        let path = found.path();
        // The folder itself may be a link: it was named by the user.
        if found.depth() == 0 {
            continue;
        }
        if found.path_is_symlink() {
            let target = match path.metadata() {
                Ok(metadata) if metadata.is_file() => None,
                Ok(metadata) if metadata.is_dir() => Some("a folder"),
                Ok(_) => Some("a special file"),
                Err(_) => Some("something that does not exist"),
            };
            if let Some(target) = target {
                return Err(FolderError::Link { path: path.to_owned(), target });
            }
        } else if !found.file_type().is_file() {
            continue;
        }
        let name = relative_name(folder, path).ok_or_else(|| FolderError::NotUtf8(path.to_owned()))?;
        files.push(FolderFile { name, path: path.to_owned() });
    }
    files.sort();
    Ok(files)
}

fn relative_name(folder: &Path, path: &Path) -> Option<String> {
    let steps: Option<Vec<&str>> = path.strip_prefix(folder).ok()?.iter().map(|step| step.to_str()).collect();
    Some(steps?.join("/"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        list_folder(folder).unwrap().into_iter().map(|file| file.name).collect()
    }

    #[test]
    fn files_come_sorted_with_slashes() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.class", "a/c.class", "a/b/c.class", "a.class"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        assert_eq!(names(folder.path()), ["a.class", "a/b/c.class", "a/c.class", "b.class"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_files_are_files_and_links_to_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("x"), "x").unwrap();
        std::os::unix::fs::symlink(outside.path().join("x"), folder.path().join("file")).unwrap();
        assert_eq!(names(folder.path()), ["file"]);
        std::os::unix::fs::symlink(outside.path(), folder.path().join("folder")).unwrap();
        assert!(matches!(list_folder(folder.path()), Err(FolderError::Link { target: "a folder", .. })));
    }

    #[test]
    fn a_missing_folder_is_an_error_that_names_it() {
        let error = list_folder(Path::new("no/such/folder")).unwrap_err();
        assert!(error.to_string().starts_with("no/such/folder: "));
    }
}
