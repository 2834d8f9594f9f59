//! A small range coder with bits predicted by mixed contexts. Owns the arithmetic; knows nothing of games.
//!
//! The predictor looks a bit up under several contexts, each an adaptive probability, and mixes them in the logistic domain with
//! weights that learn. Integers only, so that every machine decodes alike. Encoder and decoder run the same code: both
//! call [`Coder::bit`] with the bit they know, and the decoder gets back the true one.

/// How many contexts predict a bit together.
pub(super) const CONTEXTS: usize = 6;

const SLOT_BITS: u32 = 18;
const TOP: u32 = 1 << 24;
/// Logarithms of odds are in units of 1/256 and stay within this.
const STRETCH_MAX: i32 = 2047;
/// The smaller, the faster weights learn.
const LEARNING_SHIFT: u32 = 14;
const WEIGHT_MAX: i32 = 1 << 20;
/// Sets of mixing weights.
const WEIGHT_SETS: usize = 64;

const ZEROS_LEFT_OUT_MAX: usize = 12;

/// 65536 / (1 + e^(-x/4)) for x from -32 to 32.
const LOGISTIC: [i32; 65] = [
    22, 28, 36, 47, 60, 77, 98, 126, 162, 208, 267, 342, 439, 562, 720, 922, 1179, 1506, 1921,
    2446, 3108, 3938, 4971, 6249, 7812, 9702, 11955, 14595, 17625, 21025, 24743, 28693, 32768,
    36843, 40793, 44511, 47911, 50941, 53581, 55834, 57724, 59287, 60565, 61598, 62428, 63090,
    63615, 64030, 64357, 64614, 64816, 64974, 65097, 65194, 65269, 65328, 65374, 65410, 65438,
    65459, 65476, 65489, 65500, 65508, 65514,
];

/// The probability of these odds, in units of 1/65536.
fn squash(odds: i32) -> i32 {
    let place = odds.clamp(-STRETCH_MAX, STRETCH_MAX) + 2048;
    let (index, part) = ((place >> 6) as usize, place & 63);
    LOGISTIC[index] + (((LOGISTIC[index + 1] - LOGISTIC[index]) * part) >> 6)
}

/// An adaptive probability: an estimate and how many bits it has seen, up to a limit.
#[derive(Clone, Copy)]
struct Slot {
    probability: u16,
    seen: u16,
}

/// What predicts the next bit.
struct Predictor {
    slots: Vec<Slot>,
    weights: Vec<[i32; CONTEXTS]>,
    /// The inverse of [`squash`] for probabilities in units of 1/4096.
    stretch: Vec<i16>,
}

impl Predictor {
    fn new() -> Self {
        let mut stretch = Vec::with_capacity(4096);
        let mut odds = -STRETCH_MAX;
        for probability in 0..4096 {
            while odds < STRETCH_MAX && squash(odds) < probability * 16 + 8 {
                odds += 1;
            }
            stretch.push(odds as i16);
        }
        Predictor {
            slots: vec![
                Slot {
                    probability: 1 << 15,
                    seen: 0
                };
                1 << SLOT_BITS
            ],
            weights: vec![[(1 << 16) * 2 / 5; CONTEXTS]; WEIGHT_SETS],
            stretch,
        }
    }

    /// Calls `code` with the probability of a one and learns from the bit that it gives back.
    fn bit(
        &mut self,
        contexts: &[u32; CONTEXTS],
        weight_set: usize,
        code: impl FnOnce(u32) -> bool,
    ) -> bool {
        let weights = &mut self.weights[weight_set % WEIGHT_SETS];
        let mut places = [0usize; CONTEXTS];
        let mut odds = [0i32; CONTEXTS];
        let mut sum = 0i64;
        for index in 0..CONTEXTS {
            let hash = (u64::from(contexts[index]) + ((index as u64 + 1) << 32))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            places[index] = (hash >> (64 - SLOT_BITS)) as usize;
            let slot = self.slots[places[index]];
            odds[index] = i32::from(self.stretch[usize::from(slot.probability >> 4)]);
            sum += i64::from(odds[index]) * i64::from(weights[index]);
        }
        let mixed = squash((sum >> 16).clamp(-2047, 2047) as i32).clamp(32, 65536 - 32);
        let bit = code(mixed as u32);
        let error = (i32::from(bit) << 16) - mixed;
        for index in 0..CONTEXTS {
            let lesson = (i64::from(odds[index]) * i64::from(error)) >> LEARNING_SHIFT;
            weights[index] = (weights[index] + lesson as i32).clamp(-WEIGHT_MAX, WEIGHT_MAX);
            let slot = &mut self.slots[places[index]];
            let target = if bit { 65535 } else { 0 };
            let step = (target - i32::from(slot.probability)) * 2 / (2 * i32::from(slot.seen) + 3);
            slot.probability = (i32::from(slot.probability) + step) as u16;
            slot.seen = (slot.seen + 1).min(255);
        }
        bit
    }
}

/// Codes bits one way or the other.
pub(super) trait Coder {
    /// Codes one bit under these contexts and gives back the true one: an encoder the one it was given.
    fn bit(&mut self, contexts: &[u32; CONTEXTS], weight_set: usize, bit: bool) -> bool;

    /// Whether the input ended long ago and everything decoded since means nothing.
    fn exhausted(&self) -> bool;
}

/// Writes bits.
pub(super) struct Encoder {
    predictor: Predictor,
    low: u64,
    range: u32,
    /// The last byte not yet written, and how many bytes of ones follow it, that a carry can still change.
    pending: Option<u8>,
    ones: usize,
    output: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Encoder {
            predictor: Predictor::new(),
            low: 0,
            range: u32::MAX,
            pending: None,
            ones: 0,
            output: Vec::new(),
        }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > 0xffff_ffff {
            let carry = (self.low >> 32) as u8;
            if let Some(pending) = self.pending {
                self.output.push(pending.wrapping_add(carry));
            }
            for _ in 0..self.ones {
                self.output.push(0xffu8.wrapping_add(carry));
            }
            self.ones = 0;
            self.pending = Some((self.low >> 24) as u8);
        } else {
            self.ones += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// The bytes. The decoder reads some zeros after the end, so as many at the end are left out.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // Any value in the last range will do: one with as many zeros at the end as possible.
        let end = self.low + u64::from(self.range) - 1;
        for zeros in (0..=32).rev() {
            let value = end >> zeros << zeros;
            if value >= self.low {
                self.low = value;
                break;
            }
        }
        for _ in 0..6 {
            self.shift();
        }
        for _ in 0..ZEROS_LEFT_OUT_MAX {
            if self.output.last() == Some(&0) {
                self.output.pop();
            }
        }
        self.output
    }
}

impl Coder for Encoder {
    fn bit(&mut self, contexts: &[u32; CONTEXTS], weight_set: usize, bit: bool) -> bool {
        let (low, range) = (&mut self.low, &mut self.range);
        self.predictor.bit(contexts, weight_set, |one| {
            let bound = (*range >> 16) * one;
            if bit {
                *range = bound;
            } else {
                *low += u64::from(bound);
                *range -= bound;
            }
            bit
        });
        while self.range < TOP {
            self.range <<= 8;
            self.shift();
        }
        bit
    }

    fn exhausted(&self) -> bool {
        false
    }
}

/// Reads bits.
pub(super) struct Decoder<'a> {
    predictor: Predictor,
    code: u32,
    range: u32,
    input: &'a [u8],
    /// Bytes read, those after the end included.
    read: usize,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        let mut decoder = Decoder {
            predictor: Predictor::new(),
            code: 0,
            range: u32::MAX,
            input,
            read: 0,
        };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    fn shift(&mut self) {
        let byte = self.input.get(self.read).copied().unwrap_or(0);
        self.read += 1;
        self.code = self.code << 8 | u32::from(byte);
    }
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, contexts: &[u32; CONTEXTS], weight_set: usize, _: bool) -> bool {
        let (code, range) = (&mut self.code, &mut self.range);
        let bit = self.predictor.bit(contexts, weight_set, |one| {
            let bound = (*range >> 16) * one;
            let bit = *code < bound;
            if bit {
                *range = bound;
            } else {
                *code -= bound;
                *range -= bound;
            }
            bit
        });
        while self.range < TOP {
            self.range <<= 8;
            self.shift();
        }
        bit
    }

    fn exhausted(&self) -> bool {
        // Four bytes are read ahead.
        self.read > self.input.len() + ZEROS_LEFT_OUT_MAX + 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn contexts(seed: u32) -> [u32; CONTEXTS] {
        std::array::from_fn(|index| seed % (index as u32 + 2))
    }

    proptest! {
        #![proptest_config(trial::cases(256))]

        #[test]
        fn bits_read_back(bits in prop::collection::vec((any::<bool>(), any::<u32>()), 0..3000), ones in 0..3000usize, zeros in 0..3000usize) {
            let runs = std::iter::repeat_n((true, 1), ones).chain(std::iter::repeat_n((false, 1), zeros));
            let bits: Vec<(bool, u32)> = bits.into_iter().chain(runs).collect();
            let mut encoder = Encoder::new();
            for &(bit, seed) in &bits {
                encoder.bit(&contexts(seed), seed as usize, bit);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for &(bit, seed) in &bits {
                prop_assert_eq!(decoder.bit(&contexts(seed), seed as usize, false), bit);
                prop_assert!(!decoder.exhausted());
            }
        }
    }

    #[test]
    fn the_end_of_the_input_is_noticed() {
        let mut decoder = Decoder::new(&[]);
        let mut bits = 0;
        while !decoder.exhausted() {
            decoder.bit(&contexts(0), 0, false);
            bits += 1;
            assert!(bits < 1_000_000);
        }
    }
}
