//! Instruments the class files of jars and class folders for method tracing.

pub mod archive;
pub mod assign;
pub mod facts;
pub mod focus;
pub mod hierarchy;
pub mod policy;
pub mod staging;
