//! One class file.

use super::finding::Findings;
use super::marks::Marks;
use super::{calls, independent, structure};
use crate::inspect::Beat;
use crate::policy::{BlockList, R8Names};
use classfile_edit::{ClassFile, Code, Error, Method};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use trace_model::mapping::Mapping;
use trace_model::name;

/// What classes are checked against.
pub(super) struct Expected<'a> {
    owner: &'a [u8],
    /// The mapping, to be searched by id.
    lines: Option<FxHashMap<i32, trace_model::mapping::Entry<'a>>>,
    names: Option<&'a R8Names>,
    /// The tracer's own classes call it as they like.
    runtime: BlockList,
}

/// What a class turned out to be.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) findings: Findings,
    pub(super) methods: u64,
    pub(super) instrumented: u64,
    /// Ids with the methods that have them, which must not share one.
    pub(super) ids: Vec<(i32, MethodKey)>,
}

/// Stands for a method: two methods have the same key only by a chance of 1 to 2^64.
pub(super) type MethodKey = u64;

impl<'a> Expected<'a> {
    pub(super) fn new(owner: &'a str, mapping: Option<&'a Mapping>, names: Option<&'a R8Names>) -> Self {
        let lines = mapping.map(|mapping| {
            // The parser lets no id above 1,048,575 pass.
            mapping.entries().map(|entry| (entry.id.get() as i32, entry)).collect()
        });
        Expected { owner: owner.as_bytes(), lines, names, runtime: BlockList::default() }
    }

    /// Checks the class file in `bytes`, named `file` in its jar or folder.
    pub(super) fn check(&self, file: &[u8], bytes: &[u8], marks: &mut Marks) -> Checked {
        let mut checked = Checked::default();
        match ClassFile::parse(bytes) {
            Ok(class) => {
                check_name(&class, file, &mut checked.findings);
                if let Err(error) = self.check_class(&class, marks, &mut checked) {
                    checked.findings.error(None, error.to_string());
                }
            }
            Err(error @ Error::Unsupported { .. }) => {
                checked.findings.warning(None, format!("{error}: not checked"));
            }
            Err(error) => checked.findings.error(None, error.to_string()),
        }
        checked
    }

    fn check_class(
        &self,
        class: &ClassFile<'_>,
        marks: &mut Marks,
        checked: &mut Checked,
    ) -> Result<(), Error> {
        let own = class.name().strip_prefix(self.owner);
        let is_runtime = own.is_some_and(|rest| matches!(rest.first(), None | Some(b'$')))
            || self.runtime.blocks_class(class.name());
        let beat = if is_runtime { Beat::default() } else { Beat::of(class, self.owner) };
        for method in class.methods() {
            checked.findings.turn_to(Some(shown(method)));
            if let Some(code) = class.code(method)? {
                checked.methods += 1;
                marks.set(&code)?;
                structure::check(class, &code, marks, &mut checked.findings)?;
                self.check_calls(class, method, &code, &beat, checked)?;
            }
        }
        checked.findings.turn_to(None);
        // What is known to be broken need not be refused once more.
        if !checked.findings.has_errors() {
            independent::check(class, &mut checked.findings)?;
        }
        Ok(())
    }

    fn check_calls(
        &self,
        class: &ClassFile<'_>,
        method: &Method<'_>,
        code: &Code<'_>,
        beat: &Beat,
        checked: &mut Checked,
    ) -> Result<(), Error> {
        let calls = beat.calls(class, code)?;
        if calls.is_empty() {
            return Ok(());
        }
        if let Some(id) = calls::check(class, method, code, &calls, &mut checked.findings)? {
            checked.instrumented += 1;
            let (owner, method_name, descriptor) = self.source(class, method);
            match &self.lines {
                Some(lines) => {
                    let expected = lines.get(&id);
                    if expected.is_none_or(|line| {
                        (line.class, line.name, line.descriptor) != (owner, method_name, &descriptor)
                    }) {
                        checked.findings.error(None, wrong_id(id, expected));
                    }
                }
                None => checked.ids.push((id, key(owner, method_name, &descriptor))),
            }
        }
        Ok(())
    }

    /// Class, name and descriptor before obfuscation.
    fn source<'b>(
        &'b self,
        class: &ClassFile<'b>,
        method: &Method<'b>,
    ) -> (&'b [u8], &'b [u8], Cow<'b, [u8]>) {
        match self.names {
            Some(names) => {
                let source = names.method(class.name(), method.name(), method.descriptor());
                (source.class, source.name, source.descriptor)
            }
            None => (class.name(), method.name(), Cow::Borrowed(method.descriptor())),
        }
    }
}

/// A class is found by the name of its file; it may lie below `META-INF/versions/N`, or where no class
/// loader looks.
fn check_name(class: &ClassFile<'_>, file: &[u8], found: &mut Findings) {
    let path = file.strip_suffix(b".class").unwrap_or(file);
    if !path.ends_with(class.name()) {
        found.warning(None, format!("the class in it is {}", name::escape(class.name())));
    }
}

fn wrong_id(id: i32, expected: Option<&trace_model::mapping::Entry<'_>>) -> String {
    match expected {
        None => format!("id {id} is not in the mapping"),
        Some(line) => format!(
            "id {id} belongs to {} {} {} by the mapping",
            name::escape(line.class),
            name::escape(line.name),
            name::escape(line.descriptor)
        ),
    }
}

fn shown(method: &Method<'_>) -> String {
    name::escape(method.name()) + &name::escape(method.descriptor())
}

fn key(class: &[u8], name: &[u8], descriptor: &[u8]) -> MethodKey {
    use std::hash::{Hash as _, Hasher as _};
    let mut hasher = rustc_hash::FxHasher::default();
    (class, name, descriptor).hash(&mut hasher);
    hasher.finish()
}
