//! The methods of one class as text, before and after.

use super::method::{Body, listing};
use crate::Error;
use crate::archive::Limits;
use crate::input::{Input, Reading, entry_bytes};
use crate::inspect::Beat;
use classfile_edit::{ClassFile, Error as ClassError, Method};
use std::fmt::Write as _;
use std::path::Path;
use trace_model::name;

/// All methods of the class of this internal name as `javap -c` would show them, but with labels for
/// positions; `None` if the class is not there.
///
/// # Errors
/// If the jar, folder or class cannot be read.
pub fn class_listing(
    path: &Path,
    class: &[u8],
    owner: &str,
    limits: &Limits,
) -> Result<Option<String>, Error> {
    let input = Input::open(path, limits)?;
    let file = [class, b".class"].concat();
    let Some(index) = (0..input.entry_count()).find(|&index| input.entry_name(index) == file) else {
        return Ok(None);
    };
    let mut reading = Reading::default();
    let bytes = entry_bytes(&input, index, &mut reading)?;
    let listed = ClassFile::parse(&bytes).and_then(|class| list(&class, owner));
    listed.map(Some).map_err(|error| Error::bad_file(path, format!("{}: {error}", name::escape(class))))
}

fn list(class: &ClassFile<'_>, owner: &str) -> Result<String, ClassError> {
    let beat = Beat::of(class, owner.as_bytes());
    let mut out = format!("class {}\n", name::escape(class.name()));
    for method in class.methods() {
        let _ = writeln!(out, "\n  {}", heading(method));
        if let Some(code) = class.code(method)? {
            for line in listing(&Body::instrumented(class, code, &beat, false)?)? {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    Ok(out)
}

fn heading(method: &Method<'_>) -> String {
    format!("{}{}", name::escape(method.name()), name::escape(method.descriptor()))
}
