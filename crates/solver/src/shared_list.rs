//! A list that several threads append to and read without a lock. Owns the items; where they lie is the business of [`Pieces`].

use crate::pieces::Pieces;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// Its items are larger than numbers, and so are their pieces: the list of pieces shall stay in the processor's cache.
const PIECE_BYTES: usize = 1 << 19;

/// A thread takes so many places at once.
const BLOCK: usize = 32;

/// Places that one thread fills by itself. If threads took turns at the same places, the line of the processor's cache that says which is the
/// next one, and those at which the items of two threads meet, would go to and fro between their cores with every item.
#[derive(Default)]
pub(crate) struct Block {
    free: Range<usize>,
    /// How many items are there already.
    filled: usize,
}

impl Block {
    /// Whether the next item takes a new block.
    pub(crate) fn is_full(&self) -> bool {
        self.free.is_empty()
    }
}

pub(crate) struct SharedList<T> {
    cells: Pieces<OnceLock<T>, PIECE_BYTES>,
    /// Items, but for those in blocks that threads have.
    count: AtomicUsize,
    /// Places in blocks that were given back.
    spare: Mutex<Vec<Range<usize>>>,
}

impl<T> SharedList<T> {
    /// What an item takes.
    pub(crate) const ITEM_BYTES: usize = size_of::<OnceLock<T>>();

    pub(crate) fn new() -> Self {
        SharedList {
            cells: Pieces::new(),
            count: AtomicUsize::new(0),
            spare: Mutex::default(),
        }
    }

    /// Appends an item and gives its place.
    pub(crate) fn push(&self, item: T) -> usize {
        let place = self.cells.claim(1);
        self.put(place, item);
        self.count.fetch_add(1, Relaxed);
        place
    }

    /// The same in a block of the calling thread, or in a new one if it is full.
    pub(crate) fn push_into(&self, block: &mut Block, item: T) -> usize {
        if block.is_full() {
            self.give_back(block);
            block.free = self.spare().pop().unwrap_or_else(|| {
                let start = self.cells.claim(BLOCK);
                start..start + BLOCK
            });
        }
        let place = block.free.start;
        block.free.start += 1;
        block.filled += 1;
        self.put(place, item);
        place
    }

    /// Counts the items of a block, and leaves its other places to whoever wants a block next.
    pub(crate) fn give_back(&self, block: &mut Block) {
        let Block { free, filled } = std::mem::take(block);
        self.count.fetch_add(filled, Relaxed);
        if !free.is_empty() {
            self.spare().push(free);
        }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Range<usize>>> {
        self.spare.lock().expect("nothing panics under this lock")
    }

    fn put(&self, place: usize, item: T) {
        let is_new = self.cells.at(place).set(item).is_ok();
        assert!(is_new, "a place is given once");
    }

    /// The item at a place, once it is there.
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.cells.at(place).get()
    }

    /// How many items there are, but for those in blocks that threads have.
    pub(crate) fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.cells.claimed()).filter_map(|place| self.get(place))
    }

    /// All items; each piece is given back when it has been read.
    pub(crate) fn into_items(self) -> impl Iterator<Item = T> {
        let pieces = self.cells.into_pieces();
        pieces.flat_map(|piece| piece.into_iter().filter_map(OnceLock::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_append_side_by_side() {
        let records = SharedList::new();
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let records = &records;
                scope.spawn(move || {
                    let mut block = Block::default();
                    for number in 0..10_000 {
                        let item = thread << 16 | number;
                        let place = match number % 3 {
                            0 => records.push(item),
                            _ => records.push_into(&mut block, item),
                        };
                        assert_eq!(records.get(place), Some(&item));
                        if number % 1000 == 7 {
                            records.give_back(&mut block);
                        }
                    }
                    records.give_back(&mut block);
                });
            }
        });
        assert_eq!(records.count(), 40_000);
        let mut items: Vec<u32> = records.iter().copied().collect();
        assert!(items.iter().copied().eq(records.into_items()));
        items.sort_unstable();
        let all = (0..4).flat_map(|thread| (0..10_000).map(move |number| thread << 16 | number));
        assert!(all.eq(items));
    }

    #[test]
    fn places_that_are_given_back_are_filled_first() {
        let records = SharedList::new();
        let mut block = Block::default();
        assert!(block.is_full());
        let first = records.push_into(&mut block, 1);
        assert_eq!((records.count(), block.is_full()), (0, false));
        records.give_back(&mut block);
        assert_eq!((records.count(), block.is_full()), (1, true));
        for number in 2..=BLOCK {
            let place = records.push_into(&mut block, number);
            assert_eq!(place, first + number - 1);
        }
        assert!(block.is_full());
        records.give_back(&mut block);
        assert!(records.iter().copied().eq(1..=BLOCK));
        assert_eq!((records.count(), records.push(0)), (BLOCK, first + BLOCK));
    }
}
