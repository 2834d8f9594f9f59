//! Sets of sites as bits: one alone, a table with one per site, and a borrowed view of either.
//! Knows nothing of neighbours or trees.

use super::SiteId;

const WORD_BITS: usize = u64::BITS as usize;

/// A set of sites that owns its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteSet {
    bits: Vec<u64>,
}

impl SiteSet {
    /// The empty set over so many sites.
    pub fn new(sites: usize) -> Self {
        Self {
            bits: vec![0; sites.div_ceil(WORD_BITS)],
        }
    }

    /// The set of the given sites, each below `sites`.
    pub fn of(sites: usize, members: impl IntoIterator<Item = SiteId>) -> Self {
        let mut set = Self::new(sites);
        members.into_iter().for_each(|site| set.insert(site));
        set
    }

    /// Adds a site.
    #[inline]
    pub fn insert(&mut self, site: SiteId) {
        self.bits[site.index() / WORD_BITS] |= 1 << (site.index() % WORD_BITS);
    }

    /// Takes a site out.
    #[inline]
    pub fn remove(&mut self, site: SiteId) {
        self.bits[site.index() / WORD_BITS] &= !(1 << (site.index() % WORD_BITS));
    }

    /// Takes all sites out.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Adds all of `other`.
    #[inline]
    pub fn union_with(&mut self, other: Items<'_>) {
        self.bits
            .iter_mut()
            .zip(other.bits)
            .for_each(|(a, b)| *a |= b);
    }

    /// Takes all of `other` out.
    #[inline]
    pub fn subtract(&mut self, other: Items<'_>) {
        self.bits
            .iter_mut()
            .zip(other.bits)
            .for_each(|(a, b)| *a &= !b);
    }

    /// Becomes a copy of `other`, which is over as many sites.
    #[inline]
    pub fn copy_from(&mut self, other: Items<'_>) {
        self.bits.copy_from_slice(other.bits);
    }

    /// The bytes it has allocated.
    pub fn bytes(&self) -> usize {
        self.bits.capacity() * size_of::<u64>()
    }

    /// The set as a view.
    #[inline]
    pub fn as_items(&self) -> Items<'_> {
        Items { bits: &self.bits }
    }
}

/// A view of a set of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Items<'a> {
    bits: &'a [u64],
}

impl<'a> Items<'a> {
    /// Whether a site is in the set.
    #[inline]
    pub fn contains(self, site: SiteId) -> bool {
        self.bits[site.index() / WORD_BITS] >> (site.index() % WORD_BITS) & 1 == 1
    }

    /// How many sites are in the set.
    #[inline]
    pub fn len(self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether no site is in the set.
    pub fn is_empty(self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    /// Whether the two sets share a site.
    #[inline]
    pub fn intersects(self, other: Items<'_>) -> bool {
        self.bits.iter().zip(other.bits).any(|(a, b)| a & b != 0)
    }

    /// How many sites are in this set and not in the other.
    #[inline]
    pub fn len_outside(self, other: Items<'_>) -> u32 {
        self.bits
            .iter()
            .zip(other.bits)
            .map(|(word, other)| (word & !other).count_ones())
            .sum()
    }

    /// The sites, in increasing order.
    pub fn iter(self) -> impl Iterator<Item = SiteId> + 'a {
        self.bits.iter().enumerate().flat_map(|(i, &word)| {
            let rest = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|&word| word != 0)
                .map(move |word| SiteId((i * WORD_BITS) as u16 + word.trailing_zeros() as u16))
        })
    }

    /// The set as a value of its own.
    pub fn to_set(self) -> SiteSet {
        SiteSet {
            bits: self.bits.to_vec(),
        }
    }
}

/// A set for every site, in one allocation.
#[derive(Clone, Debug)]
pub(super) struct SiteSets {
    words: usize,
    bits: Vec<u64>,
}

impl SiteSets {
    pub(super) fn new(sites: usize) -> Self {
        let words = sites.div_ceil(WORD_BITS);
        Self {
            words,
            bits: vec![0; words * sites],
        }
    }

    /// How many of the sets are not empty.
    pub(super) fn filled(&self) -> usize {
        let sets = self.bits.chunks(self.words.max(1));
        sets.filter(|set| set.iter().any(|&word| word != 0)).count()
    }

    /// The bytes of one set.
    pub(super) fn list_bytes(&self) -> usize {
        self.words * size_of::<u64>()
    }

    /// The bytes of all sets.
    pub(super) fn bytes(&self) -> usize {
        self.bits.capacity() * size_of::<u64>()
    }

    #[inline]
    pub(super) fn get(&self, of: SiteId) -> Items<'_> {
        Items {
            bits: &self.bits[of.index() * self.words..][..self.words],
        }
    }

    #[inline]
    pub(super) fn insert(&mut self, of: SiteId, site: SiteId) {
        self.bits[of.index() * self.words + site.index() / WORD_BITS] |=
            1 << (site.index() % WORD_BITS);
    }

    #[inline]
    pub(super) fn clear(&mut self, of: SiteId) {
        self.bits[of.index() * self.words..][..self.words].fill(0);
    }

    /// Adds the set of `from` to that of `to` and leaves `from` empty.
    #[inline]
    pub(super) fn merge(&mut self, to: SiteId, from: SiteId) {
        debug_assert_ne!(to, from);
        let (to, from) = (to.index() * self.words, from.index() * self.words);
        for i in 0..self.words {
            self.bits[to + i] |= std::mem::take(&mut self.bits[from + i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_over_several_words_iterates_in_order() {
        let members = [0, 1, 63, 64, 130].map(SiteId);
        let set = SiteSet::of(131, members);
        assert_eq!(set.as_items().iter().collect::<Vec<_>>(), members);
        assert_eq!(set.as_items().len(), 5);
    }

    #[test]
    fn merging_empties_the_child() {
        let mut sets = SiteSets::new(100);
        sets.insert(SiteId(3), SiteId(99));
        sets.insert(SiteId(7), SiteId(1));
        sets.merge(SiteId(3), SiteId(7));
        assert_eq!(
            sets.get(SiteId(3)).iter().collect::<Vec<_>>(),
            [SiteId(1), SiteId(99)]
        );
        assert!(sets.get(SiteId(7)).is_empty());
    }
}
