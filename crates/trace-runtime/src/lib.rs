//! What an instrumented app runs besides its own code.
//!
//! The core knows no clock, no thread and no JNI. Facts come in as [`Event`]s with their time, what should
//! be done goes out as [`Action`]s, so every tracer can be tested by a script. The edge is thin: it feeds
//! events, keeps the timers, and asks Android what the tracers want to know.
//!
//! Three rules hold everywhere: nothing here may panic, whatever comes in; nothing grows with the time
//! that the app runs; and what is done for a message that was fast costs next to nothing.

mod action;
pub mod beat;
pub mod clock;
mod dedup;
mod engine;
mod event;
#[cfg(all(feature = "jni", any(target_os = "linux", target_os = "android")))]
#[allow(unsafe_code, reason = "calls from and to Java")]
pub mod jni;
mod kind;
#[cfg(any(target_os = "linux", target_os = "android"))]
#[allow(unsafe_code, reason = "system calls")]
pub mod native;
mod pending;
pub mod ring;
mod setup;
pub mod stack;
mod time;
pub mod tracers;
pub mod watchdog;

pub use action::{Action, BadFrame, Question, Timer};
pub use dedup::Dedup;
pub use engine::Engine;
pub use event::{Answer, Event, Frame, Message, TimedEvent};
pub use kind::ReportKind;
pub use pending::Pending;
pub use setup::Setup;
pub use time::Timestamp;
pub use tracers::task::Task;
