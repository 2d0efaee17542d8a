//! Scripts of events in `fixtures/scripts`, each named after what it shows, and what must come of them.
//! `TRACE_BLESS=1` writes the latter anew; read the difference before you commit it.

use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use trace_model::{MethodId, Record};
use trace_runtime::ring::Ring;
use trace_runtime::{Action, Engine, Setup, TimedEvent, Timestamp};

/// A line of a script. Lines that begin with `#` are comments.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Start(Start),
    Record(Recorded),
    Event(TimedEvent),
}

/// May be the first line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    setup: Setup,
    /// Slots of the ring, a power of two.
    #[serde(default = "many")]
    slots: usize,
}

/// A record of the main thread.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    at: Timestamp,
    record: Side,
    /// 1048574 is the dispatch.
    method: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Enter,
    Exit,
}

fn many() -> usize {
    1 << 10
}

impl Recorded {
    fn record(&self, base: Timestamp) -> Record {
        let id = match self.method {
            id if id == MethodId::DISPATCH.get() => MethodId::DISPATCH,
            id => MethodId::new(id).expect("no such method"),
        };
        let time = u64::try_from(self.at.since(base).as_nanos()).unwrap() >> 10;
        match self.side() {
            true => Record::enter(id, time),
            false => Record::exit(id, time),
        }
    }

    fn side(&self) -> bool {
        matches!(self.record, Side::Enter)
    }
}

/// What comes of a script, a line each.
fn run(script: &str) -> String {
    let mut setup = Setup::default();
    let mut ring = Ring::with_slots(many()).unwrap();
    let mut engine = Engine::new(setup.clone());
    let mut text = String::new();
    for (number, line) in (1..).zip(script.lines()) {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(line).unwrap_or_else(|error| panic!("line {number}: {error}")) {
            Line::Start(start) => {
                setup = start.setup;
                ring = Ring::with_slots(start.slots).unwrap();
                engine = Engine::new(setup.clone());
            }
            Line::Record(recorded) => ring.push(recorded.record(setup.base)),
            Line::Event(TimedEvent { at, event }) => {
                let mut actions = Vec::new();
                engine.handle(at, event, &ring, &mut actions);
                for action in actions {
                    writeln!(text, "{}", json!({ "at": at, "action": told(action) })).unwrap();
                }
            }
        }
    }
    text
}

fn told(action: Action) -> Value {
    match action {
        Action::Arm { timer, at } => json!({ "arm": timer, "due": at }),
        Action::Cancel { timer } => json!({ "cancel": timer }),
        Action::Ask { token, question } => json!({ "ask": question, "token": token }),
        Action::Frames { listener, fps } => json!({ "frames": fps, "listener": listener }),
        Action::FrameDropped { listener, bad } => json!({ "frameDropped": bad, "listener": listener }),
        Action::Refused { listener, why } => json!({ "refused": why.to_string(), "listener": listener }),
        Action::Report(pending) => json!({ "report": pending.finish() }),
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/scripts")
}

fn names(ending: &str) -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        files.filter_map(|file| file.strip_suffix(ending).map(str::to_owned)).collect();
    names.sort();
    names
}

#[test]
fn scripts_give_what_is_expected() {
    let mut changed = String::new();
    for name in names(".jsonl").iter().filter(|name| !name.ends_with(".expected")) {
        let script = fs::read_to_string(folder().join(format!("{name}.jsonl"))).unwrap();
        let found = run(&script);
        let golden = folder().join(format!("{name}.expected.jsonl"));
        if std::env::var_os("TRACE_BLESS").is_some() {
            fs::write(&golden, &found).unwrap();
        }
        let wanted = fs::read_to_string(&golden).unwrap_or_default();
        let mut lines = wanted.lines().zip(found.lines()).zip(1..);
        if let Some(((was, is), line)) = lines.find(|((was, is), _)| was != is) {
            writeln!(changed, "{name}, line {line} was\n  {was}\nis\n  {is}").unwrap();
        } else if wanted != found {
            writeln!(changed, "{name}: had {} lines, has {}", wanted.lines().count(), found.lines().count())
                .unwrap();
        }
    }
    assert!(changed.is_empty(), "{changed}if that is right: TRACE_BLESS=1");
}

#[test]
fn no_expectation_is_left_over() {
    let scripts = names(".jsonl");
    assert!(scripts.len() > 20, "the folder is empty");
    for name in names(".expected.jsonl") {
        assert!(scripts.contains(&name), "{name}.expected.jsonl belongs to no script");
    }
}
