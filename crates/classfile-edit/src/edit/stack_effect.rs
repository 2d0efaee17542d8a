//! How many slots each instruction takes from and puts on the operand stack (JVMS 6.5).

use crate::Error;
use crate::opcode;
use crate::read::{Instruction, Pool};

/// What an instruction does to the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// Slots taken.
    pub(super) pops: usize,
    /// Slots put.
    pub(super) pushes: usize,
    /// Bytes of descriptor that were read to know it.
    pub(super) read: usize,
}

/// The effect of an instruction. Those that move values about (`dup`, `swap`) are not here.
pub(super) fn of(instruction: &Instruction<'_>, pool: &Pool<'_>) -> Result<Effect, Error> {
    let index = || match *instruction.bytes {
        [_, a, b, ..] => u16::from_be_bytes([a, b]),
        _ => 0,
    };
    let mut read = 0;
    let (pops, pushes) = match instruction.opcode {
        0xb2..=0xb5 => {
            let size = slots(pool.member(index())?.descriptor);
            let object = usize::from(instruction.opcode >= 0xb4);
            if instruction.opcode & 1 == 0 { (object, size) } else { (object + size, 0) }
        }
        opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC => {
            let descriptor = pool.member(index())?.descriptor;
            read = descriptor.len();
            let (arguments, result) = call(descriptor);
            let object = !matches!(instruction.opcode, opcode::INVOKESTATIC | opcode::INVOKEDYNAMIC);
            (arguments + usize::from(object), result)
        }
        opcode::MULTIANEWARRAY => (usize::from(instruction.bytes.get(3).copied().unwrap_or(0)), 1),
        opcode::WIDE => fixed(instruction.bytes.get(1).copied().unwrap_or(0)),
        opcode => fixed(opcode),
    };
    Ok(Effect { pops, pushes, read })
}

/// Slots of the arguments and of the result of a method descriptor (JVMS 4.3.3).
pub(super) fn call(descriptor: &[u8]) -> (usize, usize) {
    let mut arguments = 0;
    let mut rest = descriptor.strip_prefix(b"(").unwrap_or(descriptor);
    while let Some((first, after)) = rest.split_first() {
        if *first == b')' {
            return (arguments, slots(after));
        }
        arguments += slots(rest);
        rest = after_field(rest);
    }
    (arguments, 0)
}

/// What follows the first field descriptor.
pub(super) fn after_field(descriptor: &[u8]) -> &[u8] {
    let dimensions = descriptor.iter().take_while(|&&byte| byte == b'[').count();
    let element = descriptor.get(dimensions..).unwrap_or(&[]);
    let len = match element.first() {
        Some(b'L') => element.iter().position(|&byte| byte == b';').map_or(element.len(), |at| at + 1),
        _ => 1,
    };
    element.get(len..).unwrap_or(&[])
}

fn slots(field: &[u8]) -> usize {
    match field.first() {
        Some(b'J' | b'D') => 2,
        Some(b'V') | None => 0,
        _ => 1,
    }
}

fn fixed(opcode: u8) -> (usize, usize) {
    match opcode {
        0x01..=0x08
        | 0x0b..=0x0d
        | 0x10..=0x13
        | 0x15
        | 0x17
        | 0x19
        | 0x1a..=0x1d
        | 0x22..=0x25
        | 0x2a..=0x2d => (0, 1),
        0x09 | 0x0a | 0x0e | 0x0f | 0x14 | 0x16 | 0x18 | 0x1e..=0x21 | 0x26..=0x29 => (0, 2),
        0x2e | 0x30 | 0x32..=0x35 => (2, 1),
        0x2f | 0x31 => (2, 2),
        0x36 | 0x38 | 0x3a | 0x3b..=0x3e | 0x43..=0x46 | 0x4b..=0x4e => (1, 0),
        0x37 | 0x39 | 0x3f..=0x42 | 0x47..=0x4a => (2, 0),
        0x4f | 0x51 | 0x53..=0x56 => (3, 0),
        0x50 | 0x52 => (4, 0),
        0x57 => (1, 0),
        0x58 => (2, 0),
        // Arithmetic comes in fours: int, long, float, double.
        0x60..=0x73 | 0x7e..=0x83 => match opcode {
            0x7e | 0x80 | 0x82 => (2, 1),
            0x7f | 0x81 | 0x83 => (4, 2),
            _ if opcode & 1 == 0 => (2, 1),
            _ => (4, 2),
        },
        0x74 | 0x76 => (1, 1),
        0x75 | 0x77 => (2, 2),
        0x78 | 0x7a | 0x7c => (2, 1),
        0x79 | 0x7b | 0x7d => (3, 2),
        0x85 | 0x87 | 0x8c | 0x8d => (1, 2),
        0x86 | 0x8b | 0x91..=0x93 => (1, 1),
        0x88 | 0x89 | 0x8e | 0x90 => (2, 1),
        0x8a | 0x8f => (2, 2),
        0x94 | 0x97 | 0x98 => (4, 1),
        0x95 | 0x96 => (2, 1),
        0x99..=0x9e | 0xc6 | 0xc7 | 0xaa | 0xab => (1, 0),
        0x9f..=0xa6 => (2, 0),
        0xbb => (0, 1),
        0xbc..=0xbe | 0xc0 | 0xc1 => (1, 1),
        0xbf | 0xc2 | 0xc3 => (1, 0),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_counted_in_slots() {
        assert_eq!(call(b"()V"), (0, 0));
        assert_eq!(call(b"(IJLjava/lang/String;[[D[Lapp/X;Z)D"), (7, 2));
        assert_eq!(call(b"([J[I)[J"), (2, 1));
        assert_eq!(call(b"(J"), (2, 0));
        assert_eq!(call(b"(Lunclosed"), (1, 0));
    }
}
