//! Arguments into jobs.

use super::args::{AssignArgs, CollectArgs, InstrumentArgs, RewriteArgs, RunArgs};
use super::cancel;
use super::progress::Bar;
use super::{files, print};
use anyhow::Result;
use trace_instrument::Error;
use trace_instrument::policy::Policy;
use trace_instrument::steps::{self, AssignJob, CollectJob, Job, Outcome, Progress, RewriteJob};

pub(super) fn instrument(args: &InstrumentArgs) -> Result<()> {
    let rewriting = args.rewriting.rewriting();
    let job = Job {
        inputs: files::pairs(&args.pairs)?,
        class_path: files::class_path(&args.selection),
        policy: Policy {
            block_list: files::block_list(&args.selection)?,
            owner: rewriting.owner.clone().into_bytes(),
            include_trivial: rewriting.include_trivial,
        },
        names: files::names(&args.selection)?,
        rewriting,
        base: files::base_mapping(&args.selection)?,
        texts: (&args.texts).into(),
        settings: args.reading.settings(&args.writing),
        dry_run: args.dry_run,
    };
    let outcome = run(&args.run, |progress| steps::instrument(&job, progress))?;
    let summarise = if args.dry_run { print::not_written } else { print::written };
    print::outcome(&outcome, &args.run, summarise)
}

pub(super) fn collect(args: &CollectArgs) -> Result<()> {
    let job = CollectJob {
        inputs: files::inputs(&args.input)?,
        output: args.output.clone(),
        rewriting: args.rewriting.rewriting(),
        limits: args.reading.limits(),
        strict: args.reading.strict,
    };
    let outcome = run(&args.run, |progress| steps::collect(&job, progress))?;
    print::outcome(&outcome, &args.run, print::collected)
}

pub(super) fn assign(args: &AssignArgs) -> Result<()> {
    let job = AssignJob {
        collected: args.collected.clone(),
        class_path: files::class_path(&args.selection),
        block_list: files::block_list(&args.selection)?,
        names: files::names(&args.selection)?,
        base: files::base_mapping(&args.selection)?,
        plan: args.plan.clone(),
        texts: (&args.texts).into(),
        limits: args.reading.limits(),
    };
    let outcome = run(&args.run, |_| steps::assign_collected(job))?;
    print::outcome(&outcome, &args.run, print::assigned)
}

pub(super) fn rewrite(args: &RewriteArgs) -> Result<()> {
    let job = RewriteJob {
        inputs: files::pairs(&args.pairs)?,
        plan: args.plan.clone(),
        settings: args.reading.settings(&args.writing),
    };
    let outcome = run(&args.run, |progress| steps::rewrite(&job, progress))?;
    print::outcome(&outcome, &args.run, print::written)
}

/// Runs a step on as many threads as wanted, with a progress bar.
fn run(args: &RunArgs, step: impl FnOnce(&dyn Progress) -> Result<Outcome, Error> + Send) -> Result<Outcome> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    cancel::on_signals()?;
    let bar = Bar::new(args);
    let outcome = pool.install(|| step(&bar));
    bar.finish();
    Ok(outcome?)
}
