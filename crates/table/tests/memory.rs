//! How much memory a game takes: a server holds thousands. Bytes are counted, not guessed, by an allocator that counts.

#![allow(unsafe_code, reason = "an allocator is unsafe by nature")]

use sprouts::{Ending, Seed};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use table::{Game, Ink, InkMove, Message, Rules, Setting, Start, Table};

struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator; only sizes are added up.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes of a game of twenty spots, played to its end at random.
#[test]
fn a_game_of_twenty_spots_is_small() {
    let setting = Setting {
        start: Start::Spots(20),
        ending: Ending::Normal,
    };
    let mut random = Seed::new(1);
    let before = BYTES.load(Ordering::Relaxed);
    let mut table = Table::new(Ink::open(&setting).unwrap(), Rules::default());
    while let Some(turn) = table.turn() {
        let moves = table.game().labelled().moves_up_to(5000);
        let m = InkMove::of(random.pick(&moves).unwrap());
        drop(moves);
        table.try_apply(0, turn, Message::Play(m)).unwrap();
    }
    let bytes = BYTES.load(Ordering::Relaxed) - before;
    let points = table.game().picture().small_edge_count();
    println!("{} moves, {points} small edges, {bytes} bytes", table.len());
    assert!(table.len() > 40);
    assert!(bytes < 400_000, "{bytes} bytes for a game");
}
