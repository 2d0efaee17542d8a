//! What the watchdog needs from whoever it works for.

use crate::ring::Store;
use crate::{BadFrame, Question};
use trace_model::report::{Fps, Report};

/// The app, while the watchdog's thread may talk to it. Its methods may take as long as they like: nothing is locked.
pub trait App {
    /// The main thread's ring, as the watchdog's thread sees it.
    fn records(&self) -> &dyn Store;

    /// Raises the tick clock: the next record takes a new time.
    fn tick(&mut self);

    /// Parks the tick clock: until the next tick, each record takes a new time.
    fn park_tick(&mut self);

    /// Starts to find out, to be answered with [`Event::Answer`](crate::Event::Answer) at any later time.
    fn ask(&mut self, token: u64, question: Question);

    /// Takes a finished report.
    fn report(&mut self, report: Report);

    /// Takes how smoothly a scene was drawn, for a listener.
    fn frames(&mut self, listener: u32, fps: &Fps);

    /// Takes a frame that dropped others, for a listener.
    fn bad_frame(&mut self, listener: u32, bad: &BadFrame);

    /// Is told what did not work.
    fn log(&mut self, line: &str);
}

/// Where the app can be talked to.
pub trait Host: Send + 'static {
    /// Runs `serve` with the calling thread attached to the app's virtual machine, and detaches it.
    ///
    /// False if that is not possible, now and for good.
    fn attach(&mut self, serve: &mut dyn FnMut(&mut dyn App)) -> bool;

    /// The thread ends because of a panic, which is caught.
    fn panicked(&mut self);
}
