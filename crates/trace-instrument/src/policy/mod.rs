//! Which classes and methods are traced.

mod block_list;
mod generated;
mod r8;

pub use block_list::{BlockList, BlockListError, BlockListErrorKind};
pub use r8::{R8Error, R8ErrorKind, R8Names, SourceMethod};

use crate::facts::{Body, MethodFacts};
use trace_model::SkipReason;

/// The selection rules of one run.
#[derive(Clone, Debug)]
pub struct Policy {
    /// What the user wants left alone.
    pub block_list: BlockList,
    /// Internal name of the class that the inserted calls go to; it is never traced itself.
    pub owner: Vec<u8>,
    /// Trace trivial methods, too.
    pub include_trivial: bool,
}

impl Policy {
    /// Why no method of a class is traced, or `None` if the rules for methods decide.
    ///
    /// `name` is the name in the class file, `source_name` the one before obfuscation.
    pub fn skips_class(&self, name: &[u8], source_name: &[u8]) -> Option<SkipReason> {
        if self.block_list.blocks_class(source_name) || is_or_is_nested_in(name, &self.owner) {
            Some(SkipReason::Blocked)
        } else if generated::is_generated(source_name) {
            Some(SkipReason::Generated)
        } else {
            None
        }
    }

    /// Why a method with code is not traced, its class being one that is. Names are those before
    /// obfuscation.
    pub fn skips_method(&self, class: &[u8], method: &MethodFacts<'_>) -> Option<SkipReason> {
        if self.block_list.blocks_method(class, method.name, method.descriptor) {
            Some(SkipReason::Blocked)
        } else {
            match method.body {
                Body::Refused(reason) => Some(reason),
                Body::Trivial if !self.include_trivial => Some(SkipReason::Trivial),
                _ => None,
            }
        }
    }
}

fn is_or_is_nested_in(name: &[u8], outer: &[u8]) -> bool {
    name.strip_prefix(outer).is_some_and(|rest| matches!(rest.first(), None | Some(b'$')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_and_its_nested_classes_are_left_alone() {
        let policy = Policy {
            block_list: BlockList::default(),
            owner: b"app/Tracer".to_vec(),
            include_trivial: false,
        };
        let blocked = Some(SkipReason::Blocked);
        assert_eq!(policy.skips_class(b"app/Tracer", b"app/Tracer"), blocked);
        assert_eq!(policy.skips_class(b"app/Tracer$1", b"app/Original"), blocked);
        assert_eq!(policy.skips_class(b"app/Tracer2", b"app/Tracer2"), None);
        assert_eq!(policy.skips_class(b"a", b"app/R$id"), Some(SkipReason::Generated));
    }

    #[test]
    fn trivial_methods_are_traced_on_demand() {
        let method = MethodFacts {
            access: 0,
            name: b"get",
            descriptor: b"()I",
            body: Body::Trivial,
            calls_super_focus: false,
        };
        let mut policy =
            Policy { block_list: BlockList::default(), owner: b"T".to_vec(), include_trivial: false };
        assert_eq!(policy.skips_method(b"A", &method), Some(SkipReason::Trivial));
        policy.include_trivial = true;
        assert_eq!(policy.skips_method(b"A", &method), None);
    }
}
