//! What is wrong, and where.

use serde::{Serialize, Serializer};
use std::fmt;
use std::path::{Path, PathBuf};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// A virtual machine or a tool may refuse it, or calls are wrong.
    Error,
    /// Odd, but harmless when it runs: a debug table that names no instruction, for example.
    Warning,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The jar or folder.
    #[serde(serialize_with = "as_text")]
    pub input: PathBuf,
    /// The entry of the jar, or the file in the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// Name and descriptor, escaped as in the mapping file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// In bytes from the start of the method's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// What is wrong.
    pub message: String,
}

fn as_text<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.severity {
            Severity::Error => "error: ",
            Severity::Warning => "warning: ",
        })?;
        write!(f, "{}", self.input.display())?;
        if let Some(entry) = &self.entry {
            write!(f, ": {entry}")?;
        }
        if let Some(method) = &self.method {
            write!(f, ": {method}")?;
        }
        if let Some(offset) = self.offset {
            write!(f, ": at {offset}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// What was found in one class, before it is known where the class lies.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) items: Vec<ClassFinding>,
    method: Option<String>,
}

#[derive(Debug)]
pub(super) struct ClassFinding {
    pub(super) severity: Severity,
    pub(super) method: Option<String>,
    pub(super) offset: Option<u32>,
    pub(super) message: String,
}

/// A class that is wrong through and through must not fill the memory.
const MOST_PER_CLASS: usize = 20;

impl Findings {
    /// What follows is about this method, or about the class.
    pub(super) fn turn_to(&mut self, method: Option<String>) {
        self.method = method;
    }

    pub(super) fn error(&mut self, offset: impl Into<Option<u32>>, message: impl Into<String>) {
        self.push(Severity::Error, offset.into(), message.into());
    }

    pub(super) fn warning(&mut self, offset: impl Into<Option<u32>>, message: impl Into<String>) {
        self.push(Severity::Warning, offset.into(), message.into());
    }

    pub(super) fn has_errors(&self) -> bool {
        self.items.iter().any(|item| item.severity == Severity::Error)
    }

    fn push(&mut self, severity: Severity, offset: Option<u32>, message: String) {
        let room = match severity {
            Severity::Error => 2 * MOST_PER_CLASS,
            Severity::Warning => MOST_PER_CLASS,
        };
        if self.items.len() < room {
            self.items.push(ClassFinding { severity, method: self.method.clone(), offset, message });
        }
    }
}
