//! Writing mapping lines. A large program has 20 MB of them, so a line costs a few copies.

use super::DISPATCH;
use crate::MethodId;
use crate::name::escape_into;

/// Writes the lines of one class after another; the class name is escaped once a class.
#[derive(Debug, Default)]
pub struct ClassLines {
    class: Vec<u8>,
}

impl ClassLines {
    /// Turns to the class of this internal name.
    pub fn enter_class(&mut self, class: &[u8]) {
        self.class.clear();
        escape_into(&mut self.class, class);
        self.class.push(b' ');
    }

    /// Appends the line `id,access,class method descriptor` of a method of the current class.
    pub fn mapped(&self, out: &mut Vec<u8>, id: MethodId, access: u32, name: &[u8], descriptor: &[u8]) {
        push_decimal(out, id.get());
        out.push(b',');
        push_decimal(out, access);
        out.push(b',');
        self.ignored(out, name, descriptor);
    }

    /// Appends the line `class method descriptor`, as in the list of methods left out
    /// (Matrix's `ignoreMethodMapping.txt`).
    pub fn ignored(&self, out: &mut Vec<u8>, name: &[u8], descriptor: &[u8]) {
        out.extend_from_slice(&self.class);
        escape_into(out, name);
        out.push(b' ');
        escape_into(out, descriptor);
        out.push(b'\n');
    }
}

/// Appends the line of the message dispatch, the last of every mapping file.
pub fn write_dispatch(out: &mut Vec<u8>) {
    let mut lines = ClassLines::default();
    lines.enter_class(DISPATCH.class);
    lines.mapped(out, DISPATCH.id, DISPATCH.access, DISPATCH.name, DISPATCH.descriptor);
}

fn push_decimal(out: &mut Vec<u8>, mut value: u32) {
    let mut digits = [0; 10];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_layout_that_existing_readers_know() {
        let mut out = Vec::new();
        let mut lines = ClassLines::default();
        lines.enter_class(b"app/Main");
        lines.mapped(&mut out, MethodId::new(1).unwrap(), 0x1009, b"main", b"([Ljava/lang/String;)V");
        lines.mapped(&mut out, MethodId::new(MethodId::MAX).unwrap(), 0, b"a b", b"()V");
        lines.enter_class(b"app/Other");
        lines.ignored(&mut out, b"<init>", b"(Lapp/Main;)V");
        write_dispatch(&mut out);
        let expected = "1,4105,app.Main main ([Ljava.lang.String;)V\n\
                        1048573,0,app.Main a\\u0020b ()V\n\
                        app.Other <init> (Lapp.Main;)V\n\
                        1048574,1,android.os.Handler dispatchMessage (Landroid.os.Message;)V\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn decimals_are_those_of_the_standard_library() {
        for value in [0, 9, 10, 4105, 999_999, 1_048_574, u32::MAX] {
            let mut out = Vec::new();
            push_decimal(&mut out, value);
            assert_eq!(out, value.to_string().into_bytes());
        }
    }
}
