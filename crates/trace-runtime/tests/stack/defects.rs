//! What Matrix gets wrong, each with the rows that are right.

use super::{FROM_DISPATCH, rows};
use trace_runtime::stack::Bounds;

fn until(end: u64) -> Bounds {
    Bounds { end: Some(end), ..FROM_DISPATCH }
}

fn all_until(end: u64) -> Bounds {
    Bounds { from_dispatch: false, end: Some(end) }
}

const ALL: Bounds = Bounds { from_dispatch: false, end: None };

/// Matrix: no rows at all.
#[test]
fn nested_dispatch_is_a_call_like_any_other() {
    let text = "+D@0 +1@0 +D@100 +2@110 -2@500 -D@600 -1@900 -D@1000";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,1000 1,1,1,900 2,D,1,500 3,2,1,390");
}

/// Matrix: method 1 moves into the second dispatch, and the first comes last.
#[test]
fn dispatch_that_never_ended_keeps_its_callees() {
    let text = "+D@0 +1@0 -1@400 +D@1000 +2@1100 -2@1900 -D@2000";
    assert_eq!(rows(text, until(3000)), "0,D,1,3000 1,1,1,400 1,D,1,1000 2,2,1,800");
}

/// Matrix: `9` gets the 590 ms since `1` began, and `1` is lost.
#[test]
fn exit_without_enter_changes_nothing() {
    let text = "+1@10 +2@20 -2@30 -9@600 -1@900";
    assert_eq!(rows(text, ALL), "0,1,1,890 1,2,1,10");
    let text = "+D@0 -D@1 +1@10 -9@600 -1@900 +D@1000 -9@1100 -D@1200";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,1 0,1,1,890 0,D,1,200");
}

/// Matrix: `2` and `3` are lost, and what `3` had called has depths without a caller.
#[test]
fn methods_that_an_exception_left_end_with_the_method_that_caught_it() {
    let text = "+D@0 +1@100 +2@200 +3@300 +4@310 -4@320 -1@900 -D@1000";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,1000 1,1,1,800 2,2,1,700 3,3,1,600 4,4,1,10");
    let recursion = "+D@0 +1@0 +1@10 +1@20 -1@500 -1@600 -D@1000";
    assert_eq!(rows(recursion, FROM_DISPATCH), "0,D,1,1000 1,1,1,1000 2,1,1,590 3,1,1,480");
}

/// Matrix: `1` and `2` end when all ends, below what comes after them.
#[test]
fn methods_that_an_exception_left_end_before_the_next_dispatch() {
    let text = "+1@10 +2@20 -2@30 +3@50 +D@100 -D@200";
    assert_eq!(rows(text, all_until(1000)), "0,1,1,90 1,2,1,10 1,3,1,50 0,D,1,100");
    // Where nothing says when open methods end, they are left out, like those at the end.
    assert_eq!(rows(text, ALL), "0,D,1,100");
}

/// Matrix: no rows at all.
#[test]
fn negative_duration_is_no_time() {
    let text = "+D@100 +1@200 -1@400 +2@500 -2@450 -D@1000";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,900 1,1,1,200 1,2,1,0");
    // Matrix: -50 and -60 ms.
    assert_eq!(rows("+D@100 +1@110", until(50)), "0,D,1,0 1,1,1,0");
}

/// Matrix: 100 ms twice.
#[test]
fn five_seconds_are_five_seconds() {
    let text = "+D@0 +1@0 -1@100 +1@100 -1@5100 -D@9000";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,9000 1,1,2,5100");
}

/// Matrix: the exit is taken for a slot that was never written, so `1` is a callee of `0`.
#[test]
fn exit_of_id_0_at_time_0_is_an_exit() {
    let text = "+D@0 +0@0 -0@0 +1@0 -1@5 -D@1000";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,1000 1,0,1,0 1,1,1,5");
    // A slot that was never written is an exit of a method that is not open.
    assert_eq!(rows("+D@0 -0@0 +1@0 -0@0 -1@5 -D@9", FROM_DISPATCH), "0,D,1,9 1,1,1,5");
}

/// Matrix: -1294967296 ms.
#[test]
fn costs_have_64_bits() {
    let text = "+D@0 +1@0 -1@3000000000 -D@3000000001";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,3000000001 1,1,1,3000000000");
    // Merged ones, too.
    let text = "+D@0 +1@0 -1@3000000000 +1@3000000000 -1@6000000000 -D@6000000000";
    assert_eq!(rows(text, FROM_DISPATCH), "0,D,1,6000000000 1,1,2,6000000000");
    // An end of a clock with another unit, as Matrix had it, stays what it is.
    assert_eq!(rows("+D@100", until(1_700_000_000_000)), "0,D,1,1699999999900");
}

/// Matrix has no way to do this: without the strict mode open methods are never closed, so the stack of a start, which
/// is made while a dispatch is open, is empty.
#[test]
fn a_start_has_a_stack_while_its_dispatch_is_open() {
    let text = "+1@0 +2@10 -2@300 -1@400 -D@410 +D@500 +3@510 -3@515 +4@520";
    assert_eq!(rows(text, all_until(1000)), "0,1,1,400 1,2,1,290 0,D,1,500 1,3,1,5 1,4,1,480");
    assert_eq!(rows(text, ALL), "");
}
