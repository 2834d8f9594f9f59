//! Lists that grow in pieces of equal size. Owns the storage only.
//!
//! A list in one piece would be copied whenever it grows, and would leave holes of every size behind; no bound on memory could
//! be kept with it. Pieces of one size are never copied, and one that is given back fits wherever another is wanted.

use std::ops::{Index, IndexMut};

/// How large a piece is.
const PIECE_BYTES: usize = 1 << 16;

/// A list in pieces.
pub(super) struct Pieces<T> {
    /// All but the last are full, and all have room for [`Pieces::PER_PIECE`] items.
    pieces: Vec<Vec<T>>,
}

impl<T: Copy> Pieces<T> {
    /// The items of a piece: a power of two, so that a place is found by a shift.
    pub(super) const PER_PIECE: usize = 1 << (PIECE_BYTES / size_of::<T>()).ilog2();
    const SHIFT: u32 = Self::PER_PIECE.ilog2();
    const MASK: usize = Self::PER_PIECE - 1;

    pub(super) fn new() -> Self {
        Pieces { pieces: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        match self.pieces.split_last() {
            None => 0,
            Some((last, full)) => full.len() * Self::PER_PIECE + last.len(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.pieces.len() * (Self::PER_PIECE * size_of::<T>() + 16)
            + self.pieces.capacity() * size_of::<Vec<T>>()
    }

    pub(super) fn push(&mut self, item: T) {
        self.room_for(1).push(item);
    }

    /// Appends items until there are `len` of them.
    pub(super) fn extend_to(&mut self, len: usize, item: T) {
        for _ in self.len()..len {
            self.push(item);
        }
    }

    /// Appends a short list, all of it in one piece: what is left of the last piece is filled up if it is too small.
    pub(super) fn append(&mut self, list: &[T], filler: T) {
        assert!(list.len() <= Self::PER_PIECE, "a list fits into a piece");
        if let Some(last) = self.pieces.last_mut()
            && Self::PER_PIECE - last.len() < list.len()
        {
            last.resize(Self::PER_PIECE, filler);
        }
        if !list.is_empty() {
            self.room_for(list.len()).extend_from_slice(list);
        }
    }

    /// The list that [`Pieces::append`] put there: it ends at `end`, and the list before it at `before`.
    pub(super) fn list(&self, before: usize, end: usize) -> &[T] {
        if before == end {
            return &[];
        }
        let piece = (end - 1) >> Self::SHIFT;
        let start = before.max(piece << Self::SHIFT);
        &self.pieces[piece][start & Self::MASK..=(end - 1) & Self::MASK]
    }

    /// The last piece, with room for at least one more item.
    fn room_for(&mut self, more: usize) -> &mut Vec<T> {
        let has_room = |piece: &Vec<T>| piece.len() + more <= Self::PER_PIECE;
        if !self.pieces.last().is_some_and(has_room) {
            self.pieces.push(Vec::with_capacity(Self::PER_PIECE));
        }
        self.pieces.last_mut().expect("there is one now")
    }
}

impl<T: Copy> Index<usize> for Pieces<T> {
    type Output = T;
    fn index(&self, place: usize) -> &T {
        &self.pieces[place >> Self::SHIFT][place & Self::MASK]
    }
}

impl<T: Copy> IndexMut<usize> for Pieces<T> {
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.pieces[place >> Self::SHIFT][place & Self::MASK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lie_in_one_piece_and_are_found_again() {
        let mut seed = sprouts::Seed::new(3);
        let mut pieces = Pieces::<u32>::new();
        let (mut lists, mut ends) = (Vec::new(), vec![0]);
        for number in 0..20_000u32 {
            let list = vec![number; seed.below(9)];
            pieces.append(&list, 0);
            lists.push(list);
            ends.push(pieces.len());
        }
        assert!(pieces.len() > 4 * Pieces::<u32>::PER_PIECE);
        for (index, list) in lists.iter().enumerate() {
            assert_eq!(pieces.list(ends[index], ends[index + 1]), list);
        }
    }

    #[test]
    fn items_are_where_they_were_put() {
        let mut pieces = Pieces::<u16>::new();
        for number in 0..100_000u32 {
            pieces.push(number as u16);
        }
        pieces.extend_to(100_010, 7);
        pieces[99_999] += 1;
        assert_eq!(pieces.len(), 100_010);
        assert_eq!(
            (pieces[65_537], pieces[99_999], pieces[100_009]),
            (1, 34_464, 7)
        );
    }
}
