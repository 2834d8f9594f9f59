//! Letters that lie side by side on two boundaries and nowhere else, made one letter.

use super::{Boundary, CAPITAL_KEY, Canonizer, CapitalPlace, Region};

/// What is needed to find bundles, kept from land to land.
#[derive(Default)]
pub(super) struct Bundles {
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
    pub(super) fn bundle(&mut self) {
        self.weights.clear();
        self.weights.resize(self.letters, 1);
        if self.boundaries.iter().filter(|b| is_candidate(b)).count() < 2 {
            return;
        }
        self.bundles
            .read(&self.regions, &self.boundaries, &self.capital_places);
        if self.bundles.find(&self.boundaries) {
            self.join_bundles();
        }
    }

    /// Rewrites the land with a letter for each bundle that was found. What is written never overtakes what is still to be read.
    fn join_bundles(&mut self) {
        let Bundles { with, renamed, .. } = &mut self.bundles;
        renamed.clear();
        renamed.resize(self.letters, u8::MAX);
        let (mut keys, mut capitals, mut letters) = (0u16, 0u16, 0u8);
        for (number, &with) in with.iter().enumerate() {
            let old = self.boundaries[number];
            let (start, first_capital) = (keys, capitals);
            let bundled = with != NONE;
            let (places, weight) = if bundled {
                (
                    old.first_capital..old.first_capital + 1,
                    old.end - old.start,
                )
            } else {
                (old.first_capital..old.end_capital, 1)
            };
            for index in places {
                let mut place = self.capital_places[usize::from(index)];
                if bundled {
                    (place.forward, place.backward) = (start, start);
                } else {
                    place.forward = place.forward - old.start + start;
                    place.backward = place.backward - old.start + start;
                }
                // Both boundaries of a bundle go by the letter that the earlier one begins with.
                place.letter = if bundled && usize::from(with) < number {
                    let earlier = self.boundaries[usize::from(with)].first_capital;
                    self.capital_places[usize::from(earlier)].letter
                } else {
                    let name = &mut renamed[usize::from(place.letter)];
                    if *name == u8::MAX {
                        *name = letters;
                        letters += 1;
                        self.weights[usize::from(*name)] = weight as u8;
                    }
                    *name
                };
                self.capital_places[usize::from(capitals)] = place;
                capitals += 1;
            }
            if bundled {
                self.forward_keys[usize::from(keys)] = CAPITAL_KEY;
                self.backward_keys[usize::from(keys)] = CAPITAL_KEY;
                keys += 1;
            } else {
                let old_keys = usize::from(old.start)..usize::from(old.end);
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

/// Whether a boundary has letters only, and more than one.
fn is_candidate(boundary: &Boundary) -> bool {
    let length = boundary.end - boundary.start;
    length >= 2 && boundary.end_capital - boundary.first_capital == length
}

impl Bundles {
    /// Where everything lies. No bundle is found yet.
    fn read(&mut self, regions: &[Region], boundaries: &[Boundary], capitals: &[CapitalPlace]) {
        self.partner.clear();
        self.partner.resize(capitals.len(), NONE);
        self.first.clear();
        // Every letter has two places.
        self.first.resize(capitals.len().div_ceil(2), NONE);
        for (index, place) in capitals.iter().enumerate() {
            let first = &mut self.first[usize::from(place.letter)];
            if *first == NONE {
                *first = index as u16;
            } else {
                self.partner[index] = *first;
                self.partner[usize::from(*first)] = index as u16;
            }
        }
        self.boundary.clear();
        self.region.clear();
        self.chiral.clear();
        for (number, region) in regions.iter().enumerate() {
            let mut chiral = 0;
            for index in region.first_boundary..region.end_boundary {
                let boundary = boundaries[usize::from(index)];
                chiral += u16::from(boundary.end - boundary.start > 2);
                self.region.push(number as u16);
                let capitals = boundary.first_capital..boundary.end_capital;
                self.boundary.extend(capitals.map(|_| index));
            }
            self.chiral.push(chiral);
        }
        self.with.clear();
        self.with.resize(boundaries.len(), NONE);
    }

    /// Finds all bundles, and says whether there is one.
    ///
    /// With three letters or more the order says how one region is turned against the other, so one of the two must read the same
    /// both ways but for this boundary; then turning it makes the orders agree. A bundle found may let its regions read so.
    fn find(&mut self, boundaries: &[Boundary]) -> bool {
        let mut found = false;
        loop {
            let mut turned = false;
            for one in 0..boundaries.len() {
                let Some(two) = self.bundled_with(boundaries, one) else {
                    continue;
                };
                (self.with[one], self.with[two]) = (two as u16, one as u16);
                found = true;
                if boundaries[one].end - boundaries[one].start > 2 {
                    for boundary in [one, two] {
                        self.chiral[usize::from(self.region[boundary])] -= 1;
                    }
                    turned = true;
                }
            }
            if !turned {
                return found;
            }
        }
    }

    /// The later boundary that has just the letters of this one, if they make a bundle that was not found before.
    fn bundled_with(&self, boundaries: &[Boundary], one: usize) -> Option<usize> {
        let a = boundaries[one];
        if self.with[one] != NONE || !is_candidate(&a) {
            return None;
        }
        let length = a.end - a.start;
        let partner = |index: u16| self.partner[usize::from(a.first_capital + index)];
        let two = usize::from(self.boundary[usize::from(partner(0))]);
        let b = boundaries[two];
        let chiral = |boundary: usize| self.chiral[usize::from(self.region[boundary])] > 1;
        if two <= one
            || !is_candidate(&b)
            || b.end - b.start != length
            || self.region[one] == self.region[two]
            || length > 2 && chiral(one) && chiral(two)
        {
            return None;
        }
        let offset = |index: u16| {
            let place = partner(index);
            (usize::from(self.boundary[usize::from(place)]) == two).then(|| place - b.first_capital)
        };
        let begin = offset(0)?;
        let agrees = |step: u16| {
            (1..length).all(|index| offset(index) == Some((begin + index * step) % length))
        };
        (agrees(1) || agrees(length - 1)).then_some(two)
    }
}
