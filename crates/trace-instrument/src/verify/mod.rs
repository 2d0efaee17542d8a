//! Checks jars and class folders, instrumented or not, without trusting the code that wrote them.
//!
//! * Archives: readable from end to end, checksums right, no two entries of one name, no signatures that
//!   instrumenting has broken.
//! * Class files: every position that code and tables name begins an instruction; then each is read once
//!   more, by a parser that is not ours.
//! * Calls: each `i` has its `o` on every way out, with one id, which is that of the mapping.

mod calls;
mod class;
mod finding;
mod independent;
mod marks;
mod structure;

pub use finding::{Finding, Severity};

use crate::Error;
use crate::archive::{ArchiveReader, Limits, Problem, is_signature_file, printable};
use crate::input::{self, Input, Reading, Unit, is_class};
use crate::policy::R8Names;
use crate::steps::Progress;
use class::{Checked, Expected, MethodKey};
use finding::ClassFinding;
use marks::Marks;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;
use trace_model::mapping::Mapping;

/// What to check.
#[derive(Debug)]
pub struct VerifyJob {
    /// Jars and class folders.
    pub inputs: Vec<PathBuf>,
    /// Internal name of the class that is called.
    pub owner: String,
    /// The mapping that belongs to the inputs: ids are compared with it.
    pub mapping: Option<Mapping>,
    /// Names before obfuscation, if the mapping has those.
    pub names: Option<R8Names>,
    /// What archives may ask for.
    pub limits: Limits,
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verification {
    /// Jars and class folders.
    pub inputs: u64,
    /// Class files.
    pub classes: u64,
    /// Methods with code in them.
    pub methods: u64,
    /// Methods that have the calls.
    pub instrumented: u64,
    /// Findings that are errors.
    pub errors: u64,
    /// Findings that are warnings.
    pub warnings: u64,
    /// In the order of inputs and entries.
    pub findings: Vec<Finding>,
    /// Wall-clock time in milliseconds.
    pub elapsed_ms: u64,
}

/// Checks all inputs.
///
/// # Errors
/// If a folder cannot be read. A jar that cannot be read is a finding.
pub fn verify(job: &VerifyJob, progress: &dyn Progress) -> Result<Verification, Error> {
    let started = Instant::now();
    let expected = Expected::new(&job.owner, job.mapping.as_ref(), job.names.as_ref());
    let mut verification = Verification { inputs: job.inputs.len() as u64, ..Verification::default() };
    let mut inputs = Vec::with_capacity(job.inputs.len());
    for path in &job.inputs {
        match Input::open(path, &job.limits) {
            Ok(input) => inputs.push(input),
            Err(Error::Archive(error)) => {
                let entry = error.entry_name().map(str::to_owned);
                verification.add(path.clone(), entry, whole(error.problem().to_string()));
            }
            Err(error) => return Err(error),
        }
    }
    let units = input::units(&inputs);
    progress.begin("checking", units.len() as u64);
    let results: Vec<Vec<CheckedEntry>> = units
        .par_iter()
        .with_max_len(1)
        .map_init(
            || (Reading::default(), Marks::default()),
            |(reading, marks), unit| {
                let entries = check_unit(&inputs[unit.input], unit, &expected, reading, marks);
                progress.step();
                entries
            },
        )
        .collect::<Result<_, Error>>()?;

    let mut instrumented = vec![false; inputs.len()];
    let mut methods: FxHashMap<i32, MethodKey> = FxHashMap::default();
    for (unit, entries) in units.iter().zip(results) {
        let input = &inputs[unit.input];
        for CheckedEntry { index, checked, is_class } in entries {
            verification.classes += u64::from(is_class);
            verification.methods += checked.methods;
            verification.instrumented += checked.instrumented;
            instrumented[unit.input] |= checked.instrumented > 0;
            let entry = || Some(shown(input.entry_name(index)));
            for finding in checked.findings.items {
                verification.add(input.path().to_owned(), entry(), finding);
            }
            for (id, method) in checked.ids {
                if *methods.entry(id).or_insert(method) != method {
                    let finding = whole(format!("id {id} is that of another method, too"));
                    verification.add(input.path().to_owned(), entry(), finding);
                }
            }
        }
    }
    for (input, instrumented) in inputs.iter().zip(instrumented) {
        if let Input::Jar(jar) = input {
            check_directory(jar, instrumented, &mut verification);
        }
    }
    verification.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(verification)
}

/// An entry in which there is something to tell.
struct CheckedEntry {
    index: usize,
    checked: Checked,
    is_class: bool,
}

fn check_unit(
    input: &Input,
    unit: &Unit,
    expected: &Expected<'_>,
    reading: &mut Reading,
    marks: &mut Marks,
) -> Result<Vec<CheckedEntry>, Error> {
    let mut found = Vec::new();
    let mut check = |index, bytes: Result<&[u8], ClassFinding>| {
        let name = input.entry_name(index);
        let is_class = is_class(name);
        let mut checked = Checked::default();
        match bytes {
            Ok(bytes) if is_class => checked = expected.check(name, bytes, marks),
            Ok(_) => {}
            Err(finding) => checked.findings.items.push(finding),
        }
        found.push(CheckedEntry { index, checked, is_class });
    };
    match input {
        Input::Jar(jar) => check_run(jar, unit, reading, &mut check)?,
        Input::Folder(folder) => {
            for index in unit.entries.clone() {
                if is_class(input.entry_name(index)) {
                    let path = &folder.files[index].path;
                    let bytes = std::fs::read(path).map_err(|source| Error::io(path, source))?;
                    check(index, Ok(&bytes));
                }
            }
        }
    }
    found.retain(|entry| entry.is_class || !entry.checked.findings.items.is_empty());
    Ok(found)
}

/// Takes the index of an entry and its bytes, or what is wrong with them.
type Check<'c> = dyn FnMut(usize, Result<&[u8], ClassFinding>) + 'c;

/// Reads every entry, for its checksum; hands on the bytes, or what is wrong with them.
fn check_run(
    jar: &ArchiveReader,
    unit: &Unit,
    reading: &mut Reading,
    check: &mut Check<'_>,
) -> Result<(), Error> {
    let run = jar.read_run(unit.entries.clone(), &mut reading.run)?;
    for index in unit.entries.clone() {
        let raw = match run.entry(index) {
            Ok(raw) => raw,
            Err(error) => {
                check(index, Err(whole(error.problem().to_string())));
                continue;
            }
        };
        match reading.inflater.inflate(&raw, jar.limits()) {
            Ok(bytes) => check(index, Ok(bytes)),
            Err(problem) => {
                let mut finding = whole(problem.to_string());
                if let Problem::UnsupportedMethod(_) = problem {
                    finding.severity = Severity::Warning;
                }
                check(index, Err(finding));
            }
        }
    }
    Ok(())
}

fn check_directory(jar: &ArchiveReader, instrumented: bool, verification: &mut Verification) {
    let mut add = |index: usize, message: &str| {
        let entry = Some(shown(jar.entry(index).name()));
        verification.add(jar.path().to_owned(), entry, whole(message.to_owned()));
    };
    for index in jar.duplicates() {
        add(index, "an earlier entry has this name; class loaders differ in which one they take");
    }
    if instrumented {
        let signatures = jar.entries().position(|entry| is_signature_file(entry.name()));
        if let Some(index) = signatures {
            add(index, "the jar is signed, yet its classes are instrumented: sign it after instrumenting");
        }
    }
}

fn whole(message: String) -> ClassFinding {
    ClassFinding { severity: Severity::Error, method: None, offset: None, message }
}

/// An entry's name, fit for a terminal.
fn shown(name: &[u8]) -> String {
    printable(name)
}

impl Verification {
    fn add(&mut self, input: PathBuf, entry: Option<String>, finding: ClassFinding) {
        match finding.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        let ClassFinding { severity, method, offset, message } = finding;
        self.findings.push(Finding { severity, input, entry, method, offset, message });
    }
}
