//! Types of the source language as descriptors, and descriptors with other class names.

use std::borrow::Cow;
use trace_model::name;

/// The descriptor of a method of these source types, for example `int` and
/// `java.lang.String[],long`; `None` if one of them is no type.
pub(super) fn method_descriptor(return_type: &str, parameters: &str) -> Option<Vec<u8>> {
    let mut descriptor = vec![b'('];
    for parameter in parameters.split(',').map(str::trim).filter(|_| !parameters.trim().is_empty()) {
        push_type(&mut descriptor, parameter)?;
    }
    descriptor.push(b')');
    push_type(&mut descriptor, return_type.trim())?;
    Some(descriptor)
}

fn push_type(out: &mut Vec<u8>, mut source: &str) -> Option<()> {
    while let Some(element) = source.strip_suffix("[]") {
        out.push(b'[');
        source = element;
    }
    let letter = match source {
        "" => return None,
        "boolean" => b'Z',
        "byte" => b'B',
        "char" => b'C',
        "short" => b'S',
        "int" => b'I',
        "long" => b'J',
        "float" => b'F',
        "double" => b'D',
        "void" => b'V',
        class => {
            out.push(b'L');
            name::unescape_into(out, class).ok()?;
            b';'
        }
    };
    out.push(letter);
    Some(())
}

/// A descriptor with those classes renamed for which `rename` knows a name. A part that is no
/// descriptor stays as it is.
pub(super) fn rename_classes<'a, 'n>(
    descriptor: &'a [u8],
    rename: impl Fn(&[u8]) -> Option<&'n [u8]>,
) -> Cow<'a, [u8]> {
    let mut renamed = Vec::new();
    let mut copied = 0;
    let mut position = 0;
    while let Some(start) = descriptor[position..].iter().position(|&byte| byte == b'L') {
        let start = position + start + 1;
        let Some(len) = descriptor[start..].iter().position(|&byte| byte == b';') else { break };
        if let Some(name) = rename(&descriptor[start..start + len]) {
            renamed.extend_from_slice(&descriptor[copied..start]);
            renamed.extend_from_slice(name);
            copied = start + len;
        }
        position = start + len;
    }
    if copied == 0 {
        return Cow::Borrowed(descriptor);
    }
    renamed.extend_from_slice(&descriptor[copied..]);
    Cow::Owned(renamed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_types_become_descriptors() {
        let descriptor = |return_type, parameters| {
            method_descriptor(return_type, parameters).map(|bytes| String::from_utf8(bytes).unwrap())
        };
        assert_eq!(descriptor("void", "").as_deref(), Some("()V"));
        assert_eq!(descriptor("int[][]", "long,a.B$C[],char").as_deref(), Some("(J[La/B$C;C)[[I"));
        assert_eq!(descriptor("R", "boolean,byte,short,float,double").as_deref(), Some("(ZBSFD)LR;"));
        assert_eq!(descriptor("void", "int,,int"), None);
        assert_eq!(descriptor("", ""), None);
    }

    #[test]
    fn only_known_classes_are_renamed() {
        let rename = |name: &[u8]| (name == b"a").then_some(&b"app/Long"[..]);
        for (descriptor, renamed) in [
            ("(La;IL;La;)[La;", "(Lapp/Long;IL;Lapp/Long;)[Lapp/Long;"),
            ("(Lb;LaL;)V", "(Lb;LaL;)V"),
            ("(La;Lbroken", "(Lapp/Long;Lbroken"),
            ("La", "La"),
            ("", ""),
        ] {
            assert_eq!(rename_classes(descriptor.as_bytes(), rename), renamed.as_bytes());
        }
    }
}
