//! Opcodes of the Java virtual machine (JVMS 6.5) and what an editor must know of each.

#![allow(missing_docs, reason = "each constant has the name of its instruction")]

pub const SIPUSH: u8 = 0x11;
pub const LDC_W: u8 = 0x13;
pub const ILOAD_1: u8 = 0x1b;
pub const ALOAD: u8 = 0x19;
pub const ALOAD_0: u8 = 0x2a;
pub const ALOAD_3: u8 = 0x2d;
pub const SALOAD: u8 = 0x35;
pub const ASTORE: u8 = 0x3a;
pub const ASTORE_0: u8 = 0x4b;
pub const ASTORE_3: u8 = 0x4e;
pub const GOTO: u8 = 0xa7;
pub const JSR: u8 = 0xa8;
pub const RET: u8 = 0xa9;
pub const TABLESWITCH: u8 = 0xaa;
pub const LOOKUPSWITCH: u8 = 0xab;
pub const IRETURN: u8 = 0xac;
pub const RETURN: u8 = 0xb1;
pub const GETSTATIC: u8 = 0xb2;
pub const PUTFIELD: u8 = 0xb5;
pub const INVOKEVIRTUAL: u8 = 0xb6;
pub const INVOKESPECIAL: u8 = 0xb7;
pub const INVOKESTATIC: u8 = 0xb8;
pub const INVOKEINTERFACE: u8 = 0xb9;
pub const INVOKEDYNAMIC: u8 = 0xba;
pub const ATHROW: u8 = 0xbf;
pub const WIDE: u8 = 0xc4;
pub const MULTIANEWARRAY: u8 = 0xc5;
pub const IFNULL: u8 = 0xc6;
pub const IFNONNULL: u8 = 0xc7;
pub const GOTO_W: u8 = 0xc8;
pub const JSR_W: u8 = 0xc9;
pub const IINC: u8 = 0x84;

/// What matters about an instruction when code is inserted around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Nothing in it depends on its position.
    Plain,
    /// A call (`invoke*`).
    Call,
    /// A conditional branch with a 16-bit offset.
    If,
    /// `goto` or `jsr` with a 16-bit offset.
    Goto,
    /// `goto_w` or `jsr_w`.
    GotoWide,
    /// `tableswitch` or `lookupswitch`: padded, with 32-bit offsets.
    Switch,
    /// Any of the `*return` instructions.
    Return,
    /// `athrow`.
    Throw,
    /// `ret`: leaves a subroutine, not the method.
    Ret,
    /// The `wide` prefix.
    Wide,
    /// No instruction.
    Unknown,
}

/// Kind and length in bytes of each opcode; the length is 0 where the operands decide it.
const TABLE: [(Kind, u8); 256] = table();

#[inline]
pub(crate) fn describe(opcode: u8) -> (Kind, u8) {
    // A u8 cannot leave a table of 256.
    TABLE.get(usize::from(opcode)).copied().unwrap_or((Kind::Unknown, 0))
}

/// What kind of instruction `opcode` is.
pub fn kind(opcode: u8) -> Kind {
    describe(opcode).0
}

const fn table() -> [(Kind, u8); 256] {
    let mut table = [(Kind::Unknown, 0); 256];
    let mut opcode = 0;
    while opcode < 256 {
        #[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            table[opcode] = entry(opcode as u8);
        }
        opcode += 1;
    }
    table
}

const fn entry(opcode: u8) -> (Kind, u8) {
    match opcode {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xbc => (Kind::Plain, 2),
        SIPUSH | LDC_W | 0x14 | IINC | GETSTATIC..=PUTFIELD | 0xbb | 0xbd | 0xc0 | 0xc1 => (Kind::Plain, 3),
        MULTIANEWARRAY => (Kind::Plain, 4),
        0x99..=0xa6 | IFNULL | IFNONNULL => (Kind::If, 3),
        GOTO | JSR => (Kind::Goto, 3),
        RET => (Kind::Ret, 2),
        TABLESWITCH | LOOKUPSWITCH => (Kind::Switch, 0),
        IRETURN..=RETURN => (Kind::Return, 1),
        INVOKEVIRTUAL..=INVOKESTATIC => (Kind::Call, 3),
        INVOKEINTERFACE | INVOKEDYNAMIC => (Kind::Call, 5),
        ATHROW => (Kind::Throw, 1),
        WIDE => (Kind::Wide, 0),
        GOTO_W | JSR_W => (Kind::GotoWide, 5),
        0x00..=0xc3 => (Kind::Plain, 1),
        _ => (Kind::Unknown, 0),
    }
}
