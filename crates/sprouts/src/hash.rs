//! The hash of tables that hold our own values only. Outside input never chooses their keys, so it need not resist attacks.
//!
//! It is computed in 64 bits whatever the width of a pointer, so that a table spreads as well in WebAssembly as natively, and with
//! one multiplication a word: products of 128 bits are slow there.

use std::hash::{BuildHasherDefault, Hasher};

/// For `HashMap` and `HashSet`.
pub type FastHash = BuildHasherDefault<FastHasher>;

/// An odd number whose bits look random: 2⁶⁴ divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies and folds, eight bytes at a time: the same 64 bits on every machine, all of them well mixed.
#[derive(Clone, Copy, Debug)]
pub struct FastHasher(u64);

impl Default for FastHasher {
    fn default() -> Self {
        // Not 0, which a word of value 0 would leave as it is.
        FastHasher(0x243f_6a88_85a3_08d3)
    }
}

/// The hash of some bytes, such as a packed land.
///
/// ```
/// assert_eq!(sprouts::hash::of_bytes(b"land"), 15_080_555_132_293_477_942);
/// ```
pub fn of_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = FastHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// The hash of a list of numbers.
pub fn of_words(words: &[u32]) -> u64 {
    let mut hasher = FastHasher::default();
    for pair in words.chunks(2) {
        // One more than the second number, so that a list and the same with a 0 behind it differ.
        let second = pair.get(1).map_or(0, |&second| u64::from(second) + 1);
        hasher.write_u64(u64::from(pair[0]) ^ second.rotate_left(32));
    }
    hasher.finish()
}

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        // The length goes in with the last word: bytes of value 0 at the end count, and so does where the last word begins.
        let length = (bytes.len() as u64) << 56;
        let Some((_, tail)) = bytes.split_last_chunk::<8>() else {
            let rest = bytes
                .iter()
                .fold(0, |rest, &byte| rest << 8 | u64::from(byte));
            return self.write_u64(rest ^ length);
        };
        for word in bytes.chunks_exact(8) {
            self.write_u64(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        self.write_u64(u64::from_le_bytes(*tail) ^ length);
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(MULTIPLIER);
        self.0 ^= self.0 >> 32;
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Land;
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    /// The share of all pairs that share a slot, among so many slots by the highest bits and by the lowest ones, relative to chance.
    fn crowding(hashes: &[u64], slots_log2: u32) -> [f64; 2] {
        [64 - slots_log2, 0].map(|shift| {
            let mut counts = vec![0u64; 1 << slots_log2];
            for hash in hashes {
                counts[(hash >> shift) as usize & ((1 << slots_log2) - 1)] += 1;
            }
            let pairs: u64 = counts
                .iter()
                .map(|&count| count * count.saturating_sub(1))
                .sum();
            let all = hashes.len() as f64 * (hashes.len() - 1) as f64;
            pairs as f64 * counts.len() as f64 / all
        })
    }

    fn check(hashes: &[u64]) {
        let mut distinct = hashes.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), hashes.len(), "two equal hashes");
        for slots_log2 in [6, 10, 16] {
            for share in crowding(hashes, slots_log2) {
                assert!((0.8..1.2).contains(&share), "2^{slots_log2} slots: {share}");
            }
        }
    }

    /// The first lands that can be reached from a start position.
    fn lands_below(spots: u32, count: usize) -> Vec<Land> {
        let start = crate::Position::start(spots)
            .expect("few spots")
            .canonical();
        let mut found = start.lands().to_vec();
        let mut met: HashSet<Land> = found.iter().cloned().collect();
        let mut generator = crate::Generator::default();
        let mut next = 0;
        while found.len() < count {
            let land = found[next].clone();
            next += 1;
            let _ = generator.children(land.packed(), |child| {
                for land in child.to_lands() {
                    if met.insert(land.clone()) {
                        found.push(land);
                    }
                }
                ControlFlow::<()>::Continue(())
            });
        }
        found
    }

    #[test]
    fn lands_spread_by_their_high_and_by_their_low_bits() {
        let lands = lands_below(6, 20_000);
        let hashes: Vec<u64> = lands.iter().map(|land| of_bytes(land.as_bytes())).collect();
        check(&hashes);
    }

    #[test]
    fn small_numbers_spread() {
        let lists =
            (0..40).flat_map(|a| (0..40).flat_map(move |b| (0..40).map(move |c| [a, b, c])));
        let of_three: Vec<u64> = lists.map(|list| of_words(&list)).collect();
        check(&of_three);
        let of_one: Vec<u64> = (0..40_000).map(|number| of_words(&[number])).collect();
        check(&of_one);
    }

    #[test]
    fn a_zero_more_is_another_list() {
        let zeros = [0u8; 64];
        check_distinct((0..64).map(|length| of_bytes(&zeros[..length])));
        let zeros = [0u32; 64];
        check_distinct((0..64).map(|length| of_words(&zeros[..length])));
    }

    fn check_distinct(hashes: impl Iterator<Item = u64>) {
        let hashes: Vec<u64> = hashes.collect();
        let distinct: std::collections::BTreeSet<u64> = hashes.iter().copied().collect();
        assert_eq!(distinct.len(), hashes.len());
    }
}
