//! Which entry names are safe to unpack.

/// Says what is wrong with `name` as the tail of "the entry's name ...", or `None` for a safe name.
///
/// A name is unsafe if unpacking it on any common system could write outside the chosen folder:
/// absolute, with a drive letter, or with a `..` step; both slashes count, since Windows takes either.
/// `..` as a part of a longer step (`a..b`) is harmless.
pub(crate) fn unsafe_name(name: &[u8]) -> Option<&'static str> {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    match name {
        [] => return Some("is empty"),
        [first, ..] if is_slash(first) => return Some("is an absolute path"),
        [letter, b':', ..] if letter.is_ascii_alphabetic() => return Some("begins with a drive letter"),
        _ => {}
    }
    if name.contains(&0) {
        return Some("holds a NUL byte");
    }
    if has_two_dots(name) && name.split(is_slash).any(|step| step == b"..") {
        return Some("leaves the folder by a `..` step");
    }
    None
}

/// True for few names. Without an early exit the compiler makes this vector code, which matters: the
/// names of a large jar are megabytes.
fn has_two_dots(name: &[u8]) -> bool {
    let pairs = name.iter().zip(name.iter().skip(1));
    pairs.fold(false, |found, (&first, &second)| found | ((first == b'.') & (second == b'.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmless_names_pass() {
        for name in ["a..b/c", "..a", "a../b", "...", "a/./b", "a//b", "aC:/b", "META-INF/", "C/x:y"] {
            assert_eq!(unsafe_name(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn names_that_leave_the_folder_do_not() {
        let names = [
            "", "/a", "\\a", "//host/a", "..", "../a", "a/../b", "a/..", "a\\..\\b", "a/..\\b", "C:", "c:a",
            "a\0b",
        ];
        for name in names {
            assert!(unsafe_name(name.as_bytes()).is_some(), "{name}");
        }
    }
}
