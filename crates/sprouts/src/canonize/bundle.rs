//! Letters that lie side by side on two boundaries and nowhere else, made one letter.

use super::{Boundary, CAPITAL_KEY, Canonizer};

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
    ///
    /// With three letters or more the order says how one region is turned against the other, so one of the two must read the same
    /// both ways but for this boundary; then turning it makes the orders agree.
    pub(super) fn bundle(&mut self) {
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
