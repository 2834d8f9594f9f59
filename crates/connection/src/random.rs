//! Random numbers, the same everywhere from the same seed: xoroshiro128++ seeded by splitmix64.

/// A stream of random numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Random {
    a: u64,
    b: u64,
}

impl Random {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        Random {
            a: next(),
            b: next() | 1,
        }
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        let (a, mut b) = (self.a, self.b);
        let result = a.wrapping_add(b).rotate_left(17).wrapping_add(a);
        b ^= a;
        self.a = a.rotate_left(49) ^ b ^ b << 21;
        self.b = b.rotate_left(28);
        result
    }

    /// A number below `bound`, each exactly equally likely: the few products that would favour small numbers are drawn again.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        let mut product = (self.next_u64() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            product = self.again(bound, product);
        }
        (product >> 32) as u32
    }

    #[cold]
    fn again(&mut self, bound: u32, mut product: u64) -> u64 {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = (self.next_u64() >> 32) * u64::from(bound);
        }
        product
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        // Six standard deviations of 10000 draws in 70000.
        assert!(
            counts.iter().all(|count| count.abs_diff(10_000) < 560),
            "{counts:?}"
        );
        assert_eq!(random.below(1), 0);
    }
}
