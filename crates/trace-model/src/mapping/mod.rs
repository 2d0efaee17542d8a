//! `methodMapping.txt`: which method an id stands for.
//!
//! One method a line, ascending by id: `id,access,class method descriptor`, names escaped as in
//! [`crate::name`], the access flags in decimal as in the class file (JVMS 4.6). It is the format
//! that Matrix's `MethodCollector` writes, so programs made for that read it. The last line is
//! always the message dispatch.

mod parse;
mod write;

pub use parse::{Mapping, ParseError, ParseErrorKind};
pub use write::{ClassLines, write_dispatch};

/// One line of the mapping file. Names are class-file bytes, class and descriptor in internal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The number of the method.
    pub id: crate::MethodId,
    /// Access flags; ASM's extra bits above 16 occur in files that Matrix wrote.
    pub access: u32,
    /// Internal name of the class, for example `app/Main`.
    pub class: &'a [u8],
    /// Name of the method.
    pub name: &'a [u8],
    /// Descriptor of the method.
    pub descriptor: &'a [u8],
}

const DISPATCH: Entry<'static> = Entry {
    id: crate::MethodId::DISPATCH,
    access: 1,
    class: b"android/os/Handler",
    name: b"dispatchMessage",
    descriptor: b"(Landroid/os/Message;)V",
};
