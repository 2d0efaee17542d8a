//! What the engine knows from the start.

use crate::clock::record_time;
use crate::{ReportKind, Timestamp};
use serde::{Deserialize, Serialize};
use trace_model::Thresholds;
use trace_model::report::{Common, SCHEMA};

/// Facts about the process and its recording. In scripts, an object of JSON; what is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Setup {
    /// Thresholds to begin with; [`Event::Configure`](crate::Event::Configure) replaces them.
    pub thresholds: Thresholds,
    /// Zero of the records' time: a record made at `t` nanoseconds holds `(t - base) >> 10`.
    pub base: Timestamp,
    /// Name of the process, for reports.
    pub process: String,
    /// Build whose method mapping belongs to the ids, for reports.
    pub build_id: Option<String>,
    /// Class of the device, for reports.
    pub machine: Option<String>,
    /// API level of the system, 0 if not known.
    pub api_level: u32,
    /// Class names of the Activities that only show while the app starts.
    pub splash_activities: Vec<String>,
    /// Kinds of report that nobody wants.
    pub off: Vec<ReportKind>,
    /// Whether each issue is reported but once in the life of the process: see [`Dedup`](crate::Dedup).
    pub each_issue_once: bool,
}

impl Setup {
    /// What all reports of this process begin with. The wall clock's time is the edge's to add.
    pub(crate) fn common(&self) -> Common {
        Common {
            schema: SCHEMA,
            build_id: self.build_id.clone(),
            process: self.process.clone(),
            time: 0,
            machine: self.machine.clone(),
        }
    }

    /// A time as the records have it.
    pub(crate) fn ticks(&self, at: Timestamp) -> u64 {
        record_time(self.base, at)
    }
}
