//! What guided playouts know: bridges that were broken are mended, on every board whose goals want connections, and groups with one
//! liberty are captured or saved.

use connection::board::SiteId;
use connection::engine::{self, Engine, Status};
use connection::library;
use connection::moves::Move;
use connection::plan::Plan;
use connection::policy::Policy;
use connection::random::Random;
use connection::referee::Referee;
use std::sync::Arc;

fn plan(name: &str, options: &[(&str, &str)]) -> Arc<Plan> {
    Arc::new(library::game(name).unwrap().plan(options).unwrap())
}

fn sorted_answers(engine: &dyn Engine, policy: &Policy) -> Vec<SiteId> {
    let mut sites = Vec::new();
    engine.answers(policy, &mut sites);
    sites.sort();
    sites.dedup();
    sites
}

/// Plays moves and says where the player to move may mend a bridge.
fn check(name: &str, options: &[(&str, &str)], moves: &str, wanted: &str) {
    let plan = plan(name, options);
    let policy = Policy::new(&plan).unwrap();
    let mut game = engine::start(&plan);
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap();
    }
    let found = sorted_answers(&*game, &policy);
    let names: Vec<String> = found
        .iter()
        .map(|site| plan.board.label(*site).to_string())
        .collect();
    assert_eq!(names.join(" "), wanted, "{name} after {moves}");
}

const HEX: &[(&str, &str)] = &[("size", "5"), ("swap", "no")];

#[test]
fn the_other_site_of_a_bridge_is_the_answer() {
    // The stones 2,1 and 1,3 both touch 1,2 and 2,2.
    check("hex", HEX, "2,1 4,4 1,3 1,2", "2,2");
    check("hex", HEX, "2,1 4,4 1,3 2,2", "1,2");
    // A stone elsewhere breaks nothing.
    check("hex", HEX, "2,1 4,4 1,3 4,3", "");
    // One that is no bridge any more.
    check("hex", HEX, "2,1 1,2 1,3 2,2", "");
}

#[test]
fn an_own_side_is_an_end_of_a_bridge() {
    // Player 1 joins top and bottom: 2,1 is bridged to the top over 2,0 and 3,0, player 2's stones are not.
    check("hex", HEX, "2,1 4,4 4,2 2,0", "3,0");
    check("hex", HEX, "0,0 2,1 2,0", "");
    check("hex", HEX, "0,0 1,2 0,2", "0,3");
}

#[test]
fn what_is_joined_needs_no_mending() {
    // 2,1 and 1,3 are bridged, but joined round 3,1 3,2 2,3 as well.
    check("hex", HEX, "2,1 4,4 1,3 4,3 3,1 0,4 3,2 0,3 2,3 1,2", "");
    // 2,1 touches the top already.
    check("hex", HEX, "2,1 4,4 2,0 4,3 3,3 3,0", "");
}

#[test]
fn squares_have_bridges_too() {
    // On crossings two stones that touch in a corner are joined by the two other corners of the square.
    check(
        "gonnect",
        &[("size", "6"), ("swap", "no")],
        "2,2 5,5 3,3 2,3",
        "3,2",
    );
}

/// A group with one liberty left is captured by the other player, and saved by its own where that helps.
#[test]
fn the_last_liberty_is_urgent() {
    const GONNECT: &[(&str, &str)] = &[("size", "6"), ("swap", "no")];
    // The stone 2,2 has three stones around it: 3,2 saves it.
    check("gonnect", GONNECT, "2,2 1,2 5,5 2,1 5,0 2,3", "3,2");
    // A stone at 2,2 came among three of player 2's: 3,2 takes it, the others mend bridges.
    check(
        "gonnect",
        GONNECT,
        "5,5 1,2 5,0 2,1 0,5 2,3 2,2",
        "1,1 3,2 1,3",
    );
    // In the corner a stone at 1,0 would have no liberty either.
    check("gonnect", GONNECT, "0,0 1,1 5,5 2,0 5,4 0,1", "");
    // 2,2 is saved by 3,2, or by taking 2,1 at its only liberty, 2,0.
    check("gonnect", GONNECT, "2,2 1,2 1,1 2,1 3,1 2,3", "2,0 3,2");
}

#[test]
fn games_with_nothing_to_know_have_no_policy() {
    for (name, wanted) in [
        ("hex", true),
        ("y-hex", true),
        ("havannah", true),
        ("gonnect", true),
        ("kensington-havannah", true),
        ("omega", false),
        ("pentalath", false),
        ("lines-of-action", false),
        ("yavalath", true),
    ] {
        assert_eq!(Policy::new(&plan(name, &[])).is_some(), wanted, "{name}");
    }
}

/// A player who loses by a move takes it back, in the fast engine and in the slow one: three in a row of Yavalath that do not make four. He
/// loses so only where most moves do.
#[test]
fn playouts_do_not_lose_by_a_move_if_another_one_is_found() {
    let plan = plan("yavalath", &[("base", "4")]);
    let policy = Policy::new(&plan).unwrap();
    assert!(policy.avoids_losing());
    let lost = |engine: &mut dyn Engine, guided: bool| {
        let mut random = Random::new(3);
        let mut losses = 0;
        for _ in 0..200 {
            engine.restart();
            match guided {
                true => engine.playout_guided(&mut random, &policy, 200),
                false => engine.playout_limited(&mut random, 200),
            };
            let last = engine.last().and_then(|last| last.target()).unwrap();
            let by_whom = engine.stone(last);
            losses +=
                u32::from(matches!(engine.status(), Status::Won(winner) if winner != by_whom));
        }
        losses
    };
    let mut slow = Referee::new(plan.clone());
    for engine in [&mut *engine::start(&plan), &mut slow as &mut dyn Engine] {
        let (plain, guided) = (lost(engine, false), lost(engine, true));
        assert!(plain > 150 && guided < 60, "{plain} and {guided} of 200");
    }
}

/// Playouts of Go that spare eyes end with both players passing, every eye still open.
#[test]
fn eyes_are_spared_and_then_everybody_passes() {
    let plan = plan("go", &[("size", "7")]);
    let policy = Policy::new(&plan).unwrap();
    assert!(policy.spares_eyes());
    let mut random = Random::new(1);
    let mut go = engine::start(&plan);
    for _ in 0..20 {
        go.restart();
        go.playout_guided(&mut random, &policy, 2000);
        assert_ne!(go.status(), Status::Running);
        assert_eq!(go.last(), Some(Move::PASS));
        let empty = plan
            .board
            .ids()
            .filter(|site| go.stone(*site).0 == 0)
            .count();
        assert!((2..30).contains(&empty), "{empty} empty points");
    }
}

/// The fast engines and the referee see the same bridges and last liberties, all through random games.
#[test]
fn engines_and_referee_agree() {
    for (name, options) in [
        ("hex", HEX),
        ("y-hex", &[("base", "4")]),
        ("havannah", &[("base", "4")]),
        ("gonnect", &[("size", "5")]),
        ("go", &[("size", "5")]),
        ("chameleon", &[("size", "5")]),
        ("kensington-havannah", &[]),
        ("cross", &[("base", "4")]),
    ] {
        let plan = plan(name, options);
        let policy = Policy::new(&plan).unwrap();
        let mut seen = 0;
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut fast = engine::start(&plan);
            let mut slow = Referee::new(plan.clone());
            while fast.status() == Status::Running && fast.moves_made() < 150 {
                let chosen = fast.sample(&mut random);
                fast.play(chosen);
                slow.play(chosen);
                let answers = sorted_answers(&*fast, &policy);
                assert_eq!(answers, sorted_answers(&slow, &policy), "{name} {seed}");
                seen += answers.len();
            }
        }
        assert!(seen > 0, "{name}: the test wants bridges");
    }
}

/// A guided playout plays legal moves to the end, and mends whenever it can and the rules allow it.
#[test]
fn guided_playouts_mend() {
    for (name, options) in [
        ("hex", HEX),
        ("havannah", &[("base", "4")]),
        ("gonnect", &[("size", "5")]),
    ] {
        let plan = plan(name, options);
        let policy = Policy::new(&plan).unwrap();
        let mut random = Random::new(5);
        let mut guided = engine::start(&plan);
        let mut mended = 0;
        for _ in 0..30 {
            guided.restart();
            while guided.status() == Status::Running {
                let answers = sorted_answers(&*guided, &policy);
                let mover = guided.mover();
                let may: Vec<Move> = answers
                    .iter()
                    .map(|site| Move::place(*site, mover))
                    .collect();
                let all_legal = may.iter().all(|one| guided.is_legal(*one));
                guided.playout_guided(&mut random, &policy, 1);
                if !may.is_empty() && all_legal {
                    assert!(
                        guided.last().is_some_and(|last| may.contains(&last)),
                        "{name}"
                    );
                    mended += 1;
                }
            }
        }
        assert!(mended > 0, "{name}");
    }
}
