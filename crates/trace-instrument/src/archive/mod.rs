//! Jars and class folders, in and out.
//!
//! The reader keeps the central directory in memory and fetches entries by positioned reads, a *run*
//! of neighbours at a time, so that many threads can read one file at once. The writer copies entries
//! that did not change as they are, without inflating them. What is written is a function of the
//! input's bytes alone: time stamps are fixed, order, names, comments and attributes are kept.
//!
//! Terms and layouts follow PKWARE's APPNOTE.TXT 6.3.10, cited by section.

mod compress;
mod directory;
mod entry;
mod error;
mod extra;
mod folder;
mod inflate;
mod limits;
mod local;
mod locate;
mod names;
mod reader;
mod runs;
mod signature;
mod writer;

#[cfg(test)]
mod testzip;

pub use compress::{Compression, Compressor, Packed};
pub use entry::{DEFLATED, Entry, STORED};
pub(crate) use error::printable;
pub use error::{ArchiveError, Problem};
pub use folder::{FolderError, FolderFile, list_folder};
pub use inflate::{Inflater, crc32};
pub use limits::Limits;
pub use local::RawEntry;
pub use rawzip::{FileReader, ReaderAt};
pub use reader::ArchiveReader;
pub use runs::{Run, RunBuffer};
pub use signature::{is_manifest, is_signature_file, strip_digests};
pub use writer::{ArchiveWriter, NewData};
