//! Makes a jar of a folder of classes.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use walkdir::WalkDir;
use zip::write::SimpleFileOptions;

/// Packs all files below `folder`, in the order of their names.
pub(crate) fn jar(folder: &Path, jar: &Path) {
    let mut writer = zip::ZipWriter::new(File::create(jar).unwrap());
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(&fs::read(entry.path()).unwrap()).unwrap();
        }
    }
    writer.finish().unwrap();
}
