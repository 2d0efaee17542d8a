//! What links a library for Android: the NDK's clang, or without an NDK the linker that Rust brings along.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use trace_tests::{cache, tool};

use super::abi::Abi;
use super::{NAME, ndk};

/// Libraries of Android that the standard library is linked with, and whether it needs something of them.
const SYSTEM: [(&str, bool); 4] = [("c", true), ("dl", true), ("log", false), ("m", false)];

pub(crate) enum Linker {
    /// The folder of its compilers.
    Ndk(PathBuf),
    /// `rust-lld`.
    Lld(PathBuf),
}

impl Linker {
    pub(crate) fn find() -> Result<Linker> {
        if let Some(compilers) = ndk::find(|name| std::env::var_os(name))? {
            return Ok(Linker::Ndk(compilers));
        }
        let hosts = fs::read_dir(rustlib()?)?.flatten().map(|host| host.path().join("bin/rust-lld"));
        let lld = hosts.into_iter().find(|lld| lld.exists());
        lld.map(Linker::Lld).context("no NDK is found, and this Rust has no `rust-lld`; set ANDROID_NDK_HOME")
    }

    /// Why it cannot link for this processor.
    pub(crate) fn lacks(&self, abi: Abi) -> Option<&'static str> {
        (matches!(self, Linker::Lld(_)) && abi.emulation().is_none()).then_some("needs an NDK")
    }

    /// Arguments of rustc.
    pub(crate) fn arguments(&self, abi: Abi) -> Result<Vec<OsString>> {
        let page = abi.page();
        // Nothing of libraries that are linked in is exported. The older hash table is the one that API 21 reads.
        let mut link = vec![
            format!("-zmax-page-size={page}"),
            format!("-soname={NAME}"),
            "--exclude-libs=ALL".to_owned(),
            "--hash-style=both".to_owned(),
        ];
        let mut arguments: Vec<OsString> = Vec::new();
        match self {
            Linker::Ndk(compilers) => {
                arguments.push(linker(&compilers.join(abi.clang())));
                for argument in &mut link {
                    argument.insert_str(0, "-Wl,");
                }
            }
            Linker::Lld(lld) => {
                let emulation = abi.emulation().context("needs an NDK")?;
                let libraries = stand_ins(lld, abi, emulation)?;
                arguments.extend([linker(lld), "-Clinker-flavor=ld.lld".into()]);
                arguments.extend(["-L".into(), libraries.into()]);
                // The stand-ins define nothing, so nothing would seem to need them.
                link.push("--no-as-needed".to_owned());
                let needed = SYSTEM.iter().filter(|(_, needed)| *needed);
                link.extend(needed.map(|(name, _)| format!("-l{name}")));
            }
        }
        arguments.extend(link.into_iter().map(|argument| format!("-Clink-arg={argument}").into()));
        Ok(arguments)
    }
}

fn linker(path: &Path) -> OsString {
    let mut argument = OsString::from("-Clinker=");
    argument.push(path);
    argument
}

/// Makes what the NDK would have: libraries that say no more than their name, and an unwinder.
fn stand_ins(lld: &Path, abi: Abi, emulation: &str) -> Result<PathBuf> {
    let folder = crate::target_folder().join("android-without-ndk");
    let libraries = folder.join(abi.folder());
    fs::create_dir_all(&libraries)?;
    // As a linker script, it asks for nothing.
    let nothing = libraries.join("nothing");
    fs::write(&nothing, "")?;
    for (name, _) in SYSTEM {
        let name = format!("lib{name}.so");
        let mut command = Command::new(lld);
        command.args(["-flavor", "gnu", "-shared", "-m", emulation, "-soname", &name, "-o"]);
        tool::run(command.arg(libraries.join(&name)).arg(&nothing))?;
    }
    let mut cargo = crate::cargo();
    cargo.current_dir(cache::workspace().join("crates/xtask/unwinder"));
    cargo.args(["build", "--quiet", "--locked", "--release", "--target", abi.rust_target(), "--target-dir"]);
    tool::run(cargo.arg(&folder))?;
    let unwinder = folder.join(abi.rust_target()).join("release/libunwind.a");
    fs::copy(&unwinder, libraries.join("libunwind.a"))
        .with_context(|| format!("{}: cannot be copied", unwinder.display()))?;
    Ok(libraries)
}

/// Makes sure that Rust has its standard library for this processor.
pub(crate) fn install_target(abi: Abi) -> Result<()> {
    let target = abi.rust_target();
    if !rustlib()?.join(target).join("lib").is_dir() {
        tool::run(Command::new("rustup").args(["target", "add", target]).current_dir(cache::workspace()))
            .with_context(|| format!("Rust's target {target} is not installed and cannot be"))?;
    }
    Ok(())
}

fn rustlib() -> Result<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let root = tool::run(Command::new(rustc).args(["--print", "sysroot"]).current_dir(cache::workspace()))?;
    Ok(Path::new(root.trim_end()).join("lib/rustlib"))
}
