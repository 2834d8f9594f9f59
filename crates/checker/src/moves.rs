//! Moves, straight from the rules: a line inside one region from a corner to a corner, with a new spot on it.

use crate::land::{Draft, Land, Region};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

type Visit<'a, B> = &'a mut dyn FnMut(Draft) -> ControlFlow<B>;

/// The different positions that a move in a sum of lands leads to.
pub fn children_of(lands: &[Land]) -> BTreeSet<Vec<Land>> {
    let mut positions = BTreeSet::new();
    for (index, land) in lands.iter().enumerate() {
        let _ = children(land, &mut |mut child| {
            child.extend(lands[..index].iter().chain(&lands[index + 1..]).cloned());
            child.sort_unstable();
            positions.insert(child);
            ControlFlow::<()>::Continue(())
        });
    }
    positions
}

/// Visits the position that each move of a land leads to, as a sum of lands; some come more than once.
pub(crate) fn children<B>(
    land: &Land,
    visit: &mut dyn FnMut(Vec<Land>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    moves(&land.draft(), &mut |child| visit(child.lands()))
}

/// Visits what each move leads to, not yet reduced.
///
/// Boundaries of a region that are written alike and share no spot with others are alike: which of them a line ends at or
/// goes round means nothing, only how many. Everything else is tried.
fn moves<B>(draft: &Draft, visit: Visit<B>) -> ControlFlow<B> {
    for region in 0..draft.regions.len() {
        let kinds = kinds(draft, region);
        for (kind, alike) in kinds.iter().enumerate() {
            splits(draft, region, &kinds, kind, visit)?;
            for (other, others) in kinds.iter().enumerate().skip(kind) {
                let Some(&second) = others.get(usize::from(other == kind)) else {
                    continue;
                };
                joins(draft, region, [alike[0], second], visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The boundaries of a region, those together that are alike.
fn kinds(draft: &Draft, region: usize) -> Vec<Vec<usize>> {
    let mut occurs = vec![0; draft.lives.len()];
    for &spot in draft.regions.iter().flatten().flatten() {
        occurs[spot] += 1;
    }
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<Vec<(u32, usize)>, usize> = HashMap::new();
    for (index, boundary) in draft.regions[region].iter().enumerate() {
        let here = |spot: usize| boundary.iter().filter(|&&other| other == spot).count();
        let shared = boundary.iter().any(|&spot| here(spot) < occurs[spot]);
        // Of each spot its lives and where it occurred first.
        let first = |spot: usize| boundary.iter().position(|&other| other == spot);
        let look = boundary
            .iter()
            .map(|&spot| (draft.lives[spot], first(spot).unwrap_or(0)));
        let new = kinds.len();
        let kind = match shared {
            true => new,
            false => *known.entry(look.collect()).or_insert(new),
        };
        if kind == new {
            kinds.push(Vec::new());
        }
        kinds[kind].push(index);
    }
    kinds
}

/// Lines from one boundary to another: the two become one.
fn joins<B>(
    draft: &Draft,
    region: usize,
    [one, two]: [usize; 2],
    visit: Visit<B>,
) -> ControlFlow<B> {
    let boundaries = &draft.regions[region];
    let others = boundaries.iter().enumerate();
    let others = others.filter(|&(index, _)| index != one && index != two);
    let others: Region = others.map(|(_, other)| other.clone()).collect();
    for from in 0..boundaries[one].len() {
        for to in 0..boundaries[two].len() {
            let Some((lives, new)) = draw(&draft.lives, boundaries[one][from], boundaries[two][to])
            else {
                continue;
            };
            let mut joined = draft.around(&boundaries[one], from);
            joined.push(new);
            joined.extend(draft.around(&boundaries[two], to));
            joined.push(new);
            let mut regions = draft.regions.clone();
            regions[region] = others.clone();
            regions[region].push(joined);
            visit(Draft { regions, lives })?;
        }
    }
    ControlFlow::Continue(())
}

/// Lines from a boundary to itself: the region becomes two, and each other boundary lies in one of them.
fn splits<B>(
    draft: &Draft,
    region: usize,
    kinds: &[Vec<usize>],
    kind: usize,
    visit: Visit<B>,
) -> ControlFlow<B> {
    let boundaries = &draft.regions[region];
    let boundary = &boundaries[kinds[kind][0]];
    let mut others = kinds.to_vec();
    others[kind].remove(0);
    for from in 0..boundary.len() {
        for to in from..boundary.len() {
            let Some((lives, new)) = draw(&draft.lives, boundary[from], boundary[to]) else {
                continue;
            };
            // One side sees the corners from one end to the other, the other side the rest.
            let mut inner = boundary[from..=to].to_vec();
            let mut outer = if from == to {
                draft.around(boundary, from)
            } else {
                [&boundary[to..], &boundary[..=from]].concat()
            };
            inner.push(new);
            outer.push(new);
            for inside in choices(&others) {
                let mut sides = [vec![inner.clone()], vec![outer.clone()]];
                for (alike, &inside) in others.iter().zip(&inside) {
                    for (place, &index) in alike.iter().enumerate() {
                        sides[usize::from(place >= inside)].push(boundaries[index].clone());
                    }
                }
                let mut regions = draft.regions.clone();
                let [inner, outer] = sides;
                regions[region] = inner;
                regions.push(outer);
                let lives = lives.clone();
                visit(Draft { regions, lives })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// All ways to take some of each kind: how many.
fn choices(kinds: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut choices = vec![Vec::new()];
    for alike in kinds {
        let more = |choice: &Vec<usize>| {
            let choice = choice.clone();
            (0..=alike.len()).map(move |count| [&choice[..], &[count]].concat())
        };
        choices = choices.iter().flat_map(more).collect();
    }
    choices
}

/// The lives after a line between two spots, and the number of the new spot on it; nothing if there are not lives enough.
fn draw(lives: &[u32], from: usize, to: usize) -> Option<(Vec<u32>, usize)> {
    let mut lives = lives.to_vec();
    for spot in [from, to] {
        lives[spot] = lives[spot].checked_sub(1)?;
    }
    // Two lines end at the new spot.
    lives.push(1);
    let new = lives.len() - 1;
    Some((lives, new))
}

impl Draft {
    /// The corners of a boundary from one on and round to it again. A lone spot has only one corner, with a line or without.
    fn around(&self, boundary: &[usize], start: usize) -> Vec<usize> {
        if self.lives[boundary[start]] == 3 {
            return vec![boundary[start]];
        }
        [&boundary[start..], &boundary[..=start]].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let mut options = BTreeSet::new();
            let _ = moves(draft, &mut |child| {
                options.insert(self.unreduced(&child));
                ControlFlow::<()>::Continue(())
            });
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
            let draft = crate::text::read_land(text).unwrap();
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
