//! The numbers by which the engines index their arrays: as narrow as the board allows, so that more fits into the cache.

use std::fmt::Debug;

/// The number of a site inside an engine.
pub trait Index: Copy + Eq + Debug + Send + Sync + 'static {
    /// From an index that fits.
    fn new(index: usize) -> Self;
    /// The index.
    fn at(self) -> usize;
}

impl Index for u8 {
    #[inline(always)]
    fn new(index: usize) -> Self {
        index as u8
    }

    #[inline(always)]
    fn at(self) -> usize {
        self as usize
    }
}

impl Index for u16 {
    #[inline(always)]
    fn new(index: usize) -> Self {
        index as u16
    }

    #[inline(always)]
    fn at(self) -> usize {
        self as usize
    }
}
