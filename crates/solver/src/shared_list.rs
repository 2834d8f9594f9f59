//! A list that several threads append to and read without a lock. Owns the items; where they lie is the business of [`Pieces`].

use crate::pieces::Pieces;
use std::sync::OnceLock;

/// Its items are larger than numbers, and so are their pieces: the list of pieces shall stay in the processor's cache.
const PIECE_BYTES: usize = 1 << 19;

pub(crate) struct SharedList<T> {
    cells: Pieces<OnceLock<T>, PIECE_BYTES>,
}

impl<T> SharedList<T> {
    /// What an item takes.
    pub(crate) const ITEM_BYTES: usize = size_of::<OnceLock<T>>();

    pub(crate) fn new() -> Self {
        SharedList {
            cells: Pieces::new(),
        }
    }

    /// Appends an item and gives its place.
    pub(crate) fn push(&self, item: T) -> usize {
        let place = self.cells.claim(1);
        let is_new = self.cells.at(place).set(item).is_ok();
        assert!(is_new, "a place is given once");
        place
    }

    /// The item at a place, once it is there.
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.cells.at(place).get()
    }

    pub(crate) fn count(&self) -> usize {
        self.cells.claimed()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.count()).filter_map(|place| self.get(place))
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
