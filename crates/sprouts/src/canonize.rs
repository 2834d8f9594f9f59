//! The true canonical form of a land: two lands get the same bytes exactly when they differ by rotating boundaries, reversing
//! all boundaries of a region, reordering and renaming.
//!
//! Small letters need no search: an occurrence is described by the distance to its partner along the boundary, which
//! rotation and renaming leave alone. Capitals are told apart by colour refinement: the colour of a letter is a hash of what
//! is seen walking its two boundaries from it, in both directions, and of the regions around. Colours depend on the shape
//! alone, so ordering letters by colour is canonical. A hash collision can only make colours coarser. Where a tie
//! remains, each letter of a smallest tied class is singled out in turn and the least of the results is taken; two equal results
//! show an automorphism, which saves its images from being visited.
//!
//! Four fifths of a solver's time are spent here, hence the flat arrays and the short cuts for boundaries of one spot.

use crate::land::{CAPITAL, END_BOUNDARY, END_REGION, LOWER};
use std::cmp::Ordering;

/// Keys order the occurrences of a boundary: generic spots by degree, small letters by distance, capitals by rank.
type Key = u16;
const LOWER_KEY: Key = 16;
const CAPITAL_KEY: Key = 1024;
/// The key of a capital is its rank plus this times the number of letters it stands for.
const WEIGHT: Key = 128;
/// Stands where the length of a boundary would.
const END_OF_REGION: Key = 0;

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
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

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 29)
}

fn token(key: Key) -> u64 {
    (u64::from(key) + 1).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

#[derive(Clone, Copy)]
struct CapitalPlace {
    forward: u16,
    /// The same occurrence in the arrays that hold each boundary backwards.
    backward: u16,
    letter: u8,
}

#[derive(Clone, Copy)]
struct Boundary {
    start: u16,
    end: u16,
    /// The capitals in it, as a span of `capital_places`.
    first_capital: u16,
    end_capital: u16,
}

#[derive(Clone, Copy)]
struct Region {
    first_boundary: u16,
    end_boundary: u16,
    /// Boundaries of one generic spot are only counted, by degree.
    singles: [u16; 3],
}

/// Scratch space of the canonical form, kept from land to land so that nothing is allocated in steady state.
#[derive(Default)]
pub(crate) struct Canonizer {
    // The land, as it is pushed: the keys of each boundary walked forwards, and walked backwards.
    forward_keys: Vec<Key>,
    backward_keys: Vec<Key>,
    /// Where the capitals stand, in order, and which letters they are.
    capital_places: Vec<CapitalPlace>,
    boundaries: Vec<Boundary>,
    regions: Vec<Region>,
    singles: [u16; 3],
    letters: usize,
    /// Whether some letter occurs twice in one region.
    is_linked: bool,
    /// How many letters each letter stands for.
    weights: Vec<u8>,
    bundles: Bundles,
    /// All that was pushed, in bytes: equal ones are the same land, though most lands have several. Empty when it does not fit bytes.
    form: Vec<u8>,
    fits_form: bool,
    // Refinement: tokens, and the hash of the boundary read from each occurrence.
    forward_tokens: Vec<u64>,
    backward_tokens: Vec<u64>,
    forward_hashes: Vec<u64>,
    backward_hashes: Vec<u64>,
    /// What boundaries without capitals and counted spots add to the hash of each region.
    constant: Vec<(u64, u64)>,
    /// The colours of the letters at each level of the search, and the letters in the order of their colours.
    colours: Vec<u64>,
    orders: Vec<u8>,
    sums: Vec<u64>,
    // Emission.
    rank: Vec<u8>,
    name: Vec<u8>,
    forward: Reading,
    backward: Reading,
    shapes: Vec<Key>,
    /// Where each region begins and ends in `shapes`, and its number.
    shape_spans: Vec<(u16, u16, u16)>,
    leaf: Vec<Key>,
    // The least leaf so far, its letters by rank, and the letters singled out on the way to it; the same for the leaf being visited.
    best: Vec<Key>,
    best_order: Vec<u8>,
    best_path: Vec<u8>,
    path: Vec<u8>,
    /// Set while automorphisms are wanted, with the trace of the best leaf.
    best_trace: Option<Trace>,
    automorphisms: Vec<Automorphism>,
    /// At each depth, which letters are known to be alike under automorphisms that keep the path.
    orbits: Vec<u8>,
}

/// A region read in one direction: its boundaries, each in its least rotation, in order.
#[derive(Default)]
struct Reading {
    keys: Vec<Key>,
    spans: Vec<Span>,
}

#[derive(Clone, Copy)]
struct Span {
    from: u16,
    to: u16,
    /// Which boundary this is, and where its reading begins.
    boundary: u16,
    rotation: u16,
}

impl Canonizer {
    pub(crate) fn clear(&mut self) {
        self.forward_keys.clear();
        self.backward_keys.clear();
        self.capital_places.clear();
        self.boundaries.clear();
        self.regions.clear();
        self.singles = [0; 3];
        self.letters = 0;
        self.is_linked = false;
        self.form.clear();
        self.fits_form = true;
    }

    /// The land as it was pushed. Equal forms are the same land; a land has several. Empty if the land has none.
    pub(crate) fn form(&self) -> &[u8] {
        if self.fits_form { &self.form } else { &[] }
    }

    /// A boundary of one spot that occurs nowhere else.
    pub(crate) fn push_single(&mut self, degree: u8) {
        self.singles[usize::from(degree)] += 1;
    }

    pub(crate) fn push_generic(&mut self, degree: u8) {
        self.form.push(degree);
        self.forward_keys.push(Key::from(degree));
        self.backward_keys.push(Key::from(degree));
    }

    pub(crate) fn push_lower(&mut self, distance_forward: u16, distance_backward: u16) {
        self.fits_form &= distance_forward < u16::from(END_BOUNDARY - LOWER);
        self.form.push(LOWER.wrapping_add(distance_forward as u8));
        self.forward_keys.push(LOWER_KEY + distance_forward);
        self.backward_keys.push(LOWER_KEY + distance_backward);
    }

    pub(crate) fn push_capital(&mut self, letter: u8) {
        self.form.push(CAPITAL.wrapping_add(letter));
        self.letters = self.letters.max(usize::from(letter) + 1);
        let forward = self.forward_keys.len() as u16;
        self.capital_places.push(CapitalPlace {
            forward,
            backward: forward,
            letter,
        });
        self.forward_keys.push(CAPITAL_KEY);
        self.backward_keys.push(CAPITAL_KEY);
    }

    /// Says that a capital occurs twice in one region, which no drawing shows but a text may say.
    pub(crate) fn link(&mut self) {
        self.is_linked = true;
    }

    pub(crate) fn end_boundary(&mut self) {
        let (start, first_capital) = self
            .boundaries
            .last()
            .map_or((0, 0), |last| (last.end, last.end_capital));
        let (end, end_capital) = (
            self.forward_keys.len() as u16,
            self.capital_places.len() as u16,
        );
        self.form.push(END_BOUNDARY);
        self.backward_keys[usize::from(start)..].reverse();
        for place in &mut self.capital_places[usize::from(first_capital)..] {
            place.backward = start + end - 1 - place.forward;
        }
        self.boundaries.push(Boundary {
            start,
            end,
            first_capital,
            end_capital,
        });
    }

    pub(crate) fn end_region(&mut self) {
        let first_boundary = self.regions.last().map_or(0, |last| last.end_boundary);
        let end_boundary = self.boundaries.len() as u16;
        self.regions.push(Region {
            first_boundary,
            end_boundary,
            singles: self.singles,
        });
        let [zeros, ones, twos] = self.singles;
        self.fits_form &= zeros.max(ones).max(twos) < 256;
        self.form
            .extend([END_REGION, zeros as u8, ones as u8, twos as u8]);
        self.singles = [0; 3];
    }

    /// Appends the canonical bytes of the land that was pushed.
    pub(crate) fn finish(&mut self, output: &mut Vec<u8>) {
        let done = self.finish_unless(output, |_| None::<()>);
        debug_assert!(done.is_none());
    }

    /// Appends the canonical bytes of the land that was pushed, unless some other bytes that describe the same land are recognised first.
    ///
    /// Most ties come from symmetry, and then the first leaf is as good as any. So it is shown to `recognise` before the others are
    /// visited: bytes that it knows to be canonical say which land this is.
    pub(crate) fn finish_unless<T>(
        &mut self,
        output: &mut Vec<u8>,
        mut recognise: impl FnMut(&[u8]) -> Option<T>,
    ) -> Option<T> {
        if self.best_trace.is_none() {
            self.bundle();
        } else {
            self.weights.clear();
            self.weights.resize(self.letters, 1);
        }
        self.orders.clear();
        self.orders.extend(0..self.letters as u8);
        let mut recognised = None;
        if self.letters < 2 {
            self.read_leaf(0);
            std::mem::swap(&mut self.best, &mut self.leaf);
        } else {
            self.best.clear();
            self.path.clear();
            self.prepare();
            self.first_colours();
            let classes = self.sort_by_colour(0);
            let begin = output.len();
            self.search(0, classes, &mut |canonizer| {
                canonizer.name_letters(output);
                recognised = recognise(&output[begin..]);
                output.truncate(begin);
                recognised.is_some()
            });
        }
        if recognised.is_none() {
            self.name_letters(output);
        }
        recognised
    }

    /// Refines the colours at this depth and visits the leaves below them; the least is left in `self.best`. Leaves that an automorphism
    /// maps to leaves already seen are left out: gives back how many levels of the search go on, if not all of them. None does
    /// when the first of several leaves is `enough`.
    fn search(
        &mut self,
        depth: usize,
        mut classes: usize,
        enough: &mut impl FnMut(&mut Self) -> bool,
    ) -> Option<usize> {
        let letters = self.letters;
        let level = depth * letters;
        while classes < letters {
            self.refine(level);
            let refined = self.sort_by_colour(level);
            if refined <= classes {
                break;
            }
            classes = refined;
        }
        // The last two alike can change places (see `pair_is_symmetric`), so their order does not matter.
        let one_pair = classes + 1 == letters && !self.is_linked && self.best_trace.is_none();
        if classes == letters || one_pair {
            self.read_leaf(level);
            debug_assert!(!one_pair || self.pair_is_symmetric(level));
            let first_of_several = depth > 0 && self.best.is_empty();
            let go_on = self.compare_leaf(level);
            return if first_of_several && enough(self) {
                Some(0)
            } else {
                go_on
            };
        }
        let (first, end) = self.smallest_tie(level);
        let next = level + letters;
        self.orbits.truncate(level);
        self.orbits.extend(0..letters as u8);
        for place in first..end {
            let letter = self.orders[level + place];
            let orbits = &self.orbits[level..next];
            let explored = &self.orders[level + first..level + place];
            if explored
                .iter()
                .any(|&other| root(orbits, other) == root(orbits, letter))
            {
                continue;
            }
            self.colours.truncate(next);
            self.colours.extend_from_within(level..next);
            self.orders.truncate(next);
            self.orders.extend_from_within(level..next);
            let colour = &mut self.colours[next + usize::from(letter)];
            *colour = mix(*colour ^ BASE);
            let classes = self.sort_by_colour(next);
            self.path.push(letter);
            let go_on = self.search(depth + 1, classes, enough);
            self.path.pop();
            if let Some(levels) = go_on
                && levels <= depth
            {
                return go_on;
            }
        }
        None
    }

    /// Whether the leaf just read stays the same when the two letters of one colour change places. It does where refinement ended with
    /// one pair and no letter occurs twice in a region. For let A and B be the pair. Each occurrence of A sees, one way
    /// round or the other, just what one of B sees: the same words about it and the same region, in which every other letter has a colour
    /// of its own. So A's region can be laid on B's, that occurrence on that one and every other letter on itself; where the two regions
    /// are one, it is turned or rotated onto itself. Doing so for both occurrences, and the reverse for B's, moves nothing else.
    fn pair_is_symmetric(&mut self, level: usize) -> bool {
        let order = &self.orders[level..level + self.letters];
        let colour = |place: usize| self.colours[level + usize::from(order[place])];
        let pair = (1..self.letters).find(|&place| colour(place - 1) == colour(place));
        let pair = level + pair.expect("there is a pair");
        let leaf = self.leaf.clone();
        self.orders.swap(pair - 1, pair);
        self.read_leaf(level);
        let symmetric = leaf == self.leaf;
        self.orders.swap(pair - 1, pair);
        self.leaf = leaf;
        symmetric
    }

    /// Keeps the leaf if it is the least so far. An equal one shows an automorphism: the whole branch is like the one that holds the best.
    fn compare_leaf(&mut self, level: usize) -> Option<usize> {
        let order = &self.orders[level..level + self.letters];
        let comparison = if self.best.is_empty() {
            Ordering::Less
        } else {
            self.leaf.cmp(&self.best)
        };
        match comparison {
            Ordering::Greater => None,
            Ordering::Less => {
                std::mem::swap(&mut self.best, &mut self.leaf);
                self.best_order.clear();
                self.best_order.extend_from_slice(order);
                self.best_path.clear();
                self.best_path.extend_from_slice(&self.path);
                if self.best_trace.is_some() {
                    self.best_trace = Some(self.trace());
                }
                None
            }
            Ordering::Equal => {
                if self.best_trace.is_some() {
                    let image = self.trace();
                    self.add_automorphism(&image);
                }
                let order = &self.orders[level..level + self.letters];
                let fork = self
                    .path
                    .iter()
                    .zip(&self.best_path)
                    .position(|(a, b)| a != b)?;
                for depth in 0..=fork {
                    let orbits = &mut self.orbits[depth * self.letters..][..self.letters];
                    for (&a, &b) in order.iter().zip(&self.best_order) {
                        let (a, b) = (root(orbits, a), root(orbits, b));
                        orbits[usize::from(a.max(b))] = a.min(b);
                    }
                }
                Some(fork + 1)
            }
        }
    }

    /// Sorts the letters by colour and counts the colours.
    fn sort_by_colour(&mut self, level: usize) -> usize {
        let colours = &self.colours[level..level + self.letters];
        let order = &mut self.orders[level..level + self.letters];
        insertion_sort(order, |&a, &b| {
            colours[usize::from(a)].cmp(&colours[usize::from(b)])
        });
        1 + order
            .windows(2)
            .filter(|pair| colours[usize::from(pair[0])] != colours[usize::from(pair[1])])
            .count()
    }

    /// A smallest class of two or more letters of one colour, as a span of the order.
    fn smallest_tie(&self, level: usize) -> (usize, usize) {
        let colour = |place: usize| self.colours[level + usize::from(self.orders[level + place])];
        let mut smallest = (0, usize::MAX);
        let mut first = 0;
        while first < self.letters {
            let mut end = first + 1;
            while end < self.letters && colour(end) == colour(first) {
                end += 1;
            }
            if end - first > 1 && end - first < smallest.1 - smallest.0 {
                smallest = (first, end);
            }
            first = end;
        }
        smallest
    }

    /// Automorphisms of the land that was pushed: enough to generate all that do not only exchange equal boundaries.
    pub(crate) fn automorphisms(&mut self, scratch: &mut Vec<u8>) -> &[Automorphism] {
        self.automorphisms.clear();
        self.best_trace = Some(Trace::default());
        scratch.clear();
        self.finish(scratch);
        self.best_trace = None;
        // The capitals are all told apart now, so what still looks alike can be exchanged without touching anything else.
        for number in 0..self.regions.len() {
            let Region {
                first_boundary,
                end_boundary,
                ..
            } = self.regions[number];
            let boundaries = usize::from(first_boundary)..usize::from(end_boundary);
            self.forward
                .read(&self.boundaries[boundaries.clone()], &self.forward_keys);
            self.backward
                .read(&self.boundaries[boundaries.clone()], &self.backward_keys);
            if self.forward.cmp(&self.backward).is_eq()
                && self.boundaries[boundaries.clone()]
                    .iter()
                    .any(|boundary| boundary.end - boundary.start > 2)
            {
                let mut mirror = self.identity();
                let (mut from, mut to) = (Vec::new(), Vec::new());
                self.forward
                    .trace(&self.boundaries[boundaries.clone()], false, &mut from);
                self.backward
                    .trace(&self.boundaries[boundaries.clone()], true, &mut to);
                for (&from, &to) in from.iter().zip(&to) {
                    mirror.occurrences[usize::from(from)] = to;
                }
                mirror.regions[number].1 = true;
                self.automorphisms.push(mirror);
            }
            for boundary in boundaries {
                let Boundary { start, end, .. } = self.boundaries[boundary];
                let keys = &self.forward_keys[usize::from(start)..usize::from(end)];
                let period = (1..keys.len()).find(|&shift| {
                    keys.len().is_multiple_of(shift) && keys[shift..] == keys[..keys.len() - shift]
                });
                if let Some(period) = period {
                    let mut turn = self.identity();
                    for place in 0..keys.len() {
                        turn.occurrences[usize::from(start) + place] =
                            start + ((place + period) % keys.len()) as u16;
                    }
                    self.automorphisms.push(turn);
                }
            }
        }
        &self.automorphisms
    }

    fn identity(&self) -> Automorphism {
        Automorphism {
            occurrences: (0..self.forward_keys.len() as u16).collect(),
            regions: (0..self.regions.len() as u16)
                .map(|region| (region, false))
                .collect(),
        }
    }

    /// In which order the leaf just read visits the occurrences and regions.
    fn trace(&mut self) -> Trace {
        let mut trace = Trace::default();
        for slot in 0..self.shape_spans.len() {
            let number = self.shape_spans[slot].2;
            let Region {
                first_boundary,
                end_boundary,
                ..
            } = self.regions[usize::from(number)];
            let boundaries =
                &self.boundaries[usize::from(first_boundary)..usize::from(end_boundary)];
            self.forward.read(boundaries, &self.forward_keys);
            self.backward.read(boundaries, &self.backward_keys);
            let reversed = self.forward.cmp(&self.backward).is_gt();
            let reading = if reversed {
                &self.backward
            } else {
                &self.forward
            };
            reading.trace(boundaries, reversed, &mut trace.occurrences);
            trace.regions.push((number, reversed));
        }
        trace
    }

    fn add_automorphism(&mut self, image: &Trace) {
        let mut automorphism = self.identity();
        let best = self.best_trace.as_ref().expect("called while tracing");
        for (&from, &to) in best.occurrences.iter().zip(&image.occurrences) {
            automorphism.occurrences[usize::from(from)] = to;
        }
        for (&(from, from_reversed), &(to, to_reversed)) in best.regions.iter().zip(&image.regions)
        {
            automorphism.regions[usize::from(from)] = (to, from_reversed != to_reversed);
        }
        self.automorphisms.push(automorphism);
    }

    /// Tokens and hashes of all that does not depend on colours.
    fn prepare(&mut self) {
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
    fn first_colours(&mut self) {
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
    fn refine(&mut self, level: usize) {
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

    /// Reads the land into `self.leaf`, with capitals ranked by their colours: each region in the direction that gives the lesser
    /// keys, regions in order.
    fn read_leaf(&mut self, level: usize) {
        self.rank.resize(self.letters, 0);
        for (place, &letter) in self.orders[level..level + self.letters].iter().enumerate() {
            self.rank[usize::from(letter)] = place as u8;
        }
        for place in &self.capital_places {
            let letter = usize::from(place.letter);
            let key = CAPITAL_KEY
                + WEIGHT * Key::from(self.weights[letter])
                + Key::from(self.rank[letter]);
            self.forward_keys[usize::from(place.forward)] = key;
            self.backward_keys[usize::from(place.backward)] = key;
        }
        self.shapes.clear();
        self.shape_spans.clear();
        for (number, region) in self.regions.iter().enumerate() {
            let start = self.shapes.len() as u16;
            // Most lone spots first, as people write them.
            self.shapes
                .extend(region.singles.map(|count| Key::MAX - count));
            let boundaries = &self.boundaries
                [usize::from(region.first_boundary)..usize::from(region.end_boundary)];
            self.forward.read(boundaries, &self.forward_keys);
            let reading = if boundaries
                .iter()
                .all(|boundary| boundary.end - boundary.start <= 2)
            {
                &self.forward
            } else {
                self.backward.read(boundaries, &self.backward_keys);
                if self.forward.cmp(&self.backward).is_le() {
                    &self.forward
                } else {
                    &self.backward
                }
            };
            for &Span { from, to, .. } in &reading.spans {
                self.shapes.push(to - from);
                self.shapes
                    .extend_from_slice(&reading.keys[usize::from(from)..usize::from(to)]);
            }
            self.shapes.push(END_OF_REGION);
            self.shape_spans
                .push((start, self.shapes.len() as u16, number as u16));
        }
        if self.shape_spans.len() == 1 {
            std::mem::swap(&mut self.leaf, &mut self.shapes);
            return;
        }
        let shapes = &self.shapes;
        insertion_sort(&mut self.shape_spans, |a, b| {
            shapes[usize::from(a.0)..usize::from(a.1)]
                .cmp(&shapes[usize::from(b.0)..usize::from(b.1)])
        });
        self.leaf.clear();
        for &(start, end, _) in &self.shape_spans {
            self.leaf
                .extend_from_slice(&self.shapes[usize::from(start)..usize::from(end)]);
        }
    }

    /// Turns the keys of the best leaf into bytes, naming letters in the order they first appear.
    fn name_letters(&mut self, output: &mut Vec<u8>) {
        self.name.clear();
        self.name.resize(self.letters, 0);
        let mut names = 0u8;
        let mut rest = &self.best[..];
        while let [zeros, ones, twos, after @ ..] = rest {
            for (degree, &count) in [zeros, ones, twos].into_iter().enumerate() {
                for _ in 0..Key::MAX - count {
                    output.extend([degree as u8, END_BOUNDARY]);
                }
            }
            rest = after;
            while let Some((&length, after)) = rest.split_first() {
                rest = after;
                if length == END_OF_REGION {
                    break;
                }
                let (boundary, after) = rest.split_at(usize::from(length));
                rest = after;
                let begin = output.len();
                let mut lower_names = LOWER;
                for (place, &key) in boundary.iter().enumerate() {
                    if key < LOWER_KEY {
                        output.push(key as u8);
                    } else if key < CAPITAL_KEY {
                        let partner = place + usize::from(key - LOWER_KEY);
                        output.push(if partner >= boundary.len() {
                            output[begin + partner - boundary.len()]
                        } else {
                            lower_names += 1;
                            lower_names - 1
                        });
                    } else {
                        let (weight, rank) =
                            ((key - CAPITAL_KEY) / WEIGHT, (key - CAPITAL_KEY) % WEIGHT);
                        let name = &mut self.name[usize::from(rank)];
                        if *name == 0 {
                            *name = CAPITAL + names;
                            names += weight as u8;
                        }
                        output.extend(*name..*name + weight as u8);
                    }
                }
                output.push(END_BOUNDARY);
            }
            output.push(END_REGION);
        }
    }
}

/// What is needed to find bundles, kept from land to land.
#[derive(Default)]
struct Bundles {
    /// For each capital place the place of the same letter elsewhere.
    partner: Vec<u16>,
    first: Vec<u16>,
    /// The boundary of each capital place, the region of each boundary.
    boundary: Vec<u16>,
    region: Vec<u16>,
    /// The number of boundaries of each region that may read differently backwards.
    chiral: Vec<u16>,
    /// For each boundary the one it is bundled with.
    with: Vec<u16>,
    /// The new number of each letter.
    renamed: Vec<u8>,
}

const NONE: u16 = u16::MAX;

impl Canonizer {
    /// Makes one letter of all letters of a boundary, where they are all of another boundary too, in the same cyclic order or its
    /// reverse: two regions that touch in k spots of a curve which has nothing else. Such letters are all alike, so as single letters they
    /// would only make ties.
    ///
    /// With three letters or more the order says how one region is turned against the other, so one of the two must read the same
    /// both ways but for this boundary; then turning it makes the orders agree.
    fn bundle(&mut self) {
        self.weights.clear();
        self.weights.resize(self.letters, 1);
        let is_candidate = |boundary: &Boundary| {
            let length = boundary.end - boundary.start;
            length >= 2 && boundary.end_capital - boundary.first_capital == length
        };
        if self.boundaries.iter().filter(|b| is_candidate(b)).count() < 2 {
            return;
        }
        let Bundles {
            partner,
            first,
            boundary,
            region,
            chiral,
            with,
            renamed,
        } = &mut self.bundles;
        partner.clear();
        partner.resize(self.capital_places.len(), NONE);
        first.clear();
        first.resize(self.letters, NONE);
        for (index, place) in self.capital_places.iter().enumerate() {
            let first = &mut first[usize::from(place.letter)];
            if *first == NONE {
                *first = index as u16;
            } else {
                partner[index] = *first;
                partner[usize::from(*first)] = index as u16;
            }
        }
        boundary.clear();
        region.clear();
        chiral.clear();
        for (number, of) in self.regions.iter().enumerate() {
            let mut long = 0;
            for index in of.first_boundary..of.end_boundary {
                let Boundary {
                    start,
                    end,
                    first_capital,
                    end_capital,
                } = self.boundaries[usize::from(index)];
                long += u16::from(end - start > 2);
                region.push(number as u16);
                boundary.extend((first_capital..end_capital).map(|_| index));
            }
            chiral.push(long);
        }
        with.clear();
        with.resize(self.boundaries.len(), NONE);
        let mut found = false;
        loop {
            let mut turned = false;
            for one in 0..self.boundaries.len() {
                let a = self.boundaries[one];
                if with[one] != NONE || !is_candidate(&a) {
                    continue;
                }
                let length = a.end - a.start;
                let two = usize::from(boundary[usize::from(partner[usize::from(a.first_capital)])]);
                let b = self.boundaries[two];
                if two <= one
                    || !is_candidate(&b)
                    || b.end - b.start != length
                    || region[one] == region[two]
                {
                    continue;
                }
                let (here, there) = (usize::from(region[one]), usize::from(region[two]));
                if length > 2 && chiral[here] > 1 && chiral[there] > 1 {
                    continue;
                }
                let offset = |index: u16| {
                    let place = partner[usize::from(a.first_capital + index)];
                    (boundary[usize::from(place)] == two as u16).then(|| place - b.first_capital)
                };
                let begin = offset(0).expect("the boundary of this very place");
                let agrees = (1..length)
                    .all(|index| offset(index) == Some((begin + index) % length))
                    || (1..length)
                        .all(|index| offset(index) == Some((begin + length - index) % length));
                if !agrees {
                    continue;
                }
                (with[one], with[two]) = (two as u16, one as u16);
                found = true;
                if length > 2 {
                    chiral[here] -= 1;
                    chiral[there] -= 1;
                    turned = true;
                }
            }
            if !turned {
                break;
            }
        }
        if !found {
            return;
        }
        renamed.clear();
        renamed.resize(self.letters, u8::MAX);
        let (mut keys, mut capitals, mut letters) = (0u16, 0u16, 0u8);
        for (number, with) in with.iter().enumerate() {
            let old = self.boundaries[number];
            let (start, first_capital) = (keys, capitals);
            let bundled = *with != NONE;
            let places = if bundled {
                old.first_capital..old.first_capital + 1
            } else {
                old.first_capital..old.end_capital
            };
            for index in places {
                let mut place = self.capital_places[usize::from(index)];
                let length = if bundled {
                    place.forward = start;
                    place.backward = start;
                    old.end - old.start
                } else {
                    place.forward = place.forward - old.start + start;
                    place.backward = place.backward - old.start + start;
                    1
                };
                // Both boundaries of a bundle go by the letter that the earlier one begins with.
                let name = if bundled && usize::from(*with) < number {
                    let earlier = self.boundaries[usize::from(*with)].first_capital;
                    self.capital_places[usize::from(earlier)].letter
                } else {
                    let name = &mut renamed[usize::from(place.letter)];
                    if *name == u8::MAX {
                        *name = letters;
                        letters += 1;
                        self.weights[usize::from(*name)] = length as u8;
                    }
                    *name
                };
                place.letter = name;
                self.capital_places[usize::from(capitals)] = place;
                capitals += 1;
            }
            let old_keys = usize::from(old.start)..usize::from(old.end);
            if bundled {
                self.forward_keys[usize::from(keys)] = CAPITAL_KEY;
                self.backward_keys[usize::from(keys)] = CAPITAL_KEY;
                keys += 1;
            } else {
                self.forward_keys
                    .copy_within(old_keys.clone(), usize::from(keys));
                self.backward_keys.copy_within(old_keys, usize::from(keys));
                keys += old.end - old.start;
            }
            self.boundaries[number] = Boundary {
                start,
                end: keys,
                first_capital,
                end_capital: capitals,
            };
        }
        self.forward_keys.truncate(usize::from(keys));
        self.backward_keys.truncate(usize::from(keys));
        self.capital_places.truncate(usize::from(capitals));
        self.letters = usize::from(letters);
        self.weights.truncate(self.letters);
    }
}

/// The representative of a letter's orbit.
fn root(orbits: &[u8], mut letter: u8) -> u8 {
    while orbits[usize::from(letter)] != letter {
        letter = orbits[usize::from(letter)];
    }
    letter
}

/// The order in which a leaf visits occurrences, and the regions with whether each is read backwards.
#[derive(Default)]
struct Trace {
    occurrences: Vec<u16>,
    regions: Vec<(u16, bool)>,
}

/// A symmetry of a land.
pub(crate) struct Automorphism {
    /// The image of each occurrence that was pushed; single generic spots are not among them.
    pub(crate) occurrences: Vec<u16>,
    /// The image of each region, and whether it is turned over.
    pub(crate) regions: Vec<(u16, bool)>,
}

impl Reading {
    /// The occurrences in the order of the reading.
    fn trace(&self, boundaries: &[Boundary], reversed: bool, occurrences: &mut Vec<u16>) {
        for span in &self.spans {
            let Boundary { start, end, .. } = boundaries[usize::from(span.boundary)];
            let length = end - start;
            for place in 0..length {
                let place = (span.rotation + place) % length;
                occurrences.push(if reversed {
                    end - 1 - place
                } else {
                    start + place
                });
            }
        }
    }

    fn read(&mut self, boundaries: &[Boundary], keys: &[Key]) {
        self.keys.clear();
        self.spans.clear();
        for (number, boundary) in boundaries.iter().enumerate() {
            let keys = &keys[usize::from(boundary.start)..usize::from(boundary.end)];
            let from = self.keys.len() as u16;
            let rotation = least_rotation(keys);
            let (before, after) = keys.split_at(rotation);
            // Short: a loop beats a call.
            for &key in after {
                self.keys.push(key);
            }
            for &key in before {
                self.keys.push(key);
            }
            self.spans.push(Span {
                from,
                to: self.keys.len() as u16,
                boundary: number as u16,
                rotation: rotation as u16,
            });
        }
        if self.spans.len() > 1 {
            let keys = &self.keys;
            insertion_sort(&mut self.spans, |a, b| {
                let slice = |span: &Span| &keys[usize::from(span.from)..usize::from(span.to)];
                (a.to - a.from)
                    .cmp(&(b.to - b.from))
                    .then_with(|| slice(a).cmp(slice(b)))
            });
        }
    }

    fn cmp(&self, other: &Reading) -> Ordering {
        let slices = |reading: &Reading, place: usize| {
            let Span { from, to, .. } = reading.spans[place];
            usize::from(from)..usize::from(to)
        };
        // Both directions have the same lengths in the same order.
        (0..self.spans.len())
            .map(|place| self.keys[slices(self, place)].cmp(&other.keys[slices(other, place)]))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

/// Where the lexicographically least rotation begins.
fn least_rotation(keys: &[Key]) -> usize {
    let length = keys.len();
    let (mut least, mut place, mut ties) = (Key::MAX, 0, 0);
    for (index, &key) in keys.iter().enumerate() {
        if key < least {
            (least, place, ties) = (key, index, 0);
        } else if key == least {
            ties += 1;
        }
    }
    if ties == 0 {
        return place;
    }
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
            Ordering::Equal => {
                matched += 1;
                continue;
            }
            Ordering::Greater => best += matched + 1,
            Ordering::Less => candidate += matched + 1,
        }
        if best == candidate {
            candidate += 1;
        }
        matched = 0;
    }
    best.min(candidate)
}

/// The lists here are short and nearly sorted.
fn insertion_sort<T: Copy>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
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
