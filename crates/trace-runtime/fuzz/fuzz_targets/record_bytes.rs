//! Any bytes as records.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../shared/record_bytes.rs"]
mod record_bytes;

fuzz_target!(|bytes: &[u8]| {
    record_bytes::check(bytes);
});
