//! The constant pool (JVMS 4.4), read as a table of offsets.

use super::cursor::Cursor;
use crate::Error;

const UTF8: u8 = 1;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;
const NAME_AND_TYPE: u8 = 12;

/// A read-only view of a class's constant pool.
#[derive(Clone, Debug)]
pub struct Pool<'a> {
    bytes: &'a [u8],
    /// Where each entry's tag is; 0 for index 0 and for the second half of a long or double.
    offsets: Vec<u32>,
}

/// A field or method that an entry of the constant pool refers to (JVMS 4.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// Internal name of the class, for example `java/lang/Object`, or an array's descriptor.
    pub class: &'a [u8],
    /// Simple name.
    pub name: &'a [u8],
    /// Field or method descriptor.
    pub descriptor: &'a [u8],
}

impl<'a> Pool<'a> {
    pub(crate) fn read(bytes: &'a [u8], cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let count = usize::from(cursor.u2()?);
        if count == 0 {
            return Err(cursor.malformed("empty constant pool"));
        }
        let mut offsets = vec![0; count];
        let mut at = cursor.at();
        let mut places = offsets.iter_mut().skip(1);
        while let Some(place) = places.next() {
            // The smallest entry has three bytes, and more than a byte follows the pool.
            let Some(&[tag, high, low]) = bytes.get(at..).and_then(<[u8]>::first_chunk) else {
                let offset = at.min(bytes.len());
                return Err(Error::Malformed { what: "constant pool runs past the end of data", offset });
            };
            *place = at as u32;
            at += match tag {
                UTF8 => 3 + usize::from(u16::from_be_bytes([high, low])),
                LONG | DOUBLE if places.next().is_none() => {
                    let what = "constant pool ends inside a long or double";
                    return Err(Error::Malformed { what, offset: at });
                }
                tag => match body_len(tag) {
                    Some(len) => 1 + len,
                    None => return Err(Error::Malformed { what: "unknown constant pool tag", offset: at }),
                },
            };
        }
        cursor.skip(at - cursor.at())?;
        Ok(Pool { bytes, offsets })
    }

    /// `constant_pool_count`: one more than the highest index.
    pub fn count(&self) -> usize {
        self.offsets.len()
    }

    /// The modified UTF-8 bytes of a `CONSTANT_Utf8` (JVMS 4.4.7).
    #[inline]
    pub fn utf8(&self, index: u16) -> Result<&'a [u8], Error> {
        let entry = self.offsets.get(usize::from(index)).and_then(|&at| self.bytes.get(at as usize..));
        match entry.and_then(<[u8]>::split_first_chunk) {
            Some((&[UTF8, high, low], rest)) => {
                let len = usize::from(u16::from_be_bytes([high, low]));
                rest.get(..len).ok_or_else(|| self.no_utf8(index))
            }
            // Offset 0 is no entry, and the magic number does not begin like a CONSTANT_Utf8.
            _ => Err(self.no_utf8(index)),
        }
    }

    #[cold]
    fn no_utf8(&self, index: u16) -> Error {
        match self.entry(index, UTF8, "expected a CONSTANT_Utf8") {
            Ok(cursor) => cursor.malformed("CONSTANT_Utf8 runs past the end of data"),
            Err(error) => error,
        }
    }

    /// The name that a `CONSTANT_Class` holds (JVMS 4.4.1).
    #[inline]
    pub fn class_name(&self, index: u16) -> Result<&'a [u8], Error> {
        let name = self.entry(index, CLASS, "expected a CONSTANT_Class")?.u2()?;
        self.utf8(name)
    }

    /// The member behind a `Fieldref`, `Methodref` or `InterfaceMethodref`, or behind a `Dynamic` or
    /// `InvokeDynamic` (their class is then empty).
    pub fn member(&self, index: u16) -> Result<Member<'a>, Error> {
        let mut cursor = self.at(index)?;
        let class = match cursor.u1()? {
            9..=11 => self.class_name(cursor.u2()?)?,
            17 | 18 => {
                cursor.skip(2)?;
                &[]
            }
            _ => return Err(cursor.malformed("expected a reference to a member")),
        };
        let mut cursor = self.entry(cursor.u2()?, NAME_AND_TYPE, "expected a CONSTANT_NameAndType")?;
        let name = self.utf8(cursor.u2()?)?;
        Ok(Member { class, name, descriptor: self.utf8(cursor.u2()?)? })
    }

    /// Whether some `CONSTANT_Utf8` has just these bytes.
    pub fn has_utf8(&self, text: &[u8]) -> bool {
        let Ok(len) = u16::try_from(text.len()) else { return false };
        let [high, low] = len.to_be_bytes();
        self.offsets.iter().any(|&offset| {
            let entry = self.bytes.get(offset as usize..).unwrap_or(&[]);
            // Offset 0 is no entry, and the magic number does not begin like a CONSTANT_Utf8.
            entry.first_chunk() == Some(&[UTF8, high, low]) && entry.get(3..3 + text.len()) == Some(text)
        })
    }

    /// Where in the class file the bytes of a `CONSTANT_Utf8` lie.
    pub fn utf8_range(&self, index: u16) -> Result<std::ops::Range<usize>, Error> {
        let mut cursor = self.entry(index, UTF8, "expected a CONSTANT_Utf8")?;
        let len = usize::from(cursor.u2()?);
        let start = cursor.at();
        cursor.skip(len)?;
        Ok(start..start + len)
    }

    /// An entry of fixed size: its tag and the bytes after it (JVMS 4.4).
    pub fn constant(&self, index: u16) -> Result<(u8, &'a [u8]), Error> {
        let mut cursor = self.at(index)?;
        let tag = cursor.u1()?;
        let len = match tag {
            UTF8 => return Err(cursor.malformed("expected a constant of fixed size")),
            tag => body_len(tag).ok_or_else(|| cursor.malformed("unknown constant pool tag"))?,
        };
        Ok((tag, cursor.bytes(len)?))
    }

    /// The tag of an entry, `None` where there is none.
    pub fn tag(&self, index: u16) -> Option<u8> {
        self.at(index).ok()?.u1().ok()
    }

    #[inline]
    fn at(&self, index: u16) -> Result<Cursor<'a>, Error> {
        let mut cursor = Cursor::new(self.bytes);
        match self.offsets.get(usize::from(index)) {
            Some(&offset) if offset != 0 => cursor.skip(offset as usize)?,
            _ => return Err(cursor.malformed("constant pool index out of range")),
        }
        Ok(cursor)
    }

    #[inline]
    fn entry(&self, index: u16, tag: u8, what: &'static str) -> Result<Cursor<'a>, Error> {
        let mut cursor = self.at(index)?;
        if cursor.u1()? == tag { Ok(cursor) } else { Err(cursor.malformed(what)) }
    }
}

/// Bytes after the tag, where the tag decides that.
#[inline]
fn body_len(tag: u8) -> Option<usize> {
    match tag {
        CLASS | 8 | 16 | 19 | 20 => Some(2),
        15 => Some(3),
        3 | 4 | 9..=11 | NAME_AND_TYPE | 17 | 18 => Some(4),
        LONG | DOUBLE => Some(8),
        _ => None,
    }
}
