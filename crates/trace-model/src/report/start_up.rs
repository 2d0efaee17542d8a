//! `Trace_StartUp`.

use serde::{Deserialize, Serialize};

/// How long a start of the app took. Durations are in milliseconds, 0 where there was none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartUp {
    /// First traced call to the end of the application's creation.
    pub application_create: u64,
    /// Code of the message that ended it: 100, 126 or 159 an Activity, 113 a receiver, 114 a service; 0 when an
    /// Activity was created although no message was seen.
    pub application_create_scene: i32,
    /// First traced call to the focus of the first Activity, a splash screen included.
    pub first_activity_create: u64,
    /// First traced call (cold) or creation of the Activity (warm) to the focus of the first Activity that is no splash
    /// screen; in a process that a service or receiver started, the application's creation.
    pub startup_duration: u64,
    /// Whether the process was alive before.
    pub is_warm_start_up: bool,
}
