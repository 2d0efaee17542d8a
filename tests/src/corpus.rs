//! The published jars that the tests run over.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::{cache, maven};

/// A published jar, or an Android archive (AAR) with a jar inside.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// Short name for messages, unique in the corpus.
    pub name: &'static str,
    /// Maven coordinate.
    pub coordinate: &'static str,
    /// In the set that every test run takes.
    pub sampled: bool,
    /// Why it is in the corpus.
    pub why: &'static str,
}

/// All of the corpus, the smallest first.
pub const CORPUS: &[Published] = &[
    entry(
        "velocity",
        "org.apache.velocity:velocity:1.5",
        true,
        "no stack maps, JSR and RET: class version 46",
    ),
    entry("gson", "com.google.code.gson:gson:2.10.1", true, "small and plain; a module-info; extra fields"),
    entry("okio", "com.squareup.okio:okio-jvm:3.9.0", true, "Kotlin with inlined functions"),
    entry("lottie", "com.airbnb.android:lottie:6.3.0@aar", true, "an Android archive"),
    entry(
        "leakcanary",
        "com.squareup.leakcanary:leakcanary-android-core:2.12@aar",
        true,
        "an Android archive with Activities",
    ),
    entry("jackson", "com.fasterxml.jackson.core:jackson-core:2.16.1", true, "multi-release: 11, 17 and 21"),
    entry("okhttp", "com.squareup.okhttp3:okhttp:4.12.0", true, "Kotlin; entries beside the classes"),
    entry(
        "coroutines",
        "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.8.0",
        true,
        "state machines with many switches",
    ),
    entry("xerces", "xerces:xercesImpl:2.12.2", true, "class version 51, large switches"),
    entry("kotlin-stdlib", "org.jetbrains.kotlin:kotlin-stdlib:1.9.22", true, "interface defaults; versions"),
    entry("rxjava", "io.reactivex.rxjava3:rxjava:3.1.8", true, "module-info before every class"),
    entry("guava", "com.google.guava:guava:33.0.0-jre", true, "data descriptors; deep generics"),
    entry("ecj", "org.eclipse.jdt:ecj:3.33.0", true, "signed; a compiler, so its output can be compared"),
    entry("clojure", "org.clojure:clojure:1.11.1", true, "another compiler's bytecode"),
    entry("bcprov", "org.bouncycastle:bcprov-jdk15on:1.70", true, "signed and multi-release"),
    entry("scala", "org.scala-lang:scala-library:2.13.12", false, "opaque attributes and odd names"),
    entry("groovy", "org.apache.groovy:groovy:4.0.18", false, "`super(...)` called inside a switch"),
    entry("bcprov-18on", "org.bouncycastle:bcprov-jdk18on:1.77", false, "signed; many versions of a class"),
    entry("icu4j", "com.ibm.icu:icu4j:74.2", false, "huge static initialisers; many resources"),
    entry(
        "kotlin-compiler",
        "org.jetbrains.kotlin:kotlin-compiler-embeddable:1.9.22",
        false,
        "27,732 classes; JSR and RET",
    ),
    entry(
        "android-all",
        "org.robolectric:android-all:14-robolectric-10818077",
        false,
        "the Android 14 framework: 48,000 classes, stored and aligned entries",
    ),
];

const fn entry(name: &'static str, coordinate: &'static str, sampled: bool, why: &'static str) -> Published {
    Published { name, coordinate, sampled, why }
}

/// Whether this test run takes everything: `TRACE_FULL` is set, as `cargo xtask test --full` does.
pub fn is_full() -> bool {
    std::env::var_os("TRACE_FULL").is_some()
}

/// The corpus of this test run: all of it when it [is full](is_full), else the sampled set.
pub fn selected() -> Vec<Published> {
    let full = is_full();
    CORPUS.iter().filter(|published| full || published.sampled).copied().collect()
}

/// The member of the corpus with this name.
///
/// # Panics
/// If there is none.
pub fn named(name: &str) -> Published {
    *CORPUS
        .iter()
        .find(|published| published.name == name)
        .unwrap_or_else(|| panic!("no `{name}` in the corpus"))
}

/// Puts all of `corpus` into the cache with one run of `mvn`, and returns the jars in the same order.
///
/// # Errors
/// As [`maven::fetch_all`]; the inner results tell what could not be had.
pub fn jars(corpus: &[Published]) -> Result<Vec<Result<PathBuf>>> {
    let coordinates: Vec<&str> = corpus.iter().map(|published| published.coordinate).collect();
    let files = maven::fetch_all(&coordinates)?;
    Ok(corpus.iter().zip(files).map(|(published, file)| published.jar_of(file?)).collect())
}

impl Published {
    /// Whether it is an Android library, whose classes need the framework.
    pub fn is_android_archive(&self) -> bool {
        self.coordinate.ends_with("@aar")
    }

    /// The jar in the cache; fetches it if need be. Of an Android archive, its `classes.jar`.
    ///
    /// # Errors
    /// As [`maven::fetch`].
    pub fn jar(&self) -> Result<PathBuf> {
        self.jar_of(maven::fetch(self.coordinate)?)
    }

    fn jar_of(&self, file: PathBuf) -> Result<PathBuf> {
        if file.extension().is_none_or(|extension| extension != "aar") {
            return Ok(file);
        }
        let name = file.file_stem().expect("a downloaded file has a name").to_string_lossy().into_owned();
        cache::file(&format!("aar/{name}.jar"), |jar| {
            let context = || format!("{}: no classes.jar to take out", file.display());
            let mut archive = zip::ZipArchive::new(File::open(&file)?).with_context(context)?;
            io::copy(&mut archive.by_name("classes.jar").with_context(context)?, &mut File::create(jar)?)?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_a_sampled_set_is_left_for_every_run() {
        let mut names: Vec<&str> = CORPUS.iter().map(|published| published.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CORPUS.len());
        let sampled = CORPUS.iter().filter(|published| published.sampled).count();
        assert!(sampled >= 10 && sampled < CORPUS.len());
    }
}
