//! The laws of the frameworks, on any graph and on boards. They agree with a flood fill and with each other after every stone put down
//! or taken away. The report's theorems hold where they are true. Where a theorem as printed is not, a
//! named test shows the stone that breaks it.

use connection::board::{self, Board, Shape, Stand};
use laboratory::groups::{
    Adjacency, FloodFill, Forest, FrameworkA, FrameworkB, Groups, GroupsWithDeletion, LocalSets,
    Method, Neighbourhoods, PlayerId, SiteId, SiteSet, size_territory,
};
use proptest::prelude::*;

const HEX: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const ALL_EIGHT: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// An n by n board with the given steps; site `y * n + x`.
fn board(n: i32, steps: &[(i32, i32)]) -> Adjacency {
    let list = |x: i32, y: i32| {
        let next = steps.iter().map(move |(dx, dy)| (x + dx, y + dy));
        next.filter(|&(x, y)| (0..n).contains(&x) && (0..n).contains(&y))
            .map(|(x, y)| (y * n + x) as u16)
            .collect()
    };
    let lists: Vec<Vec<u16>> = (0..n * n).map(|i| list(i % n, i / n)).collect();
    Adjacency::from_lists(&lists).unwrap()
}

fn sites(adjacency: &Adjacency) -> impl Iterator<Item = SiteId> + use<> {
    (0..adjacency.sites() as u16).map(SiteId)
}

/// Any graph of 1 to 24 sites.
fn graphs() -> impl Strategy<Value = Adjacency> {
    (1usize..=24).prop_flat_map(|n| {
        prop::collection::vec((0..n as u16, 0..n as u16), 0..3 * n).prop_map(move |edges| {
            let mut lists = vec![Vec::new(); n];
            for (a, b) in edges {
                if a != b && !lists[a as usize].contains(&b) {
                    lists[a as usize].push(b);
                    lists[b as usize].push(a);
                }
            }
            Adjacency::from_lists(&lists).unwrap()
        })
    })
}

/// Any graph, or one of the boards the report plays on.
fn adjacencies() -> impl Strategy<Value = Adjacency> {
    prop_oneof![
        2 => graphs(),
        1 => (2i32..=6).prop_map(|n| board(n, &HEX)),
        1 => (2i32..=6).prop_map(|n| board(n, &ORTHOGONAL)),
        1 => (2i32..=6).prop_map(|n| board(n, &ALL_EIGHT)),
    ]
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Put(u16, u8),
    Take(u16),
    TakeGroup(u16),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => (any::<u16>(), 0u8..=3).prop_map(|(site, player)| Step::Put(site, player)),
        2 => any::<u16>().prop_map(Step::Take),
        1 => any::<u16>().prop_map(Step::TakeGroup),
    ];
    prop::collection::vec(step, 0..80)
}

fn forests(players: u8) -> impl Iterator<Item = Forest> {
    PlayerId::all(players)
        .map(Forest::Player)
        .chain([Forest::Common, Forest::Player(PlayerId::NEUTRAL)])
}

/// Who a number in a test stands for: players from 1, and 0 for nobody.
fn owner(number: u8) -> PlayerId {
    match number {
        0 => PlayerId::NEUTRAL,
        number => PlayerId(number),
    }
}

/// The players and nobody.
fn owners(players: u8) -> impl Iterator<Item = PlayerId> {
    PlayerId::all(players).chain([PlayerId::NEUTRAL])
}

/// Asks everything of both and compares.
fn check_same(groups: &mut impl Groups, oracle: &mut FloodFill) {
    let count = oracle.neighbourhoods().sites();
    for forest in forests(oracle.neighbourhoods().players()) {
        let (mut sizes, mut expected_sizes) = (Vec::new(), Vec::new());
        groups.sizes(forest, &mut sizes);
        oracle.sizes(forest, &mut expected_sizes);
        sizes.sort_unstable();
        expected_sizes.sort_unstable();
        assert_eq!(sizes, expected_sizes, "sizes of {forest:?}");
        for site in (0..count as u16).map(SiteId) {
            let (mut group, mut expected) = (SiteSet::new(count), SiteSet::new(count));
            groups.collect(site, forest, &mut group);
            oracle.collect(site, forest, &mut expected);
            assert_eq!(group, expected, "group of {site:?} in {forest:?}");
            assert_eq!(groups.size(site, forest), expected.as_items().len());
            for other in (0..count as u16).map(SiteId) {
                assert_eq!(
                    groups.connected(site, other, forest),
                    expected.as_items().contains(other)
                );
            }
        }
    }
    for player in owners(oracle.neighbourhoods().players()) {
        assert_eq!(
            groups.is_single_group(player),
            oracle.is_single_group(player)
        );
    }
}

fn check_freedoms(groups: &mut FrameworkB, oracle: &mut FloodFill) {
    for site in (0..oracle.neighbourhoods().sites() as u16).map(SiteId) {
        for player in owners(oracle.neighbourhoods().players()) {
            if oracle.has(site, player) {
                assert_eq!(groups.freedoms(site, player), oracle.freedoms(site, player));
            } else if oracle.owner(site).is_none() {
                assert_eq!(
                    groups.freedoms_of_move(site, player),
                    oracle.freedoms_of_move(site, player)
                );
            }
        }
    }
}

/// How many sites can be picked from a list so that no two are neighbours.
fn independent(adjacency: &Adjacency, members: &[SiteId]) -> u32 {
    let Some((&first, rest)) = members.split_first() else {
        return 0;
    };
    let apart: Vec<SiteId> = rest
        .iter()
        .copied()
        .filter(|&other| !adjacency.adjacent(first, other))
        .collect();
    independent(adjacency, rest).max(1 + independent(adjacency, &apart))
}

proptest! {
    #![proptest_config(trial::cases(400))]

    /// Framework A with every union rule equals the flood fill after every stone.
    #[test]
    fn framework_a_equals_a_flood_fill(
        adjacency in adjacencies(),
        stones in prop::collection::vec((any::<u16>(), 0u8..=3), 0..60),
    ) {
        let neighbourhoods = Neighbourhoods::same(adjacency, 3);
        for method in Method::ALL {
            let mut groups = FrameworkA::new(neighbourhoods.clone(), method);
            let mut oracle = FloodFill::new(neighbourhoods.clone());
            // Twice: the second game finds nothing of the first.
            for _ in 0..2 {
                for &(site, player) in &stones {
                    let site = SiteId(site % neighbourhoods.sites() as u16);
                    if oracle.owner(site).is_none() {
                        groups.put(site, owner(player));
                        oracle.put(site, owner(player));
                    }
                }
                check_same(&mut groups, &mut oracle);
                groups.reset();
                oracle.reset();
                check_same(&mut groups, &mut oracle);
            }
        }
    }

    /// Framework B with every union rule equals the flood fill after every stone put down, taken away, or captured with
    /// its group; freedoms too.
    #[test]
    fn framework_b_equals_a_flood_fill(adjacency in adjacencies(), steps in steps(), rule in 0..Method::ALL.len()) {
        let neighbourhoods = Neighbourhoods::same(adjacency, 3);
        let mut groups = FrameworkB::new(neighbourhoods.clone(), Method::ALL[rule]);
        let mut oracle = FloodFill::new(neighbourhoods.clone());
        for _ in 0..2 {
            for &step in &steps {
                let (Step::Put(site, _) | Step::Take(site) | Step::TakeGroup(site)) = step;
                let site = SiteId(site % neighbourhoods.sites() as u16);
                match (step, oracle.owner(site)) {
                    (Step::Put(_, player), None) => {
                        groups.put(site, owner(player));
                        oracle.put(site, owner(player));
                    }
                    (Step::Take(_), Some(player)) => {
                        groups.take(site, player);
                        oracle.take(site, player);
                    }
                    (Step::TakeGroup(_), Some(player)) => {
                        let deletion = groups.delete_group(site, player).unwrap();
                        prop_assert_eq!(deletion.removed, oracle.size(site, Forest::Player(player)));
                        oracle.take_group(site, player);
                    }
                    (Step::Take(_), None) => prop_assert_eq!(groups.delete(site, PlayerId(1)), None),
                    (Step::TakeGroup(_), None) => prop_assert_eq!(groups.delete_group(site, PlayerId(1)), None),
                    (Step::Put(..), Some(_)) => {}
                }
            }
            check_same(&mut groups, &mut oracle);
            check_freedoms(&mut groups, &mut oracle);
            groups.reset();
            oracle.reset();
            check_same(&mut groups, &mut oracle);
        }
    }

    /// Every player with a neighbourhoods of his own, the common forest with a fourth.
    #[test]
    fn players_may_connect_differently(steps in steps()) {
        let one = board(5, &ORTHOGONAL).into();
        let two = board(5, &[(1, 1), (-1, -1)]).into();
        let three = board(5, &[(1, -1), (-1, 1)]).into();
        let neighbourhoods = Neighbourhoods::new(
            vec![one, two, three],
            board(5, &ALL_EIGHT).into(),
            board(5, &ORTHOGONAL).into(),
        );
        let mut groups = FrameworkB::new(neighbourhoods.clone(), Method::WQUPC);
        let mut oracle = FloodFill::new(neighbourhoods);
        for step in steps {
            let (Step::Put(site, _) | Step::Take(site) | Step::TakeGroup(site)) = step;
            let site = SiteId(site % 25);
            match (step, oracle.owner(site)) {
                (Step::Put(_, player), None) => {
                    groups.put(site, owner(player));
                    oracle.put(site, owner(player));
                }
                (Step::Take(_) | Step::TakeGroup(_), Some(player)) => {
                    groups.take(site, player);
                    oracle.take(site, player);
                }
                _ => {}
            }
        }
        check_same(&mut groups, &mut oracle);
        check_freedoms(&mut groups, &mut oracle);
    }

    /// A and B say the same after every stone, whatever their union rules.
    #[test]
    fn frameworks_a_and_b_agree(
        adjacency in adjacencies(),
        stones in prop::collection::vec((any::<u16>(), 0u8..=2), 0..40),
        rules in (0..Method::ALL.len(), 0..Method::ALL.len()),
    ) {
        let neighbourhoods = Neighbourhoods::same(adjacency, 2);
        let mut a = FrameworkA::new(neighbourhoods.clone(), Method::ALL[rules.0]);
        let mut b = FrameworkB::new(neighbourhoods.clone(), Method::ALL[rules.1]);
        for (site, player) in stones {
            let site = SiteId(site % neighbourhoods.sites() as u16);
            if a.contains(site, Forest::Common) {
                continue;
            }
            prop_assert_eq!(a.union(site, owner(player)), b.union(site, owner(player)));
            for forest in forests(2) {
                prop_assert_eq!(a.roots(forest).count(), b.roots(forest).count());
                prop_assert_eq!(a.group_size(site, forest), b.group_size(site, forest));
                prop_assert_eq!(a.items(site, forest), b.items(site, forest));
            }
        }
    }

    /// Theorem 1, after every move: with n sites and p players no tree has more than ⌈n/p⌉ sites. The report's ⌊n/p⌋ holds while
    /// all have put down equally many stones, and before that; only the last stones of a board that p does not divide pass it.
    #[test]
    fn theorem_1_no_tree_outgrows_its_share(
        n in 2i32..=6,
        players in 2u8..=4,
        order in Just((0..36u16).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let neighbourhoods = Neighbourhoods::same(board(n, &HEX), players);
        let count = neighbourhoods.sites() as u16;
        let (floor, ceiling) = (u32::from(count) / u32::from(players), u32::from(count).div_ceil(u32::from(players)));
        let mut groups = FrameworkA::new(neighbourhoods, Method::WQUPC);
        let order: Vec<SiteId> = order.into_iter().filter(|&site| site < count).map(SiteId).collect();
        let turns = PlayerId::all(players).collect::<Vec<_>>().into_iter().cycle();
        for ((number, &site), player) in (1u32..).zip(&order).zip(turns) {
            groups.union(site, player);
            let mut sizes = Vec::new();
            groups.sizes(Forest::Player(player), &mut sizes);
            prop_assert!(sizes.iter().all(|&size| size <= ceiling));
            let last_round = number > floor * u32::from(players);
            prop_assert!(last_round || sizes.iter().all(|&size| size <= floor));
        }
    }

    /// Framework A holds one list for every tree and framework B two, after every stone put down or taken away; and neither ever
    /// allocates more than it began with.
    #[test]
    fn a_tree_has_one_list_in_a_and_two_in_b(adjacency in adjacencies(), steps in steps(), rule in 0..Method::ALL.len()) {
        let neighbourhoods = Neighbourhoods::same(adjacency, 3);
        let mut a = FrameworkA::new(neighbourhoods.clone(), Method::ALL[rule]);
        let mut b = FrameworkB::new(neighbourhoods.clone(), Method::ALL[rule]);
        let begun = (a.memory().bytes, b.memory().bytes);
        for step in steps {
            let (Step::Put(site, _) | Step::Take(site) | Step::TakeGroup(site)) = step;
            let site = SiteId(site % neighbourhoods.sites() as u16);
            let there = owners(3).find(|&player| b.has(site, player));
            match (step, there) {
                (Step::Put(_, player), None) => {
                    b.put(site, owner(player));
                    if !a.contains(site, Forest::Common) {
                        a.put(site, owner(player));
                    }
                }
                (Step::Take(_), Some(player)) => b.take(site, player),
                (Step::TakeGroup(_), Some(player)) => b.take_group(site, player),
                _ => {}
            }
            let (in_a, in_b) = (a.memory(), b.memory());
            prop_assert_eq!(in_a.lists, in_a.trees);
            prop_assert_eq!(in_b.lists, 2 * in_b.trees);
            prop_assert_eq!((in_a.bytes, in_b.bytes), begun);
        }
        a.reset();
        b.reset();
        prop_assert_eq!((a.memory().lists, b.memory().lists), (0, 0));
    }

    /// Theorem 2 on the report's boards, with k the largest number of sites around a site of the tiling: 6 for hexagons, 8
    /// for squares with diagonals, 12 for hexagons, squares and triangles together. A stone joins, and a deletion leaves, at
    /// most half of that.
    #[test]
    fn theorem_2_half_the_degree_of_the_tiling(
        tiling in 0..3,
        n in 2i32..=6,
        stones in prop::collection::vec((any::<u16>(), any::<bool>()), 0..80),
    ) {
        let (adjacency, degree) = match tiling {
            0 => (board(n, &HEX), 6),
            1 => (board(n, &ALL_EIGHT), 8),
            _ => {
                let kensington = Board::new(&Shape::Rhombitrihexagonal(2), Stand::Cells).unwrap();
                (Adjacency::of(&kensington, board::Connectivity::Adjacent), 12)
            }
        };
        let neighbourhoods = Neighbourhoods::same(adjacency, 2);
        let count = neighbourhoods.sites() as u16;
        let mut groups = FrameworkB::new(neighbourhoods, Method::WQUPC);
        for (site, first) in stones {
            let (site, player) = (SiteId(site % count), PlayerId(if first { 1 } else { 2 }));
            if groups.contains(site, Forest::Player(player)) {
                let deletion = groups.delete(site, player).unwrap();
                prop_assert!(deletion.trees <= degree / 2);
                prop_assert!(deletion.common_trees <= degree / 2);
            } else if !groups.contains(site, Forest::Common) {
                prop_assert!(groups.union(site, player) <= degree / 2);
            }
        }
    }

    /// What theorem 2 says on any graph: at most as many trees as neighbours can be picked that are no neighbours of each
    /// other. A deletion is a union seen backwards.
    #[test]
    fn theorem_2_on_any_graph(adjacency in adjacencies(), stones in prop::collection::vec(any::<u16>(), 0..60)) {
        let neighbourhoods = Neighbourhoods::same(adjacency.clone(), 1);
        let mut groups = FrameworkB::new(neighbourhoods, Method::RQUPC);
        for site in stones {
            let site = SiteId(site % adjacency.sites() as u16);
            if groups.contains(site, Forest::Common) {
                continue;
            }
            let joined = groups.union(site, PlayerId(1));
            let deletion = groups.delete(site, PlayerId(1)).unwrap();
            prop_assert_eq!(deletion.trees, joined);
            let friends: Vec<SiteId> =
                adjacency.neighbours(site).iter().copied().filter(|&s| groups.contains(s, Forest::Common)).collect();
            prop_assert!(joined <= independent(&adjacency, &friends));
            prop_assert_eq!(groups.union(site, PlayerId(1)), joined);
        }
    }

    /// Theorem 3: a stone closes as many open loops as it has local sets beyond one per tree, never more than half the
    /// degree of the tiling less one; and that is by how many the holes in the player's stones grow, less the hole that the
    /// stone itself may fill.
    #[test]
    fn theorem_3_counts_the_holes(
        hexagonal in any::<bool>(),
        n in 3i32..=8,
        order in Just((0..64u16).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        // The stones join over hexagons or over all eight neighbours; the rest hangs together over hexagons or over four.
        let (joins, degree): (&[_], _) = if hexagonal { (&HEX, 6) } else { (&ALL_EIGHT, 8) };
        let rest: &[_] = if hexagonal { &HEX } else { &ORTHOGONAL };
        let (adjacency, rest) = (board(n, joins), board(n, rest));
        let local = LocalSets::new(&adjacency, &adjacency);
        let mut groups = FrameworkA::new(Neighbourhoods::same(adjacency.clone(), 1), Method::WQUPC);
        let mut holes = 0;
        for site in order.into_iter().filter(|&site| site < (n * n) as u16).map(SiteId) {
            let closed = local.loops_closed(&mut groups, site, PlayerId(1));
            prop_assert!(closed < degree / 2);
            prop_assert!(local.count(&groups, site, PlayerId(1)) <= degree / 2);
            groups.union(site, PlayerId(1));
            let inner = rest.neighbours(site).len() == if hexagonal { 6 } else { 4 };
            let fills = inner && rest.neighbours(site).iter().all(|&s| groups.contains(s, Forest::Common));
            let now = count_holes(n, &rest, &groups);
            prop_assert_eq!(now + u32::from(fills), holes + closed);
            holes = now;
        }
    }

    /// Territory by union-find equals territory by flood fill.
    #[test]
    fn territory_equals_a_flood_fill(owners in prop::collection::vec(prop_oneof![3 => Just(0u8), 1 => 1u8..=2], 36)) {
        let adjacency = board(6, &ORTHOGONAL);
        let neighbourhoods = Neighbourhoods::same(adjacency.clone(), 3);
        // The empty sites as the stones of a third player.
        let mut empty = FloodFill::new(neighbourhoods.clone());
        for site in sites(&adjacency).filter(|site| owners[site.index()] == 0) {
            empty.put(site, PlayerId(3));
        }
        for player in [1, 2] {
            let expected = sites(&adjacency).filter(|&site| {
                let group = empty.group(site, Forest::Player(PlayerId(3)));
                let mut border = group.iter().flat_map(|&site| adjacency.neighbours(site)).map(|s| owners[s.index()]);
                !group.is_empty() && border.all(|owner| owner == 0 || owner == player)
            });
            let expected = expected.count() as u32;
            prop_assert_eq!(size_territory(&neighbourhoods, |site| owners[site.index()], owner(player)), expected);
        }
    }
}

/// How many pieces of the rest of the board do not reach its edge.
fn count_holes(n: i32, rest: &Adjacency, groups: &FrameworkA) -> u32 {
    let mut others = FloodFill::new(Neighbourhoods::same(rest.clone(), 1));
    for site in sites(rest).filter(|&site| !groups.contains(site, Forest::Common)) {
        others.put(site, PlayerId(1));
    }
    let edge = |site: &SiteId| {
        let (x, y) = (site.0 as i32 % n, site.0 as i32 / n);
        x == 0 || y == 0 || x == n - 1 || y == n - 1
    };
    let mut holes = 0;
    for site in sites(rest) {
        let group = others.group(site, Forest::Common);
        let first = group.iter().min() == Some(&site);
        holes += u32::from(first && !group.iter().any(edge));
    }
    holes
}

/// Theorem 1 with ⌊n/p⌋ fails at the last stone of a board that the players do not divide: nine sites, two players, and the
/// first has five stones in one tree.
#[test]
fn theorem_1_fails_after_the_last_stone_of_an_odd_board() {
    let mut groups = FrameworkA::new(Neighbourhoods::same(board(3, &HEX), 2), Method::WQUPC);
    let mut largest = 0;
    for (first, second) in [(0, 5), (1, 6), (2, 7), (3, 8)] {
        groups.union(SiteId(first), PlayerId(1));
        groups.union(SiteId(second), PlayerId(2));
        largest = groups.group_size(SiteId(0), Forest::Player(PlayerId(1)));
        assert!(largest <= 9 / 2);
    }
    assert_eq!(largest, 4);
    groups.union(SiteId(4), PlayerId(1));
    assert_eq!(groups.group_size(SiteId(0), Forest::Player(PlayerId(1))), 5);
}

/// Theorem 2 counts the sites around a site. On the border of a board they are no longer a circle but a row, and a row of
/// three holds two stones that do not touch: more than half of three, rounded down.
#[test]
fn theorem_2_fails_with_the_degree_of_a_border_site() {
    let adjacency = board(3, &HEX);
    let corner = SiteId(2);
    assert_eq!(adjacency.neighbours(corner), [5, 4, 1].map(SiteId));
    let mut groups = FrameworkB::new(Neighbourhoods::same(adjacency, 1), Method::WQUPC);
    groups.union(SiteId(1), PlayerId(1));
    groups.union(SiteId(5), PlayerId(1));
    assert_eq!(groups.union(corner, PlayerId(1)), 2);
    assert_eq!(groups.delete(corner, PlayerId(1)).unwrap().trees, 2);
}

/// On the intersections of a square board a site has four neighbours that do not touch each other at all: a stone of Go
/// can join four groups, not two.
#[test]
fn theorem_2_fails_on_intersections() {
    let mut groups = FrameworkB::new(
        Neighbourhoods::same(board(3, &ORTHOGONAL), 1),
        Method::WQUPC,
    );
    for site in [1, 3, 5, 7] {
        groups.union(SiteId(site), PlayerId(1));
    }
    assert_eq!(groups.union(SiteId(4), PlayerId(1)), 4);
    assert_eq!(groups.delete(SiteId(4), PlayerId(1)).unwrap().trees, 4);
}

/// The report's figure 13: a ring of stones around a cross-shaped hole, parted into four by one stone.
#[test]
fn a_stone_can_part_one_loop_into_four() {
    let adjacency = board(7, &ALL_EIGHT);
    let local = LocalSets::new(&adjacency, &adjacency);
    let mut groups = FrameworkA::new(Neighbourhoods::same(adjacency, 1), Method::WQUPC);
    let spokes = [(2, 2), (4, 2), (2, 4), (4, 4)];
    let ring = (0..49)
        .map(|i| (i % 7, i / 7))
        .filter(|&(x, y)| x == 1 || y == 1 || x == 5 || y == 5);
    for (x, y) in ring
        .filter(|&(x, y)| (1..=5).contains(&x) && (1..=5).contains(&y))
        .chain(spokes)
    {
        groups.union(SiteId(y * 7 + x), PlayerId(1));
    }
    let centre = SiteId(3 * 7 + 3);
    assert_eq!(local.count(&groups, centre, PlayerId(1)), 4);
    assert_eq!(local.loops_closed(&mut groups, centre, PlayerId(1)), 3);
}
