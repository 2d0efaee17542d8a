//! Type annotations on code (JVMS 4.7.20) and the positions that they hold.

use super::bytes::Bytes;
use super::layout::Layout;
use super::ranges::range;
use crate::Error;
use crate::read::cursor::Cursor;

/// `RuntimeVisibleTypeAnnotations` or `RuntimeInvisibleTypeAnnotations` of a `Code` attribute.
///
/// Positions do not change size, so the bytes are copied and patched.
pub(super) fn code_annotations(
    mut body: Cursor<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let from = body.at();
    let to = out.len();
    out.extend_from_slice(body.ahead());
    for _ in 0..body.u2()? {
        target(&mut body, layout, out, |at| at - from + to)?;
        let path = body.u1()?;
        body.skip(usize::from(path) * 2)?;
        annotation(&mut body)?;
    }
    body.done("type annotations are longer than their table")
}

fn target(
    body: &mut Cursor<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
    place: impl Fn(usize) -> usize,
) -> Result<(), Error> {
    match body.u1()? {
        0x00 | 0x01 | 0x16 => body.skip(1),
        0x10..=0x12 | 0x17 | 0x42 => body.skip(2),
        0x13..=0x15 => Ok(()),
        0x40 | 0x41 => {
            for _ in 0..body.u2()? {
                let at = place(body.at());
                let (start, len) = range(layout, body.u2()?, body.u2()?);
                out.set_u2(at, start);
                out.set_u2(at + 2, len);
                body.skip(2)?;
            }
            Ok(())
        }
        kind @ 0x43..=0x4b => {
            let at = place(body.at());
            let pc = u32::from(body.u2()?);
            // Compilers leave offsets behind the code for instructions that they dropped.
            if pc < layout.old_len() {
                out.set_u2(at, layout.instruction(pc) as u16);
            }
            body.skip(usize::from(kind >= 0x47))
        }
        _ => Err(body.malformed("unknown target of a type annotation before here")),
    }
}

/// Element values may nest as deep as the bytes allow, so what is open lies on a list of ours.
fn annotation(body: &mut Cursor<'_>) -> Result<(), Error> {
    struct Open {
        left: u16,
        named: bool,
    }
    body.skip(2)?;
    let mut open = vec![Open { left: body.u2()?, named: true }];
    while let Some(last) = open.last_mut() {
        if last.left == 0 {
            open.pop();
            continue;
        }
        last.left -= 1;
        body.skip(if last.named { 2 } else { 0 })?;
        match body.u1()? {
            b'e' => body.skip(4)?,
            b'@' => {
                body.skip(2)?;
                open.push(Open { left: body.u2()?, named: true });
            }
            b'[' => open.push(Open { left: body.u2()?, named: false }),
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => body.skip(2)?,
            _ => return Err(body.malformed("unknown tag of an annotation's value before here")),
        }
    }
    Ok(())
}
