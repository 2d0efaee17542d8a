//! The shared library of `trace-runtime` in a real virtual machine, which checks every use of JNI.
#![cfg(target_os = "linux")]

mod edge;
mod library;
