//! `trace-instrument verify`.

use super::args::RunArgs;
use super::files;
use super::print::grouped;
use super::progress::Bar;
use anyhow::Result;
use clap::Args;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use trace_instrument::archive::Limits;
use trace_instrument::options::DEFAULT_OWNER;
use trace_instrument::verify::{Severity, Verification, VerifyJob, verify};

/// Findings beyond this are only counted, as far as a reader is concerned.
const SHOWN: usize = 200;

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// Jars, class folders and folders of jars.
    #[arg(required = true, value_name = "JAR|DIR")]
    input: Vec<PathBuf>,
    /// Compare the ids with this mapping (methodMapping.txt).
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// The mapping.txt of R8 or ProGuard that the classes were instrumented with.
    #[arg(long, value_name = "FILE", requires = "mapping")]
    r8_mapping: Option<PathBuf>,
    /// The class that is called, with dots or slashes.
    #[arg(long, value_name = "CLASS", default_value = DEFAULT_OWNER)]
    owner: String,
    /// Take warnings for errors.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Success if nothing is wrong.
pub(super) fn run(args: &VerifyArgs) -> Result<ExitCode> {
    let job = VerifyJob {
        inputs: files::inputs(&args.input)?,
        owner: args.owner.replace('.', "/"),
        mapping: files::mapping(args.mapping.as_deref())?,
        names: files::r8_names(args.r8_mapping.as_deref())?,
        limits: Limits::default(),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.run.threads).build()?;
    let bar = Bar::new(&args.run);
    let verification = pool.install(|| verify(&job, &bar));
    bar.finish();
    let verification = verification?;
    print(&verification, &args.run)?;
    let wrong = verification.errors + if args.strict { verification.warnings } else { 0 };
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(verification: &Verification, args: &RunArgs) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut stdout, verification)?;
        return Ok(writeln!(stdout)?);
    }
    let findings = verification.findings.iter();
    let shown = findings.filter(|finding| !args.quiet || finding.severity == Severity::Error);
    for finding in shown.take(SHOWN) {
        writeln!(stdout, "{finding}")?;
    }
    if verification.findings.len() > SHOWN {
        writeln!(stdout, "only the first {SHOWN} are shown; --json lists all")?;
    }
    if !args.quiet {
        let [classes, methods, instrumented, errors, warnings] = [
            verification.classes,
            verification.methods,
            verification.instrumented,
            verification.errors,
            verification.warnings,
        ]
        .map(grouped);
        writeln!(
            stdout,
            "{classes} classes, {instrumented} of {methods} methods instrumented: {errors} errors, \
             {warnings} warnings, {} ms",
            verification.elapsed_ms
        )?;
    }
    Ok(())
}
