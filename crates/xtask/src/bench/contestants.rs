//! Who is measured, and with which command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use trace_tests::jdk::{self, Jdk};
use trace_tests::{cache, javac, maven, tool};

use super::measure::Line;

const MATRIX: [&str; 2] =
    ["com.tencent.matrix:matrix-gradle-plugin:2.0.8", "com.tencent.matrix:matrix-commons:2.0.8"];
const ASM: [&str; 5] = [
    "org.ow2.asm:asm:9.7",
    "org.ow2.asm:asm-analysis:9.7",
    "org.ow2.asm:asm-commons:9.7",
    "org.ow2.asm:asm-tree:9.7",
    "org.ow2.asm:asm-util:9.7",
];

/// Threads for all who let us choose. Matrix always takes 16.
const THREADS: &str = "2";

/// What a contestant writes; only like is compared with like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    Stored,
    Fast,
    /// Deflate at about zlib's level 6, as `jar` and Matrix write.
    Usual,
    Nothing,
}

pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) output: Output,
    pub(crate) ours: bool,
    pub(crate) command: Line,
}

/// The peers, compiled and fetched.
pub(crate) struct Peers {
    tool: PathBuf,
    floor: PathBuf,
    jdk: &'static Jdk,
    matrix_path: OsString,
    asm_path: OsString,
}

impl Peers {
    pub(crate) fn prepare(tool: PathBuf, floor: PathBuf) -> Result<Peers> {
        let jdk = jdk::standard()?;
        let fetched = maven::fetch_all(&[&MATRIX[..], &ASM[..]].concat())?;
        let fetched = fetched.into_iter().collect::<Result<Vec<PathBuf>>>()?;
        let (_, asm) = fetched.split_at(MATRIX.len());
        let sources = cache::workspace().join("tests/java/peers");
        let matrix_classes = javac::compile(jdk, "matrix-peer", &sources.join("matrix"), &fetched, &[])?;
        let asm_classes = javac::compile(jdk, "asm-peer", &sources.join("asm"), asm, &[])?;
        Ok(Peers {
            tool,
            floor,
            jdk,
            // Our class goes before the plugin's of the same name.
            matrix_path: jdk::class_path([&matrix_classes].into_iter().chain(&fetched))?,
            asm_path: jdk::class_path([&asm_classes].into_iter().chain(asm))?,
        })
    }

    /// All contestants for `jar`, ours first; they write into `scratch`.
    pub(crate) fn contestants(
        &self,
        jar: &Path,
        scratch: &Path,
        without: &[String],
    ) -> Result<Vec<Contestant>> {
        let out = |name: &str| scratch.join(name).into_os_string();
        let jar_text = || jar.as_os_str().to_owned();
        let mut all = Vec::new();
        let mut add = |name: &str, output, ours, command: Line| {
            if !without.iter().any(|part| name.contains(part.as_str())) {
                all.push(Contestant { name: name.to_owned(), output, ours, command });
            }
        };
        for (level, output) in [("keep", Output::Usual), ("fast", Output::Fast), ("store", Output::Stored)] {
            add(&format!("trace-instrument {level}"), output, true, {
                let mut line: Line = vec![self.tool.clone().into()];
                line.extend(["instrument", "--input"].map(Into::into));
                line.extend([jar_text(), "--output".into(), out("ours.jar")]);
                line.extend(["--mapping".into(), out("ours.txt")]);
                line.extend(["--compression", level, "--threads", THREADS, "--quiet"].map(Into::into));
                line
            });
        }
        let stripped = self.stripped(jar)?;
        add("Matrix 2.0.8", Output::Usual, false, {
            let mut line = self.java(&self.matrix_path, "MatrixDriver");
            line.extend([stripped.into(), out("matrix.jar"), out("matrix.txt"), out("ignored.txt")]);
            line
        });
        for (name, level, output) in [("6", "6", Output::Usual), ("stored", "0", Output::Stored)] {
            add(&format!("ASM, lean, {name}"), output, false, self.asm(jar, out("asm.jar"), level));
        }
        for (name, level, output) in [
            ("6", "6", Output::Usual),
            ("1", "1", Output::Fast),
            ("stored", "0", Output::Stored),
            ("inflate", "inflate", Output::Nothing),
        ] {
            let line = vec![self.floor.clone().into(), jar_text(), out("floor.jar"), level.into()];
            add(&format!("floor, {name}"), output, false, line);
        }
        add("unzip -t", Output::Nothing, false, vec!["unzip".into(), "-tqq".into(), jar_text()]);
        Ok(all)
    }

    /// Programs that print the time of each iteration in one JVM.
    pub(crate) fn warm(
        &self,
        jar: &Path,
        scratch: &Path,
        iterations: usize,
        without: &[String],
    ) -> Vec<(String, Line)> {
        [("6", "6"), ("stored", "0")]
            .iter()
            .map(|(name, level)| {
                let mut line = self.asm(jar, scratch.join("asm.jar").into_os_string(), level);
                line.extend(["--warm".into(), iterations.to_string().into()]);
                (format!("ASM, lean, {name}, warm"), line)
            })
            .filter(|(name, _)| !without.iter().any(|part| name.contains(part.as_str())))
            .collect()
    }

    fn asm(&self, jar: &Path, output: OsString, level: &str) -> Line {
        let mut line = self.java(&self.asm_path, "AsmLean");
        line.extend([jar.as_os_str().to_owned(), output, level.into(), THREADS.into()]);
        line
    }

    fn java(&self, class_path: &OsString, main: &str) -> Line {
        vec![self.jdk.home.join("bin/java").into(), "-cp".into(), class_path.clone(), main.into()]
    }

    /// The jar without the classes at which Matrix gives up on all of it.
    fn stripped(&self, jar: &Path) -> Result<PathBuf> {
        let name = jar.file_name().expect("a jar has a name").to_string_lossy().into_owned();
        cache::file(&format!("stripped/{name}"), |output| {
            let line = self.java(&self.asm_path, "StripUnsupported");
            let mut strip = std::process::Command::new(&line[0]);
            tool::run(strip.args(&line[1..]).arg(jar).arg(output))?;
            Ok(())
        })
    }
}
