//! `methodMapping.json`: what is known of a build beside its mapping file.
//!
//! It names no path and no time, so the same input and options give the same bytes anywhere.

use crate::{Skip, SkipReason};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Version of the layout; raised when the meaning of a key changes or a key goes.
pub const SCHEMA: u32 = 1;

/// The whole file. `O` are the options of the tool that decide what its output is.
#[derive(Clone, Debug, Serialize)]
pub struct Sidecar<'a, O> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Names this set of ids; see [`build_id`].
    pub build_id: String,
    /// Name and version of the program that wrote the file.
    pub tool: Tool<'a>,
    /// Options of the run.
    pub options: O,
    /// SHA-256 of `methodMapping.txt` in hexadecimal.
    pub mapping_sha256: String,
    /// Methods that got calls.
    pub instrumented: u64,
    /// Number of methods left as they are, by reason.
    pub skipped: BTreeMap<SkipReason, u64>,
    /// Which ones, in ascending order.
    pub skips: &'a [Skip<'a>],
}

/// A program and its version.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Tool<'a> {
    /// Name of the program.
    pub name: &'a str,
    /// Its version.
    pub version: &'a str,
}

/// The build id that belongs to the SHA-256 of a mapping file: its first 16 bytes, in hexadecimal.
///
/// Two builds have the same id exactly if their ids mean the same methods.
pub fn build_id(mapping_sha256: &[u8; 32]) -> String {
    hex(&mapping_sha256[..16])
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes any text");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_stable() {
        let hash = std::array::from_fn(|index| index as u8);
        let skips = [Skip { class: b"a/R", method: None, reason: SkipReason::Generated, detail: None }];
        let sidecar = Sidecar {
            schema: SCHEMA,
            build_id: build_id(&hash),
            tool: Tool { name: "trace-instrument", version: "0.1.0" },
            options: BTreeMap::from([("exits", "throw")]),
            mapping_sha256: hex(&hash),
            instrumented: 4,
            skipped: BTreeMap::from([(SkipReason::Generated, 2)]),
            skips: &skips,
        };
        assert_eq!(
            serde_json::to_value(&sidecar).unwrap(),
            serde_json::json!({
                "schema": 1,
                "build_id": "000102030405060708090a0b0c0d0e0f",
                "tool": { "name": "trace-instrument", "version": "0.1.0" },
                "options": { "exits": "throw" },
                "mapping_sha256": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "instrumented": 4,
                "skipped": { "generated": 2 },
                "skips": [{ "class": "a.R", "reason": "generated" }],
            })
        );
    }
}
