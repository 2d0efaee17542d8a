use super::FocusAction::{AddOverride, InsertAtStart, None as Nothing};
use super::*;

const PUBLIC: u16 = ACC_PUBLIC;
const ABSTRACT: u16 = 0x0400;

fn focus(access: u16, body: Body) -> MethodFacts<'static> {
    MethodFacts { access, name: FOCUS_METHOD, descriptor: FOCUS_DESCRIPTOR, body, calls_super_focus: false }
}

fn own(access: u16) -> Option<MethodFacts<'static>> {
    Some(focus(access, Body::Substantial))
}

fn own_calling_super() -> Option<MethodFacts<'static>> {
    Some(MethodFacts { calls_super_focus: true, ..focus(PUBLIC, Body::Substantial) })
}

fn class(name: &str, parent: &str, method: Option<MethodFacts<'static>>) -> ClassFacts {
    ClassFacts::new(PUBLIC, name.as_bytes(), Some(parent.as_bytes()), method)
}

fn plan_of(inputs: &[ClassFacts], class_path: &[ClassFacts]) -> FocusPlan {
    plan(inputs, class_path, |index| !inputs[index].name().starts_with(b"blocked/"), |name| name)
}

fn actions(inputs: &[ClassFacts]) -> Vec<FocusAction> {
    plan_of(inputs, &[]).actions
}

const ACTIVITY: &str = "android/app/Activity";

#[test]
fn activities_get_the_call_and_nothing_else_does() {
    let inputs = [
        class("Plain", ACTIVITY, None),
        class("Own", ACTIVITY, own(PUBLIC)),
        class("Compat", "androidx/appcompat/app/AppCompatActivity", None),
        class("NoActivity", "java/lang/Object", own(PUBLIC)),
        class("Unknown", "lib/SomeActivity", own(PUBLIC)),
        class("blocked/Plain", ACTIVITY, None),
        class("blocked/Own", ACTIVITY, own(PUBLIC)),
    ];
    assert_eq!(
        actions(&inputs),
        [AddOverride, InsertAtStart, AddOverride, Nothing, Nothing, Nothing, Nothing]
    );
}

#[test]
fn the_class_path_completes_a_chain() {
    let inputs = [class("Main", "lib/Base", None)];
    assert_eq!(actions(&inputs), [Nothing]);
    let class_path =
        [class("lib/Base", ACTIVITY, None), class(ACTIVITY, "android/content/Context", own(PUBLIC))];
    assert_eq!(plan_of(&inputs, &class_path).actions, [AddOverride]);
}

#[test]
fn along_a_chain_the_call_comes_once() {
    let inputs = [
        class("Leaf", "Middle", None),
        class("Middle", "Base", own_calling_super()),
        class("Base", ACTIVITY, None),
        class("Replacing", "Base", own(PUBLIC)),
        class("BelowReplacing", "Replacing", own_calling_super()),
    ];
    assert_eq!(actions(&inputs), [Nothing, Nothing, AddOverride, InsertAtStart, Nothing]);
}

#[test]
fn a_call_of_super_outside_the_instrumented_classes_delivers_nothing() {
    let inputs = [class("Main", ACTIVITY, own_calling_super()), class("blocked/Base", ACTIVITY, own(PUBLIC))];
    assert_eq!(actions(&inputs), [InsertAtStart, Nothing]);
    let inputs = [class("Main", "blocked/Base", None), class("blocked/Base", ACTIVITY, own(PUBLIC))];
    assert_eq!(actions(&inputs), [AddOverride, Nothing]);
}

#[test]
fn a_blocked_override_between_hides_or_passes_on() {
    let inputs = [
        class("Base", ACTIVITY, None),
        class("blocked/Silent", "Base", own(PUBLIC)),
        class("BelowSilent", "blocked/Silent", own_calling_super()),
        class("blocked/Passing", "Base", own_calling_super()),
        class("BelowPassing", "blocked/Passing", own_calling_super()),
    ];
    assert_eq!(actions(&inputs), [AddOverride, Nothing, InsertAtStart, Nothing, Nothing]);
}

#[test]
fn trivial_overrides_and_those_of_abstract_classes_get_the_call() {
    let trivial = Some(focus(PUBLIC, Body::Trivial));
    let abstract_class =
        ClassFacts::new(PUBLIC | ABSTRACT, b"Base", Some(ACTIVITY.as_bytes()), own(ACC_PROTECTED));
    assert_eq!(actions(&[class("Main", ACTIVITY, trivial), abstract_class]), [InsertAtStart, InsertAtStart]);
}

#[test]
fn an_abstract_override_leaves_it_to_those_who_implement_it() {
    let abstract_method = Some(focus(PUBLIC | ABSTRACT, Body::Absent));
    let inputs = [
        class("Base", ACTIVITY, abstract_method),
        class("Still", "Base", None),
        class("Main", "Still", own(PUBLIC)),
    ];
    let plan = plan_of(&inputs, &[]);
    assert_eq!((plan.actions, plan.unseen), (vec![Nothing, Nothing, InsertAtStart], vec![]));
}

#[test]
fn a_final_method_is_not_overridden() {
    let inputs = [class("Main", "lib/Base", None), class("Other", "Main", None)];
    let class_path = [class("lib/Base", ACTIVITY, own(PUBLIC | ACC_FINAL))];
    let plan = plan_of(&inputs, &class_path);
    assert_eq!(plan.actions, [Nothing, Nothing]);
    assert_eq!(plan.unseen, [(0, Unseen::Final), (1, Unseen::Final)]);

    let inputs = [class("Main", "Base", None), class("Base", ACTIVITY, own(PUBLIC | ACC_FINAL))];
    let plan = plan_of(&inputs, &[]);
    assert_eq!((plan.actions, plan.unseen), (vec![Nothing, InsertAtStart], vec![]));
}

#[test]
fn methods_that_do_not_override_are_left_alone() {
    for access in [ACC_PRIVATE, PUBLIC | ACC_STATIC] {
        let inputs = [class("Odd", ACTIVITY, own(access)), class("Below", "Odd", None)];
        let plan = plan_of(&inputs, &[]);
        assert_eq!(plan.actions, [Nothing, Nothing]);
        assert_eq!(plan.unseen, [(0, Unseen::Inaccessible), (1, Unseen::Inaccessible)]);
    }
    let inputs = [class("Base", ACTIVITY, None), class("Odd", "Base", own(ACC_PRIVATE))];
    let plan = plan_of(&inputs, &[]);
    assert_eq!((plan.actions, plan.unseen), (vec![AddOverride, Nothing], vec![]));
}

#[test]
fn a_method_that_refuses_code_delivers_nothing() {
    let refused = Some(focus(PUBLIC, Body::Refused(trace_model::SkipReason::TooLarge)));
    let inputs = [
        class("Base", ACTIVITY, refused),
        class("Calling", "Base", own_calling_super()),
        class("Without", "Base", None),
    ];
    let plan = plan_of(&inputs, &[]);
    assert_eq!(plan.actions, [Nothing, InsertAtStart, AddOverride]);
    assert_eq!(plan.unseen, [(0, Unseen::Refused)]);
}

#[test]
fn circles_end() {
    let inputs = [
        class("A", "B", None),
        class("B", "A", None),
        class("Self", "Self", None),
        class("Below", "A", own(PUBLIC)),
        class("Main", ACTIVITY, None),
    ];
    assert_eq!(actions(&inputs), [Nothing, Nothing, Nothing, Nothing, AddOverride]);
}

#[test]
fn deep_chains_are_walked_without_recursion() {
    let depth = 100_000;
    let mut inputs: Vec<_> =
        (0..depth).map(|index| class(&format!("C{index}"), &format!("C{}", index + 1), None)).collect();
    inputs.push(class(&format!("C{depth}"), ACTIVITY, None));
    let actions = actions(&inputs);
    assert_eq!(actions[depth], AddOverride);
    assert!(actions[..depth].iter().all(|&action| action == Nothing));
}

#[test]
fn obfuscated_library_classes_are_known_by_their_source_names() {
    let inputs = [class("x", "a/b", None)];
    let source_name = |name: &'static [u8]| -> &'static [u8] {
        if name == b"a/b" { b"androidx/fragment/app/FragmentActivity" } else { name }
    };
    let inputs: &'static [ClassFacts] = Box::leak(Box::new(inputs));
    assert_eq!(plan(inputs, &[], |_| true, source_name).actions, [AddOverride]);
}
