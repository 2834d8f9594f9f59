//! Lists interned to small numbers, by several threads at once: equal lists get equal numbers, counted from 0. Owns the hash
//! table; does not know what the lists mean.

use super::lists::{Item, List, Place, Rows};
use crate::pieces::Pieces;
use crate::shards::Shards;
use sprouts::hash;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What an interned list may be made of.
pub(super) trait Hashed: Item {
    /// A hash whose bits are all well mixed.
    fn hash(items: &[Self]) -> u32;
}

impl Hashed for u8 {
    fn hash(items: &[u8]) -> u32 {
        (hash::of_bytes(items) >> 32) as u32
    }
}

impl Hashed for u32 {
    fn hash(items: &[u32]) -> u32 {
        (hash::of_words(items) >> 32) as u32
    }
}

/// The lists seen so far, and what is known of each: a cell `K` that threads may change side by side. It lies beside the list's place in
/// the storage, so that whoever finds a list finds what is known of it.
pub(super) struct Interner<T: Item, K> {
    numbers: Shards,
    entries: Pieces<Entry<K>>,
    items: Rows<T>,
    len: AtomicU32,
}

#[derive(Default)]
struct Entry<K> {
    place: Place,
    known: K,
}

impl<T: Hashed, K: Default> Interner<T, K> {
    pub(super) fn new() -> Self {
        Interner {
            numbers: Shards::new(),
            entries: Pieces::new(),
            items: Rows::new(),
            len: AtomicU32::new(0),
        }
    }

    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.len.load(Relaxed) as usize
    }

    /// The items of a list.
    pub(super) fn get(&self, number: u32) -> List<'_, T> {
        let entry = self.entries.at(number as usize);
        self.items
            .get(&entry.place)
            .expect("numbers come from intern")
    }

    /// What is known of a list.
    pub(super) fn known(&self, number: u32) -> &K {
        &self.entries.at(number as usize).known
    }

    /// The number of a list, if it has one.
    pub(super) fn find(&self, list: &[T]) -> Option<u32> {
        self.numbers
            .find(T::hash(list), |number| self.get(number).is(list))
    }

    /// The number of a list, old or new. What is known of a new one is stored by `describe`, before any other thread sees it.
    pub(super) fn intern(&self, list: &[T], describe: impl FnOnce(&K)) -> u32 {
        self.numbers.find_or_insert(
            T::hash(list),
            |number| self.get(number).is(list),
            || {
                let number = self.len.fetch_add(1, Relaxed);
                let entry = self.entries.at(number as usize);
                self.items.keep(&entry.place, list.iter().copied());
                describe(&entry.known);
                number
            },
        )
    }

    pub(super) fn bytes(&self) -> usize {
        self.numbers.bytes() + self.entries.bytes() + self.items.bytes()
    }

    /// Whether numbers are about to outgrow their 32 bits.
    pub(super) fn is_full(&self) -> bool {
        self.len() > 1 << 30
    }
}
