//! Reading `mapping.txt`.
//!
//! Some lines belong together: where R8 inlined, consecutive lines with one range of line numbers are
//! the frames of a call, the innermost first. The method that was renamed is the outermost, the last.

use super::types::{method_descriptor, rename_classes};
use super::{R8Names, RenamedMethod, SourceClass};
use proguard::ProguardRecord;
use serde::Deserialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use thiserror::Error;
use trace_model::name;

/// Why a text is not a `mapping.txt`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct R8Error {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: R8ErrorKind,
}

/// What is wrong with a line of a `mapping.txt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum R8ErrorKind {
    /// Neither a class, nor a field, nor a method, nor a comment.
    #[error("not a line of an R8 or ProGuard mapping")]
    Layout,
    /// A field or method comes before the first class.
    #[error("a member without a class before it")]
    NoClass,
    /// A type is not one of the source language.
    #[error("a method of no valid type")]
    Type,
}

/// A method whose residual descriptor is not known before all classes are.
struct Pending {
    class: Vec<u8>,
    obfuscated: Vec<u8>,
    /// The descriptor in the class file, where R8 says it.
    residual: Option<Vec<u8>>,
    /// First and last line number of the range in the class file.
    range: Option<(usize, usize)>,
    method: RenamedMethod,
}

impl R8Names {
    /// Parses a `mapping.txt`.
    pub fn parse(file: &[u8]) -> Result<R8Names, R8Error> {
        let mut reader = Reader::default();
        for (index, line) in file.split(|&byte| byte == b'\n').enumerate() {
            reader.read(line.trim_ascii_end()).map_err(|kind| R8Error { line: index + 1, kind })?;
        }
        Ok(reader.finish())
    }
}

#[derive(Default)]
struct Reader {
    classes: HashMap<Vec<u8>, SourceClass>,
    /// Source name to name in the class files.
    obfuscated: HashMap<Vec<u8>, Vec<u8>>,
    /// The class whose members are being read.
    class: Option<Vec<u8>>,
    methods: Vec<Pending>,
}

impl Reader {
    fn read(&mut self, line: &[u8]) -> Result<(), R8ErrorKind> {
        let text = line.trim_ascii_start();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(comment) = text.strip_prefix(b"#") {
            self.read_comment(comment);
            return Ok(());
        }
        match ProguardRecord::try_parse(line).map_err(|_| R8ErrorKind::Layout)? {
            ProguardRecord::Class { original, obfuscated } => {
                let (original, obfuscated) = (internal(original)?, internal(obfuscated)?);
                self.obfuscated.entry(original.clone()).or_insert_with(|| obfuscated.clone());
                if let Entry::Vacant(vacant) = self.classes.entry(obfuscated.clone()) {
                    vacant.insert(SourceClass { name: original, methods: HashMap::new() });
                }
                self.class = Some(obfuscated);
            }
            ProguardRecord::Method { ty, original, obfuscated, arguments, original_class, line_mapping } => {
                // Frames tell the line they are at; ProGuard's plain ranges do not, and overloads that
                // stand in one line have the same.
                let range = line_mapping
                    .filter(|lines| lines.original_startline.is_some())
                    .and_then(|lines| lines.startline.zip(lines.endline));
                let pending = Pending {
                    class: self.class.clone().ok_or(R8ErrorKind::NoClass)?,
                    obfuscated: internal(obfuscated)?,
                    residual: None,
                    range,
                    method: RenamedMethod {
                        class: original_class.map(internal).transpose()?,
                        name: internal(original)?,
                        descriptor: method_descriptor(ty, arguments).ok_or(R8ErrorKind::Type)?,
                    },
                };
                self.push_method(pending);
            }
            ProguardRecord::Field { .. } if self.class.is_none() => return Err(R8ErrorKind::NoClass),
            _ => {}
        }
        Ok(())
    }

    fn push_method(&mut self, method: Pending) {
        match self.methods.last_mut() {
            // The next frame outwards of the same call.
            Some(inner)
                if method.range.is_some()
                    && inner.range == method.range
                    && inner.obfuscated == method.obfuscated
                    && inner.class == method.class =>
            {
                inner.method = method.method;
            }
            _ => self.methods.push(method),
        }
    }

    /// R8 says in a comment after the method what its descriptor in the class file is, if that is more
    /// than renamed classes (a parameter was removed, say).
    fn read_comment(&mut self, comment: &[u8]) {
        #[derive(Deserialize)]
        struct Comment {
            id: String,
            signature: Option<String>,
        }
        let Ok(Comment { id, signature: Some(signature) }) = serde_json::from_slice(comment) else { return };
        if id == "com.android.tools.r8.residualsignature"
            && signature.starts_with('(')
            && let Some(method) = self.methods.last_mut()
            && Some(&method.class) == self.class.as_ref()
        {
            method.residual = name::unescape(&signature).ok();
        }
    }

    fn finish(mut self) -> R8Names {
        // Of the ranges of one method only one has the comment.
        for index in 1..self.methods.len() {
            let (before, after) = self.methods.split_at_mut(index);
            if let (Some(before), Some(after)) = (before.last(), after.first_mut())
                && after.residual.is_none()
                && (&before.class, &before.obfuscated, &before.method)
                    == (&after.class, &after.obfuscated, &after.method)
            {
                after.residual.clone_from(&before.residual);
            }
        }
        for pending in self.methods {
            let residual = pending.residual.unwrap_or_else(|| {
                let renamed = rename_classes(&pending.method.descriptor, |class| {
                    self.obfuscated.get(class).map(Vec::as_slice)
                });
                renamed.into_owned()
            });
            let mut key = pending.obfuscated;
            key.extend(residual);
            if let Some(class) = self.classes.get_mut(&pending.class) {
                class.methods.entry(key).or_insert(pending.method);
            }
        }
        R8Names { classes: self.classes }
    }
}

/// Class-file bytes of a source name.
fn internal(text: &str) -> Result<Vec<u8>, R8ErrorKind> {
    name::unescape(text).map_err(|_| R8ErrorKind::Layout)
}
