//! Short lists under numbers, written once and read by all threads. Owns the storage; does not know what the lists mean.

use crate::pieces::Pieces;
use std::sync::atomic::{
    AtomicU8, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

/// What a list may be made of.
pub(super) trait Item: Copy + Eq + 'static {
    /// Where threads can read an item while others write elsewhere.
    type Cell: Default;
    fn load(cell: &Self::Cell) -> Self;
    fn store(self, cell: &Self::Cell);
}

impl Item for u8 {
    type Cell = AtomicU8;
    fn load(cell: &AtomicU8) -> u8 {
        cell.load(Relaxed)
    }
    fn store(self, cell: &AtomicU8) {
        cell.store(self, Relaxed);
    }
}

impl Item for u32 {
    type Cell = AtomicU32;
    fn load(cell: &AtomicU32) -> u32 {
        cell.load(Relaxed)
    }
    fn store(self, cell: &AtomicU32) {
        cell.store(self, Relaxed);
    }
}

/// A list as it lies in the storage.
pub(super) struct List<'a, T: Item>(&'a [T::Cell]);

impl<T: Item> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Item> Copy for List<'_, T> {}

impl<'a, T: Item> List<'a, T> {
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    pub(super) fn at(self, index: usize) -> T {
        T::load(&self.0[index])
    }

    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = T> + 'a {
        self.0.iter().map(T::load)
    }

    pub(super) fn is(self, list: &[T]) -> bool {
        self.len() == list.len() && self.iter().eq(list.iter().copied())
    }

    /// The list without the first item.
    pub(super) fn tail(self) -> Self {
        List(&self.0[1..])
    }
}

impl<T: Item + Ord> List<'_, T> {
    /// Whether a list in ascending order has this item.
    pub(super) fn has(self, item: T) -> bool {
        self.0.binary_search_by_key(&item, T::load).is_ok()
    }
}

/// Where a list lies, once it is kept: a mark that it is there, the first cell and the length, in one word.
#[derive(Default)]
pub(super) struct Place(AtomicU64);

impl Place {
    const KEPT: u64 = 1 << 63;
    const LEN_BITS: u32 = 20;

    fn word(start: usize, len: usize) -> u64 {
        Place::KEPT | (start as u64) << Place::LEN_BITS | len as u64
    }

    fn start_and_len(&self) -> Option<(usize, usize)> {
        let word = self.0.load(Acquire);
        (word & Place::KEPT != 0).then_some((
            ((word & !Place::KEPT) >> Place::LEN_BITS) as usize,
            (word & ((1 << Place::LEN_BITS) - 1)) as usize,
        ))
    }
}

/// The items of lists. Their places are kept by the owner of the lists.
pub(super) struct Rows<T: Item> {
    cells: Pieces<T::Cell>,
}

impl<T: Item> Rows<T> {
    pub(super) fn new() -> Self {
        Rows {
            cells: Pieces::new(),
        }
    }

    pub(super) fn get(&self, place: &Place) -> Option<List<'_, T>> {
        let (start, len) = place.start_and_len()?;
        Some(List(self.cells.row(start, len)))
    }

    /// Keeps a list, unless there is one at this place already or it is longer than a piece of the storage.
    pub(super) fn keep(&self, place: &Place, list: impl ExactSizeIterator<Item = T>) {
        let len = list.len();
        if len > Pieces::<T::Cell>::PER_PIECE || place.0.load(Relaxed) != 0 {
            return;
        }
        let start = self.cells.claim(len);
        for (cell, item) in self.cells.row(start, len).iter().zip(list) {
            item.store(cell);
        }
        // If another thread was first its list says the same, and the cells are lost, which is rare.
        let word = Place::word(start, len);
        let _ = place.0.compare_exchange(0, word, Release, Relaxed);
    }

    pub(super) fn bytes(&self) -> usize {
        self.cells.bytes()
    }
}

/// A list, or none yet, for each number.
pub(super) struct Lists<T: Item> {
    places: Pieces<Place>,
    items: Rows<T>,
}

impl<T: Item> Lists<T> {
    pub(super) fn new() -> Self {
        Lists {
            places: Pieces::new(),
            items: Rows::new(),
        }
    }

    pub(super) fn get(&self, number: usize) -> Option<List<'_, T>> {
        self.items.get(self.places.at(number))
    }

    /// The same as [`Rows::keep`].
    pub(super) fn keep(&self, number: usize, list: impl ExactSizeIterator<Item = T>) {
        self.items.keep(self.places.at(number), list);
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.bytes() + self.items.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_kept_once() {
        let lists = Lists::<u32>::new();
        assert!(lists.get(5).is_none());
        lists.keep(5, [3, 4, 9].into_iter());
        lists.keep(5, [1].into_iter());
        lists.keep(6, [].into_iter());
        let list = lists.get(5).expect("it was kept");
        assert!(list.is(&[3, 4, 9]) && list.tail().is(&[4, 9]));
        assert!(list.has(4) && !list.has(5));
        assert_eq!(lists.get(6).map(List::len), Some(0));
    }

    #[test]
    fn a_list_longer_than_a_piece_is_not_kept() {
        let lists = Lists::<u32>::new();
        lists.keep(0, vec![7; Pieces::<AtomicU32>::PER_PIECE + 1].into_iter());
        assert!(lists.get(0).is_none());
        lists.keep(0, vec![7; Pieces::<AtomicU32>::PER_PIECE].into_iter());
        assert_eq!(
            lists.get(0).map(List::len),
            Some(Pieces::<AtomicU32>::PER_PIECE)
        );
    }
}
