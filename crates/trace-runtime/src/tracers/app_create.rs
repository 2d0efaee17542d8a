//! When the application has been created.

use crate::Timestamp;
use std::time::Duration;

/// `ActivityThread.H` codes; the class is not public, its codes are the same in all releases that have them.
mod code {
    /// Up to API 27.
    pub(super) const LAUNCH_ACTIVITY: i32 = 100;
    pub(super) const RECEIVER: i32 = 113;
    pub(super) const CREATE_SERVICE: i32 = 114;
    /// Up to API 27.
    pub(super) const RELAUNCH_ACTIVITY: i32 = 126;
    /// From API 28; launches an Activity if it holds a `LaunchActivityItem`.
    pub(super) const EXECUTE_TRANSACTION: i32 = 159;
}

/// The first API level that launches Activities by transactions.
const TRANSACTIONS: u32 = 28;

/// Finds the end of the application's creation: the system's first message that wants a component of it.
#[derive(Debug)]
pub struct AppCreate {
    api_level: u32,
    begin: Option<Timestamp>,
    created: Option<Created>,
}

/// How the application was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Created {
    /// From the first traced call to the end; zero if none of its calls is traced.
    pub cost: Duration,
    /// Code of the message that ended it, 0 if that was not seen.
    pub code: i32,
    /// Whether it was created for an Activity, not for a service or receiver.
    pub for_activity: bool,
}

impl AppCreate {
    /// On a system of this API level; 0 if it is not known, then the codes of all levels count.
    pub fn new(api_level: u32) -> AppCreate {
        AppCreate { api_level, begin: None, created: None }
    }

    /// [`Event::FirstCall`](crate::Event::FirstCall).
    pub fn first_call(&mut self, at: Timestamp) {
        self.begin.get_or_insert(at);
    }

    /// When the first traced call was.
    pub fn begin(&self) -> Option<Timestamp> {
        self.begin
    }

    /// How it was created, once it was.
    pub fn created(&self) -> Option<Created> {
        self.created
    }

    /// [`Event::SystemMessage`](crate::Event::SystemMessage). Returns how the application was created, if
    /// this message is its end.
    pub fn system_message(&mut self, at: Timestamp, what: i32, launches_activity: bool) -> Option<Created> {
        let for_activity = self.launches(what, launches_activity);
        if !for_activity && !matches!(what, code::CREATE_SERVICE | code::RECEIVER) {
            return None;
        }
        self.end(at, what, for_activity)
    }

    /// [`Event::ActivityCreated`](crate::Event::ActivityCreated): the latest end if no message was seen, for
    /// example where the system hides its handler.
    pub fn activity_created(&mut self, at: Timestamp) -> Option<Created> {
        self.end(at, 0, true)
    }

    fn launches(&self, what: i32, launches_activity: bool) -> bool {
        match what {
            code::LAUNCH_ACTIVITY | code::RELAUNCH_ACTIVITY => self.api_level < TRANSACTIONS,
            code::EXECUTE_TRANSACTION => {
                launches_activity && (self.api_level == 0 || self.api_level >= TRANSACTIONS)
            }
            _ => false,
        }
    }

    fn end(&mut self, at: Timestamp, code: i32, for_activity: bool) -> Option<Created> {
        if self.created.is_some() {
            return None;
        }
        let cost = self.begin.map_or(Duration::ZERO, |begin| at.since(begin));
        self.created = Some(Created { cost, code, for_activity });
        self.created
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_nanos(ms * 1_000_000)
    }

    /// Whether a message is the end, and if so, whether it was for an Activity.
    fn ended(api_level: u32, what: i32, launches_activity: bool) -> Option<bool> {
        let mut create = AppCreate::new(api_level);
        create.first_call(at(5));
        create.system_message(at(25), what, launches_activity).map(|created| {
            assert_eq!((created.cost, created.code), (Duration::from_millis(20), what));
            created.for_activity
        })
    }

    #[test]
    fn codes_mean_what_they_mean_on_each_api_level() {
        for level in [16, 21, 26, 27] {
            assert_eq!(ended(level, 100, false), Some(true), "{level}");
            assert_eq!(ended(level, 126, false), Some(true), "{level}");
            assert_eq!(ended(level, 159, true), None, "{level}");
        }
        for level in [28, 29, 34, 36] {
            assert_eq!(ended(level, 100, false), None, "{level}");
            assert_eq!(ended(level, 126, false), None, "{level}");
            assert_eq!(ended(level, 159, true), Some(true), "{level}");
            assert_eq!(ended(level, 159, false), None, "{level}: another transaction");
        }
        for level in [16, 27, 28, 36] {
            assert_eq!(ended(level, 114, false), Some(false), "{level}");
            assert_eq!(ended(level, 113, false), Some(false), "{level}");
            for other in [0, -1, 101, 110, 115, 160, i32::MIN, i32::MAX] {
                assert_eq!(ended(level, other, true), None, "{level}: {other}");
            }
        }
        assert_eq!((ended(0, 100, false), ended(0, 159, true)), (Some(true), Some(true)));
    }

    #[test]
    fn only_the_first_end_counts() {
        let mut create = AppCreate::new(34);
        create.first_call(at(0));
        create.first_call(at(3));
        let created = create.system_message(at(10), 114, false);
        assert_eq!(
            created,
            Some(Created { cost: Duration::from_millis(10), code: 114, for_activity: false })
        );
        assert_eq!(create.system_message(at(20), 159, true), None);
        assert_eq!(create.activity_created(at(30)), None);
        assert_eq!(create.created(), created);
    }

    #[test]
    fn without_messages_the_first_activity_is_the_end() {
        let mut create = AppCreate::new(34);
        create.first_call(at(1));
        let created = create.activity_created(at(4));
        assert_eq!(created, Some(Created { cost: Duration::from_millis(3), code: 0, for_activity: true }));
    }

    #[test]
    fn a_creation_without_traced_calls_took_no_known_time() {
        let mut create = AppCreate::new(34);
        let created = create.system_message(at(10), 159, true).unwrap();
        create.first_call(at(12));
        assert_eq!((created.cost, create.begin()), (Duration::ZERO, Some(at(12))));
    }
}
