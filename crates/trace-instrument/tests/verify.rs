//! `verify` finds what is wrong, and nothing else.

mod support;

use std::path::Path;
use support::{ClassMaker, CodeMaker, OWNER, call, u16s};
use trace_instrument::archive::Limits;
use trace_instrument::diff::{DiffJob, diff};
use trace_instrument::steps::Progress;
use trace_instrument::verify::{Finding, Severity, Verification, VerifyJob, verify};
use trace_model::mapping::Mapping;

const RETURN: u8 = 0xb1;

struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &'static str, _: u64) {}
    fn step(&self) {}
}

fn check(input: &Path, mapping: Option<&str>) -> Verification {
    let job = VerifyJob {
        inputs: vec![input.to_owned()],
        owner: OWNER.to_owned(),
        mapping: mapping.map(|text| Mapping::parse(text.as_bytes()).unwrap()),
        names: None,
        limits: Limits::default(),
    };
    verify(&job, &NoProgress).unwrap()
}

fn check_class(class: &ClassMaker) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    class.save(folder.path(), "A");
    check(folder.path(), None).findings
}

/// Severity, offset and message of what is found in a method `m()V` of this code.
fn findings(make: impl FnOnce(&mut ClassMaker) -> CodeMaker) -> Vec<(Severity, Option<u32>, String)> {
    let mut class = ClassMaker::new("A");
    let code = make(&mut class);
    class.method("m", "()V", &code);
    let found = check_class(&class);
    assert!(found.iter().all(|finding| finding.method.as_deref() == Some("m()V")), "{found:?}");
    found.into_iter().map(|finding| (finding.severity, finding.offset, finding.message)).collect()
}

fn only_error(make: impl FnOnce(&mut ClassMaker) -> CodeMaker) -> (Option<u32>, String) {
    let mut found = findings(make);
    assert_eq!(found.len(), 1, "{found:?}");
    let (severity, offset, message) = found.remove(0);
    assert_eq!(severity, Severity::Error, "{message}");
    (offset, message)
}

/// Code of `i(7)`, the given bytes, `o(7)`, `return`.
fn traced(class: &mut ClassMaker, body: &[u8]) -> CodeMaker {
    let (enter, exit) = class.beat();
    CodeMaker::new(&[&call(7, enter)[..], body, &call(7, exit), &[RETURN]].concat())
}

#[test]
fn a_traced_method_is_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut class = ClassMaker::new("app/A");
    let code = traced(&mut class, &[0]);
    class.method("m", "()V", &code).method("n", "()V", &CodeMaker::new(&[RETURN]));
    class.save(folder.path(), "app/A");
    let good = check(folder.path(), Some("7,1,app.A m ()V"));
    assert_eq!(good.findings, []);
    assert_eq!((good.classes, good.methods, good.instrumented), (1, 2, 1));

    let message = |mapping| check(folder.path(), Some(mapping)).findings.remove(0).message;
    assert_eq!(message("8,1,app.A m ()V"), "id 7 is not in the mapping");
    assert_eq!(message("7,1,app.A n ()V"), "id 7 belongs to app.A n ()V by the mapping");
}

#[test]
fn calls_come_in_pairs() {
    let error = only_error(|class| {
        let (enter, _) = class.beat();
        CodeMaker::new(&[&call(7, enter)[..], &[RETURN]].concat())
    });
    assert_eq!(error, (Some(6), "the method returns without o".to_owned()));

    let error = only_error(|class| {
        let (_, exit) = class.beat();
        CodeMaker::new(&[&call(7, exit)[..], &[RETURN]].concat())
    });
    assert_eq!(error, (Some(3), "the method is left by o, but never entered by i".to_owned()));

    let error = only_error(|class| {
        let (enter, exit) = class.beat();
        CodeMaker::new(&[&call(7, enter)[..], &call(8, exit), &[RETURN]].concat())
    });
    assert_eq!(error, (Some(9), "o has id 8, but the method's is 7".to_owned()));

    let error = only_error(|class| {
        let (enter, exit) = class.beat();
        CodeMaker::new(&[&[0][..], &call(7, enter), &call(7, exit), &[RETURN]].concat())
    });
    assert_eq!(error, (Some(1), "i is called in the middle of the method".to_owned()));

    let error = only_error(|class| {
        let (enter, exit) = class.beat();
        let body = [&call(7, enter)[..], &call(7, exit), &[0], &call(7, exit), &[RETURN]];
        CodeMaker::new(&body.concat())
    });
    assert_eq!(error, (Some(12), "o is called, but the method goes on".to_owned()));
}

#[test]
fn branches_neither_enter_again_nor_skip_the_exit() {
    // i at 0, iconst_0 at 6, ifeq at 7, o at 10, return at 16.
    let branch = |to: i16| {
        move |class: &mut ClassMaker| {
            let [a, b] = (to - 7).to_be_bytes();
            traced(class, &[0x03, 0x99, a, b])
        }
    };
    assert_eq!(findings(branch(10)), []);
    assert_eq!(only_error(branch(16)), (Some(7), "branch to 16 skips the o at 10".to_owned()));
    let again = "branch back to the start, which enters the method again".to_owned();
    assert_eq!(only_error(branch(0)), (Some(7), again));
    assert_eq!(only_error(branch(8)), (Some(7), "branch to 8, where no instruction begins".to_owned()));
}

#[test]
fn a_constructor_may_be_entered_behind_super() {
    let mut class = ClassMaker::new("A");
    let (enter, exit) = class.beat();
    let [a, b] = class.method_ref("java/lang/Object", "<init>", "()V").to_be_bytes();
    let code = [&[0x2a, 0xb7, a, b][..], &call(7, enter), &call(7, exit), &[RETURN]].concat();
    class.method("<init>", "()V", &CodeMaker::new(&code));
    assert_eq!(check_class(&class), []);
}

#[test]
fn at_belongs_to_one_method() {
    let at = |name: &str| {
        let mut class = ClassMaker::new("A");
        let [a, b] = class.method_ref(OWNER, "at", "(Landroid/app/Activity;Z)V").to_be_bytes();
        class.method(name, "(Z)V", &CodeMaker::new(&[0x2a, 0x1b, 0xb8, a, b, RETURN]));
        check_class(&class)
    };
    assert_eq!(at("onWindowFocusChanged"), []);
    assert_eq!(at("other")[0].message, "at is called, but this is not onWindowFocusChanged(boolean)");
}

#[test]
fn positions_must_begin_an_instruction() {
    // sipush at 0, pop at 3, return at 4.
    let body = CodeMaker::new(&[0x11, 0, 1, 0x57, RETURN]);
    let with = |code: CodeMaker| findings(|_| code);
    assert_eq!(with(body.clone()), []);
    assert_eq!(with(body.clone().handler([0, 4, 4, 0])), []);
    for row in [[1, 4, 4, 0], [0, 2, 4, 0], [0, 4, 1, 0], [3, 3, 4, 0]] {
        assert_eq!(with(body.clone().handler(row))[0].0, Severity::Error, "{row:?}");
    }
    assert_eq!(with(body.clone().attribute("StackMapTable", &[0, 1, 3])), []);
    let found = with(body.clone().attribute("StackMapTable", &[0, 1, 2]));
    assert_eq!(found[0].2, "a frame of the StackMapTable stands where no instruction begins");
    // A frame whose stack item was made by a `new` at 3: there is a pop.
    let found = with(body.clone().attribute("StackMapTable", &[0, 1, 68, 8, 0, 3]));
    assert_eq!(found[0].2, "a frame has a type made by the `new` at 3, but there is none");
    let found = with(body.clone().attribute("LineNumberTable", &u16s(&[1, 2, 10])));
    let message = "the LineNumberTable names a position where no instruction begins".to_owned();
    assert_eq!(found, [(Severity::Warning, Some(2), message)]);
    assert_eq!(only_error(|_| CodeMaker::new(&[0])), (Some(0), "the code can run off its end".to_owned()));
}

#[test]
fn two_methods_do_not_share_an_id() {
    let mut class = ClassMaker::new("A");
    let code = traced(&mut class, &[]);
    class.method("m", "()V", &code).method("n", "()V", &code);
    let found = check_class(&class);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "id 7 is that of another method, too");
}

#[test]
fn the_independent_reader_finds_what_we_do_not_look_at() {
    let mut class = ClassMaker::new("A");
    class.field("x").field("x");
    let found = check_class(&class);
    assert!(found[0].message.starts_with("the independent reader refuses it: "), "{found:?}");
}

#[test]
fn a_lone_surrogate_is_no_damage() {
    let mut class = ClassMaker::new("A");
    let text = class.utf8(b"\xED\xA0\x80");
    let (kind, name) = (class.utf8(b"LB;"), class.utf8(b"x"));
    let annotation = [u16s(&[1, kind, 1, name]), vec![b's'], u16s(&[text])].concat();
    class.attribute("RuntimeVisibleAnnotations", &annotation);
    assert_eq!(check_class(&class), []);
}

#[test]
fn deep_nesting_is_not_given_to_the_independent_reader() {
    let mut class = ClassMaker::new("A");
    let (kind, name) = (class.utf8(b"LB;"), class.utf8(b"x"));
    let deep = [b"[\0\x01".repeat(1_000_000), b"[\0\0".to_vec()].concat();
    class.attribute("RuntimeVisibleAnnotations", &[u16s(&[1, kind, 1, name]), deep].concat());
    let found = check_class(&class);
    assert_eq!(found[0].severity, Severity::Warning);
    assert_eq!(found[0].message, "attributes nested too deeply: not read by the independent reader");
}

#[test]
fn archives_are_read_to_their_end() {
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("a.jar");
    let mut class = ClassMaker::new("A");
    let code = traced(&mut class, &[]);
    class.method("m", "()V", &code);
    support::jar(&jar, &[("A.class", &class.bytes()), ("META-INF/X.SF", b"x"), ("text", b"hello")]);
    let found = check(&jar, None).findings;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].entry.as_deref(), Some("META-INF/X.SF"));

    let mut bytes = std::fs::read(&jar).unwrap();
    let hello = bytes.windows(5).position(|window| window == b"hello").unwrap();
    bytes[hello] = b'H';
    std::fs::write(&jar, bytes).unwrap();
    let found = check(&jar, None).findings;
    assert!(
        found.iter().any(|finding| finding.entry.as_deref() == Some("text")
            && finding.message.starts_with("the checksum is")),
        "{found:?}"
    );
}

/// Fixed mutations of a class that has a bit of everything, through both commands.
#[test]
fn no_bytes_make_it_panic() {
    let mut class = ClassMaker::new("A");
    let text = class.utf8(b"\xED\xA0\x80");
    let (kind, name) = (class.utf8(b"LB;"), class.utf8(b"x"));
    let annotation = [u16s(&[1, kind, 1, name]), vec![b'[', 0, 1, b's'], u16s(&[text])].concat();
    class.field("x").attribute("RuntimeVisibleAnnotations", &annotation);
    let cast = [&[0, 1, 0x47, 0, 6, 0, 0][..], &annotation[2..]].concat();
    // iconst_0 at 6; tableswitch at 7 with one case, all to the nop at 24.
    let switch = [&[0x03, 0xaa][..], &[0, 0, 0, 17], &[0; 8], &[0, 0, 0, 17], &[0]].concat();
    let code = traced(&mut class, &switch);
    let code = code
        .handler([6, 24, 24, 0])
        .attribute("StackMapTable", &[0, 1, 24])
        .attribute("LineNumberTable", &u16s(&[1, 0, 1]))
        .attribute("LocalVariableTable", &u16s(&[1, 0, 7, name, kind, 0]))
        .attribute("RuntimeVisibleTypeAnnotations", &cast);
    class.method("m", "()V", &code);

    let original = class.bytes();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mutants: Vec<(String, Vec<u8>)> = (0..3_000)
        .map(|index| {
            let mut bytes = original.clone();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] = [0, 1, 0x7F, 0xFF][random(4)],
                    1 => bytes[at] ^= 1 << random(8),
                    2 => drop(bytes.remove(at)),
                    _ => bytes[at] = random(256) as u8,
                }
            }
            (format!("m{index}/A.class"), bytes)
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let (before, after) = (folder.path().join("before.jar"), folder.path().join("after.jar"));
    let entries: Vec<(&str, &[u8])> = mutants.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    support::jar(&after, &entries);
    let originals: Vec<(&str, &[u8])> = entries.iter().map(|(name, _)| (*name, &*original)).collect();
    support::jar(&before, &originals);

    assert_eq!(check(&before, None).findings, []);
    let found = check(&after, None);
    // Otherwise the mutations are too weak or too strong to test anything.
    assert!((1_000..60_000).contains(&found.errors), "{} errors", found.errors);
    let pairs = vec![(before.clone(), after.clone()), (after, before)];
    let job = DiffJob { pairs, owner: OWNER.to_owned(), limits: Limits::default() };
    assert!(diff(&job, &NoProgress).unwrap().other.len() > 2_000);
}
