//! Cells in pieces of equal size, for several threads at once. Owns the storage only.
//!
//! Storage in one piece would be copied whenever it grows, under the eyes of the threads that read it, and would leave holes of every
//! size behind, so that no bound on memory could be kept. Pieces of one size are never moved, and one that is given back fits
//! wherever another is wanted. A cell is something that threads may change side by side: an atomic number, or a `OnceLock`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How large a piece is where nothing else is said.
const PIECE_BYTES: usize = 1 << 16;

pub(crate) struct Pieces<C, const BYTES: usize = PIECE_BYTES> {
    pieces: boxcar::Vec<Box<[C]>>,
    /// Cells given out by [`Pieces::claim`].
    claimed: AtomicUsize,
    growing: Mutex<()>,
}

impl<C: Default, const BYTES: usize> Pieces<C, BYTES> {
    /// The cells of a piece: a power of two, so that a place is found by a shift.
    pub(crate) const PER_PIECE: usize = 1 << (BYTES / size_of::<C>()).ilog2();
    const SHIFT: u32 = Self::PER_PIECE.ilog2();
    const MASK: usize = Self::PER_PIECE - 1;

    pub(crate) fn new() -> Self {
        Pieces {
            pieces: boxcar::Vec::new(),
            claimed: AtomicUsize::new(0),
            growing: Mutex::new(()),
        }
    }

    /// The cell at a place: any place, new cells are made as needed.
    pub(crate) fn at(&self, place: usize) -> &C {
        &self.piece(place >> Self::SHIFT)[place & Self::MASK]
    }

    /// Cells in a row that lie in one piece, as those of one [`Pieces::claim`] do.
    pub(crate) fn row(&self, start: usize, count: usize) -> &[C] {
        if count == 0 {
            return &[];
        }
        let start_in_piece = start & Self::MASK;
        &self.piece(start >> Self::SHIFT)[start_in_piece..start_in_piece + count]
    }

    /// Where there are `count` cells in a row that nobody else gets: at most a whole piece.
    pub(crate) fn claim(&self, count: usize) -> usize {
        assert!(count <= Self::PER_PIECE, "a row fits into a piece");
        let start = |claimed: usize| {
            let left = Self::PER_PIECE - (claimed & Self::MASK);
            if count <= left {
                claimed
            } else {
                claimed + left
            }
        };
        let mut claimed = self.claimed.load(Relaxed);
        while let Err(now) =
            self.claimed
                .compare_exchange_weak(claimed, start(claimed) + count, Relaxed, Relaxed)
        {
            claimed = now;
        }
        start(claimed)
    }

    /// One past the last cell given out.
    pub(crate) fn claimed(&self) -> usize {
        self.claimed.load(Relaxed)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.pieces.count() * (Self::PER_PIECE * size_of::<C>() + 48)
    }

    /// The pieces; each is given back when it has been read.
    pub(crate) fn into_pieces(self) -> impl Iterator<Item = Box<[C]>> {
        self.pieces.into_iter()
    }

    fn piece(&self, index: usize) -> &[C] {
        match self.pieces.get(index) {
            Some(piece) => piece,
            None => self.grow_to(index),
        }
    }

    #[cold]
    fn grow_to(&self, index: usize) -> &[C] {
        let _growing = self.growing.lock().expect("nothing panics under this lock");
        while self.pieces.count() <= index {
            let piece = (0..Self::PER_PIECE).map(|_| C::default()).collect();
            self.pieces.push(piece);
        }
        &self.pieces[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn rows_lie_in_one_piece_and_are_found_again() {
        let mut seed = sprouts::Seed::new(3);
        let pieces = Pieces::<AtomicU32>::new();
        let mut rows = Vec::new();
        for number in 0..20_000u32 {
            let count = seed.below(9);
            let start = pieces.claim(count);
            for cell in pieces.row(start, count) {
                assert_eq!(cell.swap(number, Relaxed), 0);
            }
            rows.push((start, count));
        }
        assert!(pieces.claimed() > 4 * Pieces::<AtomicU32>::PER_PIECE);
        for (number, (start, count)) in rows.into_iter().enumerate() {
            let row = pieces.row(start, count);
            assert_eq!(row.len(), count);
            assert!(row.iter().all(|cell| cell.load(Relaxed) == number as u32));
        }
    }

    #[test]
    fn threads_never_get_the_same_cell() {
        let pieces = Pieces::<AtomicU32>::new();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for count in 0..20_000 {
                        let count = count % 7;
                        let start = pieces.claim(count);
                        for cell in pieces.row(start, count) {
                            assert_eq!(cell.fetch_add(1, Relaxed), 0);
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn any_place_has_a_cell() {
        let pieces = Pieces::<AtomicU32>::new();
        pieces.at(100_000).store(7, Relaxed);
        assert_eq!(pieces.at(99_999).load(Relaxed), 0);
        assert_eq!(pieces.at(100_000).load(Relaxed), 7);
        assert!(pieces.bytes() > 400_000);
    }
}
