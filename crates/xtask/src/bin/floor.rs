//! The floor of any tool that rewrites a jar: inflate every entry, write the same bytes, look at nothing.
//!
//! `floor IN.jar OUT.jar inflate|0|1|6`: the level of compression, 0 stores, `inflate` writes nothing.
//! Two threads, as the benchmarks give to all. Trusts its input.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result, ensure};
use libdeflater::{CompressionLvl, Compressor, Decompressor};
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder};

const THREADS: usize = 2;
/// Entries that a thread takes at a time.
const BATCH: usize = 64;
/// Batches that may wait for the writer, so that memory stays small.
const WAITING: usize = 8;

struct Source {
    name: Vec<u8>,
    size: usize,
    stored: bool,
    place: ZipArchiveEntryWayfinder,
}

struct Packed {
    data: Vec<u8>,
    crc: u32,
    size: usize,
    stored: bool,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, input, output, level] = &arguments[..] else {
        anyhow::bail!("usage: floor IN.jar OUT.jar inflate|0|1|6");
    };
    let level = if level == "inflate" { None } else { Some(level.parse::<i32>()?) };
    let bytes = fs::read(input).with_context(|| input.clone())?;
    let archive = ZipArchive::from_slice(&bytes)?;
    let mut sources = Vec::new();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry()? {
        sources.push(Source {
            name: entry.file_path().as_bytes().to_vec(),
            size: entry.uncompressed_size_hint() as usize,
            stored: entry.compression_method() == CompressionMethod::STORE,
            place: entry.wayfinder(),
        });
    }
    ensure!(sources.len() < 0xFFFF, "more entries than a plain zip can hold");

    let batches: Vec<&[Source]> = sources.chunks(BATCH).collect();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel::<(usize, Result<Vec<Packed>>)>(WAITING);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            let (sender, batches, next, archive) = (sender.clone(), &batches, &next, &archive);
            scope.spawn(move || {
                let mut decompressor = Decompressor::new();
                let mut compressor = level
                    .filter(|level| *level > 0)
                    .map(|level| Compressor::new(CompressionLvl::new(level).expect("1 or 6")));
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(batch) = batches.get(index) else { break };
                    let packed = batch.iter().map(|source| {
                        let data = archive.get_entry(source.place)?.data();
                        repack(source, data, &mut decompressor, compressor.as_mut())
                    });
                    if sender.send((index, packed.collect())).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        write(output, level.is_some(), &batches, receiver)
    })
}

fn repack(
    source: &Source,
    data: &[u8],
    inflate: &mut Decompressor,
    deflate: Option<&mut Compressor>,
) -> Result<Packed> {
    let mut bytes;
    if source.stored {
        bytes = data.to_vec();
    } else {
        bytes = vec![0; source.size];
        inflate.deflate_decompress(data, &mut bytes)?;
    }
    let crc = crc32fast::hash(&bytes);
    let Some(deflate) = deflate.filter(|_| !bytes.is_empty()) else {
        return Ok(Packed { data: bytes, crc, size: source.size, stored: true });
    };
    let mut packed = vec![0; deflate.deflate_compress_bound(bytes.len())];
    let length = deflate.deflate_compress(&bytes, &mut packed)?;
    packed.truncate(length);
    Ok(Packed { data: packed, crc, size: source.size, stored: false })
}

/// Writes the batches in their order, whatever order they arrive in.
fn write(
    output: &str,
    wanted: bool,
    batches: &[&[Source]],
    arriving: mpsc::Receiver<(usize, Result<Vec<Packed>>)>,
) -> Result<()> {
    let mut file =
        BufWriter::with_capacity(1 << 18, File::create(output).with_context(|| output.to_owned())?);
    let mut directory = Vec::new();
    let mut count = 0_u16;
    let mut offset = 0_usize;
    let mut early = BTreeMap::new();
    let mut index = 0;
    for (arrived, packed) in arriving {
        early.insert(arrived, packed?);
        while let Some(packed) = early.remove(&index) {
            for (source, packed) in batches[index].iter().zip(packed) {
                if !wanted {
                    continue;
                }
                let common = common(&source.name, &packed)?;
                directory.write_all(b"PK\x01\x02\x14\0")?;
                directory.write_all(&common)?;
                directory.write_all(&[0; 12])?;
                directory.write_all(&u32::try_from(offset)?.to_le_bytes())?;
                directory.write_all(&source.name)?;
                file.write_all(b"PK\x03\x04")?;
                file.write_all(&common)?;
                file.write_all(&[0; 2])?;
                file.write_all(&source.name)?;
                file.write_all(&packed.data)?;
                offset += 30 + source.name.len() + packed.data.len();
                count += 1;
            }
            index += 1;
        }
    }
    file.write_all(&directory)?;
    file.write_all(b"PK\x05\x06\0\0\0\0")?;
    file.write_all(&[count.to_le_bytes(), count.to_le_bytes()].concat())?;
    file.write_all(&u32::try_from(directory.len())?.to_le_bytes())?;
    file.write_all(&u32::try_from(offset)?.to_le_bytes())?;
    file.write_all(&[0; 2])?;
    Ok(file.flush()?)
}

/// The fields that both headers of an entry share: APPNOTE 4.3.7 and 4.3.12, from "version needed"
/// to "file name length".
fn common(name: &[u8], packed: &Packed) -> Result<Vec<u8>> {
    let method: u16 = if packed.stored { 0 } else { 8 };
    let mut fields = Vec::with_capacity(26);
    fields.extend([20, 0, 0, 8]);
    fields.extend(method.to_le_bytes());
    fields.extend([0, 0, 0x21, 0]);
    fields.extend(packed.crc.to_le_bytes());
    fields.extend(u32::try_from(packed.data.len())?.to_le_bytes());
    fields.extend(u32::try_from(packed.size)?.to_le_bytes());
    fields.extend(u16::try_from(name.len())?.to_le_bytes());
    Ok(fields)
}
