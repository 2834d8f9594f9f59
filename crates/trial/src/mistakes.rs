//! Mistakes in true inputs, as people, disks and mischief make them. The same seed makes the same ones.

/// A source of mistakes.
pub struct Mistakes(u64);

/// Numbers at which programs break.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "1e99",
];

impl Mistakes {
    /// The mistakes of a seed.
    pub fn new(seed: u64) -> Self {
        Mistakes(seed)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// The text with one to four mistakes: symbols of it, of `other` and of `alphabet` come, go and change places; numbers become others.
    pub fn in_text(&mut self, text: &str, other: &str, alphabet: &str) -> String {
        let mut symbols: Vec<char> = text.chars().collect();
        let other: Vec<char> = other.chars().collect();
        let alphabet: Vec<char> = alphabet.chars().collect();
        for _ in 0..=self.below(4) {
            if self.below(8) == 0 {
                self.change_number(&mut symbols);
            } else {
                self.change(&mut symbols, &other, |mistakes| *mistakes.pick(&alphabet));
            }
        }
        symbols.into_iter().collect()
    }

    /// The bytes with one to four mistakes.
    pub fn in_bytes(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(4) {
            if self.below(2) == 0 && !bytes.is_empty() {
                let place = self.below(bytes.len());
                bytes[place] ^= 1 << self.below(8);
            } else {
                self.change(&mut bytes, other, |mistakes| mistakes.below(256) as u8);
            }
        }
        bytes
    }

    fn change<T: Clone>(
        &mut self,
        list: &mut Vec<T>,
        other: &[T],
        mut fresh: impl FnMut(&mut Self) -> T,
    ) {
        let place = self.below(list.len() + 1);
        let span = self.span(list.len());
        match self.below(8) {
            0 => list.insert(place, fresh(self)),
            1 if place < list.len() => list[place] = fresh(self),
            2 if place < list.len() => {
                list.remove(place);
            }
            3 => {
                list.drain(span);
            }
            4 => {
                let copy = list[span].to_vec();
                list.splice(place..place, copy);
            }
            5 if place < list.len() => {
                let from = self.below(list.len());
                list.swap(place, from);
            }
            6 => {
                let theirs = other[self.span(other.len())].to_vec();
                list.splice(span, theirs);
            }
            _ => list.truncate(place),
        }
    }

    /// A part of a list, most often a short one.
    fn span(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let most = if self.below(4) == 0 { 1000 } else { 8 };
        let length = self.below(most.min(len - start) + 1);
        start..start + length
    }

    fn change_number(&mut self, symbols: &mut Vec<char>) {
        let is_start = |place: &usize| {
            symbols[*place].is_ascii_digit()
                && (*place == 0 || !symbols[*place - 1].is_ascii_digit())
        };
        let starts: Vec<usize> = (0..symbols.len()).filter(is_start).collect();
        if starts.is_empty() {
            return;
        }
        let start = *self.pick(&starts);
        let digits = symbols[start..]
            .iter()
            .take_while(|symbol| symbol.is_ascii_digit());
        let end = start + digits.count();
        let number = *self.pick(&NUMBERS);
        symbols.splice(start..end, number.chars());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_mistakes() {
        let spoil = |seed| Mistakes::new(seed).in_text("0.AB|AB", "0*5", "012AB.|+");
        let texts: std::collections::BTreeSet<String> = (0..100).map(spoil).collect();
        assert!(texts.len() > 60, "{texts:?}");
        assert_eq!(spoil(3), spoil(3));
        let bytes = Mistakes::new(3).in_bytes(&[1, 2, 3], &[]);
        assert_eq!(bytes, Mistakes::new(3).in_bytes(&[1, 2, 3], &[]));
    }

    #[test]
    fn nothing_to_spoil_is_fine() {
        for seed in 0..200 {
            Mistakes::new(seed).in_text("", "", "A");
            Mistakes::new(seed).in_bytes(&[], &[]);
        }
    }
}
