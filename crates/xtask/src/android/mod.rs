//! `cargo xtask android`: builds the library for phones, and checks it.

mod abi;
mod bionic;
mod check;
mod elf;
mod link;
mod ndk;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use abi::Abi;
use anyhow::{Context as _, Result, bail};
use link::Linker;
use trace_tests::tool;

/// The library's file, and what it calls itself.
const NAME: &str = "libtrace_runtime.so";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Processors to build for; all that this machine can build for when left out.
    #[arg(long, value_name = "ABI", value_delimiter = ',')]
    target: Vec<Abi>,
    /// Where to write: a folder for each processor, as an AAR has them in `jni`. `target/android` when left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let linker = Linker::find()?;
    match &linker {
        Linker::Ndk(compilers) => println!("NDK {}; API level 21 and newer", compilers.display()),
        Linker::Lld(_) => println!(
            "No NDK: linked with stand-ins for Android's libraries and another unwinder than the NDK's.\n\
             Such a library has never been loaded on a phone. For a release, set ANDROID_NDK_HOME."
        ),
    }
    let out = options.out.clone().unwrap_or_else(|| crate::target_folder().join("android"));
    let asked = if options.target.is_empty() { &Abi::ALL[..] } else { &options.target };
    let mut faulty = false;
    println!("\n{:<12} {:>8} {:>6}  {:<18} exports", "ABI", "bytes", "page", "needs");
    for abi in asked.iter().copied() {
        if let Err(lacking) = linker.lacks(abi).map_or_else(|| link::install_target(abi), |why| bail!(why)) {
            if !options.target.is_empty() {
                return Err(lacking.context(abi.folder()));
            }
            println!("{:<12} not built: {lacking}", abi.folder());
            continue;
        }
        let built = build(&linker, abi)?;
        let bytes = fs::read(&built).with_context(|| format!("{}: cannot be read", built.display()))?;
        let library =
            elf::read(&bytes).with_context(|| format!("{}: cannot be understood", built.display()))?;
        let (needed, exported) = (library.needed.join(" "), library.exported.join(" "));
        println!("{:<12} {:>8} {:>6}  {needed:<18} {exported}", abi.folder(), bytes.len(), library.page);
        let faults = check::faults(abi, &library, &bytes);
        for fault in &faults {
            println!("  wrong: {fault}");
        }
        faulty |= !faults.is_empty();
        if faults.is_empty() {
            write(&out.join(abi.folder()), &bytes)?;
        }
    }
    if faulty {
        bail!("a library is not fit for apps and was not written; see above");
    }
    println!("\nin {}", out.display());
    Ok(())
}

/// What cargo builds the library with.
const BUILD: [&str; 10] = [
    "rustc",
    "--quiet",
    "--locked",
    "--package",
    "trace-runtime",
    "--lib",
    "--crate-type",
    "cdylib",
    "--profile",
    "android",
];

/// Builds the library and returns its file.
fn build(linker: &Linker, abi: Abi) -> Result<PathBuf> {
    let mut cargo = crate::cargo();
    cargo.args(BUILD).args(["--target", abi.rust_target(), "--"]).args(linker.arguments(abi)?);
    tool::run(&mut cargo)?;
    Ok(crate::target_folder().join(abi.rust_target()).join("android").join(NAME))
}

fn write(folder: &Path, bytes: &[u8]) -> Result<()> {
    let file = folder.join(NAME);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, bytes))
        .with_context(|| format!("{}: cannot be written", file.display()))
}
