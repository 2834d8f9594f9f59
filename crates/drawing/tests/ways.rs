//! The ways to join two spots: each legal, each once, and all of them together every child of the position.

use drawing::{PlanarMap, Redraw};
use sprouts::{Seed, SpotId};
use std::collections::BTreeSet;

#[test]
fn two_lone_spots_are_joined_in_one_way_and_a_loop_encloses_up_to_half_of_the_others() {
    let map = PlanarMap::start(6);
    assert_eq!(map.ways(SpotId(1), SpotId(4)).len(), 1);
    // Of five other spots none, one or two inside: with three inside two are outside, which is the same game.
    assert_eq!(map.ways(SpotId(3), SpotId(3)).len(), 3);
}

/// The ways of all pairs together reach every child of the position, each way legal and each child once a pair.
#[test]
fn the_ways_between_all_pairs_reach_every_child() {
    for seed in 0..12 {
        let mut random = Seed::new(seed);
        let mut map = PlanarMap::start(2 + (seed % 3) as u32);
        for _ in 0..seed % 4 {
            let moves = map.labelled().moves();
            let Some(m) = random.pick(&moves) else { break };
            let curve = map.route(m).unwrap();
            map.draw(&curve).unwrap();
            map.redraw(Redraw::STEPS);
        }
        let mut reached = BTreeSet::new();
        for from in map.spot_ids() {
            for to in map.spot_ids().filter(|&to| to >= from) {
                let mut of_pair = BTreeSet::new();
                for way in map.ways(from, to) {
                    assert_eq!((way.from, way.to), (from, to));
                    let mut after = map.clone();
                    after.draw(&way).unwrap();
                    let child = after.labelled().position().unwrap().canonical();
                    assert!(of_pair.insert(child.clone()), "a way is shown twice");
                    reached.insert(child);
                }
            }
        }
        let position = map.labelled().position().unwrap();
        let children: BTreeSet<_> = position.canonical().children().into_iter().collect();
        assert_eq!(reached, children, "seed {seed}");
    }
}

#[test]
fn a_loop_round_two_spots_is_described_by_them() {
    let map = PlanarMap::start(5);
    let sides = map.ways(SpotId(0), SpotId(0));
    let mut sides: Vec<usize> = sides
        .iter()
        .map(|way| map.parted(way).unwrap().side.len())
        .collect();
    sides.sort_unstable();
    assert_eq!(sides, [0, 1, 2]);
    assert_eq!(map.parted(&map.ways(SpotId(0), SpotId(1))[0]), None);
}
