//! What numbering leaves for rewriting.

use super::exchange::{self, ClassLine, ExchangeError};
use super::{Assignment, exchange::ids_of_numbers};
use crate::facts::ClassFacts;
use crate::focus::FocusAction;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io;
use trace_model::MethodId;

const FORMAT: &str = "trace-instrument plan";

/// Ids and focus actions of all classes, to be found by a class's own facts.
///
/// A program may hold several classes of one name (in two jars, or for several Java versions), each
/// with its own methods worth tracing. The facts tell them apart, and tell when a class changed since
/// it was collected.
#[derive(Clone, Debug)]
pub struct Plan<O> {
    /// The options of the run.
    pub options: O,
    by_name: HashMap<Vec<u8>, Vec<PlannedClass>>,
}

/// What to do with one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedClass {
    /// What the class was like when it was collected.
    pub facts: ClassFacts,
    /// The ids of its methods in class-file order.
    pub ids: Box<[Option<MethodId>]>,
    /// What to do about window focus.
    pub focus: FocusAction,
}

#[derive(Serialize, Deserialize)]
struct PlanLine {
    #[serde(flatten)]
    class: ClassLine,
    ids: Vec<u32>,
    focus: FocusAction,
}

impl Assignment<'_> {
    /// Writes the plan for rewriting, with the options under which to rewrite. Many small writes: `out`
    /// should be buffered.
    pub fn write_plan<O: Serialize>(&self, out: impl io::Write, options: &O) -> io::Result<()> {
        let lines =
            self.classes.iter().zip(&self.focus.actions).enumerate().map(|(index, (class, &focus))| {
                PlanLine { class: class.into(), ids: exchange::id_numbers(self.ids(index)), focus }
            });
        exchange::write(out, FORMAT, options, lines)
    }
}

impl<O: DeserializeOwned> Plan<O> {
    /// Reads what [`Assignment::write_plan`] wrote.
    pub fn read(file: &[u8]) -> Result<Self, ExchangeError> {
        let mut by_name = HashMap::<_, Vec<_>>::new();
        let options = exchange::read(file, FORMAT, |line: PlanLine| {
            let facts = line.class.facts()?;
            let ids = ids_of_numbers(&line.ids, facts.method_count())?;
            let planned = PlannedClass { facts, ids, focus: line.focus };
            by_name.entry(planned.facts.name().to_vec()).or_default().push(planned);
            Ok(())
        })?;
        Ok(Plan { options, by_name })
    }
}

impl<O> Plan<O> {
    /// The plan for a class, or `None` if it was not collected, or has changed since.
    pub fn find(&self, facts: &ClassFacts) -> Option<&PlannedClass> {
        self.by_name.get(facts.name())?.iter().find(|planned| planned.facts == *facts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assign::{Input, assign};
    use crate::facts::{Body, MethodFacts};
    use crate::policy::{BlockList, Policy};

    fn class(name: &[u8], bodies: &[Body]) -> ClassFacts {
        let names: [&[u8]; 3] = [b"a", b"b c", b"\xFF"];
        let methods = bodies.iter().zip(names).map(|(&body, name)| MethodFacts {
            access: 1,
            name,
            descriptor: b"()V",
            body,
            calls_super_focus: false,
        });
        ClassFacts::new(1, name, Some(b"android/app/Activity"), methods)
    }

    fn plan_file(classes: &[ClassFacts]) -> Vec<u8> {
        let policy =
            Policy { block_list: BlockList::default(), owner: b"T".to_vec(), include_trivial: false };
        let input = Input { classes, class_path: &[], policy: &policy, names: None, base: None };
        let mut file = Vec::new();
        assign(input).unwrap().write_plan(&mut file, &42).unwrap();
        file
    }

    #[test]
    fn classes_of_one_name_are_told_apart() {
        let real = Body::Substantial;
        let classes = [
            class(b"A\n", &[real, Body::Trivial, real]),
            class(b"A\n", &[real, real]),
            class(b"B", &[Body::Absent]),
        ];
        let plan = Plan::<u32>::read(&plan_file(&classes)).unwrap();
        assert_eq!(plan.options, 42);
        let ids = |class| plan.find(class).map(|planned| exchange::id_numbers(&planned.ids));
        assert_eq!(ids(&classes[0]), Some(vec![1, 2, 3]));
        assert_eq!(ids(&classes[1]), Some(vec![1, 2]));
        assert_eq!(ids(&classes[2]), Some(vec![0]));
        assert_eq!(plan.find(&classes[0]).map(|planned| planned.focus), Some(FocusAction::AddOverride));
        assert_eq!(plan.find(&class(b"A\n", &[real, real, real])), None);
        assert_eq!(plan.find(&class(b"C", &[])), None);
    }

    #[test]
    fn ids_that_do_not_fit_are_refused() {
        let file = String::from_utf8(plan_file(&[class(b"A", &[Body::Substantial])])).unwrap();
        for ids in ["[]", "[1,2]", "[1048574]"] {
            let broken = file.replace("\"ids\":[1]", &format!("\"ids\":{ids}"));
            let error = Plan::<u32>::read(broken.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), "line 2: the ids do not fit the methods of the class");
        }
    }
}
