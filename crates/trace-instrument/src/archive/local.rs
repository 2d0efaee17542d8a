//! An entry's bytes in the file: local header, extra fields, data.

use super::Problem;
use super::directory::{ENCRYPTED_FLAGS, LOCAL_HEADER_LEN, le_u16};
use super::entry::Entry;

/// An entry as it lies in the file.
#[derive(Clone, Copy, Debug)]
pub struct RawEntry<'a> {
    /// What the central directory says of it; the sizes and the checksum of the local header may be
    /// absent (APPNOTE 4.4.4, bit 3) and are never used.
    pub entry: Entry<'a>,
    /// Extra fields of the local header, which may differ from those of the central directory.
    pub local_extra: &'a [u8],
    /// The data, compressed by [`Entry::method`].
    pub data: &'a [u8],
}

impl<'a> RawEntry<'a> {
    /// Takes an entry apart whose local header is at the start of `bytes`.
    pub(crate) fn parse(entry: Entry<'a>, bytes: &'a [u8]) -> Result<Self, Problem> {
        let header = bytes.get(..LOCAL_HEADER_LEN as usize).ok_or(Problem::NoLocalHeader)?;
        let field = |at| le_u16(header, at).map_or(0, usize::from);
        if !header.starts_with(b"PK\x03\x04") {
            return Err(Problem::NoLocalHeader);
        }
        if field(6) & usize::from(ENCRYPTED_FLAGS) != 0 {
            return Err(Problem::Encrypted);
        }
        if field(8) != usize::from(entry.method()) {
            return Err(Problem::HeadersDiffer("compression method"));
        }
        let name_start = LOCAL_HEADER_LEN as usize;
        let extra_start = name_start + field(26);
        let data_start = extra_start + field(28);
        if bytes.get(name_start..extra_start) != Some(entry.name()) {
            return Err(Problem::HeadersDiffer("name"));
        }
        let out_of_bounds = || Problem::OutOfBounds(entry.compressed_size());
        let local_extra = bytes.get(extra_start..data_start).ok_or_else(out_of_bounds)?;
        let data = usize::try_from(entry.compressed_size())
            .ok()
            .and_then(|len| bytes.get(data_start..data_start.checked_add(len)?))
            .ok_or_else(out_of_bounds)?;
        Ok(RawEntry { entry, local_extra, data })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testzip::{TestEntry, problem, read_all, stored, zip};

    #[test]
    fn data_descriptors_and_local_extra_fields_are_no_data() {
        let entry = TestEntry { local_extra: vec![0; 5], ..stored("a", b"12345").with_data_descriptor() };
        let files = read_all(&zip(&[entry, stored("b", b"6")])).unwrap();
        assert_eq!(files, [("a".to_owned(), b"12345".to_vec()), ("b".to_owned(), b"6".to_vec())]);
    }

    #[test]
    fn headers_must_agree() {
        let name = TestEntry { local_name: Some(b"b".to_vec()), ..stored("a", b"1") };
        assert_eq!(problem(&zip(&[name])), "HeadersDiffer(\"name\")");
        let method = TestEntry { local_method: Some(8), ..stored("a", b"1") };
        assert_eq!(problem(&zip(&[method])), "HeadersDiffer(\"compression method\")");
    }

    #[test]
    fn the_local_header_must_be_there() {
        let mut bytes = zip(&[stored("a", b"1"), stored("b", b"2")]);
        bytes[32] = b'Q';
        let error = read_all(&bytes).unwrap_err();
        assert_eq!((error.entry_name(), error.offset()), (Some("b"), Some(32)));
        assert_eq!(problem(&bytes), "NoLocalHeader");
    }

    #[test]
    fn data_must_not_reach_into_the_next_entry() {
        // By the central directory alone the entries do not overlap: the local extra field makes it so.
        let mut bytes = zip(&[stored("a", b"123"), stored("b", b"2")]);
        bytes[28] = 1;
        assert_eq!(problem(&bytes), "OutOfBounds(3)");
    }
}
