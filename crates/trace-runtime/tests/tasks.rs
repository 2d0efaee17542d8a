//! Worker threads that the app has recorded: a ring for each, beside the main thread's.

use trace_model::report::{Content, Detail, EvilMethod};
use trace_model::{MethodId, Record};
use trace_runtime::ring::Ring;
use trace_runtime::{Action, Engine, Event, Message, Pending, ReportKind, Setup, Task, Timestamp};

fn at(millis: u64) -> Timestamp {
    Timestamp::from_nanos(millis * 1_000_000)
}

fn call(ring: &mut Ring, id: u32, begin: u64, end: u64) {
    let id = MethodId::new(id).unwrap_or(MethodId::DISPATCH);
    let ticks = |millis: u64| (millis * 1_000_000) >> 10;
    ring.extend([Record::enter(id, ticks(begin)), Record::exit(id, ticks(end))]);
}

fn content(pending: Pending) -> EvilMethod {
    match pending.finish().content {
        Content::EvilMethod(content) => *content,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_thread_has_the_calls_of_its_own_ring() {
    let mut engine = Engine::new(Setup::default());
    let mut rings: Vec<Ring> = (0..3).map(|_| Ring::with_slots(16).unwrap()).collect();
    let mut out = Vec::new();
    engine.handle(at(0), Event::DispatchBegin { message: Message(1) }, &rings[0], &mut out);
    // The rings have come differently far: a mark of one is no mark of another.
    (0..9).for_each(|_| call(&mut rings[1], 99, 0, 0));
    let decode = Task::begin(at(100), "decoder", &rings[1]);
    let store = Task::begin(at(200), "storage", &rings[2]);
    call(&mut rings[0], 5, 0, 800);
    call(&mut rings[1], 7, 100, 850);
    call(&mut rings[2], 8, 300, 950);

    let decoded = content(*engine.task_ended(at(900), &decode, &rings[1]).unwrap());
    let stored = content(*engine.task_ended(at(950), &store, &rings[2]).unwrap());
    engine.handle(at(1_024), Event::DispatchEnd, &rings[0], &mut out);
    let Some(Action::Report(dispatched)) = out.pop() else { panic!("{out:?}") };

    let told = |content: &EvilMethod| (content.detail, content.cost, content.thread.clone());
    assert_eq!(told(&decoded), (Detail::Worker, 800, Some("decoder".into())));
    assert_eq!((decoded.stack.as_str(), decoded.stack_key.as_str()), ("0,7,1,750\n", "7|"));
    assert_eq!(told(&stored), (Detail::Worker, 750, Some("storage".into())));
    assert_eq!(stored.stack, "0,8,1,650\n");
    let dispatched = content(*dispatched);
    assert_eq!(told(&dispatched), (Detail::Normal, 1_024, None));
    assert_eq!(dispatched.stack, "0,1048574,1,1024\n1,5,1,800\n");
}

#[test]
fn short_tasks_and_those_that_nobody_wants_are_not_reported() {
    let ring = Ring::with_slots(16).unwrap();
    let task = Task::begin(at(100), "decoder", &ring);
    let engine = Engine::new(Setup::default());
    assert_eq!(engine.task_ended(at(799), &task, &ring), None);
    assert!(engine.task_ended(at(800), &task, &ring).is_some());
    let off = Engine::new(Setup { off: vec![ReportKind::EvilMethod], ..Setup::default() });
    assert_eq!(off.task_ended(at(800), &task, &ring), None);
}

#[test]
fn what_a_small_ring_has_lost_is_uncovered() {
    let mut ring = Ring::with_slots(4).unwrap();
    let task = Task::begin(at(0), "decoder", &ring);
    (0..8).for_each(|n| call(&mut ring, 1 + n, u64::from(n) * 128, u64::from(n) * 128 + 128));
    let engine = Engine::new(Setup::default());
    let content = content(*engine.task_ended(at(1_024), &task, &ring).unwrap());
    assert_eq!(content.stack, "0,7,1,128\n0,8,1,128\n");
    assert!((content.uncovered.unwrap() - 0.75).abs() < 1e-3, "{content:?}");
}
