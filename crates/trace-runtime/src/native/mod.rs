//! What only the operating system can tell or do: Linux and Android.
//!
//! System calls stand here and nowhere else; each module gives them a safe face.

pub mod process;
pub mod scheduling;
pub mod sigquit;

mod clock;

pub use clock::now;
