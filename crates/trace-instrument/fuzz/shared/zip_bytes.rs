//! What must hold for any bytes that are given as an archive.

use std::path::Path;

use trace_instrument::archive::{
    ArchiveError, ArchiveReader, ArchiveWriter, Compression, Compressor, Inflater, Limits, NewData,
    RunBuffer, crc32,
};

/// Reads, copies and rewrites the archive. Hands back whether it could be read whole.
///
/// # Panics
/// If what is written of a readable archive cannot be read again, or differs, or is not what a second
/// copy gives.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let limits = Limits { max_entry_bytes: 1 << 20, max_total_bytes: 16 << 20, ..Limits::default() };
    let Ok((copy, rewritten)) = pass(bytes, &limits) else { return false };
    // New data may compress better than the limit allows for foreign archives.
    let trusting = Limits { max_ratio: u64::MAX, ..limits };
    let (copy_of_copy, rewritten_copy) = pass(&copy, &trusting).expect("a copy can be read");
    assert!(copy == copy_of_copy, "copying a copy changes nothing");
    let (_, again) = pass(&rewritten, &trusting).expect("a rewritten archive can be read");
    assert!(rewritten == rewritten_copy && rewritten == again, "rewriting depends on content alone");
    true
}

/// The archive copied, and the archive rewritten with every entry compressed anew.
fn pass(bytes: &[u8], limits: &Limits) -> Result<(Vec<u8>, Vec<u8>), ArchiveError> {
    let reader = ArchiveReader::new(bytes, bytes.len() as u64, Path::new("fuzz.jar"), limits)?;
    assert!(reader.duplicates().len() <= reader.entry_count());
    let mut copy = ArchiveWriter::new(Vec::new());
    let mut rewritten = ArchiveWriter::new(Vec::new());
    let mut buffer = RunBuffer::default();
    let mut inflater = Inflater::default();
    let mut compressor = Compressor::new(Compression::Best);
    let mut next = 0;
    for run in reader.runs(512) {
        let run = reader.read_run(run, &mut buffer)?;
        for index in run.entries() {
            assert_eq!(index, next, "runs list every entry once, in order");
            next += 1;
            let raw = run.entry(index)?;
            let inflated =
                inflater.inflate(&raw, limits).map_err(|problem| reader.entry_error(&raw.entry, problem))?;
            assert_eq!(inflated.len() as u64, raw.entry.uncompressed_size());
            let packed = compressor.compress(inflated, raw.entry.method());
            let data = NewData {
                method: packed.method,
                crc32: crc32(inflated),
                uncompressed_size: inflated.len() as u64,
                data: packed.data,
            };
            copy.copy(&raw.entry, raw.local_extra, raw.data).expect("memory can be written");
            rewritten.write(&raw.entry, raw.local_extra, &data).expect("memory can be written");
        }
    }
    assert_eq!(next, reader.entry_count());
    let finish = |writer: ArchiveWriter<_>| writer.finish(reader.comment()).expect("memory can be written");
    Ok((finish(copy), finish(rewritten)))
}
