//! The games beyond the report: what is peculiar to the rules of each, in positions of its own, and that random games of them end
//! as their published rules say they must.

use connection::engine::{self, Engine, Status};
use connection::library;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use std::sync::Arc;

fn plan(game: &str, options: &[(&str, &str)]) -> Arc<Plan> {
    Arc::new(library::game(game).unwrap().plan(options).unwrap())
}

/// Plays the moves; all but the last leave the game running.
fn played(game: &str, options: &[(&str, &str)], moves: &[&str]) -> Box<dyn Engine> {
    let mut engine = engine::start(&plan(game, options));
    for text in moves {
        assert_eq!(engine.status(), Status::Running, "{game}: before {text}");
        if let Err(error) = engine.play_text(text) {
            panic!("{game}: {error}");
        }
    }
    engine
}

const FIRST: Status = Status::Won(Colour(1));
const SECOND: Status = Status::Won(Colour(2));

/// How many of a thousand random games end without a winner.
fn draws(game: &str, options: &[(&str, &str)]) -> u32 {
    let mut engine = engine::start(&plan(game, options));
    let mut random = Random::new(5);
    let mut draws = 0;
    for _ in 0..1000 {
        engine.restart();
        engine.playout(&mut random);
        draws += u32::from(engine.status() == Status::Draw);
    }
    draws
}

#[test]
fn a_full_board_of_a_game_of_joining_has_exactly_one_winner() {
    for (game, options) in [
        ("y", &[("size", "5")][..]),
        ("y", &[("size", "11"), ("swap", "no")]),
        ("bridg-it", &[("size", "3")]),
        ("bridg-it", &[]),
    ] {
        assert_eq!(draws(game, options), 0, "{game} {options:?}");
    }
}

#[test]
fn y_is_won_by_three_sides_and_a_corner_belongs_to_two() {
    let options = [("size", "4"), ("swap", "no")];
    // The left side from its top to its foot: both corners count for two sides.
    let side = ["3,0", "2,2", "2,1", "3,2", "1,2", "3,3", "0,3"];
    assert_eq!(played("y", &options, &side).status(), FIRST);
    // Two sides are not enough.
    let two = played("y", &options, &side[..6]);
    assert_eq!(two.status(), Status::Running);
}

#[test]
fn yavalath_is_won_by_four_and_lost_by_three() {
    let options = [("swap", "no")];
    let three = ["0,0", "0,4", "1,0", "4,0", "2,0"];
    assert_eq!(played("yavalath", &options, &three).status(), SECOND);
    // Two and one with a gap: filling it makes four at once.
    let four = ["0,0", "0,4", "1,0", "4,0", "3,0", "-4,4", "2,0"];
    assert_eq!(played("yavalath", &options, &four).status(), FIRST);
    // Four in one line win though the same stone makes three in another.
    let both = [
        "0,0", "0,4", "1,0", "4,0", "3,0", "-4,4", "2,1", "4,-4", "2,-1", "-4,0", "2,0",
    ];
    assert_eq!(played("yavalath", &options, &both).status(), FIRST);
    // The second player loses in the same way.
    let second = ["0,4", "0,0", "4,0", "1,0", "-4,4", "2,0"];
    assert_eq!(played("yavalath", &options, &second).status(), FIRST);
}

#[test]
fn a_full_board_of_yavalath_is_a_draw() {
    let mut game = engine::start(&plan("yavalath", &[("base", "3"), ("swap", "no")]));
    let mut random = Random::new(1);
    let drawn = (0..20_000).any(|_| {
        game.restart();
        game.playout(&mut random);
        game.status() == Status::Draw
    });
    assert!(drawn);
    assert_eq!(game.moves_made(), 19);
}

#[test]
fn bridg_it_has_a_site_for_every_bridge_and_no_other() {
    for size in 2..=9u32 {
        let text = size.to_string();
        let plan = plan("bridg-it", &[("size", &text)]);
        let dots = 2 * size * (size + 1);
        let bridges = size * size + (size - 1) * (size - 1);
        assert_eq!(plan.start.len() as u32, dots);
        assert_eq!(plan.board.len() as u32, dots + bridges);
    }
}

#[test]
fn a_bridge_of_bridg_it_joins_two_dots_and_bars_the_others() {
    let two = [("size", "2")];
    // Player 1 has dots in columns 1 and 3, from the bottom to the top.
    let mut game = played("bridg-it", &two, &["1,1"]);
    let dot = |text: &str| game.plan().board.parse_site(text).unwrap();
    assert_eq!(game.group_root(dot("1,0")), game.group_root(dot("1,2")));
    assert_ne!(game.group_root(dot("0,1")), game.group_root(dot("2,1")));
    for wrong in ["1,1", "1,0", "0,1", "0,0", "0,2", "2,0"] {
        assert!(game.play_text(wrong).is_err(), "{wrong}");
    }
    // Player 1 goes round by the middle: up, across, up.
    for text in ["1,3", "3,3", "2,2", "3,1"] {
        assert_eq!(game.status(), Status::Running);
        game.play_text(text).unwrap();
    }
    assert_eq!(game.status(), FIRST);
    let mut game = played("bridg-it", &two, &["1,1", "1,3", "3,3", "2,2"]);
    assert_eq!(game.status(), Status::Running);
    game.undo();
    game.undo();
    for text in ["2,2", "3,3"] {
        game.play_text(text).unwrap();
    }
    assert_eq!(game.status(), SECOND);
}
