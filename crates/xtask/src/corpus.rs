//! `cargo xtask corpus`: fetches what the tests run over, and lists it.

use anyhow::{Result, bail};
use trace_tests::{corpus, jdk};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Fetch all, not only the sampled set.
    #[arg(long)]
    full: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let selected: Vec<corpus::Published> =
        corpus::CORPUS.iter().filter(|published| options.full || published.sampled).copied().collect();
    let mut failures = 0;
    for (published, jar) in selected.iter().zip(corpus::jars(&selected)?) {
        match jar {
            Ok(jar) => {
                let size = std::fs::metadata(&jar)?.len() as f64 / 1e6;
                println!(
                    "{:<16} {size:>6.1} MB  {}  ({})",
                    published.name, published.coordinate, published.why
                );
            }
            Err(error) => {
                failures += 1;
                println!("{:<16} missing    {}: {error:#}", published.name, published.coordinate);
            }
        }
    }
    for jdk in jdk::installed() {
        let modules = jdk.modules()?;
        println!("JDK {:<12} {} modules  {}", jdk.version, modules.len(), jdk.home.display());
    }
    if failures > 0 {
        bail!("{failures} of {} artifacts are missing", selected.len());
    }
    Ok(())
}
