//! The true canonical form of a land: two lands get the same bytes exactly when they differ by rotating boundaries, reversing
//! all boundaries of a region, reordering and renaming.
//!
//! Small letters need no search: an occurrence is described by the distance to its partner along the boundary, which
//! rotation and renaming leave alone. Capitals are told apart by colour refinement: the colour of a letter is a hash of what
//! is seen walking its two boundaries from it, in both directions, and of the regions around. Colours depend on the shape
//! alone, so ordering letters by colour is canonical. A hash collision can only make colours coarser. Where a tie
//! remains, each letter of a smallest tied class is singled out in turn and the least of the resulting byte strings is taken.

use crate::land::{CAPITAL, END_BOUNDARY, END_REGION, LOWER};

/// A spot occurrence before names are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Occurs once in the land; the degree.
    Generic(u8),
    /// Both occurrences in this boundary; the distance to the other one, walking forward.
    Lower(u16),
    /// Occurrences in two boundaries; the number of the letter.
    Capital(u8),
}

const LOWER_KEY: u16 = 16;
const CAPITAL_KEY: u16 = 1024;
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 29)
}

/// Scratch space of the canonical form, kept from land to land so that nothing is allocated in steady state.
#[derive(Default)]
pub(crate) struct Canonizer {
    /// All occurrences, boundary after boundary.
    kinds: Vec<Kind>,
    /// First and one-past-last occurrence of each boundary.
    boundaries: Vec<(u16, u16)>,
    /// First and one-past-last boundary of each region.
    regions: Vec<(u16, u16)>,
    capitals: usize,
    // Refinement: hash of the boundary read from each occurrence, forwards and backwards.
    forward: Vec<u64>,
    backward: Vec<u64>,
    sums: Vec<u64>,
    // Emission.
    keys: Vec<u16>,
    rotated: [Vec<u16>; 2],
    rotated_boundaries: [Vec<(u16, u16, u16)>; 2],
    region_keys: Vec<u16>,
    region_spans: Vec<(u16, u16)>,
    leaf: Vec<u8>,
    colour_stack: Vec<u64>,
}

impl Canonizer {
    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
        self.boundaries.clear();
        self.regions.clear();
        self.capitals = 0;
    }

    pub(crate) fn push_generic(&mut self, degree: u8) {
        self.kinds.push(Kind::Generic(degree));
    }

    pub(crate) fn push_lower(&mut self, distance_forward: u16) {
        self.kinds.push(Kind::Lower(distance_forward));
    }

    pub(crate) fn push_capital(&mut self, letter: u8) {
        self.capitals = self.capitals.max(usize::from(letter) + 1);
        self.kinds.push(Kind::Capital(letter));
    }

    pub(crate) fn end_boundary(&mut self) {
        let first = self.boundaries.last().map_or(0, |&(_, end)| end);
        self.boundaries.push((first, self.kinds.len() as u16));
    }

    pub(crate) fn end_region(&mut self) {
        let first = self.regions.last().map_or(0, |&(_, end)| end);
        self.regions.push((first, self.boundaries.len() as u16));
    }

    /// Appends the canonical bytes of the land that was pushed.
    pub(crate) fn finish(&mut self, output: &mut Vec<u8>) {
        if self.capitals == 0 {
            self.emit(&[]);
            output.extend_from_slice(&self.leaf);
            return;
        }
        let start = output.len();
        self.colour_stack.clear();
        self.colour_stack.resize(self.capitals, BASE);
        self.search(0, output, start);
    }

    /// Refines the colours that begin at `level` of the stack and visits all leaves below them; the least is left in `output[start..]`.
    fn search(&mut self, level: usize, output: &mut Vec<u8>, start: usize) {
        let capitals = self.capitals;
        self.refine(level);
        // The letters in the order of their colours.
        let mut order = [0u8; 128];
        for letter in 0..capitals {
            let colour = self.colour_stack[level + letter];
            let mut place = letter;
            while place > 0 && self.colour_stack[level + usize::from(order[place - 1])] > colour {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = letter as u8;
        }
        // A smallest class of letters with the same colour, of two or more.
        let mut tied: Option<(usize, usize)> = None;
        let mut first = 0;
        while first < capitals {
            let colour = self.colour_stack[level + usize::from(order[first])];
            let mut end = first + 1;
            while end < capitals && self.colour_stack[level + usize::from(order[end])] == colour {
                end += 1;
            }
            if end - first > 1 && tied.is_none_or(|(from, to)| end - first < to - from) {
                tied = Some((first, end));
            }
            first = end;
        }
        let Some((first, end)) = tied else {
            let mut rank = [0u8; 128];
            for (place, &letter) in order[..capitals].iter().enumerate() {
                rank[usize::from(letter)] = place as u8;
            }
            self.emit(&rank[..capitals]);
            if output.len() == start || self.leaf[..] < output[start..] {
                output.truncate(start);
                output.extend_from_slice(&self.leaf);
            }
            return;
        };
        for &letter in &order[first..end] {
            let next = level + capitals;
            self.colour_stack.truncate(next);
            self.colour_stack.extend_from_within(level..next);
            let colour = &mut self.colour_stack[next + usize::from(letter)];
            *colour = mix(*colour ^ BASE);
            self.search(next, output, start);
        }
    }

    /// Colour refinement until the number of classes no longer grows.
    fn refine(&mut self, level: usize) {
        let mut classes = count_classes(&self.colour_stack[level..level + self.capitals]);
        loop {
            if classes == self.capitals {
                return;
            }
            self.refine_once(level);
            let refined = count_classes(&self.colour_stack[level..level + self.capitals]);
            if refined <= classes {
                return;
            }
            classes = refined;
        }
    }

    fn refine_once(&mut self, level: usize) {
        self.sums.clear();
        self.sums.resize(self.capitals, 0);
        self.forward.resize(self.kinds.len(), 0);
        self.backward.resize(self.kinds.len(), 0);
        for &(first_boundary, end_boundary) in &self.regions {
            let (mut region_forward, mut region_backward) = (0u64, 0u64);
            let boundaries =
                &self.boundaries[usize::from(first_boundary)..usize::from(end_boundary)];
            for &(first, end) in boundaries {
                let (first, end) = (usize::from(first), usize::from(end));
                let kinds = &self.kinds[first..end];
                if let [Kind::Generic(degree)] = kinds {
                    let lone = mix(u64::from(*degree) + 1);
                    region_forward = region_forward.wrapping_add(lone);
                    region_backward = region_backward.wrapping_add(lone);
                    continue;
                }
                let length = kinds.len() as u64;
                let colours = &self.colour_stack[level..];
                let token = |kind: Kind, reversed: bool| -> u64 {
                    match kind {
                        Kind::Generic(degree) => {
                            0x1234_5671 + 0x1111_1100_0000_0000 * u64::from(degree)
                        }
                        Kind::Lower(distance) => {
                            let distance = if reversed {
                                length - u64::from(distance)
                            } else {
                                u64::from(distance)
                            };
                            mix(0x0abc_def0_0000_0000 + distance)
                        }
                        Kind::Capital(letter) => colours[usize::from(letter)],
                    }
                };
                // Polynomial hashes of all rotations: reading from i+1 is reading from i, shifted, with the first token moved to the end.
                let (mut forward, mut backward, mut power) = (0u64, 0u64, 1u64);
                for offset in 0..kinds.len() {
                    forward = forward
                        .wrapping_mul(BASE)
                        .wrapping_add(token(kinds[offset], false));
                    backward = backward
                        .wrapping_mul(BASE)
                        .wrapping_add(token(kinds[kinds.len() - 1 - offset], true));
                    power = power.wrapping_mul(BASE);
                }
                let wrap = 1u64.wrapping_sub(power);
                let (mut forward_sum, mut backward_sum) = (0u64, 0u64);
                for offset in 0..kinds.len() {
                    self.forward[first + offset] = forward;
                    forward_sum = forward_sum.wrapping_add(mix(forward));
                    forward = forward
                        .wrapping_mul(BASE)
                        .wrapping_add(token(kinds[offset], false).wrapping_mul(wrap));
                    let offset = kinds.len() - 1 - offset;
                    self.backward[first + offset] = backward;
                    backward_sum = backward_sum.wrapping_add(mix(backward));
                    backward = backward
                        .wrapping_mul(BASE)
                        .wrapping_add(token(kinds[offset], true).wrapping_mul(wrap));
                }
                region_forward = region_forward.wrapping_add(mix(forward_sum));
                region_backward = region_backward.wrapping_add(mix(backward_sum));
            }
            let (region_forward, region_backward) = (mix(region_forward), mix(region_backward));
            for &(first, end) in boundaries {
                for place in usize::from(first)..usize::from(end) {
                    if let Kind::Capital(letter) = self.kinds[place] {
                        let seen = mix(self.forward[place] ^ region_forward)
                            .wrapping_add(mix(self.backward[place] ^ region_backward));
                        let sum = &mut self.sums[usize::from(letter)];
                        *sum = sum.wrapping_add(mix(seen));
                    }
                }
            }
        }
        for (colour, &sum) in self.colour_stack[level..].iter_mut().zip(&self.sums) {
            *colour = mix(colour.wrapping_mul(3).wrapping_add(sum));
        }
    }

    /// Writes the land into `self.leaf`, with capitals ordered by rank: the least string of each region over rotations and the
    /// two directions, regions in order, names as they first appear.
    fn emit(&mut self, rank: &[u8]) {
        self.region_keys.clear();
        self.region_spans.clear();
        for region in 0..self.regions.len() {
            let (first_boundary, end_boundary) = self.regions[region];
            for direction in 0..2 {
                self.rotated[direction].clear();
                self.rotated_boundaries[direction].clear();
                for boundary in first_boundary..end_boundary {
                    let (first, end) = self.boundaries[usize::from(boundary)];
                    let kinds = &self.kinds[usize::from(first)..usize::from(end)];
                    let length = kinds.len() as u16;
                    let key = |kind: Kind, reversed: bool| match kind {
                        Kind::Generic(degree) => u16::from(degree),
                        Kind::Lower(distance) => {
                            LOWER_KEY
                                + if reversed {
                                    length - distance
                                } else {
                                    distance
                                }
                        }
                        Kind::Capital(letter) => CAPITAL_KEY + u16::from(rank[usize::from(letter)]),
                    };
                    self.keys.clear();
                    if direction == 0 {
                        self.keys.extend(kinds.iter().map(|&kind| key(kind, false)));
                    } else {
                        self.keys
                            .extend(kinds.iter().rev().map(|&kind| key(kind, true)));
                    }
                    let least = least_rotation(&self.keys);
                    let rotated = &mut self.rotated[direction];
                    let from = rotated.len() as u16;
                    rotated.extend_from_slice(&self.keys[least..]);
                    rotated.extend_from_slice(&self.keys[..least]);
                    // The first key in front speeds up the comparison below: most boundaries differ there.
                    self.rotated_boundaries[direction].push((
                        rotated[usize::from(from)],
                        from,
                        rotated.len() as u16,
                    ));
                }
                let rotated = &self.rotated[direction];
                let boundaries = &mut self.rotated_boundaries[direction];
                insertion_sort(boundaries, |a, b| {
                    a.0.cmp(&b.0).then_with(|| {
                        rotated[usize::from(a.1)..usize::from(a.2)]
                            .cmp(&rotated[usize::from(b.1)..usize::from(b.2)])
                    })
                });
            }
            let order = {
                let [forward, backward] = &self.rotated;
                let [forward_boundaries, backward_boundaries] = &self.rotated_boundaries;
                let slices = |keys, boundaries| slices_of(keys, boundaries);
                slices(forward, forward_boundaries).cmp(slices(backward, backward_boundaries))
            };
            let direction = usize::from(order.is_gt());
            let start = self.region_keys.len() as u16;
            for slice in slices_of(
                &self.rotated[direction],
                &self.rotated_boundaries[direction],
            ) {
                self.region_keys.extend_from_slice(slice);
                self.region_keys.push(u16::MAX);
            }
            self.region_spans
                .push((start, self.region_keys.len() as u16));
        }
        let keys = &self.region_keys;
        insertion_sort(&mut self.region_spans, |a, b| {
            keys[usize::from(a.0)..usize::from(a.1)].cmp(&keys[usize::from(b.0)..usize::from(b.1)])
        });
        self.name_letters();
    }

    /// Turns the sorted keys into bytes, naming letters in the order they first appear.
    fn name_letters(&mut self) {
        self.leaf.clear();
        let mut name = [0u8; 128];
        let mut names = 0u8;
        for &(start, end) in &self.region_spans {
            for boundary in self.region_keys[usize::from(start)..usize::from(end) - 1]
                .split(|&key| key == u16::MAX)
            {
                let begin = self.leaf.len();
                let mut lower_names = LOWER;
                for (place, &key) in boundary.iter().enumerate() {
                    let byte = if key < LOWER_KEY {
                        key as u8
                    } else if key < CAPITAL_KEY {
                        let partner = (place + usize::from(key - LOWER_KEY)) % boundary.len();
                        if partner < place {
                            self.leaf[begin + partner]
                        } else {
                            lower_names += 1;
                            lower_names - 1
                        }
                    } else {
                        let name = &mut name[usize::from(key - CAPITAL_KEY)];
                        if *name == 0 {
                            *name = CAPITAL + names;
                            names += 1;
                        }
                        *name
                    };
                    self.leaf.push(byte);
                }
                self.leaf.push(END_BOUNDARY);
            }
            self.leaf.push(END_REGION);
        }
    }
}

fn slices_of<'a>(
    keys: &'a [u16],
    boundaries: &'a [(u16, u16, u16)],
) -> impl Iterator<Item = &'a [u16]> {
    boundaries
        .iter()
        .map(move |&(_, from, to)| &keys[usize::from(from)..usize::from(to)])
}

fn count_classes(colours: &[u64]) -> usize {
    (0..colours.len())
        .filter(|&index| !colours[..index].contains(&colours[index]))
        .count()
}

/// Where the lexicographically least rotation begins.
fn least_rotation(keys: &[u16]) -> usize {
    let length = keys.len();
    let (mut best, mut candidate, mut matched) = (0, 1, 0);
    while candidate < length && best < length && matched < length {
        let at = |start: usize| {
            let place = start + matched;
            keys[if place >= length {
                place - length
            } else {
                place
            }]
        };
        match at(best).cmp(&at(candidate)) {
            std::cmp::Ordering::Equal => {
                matched += 1;
                continue;
            }
            std::cmp::Ordering::Greater => best += matched + 1,
            std::cmp::Ordering::Less => candidate += matched + 1,
        }
        if best == candidate {
            candidate += 1;
        }
        matched = 0;
    }
    best.min(candidate)
}

/// The lists here are short and nearly sorted.
fn insertion_sort<T: Copy>(items: &mut [T], compare: impl Fn(&T, &T) -> std::cmp::Ordering) {
    for index in 1..items.len() {
        let item = items[index];
        let mut place = index;
        while place > 0 && compare(&items[place - 1], &item).is_gt() {
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
    }
}
