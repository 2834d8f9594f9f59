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

/// Where a list lies: a mark that there is one, its first cell and its length.
struct Span {
    start: usize,
    len: usize,
}

impl Span {
    const THERE: u64 = 1 << 63;
    const LEN_BITS: u32 = 20;

    fn pack(&self) -> u64 {
        Span::THERE | (self.start as u64) << Span::LEN_BITS | self.len as u64
    }

    fn unpack(word: u64) -> Option<Self> {
        (word & Span::THERE != 0).then_some(Span {
            start: ((word & !Span::THERE) >> Span::LEN_BITS) as usize,
            len: (word & ((1 << Span::LEN_BITS) - 1)) as usize,
        })
    }
}

/// A list, or none yet, for each number.
pub(super) struct Lists<T: Item> {
    spans: Pieces<AtomicU64>,
    cells: Pieces<T::Cell>,
}

impl<T: Item> Lists<T> {
    pub(super) fn new() -> Self {
        Lists {
            spans: Pieces::new(),
            cells: Pieces::new(),
        }
    }

    pub(super) fn get(&self, number: usize) -> Option<List<'_, T>> {
        let span = Span::unpack(self.spans.at(number).load(Acquire))?;
        Some(List(self.cells.row(span.start, span.len)))
    }

    /// Keeps a list under a number, unless it has one already or is longer than a piece of the storage.
    pub(super) fn keep(&self, number: usize, list: impl ExactSizeIterator<Item = T>) {
        let len = list.len();
        let span = self.spans.at(number);
        if len > Pieces::<T::Cell>::PER_PIECE || span.load(Relaxed) != 0 {
            return;
        }
        let start = self.cells.claim(len);
        for (cell, item) in self.cells.row(start, len).iter().zip(list) {
            item.store(cell);
        }
        // If another thread was first its list says the same, and the cells are lost, which is rare.
        let _ = span.compare_exchange(0, Span { start, len }.pack(), Release, Relaxed);
    }

    pub(super) fn bytes(&self) -> usize {
        self.spans.bytes() + self.cells.bytes()
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
