//! What collection keeps of one class: enough to number methods and to follow the hierarchy, nothing more.
//!
//! A large program has hundreds of thousands of methods, so the names of a class lie back to back in
//! one allocation. All names are the class file's own bytes (modified UTF-8, JVMS 4.4.7): two names
//! are the same exactly if their bytes are, lone surrogates and all.

use serde::{Deserialize, Serialize};
use trace_model::SkipReason;

/// What the body of a method looks like to the selection rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Abstract or native: there is no code to instrument.
    Absent,
    /// Too small to be worth a record: empty, a plain getter or setter, or without any call and loop.
    Trivial,
    /// Worth tracing.
    Substantial,
    /// The calls cannot be inserted; found out by inserting them, so no id is given in vain.
    Refused(SkipReason),
}

/// One method, borrowed from its [`ClassFacts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodFacts<'a> {
    /// `access_flags` as in the class file (JVMS 4.6).
    pub access: u16,
    /// Simple name, for example `<init>`.
    pub name: &'a [u8],
    /// Descriptor, for example `(I)V`.
    pub descriptor: &'a [u8],
    /// What the selection rules see.
    pub body: Body,
    /// The code begins with straight-line code that calls `super.onWindowFocusChanged(Z)V`;
    /// only ever set on that method.
    pub calls_super_focus: bool,
}

/// One class: its place in the hierarchy and its methods in class-file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    access: u16,
    editable: bool,
    text: Box<[u8]>,
    name_len: u16,
    super_len: Option<u16>,
    methods: Box<[PackedMethod]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedMethod {
    start: u32,
    name_len: u16,
    descriptor_len: u16,
    access: u16,
    body: Body,
    calls_super_focus: bool,
}

impl ClassFacts {
    /// Packs a class. `super_name` is `None` only for `java/lang/Object` and `module-info`.
    ///
    /// Names come from constant-pool strings, which are at most 65,535 bytes long (JVMS 4.4.7);
    /// a longer one is cut.
    pub fn new<'m>(
        access: u16,
        name: &[u8],
        super_name: Option<&[u8]>,
        methods: impl IntoIterator<Item = MethodFacts<'m>>,
    ) -> Self {
        let mut text = Vec::with_capacity(256);
        let name_len = push(&mut text, name);
        let super_len = super_name.map(|name| push(&mut text, name));
        let methods = methods
            .into_iter()
            .map(|method| PackedMethod {
                start: text.len() as u32,
                name_len: push(&mut text, method.name),
                descriptor_len: push(&mut text, method.descriptor),
                access: method.access,
                body: method.body,
                calls_super_focus: method.calls_super_focus,
            })
            .collect();
        ClassFacts { access, editable: true, text: text.into_boxed_slice(), name_len, super_len, methods }
    }

    /// Marks a class that must stay as it is, whatever its methods are.
    #[must_use]
    pub fn uneditable(self) -> Self {
        ClassFacts { editable: false, ..self }
    }

    /// Whether code can be inserted into the class at all.
    pub fn is_editable(&self) -> bool {
        self.editable
    }

    /// `access_flags` of the class (JVMS 4.1).
    pub fn access(&self) -> u16 {
        self.access
    }

    /// Internal name, for example `app/Main$1`.
    pub fn name(&self) -> &[u8] {
        &self.text[..usize::from(self.name_len)]
    }

    /// Internal name of the super class.
    pub fn super_name(&self) -> Option<&[u8]> {
        let start = usize::from(self.name_len);
        self.super_len.map(|len| &self.text[start..start + usize::from(len)])
    }

    /// Number of methods, the indices of [`ClassFacts::method`].
    pub fn method_count(&self) -> usize {
        self.methods.len()
    }

    /// The method at `index` in class-file order.
    pub fn method(&self, index: usize) -> MethodFacts<'_> {
        let packed = self.methods[index];
        let name = packed.start as usize;
        let descriptor = name + usize::from(packed.name_len);
        MethodFacts {
            access: packed.access,
            name: &self.text[name..descriptor],
            descriptor: &self.text[descriptor..descriptor + usize::from(packed.descriptor_len)],
            body: packed.body,
            calls_super_focus: packed.calls_super_focus,
        }
    }

    /// All methods in class-file order.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = MethodFacts<'_>> {
        (0..self.methods.len()).map(|index| self.method(index))
    }
}

fn push(text: &mut Vec<u8>, name: &[u8]) -> u16 {
    let len = name.len().min(usize::from(u16::MAX));
    text.extend_from_slice(&name[..len]);
    len as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_went_in() {
        let method = |name, descriptor, body| MethodFacts {
            access: 1,
            name,
            descriptor,
            body,
            calls_super_focus: false,
        };
        let methods = [
            method(b"<init>", b"()V", Body::Trivial),
            method(b"a b,\xED\xA0\x80", b"(J)I", Body::Substantial),
        ];
        let facts = ClassFacts::new(0x21, b"app/Main", Some(b"java/lang/Object"), methods);
        assert_eq!(facts.name(), b"app/Main");
        assert_eq!(facts.super_name(), Some(&b"java/lang/Object"[..]));
        assert_eq!(facts.methods().collect::<Vec<_>>(), methods);
        assert_eq!(ClassFacts::new(0, b"java/lang/Object", None, []).super_name(), None);
    }
}
