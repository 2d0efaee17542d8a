//! Any bytes as a class file.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../shared/class_bytes.rs"]
mod class_bytes;

fuzz_target!(|bytes: &[u8]| {
    class_bytes::check(bytes);
});
