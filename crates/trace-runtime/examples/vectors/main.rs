//! Compares this crate's answers with Matrix's own.
//!
//! `vectors FILE.json` reads cases of the format of `fixtures/vectors/matrix-oracle-vectors.json`, which
//! describes itself; either section may be missing. It prints each case whose answer differs. One that
//! differs because its records show a defect of Matrix that this crate does not share is told as mended, and
//! passes, provided that Matrix's steps, remade with their defects, give what is expected. The exit code is 1 if
//! another one differs, 2 if the file cannot be read or holds no case.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

mod defect;
mod matrix;
mod matrix_ring;
mod player;
mod ring;
mod trace;

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::ExitCode;

#[derive(Deserialize)]
struct Vectors {
    #[serde(default)]
    trace: Vec<trace::Case>,
    #[serde(default)]
    ring: Vec<ring::Case>,
    /// What describes the file.
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// What became of a case.
enum Outcome {
    Same,
    Mended(&'static str),
    Differs(String),
}

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: vectors FILE.json");
        return ExitCode::from(2);
    };
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    let vectors = match text.and_then(|text| parse(&text)) {
        Ok(vectors) => vectors,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    };

    let traces = vectors.trace.iter().map(|case| (&case.name, trace_outcome(case)));
    let rings = vectors.ring.iter().map(|case| (&case.name, ring_outcome(case)));
    let (mut passed, mut failed) = (0, 0);
    for (name, outcome) in traces.chain(rings) {
        match outcome {
            Outcome::Same => passed += 1,
            Outcome::Mended(reason) => {
                passed += 1;
                println!("mended: {name}: {reason}");
            }
            Outcome::Differs(difference) => {
                failed += 1;
                println!("differs: {name}: {difference}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

fn parse(text: &str) -> Result<Vectors, String> {
    let vectors: Vectors = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let unknown = vectors.others.iter().find(|(_, other)| other.is_array() || other.is_object());
    if let Some((name, _)) = unknown {
        return Err(format!("section `{name}` is not known: there are `trace` and `ring`"));
    }
    if vectors.trace.is_empty() && vectors.ring.is_empty() {
        return Err("no case in `trace` or `ring`".into());
    }
    Ok(vectors)
}

fn trace_outcome(case: &trace::Case) -> Outcome {
    match trace::run(case) {
        Ok(()) => Outcome::Same,
        Err(difference) => defect::find(case).map_or(Outcome::Differs(difference), Outcome::Mended),
    }
}

fn ring_outcome(case: &ring::Case) -> Outcome {
    match ring::run(case) {
        Ok(()) => Outcome::Same,
        Err(difference) => ring::defect(case).map_or(Outcome::Differs(difference), Outcome::Mended),
    }
}
