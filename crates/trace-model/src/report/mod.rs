//! What the phone sends to the desk: one JSON object for each report.
//!
//! Names and meanings are those of Matrix's `SharePluginInfo`; what this project adds has names that
//! Matrix does not use. Optional members are left out when they are not known.

mod evil_method;
mod fps;
mod start_up;

pub use evil_method::{Detail, EvilMethod, Memory};
pub use fps::{DropLevels, Fps, FrameDurations};
pub use start_up::StartUp;

use serde::{Deserialize, Serialize};

/// Version of the schema; changes when a reader must know.
pub const SCHEMA: u32 = 1;

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What every report has.
    #[serde(flatten)]
    pub common: Common,
    /// The rest, told apart by `tag`.
    #[serde(flatten)]
    pub content: Content,
}

/// What every report has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Common {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Build whose method mapping belongs to the ids.
    #[serde(rename = "buildId", default, skip_serializing_if = "Option::is_none")]
    pub build_id: Option<String>,
    /// Name of the process.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub process: String,
    /// Wall clock, in milliseconds since 1970.
    #[serde(default)]
    pub time: u64,
    /// Class of the device, as the app sees it: `BEST`, `HIGH`, `MIDDLE`, `LOW`, `BAD` in Matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
}

/// The kinds of report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "tag")]
pub enum Content {
    /// Something took too long on the main thread.
    #[serde(rename = "Trace_EvilMethod")]
    EvilMethod(Box<EvilMethod>),
    /// How long a start of the app took.
    #[serde(rename = "Trace_StartUp")]
    StartUp(StartUp),
    /// How smoothly a scene was drawn.
    #[serde(rename = "Trace_FPS")]
    Fps(Box<Fps>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_flat_object_with_the_names_of_matrix() {
        let content = EvilMethod {
            detail: Detail::TimerSlackModified,
            cost: 900,
            scene: "app.Main".into(),
            stack: "0,1048574,1,900\n".into(),
            stack_key: "1048574|".into(),
            memory: Some(Memory { dalvik_heap: 1, native_heap: 2, vm_size: 3 }),
            ..EvilMethod::default()
        };
        let report = Report {
            common: Common { schema: SCHEMA, process: "app".into(), time: 5, ..Common::default() },
            content: Content::EvilMethod(Box::new(content)),
        };
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(
            text,
            r#"{"schema":1,"process":"app","time":5,"tag":"Trace_EvilMethod","detail":"TIMERSLACK_MODIFIED","cost":900,"scene":"app.Main","stack":"0,1048574,1,900\n","stackKey":"1048574|","isProcessForeground":false,"memory":{"dalvik_heap":1,"native_heap":2,"vm_size":3}}"#
        );
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }

    #[test]
    fn levels_have_the_names_of_matrix() {
        let content = Content::Fps(Box::new(Fps { scene: "s".into(), fps: 59.5, ..Fps::default() }));
        let text = serde_json::to_string(&content).unwrap();
        let levels =
            r#"{"DROPPED_FROZEN":0,"DROPPED_HIGH":0,"DROPPED_MIDDLE":0,"DROPPED_NORMAL":0,"DROPPED_BEST":0}"#;
        assert_eq!(
            text,
            format!(
                r#"{{"tag":"Trace_FPS","scene":"s","dropLevel":{levels},"dropSum":{levels},"fps":59.5,"frames":0}}"#
            )
        );
    }

    #[test]
    fn durations_of_frames_have_the_names_of_matrix_and_come_back() {
        let mean = FrameDurations { total: Some(9_000_000), ..FrameDurations::default() };
        let max = FrameDurations { draw: Some(5), ..FrameDurations::default() };
        let content = Content::Fps(Box::new(Fps { mean, max, ..Fps::default() }));
        let report = Report { common: Common::default(), content };
        let text = serde_json::to_string(&report).unwrap();
        assert!(text.ends_with(r#""TOTAL_DURATION":9000000,"maxDurations":{"DRAW_DURATION":5}}"#), "{text}");
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }
}
