//! The files that pass from step to step when collecting, numbering and rewriting run apart.
//!
//! JSON lines: a header with format, version and the options of the run, then one class a line.
//! Names are escaped as in [`trace_model::name`], so any bytes survive.

use crate::facts::{Body, ClassFacts, MethodFacts};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io;
use thiserror::Error;
use trace_model::MethodId;
use trace_model::name;

/// Why a file of an earlier step cannot be used.
#[derive(Debug, Error)]
#[error("line {line}: {kind}")]
pub struct ExchangeError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: ExchangeErrorKind,
}

/// What is wrong with a line of such a file.
#[derive(Debug, Error)]
pub enum ExchangeErrorKind {
    /// Another file, or none of ours.
    #[error("not a `{expected}` file: the header is missing")]
    Format {
        /// The format that was looked for.
        expected: &'static str,
    },
    /// Written by another version of this program.
    #[error("the file has version {found}, this program reads {VERSION}: run the earlier step again")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// Not JSON, or not with these keys.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A name is not escaped as it should be.
    #[error(transparent)]
    Name(#[from] name::BadEscape),
    /// The ids are no method ids, or not one for each method.
    #[error("the ids do not fit the methods of the class")]
    Ids,
}

/// Raised with each change of the layout: the steps of one build use one version of this program.
const VERSION: u32 = 1;

#[derive(Deserialize)]
struct Format {
    format: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct Header<O> {
    format: String,
    version: u32,
    options: O,
}

/// Writes the header and then each class.
pub(super) fn write<O: Serialize, T: Serialize>(
    mut out: impl io::Write,
    format: &'static str,
    options: &O,
    classes: impl Iterator<Item = T>,
) -> io::Result<()> {
    serde_json::to_writer(&mut out, &Header { format: format.to_owned(), version: VERSION, options })?;
    for class in classes {
        out.write_all(b"\n")?;
        serde_json::to_writer(&mut out, &class)?;
    }
    out.write_all(b"\n")
}

/// Reads the header, and hands each class to `push`.
pub(super) fn read<O: DeserializeOwned, T: DeserializeOwned>(
    file: &[u8],
    format: &'static str,
    mut push: impl FnMut(T) -> Result<(), ExchangeErrorKind>,
) -> Result<O, ExchangeError> {
    let at = |line| move |kind| ExchangeError { line, kind };
    let mut lines = file.split(|&byte| byte == b'\n').zip(1..);
    let header = lines.next().map_or(&[][..], |(line, _)| line);
    let options = read_header(header, format).map_err(at(1))?;
    for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
        let class = serde_json::from_slice(line).map_err(ExchangeErrorKind::from);
        class.and_then(&mut push).map_err(at(number))?;
    }
    Ok(options)
}

fn read_header<O: DeserializeOwned>(line: &[u8], expected: &'static str) -> Result<O, ExchangeErrorKind> {
    match serde_json::from_slice::<Format>(line) {
        Ok(header) if header.format != expected => Err(ExchangeErrorKind::Format { expected }),
        Ok(header) if header.version != VERSION => Err(ExchangeErrorKind::Version { found: header.version }),
        Ok(_) => Ok(serde_json::from_slice::<Header<O>>(line)?.options),
        Err(_) => Err(ExchangeErrorKind::Format { expected }),
    }
}

/// A class as it stands in such a file.
#[derive(Serialize, Deserialize)]
pub(super) struct ClassLine {
    name: String,
    #[serde(rename = "super")]
    super_name: Option<String>,
    access: u16,
    editable: bool,
    methods: Vec<MethodLine>,
}

/// Access flags, name, descriptor, body, whether the code calls super's focus method.
#[derive(Serialize, Deserialize)]
struct MethodLine(u16, String, String, Body, bool);

impl From<&ClassFacts> for ClassLine {
    fn from(facts: &ClassFacts) -> Self {
        let method = |method: MethodFacts<'_>| {
            let (name, descriptor) = (name::escape(method.name), name::escape(method.descriptor));
            MethodLine(method.access, name, descriptor, method.body, method.calls_super_focus)
        };
        ClassLine {
            name: name::escape(facts.name()),
            super_name: facts.super_name().map(name::escape),
            access: facts.access(),
            editable: facts.is_editable(),
            methods: facts.methods().map(method).collect(),
        }
    }
}

impl ClassLine {
    pub(super) fn facts(&self) -> Result<ClassFacts, ExchangeErrorKind> {
        let super_name = self.super_name.as_deref().map(name::unescape).transpose()?;
        let names: Vec<_> = self
            .methods
            .iter()
            .map(|MethodLine(_, name, descriptor, ..)| {
                Ok((name::unescape(name)?, name::unescape(descriptor)?))
            })
            .collect::<Result<_, name::BadEscape>>()?;
        let methods = self.methods.iter().zip(&names).map(|(line, (name, descriptor))| {
            let &MethodLine(access, _, _, body, calls_super_focus) = line;
            MethodFacts { access, name, descriptor, body, calls_super_focus }
        });
        let facts =
            ClassFacts::new(self.access, &name::unescape(&self.name)?, super_name.as_deref(), methods);
        Ok(if self.editable { facts } else { facts.uneditable() })
    }
}

/// Ids as numbers, 0 for none.
pub(super) fn id_numbers(ids: &[Option<MethodId>]) -> Vec<u32> {
    ids.iter().map(|id| id.map_or(0, MethodId::get)).collect()
}

/// The ids of `methods` methods from their numbers.
pub(super) fn ids_of_numbers(
    numbers: &[u32],
    methods: usize,
) -> Result<Box<[Option<MethodId>]>, ExchangeErrorKind> {
    let id = |&number: &u32| match number {
        0 => Ok(None),
        _ => MethodId::new(number).map(Some).ok_or(ExchangeErrorKind::Ids),
    };
    let ids: Box<[_]> = numbers.iter().map(id).collect::<Result<_, _>>()?;
    if ids.len() == methods { Ok(ids) } else { Err(ExchangeErrorKind::Ids) }
}
