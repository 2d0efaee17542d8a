//! What to insert into one method, and where.

use super::snippet::Snippet;

/// Which ways out of a method get the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exits {
    /// Every `*return`.
    Normal,
    /// Every `*return`, and each `athrow` that no handler of the same method covers. (A covered one may
    /// be caught in the method, which then leaves a second time.)
    #[default]
    Throw,
    /// Every `*return`, and a handler around the whole body that runs the exit code for any exception
    /// and throws it on. In a constructor it only protects what follows `super(...)` or `this(...)`:
    /// before, no handler may see the uninitialised `this`, and throws there get the exit code as under
    /// [`Exits::Throw`].
    Unwind,
}

/// Where the entry code of a constructor goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConstructorEntry {
    /// In front of the first instruction. Calling a static method there is legal for every verifier
    /// (JVMS 4.10.1.9 only restricts the use of the uninitialised `this`).
    #[default]
    Start,
    /// Behind each call of `super(...)` or `this(...)`, found by following the operand stack; exits that
    /// are reached without one get no exit code.
    AfterSuper,
}

/// What to insert into one method.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probe {
    /// Runs once when the method is entered: a branch back to the first instruction lands behind it.
    pub entry: Snippet,
    /// Runs before each exit: a branch to a `return` lands in front of it.
    pub exit: Option<Snippet>,
    /// Which exits get it.
    pub exits: Exits,
    /// Where constructors are entered.
    pub constructor_entry: ConstructorEntry,
}
