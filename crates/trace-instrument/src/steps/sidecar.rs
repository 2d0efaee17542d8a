//! `methodMapping.json`: what is known of a run beside its mapping file.

use crate::options::Rewriting;
use sha2::{Digest as _, Sha256};
use std::io;
use trace_model::sidecar::{SCHEMA, Sidecar, Tool, build_id, hex};
use trace_model::{Skip, Summary};

/// Passes bytes on and hashes them.
pub(crate) struct Hashing<W> {
    out: W,
    hash: Sha256,
}

impl<W: io::Write> Hashing<W> {
    pub(crate) fn new(out: W) -> Self {
        Hashing { out, hash: Sha256::new() }
    }

    /// SHA-256 of all that was written.
    pub(crate) fn finish(self) -> [u8; 32] {
        self.hash.finalize().into()
    }
}

impl<W: io::Write> io::Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The file's bytes.
pub(crate) fn text(rewriting: &Rewriting, summary: &Summary, skips: &[Skip<'_>], hash: &[u8; 32]) -> Vec<u8> {
    let sidecar = Sidecar {
        schema: SCHEMA,
        build_id: build_id(hash),
        tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
        options: rewriting,
        mapping_sha256: hex(hash),
        instrumented: summary.instrumented,
        skipped: summary.skipped.clone(),
        skips,
    };
    let mut text = serde_json::to_vec(&sidecar).expect("names and counts are JSON");
    text.push(b'\n');
    text
}
