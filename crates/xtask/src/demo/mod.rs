//! `cargo xtask demo`: instruments real published jars and shows what happened.

mod bytecode;
mod summary;

use std::fs;
use std::path::Path;
use std::process::Command;

use anstream::{print, println};
use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use trace_model::Summary;
use trace_tests::{cache, corpus, javac, jdk, tool};

/// Of the corpus: a small one, one in Kotlin, a large one. The program that is run uses the first.
const JARS: [&str; 3] = ["gson", "okhttp", "guava"];
/// A method with a branch and two exits, as `javap` writes its name.
const SHOWN_CLASS: &str = "com.google.gson.Gson";
const SHOWN_METHOD: &str = "public java.lang.String toJson(java.lang.Object);";

const HEADING: Style = Style::new().bold();
const INSERTED: Style = AnsiColor::Green.on_default();

#[derive(clap::Args)]
pub(crate) struct Options {}

pub(crate) fn run(_: &Options) -> Result<()> {
    let jdk = jdk::standard()?;
    let selected = JARS.map(corpus::named);
    let jars = corpus::jars(&selected)?.into_iter().collect::<Result<Vec<_>>>()?;
    let binary = crate::build_tool()?;
    let folder = cache::workspace().join("target/demo");
    fs::create_dir_all(&folder)?;

    println!("{HEADING}1. Instrument published jars{HEADING:#}\n");
    let mut rows = Vec::new();
    for (published, jar) in selected.iter().zip(&jars) {
        let output = folder.join(format!("{}.jar", published.name));
        rows.push((published.coordinate, instrument(&binary, jar, &output)?));
    }
    print!("{}", summary::table(&rows));
    let shown = folder.strip_prefix(cache::workspace())?.display();
    println!("\nThe jars and their method mappings are in {shown}.\n");

    println!("{HEADING}2. One method before and after{HEADING:#}\n");
    println!("{SHOWN_CLASS}: {SHOWN_METHOD}\n\nbefore after");
    let instrumented = folder.join(format!("{}.jar", JARS[0]));
    let method = |jar: &Path| bytecode::method(jdk, jar, SHOWN_CLASS, SHOWN_METHOD);
    for line in bytecode::compare(&method(&jars[0])?, &method(&instrumented)?) {
        let style = if line.inserted { INSERTED } else { Style::new() };
        println!("{style}{line}{style:#}");
    }

    println!("\n{HEADING}3. Run a program on the instrumented jar{HEADING:#}\n");
    let sources = cache::workspace().join("fixtures/demo");
    let classes = javac::compile(jdk, "demo", &sources, &jars[..1], &[])?;
    let mut program = jdk.command("java");
    program.arg("-Xverify:all").arg("-cp").arg(jdk::class_path([&classes, &instrumented])?);
    print!("{}", tool::run(program.arg("Demo").arg(instrumented.with_extension("txt")))?);
    Ok(())
}

fn instrument(binary: &Path, jar: &Path, output: &Path) -> Result<Summary> {
    let mut command = Command::new(binary);
    command.arg("instrument").arg("--input").arg(jar).arg("--output").arg(output);
    command.arg("--mapping").arg(output.with_extension("txt")).args(["--json", "--quiet"]);
    let text = tool::run(&mut command)?;
    serde_json::from_str(&text).with_context(|| format!("{}: the summary in {text:?}", jar.display()))
}
