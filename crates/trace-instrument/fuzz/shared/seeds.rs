//! Small archives of every shape, made by another library than the one under test.

use std::io::{Cursor, Seek, Write};

use zip::CompressionMethod::{Deflated, Stored};
use zip::write::{SimpleFileOptions, ZipWriter};

/// Names and bytes.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    let plain = seekable(&[], false);
    vec![
        ("empty", ZipWriter::new(Cursor::new(Vec::new())).finish().unwrap().into_inner()),
        ("data-descriptors", streamed()),
        ("prefix", [b"#!/bin/sh\n", &plain[..]].concat()),
        ("comment", seekable(b"a comment with PK\x05\x06 in it", false)),
        ("zip64", seekable(&[], true)),
        ("plain", plain),
    ]
}

fn seekable(comment: &[u8], zip64: bool) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.set_raw_comment(comment.into()).unwrap();
    fill(&mut writer, zip64);
    writer.finish().unwrap().into_inner()
}

/// Sizes follow the data, as in archives that are written to a pipe.
fn streamed() -> Vec<u8> {
    let mut writer = ZipWriter::new_stream(Vec::new());
    fill(&mut writer, false);
    writer.finish().unwrap().into_inner()
}

fn fill<W: Write + Seek>(writer: &mut ZipWriter<W>, zip64: bool) {
    let options = SimpleFileOptions::default().large_file(zip64);
    writer.add_directory("META-INF", options).unwrap();
    writer.start_file("META-INF/MANIFEST.MF", options.compression_method(Stored)).unwrap();
    writer.write_all(b"Manifest-Version: 1.0\r\n\r\n").unwrap();
    writer.start_file("a/B.class", options.compression_method(Deflated)).unwrap();
    writer.write_all(b"to be or not to be, that is not to be asked, or is it?").unwrap();
}
