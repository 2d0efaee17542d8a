//! Any bytes as an archive.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../shared/zip_bytes.rs"]
mod zip_bytes;

fuzz_target!(|bytes: &[u8]| {
    zip_bytes::check(bytes);
});
