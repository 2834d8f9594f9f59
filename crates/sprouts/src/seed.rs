//! A tiny random generator, so that a whole game can be repeated from one number.
//! It owns nothing but its state and must never be used where an adversary guesses: it is splitmix64, not a cipher.

/// A stream of random numbers fixed by its starting value (splitmix64).
///
/// ```
/// let mut seed = sprouts::Seed::new(7);
/// let mut same = sprouts::Seed::new(7);
/// assert_eq!(seed.next_u64(), same.next_u64());
/// assert!(seed.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// The stream that starts from `value`; equal values give equal streams on every machine.
    pub fn new(value: u64) -> Self {
        Seed(value)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, each equally likely to within 2⁻³² for the bounds that occur here; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a 128-bit product maps the 64 bits evenly onto the range without a division.
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// One of the items, or nothing when there are none.
    pub fn pick<'items, T>(&mut self, items: &'items [T]) -> Option<&'items T> {
        items.get(self.below(items.len()))
    }

    /// Puts the items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of splitmix64 for the state 1234567, as its author publishes them.
    #[test]
    fn is_splitmix64() {
        let mut seed = Seed::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| seed.next_u64()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_it() {
        let mut seed = Seed::new(0);
        let mut seen = [false; 6];
        for _ in 0..1000 {
            seen[seed.below(6)] = true;
        }
        assert_eq!(seen, [true; 6]);
        assert_eq!(seed.below(0), 0);
        assert_eq!(seed.pick::<u8>(&[]), None);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        Seed::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
