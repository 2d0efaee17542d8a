//! Instruments the class files of jars and class folders for method tracing.

pub mod archive;
pub mod facts;
