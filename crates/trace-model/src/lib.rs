//! The vocabulary shared by the build, the phone and the desk.
