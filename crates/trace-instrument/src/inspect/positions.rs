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
}

impl Position {
    fn start(at: u16) -> Self {
        Position { at: at.into(), role: Role::Instruction }
    }

    fn range(start: u16, len: u16) -> [Self; 2] {
        [Position::start(start), Position { at: u32::from(start) + u32::from(len), role: Role::End }]
    }
}

/// The positions in `info` of a code attribute; `None` if it is not well formed. An attribute that names
/// none has none.
pub(crate) fn positions(name: &[u8], info: &[u8]) -> Option<Vec<Position>> {
    let mut bytes = Bytes(info);
    let mut found = Vec::new();
    match name {
        b"LineNumberTable" => {
            for _ in 0..bytes.u2()? {
                found.push(Position::start(bytes.u2()?));
                bytes.take(2)?;
            }
        }
        b"LocalVariableTable" | b"LocalVariableTypeTable" => {
            for _ in 0..bytes.u2()? {
                found.extend(Position::range(bytes.u2()?, bytes.u2()?));
                bytes.take(6)?;
            }
        }
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
            for _ in 0..bytes.u2()? {
                annotation_target(&mut bytes, &mut found)?;
                let steps = bytes.u1()?;
                bytes.take(2 * usize::from(steps))?;
                skip_annotation(&mut bytes)?;
            }
        }
        _ => return Some(found),
    }
    bytes.0.is_empty().then_some(found)
}

/// `target_type` and `target_info` (JVMS 4.7.20.1) of an annotation in code.
fn annotation_target(bytes: &mut Bytes<'_>, found: &mut Vec<Position>) -> Option<()> {
    match bytes.u1()? {
        0x40 | 0x41 => {
            for _ in 0..bytes.u2()? {
                found.extend(Position::range(bytes.u2()?, bytes.u2()?));
                bytes.take(2)?;
            }
        }
        0x42 => found.push(Position { at: bytes.u2()?.into(), role: Role::Handler }),
        0x43..=0x46 => found.push(Position::start(bytes.u2()?)),
        0x47..=0x4B => {
            found.push(Position::start(bytes.u2()?));
            bytes.take(1)?;
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
        assert_eq!(positions, [Position::start(4), Position { at: 10, role: Role::End }]);
    }

    #[test]
    fn annotations_in_code_name_instructions() {
        // A cast at 9 annotated with @A(x = {@B, 1}), then a new at 3.
        let annotations = [
            0, 2, 0x47, 0, 9, 0, 0, 0, 1, 0, 1, 0, 2, b'[', 0, 2, b'@', 0, 3, 0, 0, b'I', 0, 4, //
            0x44, 0, 3, 0, 0, 1, 0, 0,
        ];
        let positions = positions(b"RuntimeVisibleTypeAnnotations", &annotations).unwrap();
        assert_eq!(positions, [Position::start(9), Position::start(3)]);
    }

    #[test]
    fn nesting_is_counted_without_recursion() {
        let deep = [&[b'[', 0, 1].repeat(100_000)[..], &[b'I', 0, 1]].concat();
        assert!(skip_nested(&mut Bytes(&deep), Values::Plain, usize::MAX).is_some());
        assert!(skip_nested(&mut Bytes(&deep), Values::Plain, 100_000).is_none());
    }
}
