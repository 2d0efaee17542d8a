//! Where `at(activity, hasFocus)` goes: into `onWindowFocusChanged(Z)V` of Activities, once per chain.
//!
//! A class is an Activity if its super classes lead to `android/app/Activity`. Inputs seldom hold the
//! framework and may lack libraries, so a chain may also end at an unknown class of `ACTIVITIES`.
//!
//! Along a chain of super classes the call shall come once for each change of focus. So an override
//! that begins with a call of super's needs none if a super class delivers it, and a class
//! without the method gets an override only if no super class delivers it.

use crate::facts::{Body, ClassFacts, MethodFacts};
use crate::hierarchy::{Hierarchy, Parent};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Name of the method that tells an Activity of its window's focus.
pub const FOCUS_METHOD: &[u8] = b"onWindowFocusChanged";

/// Descriptor of [`FOCUS_METHOD`].
pub const FOCUS_DESCRIPTOR: &[u8] = b"(Z)V";

/// Classes known to be Activities wherever the chain leaves the known classes.
const ACTIVITIES: [&[u8]; 19] = [
    b"android/app/Activity",
    b"android/accounts/AccountAuthenticatorActivity",
    b"android/app/ActivityGroup",
    b"android/app/AliasActivity",
    b"android/app/ExpandableListActivity",
    b"android/app/LauncherActivity",
    b"android/app/ListActivity",
    b"android/app/NativeActivity",
    b"android/app/TabActivity",
    b"android/preference/PreferenceActivity",
    b"android/support/v4/app/BaseFragmentActivityApi14",
    b"android/support/v4/app/FragmentActivity",
    b"android/support/v4/app/SupportActivity",
    b"android/support/v7/app/ActionBarActivity",
    b"android/support/v7/app/AppCompatActivity",
    b"androidx/activity/ComponentActivity",
    b"androidx/appcompat/app/AppCompatActivity",
    b"androidx/core/app/ComponentActivity",
    b"androidx/fragment/app/FragmentActivity",
];

const ACC_PUBLIC: u16 = 0x0001;
const ACC_PRIVATE: u16 = 0x0002;
const ACC_PROTECTED: u16 = 0x0004;
const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_INTERFACE: u16 = 0x0200;

/// What is to be done about window focus in one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FocusAction {
    /// Nothing.
    #[default]
    None,
    /// Call `at` at the start of the class's own method.
    InsertAtStart,
    /// Add a method that calls super's and then `at`.
    AddOverride,
}

/// Why focus changes of an Activity stay unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// A super class outside the instrumented inputs has a final method.
    Final,
    /// A method of that name, in the class or above it, is private, static or package-private, so that
    /// none can be added that calls super's.
    Inaccessible,
    /// Code cannot be inserted into the class's own method.
    Refused,
}

impl fmt::Display for Unseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unseen::Final => "onWindowFocusChanged is final in a super class that is not instrumented",
            Unseen::Inaccessible => {
                "a private, static or package-private onWindowFocusChanged(boolean) stands in the way"
            }
            Unseen::Refused => "code cannot be inserted into its onWindowFocusChanged",
        })
    }
}

/// What to do in each input class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FocusPlan {
    /// One for each input class.
    pub actions: Vec<FocusAction>,
    /// Input classes, by index, whose focus changes stay unseen.
    pub unseen: Vec<(usize, Unseen)>,
}

/// Decides for all `inputs`. `is_instrumented` tells whether an input class may be changed,
/// `source_name` gives the name of a class before obfuscation.
pub fn plan<'a>(
    inputs: &'a [ClassFacts],
    class_path: &'a [ClassFacts],
    is_instrumented: impl Fn(usize) -> bool,
    source_name: impl Fn(&'a [u8]) -> &'a [u8],
) -> FocusPlan {
    let mut plan = FocusPlan { actions: vec![FocusAction::None; inputs.len()], unseen: Vec::new() };
    let is_activity = |name| ACTIVITIES.contains(&source_name(name));
    // Nearly all programs that are no Android apps end here.
    if !inputs.iter().chain(class_path).any(|class| class.super_name().is_some_and(is_activity)) {
        return plan;
    }

    let hierarchy = Hierarchy::new(inputs, class_path);
    let mut standings: Vec<Visit> = vec![Visit::Not; hierarchy.len()];
    let mut chain = Vec::new();
    for start in 0..hierarchy.len() {
        // Up to the first class that is decided or has no known parent, then down again.
        let mut above = Standing::default();
        let mut next = Some(start);
        while let Some(index) = next {
            next = None;
            match standings[index] {
                Visit::Done(standing) => above = standing,
                Visit::Open => {} // A class that extends itself is no Activity.
                Visit::Not => {
                    standings[index] = Visit::Open;
                    chain.push(index);
                    match hierarchy.parent(index) {
                        Parent::None => {}
                        Parent::Known(parent) => next = Some(parent),
                        Parent::Unknown(name) => above.is_activity = is_activity(name),
                    }
                }
            }
        }
        while let Some(index) = chain.pop() {
            let class = hierarchy.class(index);
            above.is_activity |= class.name() == ACTIVITIES[0];
            let may_change = index < inputs.len() && is_instrumented(index);
            let decision = decide(class, above, may_change);
            above = decision.standing;
            standings[index] = Visit::Done(above);
            if may_change {
                plan.actions[index] = decision.action;
                plan.unseen.extend(decision.unseen.map(|unseen| (index, unseen)));
            }
        }
    }
    plan.unseen.sort_unstable_by_key(|&(index, _)| index);
    plan
}

#[derive(Clone, Copy)]
enum Visit {
    Not,
    Open,
    Done(Standing),
}

/// What the classes below need to know of a class.
#[derive(Clone, Copy, Default)]
struct Standing {
    is_activity: bool,
    /// A call of the class's `onWindowFocusChanged` reaches `at`.
    delivers: bool,
    /// What a subclass finds if it overrides the method and calls super's.
    inherited: Inherited,
}

#[derive(Clone, Copy, Default)]
enum Inherited {
    #[default]
    Callable,
    Abstract,
    Obstacle(Unseen),
}

struct Decision {
    standing: Standing,
    action: FocusAction,
    unseen: Option<Unseen>,
}

fn decide(class: &ClassFacts, above: Standing, may_change: bool) -> Decision {
    let mut decision = Decision { standing: above, action: FocusAction::None, unseen: None };
    if !above.is_activity || class.access() & ACC_INTERFACE != 0 {
        return decision;
    }
    let declared =
        class.methods().find(|method| method.name == FOCUS_METHOD && method.descriptor == FOCUS_DESCRIPTOR);
    if let Some(method) = declared {
        decision.standing.inherited = inherited_from(&method);
        let overrides = method.access & (ACC_PRIVATE | ACC_STATIC) == 0;
        if !overrides {
            // The framework's call passes it by (JVMS 5.4.6), and a second one cannot be added.
            decision.unseen = (!above.delivers).then_some(Unseen::Inaccessible);
        } else if method.body == Body::Absent {
            decision.standing.delivers = false;
        } else if method.calls_super_focus && above.delivers {
            decision.standing.delivers = true;
        } else if matches!(method.body, Body::Refused(_)) {
            decision.standing.delivers = false;
            decision.unseen = Some(Unseen::Refused);
        } else {
            decision.standing.delivers = may_change;
            decision.action = FocusAction::InsertAtStart;
        }
    } else if !above.delivers && may_change {
        match above.inherited {
            Inherited::Callable => {
                decision.standing.delivers = true;
                decision.action = FocusAction::AddOverride;
            }
            Inherited::Abstract => {} // Whoever implements it gets the call there.
            Inherited::Obstacle(unseen) => decision.unseen = Some(unseen),
        }
    }
    decision
}

fn inherited_from(method: &MethodFacts<'_>) -> Inherited {
    if method.access & (ACC_PRIVATE | ACC_STATIC) != 0 || method.access & (ACC_PUBLIC | ACC_PROTECTED) == 0 {
        Inherited::Obstacle(Unseen::Inaccessible)
    } else if method.access & ACC_FINAL != 0 {
        Inherited::Obstacle(Unseen::Final)
    } else if method.body == Body::Absent {
        Inherited::Abstract
    } else {
        Inherited::Callable
    }
}

#[cfg(test)]
mod tests;
