//! What the tracers cost for a message that no report comes of: at most 1 us is allowed.
//!
//! The clock is a number, so this is all that is done besides the clock, the lock and the way from Java.

use divan::{Bencher, black_box};
use trace_runtime::ring::Ring;
use trace_runtime::{Action, Engine, Event, Frame, Message, Setup, Timer, Timestamp};

fn main() {
    divan::main();
}

/// A looper that is busy for a third of the time, and its timers.
struct Looper {
    engine: Engine,
    ring: Ring,
    nanos: u64,
    lag: u64,
    anr: u64,
    actions: Vec<Action>,
}

impl Looper {
    fn new() -> Looper {
        let mut looper = Looper {
            engine: Engine::new(Setup::default()),
            ring: Ring::with_slots(1 << 10).expect("a power of two"),
            nanos: 1 << 40,
            lag: u64::MAX,
            anr: u64::MAX,
            actions: Vec::with_capacity(16),
        };
        let activity = "app.Main".to_owned();
        looper.tell(Event::ActivityResumed { activity });
        looper.tell(Event::RefreshRate { hertz: 60.0 });
        looper
    }

    fn tell(&mut self, event: Event) {
        self.engine.handle(Timestamp::from_nanos(self.nanos), event, &self.ring, &mut self.actions);
        for action in self.actions.drain(..) {
            match action {
                Action::Arm { timer: Timer::Lag, at } => self.lag = at.as_nanos(),
                Action::Arm { timer: Timer::Anr, at } => self.anr = at.as_nanos(),
                _ => {}
            }
        }
    }

    fn advance(&mut self, nanos: u64) {
        self.nanos += nanos;
        if self.nanos >= self.lag {
            self.lag = u64::MAX;
            self.tell(Event::Timer { timer: Timer::Lag });
        }
        if self.nanos >= self.anr {
            self.anr = u64::MAX;
            self.tell(Event::Timer { timer: Timer::Anr });
        }
    }

    fn dispatch(&mut self, inside: impl FnOnce(&mut Looper)) {
        self.advance(4_000_000);
        let message = Message(self.nanos as u32 % 50);
        self.tell(Event::DispatchBegin { message });
        self.advance(2_000_000);
        inside(self);
        self.tell(Event::DispatchEnd);
    }
}

/// A message: its begin and its end.
#[divan::bench(sample_size = 1_000)]
fn message(bencher: Bencher<'_, '_>) {
    let mut looper = Looper::new();
    bencher.bench_local(|| black_box(&mut looper).dispatch(|_| ()));
}

/// A message in which a touch event is answered and a frame drawn, and an idle handler behind it.
#[divan::bench(sample_size = 1_000)]
fn message_with_touch_frame_and_idle_handler(bencher: Bencher<'_, '_>) {
    let mut looper = Looper::new();
    let frame = Frame { is_vsync: true, draw: 3_000_000, total: 9_000_000, ..Frame::default() };
    bencher.bench_local(|| {
        let looper = black_box(&mut looper);
        looper.dispatch(|looper| {
            looper.tell(Event::TouchReceived);
            looper.tell(Event::TouchFinished);
            looper.tell(Event::Frame(frame));
        });
        looper.tell(Event::IdleBegin);
        looper.tell(Event::IdleEnd);
    });
}
