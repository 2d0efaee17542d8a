//! The same issue need not be reported again and again.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use trace_model::report::{Content, Report};

/// Issues that are remembered; of more, the oldest are forgotten and may be reported again.
const REMEMBERED: usize = 256;

/// Tells issues that were reported before, for apps that want each but once in the life of a process.
///
/// Evil methods are the same issue if detail, scene and the stack's key agree, or the main thread's stack where there
/// is no other. Starts and frames are measurements: each counts.
///
/// ```
/// use trace_model::report::{Common, Content, EvilMethod, Report};
/// let mut dedup = trace_runtime::Dedup::default();
/// let content = EvilMethod { stack_key: "7|".into(), ..EvilMethod::default() };
/// let report = Report { common: Common::default(), content: Content::EvilMethod(Box::new(content)) };
/// assert!(dedup.is_new(&report));
/// assert!(!dedup.is_new(&report));
/// ```
#[derive(Debug, Default)]
pub struct Dedup {
    /// Hashes of keys, the oldest first. Two issues with one hash come once in 10^17 pairs.
    seen: VecDeque<u64>,
}

impl Dedup {
    /// Whether the issue was not seen yet; it is from now on. For finished reports: the key is of the stack.
    pub fn is_new(&mut self, report: &Report) -> bool {
        let Content::EvilMethod(content) = &report.content else { return true };
        let mut hasher = DefaultHasher::new();
        (content.detail, &content.scene, &content.stack_key).hash(&mut hasher);
        if content.stack_key.is_empty() {
            content.thread_stack.hash(&mut hasher);
        }
        let key = hasher.finish();
        if self.seen.contains(&key) {
            return false;
        }
        if self.seen.len() >= REMEMBERED {
            self.seen.pop_front();
        }
        self.seen.push_back(key);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace_model::report::{Common, Detail, EvilMethod};

    fn report(content: EvilMethod) -> Report {
        Report { common: Common::default(), content: Content::EvilMethod(Box::new(content)) }
    }

    #[test]
    fn issues_are_told_apart_by_what_and_where() {
        let mut dedup = Dedup::default();
        let one =
            EvilMethod { scene: "a".into(), stack_key: "7|".into(), cost: 700, ..EvilMethod::default() };
        assert!(dedup.is_new(&report(one.clone())));
        let others = [
            EvilMethod { detail: Detail::Anr, ..one.clone() },
            EvilMethod { scene: "b".into(), ..one.clone() },
            EvilMethod { stack_key: "8|".into(), ..one.clone() },
            EvilMethod { stack_key: String::new(), ..one.clone() },
            EvilMethod { stack_key: String::new(), thread_stack: Some("at a.B.c".into()), ..one.clone() },
        ];
        assert!(others.into_iter().all(|other| dedup.is_new(&report(other))));
        assert!(!dedup.is_new(&report(EvilMethod { cost: 900, ..one })), "how long does not matter");
    }

    #[test]
    fn measurements_are_never_suppressed() {
        let mut dedup = Dedup::default();
        let fps = Report { common: Common::default(), content: Content::Fps(Box::default()) };
        assert!(dedup.is_new(&fps) && dedup.is_new(&fps));
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut dedup = Dedup::default();
        let keyed = |key: u32| report(EvilMethod { stack_key: format!("{key}|"), ..EvilMethod::default() });
        assert!((0..10_000).all(|key| dedup.is_new(&keyed(key))));
        assert_eq!(dedup.seen.len(), REMEMBERED);
        assert!(!dedup.is_new(&keyed(9_999)));
        assert!(dedup.is_new(&keyed(0)));
    }
}
