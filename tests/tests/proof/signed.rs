//! Signed jars: what is instrumented is signed no more, what is left alone stays signed.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Result;
use tempfile::TempDir;
use trace_tests::skip::or_skip;
use trace_tests::{cache, javac, jdk, tool};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::cli;
use crate::java::Tools;

const MAIN_ATTRIBUTES: &str = "Manifest-Version: 1.0\r\nMain-Class: sample.Sample\r\nX-Made-For: a test\r\n";
const CLASS: &str = "sample/Sample.class";

struct Signed {
    tools: Tools,
    folder: TempDir,
    jar: PathBuf,
}

impl Signed {
    /// Signs a jar of a class and a text with a key made for it.
    fn make() -> Result<Signed> {
        let jdk = jdk::standard()?;
        let sources = cache::workspace().join("fixtures/one-class");
        let classes = javac::compile(jdk, "bad-input", &sources, &[], &["--release", "8"])?;
        let folder = tempfile::tempdir()?;
        let jar = folder.path().join("signed.jar");
        let mut writer = ZipWriter::new(File::create(&jar)?);
        let class = fs::read(classes.join(CLASS))?;
        let manifest = format!("{MAIN_ATTRIBUTES}\r\nName: sample/\r\nSealed: true\r\n\r\n");
        for (name, data) in
            [("META-INF/MANIFEST.MF", manifest.as_bytes()), (CLASS, &class), ("readme.txt", b"Hello")]
        {
            writer.start_file(name, SimpleFileOptions::default())?;
            writer.write_all(data)?;
        }
        writer.finish()?;
        let keys = folder.path().join("keys.p12");
        let store = ["-keystore", keys.to_str().unwrap(), "-storepass", "changeit"];
        let mut keytool = jdk.command("keytool");
        keytool.args(["-genkeypair", "-alias", "key", "-keyalg", "EC", "-dname", "CN=Test"]);
        tool::run(keytool.args(["-validity", "36500"]).args(store))?;
        tool::run(jdk.command("jarsigner").args(store).arg(&jar).arg("key"))?;
        Ok(Signed { tools: Tools::compile()?, folder, jar })
    }

    /// Instruments the jar; returns the output and the notes.
    fn instrument(&self, options: &[&str]) -> (PathBuf, String) {
        let output = self.folder.path().join("output.jar");
        let mapping = self.folder.path().join("mapping.txt");
        let mut arguments: Vec<&dyn AsRef<std::ffi::OsStr>> =
            vec![&"instrument", &"--input", &self.jar, &"--output", &output, &"--mapping", &mapping];
        arguments.extend(options.iter().map(|option| option as &dyn AsRef<std::ffi::OsStr>));
        let result = cli::run(&arguments);
        let notes = cli::stderr(&result);
        assert!(result.status.success(), "{notes}");
        (output, notes)
    }

    /// What reading with checked signatures and linking yields.
    fn check(&self, jar: &Path) -> (bool, String) {
        self.tools.ask("SignedJar", &[&jar]).unwrap()
    }
}

fn read(jar: &Path, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    ZipArchive::new(File::open(jar).unwrap())
        .unwrap()
        .by_name(name)
        .unwrap()
        .read_to_end(&mut bytes)
        .unwrap();
    bytes
}

fn names(jar: &Path) -> Vec<String> {
    let zip = ZipArchive::new(File::open(jar).unwrap()).unwrap();
    zip.file_names().map(|name| name.unwrap().into_owned()).collect()
}

#[test]
fn an_instrumented_jar_is_no_longer_signed() {
    let Some(signed) = or_skip("signed jars", Signed::make()) else { return };
    assert_eq!(signed.check(&signed.jar), (true, "signed=2 linked=1\n".into()));
    assert!(names(&signed.jar).contains(&"META-INF/KEY.SF".to_owned()));

    let (output, notes) = signed.instrument(&[]);
    assert!(notes.contains("signed.jar: signatures dropped"), "{notes}");
    assert_eq!(names(&output), ["META-INF/MANIFEST.MF", CLASS, "readme.txt"]);
    let manifest = String::from_utf8(read(&output, "META-INF/MANIFEST.MF")).unwrap();
    assert!(manifest.starts_with(MAIN_ATTRIBUTES), "{manifest}");
    assert!(!manifest.contains("Digest") && !manifest.contains(CLASS), "{manifest}");
    assert!(manifest.contains("Name: sample/\r\nSealed: true\r\n"), "no digest, so it stays: {manifest}");
    assert_ne!(read(&output, CLASS), read(&signed.jar, CLASS));
    assert_eq!(signed.check(&output), (true, "signed=0 linked=1\n".into()));

    // The check would see signatures that were kept.
    let stale = signed.folder.path().join("stale.jar");
    let mut old = ZipArchive::new(File::open(&signed.jar).unwrap()).unwrap();
    let mut writer = ZipWriter::new(File::create(&stale).unwrap());
    for index in 0..old.len() {
        let entry = old.by_index_raw(index).unwrap();
        if entry.name().unwrap() == CLASS {
            writer.start_file(CLASS, SimpleFileOptions::default()).unwrap();
            writer.write_all(&read(&output, CLASS)).unwrap();
        } else {
            writer.raw_copy_file(entry).unwrap();
        }
    }
    writer.finish().unwrap();
    let (holds, said) = signed.check(&stale);
    assert!(!holds && said.contains("SecurityException"), "{said}");
}

#[test]
fn a_jar_in_which_nothing_is_instrumented_stays_signed() {
    let Some(signed) = or_skip("signed jars", Signed::make()) else { return };
    let list = signed.folder.path().join("block-list.txt");
    fs::write(&list, "-keeppackage sample/\n").unwrap();
    let (output, notes) = signed.instrument(&["--block-list", list.to_str().unwrap()]);
    assert!(!notes.contains("signatures dropped"), "{notes}");
    assert_eq!(names(&output), names(&signed.jar));
    assert_eq!(signed.check(&output), (true, "signed=2 linked=1\n".into()));
    let said = tool::run(jdk::standard().unwrap().command("jarsigner").arg("-verify").arg(&output)).unwrap();
    assert!(said.contains("jar verified."), "{said}");
}
