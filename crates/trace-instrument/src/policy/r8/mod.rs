//! Names before obfuscation, from the `mapping.txt` that R8 or ProGuard wrote.
//!
//! Lines are read by the `proguard` crate. Its own lookups answer for stack frames (class, method name
//! and line number); here the descriptor is known and the line is not, so the tables are ours.

mod parse;
mod types;

pub use parse::{R8Error, R8ErrorKind};

use std::borrow::Cow;
use std::collections::HashMap;

/// Source names of classes and methods, found by the names in the class files.
#[derive(Clone, Debug, Default)]
pub struct R8Names {
    classes: HashMap<Vec<u8>, SourceClass>,
}

#[derive(Clone, Debug, Default)]
struct SourceClass {
    name: Vec<u8>,
    /// By name and descriptor in the class file, joined: a descriptor begins with the first `(`.
    methods: HashMap<Vec<u8>, RenamedMethod>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RenamedMethod {
    /// The class that the source has it in, if R8 moved it to another.
    class: Option<Vec<u8>>,
    name: Vec<u8>,
    descriptor: Vec<u8>,
}

/// A method as the source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMethod<'a> {
    /// Internal name of its class.
    pub class: &'a [u8],
    /// Name of the method.
    pub name: &'a [u8],
    /// Descriptor with source names of classes.
    pub descriptor: Cow<'a, [u8]>,
}

impl R8Names {
    /// The source name of a class; its own name if the mapping does not list it.
    pub fn class<'a>(&'a self, name: &'a [u8]) -> &'a [u8] {
        self.classes.get(name).map_or(name, |class| &class.name)
    }

    /// What the source calls a method. A method that the mapping does not list kept its name; the
    /// classes in its descriptor may have other names all the same.
    pub fn method<'a>(&'a self, class: &'a [u8], name: &'a [u8], descriptor: &'a [u8]) -> SourceMethod<'a> {
        let source_class = self.classes.get(class);
        let renamed = source_class.and_then(|class| class.methods.get(&[name, descriptor].concat()));
        let class = source_class.map_or(class, |class| &class.name);
        match renamed {
            Some(method) => SourceMethod {
                class: method.class.as_deref().unwrap_or(class),
                name: &method.name,
                descriptor: Cow::Borrowed(&method.descriptor),
            },
            None => SourceMethod {
                class,
                name,
                descriptor: types::rename_classes(descriptor, |name| {
                    Some(self.classes.get(name)?.name.as_slice())
                }),
            },
        }
    }
}

#[cfg(test)]
mod tests;
