//! The block list: packages, classes and methods that the user wants left alone.
//!
//! ```text
//! [package]                            a line in brackets is a heading and means nothing
//! # a comment
//! -keeppackage com/example/legacy/     the package and those below it
//! -keepclass com/example/Main          the class and its nested classes
//! -keepmethod com/example/Main run (I)V
//! ```
//!
//! Dots may stand for slashes. Rules name classes as they were before obfuscation.

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;
use trace_model::name;

/// Packages that are never traced: the framework, and the tracer, which would call itself.
const ALWAYS_BLOCKED: [&[u8]; 2] = [b"android/", b"com/tencent/matrix/"];

/// A parsed block list, together with the packages that are always blocked.
#[derive(Clone, Debug, Default)]
pub struct BlockList {
    packages: Prefixes,
    classes: Prefixes,
    methods: FxHashMap<Vec<u8>, Vec<MethodRule>>,
    without_defaults: bool,
}

/// A blocked method of a known class.
#[derive(Clone, Debug)]
struct MethodRule {
    name: Vec<u8>,
    descriptor: Vec<u8>,
}

/// A line that is no rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct BlockListError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: BlockListErrorKind,
}

/// What is wrong with a line of a block list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BlockListErrorKind {
    /// Not one of the three rules.
    #[error("expected `-keeppackage PACKAGE`, `-keepclass CLASS` or `-keepmethod CLASS NAME DESCRIPTOR`")]
    Layout,
    /// The name holds a `*`.
    #[error("wildcards are not supported: block a whole package with `-keeppackage`")]
    Wildcard,
    /// Not a name of that kind.
    #[error("not a valid name")]
    Name,
}

impl BlockList {
    /// Blocks nothing, not even what is blocked always. For checks of this crate on the code of a
    /// framework; an app that was instrumented so would trace its own tracer.
    pub fn without_defaults() -> BlockList {
        BlockList { without_defaults: true, ..BlockList::default() }
    }

    /// Parses the text of a block list.
    pub fn parse(text: &[u8]) -> Result<BlockList, BlockListError> {
        let mut list = BlockList::default();
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            list.push_line(line).map_err(|kind| BlockListError { line: index + 1, kind })?;
        }
        Ok(list)
    }

    fn push_line(&mut self, line: &[u8]) -> Result<(), BlockListErrorKind> {
        let line = std::str::from_utf8(line).map_err(|_| BlockListErrorKind::Layout)?.trim();
        if line.is_empty() || line.starts_with('#') || (line.starts_with('[') && line.ends_with(']')) {
            return Ok(());
        }
        if line.contains('*') {
            return Err(BlockListErrorKind::Wildcard);
        }
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["-keeppackage", package] => {
                let mut package = parse_name(package.strip_suffix(['/', '.']).unwrap_or(package))?;
                package.push(b'/');
                self.packages.insert(package);
            }
            ["-keepclass", class] => self.classes.insert(parse_name(class)?),
            ["-keepmethod", class, method, descriptor] => {
                let descriptor = name::unescape(descriptor).map_err(|_| BlockListErrorKind::Name)?;
                if !(descriptor.starts_with(b"(") && descriptor.contains(&b')')) {
                    return Err(BlockListErrorKind::Name);
                }
                let rule = MethodRule { name: parse_name(method)?, descriptor };
                self.methods.entry(parse_name(class)?).or_default().push(rule);
            }
            _ => return Err(BlockListErrorKind::Layout),
        }
        Ok(())
    }

    /// Whether the class of this internal name is blocked whole.
    pub fn blocks_class(&self, class: &[u8]) -> bool {
        (!self.without_defaults && ALWAYS_BLOCKED.iter().any(|package| class.starts_with(package)))
            || self.packages.any_begins(class, |_| true)
            || self.classes.any_begins(class, |rest| matches!(rest.first(), None | Some(b'$')))
    }

    /// Whether this method is blocked by a rule of its own.
    pub fn blocks_method(&self, class: &[u8], name: &[u8], descriptor: &[u8]) -> bool {
        let rules = if self.methods.is_empty() { None } else { self.methods.get(class) };
        rules.is_some_and(|rules| rules.iter().any(|rule| rule.name == name && rule.descriptor == descriptor))
    }
}

/// Names, and the lengths that occur among them: the only places where a prefix may end.
#[derive(Clone, Debug, Default)]
struct Prefixes {
    names: FxHashSet<Vec<u8>>,
    lengths: Vec<usize>,
}

impl Prefixes {
    fn insert(&mut self, name: Vec<u8>) {
        if !self.lengths.contains(&name.len()) {
            self.lengths.push(name.len());
        }
        self.names.insert(name);
    }

    /// Whether one of the names begins `text` and what follows it is as it should be.
    fn any_begins(&self, text: &[u8], may_follow: impl Fn(&[u8]) -> bool) -> bool {
        self.lengths
            .iter()
            .filter_map(|&length| text.split_at_checked(length))
            .any(|(prefix, rest)| may_follow(rest) && self.names.contains(prefix))
    }
}

/// A name in internal form, of text with dots or slashes.
fn parse_name(text: &str) -> Result<Vec<u8>, BlockListErrorKind> {
    let name = name::unescape(text).map_err(|_| BlockListErrorKind::Name)?;
    let has_empty_part = name.split(|&byte| byte == b'/').any(<[u8]>::is_empty);
    if has_empty_part { Err(BlockListErrorKind::Name) } else { Ok(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_block_what_they_name_and_no_more() {
        let list = BlockList::parse(
            b"[package]\r\n-keeppackage a/legacy/\r\n  -keeppackage b.old \n\n# comment\n-keepclass app/A1\n-keepclass app.B\n",
        )
        .unwrap();
        for class in ["a/legacy/X", "a/legacy/deep/X", "b/old/X$1", "app/A1", "app/A1$Nested", "app/B$1$2"] {
            assert!(list.blocks_class(class.as_bytes()), "{class}");
        }
        // A rule that is a bare prefix blocks A10 with A1.
        for class in ["app/A10", "app/A", "a/legacyX/Y", "a/legacy", "app/A1/X", "x/a/legacy/X", "b/older/X"]
        {
            assert!(!list.blocks_class(class.as_bytes()), "{class}");
        }
    }

    #[test]
    fn framework_and_runtime_are_always_blocked() {
        let list = BlockList::default();
        assert!(list.blocks_class(b"android/app/Activity"));
        assert!(list.blocks_class(b"com/tencent/matrix/trace/core/AppMethodBeat"));
        assert!(!list.blocks_class(b"androidx/core/app/ComponentActivity"));
        assert!(!list.blocks_class(b"com/tencent/matrixx/A"));
        assert!(!BlockList::without_defaults().blocks_class(b"android/app/Activity"));
    }

    #[test]
    fn a_method_rule_blocks_one_method() {
        let list =
            BlockList::parse(b"-keepmethod app/A run (Ljava.lang.String;)V\n-keepmethod app/A <init> ()V")
                .unwrap();
        assert!(list.blocks_method(b"app/A", b"run", b"(Ljava/lang/String;)V"));
        assert!(list.blocks_method(b"app/A", b"<init>", b"()V"));
        assert!(!list.blocks_method(b"app/A", b"run", b"()V"));
        assert!(!list.blocks_method(b"app/A$1", b"run", b"(Ljava/lang/String;)V"));
        assert!(!list.blocks_class(b"app/A"));
    }

    #[test]
    fn a_bad_line_is_named_with_its_reason() {
        let fails = |line: &str| {
            let error = BlockList::parse(format!("# first\n{line}\n").as_bytes()).unwrap_err();
            assert_eq!(error.line, 2);
            error.kind
        };
        for line in ["-keep class A", "-keepclass", "-keepclass A B", "a/b/C", "-keepmethod A b", "[open"] {
            assert_eq!(fails(line), BlockListErrorKind::Layout, "{line}");
        }
        for line in ["-keepclass a/b/*", "-keeppackage a/**", "-keepmethod A * ()V"] {
            assert_eq!(fails(line), BlockListErrorKind::Wildcard, "{line}");
        }
        for line in
            ["-keeppackage /", "-keepclass a//B", "-keepclass a/", "-keepclass a\\B", "-keepmethod A b V"]
        {
            assert_eq!(fails(line), BlockListErrorKind::Name, "{line}");
        }
    }
}
