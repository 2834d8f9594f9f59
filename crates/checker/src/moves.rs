//! Moves, straight from the rules: a line inside one region from a corner to a corner, with a new spot on it.
//!
//! Boundaries of a region that are alike can be exchanged. Which of them a line ends at or goes round means nothing, only how many.
//! Everything else is tried.

use crate::land::{Boundary, Draft, Land, Region, count, count_spots};
use std::collections::{BTreeMap, BTreeSet};

/// The different positions that a move in a sum of lands leads to.
pub fn children_of(lands: &[Land]) -> BTreeSet<Vec<Land>> {
    let mut positions = BTreeSet::new();
    for (index, land) in lands.iter().enumerate() {
        for child in children(land) {
            let mut position = [child, without(lands, index)].concat();
            position.sort_unstable();
            positions.insert(position);
        }
    }
    positions
}

/// All lands but one.
pub(crate) fn without(lands: &[Land], index: usize) -> Vec<Land> {
    [&lands[..index], &lands[index + 1..]].concat()
}

/// The position that each move of a land leads to, as a sum of lands; some come more than once.
pub(crate) fn children(land: &Land) -> impl Iterator<Item = Vec<Land>> + use<> {
    moves(land.draft()).map(Draft::lands)
}

/// What each move leads to, not yet reduced.
fn moves(draft: Draft) -> impl Iterator<Item = Draft> {
    let kinds = kinds(&draft);
    let lines = lines(&kinds).into_iter();
    lines.flat_map(move |line| line.drawn(draft.clone(), kinds[line.region].clone()))
}

/// The boundaries of a region, those together that are alike.
type Kinds = Vec<Vec<Boundary>>;

/// The kinds of boundaries of each region. Boundaries are alike if their spots have the same lives and come again at the same places, and
/// spots that are also found elsewhere are the same.
fn kinds(draft: &Draft) -> Vec<Kinds> {
    let found = count_spots(&draft.regions, draft.lives.len());
    let kinds = |region: &Region| {
        let mut kinds: BTreeMap<Vec<_>, Vec<Boundary>> = BTreeMap::new();
        for boundary in region {
            let looks = boundary.iter().map(|&spot| {
                let first = boundary.iter().position(|&other| other == spot);
                let is_elsewhere = found[spot] > count(boundary, spot);
                (draft.lives[spot], first, is_elsewhere.then_some(spot))
            });
            let alike = kinds.entry(looks.collect()).or_default();
            alike.push(boundary.clone());
        }
        kinds.into_values().collect()
    };
    draft.regions.iter().map(kinds).collect()
}

/// A corner of the first boundary of a kind.
#[derive(Clone, Copy)]
struct Corner {
    kind: usize,
    place: usize,
}

/// A line inside a region.
struct Line {
    region: usize,
    from: Corner,
    to: Corner,
    /// Whether it comes back to the boundary that it left; otherwise it goes to another one, perhaps of the same kind.
    comes_back: bool,
}

/// All lines, whether there are lives for them or not. A line from corner a to corner b is also one from b to a, so each pair comes once; that holds between two boundaries
/// of one kind too, since they can be exchanged.
fn lines(regions: &[Kinds]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (region, kinds) in regions.iter().enumerate() {
        let corners =
            |kind: usize| (0..kinds[kind][0].len()).map(move |place| Corner { kind, place });
        let corners: Vec<Corner> = (0..kinds.len()).flat_map(corners).collect();
        for (index, &from) in corners.iter().enumerate() {
            for &to in &corners[index..] {
                let mut push = |comes_back| {
                    lines.push(Line {
                        region,
                        from,
                        to,
                        comes_back,
                    })
                };
                if from.kind == to.kind {
                    push(true);
                }
                if from.kind != to.kind || kinds[to.kind].len() > 1 {
                    push(false);
                }
            }
        }
    }
    lines
}

impl Line {
    /// The positions after drawing it: none if there are not lives enough, several if other boundaries can lie on either side.
    fn drawn(&self, draft: Draft, mut others: Kinds) -> Box<dyn Iterator<Item = Draft>> {
        let one = others[self.from.kind].remove(0);
        let two = match self.comes_back {
            true => one.clone(),
            false => others[self.to.kind].remove(0),
        };
        let (from, to) = (self.from.place, self.to.place);
        let Draft {
            mut regions,
            lives: before,
        } = draft;
        let mut lives = before.clone();
        for spot in [one[from], two[to]] {
            if lives[spot] == 0 {
                return Box::new(std::iter::empty());
            }
            lives[spot] -= 1;
        }
        // Two lines end at the new spot.
        let new = lives.len();
        lives.push(1);
        // The corners of a boundary from one on and round to it again. A lone spot has only one corner, with a line or without.
        let around = |boundary: &Boundary, start: usize| match before[boundary[start]] {
            3 => boundary.clone(),
            _ => [&boundary[start..], &boundary[..=start]].concat(),
        };
        regions.remove(self.region);
        let draft = move |instead: Vec<Region>| Draft {
            regions: [&regions[..], &instead].concat(),
            lives: lives.clone(),
        };
        if self.comes_back {
            // One side sees the corners from one end to the other, the other side the rest.
            let inner = [&one[from..=to], &[new]].concat();
            let outer = match from == to {
                true => around(&one, from),
                false => [&one[to..], &one[..=from]].concat(),
            };
            Box::new(sides(inner, [outer, vec![new]].concat(), others).map(draft))
        } else {
            let joined = [around(&one, from), vec![new], around(&two, to), vec![new]].concat();
            let whole = [vec![joined], others.concat()].concat();
            Box::new(std::iter::once(draft(vec![whole])))
        }
    }
}

/// The two sides of a line, with all ways to put other boundaries there: how many of each kind on one. There may be very many ways, so they
/// are made one by one.
fn sides(inner: Boundary, outer: Boundary, others: Kinds) -> impl Iterator<Item = Vec<Region>> {
    let counts = others.iter().map(|alike| alike.len() as u128 + 1);
    let ways = counts.fold(1, u128::saturating_mul);
    (0..ways).map(move |mut way| {
        let (mut one, mut other) = (vec![inner.clone()], vec![outer.clone()]);
        for alike in &others {
            let counts = alike.len() as u128 + 1;
            let (some, rest) = alike.split_at((way % counts) as usize);
            way /= counts;
            one.extend_from_slice(some);
            other.extend_from_slice(rest);
        }
        vec![one, other]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A game by the set of its options, each such a game.
    #[derive(Default)]
    struct Games {
        numbers: HashMap<BTreeSet<usize>, usize>,
        unreduced: HashMap<String, usize>,
        reduced: HashMap<Vec<Land>, usize>,
    }

    impl Games {
        fn number(&mut self, options: BTreeSet<usize>) -> usize {
            let new = self.numbers.len();
            *self.numbers.entry(options).or_insert(new)
        }

        /// The game played with every dead spot and region kept.
        fn unreduced(&mut self, draft: &Draft) -> usize {
            let key = format!("{draft:?}");
            if let Some(&known) = self.unreduced.get(&key) {
                return known;
            }
            let options = moves(draft.clone())
                .map(|child| self.unreduced(&child))
                .collect();
            let number = self.number(options);
            self.unreduced.insert(key, number);
            number
        }

        fn reduced(&mut self, lands: Vec<Land>) -> usize {
            if let Some(&known) = self.reduced.get(&lands) {
                return known;
            }
            let children = children_of(&lands).into_iter();
            let options = children.map(|child| self.reduced(child)).collect();
            let number = self.number(options);
            self.reduced.insert(lands, number);
            number
        }
    }

    /// Leaving out what is dead, and forgetting where the spots of a region with few lives stand, changes no play.
    #[test]
    fn reduction_keeps_the_game() {
        let mut games = Games::default();
        for text in [
            "0*2",
            "0.1",
            "0.2.2",
            "1.2",
            "1.1",
            "2.2.2",
            "2a2a",
            "12.2",
            "11.2",
            "1a1a",
            "1a2a.2",
            "0.22",
            "0.AB|AB",
            "AB|AB",
            "2AB|AB.2",
            "1A|1A",
            "A.2|A.1",
            "A.2.2|A2",
            "AB.2|AB2",
            "ABC|ABC",
            "A.B|A.B|2",
            "1aAa|2A",
            "AB|BC|CA",
            "A2|A.2.2",
            "AB.1|A.B",
            "0.A|2A",
        ] {
            let draft = crate::text::read_land(text, 100).unwrap();
            let whole = games.unreduced(&draft);
            assert_eq!(whole, games.reduced(draft.lands()), "{text}");
        }
        assert!(
            games.unreduced.len() > 1000,
            "{} positions",
            games.unreduced.len()
        );
    }
}
