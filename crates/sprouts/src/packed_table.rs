//! A table from packed lands or positions to a byte. Owns its memory layout; knows nothing of what the byte means.
//!
//! Keys lie one after another in one block; a hash index of four bytes an entry finds them. Millions of entries fit.

use crate::hash;
use std::fmt;

/// A table from packed lands or positions to a byte. Entries keep the order in which they came.
///
/// ```
/// let mut table = sprouts::PackedTable::default();
/// assert_eq!(table.insert(b"key", 7), Ok(None));
/// assert_eq!(table.get(b"key"), Some(7));
/// ```
#[derive(Clone, Default)]
pub struct PackedTable {
    keys: Vec<u8>,
    ends: Vec<u32>,
    values: Vec<u8>,
    /// Entry number plus one, or 0; the length is a power of two and at least a third is free.
    slots: Vec<u32>,
}

/// The table holds as much as 32-bit offsets can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl PackedTable {
    /// An empty table that holds so many entries, with keys of so many bytes in all, before it has to grow.
    pub fn with_capacity(entries: usize, key_bytes: usize) -> Self {
        PackedTable {
            keys: Vec::with_capacity(key_bytes),
            ends: Vec::with_capacity(entries),
            values: Vec::with_capacity(entries),
            slots: vec![0; slots_for(entries as u64) as usize],
        }
    }

    /// The memory that a table made by [`PackedTable::with_capacity`] takes.
    pub fn bytes_for(entries: u64, key_bytes: u64) -> u64 {
        key_bytes + 5 * entries + 4 * slots_for(entries)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The value of a key.
    pub fn get(&self, key: &[u8]) -> Option<u8> {
        self.index_of(key).map(|index| self.values[index])
    }

    /// The number of the entry of a key, from 0.
    pub fn index_of(&self, key: &[u8]) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// The key and value of an entry.
    pub fn entry(&self, index: usize) -> (&[u8], u8) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let key = &self.keys[start as usize..self.ends[index] as usize];
        (key, self.values[index])
    }

    /// All keys and values, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], u8)> {
        (0..self.len()).map(|index| self.entry(index))
    }

    /// Adds an entry; gives back the value there was, which stays.
    pub fn insert(&mut self, key: &[u8], value: u8) -> Result<Option<u8>, Full> {
        if self.len() * 3 >= self.slots.len() * 2 {
            self.grow();
        }
        let slot = self.slot(key);
        if self.slots[slot] != 0 {
            return Ok(Some(self.values[self.slots[slot] as usize - 1]));
        }
        let end = u32::try_from(self.keys.len() + key.len()).map_err(|_| Full)?;
        self.keys.extend_from_slice(key);
        self.ends.push(end);
        self.values.push(value);
        self.slots[slot] = self.ends.len() as u32;
        Ok(None)
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.ends.clear();
        self.values.clear();
        self.slots.fill(0);
    }

    /// The memory that the table takes.
    pub fn bytes(&self) -> usize {
        self.keys.capacity()
            + 4 * self.ends.capacity()
            + self.values.capacity()
            + 4 * self.slots.capacity()
    }

    /// Where a key is, or where it belongs.
    fn slot(&self, key: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash::of_bytes(key) as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 || self.entry(entry as usize - 1).0 == key {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(SLOTS_MIN as usize);
        self.slots.clear();
        self.slots.resize(length, 0);
        for index in 0..self.len() {
            let mask = length - 1;
            let mut slot = hash::of_bytes(self.entry(index).0) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index as u32 + 1;
        }
    }
}

const SLOTS_MIN: u64 = 16;

/// The least length of the index with which so many entries come in without its growing.
fn slots_for(entries: u64) -> u64 {
    match entries {
        0 => 0,
        _ => (entries * 3 / 2).next_power_of_two().max(SLOTS_MIN),
    }
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the table is full: it holds 4 GB of packed positions")
    }
}

impl std::error::Error for Full {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_table_of_the_right_size_takes_what_was_foretold_and_does_not_grow() {
        for entries in [0, 1, 10, 11, 12, 21, 22, 23, 1000, 43_690, 43_691, 43_692] {
            let mut table = PackedTable::with_capacity(entries, 4 * entries);
            let bytes = PackedTable::bytes_for(entries as u64, 4 * entries as u64);
            for entry in 0..entries as u32 {
                assert_eq!(table.insert(&entry.to_le_bytes(), 0), Ok(None));
            }
            assert_eq!(table.bytes() as u64, bytes, "{entries} entries");
        }
    }

    #[test]
    fn agrees_with_a_hash_map() {
        let mut seed = crate::Seed::new(5);
        let (mut table, mut model) = (PackedTable::default(), HashMap::new());
        for _ in 0..20_000 {
            let key: Vec<u8> = (0..seed.below(5)).map(|_| seed.below(7) as u8).collect();
            let value = seed.below(256) as u8;
            let known = model.get(&key).copied();
            assert_eq!(table.get(&key), known);
            assert_eq!(table.insert(&key, value), Ok(known));
            model.entry(key).or_insert(value);
        }
        assert_eq!(table.len(), model.len());
        assert!(table.iter().all(|(key, value)| model[key] == value));
        table.clear();
        assert_eq!((table.len(), table.get(&[])), (0, None));
    }
}
