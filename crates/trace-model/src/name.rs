//! Names of a class file as one word of text, and back.
//!
//! A class file allows nearly every name: with spaces, commas, line breaks, NUL, lone surrogates, in
//! modified UTF-8 (JVMS 4.2.2, 4.4.7). In text, a name is one word of plain UTF-8:
//!
//! - `/` becomes `.`, as in source code;
//! - a control character, white space, byte order mark, comma, backslash, `.` or lone surrogate
//!   becomes `\uXXXX`;
//! - a byte that is no modified UTF-8 (only a hand-made class file has one) becomes `\xXX`.
//!
//! Different names give different text.

use thiserror::Error;

/// Why a word is not an escaped name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a backslash must begin \\uXXXX or \\xXX with hexadecimal digits")]
pub struct BadEscape;

/// Appends `name` as text to `out`.
pub fn escape_into(out: &mut Vec<u8>, name: &[u8]) {
    // Nearly all names are plain ASCII. Both loops are simple enough to be vectorised.
    if name.iter().fold(true, |plain, &byte| plain & is_plain(byte)) {
        let start = out.len();
        out.extend_from_slice(name);
        replace(&mut out[start..], b'/', b'.');
    } else {
        escape_unusual(out, name);
    }
}

/// `name` as text.
pub fn escape(name: &[u8]) -> String {
    let mut out = Vec::with_capacity(name.len());
    escape_into(&mut out, name);
    String::from_utf8(out).expect("escaped names are valid UTF-8")
}

/// Appends the class-file bytes of the escaped name `text` to `out`.
///
/// A `/` is taken as it is, so that names in internal form are read too.
pub fn unescape_into(out: &mut Vec<u8>, text: &str) -> Result<(), BadEscape> {
    if text.bytes().fold(true, |plain, byte| plain & byte.is_ascii_graphic() & (byte != b'\\')) {
        let start = out.len();
        out.extend_from_slice(text.as_bytes());
        replace(&mut out[start..], b'.', b'/');
        return Ok(());
    }
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '.' => out.push(b'/'),
            '\\' => {
                let rest = chars.as_str();
                let (digits, rest) = match rest.as_bytes().first() {
                    Some(b'u') => (rest.get(1..5), rest.get(5..)),
                    Some(b'x') => (rest.get(1..3), rest.get(3..)),
                    _ => return Err(BadEscape),
                };
                let (Some(digits), Some(after)) = (digits, rest) else { return Err(BadEscape) };
                if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return Err(BadEscape);
                }
                let value = u16::from_str_radix(digits, 16).map_err(|_| BadEscape)?;
                match digits.len() {
                    2 => out.push(value as u8),
                    _ => push_unit(out, value),
                }
                chars = after.chars();
            }
            _ => char.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| push_unit(out, unit)),
        }
    }
    Ok(())
}

/// The class-file bytes of the escaped name `text`.
pub fn unescape(text: &str) -> Result<Vec<u8>, BadEscape> {
    let mut out = Vec::with_capacity(text.len());
    unescape_into(&mut out, text)?;
    Ok(out)
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_graphic() & (byte != b',') & (byte != b'\\') & (byte != b'.')
}

fn replace(bytes: &mut [u8], from: u8, to: u8) {
    for byte in bytes {
        *byte = if *byte == from { to } else { *byte };
    }
}

fn escape_unusual(out: &mut Vec<u8>, name: &[u8]) {
    let mut rest = name;
    while let Some((&first, tail)) = rest.split_first() {
        let Some((unit, after)) = decode_unit(rest) else {
            out.extend_from_slice(b"\\x");
            push_hex(out, u16::from(first), 2);
            rest = tail;
            continue;
        };
        rest = after;
        let char = match unit {
            0xD800..=0xDBFF => match decode_unit(after) {
                Some((low @ 0xDC00..=0xDFFF, after_low)) => {
                    rest = after_low;
                    char::decode_utf16([unit, low]).next().and_then(Result::ok)
                }
                _ => None,
            },
            _ => char::from_u32(u32::from(unit)).filter(|&char| !is_escaped(char)),
        };
        match char {
            Some('/') => out.push(b'.'),
            Some(char) => out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            None => {
                out.extend_from_slice(b"\\u");
                push_hex(out, unit, 4);
            }
        }
    }
}

fn is_escaped(char: char) -> bool {
    // Some readers split at any white space of Unicode, and some drop U+FEFF.
    char.is_control() || char.is_whitespace() || matches!(char, ',' | '\\' | '.' | '\u{FEFF}')
}

/// The first UTF-16 unit of modified UTF-8, and what follows; `None` if it is not well formed.
fn decode_unit(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let continuation = |byte: u8| (byte & 0xC0 == 0x80).then_some(u16::from(byte & 0x3F));
    match *bytes {
        [a @ 0x01..=0x7F, ref rest @ ..] => Some((u16::from(a), rest)),
        [a @ 0xC0..=0xDF, b, ref rest @ ..] => {
            let unit = u16::from(a & 0x1F) << 6 | continuation(b)?;
            (unit == 0 || unit >= 0x80).then_some((unit, rest))
        }
        [a @ 0xE0..=0xEF, b, c, ref rest @ ..] => {
            let unit = u16::from(a & 0x0F) << 12 | continuation(b)? << 6 | continuation(c)?;
            (unit >= 0x800).then_some((unit, rest))
        }
        _ => None,
    }
}

/// Appends one UTF-16 unit in modified UTF-8.
fn push_unit(out: &mut Vec<u8>, unit: u16) {
    let continuation = |bits: u16| 0x80 | (bits & 0x3F) as u8;
    match unit {
        0x01..=0x7F => out.push(unit as u8),
        0 | 0x80..=0x7FF => out.extend([0xC0 | (unit >> 6) as u8, continuation(unit)]),
        0x800.. => out.extend([0xE0 | (unit >> 12) as u8, continuation(unit >> 6), continuation(unit)]),
    }
}

fn push_hex(out: &mut Vec<u8>, value: u16, digits: u32) {
    out.extend((0..digits).rev().map(|digit| {
        let nibble = value >> (4 * digit) & 0xF;
        b"0123456789ABCDEF"[usize::from(nibble)]
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_one_word_of_text() {
        for (name, text) in [
            (&b"app/Main$1"[..], "app.Main$1"),
            (b"<init>", "<init>"),
            (b"([Ljava/lang/String;)V", "([Ljava.lang.String;)V"),
            (b"a b,c\\d.e", "a\\u0020b\\u002Cc\\u005Cd\\u002Ee"),
            (b"tab\tline\nend\x7F", "tab\\u0009line\\u000Aend\\u007F"),
            (b"nul\xC0\x80", "nul\\u0000"),
            ("grün/名".as_bytes(), "grün.名"),
            ("nel\u{85}sep\u{2028}bom\u{FEFF}".as_bytes(), "nel\\u0085sep\\u2028bom\\uFEFF"),
            (b"smile\xED\xA0\xBD\xED\xB8\x80", "smile\u{1F600}"),
            (b"high\xED\xA0\xBDx", "high\\uD83Dx"),
            (b"low\xED\xB8\x80\xED\xA0\xBD", "low\\uDE00\\uD83D"),
            (b"raw nul\0, overlong\xC0\xAF", "raw\\u0020nul\\x00\\u002C\\u0020overlong\\xC0\\xAF"),
            ("four bytes \u{1F600}".as_bytes(), "four\\u0020bytes\\u0020\\xF0\\x9F\\x98\\x80"),
            (b"cut\xE4\xBD", "cut\\xE4\\xBD"),
        ] {
            assert_eq!(escape(name), text);
            assert_eq!(unescape(text).as_deref(), Ok(name));
        }
    }

    #[test]
    fn any_bytes_come_back() {
        // All strings of up to four bytes of an alphabet with every kind of lead and trail byte.
        let alphabet = b"a/.\\u \0\x7F\x80\xA0\xBF\xC0\xC2\xE0\xED\xEF\xF0\xFF";
        let mut names = vec![vec![]];
        let mut start = 0;
        for _ in 0..4 {
            let end = names.len();
            for index in start..end {
                for &byte in alphabet {
                    let mut name: Vec<u8> = names[index].clone();
                    name.push(byte);
                    names.push(name);
                }
            }
            start = end;
        }
        for name in names {
            let text = escape(&name);
            assert_eq!(unescape(&text), Ok(name));
            assert!(!text.contains(|char: char| char.is_whitespace() || char.is_control() || char == ','));
        }
    }

    #[test]
    fn every_utf16_unit_comes_back() {
        for unit in 0..=u16::MAX {
            let mut name = b"x".to_vec();
            push_unit(&mut name, unit);
            let text = escape(&name);
            assert!(!text.contains("\\x"), "{unit:#06x} is well formed");
            assert_eq!(unescape(&text), Ok(name));
        }
    }

    #[test]
    fn broken_escapes_are_refused() {
        for text in ["\\", "\\n", "\\u12", "\\u12G4", "\\u+123", "\\x1", "\\xé", "\\u00é"] {
            assert_eq!(unescape(text), Err(BadEscape), "{text}");
        }
    }
}
