//! `trace-instrument instrument`.

use super::args::InstrumentArgs;
use super::progress::Bar;
use super::{files, print};
use anyhow::Result;
use trace_instrument::{DEFAULT_MEMORY, Job};

pub(super) fn run(args: &InstrumentArgs) -> Result<()> {
    let job = Job {
        inputs: files::pairs(&args.input, &args.output)?,
        class_path: files::class_path(&args.selection),
        policy: files::policy(&args.selection, &args.rewriting)?,
        rewriting: args.rewriting.rewriting(),
        base: files::base_mapping(&args.selection)?,
        mapping: Some(args.mapping.clone()),
        ignored: args.ignored.clone(),
        sidecar: args.summary.clone(),
        compression: args.writing.compression.into(),
        limits: args.writing.limits(),
        strict: args.writing.strict,
        dry_run: args.dry_run,
        memory: DEFAULT_MEMORY,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.run.threads).build()?;
    let bar = Bar::new(&args.run);
    let outcome = pool.install(|| trace_instrument::instrument(&job, &bar));
    bar.finish();
    print::outcome(&outcome?, &args.run, args.dry_run)
}
