//! Tests the testers: damage of every kind must be seen.

use trace_tests::corpus;
use trace_tests::jdk;
use trace_tests::skip::or_skip;

use crate::java::Tools;
use crate::subject;

#[test]
fn damage_of_every_kind_is_seen() {
    let Some(tools) = or_skip("damage", Tools::compile()) else { return };
    let Some(subject) = or_skip("damage", subject::published(corpus::named("guava"), "throw")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.jar");
    let (_, kinds) = tools.ask("Mutate", &[]).unwrap();
    assert!(kinds.lines().count() > 10);
    for kind in ["none"].into_iter().chain(kinds.lines()) {
        let (found, class) = tools.ask("Mutate", &[&subject.jar, &damaged, &kind]).unwrap();
        assert!(found, "{kind}: nothing to damage");
        let (same, report) = tools
            .ask(
                "CompareAsm",
                &[&subject.original, &damaged, &subject.mapping, &"--ignored", &subject.ignored],
            )
            .unwrap();
        assert_eq!(same, kind == "none", "{kind}: {report}");
        let seen = report.lines().skip(1).all(|line| line.starts_with(class.trim()));
        assert!(seen, "{kind}: only {class} is damaged: {report}");
    }
}

#[test]
fn linking_verifies() {
    let Some(tools) = or_skip("verification", Tools::compile()) else { return };
    let Some(subject) = or_skip("verification", subject::published(corpus::named("guava"), "throw")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (damaged, outcomes) = (folder.path().join("damaged.jar"), folder.path().join("outcomes.txt"));
    for jdk in jdk::installed().iter().filter(|jdk| jdk.feature >= 17) {
        for kind in ["frame-type", "frame-place"] {
            let (_, class) = tools.ask("Mutate", &[&subject.jar, &damaged, &kind]).unwrap();
            let output = tools.run(jdk, "LinkAll", &[&outcomes, &damaged]).unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = std::fs::read_to_string(&outcomes).unwrap();
            let failed = format!("{}\tjava.lang.VerifyError", class.trim());
            assert!(text.lines().any(|line| line.starts_with(&failed)), "JDK {}: {kind} passed", jdk.feature);
        }
    }
}
