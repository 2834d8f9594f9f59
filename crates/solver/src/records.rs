//! A list that several threads append to and read without a lock. Owns the storage only.
//!
//! It grows in pieces of equal size, which are never moved: what an old list gives back fits where a new one wants it, so that a
//! bound on memory can be kept also when a table is made anew.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

/// The items of a piece, as a power of two.
const SHIFT: u32 = 12;
const PIECE_LEN: usize = 1 << SHIFT;

type Piece<T> = Box<[OnceLock<T>]>;

pub(crate) struct Records<T> {
    pieces: boxcar::Vec<Piece<T>>,
    len: AtomicUsize,
    growing: Mutex<()>,
}

impl<T> Records<T> {
    /// What an item takes.
    pub(crate) const ITEM_BYTES: usize = size_of::<OnceLock<T>>();

    pub(crate) fn new() -> Self {
        Records {
            pieces: boxcar::Vec::new(),
            len: AtomicUsize::new(0),
            growing: Mutex::new(()),
        }
    }

    /// Appends an item and gives its place.
    pub(crate) fn push(&self, item: T) -> usize {
        let place = self.len.fetch_add(1, Relaxed);
        while self.pieces.get(place >> SHIFT).is_none() {
            let _growing = self.growing.lock().expect("nothing panics under this lock");
            if self.pieces.get(place >> SHIFT).is_none() {
                self.pieces
                    .push((0..PIECE_LEN).map(|_| OnceLock::new()).collect());
            }
        }
        let is_new = self.slot(place).is_some_and(|slot| slot.set(item).is_ok());
        assert!(is_new, "a place is given once");
        place
    }

    fn slot(&self, place: usize) -> Option<&OnceLock<T>> {
        Some(&self.pieces.get(place >> SHIFT)?[place % PIECE_LEN])
    }

    /// The item at a place, once it is there.
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.slot(place)?.get()
    }

    pub(crate) fn count(&self) -> usize {
        self.len.load(Relaxed)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.count()).filter_map(|place| self.get(place))
    }

    /// All items; each piece is given back when it has been read.
    pub(crate) fn into_items(self) -> impl Iterator<Item = T> {
        let pieces = self.pieces.into_iter();
        pieces.flat_map(|piece| piece.into_iter().filter_map(OnceLock::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_append_side_by_side() {
        let records = Records::new();
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let records = &records;
                scope.spawn(move || {
                    for number in 0..10_000 {
                        let item = thread << 16 | number;
                        assert_eq!(records.get(records.push(item)), Some(&item));
                    }
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
}
