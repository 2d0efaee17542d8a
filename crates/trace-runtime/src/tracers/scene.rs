//! What the user sees, and whether he sees anything.

use std::sync::Arc;

/// The visible scene and whether the app is in the foreground, from the lifecycle of its Activities and from
/// the names that the app gives.
///
/// A scene is any string. The app's own name comes first; then the Activity that was resumed last of those
/// that are started; then, before the first one is started, the one that is being created; and nothing at
/// all is the empty string.
#[derive(Debug, Default)]
pub struct Scenes {
    /// Started Activities, the one resumed last at the end. One class may be there more than once.
    started: Vec<Arc<str>>,
    /// Created, and not started yet.
    created: Option<Arc<str>>,
    named: Option<Arc<str>>,
    visible: Arc<str>,
}

/// Started Activities that are known at once. A phone does not show as many; only a stream of events that
/// lacks the stops reaches it, and then the oldest one is forgotten.
const MAX_STARTED: usize = 64;

impl Scenes {
    /// Nothing is visible yet.
    pub fn new() -> Scenes {
        Scenes::default()
    }

    /// What the user sees; empty if nothing.
    pub fn visible(&self) -> &Arc<str> {
        &self.visible
    }

    /// Whether an Activity is on the screen, or about to be.
    pub fn is_foreground(&self) -> bool {
        !self.started.is_empty() || self.created.is_some()
    }

    /// [`Event::ActivityCreated`](crate::Event::ActivityCreated).
    pub fn created(&mut self, activity: &str) {
        self.created = Some(activity.into());
        self.update();
    }

    /// [`Event::ActivityStarted`](crate::Event::ActivityStarted).
    pub fn started(&mut self, activity: &str) {
        self.forget_created(activity);
        if self.started.len() == MAX_STARTED {
            self.started.remove(0);
        }
        self.started.push(activity.into());
        self.update();
    }

    /// [`Event::ActivityResumed`](crate::Event::ActivityResumed).
    pub fn resumed(&mut self, activity: &str) {
        match self.started.iter().rposition(|started| **started == *activity) {
            Some(place) => {
                let resumed = self.started.remove(place);
                self.started.push(resumed);
                self.update();
            }
            // Tracing began between the two events.
            None => self.started(activity),
        }
    }

    /// [`Event::ActivityStopped`](crate::Event::ActivityStopped).
    pub fn stopped(&mut self, activity: &str) {
        if let Some(place) = self.started.iter().position(|started| **started == *activity) {
            self.started.remove(place);
            self.update();
        }
    }

    /// [`Event::ActivityDestroyed`](crate::Event::ActivityDestroyed): ends what was never started.
    pub fn destroyed(&mut self, activity: &str) {
        self.forget_created(activity);
        self.update();
    }

    /// [`Event::SceneChanged`](crate::Event::SceneChanged).
    pub fn named(&mut self, scene: Option<&str>) {
        self.named = scene.map(Arc::from);
        self.update();
    }

    fn forget_created(&mut self, activity: &str) {
        if self.created.as_deref() == Some(activity) {
            self.created = None;
        }
    }

    fn update(&mut self) {
        let visible = self.named.as_ref().or(self.started.last()).or(self.created.as_ref());
        match visible {
            Some(scene) if *scene == self.visible => {}
            Some(scene) => self.visible = Arc::clone(scene),
            None => self.visible = Arc::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(activity: &str) -> Scenes {
        let mut scenes = Scenes::new();
        scenes.created(activity);
        scenes.started(activity);
        scenes.resumed(activity);
        scenes
    }

    #[test]
    fn the_activity_that_was_resumed_last_is_visible() {
        let mut scenes = Scenes::new();
        assert_eq!((&**scenes.visible(), scenes.is_foreground()), ("", false));
        scenes.created("A");
        assert_eq!((&**scenes.visible(), scenes.is_foreground()), ("A", true));
        scenes.started("A");
        scenes.resumed("A");
        scenes.created("B");
        assert_eq!(&**scenes.visible(), "A", "what is being created is not on the screen yet");
        scenes.started("B");
        scenes.resumed("B");
        assert_eq!(&**scenes.visible(), "B");
        scenes.stopped("A");
        assert_eq!(&**scenes.visible(), "B");
        scenes.stopped("B");
        assert_eq!((&**scenes.visible(), scenes.is_foreground()), ("", false));
    }

    #[test]
    fn below_an_activity_that_is_stopped_is_the_one_before() {
        let mut scenes = shown("A");
        scenes.started("Dialog");
        scenes.resumed("Dialog");
        scenes.stopped("Dialog");
        assert_eq!(&**scenes.visible(), "A");
        scenes.started("B");
        scenes.resumed("A");
        assert_eq!(&**scenes.visible(), "A", "two are started side by side, and one is resumed again");
    }

    #[test]
    fn two_activities_of_one_class_are_two() {
        let mut scenes = shown("A");
        scenes.started("A");
        scenes.resumed("A");
        scenes.stopped("A");
        scenes.destroyed("A");
        assert!(scenes.is_foreground());
        scenes.stopped("A");
        assert!(!scenes.is_foreground());
    }

    #[test]
    fn an_activity_that_ends_while_created_leaves_nothing() {
        let mut scenes = Scenes::new();
        scenes.created("Trampoline");
        scenes.destroyed("Trampoline");
        assert_eq!((&**scenes.visible(), scenes.is_foreground()), ("", false));
    }

    #[test]
    fn the_apps_own_name_comes_first_and_may_be_any_string() {
        let mut scenes = shown("A");
        for name in ["home/{id}?tab=2", "Ein Name\nmit Zeilen", "首页"] {
            scenes.named(Some(name));
            assert_eq!(&**scenes.visible(), name);
        }
        scenes.named(None);
        assert_eq!(&**scenes.visible(), "A");
    }

    #[test]
    fn stops_that_never_come_do_not_pile_up() {
        let mut scenes = Scenes::new();
        for number in 0..10_000 {
            scenes.started(&number.to_string());
        }
        assert_eq!(scenes.started.len(), MAX_STARTED);
        assert_eq!(&**scenes.visible(), "9999");
    }
}
