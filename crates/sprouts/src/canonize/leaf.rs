//! A leaf of the search: the land read with all letters ranked, and the bytes that this makes.

use super::{
    Boundary, CAPITAL_KEY, Canonizer, END_OF_REGION, Key, LOWER_KEY, WEIGHT, insertion_sort,
};
use crate::land::{CAPITAL, END_BOUNDARY, END_REGION, LOWER};
use std::cmp::Ordering;

/// A region read in one direction: its boundaries, each in its least rotation, in order.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) keys: Vec<Key>,
    pub(super) spans: Vec<Span>,
}

#[derive(Clone, Copy)]
pub(super) struct Span {
    from: u16,
    to: u16,
    /// Occurrences, where a bundle counts as many as it stands for.
    length: u16,
    /// Which boundary this is, and where its reading begins.
    pub(super) boundary: u16,
    pub(super) rotation: u16,
}

impl Canonizer {
    /// Reads the land into `self.leaf`, with capitals ranked by their colours: each region in the direction that gives the lesser
    /// keys, regions in order.
    pub(super) fn read_leaf(&mut self, level: usize) {
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
            for &Span {
                from, to, length, ..
            } in &reading.spans
            {
                self.shapes.push(length);
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
    pub(super) fn name_letters(&mut self, output: &mut Vec<u8>) {
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
                let is_bundle = rest[0] >= CAPITAL_KEY + 2 * WEIGHT;
                let (boundary, after) = rest.split_at(if is_bundle { 1 } else { length.into() });
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

impl Reading {
    pub(super) fn read(&mut self, boundaries: &[Boundary], keys: &[Key]) {
        self.keys.clear();
        self.spans.clear();
        for (number, boundary) in boundaries.iter().enumerate() {
            let keys = &keys[usize::from(boundary.start)..usize::from(boundary.end)];
            let from = self.keys.len() as u16;
            let rotation = least_rotation(keys);
            let (before, after) = keys.split_at(rotation);
            self.keys.extend(after.iter().chain(before));
            let length = match keys {
                [key] if *key >= CAPITAL_KEY => (key - CAPITAL_KEY) / WEIGHT,
                _ => keys.len() as u16,
            };
            self.spans.push(Span {
                from,
                to: self.keys.len() as u16,
                length,
                boundary: number as u16,
                rotation: rotation as u16,
            });
        }
        if self.spans.len() > 1 {
            let keys = &self.keys;
            insertion_sort(&mut self.spans, |a, b| {
                let slice = |span: &Span| &keys[usize::from(span.from)..usize::from(span.to)];
                a.length.cmp(&b.length).then_with(|| slice(a).cmp(slice(b)))
            });
        }
    }

    pub(super) fn cmp(&self, other: &Reading) -> Ordering {
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
