//! Plays a script with the ring, the marks and the states of this crate.
//!
//! The writer is Java and no part of this crate, so there is one here, with the clock of the scripts: the
//! milliseconds are renewed by the first call, the begin of a dispatch and its records.

use crate::ring::{EARLY_START, FREED, ONE_RECORD, WRAP};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trace_model::{MethodId, Record};
use trace_runtime::Timestamp;
use trace_runtime::beat::{Beat, Change, State};
use trace_runtime::ring::{Mark, Ring, Store, copy_since};

pub(crate) const SLOTS: usize = 16;

/// When the scripts begin, by the clock of the system.
pub(crate) const START: u64 = 1_000;

/// The mark that the first call leaves for the application's creation; scripts see it in `head` alone.
const CREATION: &str = "";

/// A mark as Matrix has it: before the newest record, known by that one's slot, -1 if there is none.
#[derive(Clone, Copy)]
struct MatrixMark {
    mark: Mark,
    index: i64,
}

pub(crate) struct Player {
    beat: Beat,
    ring: Ring,
    marks: BTreeMap<String, MatrixMark>,
    /// All that the ring was ever given, to judge differences by.
    history: Vec<Record>,
    now: u64,
    /// The time that records get. As in Matrix, it is since boot until the first call, and since `START` then.
    time: u64,
    /// A defect of Matrix's states was met that was mended: all that follows may differ.
    other_state: Option<&'static str>,
}

impl Player {
    pub(crate) fn new() -> Player {
        Player {
            beat: Beat::new(Timestamp::from_nanos(START * 1_000_000)),
            ring: new_ring(),
            marks: BTreeMap::new(),
            history: Vec::new(),
            now: START,
            time: START,
            other_state: None,
        }
    }

    /// Does an operation; its answer is null if it has none.
    pub(crate) fn step(&mut self, operation: &str) -> Result<Value, String> {
        let (name, argument) = operation.split_once(' ').unwrap_or((operation, ""));
        let number = || argument.parse::<i32>().map_err(|error| error.to_string());
        match name {
            "i" => self.enter(number()?, true),
            "o" => self.exit(number()?),
            "bi" => self.enter(number()?, false),
            // Exits on other threads do nothing at all, nor does the end of a dispatch.
            "bo" | "de" => {}
            "t" => self.now = argument.parse().map_err(|_| "no time")?,
            "db" => self.renew_time(),
            "mask" => return Ok(json!(self.mark(argument))),
            "release" => drop(self.marks.remove(argument)),
            "valid" => return Ok(json!(self.is_valid(argument))),
            "copy" => return self.copy(argument),
            "head" => return Ok(json!(self.head())),
            "status" => return Ok(json!(self.beat.state() as i32)),
            "start" => self.start(),
            "stop" => self.beat.stop(),
            "force" => self.beat.force_stop(),
            "expire" => {
                let deadline = self.beat.deadline().unwrap_or_default();
                let change = self.beat.elapse(deadline);
                self.follow(change);
            }
            "release_buf" => {
                let change = self.beat.release();
                self.follow(change);
            }
            _ => return Err("no such operation".into()),
        }
        Ok(Value::Null)
    }

    /// What in Matrix makes an answer differ from `answer`.
    pub(crate) fn defect(&self, operation: &str, expected: &Value, answer: &Value) -> Option<&'static str> {
        if self.other_state.is_some() {
            return self.other_state;
        }
        let (name, argument) = operation.split_once(' ').unwrap_or((operation, ""));
        let mark = self.marks.get(argument).map(|mark| mark.mark.records_before() as usize);
        match (name, mark) {
            ("copy", Some(mark)) if self.is_overwritten(mark) && *answer == json!([]) => Some(WRAP),
            ("copy", Some(mark)) if *expected == json!([]) && *answer == hex(&self.history[mark..]) => {
                (mark + 1 == self.history.len()).then_some(ONE_RECORD)
            }
            ("valid", Some(mark)) if self.is_overwritten(mark) && *answer == json!(false) => Some(WRAP),
            ("head", _) => self.has_stale_marks(expected).then_some(WRAP),
            _ => None,
        }
    }

    /// Whether `indices` are those of the live marks, and besides only of some that were overwritten.
    fn has_stale_marks(&self, indices: &Value) -> bool {
        let Ok(mut unknown) = serde_json::from_value::<Vec<i64>>(indices.clone()) else { return false };
        let mut take = |index: i64| {
            let place = unknown.iter().position(|unknown| *unknown == index);
            place.map(|place| unknown.remove(place)).is_some()
        };
        let all_live = self.head().into_iter().all(&mut take);
        for mark in self.marks.values() {
            if self.is_overwritten(mark.mark.records_before() as usize) {
                take(mark.index);
            }
        }
        all_live && unknown.is_empty()
    }

    fn is_overwritten(&self, mark: usize) -> bool {
        self.history.len() > mark + SLOTS
    }

    fn enter(&mut self, id: i32, main_thread: bool) {
        if !self.accepts(id) {
            return;
        }
        let change = self.beat.first_call(Timestamp::from_nanos(self.now * 1_000_000));
        self.follow(change);
        if main_thread {
            self.write(id, 1 << 63);
        }
    }

    fn exit(&mut self, id: i32) {
        if self.accepts(id) {
            self.write(id, 0);
        }
    }

    fn accepts(&self, id: i32) -> bool {
        self.beat.state().records() && id < 0xF_FFFF
    }

    fn write(&mut self, id: i32, enter: u64) {
        if u32::try_from(id) == Ok(MethodId::DISPATCH.get()) {
            self.renew_time();
        }
        // As Java computes it: a negative id fills the upper bits.
        let record = Record::from_bits(enter | (i64::from(id) as u64) << 43 | self.time & Record::MAX_TIME);
        self.ring.push(record);
        self.history.push(record);
    }

    fn renew_time(&mut self) {
        self.time = self.now - START;
    }

    fn start(&mut self) {
        match self.beat.state() {
            State::Default => self.other_state = Some(EARLY_START),
            State::Released => self.other_state = Some(FREED),
            _ => {}
        }
        let change = self.beat.start();
        self.follow(change);
    }

    fn follow(&mut self, change: Change) {
        match change {
            Change::None => {}
            Change::Hook => {
                self.renew_time();
                self.mark(CREATION);
            }
            Change::MakeRing | Change::Release => {
                self.ring = new_ring();
                self.history.clear();
                self.marks.clear();
            }
        }
    }

    fn mark(&mut self, name: &str) -> i64 {
        let written = self.ring.written();
        let index = written.checked_sub(1).map_or(-1, |newest| (newest % SLOTS as u64) as i64);
        let mark = MatrixMark { mark: Mark::after(written.saturating_sub(1)), index };
        self.marks.insert(name.to_owned(), mark);
        index
    }

    fn is_valid(&self, name: &str) -> bool {
        self.marks.get(name).is_some_and(|mark| mark.mark.is_whole(&self.ring))
    }

    fn head(&self) -> Vec<i64> {
        let live = self.marks.values().filter(|mark| mark.mark.is_whole(&self.ring));
        let mut indices: Vec<_> = live.map(|mark| mark.index).collect();
        indices.sort_unstable();
        indices
    }

    /// As Matrix has it, an incomplete copy is none; that it is what was left is checked on the way.
    fn copy(&self, name: &str) -> Result<Value, String> {
        let Some(MatrixMark { mark, .. }) = self.marks.get(name) else { return Ok(json!([])) };
        let copied = copy_since(&self.ring, *mark).ok_or("nothing was left")?;
        let first = mark.records_before() + copied.lost;
        if self.history.get(first as usize..) != Some(&copied.records) {
            return Err(format!("{} are lost, but what is left does not follow them", copied.lost));
        }
        Ok(if copied.lost == 0 { hex(&copied.records) } else { json!([]) })
    }
}

fn new_ring() -> Ring {
    Ring::with_slots(SLOTS).expect("16 slots of memory")
}

fn hex(records: &[Record]) -> Value {
    records.iter().map(|record| format!("{:016x}", record.bits())).collect()
}
