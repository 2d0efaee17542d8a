//! The options that decide the bytes of an instrumented class.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The class that Matrix's runtime has for the calls, and ours as well.
pub const DEFAULT_OWNER: &str = "com/tencent/matrix/trace/core/AppMethodBeat";

/// Which ways out of a method are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exits {
    /// Each return; exceptions leave the method open until the decoder closes it.
    Normal,
    /// Each return, and each throw that no handler of the same method covers.
    #[default]
    Throw,
    /// Each return, and a handler around the body that closes the method whatever passes through.
    Unwind,
}

/// Where a constructor is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConstructorEntry {
    /// At its first instruction: the time of the super constructor is part of it.
    #[default]
    Start,
    /// Behind the call of `super(...)` or `this(...)`, as Matrix does.
    AfterSuper,
}

/// What code goes where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewriting {
    /// Internal name of the class that is called.
    pub owner: String,
    /// Which ways out are recorded.
    pub exits: Exits,
    /// Where constructors are entered; `None` means at their start, with [`Exits::Unwind`] behind
    /// `super(...)`: what `super(...)` throws no handler can see, so the method would stay open.
    pub constructor_entry: Option<ConstructorEntry>,
    /// Instrument trivial methods as well.
    pub include_trivial: bool,
}

impl Default for Rewriting {
    fn default() -> Self {
        Rewriting {
            owner: DEFAULT_OWNER.to_owned(),
            exits: Exits::default(),
            constructor_entry: None,
            include_trivial: false,
        }
    }
}

impl Rewriting {
    /// Where constructors are entered.
    pub fn constructor_entry(&self) -> ConstructorEntry {
        self.constructor_entry.unwrap_or(match self.exits {
            Exits::Unwind => ConstructorEntry::AfterSuper,
            Exits::Normal | Exits::Throw => ConstructorEntry::Start,
        })
    }
}
