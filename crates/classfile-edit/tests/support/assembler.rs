//! A small assembler of class files for tests, fuzz seeds and benchmarks.
//!
//! It writes what it is told, broken or not, and needs nothing but `std`, so that any test can take it in
//! with `#[path]`. Wrong use (an open label, a branch that does not fit) panics.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, reason = "test support")]

use std::collections::HashMap;

pub(crate) const PUBLIC: u16 = 0x0001;
pub(crate) const STATIC: u16 = 0x0008;

/// A class in the making.
pub(crate) struct ClassAssembler {
    version: (u16, u16),
    pool: Vec<u8>,
    count: u16,
    known: HashMap<Vec<u8>, u16>,
    this: u16,
    super_class: u16,
    methods: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

impl ClassAssembler {
    /// A public class that extends `java/lang/Object`, in the format of Java 8.
    pub(crate) fn new(name: &str) -> Self {
        let mut class = ClassAssembler {
            version: (52, 0),
            pool: vec![],
            count: 1,
            known: HashMap::new(),
            this: 0,
            super_class: 0,
            methods: vec![],
            attributes: vec![],
        };
        class.this = class.class(name);
        class.super_class = class.class("java/lang/Object");
        class
    }

    pub(crate) fn version(mut self, major: u16, minor: u16) -> Self {
        self.version = (major, minor);
        self
    }

    pub(crate) fn extends(mut self, name: &str) -> Self {
        self.super_class = self.class(name);
        self
    }

    fn constant(&mut self, entry: Vec<u8>) -> u16 {
        if let Some(&index) = self.known.get(&entry) {
            return index;
        }
        let index = self.count;
        self.pool.extend_from_slice(&entry);
        self.count = index.checked_add(1).expect("the pool is full");
        self.known.insert(entry, index);
        index
    }

    /// How many entries the pool has, index 0 included.
    pub(crate) fn pool_count(&self) -> u16 {
        self.count
    }

    /// Fills the pool with integers that nothing uses, up to `count` entries.
    pub(crate) fn fill_pool(&mut self, count: u16) {
        while self.count < count {
            let value = u32::from(self.count) | 0x4000_0000;
            self.constant([&[3][..], &value.to_be_bytes()].concat());
        }
    }

    pub(crate) fn utf8(&mut self, text: &str) -> u16 {
        let len = u16::try_from(text.len()).unwrap();
        self.constant([&[1][..], &len.to_be_bytes(), text.as_bytes()].concat())
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        self.constant([&[tag][..], &first.to_be_bytes(), &second.to_be_bytes()].concat())
    }

    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant([&[7][..], &name.to_be_bytes()].concat())
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(12, name, descriptor);
        self.pair(tag, class, name_and_type)
    }

    pub(crate) fn field_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(9, class, name, descriptor)
    }

    pub(crate) fn method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(10, class, name, descriptor)
    }

    /// A `CONSTANT_Long`, which takes two entries.
    pub(crate) fn long(&mut self, value: i64) -> u16 {
        let index = self.constant([&[5][..], &value.to_be_bytes()].concat());
        self.count += 1;
        index
    }

    /// An attribute: name, length, `info`.
    pub(crate) fn attribute(&mut self, name: &str, info: &[u8]) -> Vec<u8> {
        let name = self.utf8(name);
        [&name.to_be_bytes()[..], &(info.len() as u32).to_be_bytes(), info].concat()
    }

    /// Gives the class itself an attribute.
    pub(crate) fn class_attribute(&mut self, name: &str, info: &[u8]) {
        let attribute = self.attribute(name, info);
        self.attributes.push(attribute);
    }

    /// Adds a method with code.
    pub(crate) fn method(&mut self, access: u16, name: &str, descriptor: &str, code: &CodeAssembler) {
        let code = code.finish(self);
        let attribute = self.attribute("Code", &code);
        self.raw_method(access, name, descriptor, &[attribute]);
    }

    /// Adds a method with just these attributes.
    pub(crate) fn raw_method(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let head = [access, name, descriptor, attributes.len() as u16].map(u16::to_be_bytes).concat();
        self.methods.push([head, attributes.concat()].concat());
    }

    /// The class file.
    pub(crate) fn finish(&self) -> Vec<u8> {
        let (major, minor) = self.version;
        let mut out = 0xCAFE_BABE_u32.to_be_bytes().to_vec();
        out.extend([minor, major, self.count].map(u16::to_be_bytes).concat());
        out.extend_from_slice(&self.pool);
        out.extend(self.body());
        out
    }

    /// The class file behind its constant pool.
    pub(crate) fn body(&self) -> Vec<u8> {
        // Public, super; no interfaces, no fields.
        let mut out = [0x0021, self.this, self.super_class, 0, 0].map(u16::to_be_bytes).concat();
        for table in [&self.methods, &self.attributes] {
            out.extend_from_slice(&(table.len() as u16).to_be_bytes());
            out.extend(table.concat());
        }
        out
    }
}

/// A place in the code; made by [`CodeAssembler::label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(usize);

/// A verification type (JVMS 4.7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Top,
    Int,
    Long,
    UninitializedThis,
    /// Constant-pool index of the class.
    Object(u16),
    /// Where the `new` instruction is.
    Uninitialized(Label),
}

/// A frame of a `StackMapTable`, in the form in which it is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// `same_frame`, or its extended form where the delta asks for it.
    Same,
    /// `same_frame_extended`, even for a small delta.
    SameExtended,
    Stack1(Type),
    Chop(u8),
    Append(Vec<Type>),
    Full(Vec<Type>, Vec<Type>),
}

/// The code of a method in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeAssembler {
    bytes: Vec<u8>,
    max_stack: u16,
    max_locals: u16,
    labels: Vec<Option<usize>>,
    /// Where an offset lies, how wide it is, what it is relative to, and what it leads to.
    offsets: Vec<(usize, usize, usize, Label)>,
    handlers: Vec<(Label, Label, Label, u16)>,
    frames: Vec<(Label, Frame)>,
    attributes: Vec<(String, Table)>,
}

#[derive(Clone, Debug)]
enum Table {
    Raw(Vec<u8>),
    Lines(Vec<(Label, u16)>),
    /// Start, end, then the other three columns of `LocalVariableTable`.
    Variables(Vec<(Label, Label, [u16; 3])>),
}

impl CodeAssembler {
    pub(crate) fn new(max_stack: u16, max_locals: u16) -> Self {
        CodeAssembler { max_stack, max_locals, ..Self::default() }
    }

    /// The same code with another `max_stack`.
    pub(crate) fn with_max_stack(mut self, max_stack: u16) -> Self {
        self.max_stack = max_stack;
        self
    }

    /// A label that is placed later.
    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    pub(crate) fn place(&mut self, label: Label) -> &mut Self {
        self.labels[label.0] = Some(self.bytes.len());
        self
    }

    /// A label at the next instruction.
    pub(crate) fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// Where the next instruction will be.
    pub(crate) fn pc(&self) -> usize {
        self.bytes.len()
    }

    /// Instructions as bytes.
    pub(crate) fn op(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// `count` times `nop`.
    pub(crate) fn nops(&mut self, count: usize) -> &mut Self {
        self.bytes.resize(self.bytes.len() + count, 0);
        self
    }

    /// An instruction with a constant-pool index.
    pub(crate) fn op2(&mut self, opcode: u8, index: u16) -> &mut Self {
        self.bytes.push(opcode);
        self.bytes.extend_from_slice(&index.to_be_bytes());
        self
    }

    /// A branch; `goto_w` and `jsr_w` get a wide offset.
    pub(crate) fn jump(&mut self, opcode: u8, to: Label) -> &mut Self {
        let (from, width) = (self.bytes.len(), if opcode >= 0xc8 { 4 } else { 2 });
        self.bytes.push(opcode);
        self.offset(from, width, to);
        self
    }

    fn offset(&mut self, from: usize, width: usize, to: Label) {
        self.offsets.push((self.bytes.len(), width, from, to));
        self.bytes.resize(self.bytes.len() + width, 0);
    }

    fn pad(&mut self) {
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
    }

    pub(crate) fn tableswitch(&mut self, low: i32, default: Label, cases: &[Label]) -> &mut Self {
        let from = self.bytes.len();
        self.bytes.push(0xaa);
        self.pad();
        self.offset(from, 4, default);
        self.bytes.extend_from_slice(&low.to_be_bytes());
        self.bytes.extend_from_slice(&(low + cases.len() as i32 - 1).to_be_bytes());
        for &case in cases {
            self.offset(from, 4, case);
        }
        self
    }

    pub(crate) fn lookupswitch(&mut self, default: Label, cases: &[(i32, Label)]) -> &mut Self {
        let from = self.bytes.len();
        self.bytes.push(0xab);
        self.pad();
        self.offset(from, 4, default);
        self.bytes.extend_from_slice(&(cases.len() as u32).to_be_bytes());
        for &(key, case) in cases {
            self.bytes.extend_from_slice(&key.to_be_bytes());
            self.offset(from, 4, case);
        }
        self
    }

    /// A row of the exception table; `catch_type` 0 catches everything.
    pub(crate) fn handler(&mut self, start: Label, end: Label, handler: Label, catch_type: u16) -> &mut Self {
        self.handlers.push((start, end, handler, catch_type));
        self
    }

    /// A frame at the next instruction.
    pub(crate) fn frame(&mut self, frame: Frame) -> &mut Self {
        let at = self.here();
        self.frames.push((at, frame));
        self
    }

    pub(crate) fn attribute(&mut self, name: &str, info: &[u8]) -> &mut Self {
        self.attributes.push((name.to_owned(), Table::Raw(info.to_vec())));
        self
    }

    pub(crate) fn lines(&mut self, rows: &[(Label, u16)]) -> &mut Self {
        self.attributes.push(("LineNumberTable".to_owned(), Table::Lines(rows.to_vec())));
        self
    }

    /// Rows: start, end, then name, descriptor and slot.
    pub(crate) fn variables(&mut self, rows: &[(Label, Label, [u16; 3])]) -> &mut Self {
        self.attributes.push(("LocalVariableTable".to_owned(), Table::Variables(rows.to_vec())));
        self
    }

    fn at(&self, label: Label) -> usize {
        self.labels[label.0].expect("a label was never placed")
    }

    fn at_u2(&self, label: Label) -> [u8; 2] {
        u16::try_from(self.at(label)).expect("the code is too long").to_be_bytes()
    }

    /// `info` of the `Code` attribute.
    fn finish(&self, class: &mut ClassAssembler) -> Vec<u8> {
        let mut code = self.bytes.clone();
        for &(place, width, from, to) in &self.offsets {
            let offset = self.at(to) as i32 - from as i32;
            if width == 2 {
                let offset = i16::try_from(offset).expect("the branch is too far");
                code[place..place + 2].copy_from_slice(&offset.to_be_bytes());
            } else {
                code[place..place + 4].copy_from_slice(&offset.to_be_bytes());
            }
        }
        let mut out = [self.max_stack, self.max_locals].map(u16::to_be_bytes).concat();
        out.extend_from_slice(&(code.len() as u32).to_be_bytes());
        out.extend_from_slice(&code);
        out.extend_from_slice(&(self.handlers.len() as u16).to_be_bytes());
        for &(start, end, handler, catch_type) in &self.handlers {
            out.extend([start, end, handler].map(|label| self.at_u2(label)).concat());
            out.extend_from_slice(&catch_type.to_be_bytes());
        }
        let mut attributes = Vec::new();
        if !self.frames.is_empty() {
            let info = self.stack_map();
            attributes.push(class.attribute("StackMapTable", &info));
        }
        for (name, table) in &self.attributes {
            let info = self.table(table);
            attributes.push(class.attribute(name, &info));
        }
        out.extend_from_slice(&(attributes.len() as u16).to_be_bytes());
        out.extend(attributes.concat());
        out
    }

    fn table(&self, table: &Table) -> Vec<u8> {
        let rows: Vec<Vec<u8>> = match table {
            Table::Raw(info) => return info.clone(),
            Table::Lines(rows) => {
                rows.iter().map(|&(at, line)| [self.at_u2(at), line.to_be_bytes()].concat()).collect()
            }
            Table::Variables(rows) => rows
                .iter()
                .map(|&(start, end, rest)| {
                    let len = (self.at(end) - self.at(start)) as u16;
                    [
                        &[self.at_u2(start), len.to_be_bytes()].concat()[..],
                        &rest.map(u16::to_be_bytes).concat(),
                    ]
                    .concat()
                })
                .collect(),
        };
        [(rows.len() as u16).to_be_bytes().to_vec(), rows.concat()].concat()
    }

    fn stack_map(&self) -> Vec<u8> {
        let mut out = (self.frames.len() as u16).to_be_bytes().to_vec();
        let mut next = 0;
        for (label, frame) in &self.frames {
            let at = self.at(*label);
            let delta = u16::try_from(at - next).unwrap();
            next = at + 1;
            let small = u8::try_from(delta).ok().filter(|&delta| delta < 64);
            let long = |tag: u8| [&[tag][..], &delta.to_be_bytes()].concat();
            match frame {
                Frame::Same => out.extend(small.map_or_else(|| long(251), |delta| vec![delta])),
                Frame::SameExtended => out.extend(long(251)),
                Frame::Stack1(stack) => {
                    out.extend(small.map_or_else(|| long(247), |delta| vec![delta + 64]));
                    self.types(std::slice::from_ref(stack), &mut out);
                }
                Frame::Chop(count) => out.extend(long(251 - count)),
                Frame::Append(types) => {
                    out.extend(long(251 + types.len() as u8));
                    self.types(types, &mut out);
                }
                Frame::Full(locals, stack) => {
                    out.extend(long(255));
                    for types in [locals, stack] {
                        out.extend_from_slice(&(types.len() as u16).to_be_bytes());
                        self.types(types, &mut out);
                    }
                }
            }
        }
        out
    }

    fn types(&self, types: &[Type], out: &mut Vec<u8>) {
        for kind in types {
            match *kind {
                Type::Top => out.push(0),
                Type::Int => out.push(1),
                Type::Long => out.push(4),
                Type::UninitializedThis => out.push(6),
                Type::Object(class) => out.extend([&[7][..], &class.to_be_bytes()].concat()),
                Type::Uninitialized(at) => out.extend([&[8][..], &self.at_u2(at)].concat()),
            }
        }
    }
}
