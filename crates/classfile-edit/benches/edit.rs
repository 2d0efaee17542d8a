//! What one method costs to read, to visit, and to edit: the items per second are methods.

#![allow(clippy::unwrap_used, reason = "a benchmark")]

use assembler::{ClassAssembler, CodeAssembler, Frame, Type};
use classfile_edit::{ClassEdit, ClassFile, Exits, Probe, Scratch, Snippet};
use divan::{Bencher, black_box, counter::ItemsCount};

#[path = "../tests/support/assembler.rs"]
mod assembler;

fn main() {
    divan::main();
}

/// A class of the size that is usual in libraries: a constructor, three short methods, two with loops,
/// a switch and a handler, all with frames and debug tables.
fn typical() -> (Vec<u8>, usize) {
    let mut class = ClassAssembler::new("app/model/Order");
    let init = class.method_ref("java/lang/Object", "<init>", "()V");
    let call = class.method_ref("app/model/Order", "next", "(ILjava/lang/String;)I");
    let field = class.field_ref("app/model/Order", "count", "I");
    let throwable = class.class("java/lang/Throwable");

    let mut code = CodeAssembler::new(2, 2);
    let start = code.here();
    code.op(&[0x2a]).op2(0xb7, init).op(&[0x2a, 0x1b]).op2(0xb5, field).op(&[0xb1]);
    let end = code.here();
    code.lines(&[(start, 10)]).variables(&[(start, end, [1, 2, 0]), (start, end, [3, 4, 1])]);
    class.method(1, "<init>", "(I)V", &code);
    for name in ["first", "second", "third"] {
        let mut code = CodeAssembler::new(3, 2);
        let start = code.here();
        code.op(&[0x2a, 0x1b, 0x01]).op2(0xb6, call).op(&[0x2a]).op2(0xb4, field).op(&[0x60, 0xac]);
        let end = code.here();
        code.lines(&[(start, 20)]).variables(&[(start, end, [1, 2, 0]), (start, end, [3, 4, 1])]);
        class.method(1, name, "(I)I", &code);
    }
    for name in ["many", "more"] {
        let mut code = CodeAssembler::new(3, 3);
        let (start, end, default, caught) = (code.here(), code.label(), code.label(), code.label());
        let cases: Vec<_> = (0..6).map(|_| code.label()).collect();
        code.op(&[0x03, 0x3d]).frame(Frame::Append(vec![Type::Int]));
        let top = code.here();
        code.op(&[0x1c, 0x1b]).jump(0xa2, end).op(&[0x1c]).tableswitch(0, default, &cases);
        for case in cases {
            code.place(case).frame(Frame::Same).op(&[0x2a, 0x1c, 0x01]).op2(0xb6, call);
            code.op(&[0x57]).jump(0xa7, default);
        }
        code.place(default).frame(Frame::Same).op(&[0x84, 2, 1]).jump(0xa7, top);
        code.place(end).frame(Frame::Chop(1)).op(&[0x1b, 0xac]);
        code.place(caught).frame(Frame::Stack1(Type::Object(throwable))).op(&[0xbf]);
        let last = code.here();
        code.handler(top, end, caught, throwable);
        code.lines(&[(start, 30), (top, 31), (default, 38), (end, 40), (caught, 42)]);
        code.variables(&[(start, last, [1, 2, 0]), (start, last, [3, 4, 1]), (top, end, [5, 4, 2])]);
        class.method(1, name, "(I)I", &code);
    }
    (class.finish(), 6)
}

/// A method of 40 KB with far branches: one that needs relays and whole frames.
fn large() -> (Vec<u8>, usize) {
    let mut class = ClassAssembler::new("app/Generated");
    let mut code = CodeAssembler::new(2, 2);
    let places: Vec<_> = (0..400).map(|_| code.label()).collect();
    for (index, &place) in places.iter().enumerate() {
        code.place(place).frame(Frame::Same).nops(88).op(&[0x1a]);
        let target = if index < 200 { (index + 325).min(399) } else { index - 200 };
        code.jump(0x99, places.get(target).copied().unwrap());
        let next = code.label();
        code.op(&[0x1b]).jump(0x99, next).op(&[0xb1]).place(next).frame(Frame::Same).nops(2);
    }
    code.op(&[0xb1]);
    class.method(8, "run", "(II)V", &code);
    (class.finish(), 1)
}

fn put_calls_in(bytes: &[u8], exits: Exits, scratch: &mut Scratch, out: &mut Vec<u8>) {
    let class = ClassFile::parse(bytes).unwrap();
    let mut edit = ClassEdit::new(&class);
    let enter = edit.pool().method_ref(b"app/Beat", b"i", b"(I)V").unwrap();
    let leave = edit.pool().method_ref(b"app/Beat", b"o", b"(I)V").unwrap();
    for slot in 0..class.methods().len() as u32 {
        let call = |method| Snippet::new().late_int(slot).invoke_static(method, 1);
        let probe = Probe { entry: call(enter), exit: Some(call(leave)), exits, ..Probe::default() };
        edit.insert(slot as usize, probe);
    }
    let edited = edit.finish(scratch).unwrap();
    assert!(edited.refusals().is_empty());
    out.clear();
    edited.link(|slot| 100_000 + slot as i32, out);
}

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let (bytes, methods) = typical();
    bencher
        .counter(ItemsCount::new(methods))
        .bench_local(|| ClassFile::parse(black_box(&bytes)).unwrap().methods().len());
}

#[divan::bench]
fn visit_and_put_nothing_in(bencher: Bencher<'_, '_>) {
    let (bytes, methods) = typical();
    let (mut scratch, mut out) = (Scratch::default(), Vec::new());
    bencher.counter(ItemsCount::new(methods)).bench_local(|| {
        let class = ClassFile::parse(black_box(&bytes)).unwrap();
        let mut edit = ClassEdit::new(&class);
        for index in 0..methods {
            edit.insert(index, Probe::default());
        }
        out.clear();
        edit.finish(&mut scratch).unwrap().link(|_| 0, &mut out);
        out.len()
    });
}

#[divan::bench(args = [Exits::Normal, Exits::Throw, Exits::Unwind])]
fn edit_and_link(bencher: Bencher<'_, '_>, exits: Exits) {
    let (bytes, methods) = typical();
    let (mut scratch, mut out) = (Scratch::default(), Vec::new());
    bencher
        .counter(ItemsCount::new(methods))
        .bench_local(|| put_calls_in(black_box(&bytes), exits, &mut scratch, &mut out));
}

#[divan::bench]
fn edit_over_32_kb(bencher: Bencher<'_, '_>) {
    let (bytes, methods) = large();
    let (mut scratch, mut out) = (Scratch::default(), Vec::new());
    bencher
        .counter(ItemsCount::new(methods))
        .bench_local(|| put_calls_in(black_box(&bytes), Exits::Throw, &mut scratch, &mut out));
}
