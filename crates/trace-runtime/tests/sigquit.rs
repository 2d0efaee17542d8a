//! SIGQUIT on its way to whoever had it before us, each case in a process of its own.
//!
//! Not libtest's harness: the cases need the process's main thread.
#![allow(unsafe_code, reason = "plays a virtual machine that handles signals")]
#![allow(clippy::print_stdout, reason = "a test harness")]

use std::process::{Child, Command, ExitCode};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};
use trace_runtime::native::sigquit::{Refused, SIGNAL_CATCHER, THREAD_NAME, watch};

const CASES: [(&str, fn()); 5] = [
    ("the_signal_catcher_gets_every_signal", the_signal_catcher_gets_every_signal),
    ("an_earlier_handler_gets_every_signal", an_earlier_handler_gets_every_signal),
    ("a_handler_with_one_argument_is_called", a_handler_with_one_argument_is_called),
    ("a_signal_that_nobody_handles_is_not_touched", a_signal_that_nobody_handles_is_not_touched),
    ("only_the_main_thread_can_watch", only_the_main_thread_can_watch),
];

const SIGNALS: u32 = 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = &arguments[..]
        && flag == "--case"
    {
        CASES.iter().find(|(case, _)| case == name).expect("a case").1();
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "--list") {
        CASES.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let filters: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let chosen = |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(*filter));
    let (mut passed, mut failed) = (0, 0);
    for (name, _) in CASES.iter().filter(|(name, _)| chosen(name)) {
        let good = in_a_process(name);
        println!("test {name} ... {}", if good { "ok" } else { "FAILED" });
        if good { passed += 1 } else { failed += 1 }
    }
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "test result: {result}. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out"
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn in_a_process(name: &str) -> bool {
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program).args(["--case", name]).spawn().expect("a process");
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        match child.try_wait().expect("a child can be waited for") {
            Some(status) => return status.success(),
            None if Instant::now() > deadline => return end(&mut child),
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn end(child: &mut Child) -> bool {
    child.kill().and_then(|()| child.wait()).expect("a child can be ended");
    false
}

static CAUGHT: AtomicU32 = AtomicU32::new(0);
static TOLD: AtomicU32 = AtomicU32::new(0);

fn told() {
    TOLD.fetch_add(1, SeqCst);
}

/// Sends SIGQUIT to the process, as the system does, and waits until all is as the counts say.
fn send(caught: u32, told: u32) {
    // SAFETY: to this process, which handles it.
    assert_eq!(unsafe { libc::kill(libc::getpid(), libc::SIGQUIT) }, 0);
    let deadline = Instant::now() + Duration::from_secs(20);
    while (CAUGHT.load(SeqCst), TOLD.load(SeqCst)) != (caught, told) {
        assert!(Instant::now() < deadline, "caught {CAUGHT:?} and told {TOLD:?}, not {caught} and {told}");
        thread::sleep(Duration::from_micros(200));
    }
}

fn sigquit_set() -> libc::sigset_t {
    // SAFETY: all zeros are a set, and the set is ours.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGQUIT);
        set
    }
}

/// As ART at the start of a process: all threads block SIGQUIT and one waits for it.
fn start_signal_catcher() {
    let set = sigquit_set();
    // SAFETY: the set is ours.
    assert_eq!(unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()) }, 0);
    let (ready, is_ready) = std::sync::mpsc::channel();
    let catcher = move || {
        ready.send(()).unwrap();
        loop {
            let mut signal = 0;
            // SAFETY: both are ours.
            assert_eq!(unsafe { libc::sigwait(&raw const set, &raw mut signal) }, 0);
            CAUGHT.fetch_add(1, SeqCst);
        }
    };
    thread::Builder::new().name(SIGNAL_CATCHER.into()).spawn(catcher).unwrap();
    is_ready.recv().unwrap();
}

fn the_signal_catcher_gets_every_signal() {
    start_signal_catcher();
    send(1, 0);
    let watching = watch(told).unwrap();
    assert!(matches!(watch(told), Err(Refused::Watched)));
    for n in 1..=SIGNALS {
        send(1 + n, n);
    }
    drop(watching);
    send(2 + SIGNALS, SIGNALS);
    // And once more: nothing of the first watch is left.
    let again = watch(told).unwrap();
    send(3 + SIGNALS, 1 + SIGNALS);
    // Another thread cannot undo what the main thread did; the signal goes on to be passed on.
    thread::spawn(|| drop(again)).join().unwrap();
    send(4 + SIGNALS, 1 + SIGNALS);
    let at_last = watch(told).unwrap();
    send(5 + SIGNALS, 2 + SIGNALS);
    drop(at_last);
    send(6 + SIGNALS, 2 + SIGNALS);
    assert!(trace_runtime::native::process::threads_named(THREAD_NAME).is_empty());
}

extern "C" fn on_signal(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: with SA_SIGINFO the kernel gives a valid `info`.
    assert_eq!((signal, unsafe { (*info).si_signo }), (libc::SIGQUIT, libc::SIGQUIT));
    CAUGHT.fetch_add(1, SeqCst);
}

extern "C" fn on_signal_plain(signal: libc::c_int) {
    assert_eq!(signal, libc::SIGQUIT);
    CAUGHT.fetch_add(1, SeqCst);
}

fn with_earlier_handler(address: usize, flags: libc::c_int) {
    // SAFETY: all zeros are a sigaction; the handlers only add to a counter.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = address;
        action.sa_flags = flags;
        assert_eq!(libc::sigaction(libc::SIGQUIT, &raw const action, std::ptr::null_mut()), 0);
    }
    let watching = watch(told).unwrap();
    for n in 1..=SIGNALS {
        send(n, n);
    }
    drop(watching);
    send(1 + SIGNALS, SIGNALS);
}

fn an_earlier_handler_gets_every_signal() {
    with_earlier_handler(on_signal as *const () as usize, libc::SA_SIGINFO);
}

fn a_handler_with_one_argument_is_called() {
    with_earlier_handler(on_signal_plain as *const () as usize, 0);
}

fn a_signal_that_nobody_handles_is_not_touched() {
    assert!(matches!(watch(told), Err(Refused::NobodyToPassItTo)));
    // SAFETY: all zeros are a sigaction, and only asked for.
    let action = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGQUIT, std::ptr::null(), &raw mut action);
        action
    };
    assert_eq!(action.sa_sigaction, libc::SIG_DFL);
}

fn only_the_main_thread_can_watch() {
    start_signal_catcher();
    thread::spawn(|| assert!(matches!(watch(told), Err(Refused::NotMainThread)))).join().unwrap();
    send(1, 0);
}
