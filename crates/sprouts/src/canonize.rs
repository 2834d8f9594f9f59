//! The true canonical form of a land: two lands get the same bytes exactly when they differ by rotating boundaries, reversing
//! all boundaries of a region, reordering and renaming.
//!
//! Small letters need no search: an occurrence is described by the distance to its partner along the boundary, which
//! rotation and renaming leave alone. Capitals are told apart by colour refinement: the colour of a letter is a hash of what
//! is seen walking its two boundaries from it, in both directions, and of the regions around. Colours depend on the shape
//! alone, so ordering letters by colour is canonical. A hash collision can only make colours coarser. Letters that are
//! alike by their mere place are made one beforehand (`bundle`). Where a tie remains, each letter of a smallest tied class is singled
//! out in turn and the least of the results is taken. Two equal results show an automorphism, which saves its images from being
//! visited. A tie of two letters alone is no question at all (`pair_is_symmetric`). Here alone a collision of 64-bit colours could
//! give one land two forms. That would cost a search time and make a checker refuse, but never confuse two lands.
//!
//! More than half of a solver's time is spent here, hence the flat arrays and the short cuts for boundaries of one spot.

mod automorphism;
mod bundle;
mod colour;
mod leaf;

use crate::land::{CAPITAL, END_BOUNDARY, END_REGION, LOWER};
pub(crate) use automorphism::Automorphism;
use automorphism::Trace;
use bundle::Bundles;
use colour::{BASE, mix};
use leaf::Reading;
use std::cmp::Ordering;

/// Keys order the occurrences of a boundary: generic spots by degree, small letters by distance, capitals by rank.
type Key = u16;
const LOWER_KEY: Key = 16;
const CAPITAL_KEY: Key = 1024;
/// The key of a capital is its rank plus this times the number of letters it stands for.
const WEIGHT: Key = 128;
/// Stands where the length of a boundary would.
const END_OF_REGION: Key = 0;

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
    coloured: Vec<u64>,
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

impl Canonizer {
    pub(crate) fn clear(&mut self) {
        self.forward_keys.clear();
        self.backward_keys.clear();
        self.capital_places.clear();
        self.boundaries.clear();
        self.regions.clear();
        self.singles = [0; 3];
        self.letters = 0;
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
        self.bundle();
        let begin = output.len();
        let mut recognised = None;
        self.find_leaf(|canonizer| {
            canonizer.name_letters(output);
            recognised = recognise(&output[begin..]);
            output.truncate(begin);
            recognised.is_some()
        });
        if recognised.is_none() {
            self.name_letters(output);
        }
        recognised
    }

    /// Leaves the least leaf in `self.best`, unless the first of several is `enough`.
    fn find_leaf(&mut self, mut enough: impl FnMut(&mut Self) -> bool) {
        self.orders.clear();
        self.orders.extend(0..self.letters as u8);
        if self.letters < 2 {
            self.read_leaf(0);
            std::mem::swap(&mut self.best, &mut self.leaf);
        } else {
            self.best.clear();
            self.path.clear();
            self.prepare();
            self.first_colours();
            let classes = self.sort_by_colour(0);
            self.search(0, classes, &mut enough);
        }
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
        let one_pair = classes + 1 == letters && self.best_trace.is_none();
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
                // A leaf that is the only one is compared with none.
                if self.best_trace.is_some() && !self.path.is_empty() {
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
        // A colour with its letter in place of the last bits is one word, quickly compared and moved.
        self.coloured.clear();
        let coloured = |&letter: &u8| colours[usize::from(letter)] & !0xff | u64::from(letter);
        self.coloured.extend(order.iter().map(coloured));
        insertion_sort(&mut self.coloured, u64::cmp);
        let mut classes = 1;
        for (place, &coloured) in order.iter_mut().zip(&self.coloured) {
            *place = coloured as u8;
        }
        for pair in self.coloured.windows(2) {
            classes += usize::from((pair[0] ^ pair[1]) >> 8 != 0);
        }
        classes
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
}

/// The representative of a letter's orbit.
fn root(orbits: &[u8], mut letter: u8) -> u8 {
    while orbits[usize::from(letter)] != letter {
        letter = orbits[usize::from(letter)];
    }
    letter
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
