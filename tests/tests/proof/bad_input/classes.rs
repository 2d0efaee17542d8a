//! One bad class in a good jar is passed through, listed with its reason, and alone.

use std::fs;

use serde_json::Value;

use super::{Case, class, entry, good, renamed};
use crate::cli;

/// A class that cannot be edited, and what must be said of it.
struct Bad {
    name: &'static str,
    content: Vec<u8>,
    reason: &'static str,
    detail: &'static str,
}

/// The class with other bytes at one place.
fn patched(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut class = class();
    class[at..at + bytes.len()].copy_from_slice(bytes);
    class
}

/// The class with an opcode that does not exist; it can be read but for one method.
fn unknown_opcode() -> Vec<u8> {
    let mut class = renamed(&class(), "sample/Broken");
    // iload_1, ifge: the first two instructions of `repeat`.
    let code = class.windows(2).position(|window| window == [0x1B, 0x9C]).unwrap();
    class[code] = 0xCB;
    class
}

fn bad_classes() -> Vec<Bad> {
    let whole = class();
    let bad = |name, content: &[u8], reason, detail| Bad { name, content: content.to_vec(), reason, detail };
    vec![
        bad("bad/Truncated", &whole[..whole.len() / 2], "malformed", " at byte "),
        bad("bad/Longer", &[&whole[..], b"!"].concat(), "malformed", " at byte "),
        bad("bad/Corrupt", &patched(8, &[0xFF, 0xFF]), "malformed", " at byte "),
        bad("bad/Empty", &[], "malformed", " at byte 0"),
        bad("bad/Text", b"Hello, World!", "malformed", " at byte 0"),
        bad("bad/Magic", &patched(0, &[0xCA, 0xFE, 0xD0, 0x0D]), "malformed", " at byte 0"),
        bad("bad/Old", &patched(4, &[0, 0, 0, 45]), "unsupported", "version 45.0"),
        bad("bad/New", &patched(4, &[0, 0, 0, 70]), "unsupported", "version 70.0"),
        bad("sample/Broken", &unknown_opcode(), "malformed", " at byte "),
    ]
}

#[test]
fn one_bad_class_in_a_good_jar() {
    for Bad { name, content, reason, detail } in bad_classes() {
        let file = format!("{name}.class");
        let after = renamed(&class(), "sample/Behind");
        let case = Case::new(&good().entry(&file, &content).entry("sample/Behind.class", &after).finish());
        let (output, summary) = (case.place("output.jar"), case.place("summary.json"));
        let result = case.run(&output, &["--summary", summary.to_str().unwrap()]);
        let notes = cli::stderr(&result);
        assert!(result.status.success(), "{name}: {notes}");
        assert_eq!(entry(&output, &file), content, "{name}: its bytes are not touched");
        for good in ["sample/Sample", "sample/Behind"] {
            let bytes = entry(&output, &format!("{good}.class"));
            assert!(has(&bytes, b"com/tencent/matrix/trace/core/AppMethodBeat"), "{good} beside {name}");
        }
        let mapping = fs::read_to_string(case.place("mapping.txt")).unwrap();
        assert_eq!(mapping.matches(" repeat ").count(), 2, "{name}: {mapping}");

        let listed = skips(&fs::read(&summary).unwrap());
        let [skip] = &listed[..] else { panic!("{name}: {listed:?}") };
        assert_eq!(skip["class"], name.replace('/', "."));
        assert_eq!(skip["reason"], reason, "{name}: {skip}");
        let said = skip["detail"].as_str().unwrap();
        assert!(said.contains(detail), "{name}: {said}");
        let note = notes.lines().find(|line| line.contains(said)).unwrap_or_else(|| panic!("{notes}"));
        assert!(note.contains("input.jar") && note.contains(reason), "{note}");
        assert!(note.contains(name) || note.contains(&name.replace('/', ".")), "{note}");

        case.fails(
            &case.place("strict.jar"),
            &["--strict"],
            &["input.jar", name.split('/').next_back().unwrap(), reason, said],
        );
    }
}

/// Everything that was left as it is, but for the trivial methods.
fn skips(sidecar: &[u8]) -> Vec<Value> {
    let sidecar: Value = serde_json::from_slice(sidecar).unwrap();
    let all = sidecar["skips"].as_array().unwrap();
    all.iter().filter(|skip| skip["reason"] != "trivial").cloned().collect()
}

fn has(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}
