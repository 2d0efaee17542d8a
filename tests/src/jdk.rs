//! The JDKs that are installed here, and the classes of their own modules.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};
use walkdir::WalkDir;
use zip::write::SimpleFileOptions;

use crate::{cache, tool};

/// Where Linux distributions put their JDKs.
const USUAL_PLACE: &str = "/usr/lib/jvm";

/// An installed JDK: it has a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its `JAVA_HOME`.
    pub home: PathBuf,
    /// Feature release, for example 17.
    pub feature: u32,
    /// Whole version, for example `17.0.15`.
    pub version: String,
}

/// All JDKs found: `JAVA_HOME`, the `java` on the path, and those in the usual place, oldest first;
/// of one feature release only the first found.
pub fn installed() -> &'static [Jdk] {
    static INSTALLED: OnceLock<Vec<Jdk>> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect();
        homes.extend(on_path("javac").and_then(|javac| Some(javac.parent()?.parent()?.to_owned())));
        let mut usual: Vec<PathBuf> =
            fs::read_dir(USUAL_PLACE).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        usual.sort();
        homes.extend(usual);
        let mut found = BTreeMap::new();
        for jdk in homes.iter().filter_map(|home| Jdk::at(home)) {
            found.entry(jdk.feature).or_insert(jdk);
        }
        found.into_values().collect()
    })
}

/// The oldest JDK of at least this feature release.
///
/// # Errors
/// Says what to install when there is none.
pub fn at_least(feature: u32) -> Result<&'static Jdk> {
    let found = installed().iter().find(|jdk| jdk.feature >= feature);
    found.with_context(|| {
        let have: Vec<&str> = installed().iter().map(|jdk| jdk.version.as_str()).collect();
        format!(
            "no JDK {feature} or newer among JAVA_HOME, the path and {USUAL_PLACE} (found: {}); \
             on Debian or Ubuntu: apt-get install openjdk-{feature}-jdk-headless",
            if have.is_empty() { "none".to_owned() } else { have.join(", ") }
        )
    })
}

/// The JDK that all tests can count on: the oldest of 17 or newer.
///
/// # Errors
/// As [`at_least`].
pub fn standard() -> Result<&'static Jdk> {
    at_least(17)
}

impl Jdk {
    fn at(home: &Path) -> Option<Jdk> {
        if !home.join("bin/javac").exists() {
            return None;
        }
        let release = fs::read_to_string(home.join("release")).ok()?;
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?.trim_matches('"');
        let feature = version.strip_prefix("1.").unwrap_or(version);
        let digits = feature.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(feature.len());
        Some(Jdk {
            home: home.canonicalize().ok()?,
            feature: feature[..digits].parse().ok()?,
            version: version.to_owned(),
        })
    }

    /// A command for one of its tools, such as `java` or `javap`.
    pub fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(self.home.join("bin").join(tool));
        // Settings of the user's shell would change what the tests see.
        for name in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
            command.env_remove(name);
        }
        command
    }

    /// One jar for each of its modules that has classes, sorted by name. Made once for each version.
    ///
    /// # Errors
    /// A JDK without its run-time image or without `jimage`.
    pub fn modules(&self) -> Result<Vec<PathBuf>> {
        let folder = cache::folder(&format!("jdk/{}", self.version), |folder| {
            let image = self.home.join("lib/modules");
            ensure!(image.exists(), "{}: this JDK has no run-time image", image.display());
            let scratch = cache::scratch(folder.parent().expect("made in a scratch folder"))?;
            let mut jimage = self.command("jimage");
            tool::run(
                jimage
                    .args(["extract", "--include", "regex:.*\\.class", "--dir"])
                    .arg(scratch.path())
                    .arg(&image),
            )?;
            for module in sorted(fs::read_dir(scratch.path())?)? {
                let name = module.file_name().expect("a module has a name").to_string_lossy().into_owned();
                pack(&module, &folder.join(name + ".jar"))?;
            }
            Ok(())
        })?;
        sorted(fs::read_dir(folder)?)
    }
}

/// The class path of these files, as the options of Java's tools want it.
pub fn class_path<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<std::ffi::OsString> {
    Ok(std::env::join_paths(paths.into_iter().map(|path| path.as_ref().to_owned()))?)
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| folder.join(program).canonicalize().ok())
}

fn sorted(entries: fs::ReadDir) -> Result<Vec<PathBuf>> {
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Packs a folder of classes into a jar without compression.
fn pack(folder: &Path, jar: &Path) -> Result<()> {
    let mut writer = zip::ZipWriter::new(BufWriter::new(fs::File::create(jar)?));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            let Some(name) = entry.path().strip_prefix(folder)?.to_str() else {
                bail!("{}: a file name that is not UTF-8", entry.path().display())
            };
            writer.start_file(name, options)?;
            writer.write_all(&fs::read(entry.path())?)?;
        }
    }
    writer.finish()?.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(release: &str) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("bin")).unwrap();
        fs::write(home.path().join("bin/javac"), "").unwrap();
        fs::write(home.path().join("release"), release).unwrap();
        home
    }

    #[test]
    fn versions_are_read_from_the_release_file() {
        for (release, feature) in [
            ("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.15\"\n", 17),
            ("JAVA_VERSION=\"1.8.0_402\"\n", 8),
            ("JAVA_VERSION=\"25\"\n", 25),
            ("JAVA_VERSION=\"26-ea\"\n", 26),
        ] {
            assert_eq!(Jdk::at(home(release).path()).unwrap().feature, feature);
        }
        assert_eq!(Jdk::at(home("").path()), None);
    }

    #[test]
    fn a_runtime_without_a_compiler_is_no_jdk() {
        let home = home("JAVA_VERSION=\"17\"\n");
        fs::remove_file(home.path().join("bin/javac")).unwrap();
        assert_eq!(Jdk::at(home.path()), None);
    }
}
