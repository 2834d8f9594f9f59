//! Sets of sites as a few machine words. Knows nothing of what the sites mean.

/// A set of numbers below 64 · W.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// Word by word: what is derived calls a function of the system, which costs more than the comparison.
impl<const W: usize> PartialEq for Bits<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let differs = self.0.iter().zip(&other.0);
        differs.fold(0, |all, (one, other)| all | (one ^ other)) == 0
    }
}

impl<const W: usize> Bits<W> {
    pub const EMPTY: Self = Bits([0; W]);

    #[inline(always)]
    pub fn one(number: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.0[number / 64 % W] = 1 << (number % 64);
        bits
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64 % W] |= 1 << (number % 64);
    }

    #[inline(always)]
    pub fn remove(&mut self, number: usize) {
        self.0[number / 64 % W] &= !(1 << (number % 64));
    }

    #[inline(always)]
    pub fn contains(self, number: usize) -> bool {
        self.0[number / 64 % W] >> (number % 64) & 1 != 0
    }

    #[inline(always)]
    pub fn union(self, other: Self) -> Self {
        let mut result = self;
        for (word, other) in result.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        result
    }

    #[inline(always)]
    pub fn intersection(self, other: Self) -> Self {
        let mut result = self;
        for (word, other) in result.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        result
    }

    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        let mut result = self;
        for (word, other) in result.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        result
    }

    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The smallest number; the set must not be empty.
    #[inline(always)]
    pub fn first(self) -> usize {
        let mut word = 0;
        while word + 1 < W && self.0[word] == 0 {
            word += 1;
        }
        word * 64 + self.0[word].trailing_zeros() as usize
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = Numbers<W>;

    #[inline(always)]
    fn into_iter(self) -> Numbers<W> {
        Numbers {
            left: self.0,
            word: 0,
        }
    }
}

/// The numbers of a set in order.
pub struct Numbers<const W: usize> {
    left: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for Numbers<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = self.left[self.word];
            if word != 0 {
                self.left[self.word] = word & (word - 1);
                return Some(self.word * 64 + word.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}
