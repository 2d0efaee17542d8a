//! The Java side of the tests: its tools, compiled against ASM.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Output;

use anyhow::{Context, Result};
use trace_tests::jdk::{self, Jdk, class_path};
use trace_tests::{cache, javac, maven, tool};

const ASM: [&str; 4] = [
    "org.ow2.asm:asm:9.9",
    "org.ow2.asm:asm-tree:9.9",
    "org.ow2.asm:asm-analysis:9.9",
    "org.ow2.asm:asm-util:9.9",
];

/// The Java tools of `tests/java/proof/tools`.
pub(crate) struct Tools {
    class_path: Vec<PathBuf>,
}

impl Tools {
    /// Compiles them.
    pub(crate) fn compile() -> Result<Tools> {
        let mut class_path = maven::fetch_all(&ASM)?.into_iter().collect::<Result<Vec<_>>>()?;
        let sources = cache::workspace().join("tests/java/proof/tools");
        let classes =
            javac::compile(jdk::standard()?, "proof", &sources, &class_path, &["-Xlint:all", "-Werror"])
                .context("the Java tools of the tests do not compile")?;
        class_path.insert(0, classes);
        Ok(Tools { class_path })
    }

    /// The class path of the tools.
    pub(crate) fn class_path(&self) -> std::ffi::OsString {
        class_path(&self.class_path).expect("plain paths")
    }

    /// Runs the tool `proof.NAME` on `jdk`, with every class verified.
    pub(crate) fn run(&self, jdk: &Jdk, name: &str, arguments: &[&dyn AsRef<OsStr>]) -> Result<Output> {
        let mut java = jdk.command("java");
        java.args(["-Xverify:all", "-XX:+IgnoreUnrecognizedVMOptions", "-cp"]);
        java.arg(class_path(&self.class_path)?).arg(format!("proof.{name}"));
        for argument in arguments {
            java.arg(argument.as_ref());
        }
        tool::output(&mut java)
    }

    /// Runs it on the standard JDK; exit codes 0 and 1 are answers, anything else is an error.
    pub(crate) fn ask(&self, name: &str, arguments: &[&dyn AsRef<OsStr>]) -> Result<(bool, String)> {
        let output = self.run(jdk::standard()?, name, arguments)?;
        let errors = String::from_utf8_lossy(&output.stderr);
        let clean = !errors.contains("Exception in thread");
        anyhow::ensure!(clean && matches!(output.status.code(), Some(0 | 1)), "{name} failed: {errors}");
        Ok((output.status.success(), String::from_utf8(output.stdout)?))
    }
}
