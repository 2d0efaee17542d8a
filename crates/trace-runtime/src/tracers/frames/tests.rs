use super::listener::MAX_LISTENERS;
use super::scenes::MAX_SCENES;
use super::*;
use trace_model::report::{DropLevels, FrameDurations};

const MS: u64 = 1_000_000;

fn frames(hertz: f64) -> Frames {
    let mut frames = Frames::new(&Thresholds::default());
    frames.refresh_rate(hertz);
    frames
}

fn frame(total: u64) -> Frame {
    Frame { is_vsync: true, total, ..Frame::default() }
}

fn scene(name: &str) -> Arc<str> {
    name.into()
}

/// Draws a frame again and again until there is a report; gives up after `most`.
fn report(frames: &mut Frames, frame: &Frame, name: &str, most: u64) -> Option<Fps> {
    let (scene, mut out) = (scene(name), Vec::new());
    let report = (0..most).find_map(|_| frames.frame(frame, &scene, &mut out));
    assert_eq!(out, []);
    report
}

fn interval(fps: u64, threshold: u32) -> SceneListener {
    SceneListener { scene: None, interval: Duration::from_millis(fps), threshold }
}

#[test]
fn a_scene_reports_after_ten_seconds_of_frames_and_begins_anew() {
    let mut frames = frames(60.0);
    for _ in 0..2 {
        let fps = report(&mut frames, &frame(5 * MS), "A", 601).unwrap();
        assert_eq!((fps.frames, fps.fps, fps.refresh_rate), (600, 60.0, Some(60.0)));
        assert_eq!(fps.drop_level, DropLevels { dropped_best: 600, ..DropLevels::default() });
        assert_eq!(fps.drop_sum, DropLevels::default());
    }
}

/// Matrix has an interval of 16.67 ms in places.
#[test]
fn frames_are_judged_by_the_rate_of_the_display_and_not_by_60_hertz() {
    for (hertz, count) in [(24.0, 240), (90.0, 900), (120.0, 1_200), (144.0, 1_440)] {
        let fps = report(&mut frames(hertz), &frame(MS), "A", 2_000).unwrap();
        assert_eq!((fps.frames, fps.fps, fps.refresh_rate), (count, hertz, Some(hertz)));
    }
    // In time for 60 Hz, and each one late at 120 Hz.
    let fps = report(&mut frames(120.0), &frame(16_666_667), "A", 2_000).unwrap();
    assert_eq!((fps.frames, fps.fps, fps.drop_sum.dropped_best), (600, 60.0, 600));
}

#[test]
fn a_rate_that_changes_is_taken_as_its_mean() {
    let mut frames = frames(120.0);
    assert_eq!(report(&mut frames, &frame(MS), "A", 600), None);
    frames.refresh_rate(60.0);
    let fps = report(&mut frames, &frame(MS), "A", 301).unwrap();
    assert_eq!((fps.frames, fps.refresh_rate), (900, Some(100.0)));
    assert_eq!(fps.fps, 90.0, "900 frames in ten seconds");
}

#[test]
fn nothing_is_judged_before_the_refresh_rate_is_known() {
    let mut frames = Frames::new(&Thresholds::default());
    assert_eq!(report(&mut frames, &frame(20_000 * MS), "A", 2), None);
    for hertz in [0.0, -60.0, 0.5, 1e9, f64::NAN, f64::INFINITY] {
        frames.refresh_rate(hertz);
        assert_eq!(report(&mut frames, &frame(20_000 * MS), "A", 2), None, "{hertz}");
    }
    frames.refresh_rate(60.0);
    assert!(report(&mut frames, &frame(20_000 * MS), "A", 1).is_some());
}

#[test]
fn levels_begin_at_their_bounds() {
    for (dropped, level) in
        [(0, 0), (2, 0), (3, 1), (8, 1), (9, 2), (23, 2), (24, 3), (41, 3), (42, 4), (9_999, 4)]
    {
        let mut thresholds = Thresholds::default();
        thresholds.frame_slice_ms = 1;
        let mut frames = Frames::new(&thresholds);
        frames.refresh_rate(60.0);
        let total = (dropped + 1) * 1_000_000_000 / 60;
        let fps = report(&mut frames, &frame(total), "A", 1).unwrap();
        let of = |levels: DropLevels| {
            let DropLevels { dropped_frozen, dropped_high, dropped_middle, dropped_normal, dropped_best } =
                levels;
            [dropped_best, dropped_normal, dropped_middle, dropped_high, dropped_frozen]
        };
        let mut expected = [0; 5];
        expected[level] = 1;
        assert_eq!(of(fps.drop_level), expected, "{dropped}");
        expected[level] = dropped;
        assert_eq!(of(fps.drop_sum), expected, "{dropped}");
    }
}

#[test]
fn slow_frames_lower_the_frame_rate() {
    // 100 frames of 100 ms: ten a second, each of which dropped five.
    let fps = report(&mut frames(60.0), &frame(100 * MS), "A", 101).unwrap();
    assert_eq!((fps.frames, fps.fps), (100, 10.0));
    assert_eq!((fps.drop_level.dropped_normal, fps.drop_sum.dropped_normal), (100, 500));
}

/// In Matrix, the scene of every frame is `java.lang.String`.
#[test]
fn each_scene_has_its_own_report_under_its_name() {
    let mut frames = frames(60.0);
    let (home, list) = (scene("app.Home"), scene("list/{id}"));
    let mut reports = Vec::new();
    for number in 0..900 {
        let scene = if number % 3 == 0 { &list } else { &home };
        let total = if number % 3 == 0 { 50 * MS } else { MS };
        reports.extend(frames.frame(&frame(total), scene, &mut Vec::new()));
    }
    let seen: Vec<_> = reports.iter().map(|fps| (&*fps.scene, fps.frames, fps.fps)).collect();
    assert_eq!(seen, [("list/{id}", 200, 20.0), ("app.Home", 600, 60.0)]);
}

#[test]
fn messages_that_are_no_frames_are_not_counted() {
    let mut frames = frames(60.0);
    let message = Frame { is_vsync: false, ..frame(20_000 * MS) };
    assert_eq!(report(&mut frames, &message, "A", 10), None);
    let fps = report(&mut frames, &frame(MS), "A", 600).unwrap();
    assert_eq!((fps.frames, fps.drop_level.dropped_frozen), (600, 0));
}

#[test]
fn first_frames_of_windows_are_not_counted() {
    let mut frames = frames(60.0);
    let first = Frame { is_first: true, ..frame(20_000 * MS) };
    frames.listen_drops(1, DropListener { threshold: 1 }).unwrap();
    assert_eq!(report(&mut frames, &first, "A", 10), None);
}

#[test]
fn durations_that_cannot_be_are_not_counted() {
    let mut frames = frames(60.0);
    let negative = -5_i64 as u64;
    for odd in [
        frame(negative),
        frame(u64::MAX),
        frame(1 << 62),
        Frame { draw: negative, ..frame(MS) },
        Frame { gpu: 1 << 62, ..frame(MS) },
    ] {
        assert_eq!(report(&mut frames, &odd, "A", 2), None, "{odd:?}");
    }
    assert!(report(&mut frames, &frame((1 << 62) - 1), "A", 1).is_some());
}

#[test]
fn a_report_has_mean_and_maximum_of_each_duration() {
    let mut frames = frames(60.0);
    let (scene, mut reports) = (scene("A"), Vec::new());
    for number in 1..=600 {
        let share = if number % 2 == 0 { 1 } else { 3 };
        let frame = Frame {
            is_vsync: true,
            unknown_delay: share,
            input: 10 * share,
            animation: 20 * share,
            layout: 30 * share,
            draw: 40 * share,
            sync: 50 * share,
            command_issue: 60 * share,
            swap_buffers: 70 * share,
            total: 1_000 * share,
            ..Frame::default()
        };
        reports.extend(frames.frame(&frame, &scene, &mut Vec::new()));
    }
    let durations = |share: u64| FrameDurations {
        unknown_delay: Some(share),
        input: Some(10 * share),
        animation: Some(20 * share),
        layout: Some(30 * share),
        draw: Some(40 * share),
        sync: Some(50 * share),
        command_issue: Some(60 * share),
        swap_buffers: Some(70 * share),
        total: Some(1_000 * share),
        gpu: None,
    };
    let [fps] = &reports[..] else { panic!("{reports:?}") };
    assert_eq!((fps.mean, fps.max), (durations(2), durations(3)));
}

#[test]
fn a_frame_without_its_total_lasted_as_long_as_its_parts() {
    let parts = Frame { input: 10 * MS, animation: 20 * MS, layout: 70 * MS, gpu: 9 * MS, ..frame(0) };
    let fps = report(&mut frames(60.0), &parts, "A", 101).unwrap();
    assert_eq!((fps.frames, fps.mean.total), (100, Some(100 * MS)));
}

#[test]
fn scenes_without_number_do_not_pile_up() {
    let mut frames = frames(60.0);
    for number in 0..10_000 {
        frames.frame(&frame(MS), &scene(&format!("item/{number}")), &mut Vec::new());
    }
    assert_eq!(frames.reported.len(), MAX_SCENES);
    for (name, count) in [("item/9999", 2), ("item/9990", 2), ("item/1", 1)] {
        let fps = report(&mut frames, &frame(20_000 * MS), name, 1).unwrap();
        assert_eq!(fps.frames, count, "the newest scenes are kept: {name}");
    }
}

#[test]
fn the_scene_that_was_drawn_longest_ago_is_forgotten() {
    let mut frames = frames(60.0);
    let draw = |frames: &mut Frames, number: usize| {
        assert_eq!(frames.frame(&frame(MS), &scene(&number.to_string()), &mut Vec::new()), None);
    };
    (0..MAX_SCENES).for_each(|number| draw(&mut frames, number));
    draw(&mut frames, 0);
    draw(&mut frames, MAX_SCENES);
    for (number, count) in [(0, 3), (MAX_SCENES - 1, 2), (2, 2), (1, 1)] {
        let fps = report(&mut frames, &frame(20_000 * MS), &number.to_string(), 1).unwrap();
        assert_eq!(fps.frames, count, "{number}");
    }
}

#[test]
fn listeners_hear_of_their_scene_in_their_interval() {
    let mut frames = frames(60.0);
    let home = SceneListener { scene: Some("home".into()), ..interval(100, 0) };
    frames.listen(7, home).unwrap();
    frames.listen(8, interval(1_000, 0)).unwrap();
    let mut out = Vec::new();
    for name in ["home", "list"] {
        for _ in 0..60 {
            assert_eq!(frames.frame(&frame(MS), &scene(name), &mut out), None);
        }
    }
    let told: Vec<_> = out
        .iter()
        .map(|action| match action {
            Action::Frames { listener, fps } => (*listener, &*fps.scene, fps.frames),
            other => panic!("{other:?}"),
        })
        .collect();
    let mut expected = vec![(7, "home", 6); 10];
    expected.extend([(8, "home", 60), (8, "list", 60)]);
    assert_eq!(told, expected);
}

#[test]
fn a_listener_with_a_threshold_counts_the_frames_that_reach_it() {
    let mut frames = frames(50.0);
    frames.listen(1, interval(1_000, 2)).unwrap();
    let mut out = Vec::new();
    for total in [20, 40, 60, 80, 800] {
        frames.frame(&frame(total * MS), &scene("A"), &mut out);
    }
    let [Action::Frames { listener: 1, fps }] = &out[..] else { panic!("{out:?}") };
    assert_eq!((fps.frames, fps.mean.total), (3, Some(940 * MS / 3)));
    assert_eq!(
        fps.drop_sum,
        DropLevels { dropped_best: 2, dropped_normal: 3, dropped_high: 39, ..fps.drop_sum }
    );
    out.clear();
    for _ in 0..100 {
        frames.frame(&frame(MS), &scene("A"), &mut out);
    }
    assert_eq!(out, [], "nothing was bad");
}

#[test]
fn a_drop_listener_hears_of_each_bad_frame() {
    let mut frames = frames(120.0);
    frames.listen_drops(3, DropListener { threshold: 2 }).unwrap();
    let mut out = Vec::new();
    for total in [8, 17, 25, 9, 84] {
        frames.frame(&frame(total * MS), &scene("A"), &mut out);
    }
    let bad = |dropped, total| {
        let bad = BadFrame { scene: "A".into(), dropped, refresh_rate: 120.0, frame: frame(total * MS) };
        Action::FrameDropped { listener: 3, bad: Box::new(bad) }
    };
    assert_eq!(out, [bad(2, 25), bad(9, 84)]);
    out.clear();
    frames.unlisten(3, true, &mut out);
    frames.frame(&frame(84 * MS), &scene("A"), &mut out);
    assert_eq!(out, []);
}

#[test]
fn a_listener_may_want_the_rest() {
    for (tell_rest, told) in [(true, 2), (false, 0)] {
        let mut frames = frames(60.0);
        frames.listen(1, interval(1_000, 0)).unwrap();
        let mut out = Vec::new();
        for name in ["A", "A", "B"] {
            frames.frame(&frame(MS), &scene(name), &mut out);
        }
        assert_eq!(out, []);
        frames.unlisten(1, tell_rest, &mut out);
        assert_eq!(out.len(), told);
        out.clear();
        frames.unlisten(1, true, &mut out);
        assert_eq!(out, [], "it is no listener any more");
    }
}

#[test]
fn listeners_are_refused_with_a_reason() {
    let mut frames = frames(60.0);
    assert_eq!(frames.listen(1, interval(0, 0)), Err(Refused::NoInterval));
    assert_eq!(frames.listen_drops(1, DropListener { threshold: 0 }), Err(Refused::NoThreshold));
    let most = u32::try_from(MAX_LISTENERS).unwrap();
    for id in 0..most {
        assert_eq!(frames.listen(id, interval(1, 0)), Ok(()));
        assert_eq!(frames.listen_drops(id, DropListener { threshold: 1 }), Ok(()));
    }
    assert_eq!(frames.listen(most, interval(1, 0)), Err(Refused::TooMany));
    assert_eq!(frames.listen_drops(most, DropListener { threshold: 1 }), Err(Refused::TooMany));
    assert_eq!(frames.listen(0, interval(2, 0)), Ok(()), "in place of itself");
}

#[test]
fn thresholds_can_be_configured() {
    let mut frames = frames(60.0);
    let mut thresholds = Thresholds::default();
    thresholds.frame_slice_ms = 100;
    thresholds.dropped_normal = 1;
    frames.configure(&thresholds);
    let fps = report(&mut frames, &frame(34 * MS), "A", 3).unwrap();
    assert_eq!((fps.frames, fps.drop_level.dropped_normal), (3, 3));
}
