//! The frameworks live on the memory they begin with: stones put down, deletions, whole games and new ones allocate nothing.
//! Counted by the allocator itself.

use connection::board::{Board, Connectivity, Shape, Stand};
use connection::random::Random;
use laboratory::groups::{
    Adjacency, Forest, FrameworkA, FrameworkB, Groups, GroupsWithDeletion, Method, Neighbourhoods,
    PlayerId, SiteId,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count for every thread: the test harness has threads of its own.
struct Counting;

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

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(run: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

fn neighbourhoods() -> Neighbourhoods {
    let board = Board::new(&Shape::Square(9), Stand::Cells).unwrap();
    Neighbourhoods::with_orthogonal(
        Adjacency::of(&board, Connectivity::Adjacent),
        Adjacency::of(&board, Connectivity::Orthogonal),
        2,
    )
}

#[test]
fn an_allocation_is_counted() {
    assert!(allocations(|| drop(std::hint::black_box(Box::new(1)))) > 0);
}

#[test]
fn framework_a_allocates_nothing_over_many_games() {
    for method in Method::ALL {
        let mut groups = FrameworkA::new(neighbourhoods(), method);
        let count = allocations(|| {
            let mut random = Random::new(1);
            for _ in 0..20 {
                groups.reset();
                for _ in 0..60 {
                    let site = SiteId(random.below(81) as u16);
                    if !groups.contains(site, Forest::Common) {
                        groups.put(site, PlayerId(1 + random.below(2) as u8));
                    }
                }
            }
        });
        assert_eq!(count, 0, "{}", method.name());
    }
}

#[test]
fn framework_b_allocates_nothing_when_stones_come_and_go() {
    for method in Method::ALL {
        let mut groups = FrameworkB::new(neighbourhoods(), method);
        let count = allocations(|| {
            let mut random = Random::new(1);
            for _ in 0..20 {
                groups.reset();
                for _ in 0..120 {
                    let site = SiteId(random.below(81) as u16);
                    let player = PlayerId(1 + random.below(2) as u8);
                    if !groups.contains(site, Forest::Common) {
                        groups.put(site, player);
                    } else if groups.has(site, player) && random.below(3) == 0 {
                        groups.take_group(site, player);
                    } else {
                        groups.take(site, player);
                    }
                }
            }
        });
        assert_eq!(count, 0, "{}", method.name());
    }
}
