//! Laws, on every game: the fast engine and the referee agree on everything after every move; groups are what a flood
//! fill finds; undo restores the state bit for bit at any depth.

use connection::board::SiteId;
use connection::engine::{self, Engine, Status};
use connection::library;
use connection::moves::Move;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use connection::referee::Referee;
use proptest::prelude::*;
use std::sync::Arc;

/// Small boards, so that all rules come up often.
const GAMES: &[(&str, &[(&str, &str)])] = &[
    ("hex", &[("size", "4")]),
    ("hex", &[("size", "5"), ("misere", "yes")]),
    ("hex", &[("size", "17")]),
    ("y-hex", &[("base", "3")]),
    ("havannah", &[("base", "3")]),
    ("havannah", &[("base", "5")]),
    ("havannah", &[("base", "10"), ("swap", "yes")]),
    ("kensington-havannah", &[]),
    ("cross", &[("base", "4")]),
    ("gonnect", &[("size", "3")]),
    ("gonnect", &[("size", "5")]),
    ("chameleon", &[("size", "5")]),
    ("chameleon", &[("size", "5"), ("goal", "either")]),
    ("andantino", &[("tiling", "hexagonal")]),
    ("andantino", &[("tiling", "square")]),
    ("andantino", &[("tiling", "hexagonal"), ("goal", "loop")]),
    ("andantino", &[("tiling", "square"), ("goal", "loop")]),
    ("omega", &[("base", "3"), ("players", "2")]),
    ("omega", &[("base", "4"), ("players", "3")]),
    ("omega", &[("base", "4"), ("players", "4")]),
    ("odd", &[("base", "3"), ("min_group", "3")]),
    ("manalath", &[("base", "3")]),
    ("lines-of-action", &[("size", "5")]),
    ("lines-of-action", &[("size", "8")]),
    ("groups", &[]),
    ("go", &[("size", "3")]),
    ("go", &[("size", "4"), ("komi", "3"), ("half", "yes")]),
    ("go", &[("size", "5")]),
    ("go", &[("size", "5"), ("area", "yes"), ("komi", "2")]),
    ("go", &[("size", "7")]),
    ("go", &[("size", "12")]),
    ("atari-go", &[("size", "5")]),
    ("pentalath", &[("board", "hexagon"), ("base", "3")]),
    ("pentalath", &[("board", "hexagon")]),
    ("pentalath", &[("board", "half")]),
    ("y", &[("size", "4")]),
    ("y", &[]),
    ("bridg-it", &[("size", "2")]),
    ("bridg-it", &[]),
    ("yavalath", &[("base", "3")]),
    ("yavalath", &[]),
    ("poly-y", &[("base", "3")]),
    ("poly-y", &[]),
    ("star", &[("base", "3")]),
    ("star", &[]),
    ("atoll", &[]),
    ("crossway", &[("size", "4")]),
    ("crossway", &[("size", "7")]),
    ("crossway", &[("size", "17")]),
    ("unlur", &[("base", "4")]),
    ("unlur", &[]),
    ("product", &[("base", "3")]),
    ("product", &[]),
    ("catchup", &[("base", "3")]),
    ("catchup", &[]),
    ("nex", &[("size", "4")]),
    ("nex", &[]),
    ("tumbleweed", &[("base", "3")]),
    ("tumbleweed", &[]),
    ("kanga", &[("size", "5")]),
    ("kanga", &[("repeat", "no")]),
];

/// Moves after which a game is left, so that long games do not fill the time.
const MOVES_MAX: u32 = 100;

fn plan(game: &str, options: &[(&str, &str)]) -> Arc<Plan> {
    Arc::new(library::game(game).unwrap().plan(options).unwrap())
}

fn legal(engine: &dyn Engine) -> Vec<Move> {
    let mut moves = Vec::new();
    engine.legal_moves(&mut moves);
    moves.sort();
    moves
}

fn agree(fast: &dyn Engine, slow: &Referee) {
    let board = &fast.plan().board;
    assert_eq!(fast.status(), slow.status());
    assert_eq!(fast.mover(), slow.mover());
    assert_eq!(fast.captured(), slow.captured());
    assert_eq!(fast.moves_made(), slow.moves_made());
    for site in board.ids() {
        assert_eq!(fast.stone(site), slow.stone(site));
    }
    let moves = legal(fast);
    assert_eq!(moves, legal(slow));
    assert_eq!(fast.legal_count() as usize, moves.len());
    groups_agree(fast, slow);
}

/// Union-find answers equal a flood fill.
fn groups_agree(fast: &dyn Engine, slow: &Referee) {
    let mut seen = vec![None; fast.plan().board.len()];
    for site in fast
        .plan()
        .board
        .ids()
        .filter(|site| slow.stone(*site) != Colour::NONE)
    {
        if seen[site.index()].is_some() {
            continue;
        }
        let group = slow.group(site);
        let root = fast.group_root(site);
        assert!(group.contains(&root));
        for stone in &group {
            assert_eq!(fast.group_root(*stone), root);
            assert_eq!(fast.group_size(*stone) as usize, group.len());
            seen[stone.index()] = Some(());
        }
    }
}

fn play_both(game: &str, options: &[(&str, &str)], seed: u64) {
    let plan = plan(game, options);
    let mut fast = engine::start(&plan);
    let mut slow = Referee::new(plan.clone());
    let mut random = Random::new(seed);
    let large = plan.board.len() > 100;
    let mut images = vec![fast.image()];
    agree(&*fast, &slow);
    while fast.status() == Status::Running && fast.moves_made() < MOVES_MAX {
        let chosen = fast.sample(&mut random);
        assert!(
            fast.is_legal(chosen),
            "{game}: sampled {}",
            chosen.text(&plan)
        );
        fast.play(chosen);
        slow.play(chosen);
        images.push(fast.image());
        if !large || random.below(8) == 0 || fast.status() != Status::Running {
            agree(&*fast, &slow);
        }
        // Now and then some moves back, in which the state must be what it was, and on from there.
        if random.below(12) == 0 && fast.status() == Status::Running {
            for _ in 0..random.below(fast.moves_made() + 1) {
                images.pop();
                assert!(fast.undo() && slow.undo());
                assert_eq!(&fast.image(), images.last().unwrap(), "{game} {options:?}");
            }
            if !large {
                agree(&*fast, &slow);
            }
        }
    }
    if fast.status() != Status::Running {
        assert!(legal(&*fast).is_empty());
        assert_eq!(fast.scores(), slow.scores(), "{game}");
    }
    while images.len() > 1 {
        images.pop();
        assert!(fast.undo());
        assert_eq!(&fast.image(), images.last().unwrap(), "{game} {options:?}");
    }
    assert!(!fast.undo());
    let played = fast.playout(&mut random);
    assert_eq!(played, fast.moves_made());
    fast.restart();
    assert_eq!(fast.image(), images[0], "{game} {options:?}: restart");
}

#[test]
fn fast_and_slow_agree_on_every_game() {
    for (game, options) in GAMES {
        play_both(game, options, trial::seed());
    }
}

proptest! {
    #![proptest_config(trial::cases(8))]

    #[test]
    fn fast_and_slow_agree_on_any_game(game in 0..GAMES.len(), seed in any::<u64>()) {
        let (game, options) = GAMES[game];
        play_both(game, options, seed);
    }
}

/// Found by four thousand cases: a ring of four stones was closed round an empty site, an enemy came into it, and the slow engine took
/// the next stone beside the ring for one that closes a loop.
#[test]
fn who_comes_into_an_old_loop_is_not_caught_by_a_stone_beside_it() {
    let plan = plan("andantino", &[("tiling", "square"), ("goal", "loop")]);
    let mut fast = engine::start(&plan);
    let mut slow = Referee::new(plan.clone());
    let moves =
        "20,21 19,20 21,21 20,19 22,20 21,22 22,22 21,23 23,21 19,21 20,22 18,21 20,23 22,21 23,22";
    for text in moves.split(' ') {
        let played = Move::parse(text, &plan, Colour(fast.mover().0)).unwrap();
        fast.play(played);
        slow.play(played);
        agree(&*fast, &slow);
    }
    assert_eq!(fast.status(), Status::Running);
}

/// Found by four thousand cases: stones of the start joined two sides already, and the fast engine asked about sides only when a group
/// came to touch more of them.
#[test]
fn who_is_joined_from_the_start_wins_with_the_next_stone_of_the_group() {
    let text = "game g \"G\"\nboard hex-rectangle 4 4\nregions sides = each side\nstart 1 at top\nmove place own\nend connect 2 sides: mover wins\n";
    let description = connection::language::Description::parse(text).unwrap();
    let plan = Arc::new(description.plan::<&str, &str>(&[]).unwrap());
    let mut fast = engine::start(&plan);
    let mut slow = Referee::new(plan.clone());
    let played = Move::parse("1,1", &plan, Colour(1)).unwrap();
    fast.play(played);
    slow.play(played);
    agree(&*fast, &slow);
    assert_eq!(fast.status(), Status::Won(Colour(1)));
}

/// Rings are where the fast engine reasons most; more games there.
#[test]
fn fast_and_slow_agree_on_rings() {
    for seed in 0..12 {
        play_both("havannah", &[("base", "4")], seed);
        play_both("kensington-havannah", &[], seed);
    }
}

/// Few colours on few sites: every choice must come up equally often.
#[test]
fn sampling_is_uniform_over_legal_moves() {
    for (game, options, moves) in [
        ("hex", &[("size", "3")][..], 1),
        ("manalath", &[("base", "3")], 14),
        ("go", &[("size", "3")], 8),
        ("pentalath", &[("board", "hexagon"), ("base", "3")], 12),
        ("lines-of-action", &[("size", "5")], 6),
        ("groups", &[], 20),
        ("andantino", &[("tiling", "square")], 6),
        ("crossway", &[("size", "4")], 8),
        ("catchup", &[("base", "3")], 2),
        ("catchup", &[("base", "3")], 3),
        ("unlur", &[("base", "4")], 3),
        ("star", &[("base", "3")], 5),
        ("slither", &[("size", "4")], 6),
        ("slither", &[("size", "4")], 7),
        ("conhex", &[("rings", "2")], 6),
        ("twixt", &[("size", "5")], 6),
        ("nex", &[("size", "4")], 4),
        ("nex", &[("size", "4")], 5),
        ("tumbleweed", &[("base", "3")], 1),
        ("tumbleweed", &[("base", "3")], 2),
        ("tumbleweed", &[("base", "4")], 12),
        ("kanga", &[("size", "5")], 14),
    ] {
        let plan = plan(game, options);
        let mut random = Random::new(7);
        let mut engine = engine::start(&plan);
        // A position with many illegal placements, found by playing on until the game is still running there.
        loop {
            engine.restart();
            while engine.status() == Status::Running && engine.moves_made() < moves {
                let chosen = engine.sample(&mut random);
                engine.play(chosen);
            }
            if engine.status() == Status::Running && engine.legal_count() > 1 {
                break;
            }
        }
        let legal = legal(&*engine);
        let draws = 2000 * legal.len();
        let mut counts = vec![0u32; legal.len()];
        for _ in 0..draws {
            let chosen = engine.sample(&mut random);
            counts[legal.binary_search(&chosen).expect("only legal moves")] += 1;
        }
        // Chi-square: mean k − 1, deviation √(2(k − 1)); six deviations are out of the question.
        let chi: f64 = counts
            .iter()
            .map(|count| (f64::from(*count) - 2000.0).powi(2) / 2000.0)
            .sum();
        let freedom = (legal.len() - 1) as f64;
        assert!(
            chi < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0,
            "{game}: {chi} for {freedom}"
        );
    }
}

/// A stone joins at most as many groups as its ring can hold apart: ⌊k/2⌋ of k neighbours, one more on the rim, where the
/// ring is open; taking it away splits no more.
#[test]
fn a_stone_parts_at_most_half_as_many_groups_as_it_has_neighbours() {
    let plan = plan("hex", &[("size", "7")]);
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut slow = Referee::new(plan.clone());
        while slow.status() == Status::Running {
            let chosen = slow.sample(&mut random);
            slow.play(chosen);
            let Some(site) = chosen.target() else {
                continue;
            };
            let own = slow.stone(site);
            slow.undo();
            let around = plan.board.neighbours(site, plan.connectivity(own));
            let mut groups: Vec<Vec<SiteId>> = around
                .iter()
                .filter(|n| slow.stone(**n) == own)
                .map(|n| slow.group(*n))
                .collect();
            groups.sort();
            groups.dedup();
            let open = usize::from(plan.board.is_outer(site)) * (around.len() % 2);
            assert!(groups.len() <= around.len() / 2 + open);
            slow.play(chosen);
        }
    }
}
