//! Reading mapping files, those of Matrix included.

use super::{DISPATCH, Entry};
use crate::MethodId;
use crate::name::unescape_into;
use thiserror::Error;

/// A parsed mapping file: its entries in ascending order of id, the message dispatch left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The names of all entries, back to back.
    text: Vec<u8>,
    entries: Vec<PackedEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedEntry {
    id: MethodId,
    access: u32,
    line: usize,
    start: usize,
    name: usize,
    descriptor: usize,
    end: usize,
}

/// Why a text is not a mapping file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct ParseError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: ParseErrorKind,
}

/// What is wrong with a line of a mapping file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseErrorKind {
    /// Not `id,access,class method descriptor`.
    #[error("expected `id,access,class method descriptor`")]
    Layout,
    /// Not UTF-8.
    #[error("not valid UTF-8")]
    Utf8,
    /// A name is not escaped as it should be.
    #[error(transparent)]
    Escape(#[from] crate::name::BadEscape),
    /// The id is no id of a method.
    #[error("id {0} is not in 1..={max}", max = MethodId::MAX)]
    IdOutOfRange(u64),
    /// The id of the message dispatch stands for some other method.
    #[error("id {id} belongs to android.os.Handler.dispatchMessage", id = MethodId::DISPATCH)]
    NotDispatch,
    /// Two methods have one id.
    #[error("id {id} already stands in line {first}")]
    DuplicateId {
        /// The id.
        id: MethodId,
        /// Line of its first use.
        first: usize,
    },
    /// One method has two ids.
    #[error("this method already stands in line {first}")]
    DuplicateMethod {
        /// Line of its first entry.
        first: usize,
    },
}

impl Mapping {
    /// Parses a mapping file. Empty lines and lines that begin with `#` are passed over; lines may
    /// end with CR LF. A method name may hold plain spaces, as Matrix writes Kotlin's.
    pub fn parse(file: &[u8]) -> Result<Mapping, ParseError> {
        let mut mapping = Mapping::default();
        for (index, line) in file.split(|&byte| byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            mapping.push_line(index + 1, line).map_err(|kind| ParseError { line: index + 1, kind })?;
        }
        mapping.refuse_duplicate_methods()?;
        mapping.entries.sort_by_key(|entry| entry.id);
        mapping.refuse_duplicate_ids()?;
        Ok(mapping)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry at `index`, counted in ascending order of id.
    ///
    /// # Panics
    /// If there is none.
    pub fn entry(&self, index: usize) -> Entry<'_> {
        self.unpack(&self.entries[index])
    }

    /// All entries in ascending order of id.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry<'_>> {
        self.entries.iter().map(|packed| self.unpack(packed))
    }

    fn unpack(&self, packed: &PackedEntry) -> Entry<'_> {
        Entry {
            id: packed.id,
            access: packed.access,
            class: &self.text[packed.start..packed.name],
            name: &self.text[packed.name..packed.descriptor],
            descriptor: &self.text[packed.descriptor..packed.end],
        }
    }

    fn push_line(&mut self, line: usize, text: &[u8]) -> Result<(), ParseErrorKind> {
        let text = std::str::from_utf8(text).map_err(|_| ParseErrorKind::Utf8)?;
        let (id, rest) = text.split_once(',').ok_or(ParseErrorKind::Layout)?;
        let (access, names) = rest.split_once(',').ok_or(ParseErrorKind::Layout)?;
        let (class, rest) = names.split_once(' ').ok_or(ParseErrorKind::Layout)?;
        let (name, descriptor) = rest.rsplit_once(' ').ok_or(ParseErrorKind::Layout)?;
        let id: u64 = id.parse().map_err(|_| ParseErrorKind::Layout)?;
        let access = access.parse().map_err(|_| ParseErrorKind::Layout)?;
        if class.is_empty() || name.is_empty() || !descriptor.starts_with('(') {
            return Err(ParseErrorKind::Layout);
        }

        let start = self.text.len();
        unescape_into(&mut self.text, class)?;
        let name_start = self.text.len();
        unescape_into(&mut self.text, name)?;
        let descriptor_start = self.text.len();
        unescape_into(&mut self.text, descriptor)?;
        let mut packed = PackedEntry {
            id: DISPATCH.id,
            access,
            line,
            start,
            name: name_start,
            descriptor: descriptor_start,
            end: self.text.len(),
        };
        let method = u32::try_from(id).ok().and_then(MethodId::new);
        match method {
            Some(id) => packed.id = id,
            None if id != u64::from(DISPATCH.id.get()) => return Err(ParseErrorKind::IdOutOfRange(id)),
            None if !same_method(&self.unpack(&packed), &DISPATCH) => {
                return Err(ParseErrorKind::NotDispatch);
            }
            None => return Ok(()),
        }
        self.entries.push(packed);
        Ok(())
    }

    fn refuse_duplicate_methods(&self) -> Result<(), ParseError> {
        let mut by_method: Vec<_> = self.entries.iter().collect();
        by_method.sort_by_key(|packed| {
            let entry = self.unpack(packed);
            (entry.class, entry.name, entry.descriptor)
        });
        let duplicate = by_method
            .windows(2)
            .filter(|pair| same_method(&self.unpack(pair[0]), &self.unpack(pair[1])))
            .min_by_key(|pair| pair[1].line);
        match duplicate {
            Some(pair) => Err(ParseError {
                line: pair[1].line,
                kind: ParseErrorKind::DuplicateMethod { first: pair[0].line },
            }),
            None => Ok(()),
        }
    }

    fn refuse_duplicate_ids(&self) -> Result<(), ParseError> {
        match self.entries.windows(2).find(|pair| pair[0].id == pair[1].id) {
            Some(pair) => Err(ParseError {
                line: pair[1].line,
                kind: ParseErrorKind::DuplicateId { id: pair[0].id, first: pair[0].line },
            }),
            None => Ok(()),
        }
    }
}

fn same_method(a: &Entry<'_>, b: &Entry<'_>) -> bool {
    (a.class, a.name, a.descriptor) == (b.class, b.name, b.descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::{ClassLines, write_dispatch};

    #[test]
    fn what_was_written_is_read() {
        let names: [&[u8]; 4] = [b"main", b"a b,\n\xC0\x80", b"\xED\xA0\x80", b"\xFF/."];
        let mut file = Vec::new();
        let mut lines = ClassLines::default();
        let mut id = 0;
        for class in names {
            lines.enter_class(class);
            for name in names {
                id += 1;
                lines.mapped(&mut file, MethodId::new(id).unwrap(), 0xFFFF, name, b"(Lb/C d;)V");
            }
        }
        write_dispatch(&mut file);
        let mapping = Mapping::parse(&file).unwrap();
        assert_eq!(mapping.len(), 16);
        for (index, entry) in mapping.entries().enumerate() {
            assert_eq!(entry.id.get() as usize, index + 1);
            assert_eq!((entry.class, entry.name), (names[index / 4], names[index % 4]));
            assert_eq!((entry.access, entry.descriptor), (0xFFFF, &b"(Lb/C d;)V"[..]));
        }
    }

    #[test]
    fn files_of_matrix_are_read() {
        let file = b"# comment\r\n\r\n7,131073,a.B with some spaces (Lc.D;)V\r\n2,8,a.B <clinit> ()V\n\
                     1048574,1,android.os.Handler dispatchMessage (Landroid.os.Message;)V";
        let mapping = Mapping::parse(file).unwrap();
        assert_eq!(mapping.entries().map(|entry| entry.id.get()).collect::<Vec<_>>(), [2, 7]);
        let last = mapping.entry(1);
        assert_eq!((last.access, last.class), (131_073, &b"a/B"[..]));
        assert_eq!((last.name, last.descriptor), (&b"with some spaces"[..], &b"(Lc/D;)V"[..]));
    }

    #[test]
    fn a_bad_line_is_named_with_its_reason() {
        let fails = |file: &[u8]| Mapping::parse(file).unwrap_err().to_string();
        let layout = "line 2: expected `id,access,class method descriptor`";
        for line in ["1", "1,1", "1,1,A", "1,1,A b", "1,1,A b c", "x,1,A b ()V", "1,,A b ()V", "-1,1,A b ()V"]
        {
            assert_eq!(fails(format!("# first\n{line}\n").as_bytes()), layout, "{line}");
        }
        assert_eq!(fails(b"1,1,A \xFF ()V"), "line 1: not valid UTF-8");
        assert!(fails(b"1,1,A \\q ()V").starts_with("line 1: a backslash must begin"));
        assert_eq!(fails(b"0,1,A b ()V"), "line 1: id 0 is not in 1..=1048573");
        assert_eq!(fails(b"1048575,1,A b ()V"), "line 1: id 1048575 is not in 1..=1048573");
        assert_eq!(
            fails(b"1048574,1,A b ()V"),
            "line 1: id 1048574 belongs to android.os.Handler.dispatchMessage"
        );
        assert_eq!(fails(b"3,1,A b ()V\n4,1,A c ()V\n3,1,A d ()V"), "line 3: id 3 already stands in line 1");
        assert_eq!(fails(b"3,1,A b ()V\n4,1,A b ()V"), "line 2: this method already stands in line 1");
    }
}
