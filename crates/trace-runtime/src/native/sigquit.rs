//! SIGQUIT: how Android tells a process that it does not respond.
//!
//! On an ANR the system sends SIGQUIT to the process; ART's thread "Signal Catcher" takes it and writes the
//! stacks of all threads. This module sees the signal first and passes it on:
//!
//! - On Android all threads block SIGQUIT, and the Signal Catcher waits for it with `sigwait`. A second thread that
//!   waits would never get it: for a signal to the process the kernel asks the main thread first, then the others in
//!   the order of their creation, and the Signal Catcher is older. So the **main thread** stops blocking the signal
//!   and has a handler. The signal is passed on with `tgkill` to the Signal Catcher, which notices no difference.
//! - A virtual machine that has a handler of its own, as HotSpot, gets the signal by a call of that handler.
//! - Where neither is there, nothing is watched: a signal is never swallowed.
//!
//! The handler passes the signal on and makes one `write` to an eventfd, where a thread sleeps in `read` that tells
//! us. So the system, which waits for the stacks, waits for nothing of ours.

use super::process::threads_named;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The thread of the virtual machine that waits for SIGQUIT, by ART's name for it.
pub const SIGNAL_CATCHER: &str = "Signal Catcher";

/// Name of the thread that passes signals on, as `/proc/self/task/*/comm` has it.
pub const THREAD_NAME: &str = "trace-sigquit";

/// Why SIGQUIT is not watched.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// Only the main thread is asked by the kernel before the Signal Catcher.
    #[error("SIGQUIT can be watched from the main thread only")]
    NotMainThread,
    /// One watch is all that a process can have.
    #[error("SIGQUIT is watched already")]
    Watched,
    /// Neither a Signal Catcher nor a handler: whoever sends SIGQUIT wants the process to end.
    #[error("nobody in this process handles SIGQUIT, so there is nobody to pass it on to")]
    NobodyToPassItTo,
    /// The system has no thread or no file descriptor left.
    #[error("SIGQUIT cannot be watched: {0}")]
    System(#[from] io::Error),
}

/// What the handler writes to; -1 while nobody watches.
static EVENTS: AtomicI32 = AtomicI32::new(-1);
/// The thread that waits for the signal, 0 for none.
static CATCHER: AtomicI32 = AtomicI32::new(0);
/// The handler that was there before, 0 for none, and whether it takes one argument or three.
static EARLIER: AtomicUsize = AtomicUsize::new(0);
static EARLIER_TAKES_INFO: AtomicBool = AtomicBool::new(false);

/// How all was before our handler; None while it is not installed.
static INSTALLED: Mutex<Option<Before>> = Mutex::new(None);

struct Before {
    action: libc::sigaction,
    was_blocked: bool,
}

/// A watch of SIGQUIT, until it is dropped.
#[derive(Debug)]
pub struct SigQuit {
    events: Arc<OwnedFd>,
    ending: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Begins to watch. `told` runs after each signal, on a thread of its own.
///
/// # Errors
/// See [`Refused`]; then nothing is changed.
pub fn watch(mut told: impl FnMut() + Send + 'static) -> Result<SigQuit, Refused> {
    if !is_main_thread() {
        return Err(Refused::NotMainThread);
    }
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if EVENTS.load(SeqCst) >= 0 {
        return Err(Refused::Watched);
    }
    if installed.is_none() {
        *installed = Some(install()?);
    }
    let events = Arc::new(event_fd()?);
    let ending = Arc::new(AtomicBool::new(false));
    let (thread_events, thread_ending) = (Arc::clone(&events), Arc::clone(&ending));
    let thread = thread::Builder::new().name(THREAD_NAME.into()).spawn(move || {
        while next_event(&thread_events) && !thread_ending.load(SeqCst) {
            told();
        }
    })?;
    EVENTS.store(events.as_raw_fd(), SeqCst);
    Ok(SigQuit { events, ending, thread: Some(thread) })
}

impl Drop for SigQuit {
    /// Everything is as before; but where it is not the main thread that drops, or where somebody has put another
    /// handler over ours, ours stays and passes signals on.
    fn drop(&mut self) {
        EVENTS.store(-1, SeqCst);
        uninstall();
        self.ending.store(true, SeqCst);
        write_event(self.events.as_raw_fd());
        if let Some(thread) = self.thread.take().filter(|it| it.thread().id() != thread::current().id()) {
            // It panics only if `told` does, and then it is over, too.
            let _ = thread.join();
        }
    }
}

/// Runs on the main thread, between any two of its instructions: only what is async-signal-safe.
extern "C" fn handler(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let events = EVENTS.load(SeqCst);
    if events >= 0 {
        write_event(events);
    }
    let catcher = CATCHER.load(SeqCst);
    if catcher != 0 {
        // SAFETY: takes numbers, and cannot fail: the thread waits for this signal as long as the process lives.
        unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), catcher, libc::SIGQUIT) };
    }
    let earlier = EARLIER.load(SeqCst);
    if earlier == 0 {
        return;
    }
    if EARLIER_TAKES_INFO.load(SeqCst) {
        type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);
        // SAFETY: the kernel gave us this address as that of a handler with SA_SIGINFO.
        let earlier = unsafe { std::mem::transmute::<usize, Handler>(earlier) };
        earlier(signal, info, context);
    } else {
        // SAFETY: the kernel gave us this address as that of a handler without SA_SIGINFO.
        let earlier = unsafe { std::mem::transmute::<usize, extern "C" fn(libc::c_int)>(earlier) };
        earlier(signal);
    }
}

fn action_now() -> io::Result<libc::sigaction> {
    // SAFETY: all zeros are a sigaction.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: asks only; `action` is valid for writes.
    let result = unsafe { libc::sigaction(libc::SIGQUIT, std::ptr::null(), &raw mut action) };
    if result == 0 { Ok(action) } else { Err(io::Error::last_os_error()) }
}

/// Installs the handler and lets the signal through to this thread.
fn install() -> Result<Before, Refused> {
    let before = action_now()?;
    let has_handler = !matches!(before.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN);
    let catcher = threads_named(SIGNAL_CATCHER).first().copied();
    if !has_handler && catcher.is_none() {
        return Err(Refused::NobodyToPassItTo);
    }
    EARLIER_TAKES_INFO.store(before.sa_flags & libc::SA_SIGINFO != 0, SeqCst);
    EARLIER.store(if has_handler { before.sa_sigaction } else { 0 }, SeqCst);
    // A handler is what the system would call, whatever the threads are named.
    CATCHER.store(if has_handler { 0 } else { catcher.unwrap_or(0) }, SeqCst);
    // SAFETY: all zeros are a sigaction, with no signal blocked while the handler runs.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = handler as *const () as usize;
    // The main thread's system calls go on, and a thread whose stack is full has another one.
    action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK;
    // SAFETY: `action` is valid, and its handler is async-signal-safe and never unloaded.
    if unsafe { libc::sigaction(libc::SIGQUIT, &raw const action, std::ptr::null_mut()) } != 0 {
        return Err(io::Error::last_os_error().into());
    }
    Ok(Before { action: before, was_blocked: block(false) })
}

fn uninstall() {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    let ours_is_on_top = || action_now().is_ok_and(|now| now.sa_sigaction == handler as *const () as usize);
    if is_main_thread()
        && ours_is_on_top()
        && let Some(before) = installed.take()
    {
        // First, for without a handler a signal would end the process.
        block(before.was_blocked);
        // SAFETY: the action is what the kernel gave us.
        unsafe { libc::sigaction(libc::SIGQUIT, &raw const before.action, std::ptr::null_mut()) };
    }
}

fn is_main_thread() -> bool {
    // SAFETY: both take nothing, give a number and cannot fail.
    unsafe { libc::gettid() == libc::getpid() }
}

/// Blocks or unblocks SIGQUIT for this thread; gives whether it was blocked.
fn block(blocked: bool) -> bool {
    // SAFETY: the sets are ours; none of these calls can fail with valid sets and a valid signal.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        let mut old: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGQUIT);
        let how = if blocked { libc::SIG_BLOCK } else { libc::SIG_UNBLOCK };
        libc::pthread_sigmask(how, &raw const set, &raw mut old);
        libc::sigismember(&raw const old, libc::SIGQUIT) == 1
    }
}

fn event_fd() -> io::Result<OwnedFd> {
    // SAFETY: takes numbers.
    let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_SEMAPHORE) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a new descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Async-signal-safe, and leaves `errno` as it was.
fn write_event(fd: i32) {
    // SAFETY: a thread's errno is always there.
    let errno = unsafe { &mut *errno_place() };
    let before = *errno;
    let one = 1_u64;
    // SAFETY: eight bytes of `one`; a closed descriptor is an error that we ignore.
    unsafe { libc::write(fd, (&raw const one).cast(), size_of::<u64>()) };
    *errno = before;
}

/// Waits for an event; false if there will be none.
fn next_event(fd: &OwnedFd) -> bool {
    loop {
        let mut count = 0_u64;
        // SAFETY: eight bytes of `count`.
        let read = unsafe { libc::read(fd.as_raw_fd(), (&raw mut count).cast(), size_of::<u64>()) };
        if read > 0 {
            return true;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return false;
        }
    }
}

fn errno_place() -> *mut libc::c_int {
    // SAFETY: takes nothing, gives the address of the thread's errno.
    unsafe {
        #[cfg(target_os = "android")]
        return libc::__errno();
        #[cfg(not(target_os = "android"))]
        return libc::__errno_location();
    }
}
