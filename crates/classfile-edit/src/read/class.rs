//! The outline of a class file (JVMS 4.1): where everything is.

use super::attribute::Attributes;
use super::code::Code;
use super::cursor::Cursor;
use super::field::Fields;
use super::pool::Pool;
use crate::{Error, NEWEST_MAJOR, OLDEST_VERSION};

const MAGIC: u32 = 0xCAFE_BABE;

/// A class file, read as far as the names and places of its methods.
#[derive(Clone, Debug)]
pub struct ClassFile<'a> {
    bytes: &'a [u8],
    version: (u16, u16),
    pool: Pool<'a>,
    pool_end: usize,
    access: u16,
    this_index: u16,
    name: &'a [u8],
    super_name: Option<&'a [u8]>,
    methods_at: usize,
    methods: Vec<Method<'a>>,
    attributes: Cursor<'a>,
}

/// One method (JVMS 4.6).
#[derive(Clone, Copy, Debug)]
pub struct Method<'a> {
    access: u16,
    name: &'a [u8],
    descriptor: &'a [u8],
    /// `method_info` from its access flags to its last attribute.
    pub(crate) whole: &'a [u8],
    /// Before `attributes_count`.
    pub(crate) attributes: Cursor<'a>,
    code: Option<Cursor<'a>>,
}

impl<'a> ClassFile<'a> {
    /// Reads the outline. Code and attributes are checked when they are edited, not here.
    ///
    /// # Errors
    /// [`Error::Malformed`] or [`Error::Unsupported`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut cursor = Cursor::new(bytes);
        if cursor.u4()? != MAGIC {
            return Err(Error::Malformed { what: "no class file: the magic number is missing", offset: 0 });
        }
        let minor = cursor.u2()?;
        let major = cursor.u2()?;
        if (major, minor) < OLDEST_VERSION || major > NEWEST_MAJOR {
            return Err(Error::Unsupported { major, minor });
        }
        let pool = Pool::read(bytes, &mut cursor)?;
        let pool_end = cursor.at();
        let access = cursor.u2()?;
        let this_index = cursor.u2()?;
        let name = pool.class_name(this_index)?;
        let super_name = match cursor.u2()? {
            0 => None,
            index => Some(pool.class_name(index)?),
        };
        let interfaces = cursor.u2()?;
        cursor.skip(usize::from(interfaces) * 2)?;
        for _ in 0..cursor.u2()? {
            cursor.skip(6)?;
            skip_attributes(&mut cursor)?;
        }
        let methods_at = cursor.at();
        let count = cursor.u2()?;
        let mut methods = Vec::with_capacity(usize::from(count).min(cursor.remaining() / 8));
        for _ in 0..count {
            methods.push(Method::read(&pool, &mut cursor)?);
        }
        let attributes = cursor;
        skip_attributes(&mut cursor)?;
        cursor.done("extra bytes after the class")?;
        Ok(ClassFile {
            bytes,
            version: (major, minor),
            pool,
            pool_end,
            access,
            this_index,
            name,
            super_name,
            methods_at,
            methods,
            attributes,
        })
    }

    /// All bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// `(major_version, minor_version)`.
    pub fn version(&self) -> (u16, u16) {
        self.version
    }

    /// The constant pool.
    pub fn pool(&self) -> &Pool<'a> {
        &self.pool
    }

    /// `access_flags` (JVMS 4.1).
    pub fn access(&self) -> u16 {
        self.access
    }

    /// Internal name, for example `java/lang/Object`.
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// Internal name of the super class; `None` for `java/lang/Object` and modules.
    pub fn super_name(&self) -> Option<&'a [u8]> {
        self.super_name
    }

    /// Constant-pool indices of the interfaces.
    pub fn interfaces(&self) -> impl ExactSizeIterator<Item = u16> + use<'a> {
        let at = self.pool_end + 8;
        let count = self.interface_count();
        let rows = self.bytes.get(at..at + 2 * count).unwrap_or(&[]).as_chunks().0;
        rows.iter().map(|&bytes| u16::from_be_bytes(bytes))
    }

    /// The fields in the order of the file.
    pub fn fields(&self) -> Fields<'_, 'a> {
        Fields::read(&self.pool, self.bytes, self.pool_end + 8 + 2 * self.interface_count())
    }

    fn interface_count(&self) -> usize {
        let count = self.bytes.get(self.pool_end + 6..).and_then(|bytes| bytes.first_chunk());
        count.map_or(0, |&bytes| usize::from(u16::from_be_bytes(bytes)))
    }

    /// The methods in the order of the file.
    pub fn methods(&self) -> &[Method<'a>] {
        &self.methods
    }

    /// Attributes of the class itself.
    ///
    /// # Errors
    /// Never on a parsed class: its outline was checked.
    pub fn attributes(&self) -> Result<Attributes<'_, 'a>, Error> {
        Attributes::read(&self.pool, self.attributes)
    }

    /// The code of one of this class's methods, `None` for an abstract or native one.
    ///
    /// # Errors
    /// [`Error::Malformed`] when the `Code` attribute is broken.
    #[inline]
    pub fn code(&self, method: &Method<'a>) -> Result<Option<Code<'a>>, Error> {
        method.code.map(Code::read).transpose()
    }

    /// Constant-pool index of this class.
    pub(crate) fn this_index(&self) -> u16 {
        self.this_index
    }

    /// From the end of the constant pool to `methods_count`.
    pub(crate) fn between_pool_and_methods(&self) -> &'a [u8] {
        self.bytes.get(self.pool_end..self.methods_at).unwrap_or(&[])
    }

    /// The constant pool's entries as they are.
    pub fn pool_bytes(&self) -> &'a [u8] {
        self.bytes.get(10..self.pool_end).unwrap_or(&[])
    }

    /// From the class's own `attributes_count` to the end.
    pub(crate) fn tail(&self) -> &'a [u8] {
        self.attributes.ahead()
    }
}

impl<'a> Method<'a> {
    #[inline]
    fn read(pool: &Pool<'a>, cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let start = cursor.at();
        let access = cursor.u2()?;
        let name = pool.utf8(cursor.u2()?)?;
        let descriptor = pool.utf8(cursor.u2()?)?;
        let attributes = *cursor;
        let mut walk = Attributes::read(pool, attributes)?;
        let mut code = None;
        for attribute in &mut walk {
            let attribute = attribute?;
            if attribute.name == b"Code" && code.replace(attribute.body).is_some() {
                return Err(cursor.malformed("method with two Code attributes"));
            }
        }
        *cursor = walk.cursor();
        Ok(Method { access, name, descriptor, whole: cursor.since(start), attributes, code })
    }

    /// `method_info` around its `Code` attribute: what comes before, that attribute, what comes after.
    pub(crate) fn around_code(&self) -> Option<[&'a [u8]; 3]> {
        const HEADER: usize = 6;
        let body = self.code?;
        // The flags and indices of the method, and the attribute's name and length, are six bytes each.
        let (before, rest) = self.whole.split_at_checked(body.at() - self.attributes.at())?;
        let (code, after) = rest.split_at_checked(HEADER + body.remaining())?;
        Some([before, code, after])
    }

    /// `access_flags` (JVMS 4.6).
    pub fn access(&self) -> u16 {
        self.access
    }

    /// Simple name.
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// Method descriptor.
    pub fn descriptor(&self) -> &'a [u8] {
        self.descriptor
    }

    /// Its attributes; `pool` is that of its class.
    ///
    /// # Errors
    /// Never on a parsed class: its outline was checked.
    pub fn attributes<'p>(&self, pool: &'p Pool<'a>) -> Result<Attributes<'p, 'a>, Error> {
        Attributes::read(pool, self.attributes)
    }

    /// Whether it is a constructor (`<init>`).
    pub fn is_constructor(&self) -> bool {
        self.name == b"<init>"
    }
}

fn skip_attributes(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    for _ in 0..cursor.u2()? {
        cursor.skip(2)?;
        let len = cursor.u4()?;
        cursor.skip(len as usize)?;
    }
    Ok(())
}
