//! Instructions as text, with names instead of indices into the constant pool.

use classfile_edit::opcode::{self, Kind};
use classfile_edit::{ClassFile, Instruction};
use std::fmt::Write as _;
use trace_model::name;

/// Writes a position of the code.
pub(super) type Place<'a> = &'a dyn Fn(&mut String, i64);

/// Names of the opcodes 0 to 201 (JVMS 6.5), in order.
const NAMES: &str = "nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 \
lconst_0 lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w iload \
lload fload dload aload iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3 fload_0 fload_1 \
fload_2 fload_3 dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3 iaload laload faload \
daload aaload baload caload saload istore lstore fstore dstore astore istore_0 istore_1 istore_2 \
istore_3 lstore_0 lstore_1 lstore_2 lstore_3 fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 \
dstore_2 dstore_3 astore_0 astore_1 astore_2 astore_3 iastore lastore fastore dastore aastore bastore \
castore sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap iadd ladd fadd dadd isub lsub fsub \
dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem ineg lneg fneg dneg ishl lshl ishr lshr \
iushr lushr iand land ior lor ixor lxor iinc i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s \
lcmp fcmpl fcmpg dcmpl dcmpg ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge \
if_icmpgt if_icmple if_acmpeq if_acmpne goto jsr ret tableswitch lookupswitch ireturn lreturn freturn \
dreturn areturn return getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic \
invokeinterface invokedynamic new newarray anewarray arraylength athrow checkcast instanceof \
monitorenter monitorexit wide multianewarray ifnull ifnonnull goto jsr";

/// Appends one instruction. `goto_w` and `jsr_w` look like their short forms: they do the same.
pub(super) fn instruction(out: &mut String, class: &ClassFile<'_>, of: &Instruction<'_>, place: Place<'_>) {
    out.push_str(mnemonic(of.opcode));
    match (of.kind, of.bytes) {
        (Kind::If | Kind::Goto | Kind::GotoWide, _) => {
            out.push(' ');
            place(out, of.target().unwrap_or(-1));
        }
        (Kind::Switch, _) => switch(out, of, place),
        (_, &[0x12, index]) => constant(out, class, index.into()),
        (_, &[opcode::LDC_W | 0x14, a, b]) => constant(out, class, u16::from_be_bytes([a, b])),
        (
            _,
            &[opcode::GETSTATIC..=opcode::INVOKESTATIC, a, b]
            | &[opcode::INVOKEINTERFACE | opcode::INVOKEDYNAMIC, a, b, ..],
        ) => {
            member(out, class, u16::from_be_bytes([a, b]));
        }
        (_, &[0xbb | 0xbd | 0xc0 | 0xc1, a, b]) => {
            out.push(' ');
            class_at(out, class, u16::from_be_bytes([a, b]));
        }
        (_, &[opcode::MULTIANEWARRAY, a, b, dimensions]) => {
            out.push(' ');
            class_at(out, class, u16::from_be_bytes([a, b]));
            let _ = write!(out, " {dimensions}");
        }
        (_, &[0x10, value]) => {
            let _ = write!(out, " {}", value as i8);
        }
        (_, &[opcode::SIPUSH, a, b]) => {
            let _ = write!(out, " {}", i16::from_be_bytes([a, b]));
        }
        (_, operands) => {
            for operand in operands.iter().skip(1) {
                let _ = write!(out, " {operand}");
            }
        }
    }
}

fn mnemonic(opcode: u8) -> &'static str {
    static TABLE: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| NAMES.split(' ').collect());
    TABLE.get(usize::from(opcode)).copied().unwrap_or("?")
}

fn switch(out: &mut String, of: &Instruction<'_>, place: Place<'_>) {
    let mut targets = of.switch_targets();
    let header = 1 + (3 - of.pc as usize % 4);
    let words = of.bytes.get(header..).unwrap_or_default().as_chunks().0;
    let word = |index: usize| words.get(index).map_or(0, |&bytes| i32::from_be_bytes(bytes));
    out.push_str(" default ");
    place(out, targets.next().unwrap_or(-1));
    for (case, target) in targets.enumerate() {
        let key = match of.opcode {
            opcode::TABLESWITCH => word(1).wrapping_add(case as i32),
            _ => word(2 + 2 * case),
        };
        let _ = write!(out, " {key} ");
        place(out, target);
    }
}

fn constant(out: &mut String, class: &ClassFile<'_>, index: u16) {
    out.push(' ');
    let pool = class.pool();
    let _ = match pool.constant(index) {
        Ok((3, bytes)) => write!(out, "int {}", i32::from_be_bytes(bytes.try_into().unwrap_or_default())),
        Ok((5, bytes)) => write!(out, "long {}", i64::from_be_bytes(bytes.try_into().unwrap_or_default())),
        // As bits: two NaN may differ.
        Ok((4, bytes)) => {
            write!(out, "float 0x{:08x}", u32::from_be_bytes(bytes.try_into().unwrap_or_default()))
        }
        Ok((6, bytes)) => {
            write!(out, "double 0x{:016x}", u64::from_be_bytes(bytes.try_into().unwrap_or_default()))
        }
        Ok((8, &[a, b])) => {
            let text = pool.utf8(u16::from_be_bytes([a, b])).unwrap_or_default();
            write!(out, "\"{}\"", text.escape_ascii())
        }
        Ok((16, &[a, b])) => {
            let text = pool.utf8(u16::from_be_bytes([a, b])).unwrap_or_default();
            write!(out, "type {}", name::escape(text))
        }
        Ok((7, _)) => {
            class_at(out, class, index);
            Ok(())
        }
        Ok((17, _)) => {
            member(out, class, index);
            Ok(())
        }
        Ok((15, &[kind, a, b])) => {
            let _ = write!(out, "handle {kind}");
            member(out, class, u16::from_be_bytes([a, b]));
            Ok(())
        }
        _ => write!(out, "constant {index}"),
    };
}

/// A field or method; of a dynamic one also the number of its bootstrap method.
fn member(out: &mut String, class: &ClassFile<'_>, index: u16) {
    let Ok(member) = class.pool().member(index) else {
        let _ = write!(out, " constant {index}");
        return;
    };
    let owner = match class.pool().constant(index) {
        Ok((17 | 18, &[a, b, ..])) => format!("#{}", u16::from_be_bytes([a, b])),
        _ => name::escape(member.class),
    };
    let _ = write!(out, " {owner}.{}:{}", name::escape(member.name), name::escape(member.descriptor));
}

/// A class; index 0 stands for any, in an exception table.
pub(super) fn class_at(out: &mut String, class: &ClassFile<'_>, index: u16) {
    match class.pool().class_name(index) {
        _ if index == 0 => out.push_str("any"),
        Ok(text) => out.push_str(&name::escape(text)),
        Err(_) => {
            let _ = write!(out, "constant {index}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mnemonic;

    #[test]
    fn names_stand_at_their_opcodes() {
        for (opcode, name) in
            [(0, "nop"), (18, "ldc"), (89, "dup"), (172, "ireturn"), (184, "invokestatic"), (201, "jsr")]
        {
            assert_eq!(mnemonic(opcode), name);
        }
        assert_eq!(mnemonic(202), "?");
    }
}
