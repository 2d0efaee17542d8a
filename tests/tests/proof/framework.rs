//! The framework's own packages, which are always blocked: instrumented all the same, to see that
//! nothing in so much code defeats the tool.

use std::path::{Path, PathBuf};

use trace_instrument::archive::Compression;
use trace_instrument::options::{DEFAULT_OWNER, Exits, Rewriting};
use trace_instrument::policy::{BlockList, Policy};
use trace_instrument::steps::{self, Job, Progress, Settings, Texts};
use trace_tests::skip::or_skip;
use trace_tests::{corpus, jdk};

use crate::compare::assert_same;
use crate::java::Tools;
use crate::subject::Subject;
use crate::{beat, link, pack};

struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &'static str, _steps: u64) {}
    fn step(&self) {}
}

/// Instruments every method of every class.
fn instrument(original: &Path, exits: Exits) -> Subject {
    Subject::made(original, |jar, mapping, ignored| {
        let job = Job {
            inputs: vec![(original.to_owned(), jar.to_owned())],
            class_path: Vec::new(),
            policy: Policy {
                block_list: BlockList::without_defaults(),
                owner: DEFAULT_OWNER.into(),
                include_trivial: true,
            },
            names: None,
            rewriting: Rewriting { exits, include_trivial: true, ..Rewriting::default() },
            base: None,
            texts: Texts {
                mapping: Some(mapping.to_owned()),
                ignored: Some(ignored.to_owned()),
                sidecar: None,
            },
            settings: Settings { compression: Compression::Store, ..Settings::default() },
            dry_run: false,
        };
        steps::instrument(&job, &Silent).unwrap();
    })
}

fn check(tools: &Tools, jar: &Path) {
    let jdk = jdk::standard().unwrap();
    let before = link::link(tools, jdk, jar, &[]);
    for (exits, word, entry) in [(Exits::Throw, "throw", "start"), (Exits::Unwind, "unwind", "after-super")] {
        let subject = instrument(jar, exits);
        let name = jar.file_name().unwrap().to_str().unwrap();
        let counts = assert_same(tools, name, &subject, &["--exits", word, "--constructor-entry", entry]);
        assert!(counts.of("instrumented") > counts.of("classes"), "{name}");
        let after = link::link(tools, jdk, &subject.jar, &[]);
        link::assert_as_before(name, &before, &after);
    }
}

#[test]
fn stand_ins_for_the_framework() {
    let Some(tools) = or_skip("framework", Tools::compile()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("stubs.jar");
    pack::jar(&beat::stubs().unwrap(), &jar);
    check(&tools, &jar);
}

#[test]
fn the_framework() {
    if !corpus::is_full() {
        return;
    }
    let Some(tools) = or_skip("framework", Tools::compile()) else { return };
    let jar: Option<PathBuf> = or_skip("framework", corpus::named("android-all").jar());
    if let Some(jar) = jar {
        check(&tools, &jar);
    }
}
