//! What can be known to be wrong with outputs before any work is done.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::StagingError;
use crate::archive::list_folder;

/// Checks that no output is an input, lies within one or has one within it, by whatever path or link,
/// and that outputs are apart from each other.
///
/// # Errors
/// [`StagingError::IsInput`], [`StagingError::Nested`] or [`StagingError::OutputTwice`]; or if a path
/// cannot be looked up.
pub fn check_paths(inputs: &[PathBuf], outputs: &[PathBuf]) -> Result<(), StagingError> {
    let inputs = inputs.iter().map(|path| Place::of(path, false));
    let outputs = outputs.iter().map(|path| Place::of(path, true));
    let places = inputs.chain(outputs).collect::<Result<Vec<_>, _>>()?;
    // Looked up, not compared each with each: a folder of jars has thousands of both.
    let mut by_path: HashMap<&Path, &Place<'_>> = HashMap::new();
    let input_ids = places.iter().filter(|place| !place.is_output);
    let input_ids: HashMap<FileId, &Place<'_>> =
        input_ids.filter_map(|place| Some((place.id?, place))).collect();
    for place in &places {
        let same_path = by_path.insert(&place.resolved, place);
        let same_file = place.id.and_then(|id| input_ids.get(&id).copied());
        if let Some(other) = same_path.or(same_file).filter(|_| place.is_output) {
            let (output, input) = (place.given.to_owned(), other.given.to_owned());
            let twice = other.is_output;
            return Err(if twice {
                StagingError::OutputTwice(output)
            } else {
                StagingError::IsInput { output, input }
            });
        }
    }
    for inner in &places {
        let outer =
            inner.resolved.ancestors().skip(1).find_map(|ancestor| {
                by_path.get(ancestor).filter(|outer| inner.is_output || outer.is_output)
            });
        if let Some(outer) = outer {
            return Err(StagingError::Nested {
                inner: inner.given.to_owned(),
                outer: outer.given.to_owned(),
            });
        }
    }
    Ok(())
}

/// Checks that replacing `folder` as a whole loses nothing but class files of an earlier output:
/// every other file there must be among `new_names`, which are sorted.
///
/// # Errors
/// [`StagingError::WouldLose`], or if the folder cannot be walked.
pub fn check_folder(folder: &Path, new_names: &[&str]) -> Result<(), StagingError> {
    if !folder.is_dir() {
        return Ok(());
    }
    let mut lost = list_folder(folder)?.into_iter().map(|file| file.name);
    let mut lost = lost.by_ref().filter(|name| {
        let is_class = Path::new(name).extension() == Some(OsStr::new("class"));
        !is_class && new_names.binary_search(&name.as_str()).is_err()
    });
    match lost.next() {
        None => Ok(()),
        Some(file) => Err(StagingError::WouldLose { folder: folder.to_owned(), file, others: lost.count() }),
    }
}

/// A path, where it leads, and what is there.
struct Place<'a> {
    given: &'a Path,
    is_output: bool,
    resolved: PathBuf,
    id: Option<FileId>,
}

/// Device and inode, the same for all hard links to a file.
type FileId = (u64, u64);

impl<'a> Place<'a> {
    fn of(given: &'a Path, is_output: bool) -> Result<Self, StagingError> {
        let resolved = resolve(given).map_err(|error| StagingError::io(given, error))?;
        let id = file_id(&resolved);
        Ok(Place { given, is_output, resolved, id })
    }
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Elsewhere the standard library does not tell; paths alone are compared.
#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<FileId> {
    None
}

/// The absolute path without links and `..`, of which only the beginning need exist.
pub(super) fn resolve(path: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    for ancestor in absolute.ancestors() {
        let mut resolved = match ancestor.canonicalize() {
            Ok(resolved) => resolved,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for step in absolute.strip_prefix(ancestor).into_iter().flat_map(Path::components) {
            match step {
                Component::ParentDir => drop(resolved.pop()),
                step => resolved.push(step),
            }
        }
        return Ok(resolved);
    }
    Ok(absolute)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with `in.jar` and `classes/a/B.class`.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("in.jar"), "x").unwrap();
        fs::create_dir_all(folder.path().join("classes/a")).unwrap();
        fs::write(folder.path().join("classes/a/B.class"), "x").unwrap();
        folder
    }

    fn check(folder: &Path, inputs: &[&str], outputs: &[&str]) -> Result<(), StagingError> {
        let paths = |names: &[&str]| names.iter().map(|name| folder.join(name)).collect::<Vec<_>>();
        check_paths(&paths(inputs), &paths(outputs))
    }

    #[test]
    fn places_apart_are_fine() {
        let folder = folder();
        let inputs = ["in.jar", "classes"];
        check(folder.path(), &inputs, &["out.jar", "classes2", "missing/in.jar", "map.txt"]).unwrap();
        assert!(!folder.path().join("missing").exists());
    }

    #[cfg(unix)]
    #[test]
    fn an_output_is_not_an_input_by_whatever_path() {
        let folder = folder();
        std::os::unix::fs::symlink("in.jar", folder.path().join("soft.jar")).unwrap();
        fs::hard_link(folder.path().join("in.jar"), folder.path().join("hard.jar")).unwrap();
        for output in ["in.jar", "./in.jar", "classes/../in.jar", "missing/../in.jar", "hard.jar", "soft.jar"]
        {
            let error = check(folder.path(), &["in.jar"], &["x.jar", output]).unwrap_err();
            assert!(matches!(error, StagingError::IsInput { .. }), "{output}: {error}");
        }
    }

    #[test]
    fn paths_do_not_nest() {
        let folder = folder();
        let cases: [(&[&str], &[&str]); 4] = [
            (&["classes"], &["classes/out.jar"]),
            (&["classes/a"], &["classes"]),
            (&["in.jar"], &["out", "out/map.txt"]),
            (&["in.jar"], &["."]),
        ];
        for (inputs, outputs) in cases {
            let error = check(folder.path(), inputs, outputs).unwrap_err();
            assert!(matches!(error, StagingError::Nested { .. }), "{outputs:?}: {error}");
        }
        let twice = check(folder.path(), &["in.jar"], &["a", "b", "./a"]).unwrap_err();
        assert!(matches!(twice, StagingError::OutputTwice(_)));
    }

    #[test]
    fn only_class_files_and_files_that_come_again_are_replaced() {
        let folder = folder();
        let classes = folder.path().join("classes");
        check_folder(&folder.path().join("missing"), &[]).unwrap();
        check_folder(&classes, &[]).unwrap();
        fs::write(classes.join("a/notes.txt"), "x").unwrap();
        fs::write(classes.join("b.txt"), "x").unwrap();
        check_folder(&classes, &["a/notes.txt", "b.txt"]).unwrap();
        let error = check_folder(&classes, &["b.txt"]).unwrap_err();
        assert!(matches!(&error, StagingError::WouldLose { file, others: 0, .. } if file == "a/notes.txt"));
        let error = check_folder(&classes, &[]).unwrap_err();
        assert!(matches!(error, StagingError::WouldLose { others: 1, .. }));
    }
}
