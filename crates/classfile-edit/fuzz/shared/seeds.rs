//! Small classes in which everything occurs that an edit must follow.

use super::assembler::{ClassAssembler, CodeAssembler, Frame, STATIC, Type};

/// Names and contents.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("branches", branches()),
        ("constructors", constructors()),
        ("handlers", handlers()),
        ("tables", tables()),
        ("frames", frames()),
        ("old", old()),
        ("large", large()),
        ("empty", ClassAssembler::new("a/Empty").finish()),
    ]
}

fn branches() -> Vec<u8> {
    let mut class = ClassAssembler::new("a/Branches");
    let mut code = CodeAssembler::new(2, 2);
    let (top, one, end) = (code.here(), code.label(), code.label());
    code.op(&[0x1a]).jump(0x99, top).op(&[0x1a]).tableswitch(0, end, &[one, top]);
    code.place(one).frame(Frame::Same).op(&[0x1a]).lookupswitch(top, &[(1, end), (7, one)]);
    code.place(end).frame(Frame::Same).op(&[0xc4, 0x84, 0, 1, 0, 9, 0x1a]).jump(0x9a, end);
    code.jump(0xc8, top).frame(Frame::Same).op(&[0xb1]);
    class.method(STATIC, "run", "(II)V", &code);
    class.finish()
}

fn constructors() -> Vec<u8> {
    let mut class = ClassAssembler::new("a/Constructors");
    let (init, own) = (class.method_ref("java/lang/Object", "<init>", "()V"), class.class("a/Constructors"));
    let this = class.method_ref("a/Constructors", "<init>", "(J[Ljava/lang/Object;D)V");
    let mut code = CodeAssembler::new(9, 3);
    let (one, end) = (code.label(), code.label());
    let before = |stack: &[Type]| Frame::Full(vec![Type::UninitializedThis, Type::Int], stack.to_vec());
    code.op(&[0x2a, 0x1b]).jump(0x99, one).op2(0xb7, init).jump(0xa7, end);
    code.place(one).frame(before(&[Type::UninitializedThis]));
    code.op(&[0x09, 0x01, 0x0e]).op2(0xb7, this);
    code.place(end).frame(Frame::Full(vec![Type::Object(own), Type::Int], vec![]));
    code.op2(0xbb, own).op(&[0x59, 0x03]).op2(0xb7, init).op(&[0x57, 0xb1]);
    class.method(1, "<init>", "(I)V", &code);
    let mut code = CodeAssembler::new(2, 2);
    let (start, caught) = (code.here(), code.label());
    code.op(&[0]);
    let stop = code.here();
    code.op(&[0x2a, 0x59, 0x5f, 0x4c, 0x57, 0x2b]).op2(0xb7, init).op(&[0xb1]);
    code.place(caught).frame(before(&[Type::Object(own)])).op(&[0xbf]).handler(start, stop, caught, 0);
    class.method(1, "<init>", "()V", &code);
    class.finish()
}

fn handlers() -> Vec<u8> {
    let mut class = ClassAssembler::new("a/Handlers");
    let throwable = class.class("java/lang/Throwable");
    let mut code = CodeAssembler::new(1, 1);
    let start = code.here();
    code.op(&[0x01, 0xbf]);
    let inner = code.here();
    code.frame(Frame::Stack1(Type::Object(throwable))).op(&[0xbf]);
    let outer = code.here();
    code.frame(Frame::Stack1(Type::Object(throwable))).op(&[0xb1]);
    let end = code.here();
    code.handler(start, inner, inner, throwable)
        .handler(start, outer, outer, 0)
        .handler(inner, end, start, 0);
    class.method(STATIC, "run", "()V", &code);
    class.finish()
}

fn tables() -> Vec<u8> {
    let mut class = ClassAssembler::new("a/Tables");
    let mut code = CodeAssembler::new(1, 1);
    let start = code.here();
    code.op(&[0x1a]);
    let exit = code.here();
    code.op(&[0xac]);
    let end = code.here();
    code.lines(&[(start, 1), (exit, 2)]).variables(&[(start, end, [1, 2, 0]), (exit, exit, [1, 2, 0])]);
    code.attribute("CharacterRangeTable", &[0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1]);
    let cast = [0x47, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, b'[', 0, 1, b'I', 0, 1];
    let local = [0x40, 0, 1, 0, 0, 0, 2, 0, 0, 1, 3, 0, 0, 1, 0, 0];
    code.attribute("RuntimeVisibleTypeAnnotations", &[&[0, 2][..], &cast, &local].concat());
    code.attribute("RuntimeInvisibleTypeAnnotations", &[0, 0]).attribute("Unknown", b"kept");
    class.method(STATIC, "run", "(I)I", &code);
    class.raw_method(0x0401, "nothing", "()V", &[]);
    class.long(1 << 40);
    class.class_attribute("SourceFile", &[0, 1]);
    class.finish()
}

fn frames() -> Vec<u8> {
    let mut class = ClassAssembler::new("a/Frames");
    let own = class.class("a/Frames");
    let mut code = CodeAssembler::new(2, 6);
    let new = code.here();
    code.op2(0xbb, own).frame(Frame::Stack1(Type::Uninitialized(new))).op(&[0x57]);
    code.frame(Frame::Append(vec![Type::Int, Type::Long, Type::Top])).nops(70);
    code.frame(Frame::Chop(2)).op(&[0]).frame(Frame::SameExtended).op(&[0xb1]).frame(Frame::Same);
    code.op(&[0]).frame(Frame::Full(vec![Type::Object(own)], vec![Type::Int])).op(&[0xb1]);
    class.method(0, "run", "()V", &code);
    class.finish()
}

fn old() -> Vec<u8> {
    let mut class = ClassAssembler::new("a/Old").version(45, 3);
    let mut code = CodeAssembler::new(1, 2);
    let subroutine = code.label();
    code.jump(0xa8, subroutine).jump(0xc9, subroutine).op(&[0xb1]);
    code.place(subroutine).op(&[0x4c, 0xa9, 1]).op(&[0xc4, 0xa9, 0, 1]);
    code.attribute("StackMap", &[0, 1, 0, 8, 0, 1, 1, 0, 1, 8, 0, 0]);
    class.method(STATIC, "run", "()V", &code);
    class.finish()
}

/// Over 32 KB, so that branches are widened and relayed.
fn large() -> Vec<u8> {
    let mut class = ClassAssembler::new("a/Large");
    let mut code = CodeAssembler::new(1, 1);
    let (start, end) = (code.here(), code.label());
    code.op(&[0x1a]).jump(0x99, end).op(&[0x1a]).jump(0xa7, end).frame(Frame::Same);
    code.nops(20_000).op(&[0xb1]).frame(Frame::Append(vec![Type::Int])).nops(12_750).op(&[0xb1]);
    code.place(end).frame(Frame::Chop(1)).op(&[0xb1]);
    code.lines(&[(start, 1), (end, 2)]);
    class.method(STATIC, "run", "(I)V", &code);
    class.finish()
}
