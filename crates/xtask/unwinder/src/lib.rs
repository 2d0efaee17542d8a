//! The functions `_Unwind_*` that Rust's standard library for Android takes from the NDK's `libunwind.a`.
//!
//! Only `cargo xtask android` builds this, and only where no NDK is found. Nothing of the product depends on it.
#![no_std]

extern crate unwinding;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn abort() -> !;
    }
    // SAFETY: bionic's `abort` takes nothing and can be called at any time.
    unsafe { abort() }
}
