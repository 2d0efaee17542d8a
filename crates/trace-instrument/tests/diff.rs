//! `diff` explains what instrumenting does, and nothing else.

mod support;

use std::path::Path;
use std::process::{Command, Output};
use support::{ClassMaker, CodeMaker, call, u16s};
use trace_instrument::archive::Limits;
use trace_instrument::diff::{Diff, DiffJob, diff};
use trace_instrument::options::DEFAULT_OWNER;
use trace_instrument::steps::Progress;

struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &'static str, _: u64) {}
    fn step(&self) {}
}

fn compare(before: &Path, after: &Path) -> Diff {
    let pairs = vec![(before.to_owned(), after.to_owned())];
    diff(&DiffJob { pairs, owner: DEFAULT_OWNER.to_owned(), limits: Limits::default() }, &NoProgress).unwrap()
}

/// Where the calls' six bytes stand in a method that begins with a `sipush`.
const CALLS: [u8; 6] = [0; 6];

/// A class with the method `m`: `sipush 1; ifeq L; nop; L: return`, and the entries of the calls.
fn class(make: impl FnOnce(&mut CodeMaker), traced: bool) -> ClassMaker {
    let mut class = ClassMaker::new("A");
    let (enter, exit) = class.beat();
    let body = [0x11, 0, 1, 0x99, 0, 4, 0x00];
    let mut code = match traced {
        false => CodeMaker::new(&[&body[..], &[0xb1]].concat()),
        true => CodeMaker::new(&[&call(7, enter)[..], &body, &call(7, exit), &[0xb1]].concat()),
    };
    let shift = if traced { CALLS.len() as u16 } else { 0 };
    code = code
        .handler([shift, shift + 7, shift + 7, 0])
        .attribute("LineNumberTable", &u16s(&[2, 0, 5, shift + 6, 6]))
        .attribute("StackMapTable", &[0, 1, shift as u8 + 7]);
    make(&mut code);
    class.field("x").method("m", "()V", &code);
    class
}

fn other(before: &ClassMaker, after: &ClassMaker) -> Vec<String> {
    let (old, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    before.save(old.path(), "A");
    after.save(new.path(), "A");
    let diff = compare(old.path(), new.path());
    diff.other.into_iter().map(|other| other.message).collect()
}

#[test]
fn inserted_calls_are_told_and_are_no_difference() {
    let (old, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    class(|_| {}, false).save(old.path(), "A");
    class(|_| {}, true).save(new.path(), "A");
    let diff = compare(old.path(), new.path());
    assert_eq!(diff.other, []);
    let method = &diff.classes[0].methods[0];
    assert_eq!((method.method.as_str(), method.id, method.enters, method.exits), ("m()V", Some(7), 1, 1));
    assert!(!method.added && !method.at && !method.unwinds);
}

#[test]
fn anything_else_is_a_difference() {
    let before = class(|_| {}, false);
    let changed = |change: fn(&mut CodeMaker)| other(&before, &class(change, true));
    assert_eq!(changed(|_| {}), [] as [&str; 0]);
    assert_eq!(changed(|code| code.bytes[8] = 2), ["instruction 0: `sipush 1` became `sipush 2`"]);
    // The branch goes to the return and skips the exit call, or back to the entry call.
    assert_eq!(changed(|code| code.bytes[11] = 10), ["instruction 1: `ifeq @3` became `ifeq @call`"]);
    let back = |code: &mut CodeMaker| code.bytes[10..12].copy_from_slice(&(-9_i16).to_be_bytes());
    assert_eq!(other(&before, &class(back, true)), ["instruction 1: `ifeq @3` became `ifeq @call`"]);
    assert_eq!(
        changed(|code| code.handlers[0][0] = 9),
        ["instruction 4: `try @0..3 @3 any` became `try @1..3 @3 any`"]
    );
    assert_eq!(changed(|code| code.locals = 5), ["max_locals changed"]);
    assert_eq!(changed(|code| code.stack = 3), ["max_stack became less"]);
    assert_eq!(changed(|code| code.attributes[0].1[7] = 9), ["its LineNumberTable differs"]);
    assert_eq!(changed(|code| code.attributes[0].1[3] = 1), ["its LineNumberTable differs"]);
    assert_eq!(changed(|code| code.attributes[0].1[9] = 7), ["its LineNumberTable differs"]);
    // The frame stands behind the exit call, where a branch to the return does not come by.
    assert_eq!(changed(|code| code.attributes[1].1[2] = 19), ["its StackMapTable differs"]);
    assert_eq!(changed(|code| code.attributes[1].1[2] = 12), ["its StackMapTable differs"]);
}

#[test]
fn methods_and_fields_that_come_or_go_are_differences() {
    let before = class(|_| {}, false);
    let mut more = class(|_| {}, false);
    more.method("n", "()V", &CodeMaker::new(&[0xb1]));
    assert_eq!(other(&before, &more), ["the method is new"]);
    assert!(other(&more, &before).iter().any(|message| message.contains("constant pool was rebuilt")));
    let mut field = class(|_| {}, false);
    field.field("y");
    assert_eq!(other(&before, &field), ["its fields changed"]);
}

fn tool(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trace-instrument")).args(args).current_dir(folder).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_jar_that_was_instrumented_passes_verify_and_diff() {
    let folder = tempfile::tempdir().unwrap();
    let mut class = ClassMaker::new("app/Main");
    let [a, b] = class.method_ref("app/Main", "n", "()V").to_be_bytes();
    class.method("m", "()V", &CodeMaker::new(&[0x2a, 0xb6, a, b, 0xb1]));
    class.method("n", "()V", &CodeMaker::new(&[0xb1]));
    let manifest = b"Manifest-Version: 1.0\r\n\r\nName: a\r\nSHA-256-Digest: x\r\n\r\n";
    let entries: [(&str, &[u8]); 4] = [
        ("META-INF/MANIFEST.MF", manifest),
        ("META-INF/X.SF", b"x"),
        ("app/Main.class", &class.bytes()),
        ("a.txt", b"text"),
    ];
    support::jar(&folder.path().join("in.jar"), &entries);
    for exits in ["normal", "throw", "unwind"] {
        let args = [
            "instrument",
            "--input",
            "in.jar",
            "--output",
            "out.jar",
            "--mapping",
            "map.txt",
            "--exits",
            exits,
        ];
        let instrumented = tool(&args, folder.path());
        assert!(instrumented.status.success(), "{}", text(&instrumented));

        let verified = tool(&["verify", "out.jar", "--mapping", "map.txt"], folder.path());
        assert_eq!(verified.status.code(), Some(0), "{}", text(&verified));
        assert!(text(&verified).starts_with("1 classes, 1 of 2 methods instrumented: 0 errors, 0 warnings"));

        let diff = tool(&["diff", "in.jar", "out.jar", "--json"], folder.path());
        assert_eq!(diff.status.code(), Some(0), "{}", text(&diff));
        let json: serde_json::Value = serde_json::from_slice(&diff.stdout).unwrap();
        assert_eq!(json["same"], 1);
        assert_eq!(json["dropped"][0], "META-INF/X.SF");
        assert_eq!(json["manifests"][0], "META-INF/MANIFEST.MF");
        assert_eq!(json["classes"][0]["methods"][0]["id"], 1);
        assert_eq!(json["classes"][0]["methods"][0]["unwinds"], exits == "unwind");
    }

    // Names before obfuscation are needed to compare with a mapping that has them.
    std::fs::write(folder.path().join("r8.txt"), "source.Name -> app.Main:\n").unwrap();
    let r8 = ["--mapping", "map.txt", "--r8-mapping", "r8.txt"];
    let args = [&["instrument", "--input", "in.jar", "--output", "r8.jar"][..], &r8].concat();
    assert!(tool(&args, folder.path()).status.success());
    assert!(tool(&[&["verify", "r8.jar"][..], &r8].concat(), folder.path()).status.success());
    let without = tool(&["verify", "r8.jar", "--mapping", "map.txt"], folder.path());
    assert_eq!(without.status.code(), Some(1));
    assert!(
        text(&without).contains("id 1 belongs to source.Name m ()V by the mapping"),
        "{}",
        text(&without)
    );

    let listing = text(&tool(&["diff", "in.jar", "out.jar", "--class", "app.Main"], folder.path()));
    assert!(listing.contains("\n+      invokestatic com.tencent.matrix.trace.core.AppMethodBeat.i:(I)V\n"));
    assert!(!listing.contains("\n-  "), "{listing}");

    let back = tool(&["diff", "out.jar", "in.jar"], folder.path());
    assert_eq!(back.status.code(), Some(1), "{}", text(&back));
    assert_eq!(tool(&["diff", "in.jar"], folder.path()).status.code(), Some(2));
    assert_eq!(tool(&["verify"], folder.path()).status.code(), Some(2));
    let missing = tool(&["verify", "missing.jar", "--json"], folder.path());
    assert_eq!(missing.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&missing.stdout).unwrap();
    assert_eq!(json["findings"][0]["input"], "missing.jar");
}

#[test]
fn branches_that_go_through_a_relay_are_the_same_branches() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    let mut class = ClassMaker::new("A");
    let [a, b] = class.method_ref("A", "n", "()V").to_be_bytes();
    // iconst_0; ifeq to the last return, just in reach; goto the next instruction; a call.
    let mut code = vec![0x03, 0x99, 0x7F, 0xFF, 0xa7, 0, 3, 0xb8, a, b];
    // Returns that are jumped over: each becomes six bytes longer.
    code.extend([0x03, 0x9a, 0, 4, 0xb1].repeat(50));
    code.resize(1 + 0x7FFF, 0);
    code.push(0xb1);
    class.method("m", "()V", &CodeMaker::new(&code));
    class.save(&old, "A");
    let args = ["instrument", "--input", "old", "--output", "new", "--mapping", "map.txt", "--json"];
    let instrumented = tool(&args, folder.path());
    let summary: serde_json::Value = serde_json::from_slice(&instrumented.stdout).unwrap();
    assert_eq!(summary["instrumented"], 1, "{summary}");

    let bytes = std::fs::read(new.join("A.class")).unwrap();
    assert!(bytes.windows(3).any(|window| window == [0xc8, 0, 0]), "there is a goto_w");
    assert_eq!(compare(&old, &new).other, []);
    let verified = tool(&["verify", "new", "--mapping", "map.txt"], folder.path());
    assert!(verified.status.success(), "{}", text(&verified));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    class(|_| {}, false).save(&folder.path().join("old"), "A");
    class(|_| {}, true).save(&folder.path().join("new"), "A");
    for json in [&[][..], &["--json"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_trace-instrument"));
        command.args(["diff", "old", "new"]).args(json).current_dir(folder.path()).stdout(writer);
        let output =
            command.stderr(std::process::Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(141));
        assert_eq!(text(&output), "");
    }
}
