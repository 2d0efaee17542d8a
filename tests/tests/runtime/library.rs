//! The library, and the Java program that uses it.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use trace_tests::{cache, javac, jdk, tool};

/// The library, for debugging and with hooks for tests.
fn library() -> &'static PathBuf {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let build = ["rustc", "--quiet", "--package", "trace-runtime", "--lib", "--crate-type", "cdylib"];
        let mut cargo = Command::new(cargo);
        cargo.args(build).args(["--features", "test-hooks"]).current_dir(cache::workspace());
        tool::run(&mut cargo).expect("the library builds");
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        cache::workspace().join(target).join("debug/libtrace_runtime.so")
    })
}

fn classes() -> &'static PathBuf {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let sources = cache::workspace().join("tests/java/runtime");
        let jdk = jdk::standard().expect("a JDK");
        javac::compile(jdk, "runtime", &sources, &[], &["-Xlint:all", "-Werror"])
            .expect("the program compiles")
    })
}

/// Runs a case of `runtime.Edge`, which must succeed without a warning of the virtual machine; gives what it printed.
pub(crate) fn run(case: &[&str]) -> String {
    let mut library_property = std::ffi::OsString::from("-Dlibrary=");
    library_property.push(library());
    let mut java = jdk::standard().expect("a JDK").command("java");
    java.args(["-Xcheck:jni", "-Xmx64m", "-cp"]).arg(classes()).arg(library_property);
    let output = tool::output(java.arg("runtime.Edge").args(case)).expect("java starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = said.contains("WARNING") || !output.stderr.is_empty() || !said.ends_with("ok\n");
    assert!(output.status.success() && !complaint, "{}", tool::failure(&java, &output));
    said
}
