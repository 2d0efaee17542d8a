//! The words of the command line. Build systems call them, so they are fixed.

use super::diff::DiffArgs;
use super::verify::VerifyArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use trace_instrument::archive::{Compression, Limits};
use trace_instrument::options::{ConstructorEntry, DEFAULT_OWNER, Exits, Rewriting};
use trace_instrument::steps::{Settings, Texts};

/// Inserts method-trace calls into jars and class folders.
#[derive(Debug, Parser)]
#[command(name = "trace-instrument", version, max_term_width = 110)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Instrument jars and class folders: collect, assign and rewrite in one go.
    Instrument(InstrumentArgs),
    /// Step 1 of 3: write down what is in some jars and class folders.
    Collect(CollectArgs),
    /// Step 2 of 3: give ids to everything that was collected, in all inputs of the program.
    Assign(AssignArgs),
    /// Step 3 of 3: put calls and ids into some jars and class folders.
    Rewrite(RewriteArgs),
    /// Check jars and class folders: archives, class files, calls, ids.
    Verify(VerifyArgs),
    /// Show what was inserted, and whether that is all that differs.
    Diff(DiffArgs),
}

#[derive(Debug, Args)]
pub(super) struct InstrumentArgs {
    #[command(flatten)]
    pub(super) pairs: PairArgs,
    #[command(flatten)]
    pub(super) texts: TextArgs,
    #[command(flatten)]
    pub(super) selection: SelectionArgs,
    #[command(flatten)]
    pub(super) rewriting: RewritingArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) writing: WritingArgs,
    /// Do everything but write.
    #[arg(long)]
    pub(super) dry_run: bool,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

#[derive(Debug, Args)]
pub(super) struct CollectArgs {
    /// A jar, a class folder, or a folder of jars.
    #[arg(long, required = true, value_name = "JAR|DIR")]
    pub(super) input: Vec<PathBuf>,
    /// Write what is in them here.
    #[arg(long, value_name = "FILE")]
    pub(super) output: PathBuf,
    #[command(flatten)]
    pub(super) rewriting: RewritingArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

#[derive(Debug, Args)]
pub(super) struct AssignArgs {
    /// A file that `collect` wrote; give them all.
    #[arg(long, required = true, value_name = "FILE")]
    pub(super) collected: Vec<PathBuf>,
    /// Write the plan for `rewrite` here.
    #[arg(long, value_name = "FILE")]
    pub(super) plan: PathBuf,
    #[command(flatten)]
    pub(super) texts: TextArgs,
    #[command(flatten)]
    pub(super) selection: SelectionArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

#[derive(Debug, Args)]
pub(super) struct RewriteArgs {
    #[command(flatten)]
    pub(super) pairs: PairArgs,
    /// The plan that `assign` wrote.
    #[arg(long, value_name = "FILE")]
    pub(super) plan: PathBuf,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) writing: WritingArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// What becomes what.
#[derive(Debug, Args)]
pub(super) struct PairArgs {
    /// A jar, a class folder, or a folder of jars; give each its --output.
    #[arg(long, required = true, value_name = "JAR|DIR")]
    pub(super) input: Vec<PathBuf>,
    /// Where the input of the same position goes.
    #[arg(long, required = true, value_name = "JAR|DIR")]
    pub(super) output: Vec<PathBuf>,
}

/// Where text files go.
#[derive(Debug, Args)]
pub(super) struct TextArgs {
    /// Write the method mapping here (methodMapping.txt).
    #[arg(long, value_name = "FILE")]
    pub(super) mapping: PathBuf,
    /// List the methods that are not traced here (ignoreMethodMapping.txt).
    #[arg(long, value_name = "FILE")]
    pub(super) ignored: Option<PathBuf>,
    /// Write build id, options, counts and every skip with its reason here (methodMapping.json).
    #[arg(long, value_name = "FILE.json")]
    pub(super) summary: Option<PathBuf>,
}

/// Which methods.
#[derive(Debug, Args)]
pub(super) struct SelectionArgs {
    /// Jars and class folders that are read for the class hierarchy only, joined as in a class path.
    #[arg(long, value_name = "PATHS")]
    pub(super) classpath: Option<std::ffi::OsString>,
    /// Classes, packages and methods to leave alone.
    #[arg(long, value_name = "FILE")]
    pub(super) block_list: Option<PathBuf>,
    /// The mapping.txt of R8 or ProGuard, if the inputs are obfuscated: rules and mapping use source names.
    #[arg(long, value_name = "FILE")]
    pub(super) r8_mapping: Option<PathBuf>,
    /// Ids of an earlier build, kept for methods that still exist.
    #[arg(long, value_name = "FILE")]
    pub(super) base_mapping: Option<PathBuf>,
}

/// Which calls.
#[derive(Debug, Args)]
pub(super) struct RewritingArgs {
    /// The class that is called, with dots or slashes.
    #[arg(long, value_name = "CLASS", default_value = DEFAULT_OWNER)]
    pub(super) owner: String,
    /// Which ways out of a method are recorded.
    #[arg(long, value_enum, default_value_t)]
    pub(super) exits: Exits,
    /// Where constructors are entered [default: start; with --exits unwind: after-super].
    #[arg(long, value_enum)]
    pub(super) constructor_entry: Option<ConstructorEntry>,
    /// Instrument trivial methods, too.
    #[arg(long)]
    pub(super) include_trivial: bool,
}

/// How outputs are written.
#[derive(Debug, Args)]
pub(super) struct WritingArgs {
    /// How rewritten entries are compressed; others stay as they are.
    #[arg(long, value_enum, default_value_t)]
    pub(super) compression: CompressionArg,
}

/// How inputs are read.
#[derive(Debug, Args)]
pub(super) struct ReadingArgs {
    /// Fail if a class or method cannot be instrumented that should be.
    #[arg(long)]
    pub(super) strict: bool,
    /// Most bytes of one inflated class.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::MAX_ENTRY_BYTES, hide_short_help = true)]
    pub(super) max_entry_bytes: u64,
    /// Most bytes of all inflated entries of a jar.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::MAX_TOTAL_BYTES, hide_short_help = true)]
    pub(super) max_total_bytes: u64,
    /// Most inflated bytes for each compressed byte of an entry over 1 MiB.
    #[arg(long, value_name = "RATIO", default_value_t = Limits::MAX_RATIO, hide_short_help = true)]
    pub(super) max_ratio: u64,
    /// Most entries of a jar.
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_ENTRIES, hide_short_help = true)]
    pub(super) max_entries: u64,
}

/// How the run goes and what it prints.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Threads to use [default: one for each core].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(super) threads: usize,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(super) json: bool,
    /// Print nothing but errors.
    #[arg(long)]
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum CompressionArg {
    /// Not at all: fastest, for a build step that unpacks the jar again.
    Store,
    /// Quickly: deflate level 1.
    Fast,
    /// Thoroughly: deflate level 8; more takes much longer and gains little.
    Best,
    /// As the entry was: stored, or deflate level 6.
    #[default]
    Keep,
}

impl From<CompressionArg> for Compression {
    fn from(arg: CompressionArg) -> Self {
        match arg {
            CompressionArg::Store => Compression::Store,
            CompressionArg::Fast => Compression::Fast,
            CompressionArg::Best => Compression::Best,
            CompressionArg::Keep => Compression::Keep,
        }
    }
}

impl RewritingArgs {
    pub(super) fn rewriting(&self) -> Rewriting {
        Rewriting {
            owner: self.owner.replace('.', "/"),
            exits: self.exits,
            constructor_entry: self.constructor_entry,
            include_trivial: self.include_trivial,
        }
    }
}

impl ReadingArgs {
    pub(super) fn settings(&self, writing: &WritingArgs) -> Settings {
        Settings {
            compression: writing.compression.into(),
            limits: self.limits(),
            strict: self.strict,
            ..Settings::default()
        }
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            max_entries: self.max_entries,
            max_entry_bytes: self.max_entry_bytes,
            max_total_bytes: self.max_total_bytes,
            max_ratio: self.max_ratio,
        }
    }
}

impl From<&TextArgs> for Texts {
    fn from(args: &TextArgs) -> Self {
        Texts {
            mapping: Some(args.mapping.clone()),
            ignored: args.ignored.clone(),
            sidecar: args.summary.clone(),
        }
    }
}
