//! `trace-instrument diff`.

use super::args::RunArgs;
use super::files;
use super::print::grouped;
use super::progress::Bar;
use anyhow::{Result, bail};
use clap::Args;
use similar::TextDiff;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use trace_instrument::archive::Limits;
use trace_instrument::diff::{ClassDiff, Diff, DiffJob, MethodDiff, class_listing, diff};
use trace_instrument::options::DEFAULT_OWNER;
use trace_model::name;

/// Classes that are shown, and methods of each, unless all are asked for.
const CLASSES: usize = 20;
const METHODS: usize = 3;
/// Other differences that are shown unless all are asked for.
const OTHERS: usize = 200;
/// Lines around a change in a listing.
const CONTEXT: usize = 3;

#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// A jar, a class folder, or a folder of jars, before instrumenting.
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The same after.
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    /// Show the instructions of this class, as a unified diff.
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["all", "json"])]
    class: Option<String>,
    /// List all classes and methods.
    #[arg(long)]
    all: bool,
    /// The class that is called, with dots or slashes.
    #[arg(long, value_name = "CLASS", default_value = DEFAULT_OWNER)]
    owner: String,
    #[command(flatten)]
    run: RunArgs,
}

/// Success if nothing differs but what instrumenting does.
pub(super) fn run(args: &DiffArgs) -> Result<ExitCode> {
    let owner = args.owner.replace('.', "/");
    let pairs = files::compared(&args.before, &args.after)?;
    if let Some(class) = &args.class {
        return show_class(&pairs, class, &owner);
    }
    let job = DiffJob { pairs, owner, limits: Limits::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.run.threads).build()?;
    let bar = Bar::new(&args.run);
    let outcome = pool.install(|| diff(&job, &bar));
    bar.finish();
    let outcome = outcome?;
    let mut stdout = std::io::stdout().lock();
    if args.run.json {
        serde_json::to_writer(&mut stdout, &outcome)?;
        writeln!(stdout)?;
    } else if !args.run.quiet {
        print(&outcome, args.all, &mut stdout)?;
    }
    Ok(if outcome.other.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(diff: &Diff, all: bool, out: &mut impl Write) -> Result<()> {
    let (classes, methods) = if all { (usize::MAX, usize::MAX) } else { (CLASSES, METHODS) };
    for class in diff.classes.iter().take(classes) {
        print_class(class, methods, out)?;
    }
    if let Some(more) = diff.classes.len().checked_sub(classes).filter(|&more| more > 0) {
        writeln!(out, "and {} more classes; --all lists them", grouped(more as u64))?;
    }
    for entry in &diff.dropped {
        writeln!(out, "{entry}: signature dropped")?;
    }
    for entry in &diff.manifests {
        writeln!(out, "{entry}: digests of the signature dropped")?;
    }
    for difference in diff.other.iter().take(if all { usize::MAX } else { OTHERS }) {
        let method = difference.method.as_ref().map_or_else(String::new, |method| format!("{method}: "));
        writeln!(out, "other difference: {}: {method}{}", difference.entry, difference.message)?;
    }
    let changed = diff.classes.iter().flat_map(|class| &class.methods);
    writeln!(
        out,
        "{} entries are the same; calls in {} methods of {} classes; {} other differences, {} ms",
        grouped(diff.same),
        grouped(changed.count() as u64),
        grouped(diff.classes.len() as u64),
        grouped(diff.other.len() as u64),
        diff.elapsed_ms
    )?;
    Ok(())
}

fn print_class(class: &ClassDiff, most: usize, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}: {} methods", class.entry, grouped(class.methods.len() as u64))?;
    for method in class.methods.iter().take(most) {
        writeln!(out, "  {}: {}", method.method, text(method))?;
    }
    if let Some(more) = class.methods.len().checked_sub(most).filter(|&more| more > 0) {
        writeln!(out, "  and {} more", grouped(more as u64))?;
    }
    Ok(())
}

fn text(method: &MethodDiff) -> String {
    let mut parts = Vec::new();
    if method.added {
        parts.push("added".to_owned());
    }
    if let Some(id) = method.id {
        parts.push(format!("id {id}, {} i, {} o", method.enters, method.exits));
    }
    if method.unwinds {
        parts.push("closed by a handler".to_owned());
    }
    if method.at {
        parts.push("at".to_owned());
    }
    parts.join(", ")
}

fn show_class(pairs: &[(PathBuf, PathBuf)], class: &str, owner: &str) -> Result<ExitCode> {
    let internal = name::unescape(class)?;
    for (before, after) in pairs {
        let list = |path| class_listing(path, &internal, owner, &Limits::default());
        if let (Some(old), Some(new)) = (list(before)?, list(after)?) {
            let diff = TextDiff::from_lines(&old, &new);
            let mut unified = diff.unified_diff();
            unified.context_radius(CONTEXT);
            unified.header(&before.display().to_string(), &after.display().to_string());
            unified.to_writer(std::io::stdout().lock())?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    bail!("{class}: no such class in both; name it as in the jar, for example com.example.Main$Inner")
}
