//! Matrix's ring, marks and states (`AppMethodBeat`), remade with all their defects: see [`super::matrix`].

use super::player::START;
use serde_json::{Value, json};
use trace_model::{MethodId, Record};

const SLOTS: i64 = super::player::SLOTS as i64;

mod status {
    pub(super) const DEFAULT: i64 = i32::MAX as i64;
    pub(super) const STARTED: i64 = 2;
    pub(super) const READY: i64 = 1;
    pub(super) const STOPPED: i64 = -1;
    pub(super) const EXPIRED_START: i64 = -2;
    pub(super) const OUT_RELEASE: i64 = -3;
}

/// `IndexRecord`: known by a slot, -1 for before the first one.
struct Mark {
    name: String,
    index: i64,
    valid: bool,
}

pub(crate) struct MatrixRing {
    slots: Option<[u64; SLOTS as usize]>,
    /// The slot to write next, and the one written last.
    next: i64,
    last: i64,
    marks: Vec<Mark>,
    /// Places of the live marks, sorted by their slots.
    live: Vec<usize>,
    status: i64,
    now: u64,
    time: u64,
}

impl MatrixRing {
    pub(crate) fn new() -> MatrixRing {
        MatrixRing {
            slots: Some([0; SLOTS as usize]),
            next: 0,
            last: -1,
            marks: Vec::new(),
            live: Vec::new(),
            status: status::DEFAULT,
            now: START,
            time: START,
        }
    }

    /// Does an operation; its answer is null if it has none, or if it is none of Matrix's.
    pub(crate) fn step(&mut self, operation: &str) -> Value {
        let (name, argument) = operation.split_once(' ').unwrap_or((operation, ""));
        let id = || argument.parse().unwrap_or(i64::MAX);
        match name {
            "i" | "bi" => self.enter(id(), name == "i"),
            "o" => self.write(id(), 0),
            "t" => self.now = argument.parse().unwrap_or(self.now),
            "db" => self.time = self.now.wrapping_sub(START),
            "mask" => return json!(self.mark(argument)),
            "release" => self.release(argument),
            "valid" => return json!(self.place(argument).is_some_and(|place| self.marks[place].valid)),
            "copy" => return self.copy(argument),
            "head" => {
                return self.live.iter().map(|&place| self.marks[place].index).collect();
            }
            "status" => return json!(self.status),
            "start" if (status::EXPIRED_START..status::STARTED).contains(&self.status) => {
                self.status = status::STARTED;
            }
            "stop" if self.status == status::STARTED => self.status = status::STOPPED,
            "force" => self.status = status::STOPPED,
            "expire" if self.status == status::READY => self.status = status::EXPIRED_START,
            "expire" if self.status == status::DEFAULT => self.free(),
            "release_buf" if self.status <= status::READY || self.status == status::DEFAULT => self.free(),
            _ => {}
        }
        Value::Null
    }

    fn free(&mut self) {
        self.slots = None;
        self.status = status::OUT_RELEASE;
    }

    fn enter(&mut self, id: i64, main_thread: bool) {
        if self.status == status::DEFAULT && id < 0xF_FFFF {
            self.time = self.now.wrapping_sub(START);
            self.mark("");
            self.status = status::READY;
        }
        if main_thread {
            self.write(id, 1 << 63);
        }
    }

    fn write(&mut self, id: i64, enter: u64) {
        if self.status <= status::STOPPED || id >= 0xF_FFFF {
            return;
        }
        if id == i64::from(MethodId::DISPATCH.get()) {
            self.time = self.now.wrapping_sub(START);
        }
        if self.next == SLOTS {
            self.next = 0;
        }
        if let Some(slots) = &mut self.slots {
            slots[self.next as usize] = enter | (id << 43) as u64 | self.time & Record::MAX_TIME;
            self.forget_overwritten();
            self.last = self.next;
        }
        self.next += 1;
    }

    /// `checkPileup`: only the first marks of the list, and those only at their own slot.
    fn forget_overwritten(&mut self) {
        while let Some(&first) = self.live.first() {
            let mark = &mut self.marks[first];
            if mark.index != self.next && !(mark.index == -1 && self.last == SLOTS - 1) {
                break;
            }
            mark.valid = false;
            self.live.remove(0);
        }
    }

    fn mark(&mut self, name: &str) -> i64 {
        let index = self.next - 1;
        let before = self.live.iter().position(|&place| index <= self.marks[place].index);
        self.live.insert(before.unwrap_or(self.live.len()), self.marks.len());
        self.marks.push(Mark { name: name.to_owned(), index, valid: true });
        index
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.marks.iter().rposition(|mark| mark.name == name)
    }

    fn release(&mut self, name: &str) {
        if let Some(place) = self.place(name) {
            self.marks[place].valid = false;
            self.live.retain(|&live| live != place);
        }
    }

    /// From slot to slot, whatever was written there since; of the same slot, nothing.
    fn copy(&self, name: &str) -> Value {
        let Some(mark) = self.place(name).map(|place| &self.marks[place]).filter(|mark| mark.valid) else {
            return json!([]);
        };
        let (first, last) = (mark.index.max(0), (self.next - 1).max(0));
        let places: Vec<i64> = match first.cmp(&last) {
            std::cmp::Ordering::Less => (first..=last).collect(),
            std::cmp::Ordering::Equal => Vec::new(),
            std::cmp::Ordering::Greater => (first..SLOTS).chain(0..=last).collect(),
        };
        let bits = |place: i64| self.slots.map_or(0, |slots| slots[place as usize]);
        places.into_iter().map(|place| format!("{:016x}", bits(place))).collect()
    }
}
