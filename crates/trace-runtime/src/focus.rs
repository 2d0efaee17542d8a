//! Which Activities have the focus, and who wants to know (`AppMethodBeat.at`).

use std::collections::BTreeSet;

/// Sets of the class names of focused Activities, and of listeners: `L` is what the edge knows one by.
#[derive(Clone, Debug)]
pub struct Focus<L> {
    focused: BTreeSet<String>,
    listeners: BTreeSet<L>,
}

impl<L> Default for Focus<L> {
    fn default() -> Self {
        Focus { focused: BTreeSet::new(), listeners: BTreeSet::new() }
    }
}

impl<L: Ord + Clone> Focus<L> {
    /// Adds a listener. One that is there already is not told twice.
    pub fn add(&mut self, listener: L) {
        self.listeners.insert(listener);
    }

    /// Forgets a listener.
    pub fn remove(&mut self, listener: &L) {
        self.listeners.remove(listener);
    }

    /// An Activity's window won or lost the focus. Returns who has to be told that it won it: nobody, if it
    /// had it already, which each level of a class hierarchy may say.
    ///
    /// The listeners are a copy: those that are told may add and remove some.
    pub fn change(&mut self, activity: &str, focused: bool) -> Vec<L> {
        if !focused {
            self.focused.remove(activity);
            return Vec::new();
        }
        if self.focused.contains(activity) {
            return Vec::new();
        }
        self.focused.insert(activity.to_owned());
        self.listeners.iter().cloned().collect()
    }

    /// Class names of the Activities that have the focus, in their order.
    pub fn focused(&self) -> impl Iterator<Item = &str> {
        self.focused.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_real_change_is_told() {
        let mut focus = Focus::default();
        focus.add(2);
        focus.add(1);
        assert_eq!(focus.change("app.Main", true), [1, 2]);
        assert!(focus.change("app.Main", true).is_empty());
        assert_eq!(focus.change("app.Other", true), [1, 2]);
        assert_eq!(focus.focused().collect::<Vec<_>>(), ["app.Main", "app.Other"]);
        assert!(focus.change("app.Main", false).is_empty());
        assert_eq!(focus.change("app.Main", true), [1, 2]);
    }

    #[test]
    fn a_listener_is_told_once_and_until_it_is_removed() {
        let mut focus = Focus::default();
        focus.add("listener");
        focus.add("listener");
        assert_eq!(focus.change("app.Main", true), ["listener"]);
        focus.remove(&"listener");
        focus.change("app.Main", false);
        assert_eq!(focus.change("app.Main", true), [""; 0]);
    }
}
