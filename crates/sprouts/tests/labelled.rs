//! Labelled positions: what a move does, the laws of whole games, and what is refused.

use proptest::prelude::*;
use sprouts::{
    Canonical, Corner, Labelled, LabelledError, Move, MoveError, Position, RegionId, Seed, SpotId,
};
use std::collections::{BTreeSet, HashMap};

fn corner(boundary: u32, index: u32) -> Corner {
    Corner { boundary, index }
}

fn play(game: &mut Labelled, region: u32, from: Corner, to: Corner, inside: &[u32]) -> SpotId {
    let region = RegionId(region);
    let inside = inside.to_vec();
    game.play(&Move {
        region,
        from,
        to,
        inside,
    })
    .expect("a legal move")
}

fn raw(text: &str) -> Labelled {
    Labelled::from_raw(text).expect("a raw position")
}

#[test]
fn two_lone_spots_are_joined() {
    let mut game = Labelled::start(3);
    assert_eq!(
        play(&mut game, 0, corner(0, 0), corner(2, 0), &[]),
        SpotId(3)
    );
    assert_eq!(game.raw(), "B.ADCD");
    assert_eq!(
        [0, 1, 2, 3].map(|spot| game.degree(SpotId(spot))),
        [1, 0, 1, 2]
    );
}

#[test]
fn a_join_walks_round_both_boundaries() {
    let mut game = raw("ACBC.DFEF");
    play(&mut game, 0, corner(0, 2), corner(1, 1), &[]);
    // From B round to B, the new spot, from F round to F, the new spot.
    assert_eq!(game.raw(), "BCACBGFEFDFG");
}

#[test]
fn a_lone_spot_is_looped() {
    let mut game = Labelled::start(3);
    play(&mut game, 0, corner(0, 0), corner(0, 0), &[1]);
    assert_eq!(game.raw(), "C.AD|B.AD");
}

#[test]
fn an_end_is_looped() {
    let mut game = raw("ACBC.D");
    play(&mut game, 0, corner(0, 2), corner(0, 2), &[1]);
    assert_eq!(game.raw(), "BCACBE|D.BE");
    let mut game = raw("ACBC.D");
    play(&mut game, 0, corner(0, 2), corner(0, 2), &[]);
    assert_eq!(game.raw(), "D.BCACBE|BE");
}

#[test]
fn a_curve_splits_its_boundary() {
    let mut game = raw("ACBC.D.E");
    play(&mut game, 0, corner(0, 3), corner(0, 0), &[2]);
    assert_eq!(game.raw(), "D.ACBCF|E.CAF");
}

/// A circle with only one spot on it cannot arise in a game but can in a custom map.
#[test]
fn a_circle_through_one_spot_is_walked_round() {
    let mut game = raw("A.B|A");
    assert_eq!(game.degree(SpotId(0)), 2);
    assert_eq!(game.degree(SpotId(1)), 0);
    play(&mut game, 0, corner(0, 0), corner(1, 0), &[]);
    assert_eq!(game.raw(), "AACBC|A");
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let game = raw("ACBC.D|E");
    let refuse = |region, from, to, inside: &[u32]| {
        let m = Move {
            region: RegionId(region),
            from,
            to,
            inside: inside.to_vec(),
        };
        game.check(&m).expect_err("a bad move")
    };
    let (a, c, d) = (corner(0, 0), corner(0, 1), corner(1, 0));
    assert_eq!(
        refuse(2, a, a, &[]),
        MoveError::NoSuchRegion {
            region: RegionId(2)
        }
    );
    assert!(matches!(
        refuse(0, a, corner(0, 4), &[]),
        MoveError::NoSuchCorner { .. }
    ));
    assert!(matches!(
        refuse(0, corner(2, 0), a, &[]),
        MoveError::NoSuchCorner { .. }
    ));
    assert_eq!(
        refuse(0, c, c, &[]),
        MoveError::NeedsTwoLives { spot: SpotId(2) }
    );
    assert_eq!(
        refuse(0, c, corner(0, 3), &[]),
        MoveError::NeedsTwoLives { spot: SpotId(2) }
    );
    assert_eq!(refuse(0, a, d, &[0]), MoveError::NothingIsEnclosed);
    assert_eq!(
        refuse(0, a, a, &[0]),
        MoveError::EnclosesItself { boundary: 0 }
    );
    assert_eq!(
        refuse(0, a, a, &[1, 1]),
        MoveError::EnclosedTwice { boundary: 1 }
    );
    assert!(matches!(
        refuse(0, a, a, &[7]),
        MoveError::NoSuchBoundary { boundary: 7, .. }
    ));
    let mut dead = raw("ACBC");
    play(&mut dead, 0, c, a, &[]);
    let m = Move {
        region: RegionId(0),
        from: corner(0, 1),
        to: corner(0, 0),
        inside: vec![],
    };
    assert_eq!(dead.raw(), "ACD|CBCAD");
    assert_eq!(
        dead.check(&m),
        Err(MoveError::SpotIsDead { spot: SpotId(2) })
    );
}

#[test]
fn lists_that_are_no_position_are_refused() {
    let spots = |boundary: &[u32]| {
        boundary
            .iter()
            .map(|&spot| SpotId(spot))
            .collect::<Vec<_>>()
    };
    let error = |boundary: &[u32]| Labelled::from_regions(vec![vec![spots(boundary)]]).unwrap_err();
    assert_eq!(
        error(&[]),
        LabelledError::EmptyBoundary {
            region: 0,
            boundary: 0
        }
    );
    assert_eq!(
        error(&[0, 0, 0, 0]),
        LabelledError::TooManyCorners { spot: SpotId(0) }
    );
    assert_eq!(
        error(&[0, 2, 0]),
        LabelledError::NumbersHaveGap { spot: SpotId(1) }
    );
    assert_eq!(
        error(&[u32::MAX]),
        LabelledError::NumbersHaveGap {
            spot: SpotId(u32::MAX)
        }
    );
}

/// 20 lone spots: one join, and a loop around 0 to 9 of the others (10 to 19 on the other side are the same).
#[test]
fn lone_spots_are_not_told_apart() {
    assert_eq!(Labelled::start(20).moves().len(), 1 + 10);
    // Two equal dumb-bells: 4 joins per pair of corners within one kind (4 × 4), and in the first: loops at A and B and
    // the curves A–C, A–C, A–B, C–B, C–B, each with the other dumb-bell inside or not.
    assert_eq!(raw("ACBC.DFEF").moves().len(), 16 + 7 * 2);
    assert_eq!(Labelled::start(20).moves_up_to(3).len(), 3);
}

#[test]
fn every_row_of_the_raw_data_is_read_and_written_back() {
    let text = include_str!("../../../tests/data/sprouts/raw.tsv");
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let mut columns = line.split('\t');
        let (row, equivalent) = columns.next().zip(columns.next()).expect("two columns");
        assert_eq!(raw(row).raw(), row.replace('+', "|"));
        let expected: Position = equivalent.parse().expect("a position");
        let position = raw(row).position().expect("a small position");
        assert_eq!(position.canonical(), expected.canonical(), "{row}");
        rows += 1;
    }
    assert_eq!(rows, 165);
}

/// A random game from a seed, with every position checked on the way.
fn check_game(spots: u32, seed: u64) {
    let mut seed = Seed::new(seed);
    let mut game = Labelled::start(spots);
    let mut before = Vec::new();
    loop {
        let moves = game.moves();
        assert_eq!(moves.is_empty(), game.is_over());
        let Some(m) = seed.pick(&moves) else { break };
        before.push(game.clone());
        let new = game.play(m).expect("a generated move is legal");
        assert_eq!(new.0 + 1, game.spots());
        assert_eq!(game.total_lives() + game.history().len() as u32, 3 * spots);
        // The lists still say of every spot what its degree says; so reading them again gives the same degrees.
        let again = Labelled::from_regions(game.regions().to_vec()).expect("a position");
        assert!(
            (0..game.spots()).all(|spot| again.degree(SpotId(spot)) == game.degree(SpotId(spot)))
        );
        // Every line has two sides: in a game all regions share one hand, so each step is also walked backwards.
        check_hands(&game);
    }
    let length = game.history().len() as u32;
    assert!(
        (2 * spots..3 * spots).contains(&length),
        "{spots} spots, {length} moves"
    );
    // At the end every survivor has one life, so at any time lives minus moves left is the number of survivors.
    let survivors = (0..game.spots())
        .filter(|&spot| game.lives(SpotId(spot)) > 0)
        .count() as u32;
    for (played, position) in before.iter().enumerate() {
        assert_eq!(position.total_lives() - (length - played as u32), survivors);
    }
    assert_eq!(
        Labelled::from_raw(&game.raw()).expect("raw text").raw(),
        game.raw()
    );
    while let Some(earlier) = before.pop() {
        assert!(game.undo().is_some());
        assert_eq!(game, earlier);
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game, Labelled::start(spots));
}

fn check_hands(game: &Labelled) {
    let mut steps: Vec<(SpotId, SpotId)> = Vec::new();
    for boundary in game.regions().iter().flatten() {
        if boundary.len() > 1 {
            let next = boundary.iter().cycle().skip(1);
            steps.extend(boundary.iter().zip(next).map(|(&spot, &next)| (spot, next)));
        }
    }
    let mut back: Vec<(SpotId, SpotId)> = steps.iter().map(|&(a, b)| (b, a)).collect();
    steps.sort_unstable();
    back.sort_unstable();
    assert_eq!(steps, back);
    // Euler: spots − lines + faces = 1 + pieces, where a region with b boundaries joins b pieces of the drawing.
    let lines = steps.len() as i64 / 2;
    let boundaries: i64 = game
        .regions()
        .iter()
        .map(|region| region.len() as i64)
        .sum();
    let regions = game.regions().len() as i64;
    let pieces = 1 + boundaries - regions;
    assert_eq!(i64::from(game.spots()) - lines + regions, 1 + pieces);
}

/// Every move there is, nothing identified: all pairs of corners, all subsets of the other boundaries. The slow, obvious
/// version that the listing of moves is held against.
fn all_moves(game: &Labelled) -> Vec<Move> {
    let mut moves = Vec::new();
    for (region, boundaries) in game.regions().iter().enumerate() {
        let region = RegionId(region as u32);
        let mut corners = Vec::new();
        for (boundary, spots) in boundaries.iter().enumerate() {
            corners.extend((0..spots.len()).map(|index| corner(boundary as u32, index as u32)));
        }
        for &from in &corners {
            for &to in &corners {
                for subset in 0..1u32 << boundaries.len() {
                    let inside = (0..boundaries.len() as u32)
                        .filter(|boundary| subset >> boundary & 1 == 1)
                        .collect();
                    let m = Move {
                        region,
                        from,
                        to,
                        inside,
                    };
                    if game.check(&m).is_ok() {
                        moves.push(m);
                    }
                }
            }
        }
    }
    moves
}

fn canonical_children(game: &Labelled, moves: &[Move]) -> BTreeSet<Canonical> {
    let mut after = game.clone();
    let mut children = BTreeSet::new();
    for m in moves {
        after.play(m).expect("legal");
        children.insert(after.position().expect("a small position").canonical());
        after.undo();
    }
    children
}

/// Whether some region has so few lives that reduction lists each of its spots once although the drawing does not.
fn is_merged(game: &Labelled) -> bool {
    let outline = game.outline();
    let lives = |spot: &SpotId| {
        outline
            .lives()
            .iter()
            .find(|(other, _)| other == spot)
            .map_or(0, |found| found.1)
    };
    outline.regions().iter().any(|region| {
        let spots: BTreeSet<SpotId> = region.iter().flatten().copied().collect();
        let few = spots.iter().map(lives).sum::<u8>() <= 3;
        few && (region.len() > 1 || region[0].len() > spots.len())
    })
}

/// Nimber and misère outcome by the definition, for positions small enough.
#[derive(Default)]
struct Worths(HashMap<Canonical, (usize, bool)>);

impl Worths {
    fn of(&mut self, position: &Canonical) -> (usize, bool) {
        if let Some(&worth) = self.0.get(position) {
            return worth;
        }
        let children: Vec<(usize, bool)> = position
            .children()
            .iter()
            .map(|child| self.of(child))
            .collect();
        let nimber = (0..)
            .find(|nimber| children.iter().all(|child| child.0 != *nimber))
            .expect("finite");
        let wins_misere = children.is_empty() || children.iter().any(|child| !child.1);
        self.0.insert(position.clone(), (nimber, wins_misere));
        (nimber, wins_misere)
    }
}

proptest! {
    #![proptest_config(trial::cases(2000))]

    #[test]
    fn whole_games_keep_the_laws(spots in 2u32..=12, seed in any::<u64>()) {
        check_game(spots, seed);
    }

    /// The two views agree: the canonical children of a labelled position are the children of its canonical form.
    /// Where reduction merged the boundaries of a small region, they are only worth the same.
    #[test]
    fn both_views_have_the_same_children(spots in 2u32..=12, played in 0usize..36, seed in any::<u64>()) {
        let mut seed = Seed::new(seed);
        let mut game = Labelled::start(spots);
        for _ in 0..played {
            let Some(m) = seed.pick(&game.moves()).cloned() else { break };
            game.play(&m).expect("legal");
        }
        let canonical = game.position().expect("a small position").canonical();
        let children: Vec<Canonical> = canonical_children(&game, &game.moves()).into_iter().collect();
        let mut expected = canonical.children();
        expected.sort();
        if !is_merged(&game) {
            prop_assert_eq!(&children, &expected);
        }
        if canonical.lives() <= 8 {
            let mut worths = Worths::default();
            let mut worth = |children: &[Canonical]| {
                children.iter().map(|child| worths.of(child)).collect::<BTreeSet<_>>()
            };
            prop_assert_eq!(worth(&children), worth(&expected));
        }
    }

    /// Leaving out moves that others stand for loses no child.
    #[test]
    fn no_child_is_lost_by_interchange(spots in 1u32..=6, played in 0usize..12, seed in any::<u64>()) {
        let mut seed = Seed::new(seed);
        let mut game = Labelled::start(spots);
        for _ in 0..played {
            let Some(m) = seed.pick(&game.moves()).cloned() else { break };
            game.play(&m).expect("legal");
        }
        let (listed, all) = (game.moves(), all_moves(&game));
        prop_assert!(listed.len() <= all.len());
        prop_assert!(listed.iter().all(|m| all.contains(m)));
        prop_assert_eq!(canonical_children(&game, &listed), canonical_children(&game, &all));
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}") {
        let _ = Labelled::from_raw(&text);
    }

    #[test]
    fn near_misses_are_read_or_refused(text in "[A-F'.|+!]{0,16}") {
        if let Ok(position) = Labelled::from_raw(&text) {
            for m in position.moves_up_to(50) {
                prop_assert!(position.clone().play(&m).is_ok());
            }
        }
    }

    #[test]
    fn any_lists_are_taken_or_refused(lists in prop::collection::vec(
        prop::collection::vec(prop::collection::vec((0u32..9).prop_map(SpotId), 0..6), 0..4), 0..4)) {
        let _ = Labelled::from_regions(lists);
    }

    #[test]
    fn any_move_is_checked(region in 0u32..4, a in 0u32..4, b in 0u32..8, c in 0u32..4, d in 0u32..8,
                           inside in prop::collection::vec(0u32..4, 0..4), seed in any::<u64>()) {
        let mut game = Labelled::start(4);
        let mut seed = Seed::new(seed);
        for _ in 0..3 {
            let m = seed.pick(&game.moves()).expect("three moves are always there").clone();
            game.play(&m).expect("legal");
        }
        let before = game.clone();
        let m = Move { region: RegionId(region), from: corner(a, b), to: corner(c, d), inside };
        match game.play(&m) {
            Ok(_) => { prop_assert_eq!(game.undo(), Some(m)); }
            Err(error) => { prop_assert!(!error.to_string().is_empty()); }
        }
        prop_assert_eq!(game, before);
    }
}
