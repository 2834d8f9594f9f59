//! An allocator that counts, for tests that say how much is allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count for every thread: the test harness has threads of its own. A test that counts says
/// `#[global_allocator] static ALLOCATOR: trial::Counting = trial::Counting;`.
pub struct Counting;

impl Counting {
    /// How often something was allocated on this thread while this ran.
    pub fn allocations(&self, run: impl FnOnce()) -> u64 {
        let before = ALLOCATIONS.get();
        run();
        ALLOCATIONS.get() - before
    }
}

#[expect(
    unsafe_code,
    reason = "an allocator can be written in no other way; this one only counts and hands on"
)]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}
