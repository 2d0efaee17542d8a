//! Fields (JVMS 4.5).

use super::attribute::Attributes;
use super::cursor::Cursor;
use super::pool::Pool;
use crate::Error;

/// One field.
#[derive(Clone, Debug)]
pub struct Field<'p, 'a> {
    /// `access_flags`.
    pub access: u16,
    /// Simple name.
    pub name: &'a [u8],
    /// Field descriptor.
    pub descriptor: &'a [u8],
    /// Its attributes.
    pub attributes: Attributes<'p, 'a>,
}

/// Walks the fields of a class; ends after the first error.
#[derive(Clone, Debug)]
pub struct Fields<'p, 'a> {
    pool: &'p Pool<'a>,
    cursor: Cursor<'a>,
    left: u16,
}

impl<'p, 'a> Fields<'p, 'a> {
    /// `at` is where `fields_count` lies, which the outline of a parsed class has.
    pub(crate) fn read(pool: &'p Pool<'a>, bytes: &'a [u8], at: usize) -> Self {
        let mut cursor = Cursor::new(bytes);
        let left = cursor.skip(at).and_then(|()| cursor.u2()).unwrap_or(0);
        Fields { pool, cursor, left }
    }

    fn take(&mut self) -> Result<Field<'p, 'a>, Error> {
        let access = self.cursor.u2()?;
        let name = self.pool.utf8(self.cursor.u2()?)?;
        let descriptor = self.pool.utf8(self.cursor.u2()?)?;
        let attributes = Attributes::read(self.pool, self.cursor)?;
        let mut end = attributes.clone();
        for attribute in &mut end {
            attribute?;
        }
        self.cursor = end.cursor();
        Ok(Field { access, name, descriptor, attributes })
    }
}

impl<'p, 'a> Iterator for Fields<'p, 'a> {
    type Item = Result<Field<'p, 'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let field = self.take();
        if field.is_err() {
            self.left = 0;
        }
        Some(field)
    }
}
