//! Frames against sums of all that was drawn.

use proptest::prelude::*;
use std::collections::BTreeMap;
use trace_model::report::{Content, DropLevels, Fps};
use trace_runtime::ring::Ring;
use trace_runtime::{Action, Engine, Event, Frame, Setup, Timestamp};

#[derive(Clone, Debug)]
enum Step {
    Frame(Frame),
    Scene(u8),
    Rate(f64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let total = prop_oneof![8 => 1_u64..40_000_000, 1 => 1_u64..3_000_000_000, 1 => any::<u64>()];
    let frame = (any::<u64>(), 0..20_u8, total).prop_map(|(draw, kind, total)| {
        let draw = if kind == 0 { draw } else { total.min(draw) };
        Step::Frame(Frame { is_vsync: kind > 1, is_first: kind == 2, draw, total, ..Frame::default() })
    });
    let step = prop_oneof![
        20 => frame,
        2 => (0..4_u8).prop_map(Step::Scene),
        1 => prop_oneof![Just(60.0), Just(90.0), Just(120.0), Just(0.0), any::<f64>()].prop_map(Step::Rate),
    ];
    prop::collection::vec(step, 0..300)
}

/// What was drawn of a scene.
#[derive(Debug, Default, PartialEq)]
struct Sum {
    frames: u64,
    dropped: u64,
    draw: u64,
}

fn total(levels: DropLevels) -> u64 {
    let DropLevels { dropped_frozen, dropped_high, dropped_middle, dropped_normal, dropped_best } = levels;
    // A frame may take years here.
    [dropped_frozen, dropped_high, dropped_middle, dropped_normal, dropped_best]
        .into_iter()
        .fold(0, u64::saturating_add)
}

fn add(told: &mut BTreeMap<String, Sum>, fps: &Fps) -> Result<(), TestCaseError> {
    let rate = fps.refresh_rate.unwrap();
    prop_assert!(fps.frames > 0 && fps.fps >= 0.0 && fps.fps <= rate, "{fps:?}");
    prop_assert_eq!(total(fps.drop_level), fps.frames);
    prop_assert!(fps.mean.total <= fps.max.total);
    let sum = told.entry(fps.scene.clone()).or_default();
    sum.frames += fps.frames;
    sum.dropped = sum.dropped.saturating_add(total(fps.drop_sum));
    sum.draw = sum.draw.max(fps.max.draw.unwrap_or(0));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Of every scene, slices and the rest hold each frame that counts, once.
    #[test]
    fn no_frame_is_lost_or_counted_twice(steps in steps()) {
        const IMPOSSIBLE: u64 = 1 << 62;
        let (ring, mut actions) = (Ring::with_slots(1).unwrap(), Vec::new());
        let mut engine = Engine::new(Setup::default());
        let mut tell = |event, actions: &mut _| engine.handle(Timestamp::default(), event, &ring, actions);
        tell(Event::ActivityStarted { activity: "A".into() }, &mut actions);
        tell(Event::ListenFrames { listener: 1, scene: None, interval_ms: 500, threshold: 0 }, &mut actions);
        let (mut drawn, mut scene, mut rate) = (BTreeMap::<String, Sum>::new(), "A".to_owned(), None);
        for step in steps {
            match step {
                Step::Frame(frame) => {
                    let counts = frame.is_vsync && !frame.is_first && frame.total.max(frame.draw) < IMPOSSIBLE;
                    if let (true, Some(rate)) = (counts, rate) {
                        let refreshes: f64 = frame.total as f64 * rate / 1e9;
                        let sum = drawn.entry(scene.clone()).or_default();
                        sum.frames += 1;
                        sum.dropped = sum.dropped.saturating_add((refreshes - 1.0).max(0.0).round() as u64);
                        sum.draw = sum.draw.max(frame.draw);
                    }
                    tell(Event::Frame(frame), &mut actions);
                }
                Step::Scene(number) => {
                    scene = format!("scene {number}");
                    tell(Event::SceneChanged { scene: Some(scene.clone()) }, &mut actions);
                }
                Step::Rate(hertz) => {
                    rate = if (1.0..=1_000.0).contains(&hertz) { Some(hertz) } else { rate };
                    tell(Event::RefreshRate { hertz }, &mut actions);
                }
            }
        }
        tell(Event::Unlisten { listener: 1, tell_rest: true }, &mut actions);

        let mut told = BTreeMap::new();
        for action in actions {
            match action {
                Action::Frames { listener: 1, fps } => add(&mut told, &fps)?,
                Action::Report(pending) => match pending.finish().content {
                    Content::Fps(fps) => add(&mut BTreeMap::new(), &fps)?,
                    other => prop_assert!(false, "{other:?}"),
                },
                other => prop_assert!(false, "{other:?}"),
            }
        }
        prop_assert_eq!(told.keys().collect::<Vec<_>>(), drawn.keys().collect::<Vec<_>>());
        for (scene, sum) in drawn {
            let found = &told[&scene];
            prop_assert_eq!((found.frames, found.draw), (sum.frames, sum.draw));
            // Two ways to divide may differ by one just between two numbers.
            prop_assert!(found.dropped.abs_diff(sum.dropped) <= 1 + sum.dropped / 1_000_000, "{} {}", found.dropped, sum.dropped);
        }
    }
}
