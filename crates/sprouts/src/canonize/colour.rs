//! Colours of letters: hashes of what is seen from a letter, the same for every way to write the land.

use super::{Boundary, Canonizer, Key, Region};

pub(super) const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
/// No boundary is longer: a land has at most 122 letters, each occurring twice.
const LENGTH_MAX: usize = 512;
const POWERS: [u64; LENGTH_MAX] = {
    let mut powers = [1u64; LENGTH_MAX];
    let mut exponent = 1;
    while exponent < LENGTH_MAX {
        powers[exponent] = powers[exponent - 1].wrapping_mul(BASE);
        exponent += 1;
    }
    powers
};

pub(super) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 29)
}

fn token(key: Key) -> u64 {
    (u64::from(key) + 1).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

impl Canonizer {
    /// Tokens and hashes of all that does not depend on colours.
    pub(super) fn prepare(&mut self) {
        self.forward_tokens.clear();
        self.forward_tokens
            .extend(self.forward_keys.iter().map(|&key| token(key)));
        self.backward_tokens.clear();
        self.backward_tokens
            .extend(self.backward_keys.iter().map(|&key| token(key)));
        self.forward_hashes.resize(self.forward_keys.len(), 0);
        self.backward_hashes.resize(self.forward_keys.len(), 0);
        self.constant.clear();
        for region in 0..self.regions.len() {
            let Region {
                first_boundary,
                end_boundary,
                singles,
            } = self.regions[region];
            let counted = mix(u64::from(singles[0]) << 40
                | u64::from(singles[1]) << 20
                | u64::from(singles[2]));
            let (mut forward, mut backward) = (counted, counted);
            for boundary in first_boundary..end_boundary {
                let Boundary {
                    start,
                    end,
                    first_capital,
                    end_capital,
                } = self.boundaries[usize::from(boundary)];
                if first_capital == end_capital {
                    self.hash_rotations(start, end);
                    let sum = |hashes: &[u64]| {
                        let hashes = &hashes[usize::from(start)..usize::from(end)];
                        mix(hashes
                            .iter()
                            .fold(0u64, |sum, &hash| sum.wrapping_add(mix(hash))))
                    };
                    forward = forward.wrapping_add(sum(&self.forward_hashes));
                    backward = backward.wrapping_add(sum(&self.backward_hashes));
                }
            }
            self.constant.push((forward, backward));
        }
    }

    /// Colours by what lies about a letter in any order: enough to tell most letters apart, and much cheaper than a round of refinement.
    pub(super) fn first_colours(&mut self) {
        self.colours.clear();
        let colours = self
            .weights
            .iter()
            .map(|&weight| POWERS[usize::from(weight)]);
        self.colours.extend(colours);
        for (region, &(forward, backward)) in self.regions.iter().zip(&self.constant) {
            let around = mix(forward).wrapping_add(mix(backward))
                ^ u64::from(region.end_boundary - region.first_boundary);
            for boundary in region.first_boundary..region.end_boundary {
                let boundary = self.boundaries[usize::from(boundary)];
                let capitals =
                    usize::from(boundary.first_capital)..usize::from(boundary.end_capital);
                let length = u64::from(boundary.end - boundary.start);
                let seen = mix(around ^ (length << 32 | (capitals.len() as u64) << 16));
                for place in &self.capital_places[capitals] {
                    let colour = &mut self.colours[usize::from(place.letter)];
                    *colour = colour.wrapping_add(seen);
                }
            }
        }
    }

    /// The hash of the boundary read from each of its occurrences, in both directions.
    fn hash_rotations(&mut self, start: u16, end: u16) {
        let span = usize::from(start)..usize::from(end);
        let length = span.len();
        let forward_tokens = &self.forward_tokens[span.clone()];
        let backward_tokens = &self.backward_tokens[span.clone()];
        let forward_hashes = &mut self.forward_hashes[span.clone()];
        let backward_hashes = &mut self.backward_hashes[span];
        if length == 1 {
            forward_hashes[0] = forward_tokens[0];
            backward_hashes[0] = backward_tokens[0];
            return;
        }
        let (mut forward, mut backward) = (0u64, 0u64);
        for (&forward_token, &backward_token) in forward_tokens.iter().zip(backward_tokens) {
            forward = forward.wrapping_mul(BASE).wrapping_add(forward_token);
            backward = backward.wrapping_mul(BASE).wrapping_add(backward_token);
        }
        // Reading from the next place is reading from here, shifted, with the first token moved to the end.
        let wrap = 1u64.wrapping_sub(POWERS[length]);
        let tokens = forward_tokens.iter().zip(backward_tokens);
        for ((forward_hash, backward_hash), (&forward_token, &backward_token)) in
            forward_hashes.iter_mut().zip(backward_hashes).zip(tokens)
        {
            *forward_hash = forward;
            *backward_hash = backward;
            forward = forward
                .wrapping_mul(BASE)
                .wrapping_add(forward_token.wrapping_mul(wrap));
            backward = backward
                .wrapping_mul(BASE)
                .wrapping_add(backward_token.wrapping_mul(wrap));
        }
    }

    /// One round of colour refinement.
    pub(super) fn refine(&mut self, level: usize) {
        for place in &self.capital_places {
            let colour = self.colours[level + usize::from(place.letter)];
            self.forward_tokens[usize::from(place.forward)] = colour;
            self.backward_tokens[usize::from(place.backward)] = colour;
        }
        self.sums.clear();
        self.sums.resize(self.letters, 0);
        for region in 0..self.regions.len() {
            let Region {
                first_boundary,
                end_boundary,
                ..
            } = self.regions[region];
            if first_boundary == end_boundary {
                continue;
            }
            let (mut forward, mut backward) = self.constant[region];
            for boundary in first_boundary..end_boundary {
                let Boundary {
                    start,
                    end,
                    first_capital,
                    end_capital,
                } = self.boundaries[usize::from(boundary)];
                if first_capital == end_capital {
                    continue;
                }
                self.hash_rotations(start, end);
                let (mut forward_sum, mut backward_sum) =
                    (u64::from(end - start), u64::from(end - start));
                for place in
                    &self.capital_places[usize::from(first_capital)..usize::from(end_capital)]
                {
                    forward_sum = forward_sum
                        .wrapping_add(mix(self.forward_hashes[usize::from(place.forward)]));
                    backward_sum = backward_sum
                        .wrapping_add(mix(self.backward_hashes[usize::from(place.backward)]));
                }
                forward = forward.wrapping_add(mix(forward_sum));
                backward = backward.wrapping_add(mix(backward_sum));
            }
            let (forward, backward) = (mix(forward), mix(backward));
            let first = self.boundaries[usize::from(first_boundary)].first_capital;
            let end = self.boundaries[usize::from(end_boundary) - 1].end_capital;
            for place in &self.capital_places[usize::from(first)..usize::from(end)] {
                let seen_forward = mix(self.forward_hashes[usize::from(place.forward)] ^ forward);
                let seen_backward =
                    mix(self.backward_hashes[usize::from(place.backward)] ^ backward);
                let sum = &mut self.sums[usize::from(place.letter)];
                *sum = sum.wrapping_add(mix(seen_forward.wrapping_add(seen_backward)));
            }
        }
        for (colour, &sum) in self.colours[level..].iter_mut().zip(&self.sums) {
            *colour = mix(colour.wrapping_mul(3).wrapping_add(sum));
        }
    }
}
