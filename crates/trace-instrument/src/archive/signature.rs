//! Jar signatures, which no longer hold once a class has changed.
//!
//! The layout of manifests is that of the JAR File Specification: sections of `Name: value` lines of at
//! most 72 bytes, continued on lines that begin with a space, ended by an empty line. The first section
//! is about the jar, each further one about the entry that its `Name` attribute names.

/// True for a file that carries a signature: `*.SF`, `*.RSA`, `*.DSA`, `*.EC` and `SIG-*` directly in
/// `META-INF`, in whatever case.
pub fn is_signature_file(name: &[u8]) -> bool {
    let name = name.to_ascii_uppercase();
    let Some(file) = name.strip_prefix(b"META-INF/") else { return false };
    if file.contains(&b'/') {
        return false;
    }
    let extensions: [&[u8]; 4] = [b".SF", b".RSA", b".DSA", b".EC"];
    (file.starts_with(b"SIG-") && file.len() > 4)
        || extensions.iter().any(|extension| file.ends_with(extension))
}

/// True for the jar's manifest, in whatever case.
pub fn is_manifest(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"META-INF/MANIFEST.MF")
}

/// Removes what a signer added about entries: attributes with digests, and sections that then hold
/// nothing but a name. All other bytes stay; `None` if that is all of them.
pub fn strip_digests(manifest: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(manifest.len());
    let mut sections = Sections { rest: manifest };
    out.extend_from_slice(sections.next()?);
    for section in sections {
        strip_section(section, &mut out);
    }
    (out.len() != manifest.len()).then_some(out)
}

fn strip_section(section: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let mut dropped = false;
    let mut kept_more_than_name = false;
    for attribute in (Attributes { rest: section }) {
        if is_digest(key(attribute)) {
            dropped = true;
            continue;
        }
        kept_more_than_name |= !is_blank(attribute) && !key(attribute).eq_ignore_ascii_case(b"Name");
        out.extend_from_slice(attribute);
    }
    // A section that was nothing but a name before is none of ours.
    if dropped && !kept_more_than_name {
        out.truncate(start);
    }
}

fn is_digest(key: &[u8]) -> bool {
    let key = key.to_ascii_lowercase();
    // Digests come in languages too: `SHA-256-Digest-de`.
    key.ends_with(b"-digest")
        || key.windows(8).any(|window| window == b"-digest-")
        || key == b"digest-algorithms"
        || key == b"magic"
}

fn key(attribute: &[u8]) -> &[u8] {
    attribute.split(|&byte| byte == b':').next().unwrap_or_default()
}

fn is_blank(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n" | b"\r")
}

/// Length of the first line with its end: CRLF, LF or CR.
fn line_len(bytes: &[u8]) -> usize {
    match bytes.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
        Some(at) if bytes[at..].starts_with(b"\r\n") => at + 2,
        Some(at) => at + 1,
        None => bytes.len(),
    }
}

/// Sections with the empty lines that end them.
struct Sections<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Sections<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let mut len = 0;
        let mut ended = false;
        while len < self.rest.len() {
            let line = line_len(&self.rest[len..]);
            let blank = is_blank(&self.rest[len..len + line]);
            if ended && !blank {
                break;
            }
            ended |= blank;
            len += line;
        }
        let (section, rest) = self.rest.split_at(len);
        self.rest = rest;
        (len > 0).then_some(section)
    }
}

/// Attributes with their continuation lines; empty lines one by one.
struct Attributes<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Attributes<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let mut len = line_len(self.rest);
        while self.rest[len..].starts_with(b" ") {
            len += line_len(&self.rest[len..]);
        }
        let (attribute, rest) = self.rest.split_at(len);
        self.rest = rest;
        (len > 0).then_some(attribute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_files_are_told_by_name() {
        for name in ["META-INF/A.SF", "meta-inf/b.rsa", "META-INF/C.Dsa", "META-INF/D.EC", "META-INF/SIG-X"] {
            assert!(is_signature_file(name.as_bytes()), "{name}");
        }
        for name in [
            "A.SF",
            "META-INF/x/A.SF",
            "META-INF/MANIFEST.MF",
            "META-INF/a.SF.txt",
            "META-INF/SIG-",
            "x/META-INF/A.SF",
        ] {
            assert!(!is_signature_file(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn unsigned_manifests_do_not_change() {
        for text in [
            "",
            "\r\n",
            "Manifest-Version: 1.0\r\n\r\n",
            "A: b\n\nName: x/\nSealed: true\n\nName: y\n\n",
            "A: b",
        ] {
            assert_eq!(strip_digests(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn digests_go_and_other_attributes_stay() {
        for end in ["\r\n", "\n", "\r"] {
            let signed = "Manifest-Version: 1.0\nX-Digest: main stays\n\n\
                Name: a/very/long/name/that/is/continued/on/the/next/line/because/it/is\n  so.class\n\
                SHA-256-Digest: abc\n def\n\n\
                Name: b/\nsha1-digest: x\nSealed: true\nDigest-Algorithms: SHA1\nMagic: m\n\n\
                Name: c\nSHA-256-Digest-de: x\n";
            let plain = "Manifest-Version: 1.0\nX-Digest: main stays\n\nName: b/\nSealed: true\n\n";
            let (signed, plain) = (signed.replace('\n', end), plain.replace('\n', end));
            let stripped = strip_digests(signed.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(stripped).unwrap(), plain);
        }
    }
}
