//! Sets of small Nim heaps.

/// No nimber reaches this: a game on 61 spots lasts fewer than 183 moves, and a nimber is at most the length of the game.
pub(crate) const NIMBER_UNKNOWN: u8 = u8::MAX;

/// A set of heaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeapSet([u64; 4]);

impl HeapSet {
    pub(crate) fn from_low_bits(bits: u64) -> Self {
        HeapSet([bits, 0, 0, 0])
    }

    pub(crate) fn insert(&mut self, heap: u8) {
        self.0[usize::from(heap / 64)] |= 1 << (heap % 64);
    }

    pub(crate) fn contains(&self, heap: u8) -> bool {
        self.0[usize::from(heap / 64)] >> (heap % 64) & 1 == 1
    }

    /// The smallest heap not in the set.
    pub(crate) fn mex(&self) -> u8 {
        for (index, bits) in self.0.iter().enumerate() {
            if *bits != u64::MAX {
                return (index as u32 * 64 + bits.trailing_ones()) as u8;
            }
        }
        u8::MAX
    }
}
