//! What the test's thread allocates.

#![allow(unsafe_code)] // An allocator is `unsafe` to write. This one hands all to the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<u64> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: the system's allocator does what is asked; counting allocates nothing and cannot panic.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.set(LIVE.get().wrapping_add(layout.size() as u64));
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get().wrapping_sub(layout.size() as u64));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Bytes in use.
pub(crate) fn live() -> u64 {
    LIVE.get()
}

/// Allocations so far.
pub(crate) fn allocations() -> u64 {
    ALLOCATIONS.get()
}
