//! The games beyond the report: what is peculiar to the rules of each, in positions of its own, and that random games of them end
//! as their published rules say they must.

use connection::engine::{self, Engine, Status};
use connection::language::Description;
use connection::library;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use std::sync::Arc;

fn plan(game: &str, options: &[(&str, &str)]) -> Arc<Plan> {
    Arc::new(library::game(game).unwrap().plan(options).unwrap())
}

/// Plays the moves; all but the last leave the game running.
fn played(game: &str, options: &[(&str, &str)], moves: &[&str]) -> Box<dyn Engine> {
    play(engine::start(&plan(game, options)), moves)
}

fn play(mut engine: Box<dyn Engine>, moves: &[&str]) -> Box<dyn Engine> {
    for text in moves {
        assert_eq!(engine.status(), Status::Running, "before {text}");
        if let Err(error) = engine.play_text(text) {
            panic!("{error}");
        }
    }
    engine
}

/// A game of the library with some of its text replaced, for positions that would take many moves.
fn edited(game: &str, edits: &[(&str, &str)]) -> Box<dyn Engine> {
    let mut text = library::TEXTS
        .iter()
        .find_map(|(name, text)| (*name == game).then(|| text.to_string()))
        .unwrap();
    for (from, to) in edits {
        assert!(text.contains(from), "{game} says no {from:?}");
        text = text.replace(from, to);
    }
    let plan = Description::parse(&text).unwrap().plan::<&str, &str>(&[]);
    engine::start(&Arc::new(plan.unwrap()))
}

fn legal(engine: &dyn Engine) -> Vec<String> {
    let mut moves = Vec::new();
    engine.legal_moves(&mut moves);
    moves.iter().map(|one| one.text(engine.plan())).collect()
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
        ("crossway", &[("size", "4")]),
        ("crossway", &[("size", "9"), ("swap", "no")]),
        ("unlur", &[("base", "4")]),
        ("unlur", &[]),
        ("poly-y", &[("base", "4")]),
        ("poly-y", &[]),
        ("atoll", &[]),
        // On an odd number of cells these have a winner, too.
        ("product", &[("base", "3")]),
        ("product", &[]),
        ("catchup", &[("base", "3")]),
        ("catchup", &[]),
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
    // The second column of player 1's dots, from the bottom to the top.
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

#[test]
fn crossway_forbids_crosscuts_and_joins_over_corners() {
    let options = [("size", "3"), ("swap", "no")];
    let mut game = played("crossway", &options, &["0,0", "0,1", "1,1"]);
    let refused = game.play_text("1,0").unwrap_err().to_string();
    assert!(refused.contains("crosscut"), "{refused}");
    assert!(!legal(&*game).contains(&"1,0".to_string()));
    // The other player may play there: three of a colour are no crosscut.
    game.play_text("0,2").unwrap();
    assert!(legal(&*game).contains(&"1,0".to_string()));
    game.play_text("2,2").unwrap();
    assert_eq!(game.status(), FIRST, "0,0 1,1 2,2 touch in corners");
}

#[test]
fn no_game_of_crossway_has_a_crosscut() {
    let plan = plan("crossway", &[("size", "6")]);
    let mut game = engine::start(&plan);
    let mut random = Random::new(3);
    let at = |game: &dyn Engine, x: i32, y: i32| {
        game.stone(plan.board.parse_site(&format!("{x},{y}")).unwrap())
    };
    for _ in 0..300 {
        game.restart();
        game.playout(&mut random);
        for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
            let (a, b) = (at(&*game, x, y), at(&*game, x + 1, y + 1));
            let (c, d) = (at(&*game, x + 1, y), at(&*game, x, y + 1));
            let occupied = [a, b, c, d].iter().all(|colour| *colour != Colour::NONE);
            assert!(!(occupied && a == b && c == d && a != c), "{x},{y}");
        }
    }
}

#[test]
fn product_counts_the_two_largest_groups() {
    let row = |cells: u32| {
        let board = format!("board rectangle {cells} 1");
        edited("product", &[("board hexagon base", &board)])
    };
    // One stone first, then two a turn, of any colour.
    let mut game = row(7);
    assert_eq!(game.mover(), Colour(1));
    game.play_text("0,0:2").unwrap();
    assert_eq!(game.mover(), Colour(2));
    game.play_text("1,0:2").unwrap();
    assert_eq!(game.mover(), Colour(2));
    // 2 2 1 2 1 1 2: groups 2 and 1 of colour 1, groups 2, 1 and 1 of colour 2; colour 1 has fewer stones.
    let game = play(game, &["2,0:1", "3,0:2", "4,0:1", "5,0:1", "6,0:2"]);
    assert_eq!((game.scores(), game.status()), (vec![2, 2], FIRST));
    // 1 1 1 2 2 1 2: one group more than the two largest counts for nothing.
    let moves = [
        "0,0:1", "1,0:1", "2,0:1", "3,0:2", "4,0:2", "5,0:1", "6,0:2",
    ];
    let game = play(row(7), &moves);
    assert_eq!((game.scores(), game.status()), (vec![3, 2], FIRST));
    // A single group is worth nothing.
    let game = play(row(3), &["0,0:1", "1,0:2", "2,0:1"]);
    assert_eq!((game.scores(), game.status()), (vec![1, 0], FIRST));
}

#[test]
fn catchup_gives_three_stones_after_the_largest_group_grew() {
    let mut game = played("catchup", &[], &["0,0"]);
    // The first stone of the game is no growth, and the first player had one stone alone.
    assert_eq!(game.mover(), Colour(2));
    assert!(game.play_text("pass").is_err(), "a turn has a stone");
    game.play_text("0,-4").unwrap();
    assert_eq!(game.mover(), Colour(2));
    assert!(legal(&*game).contains(&"pass".to_string()), "he may stop");
    // Two stones side by side: larger than any group before.
    game.play_text("1,-4").unwrap();
    for text in ["1,0", "4,0", "4,-4"] {
        assert_eq!(game.mover(), Colour(1), "{text}");
        game.play_text(text).unwrap();
    }
    // A second group of two is not larger: two stones for the other.
    for text in ["-4,0", "-4,2"] {
        assert_eq!(game.mover(), Colour(2), "{text}");
        game.play_text(text).unwrap();
    }
    // No growth at all: two stones, and who stops after one has not passed.
    assert_eq!(game.mover(), Colour(1));
    game.play_text("-4,4").unwrap();
    game.play_text("pass").unwrap();
    assert_eq!((game.mover(), game.status()), (Colour(2), Status::Running));
}

#[test]
fn catchup_compares_groups_from_the_largest_down() {
    let row = |cells: u32, moves: &[&str]| {
        let edits = [
            ("board hexagon base", format!("board rectangle {cells} 1")),
            ("turn up to 2 moves first 1 growth 3", "turn 1 moves".into()),
        ];
        let edits = edits.each_ref().map(|(from, to)| (*from, to.as_str()));
        play(edited("catchup", &edits), moves).status()
    };
    // 2 2 1 1 2 1 1: the largest are alike, the second ones are 2 and 1.
    let second = ["2,0", "0,0", "3,0", "1,0", "5,0", "4,0", "6,0"];
    assert_eq!(row(7, &second), FIRST);
    // 2 1 2 2 1: the largest decides, though the other has as many groups.
    assert_eq!(row(5, &["1,0", "0,0", "4,0", "2,0"]), Status::Running);
    assert_eq!(
        row(6, &["1,0", "0,0", "4,0", "2,0", "5,0", "3,0"]),
        Status::Draw
    );
    assert_eq!(row(4, &["0,0", "1,0", "3,0", "2,0"]), SECOND);
}

#[test]
fn unlur_begins_with_black_stones_until_somebody_takes_them() {
    let mut game = played("unlur", &[("base", "4")], &["0,0", "1,0"]);
    for site in ["0,0", "1,0"] {
        let site = game.plan().board.parse_site(site).unwrap();
        assert_eq!(game.stone(site), Colour(1), "both place black stones");
    }
    let refused = game.play_text("3,0").unwrap_err().to_string();
    assert!(refused.contains("opening"), "{refused}");
    assert!(game.play_text("swap").is_err(), "player 1 passes");
    // Player 1 keeps Black by passing: White moves, with white stones, on the rim too.
    game.play_text("pass").unwrap();
    assert_eq!(game.mover(), Colour(2));
    assert!(
        !legal(&*game)
            .iter()
            .any(|text| text == "swap" || text == "pass")
    );
    assert!(legal(&*game).contains(&"3,0:2".to_string()));
    game.undo();
    // Player 2 takes Black by swapping: White is to move, whoever it is now.
    game.play_text("0,1").unwrap();
    assert!(game.play_text("pass").is_err(), "player 2 swaps");
    game.play_text("swap").unwrap();
    assert_eq!(game.mover(), Colour(2));
    game.play_text("3,0").unwrap();
    assert_eq!(game.mover(), Colour(1));
    assert!(!legal(&*game).contains(&"pass".to_string()));
}

#[test]
fn unlur_has_a_goal_for_each_and_the_others_goal_loses() {
    let board = |colour: u8, stones: &str| {
        let start = format!("start {colour} at {{{stones}}}\nmove place own");
        edited(
            "unlur",
            &[
                ("option base 6", "option base 4"),
                ("move place own", &start),
            ],
        )
    };
    // From side to opposite side, one stone short.
    let line = "0,-3 0,-2 0,-1 0,0 0,1 0,2";
    assert_eq!(play(board(2, line), &["pass", "0,3"]).status(), SECOND);
    assert_eq!(
        play(board(1, line), &["pass", "2,0", "0,3"]).status(),
        SECOND
    );
    // Three sides, no two of them neighbours or opposite.
    let fork = "1,-3 1,-2 1,-1 -1,0 -2,1 -3,1 0,1 1,1 1,2";
    assert_eq!(
        play(board(1, fork), &["pass", "2,0", "0,0"]).status(),
        FIRST
    );
    assert_eq!(play(board(2, fork), &["pass", "0,0"]).status(), FIRST);
    // Both at once: whose goal it is wins.
    let both = "1,-3 1,-2 1,-1 -1,0 -2,1 -3,1 0,1 0,2 0,3";
    assert_eq!(
        play(board(1, both), &["pass", "2,0", "0,0"]).status(),
        FIRST
    );
    assert_eq!(play(board(2, both), &["pass", "0,0"]).status(), SECOND);
}

#[test]
fn poly_y_is_won_by_three_corners() {
    // On the rim of the small pentagon #6 to #8 are one side, #8 to #10 the next, and so on.
    let options = [("base", "3"), ("swap", "no")];
    let moves = ["#8", "#0", "#9", "#1", "#10", "#2", "#11", "#3", "#12"];
    // With #10 three sides are joined and two corners held, with #12 four sides and three corners.
    assert_eq!(played("poly-y", &options, &moves).status(), FIRST);
    assert_eq!(
        played("poly-y", &options, &moves[..8]).status(),
        Status::Running
    );
    // A corner cell touches two sides and holds nothing; corners of two groups count together.
    let two = [
        "#6", "#0", "#7", "#1", "#8", "#2", "#10", "#3", "#12", "#4", "#11",
    ];
    assert_eq!(
        played("poly-y", &options, &two[..10]).status(),
        Status::Running
    );
    assert_eq!(played("poly-y", &options, &two).status(), FIRST);
}

#[test]
fn star_counts_the_cells_round_the_board() {
    let options = [("base", "3"), ("swap", "no")];
    // A corner touches three cells beyond the rim, another cell of the rim two.
    let mut game = played("star", &options, &["0,0", "1,0"]);
    assert_eq!(game.scores(), [1, 0]);
    // 1,0 and 2,0 together touch four; a stone inside adds nothing.
    game = play(game, &["0,1", "2,0", "pass"]);
    assert_eq!(game.scores(), [1, 2]);
    game.play_text("pass").unwrap();
    assert_eq!(game.status(), SECOND);
}

#[test]
fn the_scores_of_a_full_board_of_star_add_up_to_two_less_than_the_cells_round_it() {
    for (base, cells) in [("3", 21), ("5", 33), ("6", 39)] {
        let plan = plan("star", &[("base", base), ("swap", "no")]);
        assert_eq!(plan.board.fringe_len(), cells);
        let mut random = Random::new(9);
        for _ in 0..200 {
            let mut game = engine::start(&plan);
            while game.status() == Status::Running {
                let chosen = game.sample(&mut random);
                if chosen.target().is_some() {
                    game.play(chosen);
                }
            }
            let scores = game.scores();
            assert_eq!(scores.iter().sum::<u128>(), cells as u128 - 2);
            let ahead = if scores[0] > scores[1] { FIRST } else { SECOND };
            assert_eq!(game.status(), ahead);
        }
    }
}

#[test]
fn atoll_is_won_by_opposite_islands_over_others_too() {
    let sea = |stones: &str| {
        let start = format!("start 1 at {{{stones}}}\nmove place own");
        edited("atoll", &[("move place own", &start)])
    };
    assert_eq!(plan("atoll", &[]).board.len(), 140);
    assert_eq!(plan("atoll", &[]).start.len(), 36);
    // Straight across, from the top to the bottom.
    let straight = "4,1 4,2 3,3 3,4 2,5 1,7 1,8 0,9 0,10 0,11";
    assert_eq!(play(sea(straight), &["2,6"]).status(), FIRST);
    assert_eq!(play(sea(straight), &["2,7"]).status(), Status::Running);
    // From the right to the left over the island at the bottom; the first of the two ways alone does nothing.
    let right = "7,6 6,7 5,8 5,9 4,10 4,11";
    assert_eq!(
        play(sea("7,6 6,7 5,8 5,9 4,10"), &["4,11"]).status(),
        Status::Running
    );
    let both = format!("{right} 0,11 -1,11 -3,11 -4,11");
    assert_eq!(play(sea(&both), &["-2,11"]).status(), FIRST);
    // Stones cannot come on islands.
    assert!(sea(right).play_text("2,0").is_err());
}
