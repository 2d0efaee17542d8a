//! Runs the tool as a user does.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use trace_tests::{cache, tool};

/// The release binary: `$TRACE_INSTRUMENT`, or the workspace's own, built if need be.
pub(crate) fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(path) = std::env::var_os("TRACE_INSTRUMENT") {
            return PathBuf::from(path);
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let build = ["build", "--quiet", "--release", "--package", "trace-instrument"];
        tool::run(Command::new(cargo).args(build).current_dir(cache::workspace())).expect("a release build");
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        cache::workspace()
            .join(target)
            .join("release")
            .join(format!("trace-instrument{}", std::env::consts::EXE_SUFFIX))
    })
}

/// Runs the tool with `arguments`.
pub(crate) fn run(arguments: &[&dyn AsRef<OsStr>]) -> Output {
    let mut command = Command::new(binary());
    for argument in arguments {
        command.arg(argument.as_ref());
    }
    tool::output(&mut command).expect("the tool starts")
}

/// Runs the tool, which must succeed, and returns its standard output.
pub(crate) fn succeed(arguments: &[&dyn AsRef<OsStr>]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "exit code {:?}: {}", output.status.code(), stderr(&output));
    String::from_utf8(output.stdout).expect("UTF-8 on standard output")
}

/// What the tool said on standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
