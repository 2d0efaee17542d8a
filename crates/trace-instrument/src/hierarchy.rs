//! Which class extends which, over all inputs and the class path.

use crate::facts::ClassFacts;
use std::collections::HashMap;

/// The classes of a program by name. Inputs have the indices that they have in their slice, classes
/// of the class path come after them.
#[derive(Debug)]
pub struct Hierarchy<'a> {
    inputs: &'a [ClassFacts],
    class_path: &'a [ClassFacts],
    by_name: HashMap<&'a [u8], usize>,
}

/// What a class extends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent<'a> {
    /// Nothing: `java/lang/Object` or a module.
    None,
    /// The class at this index.
    Known(usize),
    /// A class of this name that is neither in the inputs nor on the class path.
    Unknown(&'a [u8]),
}

impl<'a> Hierarchy<'a> {
    /// Of several classes of one name the first counts, as for a class loader.
    pub fn new(inputs: &'a [ClassFacts], class_path: &'a [ClassFacts]) -> Self {
        let mut by_name = HashMap::with_capacity(inputs.len() + class_path.len());
        for (index, class) in inputs.iter().chain(class_path).enumerate() {
            by_name.entry(class.name()).or_insert(index);
        }
        Hierarchy { inputs, class_path, by_name }
    }

    /// Number of classes, those of the class path included.
    pub fn len(&self) -> usize {
        self.inputs.len() + self.class_path.len()
    }

    /// Whether there is no class.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The class at `index`.
    ///
    /// # Panics
    /// If there is none.
    pub fn class(&self, index: usize) -> &'a ClassFacts {
        match index.checked_sub(self.inputs.len()) {
            None => &self.inputs[index],
            Some(index) => &self.class_path[index],
        }
    }

    /// What the class at `index` extends.
    pub fn parent(&self, index: usize) -> Parent<'a> {
        match self.class(index).super_name() {
            None => Parent::None,
            Some(name) => match self.by_name.get(name) {
                Some(&parent) => Parent::Known(parent),
                None => Parent::Unknown(name),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_found_in_inputs_then_on_the_class_path() {
        let class = |name: &str, parent: Option<&str>| {
            ClassFacts::new(0, name.as_bytes(), parent.map(str::as_bytes), [])
        };
        let inputs = [class("A", Some("B")), class("B", Some("C")), class("B", Some("X"))];
        let class_path = [class("B", None), class("C", None)];
        let hierarchy = Hierarchy::new(&inputs, &class_path);
        assert_eq!(hierarchy.len(), 5);
        assert_eq!(hierarchy.parent(0), Parent::Known(1));
        assert_eq!(hierarchy.parent(1), Parent::Known(4));
        assert_eq!(hierarchy.parent(2), Parent::Unknown(b"X"));
        assert_eq!(hierarchy.parent(4), Parent::None);
    }
}
