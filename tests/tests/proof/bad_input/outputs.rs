//! Outputs that cannot be written, and wrong usage: nothing is left behind.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use trace_tests::skip::or_skip;
use trace_tests::tool;

use super::{Case, class, good, renamed};
use crate::cli;
use crate::handmade::HandmadeZip;

#[test]
fn output_equal_to_input() {
    let case = Case::new(&good().finish());
    case.fails(&case.input, &[], &["input.jar"]);
    #[cfg(unix)]
    {
        let alias = case.place("alias.jar");
        std::os::unix::fs::symlink(&case.input, &alias).unwrap();
        case.fails(&alias, &[], &["alias.jar"]);
    }
}

#[test]
fn an_output_that_cannot_be_written() {
    let case = Case::new(&good().finish());
    fs::write(case.place("file"), b"").unwrap();
    case.fails(&case.place("file/output.jar"), &[], &["file"]);
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_is_a_device() {
    let case = Case::new(&good().finish());
    case.fails(&case.place("output.jar"), &["--ignored", "/dev/full"], &["/dev/full"]);
}

/// Runs the tool with a limit on the size of files, and its signal ignored: a write beyond fails, as
/// on a full disk, in the middle of the file.
#[cfg(unix)]
fn fails_beyond(kib: u32, options: &[&str], named: &str) {
    let classes = (10..50).map(|number| (format!("sample/Samp{number}.class"), number.to_string()));
    let zip = classes.fold(HandmadeZip::default(), |zip, (name, number)| {
        zip.entry(name, &renamed(&class(), &format!("sample/Samp{number}")))
    });
    let case = Case::new(&zip.finish());
    let before = case.listing();
    let output = case.place("new/folder/output.jar");
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("trap '' XFSZ; ulimit -f {kib}; exec \"$@\""), "bash"]);
    bash.arg(cli::binary()).arg("instrument").args(options);
    bash.arg("--input").arg(&case.input).arg("--output").arg(&output);
    bash.arg("--mapping").arg(case.place("mapping.txt")).arg("--summary").arg(case.place("summary.json"));
    let Some(result) = or_skip("full disk", tool::output(&mut bash)) else { return };
    let message = cli::stderr(&result);
    assert_eq!(result.status.code(), Some(1), "{message}");
    assert!(message.contains(case.place(named).to_str().unwrap()), "no `{named}` in: {message}");
    assert_eq!(case.listing(), before, "something was left behind: {message}");
    assert_eq!(fs::read(&case.input).unwrap(), case.bytes, "the input was touched");
}

#[test]
#[cfg(unix)]
fn a_disk_that_gets_full() {
    // The mapping has 2 to 3 KiB, each jar more than 16.
    fails_beyond(1, &[], "mapping.txt");
    fails_beyond(8, &["--compression", "store"], "new/folder/output.jar");
    fails_beyond(8, &["--threads", "1"], "new/folder/output.jar");
}

/// The plan is a pipe: the tool waits for it while the signal comes, and then has all of its work to do.
#[test]
#[cfg(unix)]
fn a_run_that_is_stopped_leaves_nothing_behind() {
    let case = Case::new(&good().finish());
    let [collected, plan, pipe] = ["collected", "plan", "pipe"].map(|name| case.place(name));
    cli::succeed(&[&"collect", &"--input", &case.input, &"--output", &collected]);
    let mapping = case.place("mapping.txt");
    cli::succeed(&[&"assign", &"--collected", &collected, &"--plan", &plan, &"--mapping", &mapping]);
    let plan = fs::read(plan).unwrap();
    tool::run(Command::new("mkfifo").arg(&pipe)).unwrap();
    let before = case.listing();

    let mut rewrite = Command::new(cli::binary());
    rewrite.arg("rewrite").arg("--input").arg(&case.input).arg("--plan").arg(&pipe);
    rewrite.arg("--output").arg(case.place("new/output.jar")).stderr(Stdio::piped());
    let rewrite = rewrite.spawn().unwrap();
    // Opens as soon as the other side does, which is after the tool has begun to listen to signals.
    let mut pipe = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    tool::run(Command::new("kill").args(["-TERM", &rewrite.id().to_string()])).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    pipe.write_all(&plan).unwrap();
    drop(pipe);

    let result = rewrite.wait_with_output().unwrap();
    let message = cli::stderr(&result);
    assert_eq!((result.status.code(), &*message), (Some(130), "cancelled; nothing was written\n"));
    assert_eq!(case.listing(), before, "something was left behind");
}

#[test]
fn wrong_usage_ends_with_2() {
    let case = Case::new(&good().finish());
    let output = case.place("output.jar");
    let wrong: [&[&dyn AsRef<OsStr>]; 5] = [
        &[],
        &[&"explode"],
        &[&"instrument"],
        &[&"instrument", &"--input", &case.input, &"--mapping", &output],
        &[
            &"instrument",
            &"--input",
            &case.input,
            &"--output",
            &output,
            &"--mapping",
            &"m",
            &"--exits",
            &"some",
        ],
    ];
    for arguments in wrong {
        let result = cli::run(arguments);
        assert_eq!(result.status.code(), Some(2), "{}", cli::stderr(&result));
        assert!(!output.exists());
    }
}

#[test]
fn a_dry_run_writes_nothing() {
    let case = Case::new(&good().finish());
    let before = case.listing();
    let result = case.run(&case.place("output.jar"), &["--dry-run"]);
    assert!(result.status.success(), "{}", cli::stderr(&result));
    assert_eq!(case.listing(), before);
}
