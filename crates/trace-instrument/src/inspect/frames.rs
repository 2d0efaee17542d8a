//! The frames of a `StackMapTable` (JVMS 4.7.4), undone from their compact forms.

use super::Bytes;

/// One frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    /// Where in the code it holds.
    pub(crate) position: u32,
    /// What it changes: 0 same, 1 one stack item, 248 to 250 chop, 252 to 254 append, 255 full.
    pub(crate) kind: u8,
    /// Counts and verification types of the frame, `Uninitialized` offsets left out.
    pub(crate) types: Vec<&'a [u8]>,
    /// The offsets of its `Uninitialized` types.
    pub(crate) uninitialized: Vec<u16>,
}

/// Reads `info` of a `StackMapTable`; `None` if it is not well formed.
pub(crate) fn frames(info: &[u8]) -> Option<Vec<Frame<'_>>> {
    let mut bytes = Bytes(info);
    let count = bytes.u2()?;
    // A frame has one byte at least, so a lying count cannot ask for much memory.
    let mut frames = Vec::with_capacity(usize::from(count).min(info.len()));
    let mut next = 0;
    for _ in 0..count {
        let tag = bytes.u1()?;
        let delta = match tag {
            0..=63 => tag.into(),
            64..=127 => u32::from(tag - 64),
            247..=255 => bytes.u2()?.into(),
            128..=246 => return None,
        };
        let kind = match tag {
            0..=63 | 251 => 0,
            64..=127 | 247 => 1,
            _ => tag,
        };
        let mut frame = Frame { position: next + delta, kind, types: Vec::new(), uninitialized: Vec::new() };
        match kind {
            1 => frame.read_types(&mut bytes, 1)?,
            252..=254 => frame.read_types(&mut bytes, u16::from(kind - 251))?,
            255 => {
                for _ in 0..2 {
                    let count = bytes.0.get(..2)?;
                    frame.types.push(count);
                    let count = bytes.u2()?;
                    frame.read_types(&mut bytes, count)?;
                }
            }
            _ => {}
        }
        next = frame.position + 1;
        frames.push(frame);
    }
    bytes.0.is_empty().then_some(frames)
}

impl<'a> Frame<'a> {
    fn read_types(&mut self, bytes: &mut Bytes<'a>, count: u16) -> Option<()> {
        for _ in 0..count {
            let len = match bytes.0.first()? {
                0..=6 | 8 => 1,
                7 => 3,
                _ => return None,
            };
            let verification_type = bytes.take(len)?;
            if verification_type == [8] {
                self.uninitialized.push(bytes.u2()?);
            }
            self.types.push(verification_type);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_frame_is_read() {
        let table = [
            0, 6, 5, 64, 1, 247, 1, 0, 8, 0, 7, 248, 0, 0, 253, 0, 9, 7, 0, 3, 2, 255, 0, 1, 0, 1, 6, 0, 1, 0,
        ];
        let frames = frames(&table).unwrap();
        let got: Vec<_> = frames.iter().map(|frame| (frame.position, frame.kind)).collect();
        assert_eq!(got, [(5, 0), (6, 1), (263, 1), (264, 248), (274, 253), (276, 255)]);
        assert_eq!(frames[2].uninitialized, [7]);
        assert_eq!(frames[4].types, [&[7, 0, 3][..], &[2]]);
        assert_eq!(frames[5].types, [&[0, 1][..], &[6], &[0, 1], &[0]]);
    }

    #[test]
    fn broken_tables_are_none() {
        for table in [&[0, 1][..], &[0, 1, 128], &[0, 1, 64, 9], &[0, 0, 0], &[0, 1, 255, 0, 0, 255, 255]] {
            assert!(frames(table).is_none(), "{table:?}");
        }
    }
}
