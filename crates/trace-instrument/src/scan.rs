//! The first pass: read every class once, keep what numbering needs and, memory permitting, the class
//! with its calls already in.

use crate::Error;
use crate::archive::printable;
use crate::class_pass::{self, Guess, ScannedClass, Trouble};
use crate::facts::ClassFacts;
use crate::input::{self, Input, Reading, Unit};
use crate::options::Rewriting;
use crate::spares::Spares;
use classfile_edit::{Error as ClassError, Scratch};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};
use trace_model::SkipReason;

/// All inputs, read.
#[derive(Debug)]
pub(crate) struct Scan {
    pub(crate) inputs: Vec<Input>,
    pub(crate) units: Vec<ScannedUnit>,
    pub(crate) findings: Findings,
}

/// Most memory to reserve for a unit beforehand: it may lie about its size.
const MOST_RESERVED: usize = 4 << 20;

/// What was learnt of the classes.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// All readable classes in the order of the inputs.
    pub(crate) facts: Vec<ClassFacts>,
    /// What stays as it is, by index in `facts`.
    pub(crate) troubles: Vec<(usize, Trouble)>,
    pub(crate) unreadable: Vec<Unreadable>,
}

/// A unit and the classes in it.
#[derive(Debug)]
pub(crate) struct ScannedUnit {
    pub(crate) unit: Unit,
    /// The readable classes, ascending by entry.
    pub(crate) classes: Vec<Slot>,
    /// Index in [`Findings::facts`] of the first one.
    pub(crate) first: usize,
    /// The bytes of all guesses.
    pub(crate) kept: Vec<u8>,
}

/// A class in its unit.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) entry: usize,
    pub(crate) guess: Option<Guess>,
}

/// An entry that is named like a class and is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unreadable {
    pub(crate) input: usize,
    /// Its name, fit for a terminal.
    pub(crate) entry: String,
    pub(crate) reason: SkipReason,
    pub(crate) detail: String,
}

/// How the classes are read.
pub(crate) struct Pass<'a> {
    pub(crate) rewriting: &'a Rewriting,
    /// Classes, by name, that need no guess.
    pub(crate) skips: &'a (dyn Fn(&[u8]) -> bool + Sync),
    /// Bytes of edited classes to keep; what is beyond is edited again when it is written.
    pub(crate) memory: usize,
    /// Called after each unit.
    pub(crate) advance: &'a (dyn Fn() + Sync),
}

#[derive(Default)]
struct UnitResult {
    classes: Vec<(usize, ScannedClass)>,
    unreadable: Vec<Unreadable>,
    kept: Vec<u8>,
}

impl Pass<'_> {
    /// Reads all classes of all inputs; `begin` is told the number of units.
    pub(crate) fn scan(&self, inputs: Vec<Input>, begin: impl FnOnce(usize)) -> Result<Scan, Error> {
        let units = input::units(&inputs);
        begin(units.len());
        let kept = AtomicUsize::new(0);
        let spares = Spares::default();
        let scan_unit = |unit: &Unit| {
            let mut tools = spares.take().unwrap_or_default();
            let mut result = self.scan_unit(&inputs[unit.input], unit, &mut tools)?;
            spares.give(tools);
            if kept.fetch_add(result.kept.len(), Ordering::Relaxed) + result.kept.len() > self.memory {
                result.kept = Vec::new();
                result.classes.iter_mut().for_each(|(_, class)| class.guess = None);
            }
            (self.advance)();
            Ok(result)
        };
        let results: Vec<Result<UnitResult, Error>> =
            units.par_iter().with_max_len(1).map(scan_unit).collect();

        let mut findings = Findings::default();
        let mut scanned = Vec::with_capacity(units.len());
        for (unit, result) in units.into_iter().zip(results) {
            let result = result?;
            let first = findings.facts.len();
            let mut classes = Vec::with_capacity(result.classes.len());
            for (entry, class) in result.classes {
                let index = findings.facts.len();
                findings.troubles.extend(class.troubles.into_iter().map(|trouble| (index, trouble)));
                findings.facts.push(class.facts);
                classes.push(Slot { entry, guess: class.guess });
            }
            findings.unreadable.extend(result.unreadable);
            scanned.push(ScannedUnit { unit, classes, first, kept: result.kept });
        }
        Ok(Scan { inputs, units: scanned, findings })
    }

    fn scan_unit(
        &self,
        input: &Input,
        unit: &Unit,
        (reading, scratch): &mut (Reading, Scratch),
    ) -> Result<UnitResult, Error> {
        let mut result =
            UnitResult { kept: Vec::with_capacity(self.expected(input, unit)), ..UnitResult::default() };
        input::for_each_class(input, unit.entries.clone(), reading, |entry, bytes| {
            let unreadable = |reason, detail| Unreadable {
                input: unit.input,
                entry: printable(input.entry_name(entry)),
                reason,
                detail,
            };
            let scanned = match bytes {
                Ok(bytes) => class_pass::scan(bytes, self.rewriting, self.skips, scratch, &mut result.kept),
                Err(detail) => {
                    result.unreadable.push(unreadable(SkipReason::Unsupported, detail));
                    return;
                }
            };
            match scanned {
                Ok(class) => result.classes.push((entry, class)),
                Err(error) => {
                    let reason = match error {
                        ClassError::Unsupported { .. } => SkipReason::Unsupported,
                        _ => SkipReason::Malformed,
                    };
                    result.unreadable.push(unreadable(reason, error.to_string()));
                }
            }
        })?;
        Ok(result)
    }

    /// About how many bytes a unit's edited classes will take. Memory that is reserved and not needed
    /// costs nothing; growing does.
    fn expected(&self, input: &Input, unit: &Unit) -> usize {
        let Input::Jar(jar) = input else { return 0 };
        let inflated: u64 = unit.entries.clone().map(|index| jar.entry(index).uncompressed_size()).sum();
        let least = usize::try_from(inflated + inflated / 4).unwrap_or(usize::MAX);
        least.min(self.memory).min(MOST_RESERVED)
    }
}
