//! The positions that the debug tables and type annotations of a method name.

use super::Bytes;

/// What a position must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Where an instruction begins.
    Instruction,
    /// Where an instruction begins, or the end of the code.
    End,
    /// An index in the exception table.
    Handler,
}

/// A position in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) at: u32,
    pub(crate) role: Role,
    /// Which bytes of the attribute say so: two from here on.
    pub(crate) field: usize,
}

/// Collects positions while an attribute is read.
struct Reader<'a> {
    bytes: Bytes<'a>,
    len: usize,
    found: Vec<Position>,
}

impl Reader<'_> {
    fn position(&mut self, role: Role) -> Option<u16> {
        let field = self.len - self.bytes.0.len();
        let at = self.bytes.u2()?;
        self.found.push(Position { at: at.into(), role, field });
        Some(at)
    }

    /// `start_pc` and `length`.
    fn range(&mut self) -> Option<()> {
        let start = self.position(Role::Instruction)?;
        let len = self.position(Role::End)?;
        if let Some(end) = self.found.last_mut() {
            end.at = u32::from(start) + u32::from(len);
        }
        Some(())
    }
}

/// The positions in `info` of a code attribute; `None` if it is not well formed. An attribute that names
/// none has none.
pub(crate) fn positions(name: &[u8], info: &[u8]) -> Option<Vec<Position>> {
    let mut reader = Reader { bytes: Bytes(info), len: info.len(), found: Vec::new() };
    match name {
        b"LineNumberTable" => {
            for _ in 0..reader.bytes.u2()? {
                reader.position(Role::Instruction)?;
                reader.bytes.take(2)?;
            }
        }
        b"LocalVariableTable" | b"LocalVariableTypeTable" => {
            for _ in 0..reader.bytes.u2()? {
                reader.range()?;
                reader.bytes.take(6)?;
            }
        }
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
            for _ in 0..reader.bytes.u2()? {
                annotation_target(&mut reader)?;
                let steps = reader.bytes.u1()?;
                reader.bytes.take(2 * usize::from(steps))?;
                skip_annotation(&mut reader.bytes)?;
            }
        }
        _ => return Some(Vec::new()),
    }
    reader.bytes.0.is_empty().then_some(reader.found)
}

/// `target_type` and `target_info` (JVMS 4.7.20.1) of an annotation in code.
fn annotation_target(reader: &mut Reader<'_>) -> Option<()> {
    match reader.bytes.u1()? {
        0x40 | 0x41 => {
            for _ in 0..reader.bytes.u2()? {
                reader.range()?;
                reader.bytes.take(2)?;
            }
        }
        0x42 => _ = reader.position(Role::Handler)?,
        0x43..=0x46 => _ = reader.position(Role::Instruction)?,
        0x47..=0x4B => {
            reader.position(Role::Instruction)?;
            reader.bytes.take(1)?;
        }
        _ => return None,
    }
    Some(())
}

/// Skips an annotation (JVMS 4.7.16) however deeply its values are nested.
fn skip_annotation(bytes: &mut Bytes<'_>) -> Option<()> {
    skip_nested(bytes, Values::Named, usize::MAX)
}

/// Skips an annotation, or `None` if it is not well formed or nested more than `depth` deep.
pub(crate) fn skip_nested(bytes: &mut Bytes<'_>, first: Values, depth: usize) -> Option<()> {
    // Values that are still to be read at each level, and whether they have names.
    let mut open: Vec<(u16, Values)> = Vec::new();
    match first {
        Values::Named => {
            bytes.take(2)?;
            open.push((bytes.u2()?, Values::Named));
        }
        Values::Plain => open.push((1, Values::Plain)),
    }
    while let Some((left, values)) = open.last_mut() {
        let Some(rest) = left.checked_sub(1) else {
            open.pop();
            continue;
        };
        *left = rest;
        if *values == Values::Named {
            bytes.take(2)?;
        }
        let nested = match bytes.u1()? {
            b'@' => {
                bytes.take(2)?;
                Some((bytes.u2()?, Values::Named))
            }
            b'[' => Some((bytes.u2()?, Values::Plain)),
            b'e' => bytes.take(4).map(|_| None)?,
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => {
                bytes.take(2).map(|_| None)?
            }
            _ => return None,
        };
        if let Some(nested) = nested {
            if open.len() >= depth {
                return None;
            }
            open.push(nested);
        }
    }
    Some(())
}

/// What the values of an annotation or array look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// Each after its name, as in an annotation.
    Named,
    /// One after the other, as in an array.
    Plain,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_a_start_and_an_end() {
        let table = [0, 1, 0, 4, 0, 6, 0, 1, 0, 2, 0, 0];
        let positions = positions(b"LocalVariableTable", &table).unwrap();
        let [start, end] = [(4, Role::Instruction, 2), (10, Role::End, 4)]
            .map(|(at, role, field)| Position { at, role, field });
        assert_eq!(positions, [start, end]);
    }

    #[test]
    fn annotations_in_code_name_instructions() {
        // A cast at 9 annotated with @A(x = {@B, 1}), then a new at 3.
        let annotations = [
            0, 2, 0x47, 0, 9, 0, 0, 0, 1, 0, 1, 0, 2, b'[', 0, 2, b'@', 0, 3, 0, 0, b'I', 0, 4, //
            0x44, 0, 3, 0, 0, 1, 0, 0,
        ];
        let positions = positions(b"RuntimeVisibleTypeAnnotations", &annotations).unwrap();
        let found: Vec<_> = positions.iter().map(|position| (position.at, position.field)).collect();
        assert_eq!(found, [(9, 3), (3, 25)]);
    }

    #[test]
    fn nesting_is_counted_without_recursion() {
        let deep = [&[b'[', 0, 1].repeat(100_000)[..], &[b'I', 0, 1]].concat();
        assert!(skip_nested(&mut Bytes(&deep), Values::Plain, usize::MAX).is_some());
        assert!(skip_nested(&mut Bytes(&deep), Values::Plain, 100_000).is_none());
    }
}
