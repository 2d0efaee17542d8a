//! Attribute tables (JVMS 4.7).

use super::cursor::Cursor;
use super::pool::Pool;
use crate::Error;

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    /// Its name, by content: two entries of the constant pool may hold the same name.
    pub name: &'a [u8],
    /// `attribute_name_index` and `attribute_length` included.
    pub whole: &'a [u8],
    /// `info`.
    pub(crate) body: Cursor<'a>,
}

impl<'a> Attribute<'a> {
    /// The bytes after `attribute_length`.
    pub fn info(&self) -> &'a [u8] {
        self.body.ahead()
    }
}

/// Walks an attribute table.
#[derive(Clone, Debug)]
pub struct Attributes<'p, 'a> {
    pool: &'p Pool<'a>,
    cursor: Cursor<'a>,
    left: u16,
}

impl<'p, 'a> Attributes<'p, 'a> {
    /// `cursor` stands before `attributes_count`.
    pub(crate) fn read(pool: &'p Pool<'a>, mut cursor: Cursor<'a>) -> Result<Self, Error> {
        let left = cursor.u2()?;
        Ok(Attributes { pool, cursor, left })
    }

    /// How many are left.
    pub fn len(&self) -> usize {
        usize::from(self.left)
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Where the table ends once every attribute was taken.
    pub(crate) fn cursor(&self) -> Cursor<'a> {
        self.cursor
    }

    fn take(&mut self) -> Result<Attribute<'a>, Error> {
        let start = self.cursor.at();
        let name = self.pool.utf8(self.cursor.u2()?)?;
        let len = self.cursor.u4()?;
        let body = self.cursor.sub(len as usize)?;
        Ok(Attribute { name, whole: self.cursor.since(start), body })
    }
}

impl<'a> Iterator for Attributes<'_, 'a> {
    type Item = Result<Attribute<'a>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let attribute = self.take();
        if attribute.is_err() {
            self.left = 0;
        }
        Some(attribute)
    }
}
