//! The moves enumerated on the map, by the definition and without the generators of `sprouts`, abstracted and made
//! canonical, are exactly the children that `sprouts` generates; and each of them can be drawn.

use drawing::{Boundary, PlanarMap};
use sprouts::{Canonical, Corner, Labelled, Move, RegionId, Seed, SpotId};
use std::collections::{BTreeMap, BTreeSet};

/// Every move of a map, straight from its darts: all pairs of corners of all regions, all subsets of other boundaries.
fn enumerate(map: &PlanarMap) -> Vec<Move> {
    let mut found = Vec::new();
    for (region, boundaries) in map.regions().iter().enumerate() {
        let mut corners: Vec<(Corner, SpotId)> = Vec::new();
        for (boundary, own) in boundaries.iter().enumerate() {
            let spots: Vec<SpotId> = match own {
                Boundary::Lone(spot) => vec![*spot],
                Boundary::Walk(darts) => darts.iter().map(|&dart| map.tail(dart)).collect(),
            };
            for (index, spot) in spots.into_iter().enumerate() {
                let corner = Corner {
                    boundary: boundary as u32,
                    index: index as u32,
                };
                corners.push((corner, spot));
            }
        }
        for &(from, first) in &corners {
            for &(to, second) in &corners {
                let needed = if first == second { 2 } else { 1 };
                if map.lives(first) < needed || map.lives(second) < needed {
                    continue;
                }
                let others: Vec<u32> = (0..boundaries.len() as u32)
                    .filter(|&other| other != from.boundary)
                    .collect();
                let subsets = if from.boundary == to.boundary {
                    1u32 << others.len()
                } else {
                    1
                };
                for subset in 0..subsets {
                    let inside = others
                        .iter()
                        .enumerate()
                        .filter(|(bit, _)| subset >> bit & 1 == 1)
                        .map(|(_, &other)| other)
                        .collect();
                    found.push(Move {
                        region: RegionId(region as u32),
                        from,
                        to,
                        inside,
                    });
                }
            }
        }
    }
    found
}

fn canonical(game: &Labelled) -> Canonical {
    game.position().expect("a small game").canonical()
}

/// Names for positions. Canonical form replaces a land with few lives by a simpler one with the same game tree, so the
/// children of the simpler one may be other texts for the same trees (`22` and `AB|AB` are both one move and then
/// nothing). Lands of up to four lives therefore go by their whole tree, all others by their text.
#[derive(Default)]
struct Trees {
    numbers: BTreeMap<BTreeSet<usize>, usize>,
}

impl Trees {
    fn names(&mut self, positions: &BTreeSet<Canonical>) -> BTreeSet<Vec<String>> {
        positions
            .iter()
            .map(|position| self.name(position))
            .collect()
    }

    fn name(&mut self, position: &Canonical) -> Vec<String> {
        let mut lands: Vec<String> = position
            .lands()
            .iter()
            .map(|land| {
                if land.lives() <= 4 {
                    format!("tree {}", self.tree(&Canonical::sum([land.clone()])))
                } else {
                    land.to_string()
                }
            })
            .collect();
        lands.sort();
        lands
    }

    /// A number for the game tree: the same for the same set of subtrees.
    fn tree(&mut self, position: &Canonical) -> usize {
        let children = position
            .children()
            .iter()
            .map(|child| self.tree(child))
            .collect();
        let next = self.numbers.len();
        *self.numbers.entry(children).or_insert(next)
    }
}

/// The position read off the ink alone.
fn of_ink(map: &PlanarMap) -> Canonical {
    let mut fresh = map.clone();
    fresh.rebase();
    canonical(fresh.labelled())
}

/// A map after some random moves.
fn some_map(spots: u32, value: u64) -> PlanarMap {
    let mut seed = Seed::new(value);
    let mut map = PlanarMap::start(spots);
    for _ in 0..seed.below(3 * spots as usize) {
        let moves = map.labelled().moves();
        let Some(wanted) = seed.pick(&moves).cloned() else {
            break;
        };
        let curve = map.route_freely(&wanted).expect("a move has a curve");
        map.insert(&curve).expect("a routed curve is legal");
        map.redraw(6);
    }
    map
}

#[test]
fn the_map_and_the_rules_have_the_same_children() {
    for spots in 1..=7 {
        for seed in 0..12 {
            let map = some_map(spots, 100 * u64::from(spots) + seed);
            let ours: BTreeSet<Canonical> = enumerate(&map)
                .iter()
                .map(|wanted| {
                    let mut child = map.labelled().clone();
                    child.play(wanted).expect("an enumerated move is legal");
                    canonical(&child)
                })
                .collect();
            let theirs: BTreeSet<Canonical> =
                canonical(map.labelled()).children().into_iter().collect();
            let mut trees = Trees::default();
            assert_eq!(
                trees.names(&ours),
                trees.names(&theirs),
                "{}",
                map.to_text()
            );
        }
    }
}

#[test]
fn every_enumerated_move_can_be_drawn_and_is_the_child_it_says() {
    for spots in 1..=4 {
        for seed in 0..3 {
            let map = some_map(spots, 7000 + 100 * u64::from(spots) + seed);
            let mut drawn = BTreeSet::new();
            for wanted in enumerate(&map) {
                let curve = map
                    .route(&wanted)
                    .unwrap_or_else(|error| panic!("{error}: {wanted:?} on {}", map.to_text()));
                let mut child = map.clone();
                let played = child
                    .insert(&curve)
                    .expect("a routed curve is legal")
                    .played;
                assert_eq!(played, wanted, "{}", map.to_text());
                child.check().unwrap();
                drawn.insert(of_ink(&child));
            }
            let children: BTreeSet<Canonical> = of_ink(&map).children().into_iter().collect();
            let mut trees = Trees::default();
            assert_eq!(
                trees.names(&drawn),
                trees.names(&children),
                "{}",
                map.to_text()
            );
        }
    }
}
