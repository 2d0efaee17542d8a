use super::*;
use crate::facts::{Body, MethodFacts};
use crate::focus::FocusAction;
use crate::policy::BlockList;

fn class(name: &str, methods: &[(&str, &str, Body)]) -> ClassFacts {
    let methods = methods.iter().map(|&(name, descriptor, body)| MethodFacts {
        access: 1,
        name: name.as_bytes(),
        descriptor: descriptor.as_bytes(),
        body,
        calls_super_focus: false,
    });
    ClassFacts::new(1, name.as_bytes(), Some(b"java/lang/Object"), methods)
}

fn policy(block_list: &str) -> Policy {
    Policy {
        block_list: BlockList::parse(block_list.as_bytes()).unwrap(),
        owner: b"app/Tracer".to_vec(),
        include_trivial: false,
    }
}

fn input<'a>(classes: &'a [ClassFacts], policy: &'a Policy) -> Input<'a> {
    Input { classes, class_path: &[], policy, names: None, base: None }
}

fn mapping(assignment: &Assignment<'_>) -> String {
    let mut text = Vec::new();
    assignment.write_mapping(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn ignored(assignment: &Assignment<'_>) -> String {
    let mut text = Vec::new();
    assignment.write_ignored(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn numbers(assignment: &Assignment<'_>, class: usize) -> Vec<u32> {
    assignment.ids(class).iter().map(|id| id.map_or(0, MethodId::get)).collect()
}

const DISPATCH: &str = "1048574,1,android.os.Handler dispatchMessage (Landroid.os.Message;)V\n";

const REAL: Body = Body::Substantial;

#[test]
fn ids_follow_class_name_and_descriptor() {
    let classes = [
        class("b/B", &[("run", "()V", REAL), ("run", "(I)V", REAL), ("<init>", "()V", REAL)]),
        class("a/A$1", &[("z", "()V", REAL)]),
        class("a/A", &[("z", "()V", REAL), ("get", "()I", Body::Trivial), ("abs", "()V", Body::Absent)]),
        class("a/R$id", &[("<init>", "()V", REAL)]),
        class("c/C", &[("y", "()V", REAL), ("x", "()V", REAL)]),
        class("app/Tracer", &[("i", "(I)V", REAL), ("o", "(I)V", REAL)]),
    ];
    let policy = policy("-keepmethod c.C y ()V");
    let assignment = assign(input(&classes, &policy)).unwrap();
    let expected = "1,1,a.A z ()V\n2,1,a.A$1 z ()V\n3,1,b.B <init> ()V\n4,1,b.B run ()V\n\
                    5,1,b.B run (I)V\n6,1,c.C x ()V\n";
    // As bytes, `)` comes before `I`.
    assert_eq!(mapping(&assignment), format!("{expected}{DISPATCH}"));
    assert_eq!(numbers(&assignment, 0), [4, 5, 3]);
    assert_eq!(numbers(&assignment, 2), [1, 0, 0]);
    assert_eq!(numbers(&assignment, 3), [0]);
    assert_eq!(numbers(&assignment, 4), [0, 6]);
    assert_eq!(
        ignored(&assignment),
        "ignore methods:\na.A get ()I\na.R$id <init> ()V\napp.Tracer i (I)V\napp.Tracer o (I)V\nc.C y ()V\n"
    );
    let skips: Vec<_> = assignment.skips().iter().map(|skip| serde_json::to_string(skip).unwrap()).collect();
    assert_eq!(
        skips,
        [
            r#"{"class":"a.A","method":"get ()I","reason":"trivial"}"#,
            r#"{"class":"a.R$id","reason":"generated"}"#,
            r#"{"class":"app.Tracer","reason":"blocked"}"#,
            r#"{"class":"c.C","method":"y ()V","reason":"blocked"}"#,
        ]
    );
    let skipped = [(SkipReason::Trivial, 1), (SkipReason::Blocked, 3), (SkipReason::Generated, 1)];
    let expected = Counts { methods: 11, selected: 6, skipped: BTreeMap::from(skipped), ids: 6, vanished: 0 };
    assert_eq!(assignment.counts, expected);
}

#[test]
fn a_method_that_occurs_twice_has_one_id() {
    let classes = [
        class("a/A", &[("run", "()V", Body::Trivial), ("only", "()V", REAL)]),
        class("a/A", &[("run", "()V", REAL), ("get", "()V", Body::Trivial)]),
        class("a/A", &[("get", "()V", Body::Trivial), ("run", "()V", REAL)]),
    ];
    let policy = policy("");
    let assignment = assign(input(&classes, &policy)).unwrap();
    assert_eq!(mapping(&assignment), format!("1,1,a.A only ()V\n2,1,a.A run ()V\n{DISPATCH}"));
    // Trivial here, yet traced as elsewhere: the mapping lists it.
    assert_eq!(numbers(&assignment, 0), [2, 1]);
    assert_eq!(numbers(&assignment, 1), [2, 0]);
    assert_eq!(numbers(&assignment, 2), [0, 2]);
    assert_eq!(ignored(&assignment), "ignore methods:\na.A get ()V\n");
    assert_eq!((assignment.counts.methods, assignment.counts.selected), (6, 4));
}

#[test]
fn neither_order_nor_duplicates_change_the_mapping() {
    let mut classes = Vec::new();
    for index in 0..700 {
        // Three occurrences of each class, with differing flags and bodies.
        let body = if index % 3 == 0 { Body::Trivial } else { REAL };
        let method = |name: &'static [u8], access| MethodFacts {
            access,
            name,
            descriptor: b"()V",
            body,
            calls_super_focus: false,
        };
        let name = format!("p{}/C{}", index % 7, index % 233);
        let methods = [method(b"b", index as u16), method(b"a", 1)];
        classes.push(ClassFacts::new(1, name.as_bytes(), None, methods));
    }
    let policy = policy("-keeppackage p3");
    let texts = |classes: &[ClassFacts]| {
        let assignment = assign(input(classes, &policy)).unwrap();
        (mapping(&assignment), ignored(&assignment), assignment.counts)
    };
    let expected = texts(&classes);
    assert!(expected.1.lines().count() > 100 && expected.0.lines().count() > 100);
    let mut random = 1_u64;
    for _ in 0..20 {
        for index in (1..classes.len()).rev() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            classes.swap(index, (random >> 33) as usize % (index + 1));
        }
        assert_eq!(texts(&classes), expected);
    }
}

#[test]
fn a_base_mapping_keeps_its_ids() {
    let base = Mapping::parse(
        b"3,9,a.A gone ()V\n5,9,a.A kept ()V\n6,9,a.A small ()V\n7,9,b.B out ()V\n\
          1048574,1,android.os.Handler dispatchMessage (Landroid.os.Message;)V\n",
    )
    .unwrap();
    let classes = [
        class("b/B", &[("out", "()V", REAL)]),
        class("a/A", &[("new", "()V", REAL), ("kept", "()V", REAL), ("small", "()V", Body::Trivial)]),
        class("a/B", &[("new", "()V", REAL)]),
    ];
    let policy = policy("-keepclass b/B");
    let assignment = assign(Input { base: Some(&base), ..input(&classes, &policy) }).unwrap();
    let expected = "3,9,a.A gone ()V\n5,1,a.A kept ()V\n6,9,a.A small ()V\n7,9,b.B out ()V\n\
                    8,1,a.A new ()V\n9,1,a.B new ()V\n";
    assert_eq!(mapping(&assignment), format!("{expected}{DISPATCH}"));
    assert_eq!(numbers(&assignment, 0), [0]);
    assert_eq!(numbers(&assignment, 1), [8, 5, 0]);
    assert_eq!(numbers(&assignment, 2), [9]);
    assert_eq!((assignment.counts.ids, assignment.counts.vanished), (6, 3));

    // The next build starts from what this one wrote, and changes nothing.
    let again = Mapping::parse(mapping(&assignment).as_bytes()).unwrap();
    let next = assign(Input { base: Some(&again), ..input(&classes, &policy) }).unwrap();
    assert_eq!(mapping(&next), mapping(&assignment));
}

#[test]
fn more_methods_than_ids_are_an_error() {
    let base = Mapping::parse(b"1048572,1,a.A gone ()V").unwrap();
    let policy = policy("");
    let one = [class("a/A", &[("x", "()V", REAL)])];
    let assignment = assign(Input { base: Some(&base), ..input(&one, &policy) }).unwrap();
    assert_eq!(numbers(&assignment, 0), [1_048_573]);

    let two = [class("a/A", &[("x", "()V", REAL), ("y", "()V", REAL)])];
    let error = assign(Input { base: Some(&base), ..input(&two, &policy) }).unwrap_err();
    assert_eq!(error, TooManyMethods { highest: 1_048_574, vanished: 1 });
    assert_eq!(
        error.to_string(),
        "the highest method id would be 1048574, but a record holds ids up to 1048573: 1 too many. Leave out \
         packages with a block list, or go without the base mapping, which keeps 1 ids of methods that are gone"
    );
}

#[test]
fn obfuscated_classes_are_numbered_and_blocked_by_source_names() {
    let names = R8Names::parse(
        b"app.Z -> a:\n    void work() -> a\n    void app.A.moved(app.Z) -> b\n\
          app.A -> b:\n    void first() -> a\n    int small() -> c\n\
          app.Blocked -> c:\n    void run() -> a\n",
    )
    .unwrap();
    let classes = [
        class("a", &[("a", "()V", REAL), ("b", "(La;)V", REAL), ("kept", "()V", REAL)]),
        class("b", &[("c", "()I", Body::Trivial), ("a", "()V", REAL)]),
        class("c", &[("a", "()V", REAL)]),
    ];
    let policy = policy("-keepclass app.Blocked");
    let input = Input { names: Some(&names), ..input(&classes, &policy) };
    let assignment = assign(input).unwrap();
    let expected =
        "1,1,app.A first ()V\n2,1,app.A moved (Lapp.Z;)V\n3,1,app.Z kept ()V\n4,1,app.Z work ()V\n";
    assert_eq!(mapping(&assignment), format!("{expected}{DISPATCH}"));
    assert_eq!(ignored(&assignment), "ignore methods:\napp.A small ()I\napp.Blocked run ()V\n");
    assert_eq!(numbers(&assignment, 0), [4, 2, 3]);
    assert_eq!(numbers(&assignment, 1), [0, 1]);
    assert_eq!(numbers(&assignment, 2), [0]);
}

#[test]
fn focus_goes_where_source_names_allow_it() {
    let names = R8Names::parse(
        b"app.Main -> a:\napp.Blocked -> b:\nandroidx.core.app.ComponentActivity -> c:\napp.R$id -> d:\n",
    )
    .unwrap();
    let activity = |name: &str| ClassFacts::new(1, name.as_bytes(), Some(b"c"), []);
    let classes =
        [activity("a"), activity("b"), activity("d"), activity("app/Tracer"), activity("e").uneditable()];
    let policy = policy("-keepclass app.Blocked");
    let actions = |names| assign(Input { names, ..input(&classes, &policy) }).unwrap().focus.actions;
    let mut expected = vec![FocusAction::None; classes.len()];
    assert_eq!(actions(None), expected);
    expected[0] = FocusAction::AddOverride;
    assert_eq!(actions(Some(&names)), expected);
}
