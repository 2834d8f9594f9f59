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
        ("slither", &[("size", "4")]),
        ("slither", &[("size", "6"), ("swap", "no")]),
        ("conhex", &[("rings", "2")]),
        ("conhex", &[]),
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

/// Two stones of a colour that touch over a corner without a common neighbour of theirs, looked for in every square of four.
fn has_bare_diagonal(game: &dyn Engine, colour: Colour, size: i32) -> bool {
    let own = |x: i32, y: i32| {
        let site = game.plan().board.parse_site(&format!("{x},{y}")).unwrap();
        game.stone(site) == colour
    };
    (0..size - 1)
        .flat_map(|x| (0..size - 1).map(move |y| (x, y)))
        .any(|(x, y)| {
            let falling = [own(x, y + 1), own(x + 1, y)];
            let rising = [own(x, y), own(x + 1, y + 1)];
            falling == [true; 2] && rising == [false; 2]
                || rising == [true; 2] && falling == [false; 2]
        })
}

#[test]
fn slither_moves_a_stone_or_none_and_places_one() {
    let options = [("size", "6"), ("swap", "no")];
    let mut game = played("slither", &options, &["0,0", "5,5", "1,0", "5,4"]);
    // Placing alone ends the turn; two stones that touch over a corner need a third beside both.
    assert_eq!(game.mover(), Colour(1));
    let refused = game.play_text("2,1").unwrap_err().to_string();
    assert!(refused.contains("over a corner"), "{refused}");
    // After a move of a stone the same player goes on, and only what mends the corner is left to him.
    let before = game.image();
    game.play_text("1,0-1,1").unwrap();
    assert_eq!((game.mover(), game.status()), (Colour(1), Status::Running));
    let mut mends = legal(&*game);
    mends.sort();
    assert_eq!(mends, ["0,1", "1,0"]);
    let refused = game.play_text("0,0-0,1").unwrap_err().to_string();
    assert!(refused.contains("now one is placed"), "{refused}");
    game.play_text("0,1").unwrap();
    assert_eq!(game.mover(), Colour(2));
    assert!(game.undo() && game.undo());
    assert_eq!(game.image(), before);
    // A stone that would leave two corners bare cannot go there: one stone mends but one of them.
    let three = ["0,0", "5,5", "2,2", "5,4", "2,1", "5,3"];
    let mut game = played("slither", &options, &three);
    let refused = game.play_text("2,1-1,1").unwrap_err().to_string();
    assert!(refused.contains("end the turn"), "{refused}");
    assert!(legal(&*game).contains(&"2,1-1,0".to_string()));
    assert!(game.play_text("5,3-4,3").is_err(), "another's stone");
}

#[test]
fn slither_is_judged_when_the_turn_is_over() {
    let options = [("size", "4"), ("swap", "no")];
    let moves = [
        "0,0", "3,0", "0,1", "3,1", "0,3", "3,2", "1,3", "3,3", "1,3-0,2",
    ];
    // The chain is there after the move, the game is won after the stone, wherever it comes.
    let mut game = played("slither", &options, &moves);
    assert_eq!((game.status(), game.mover()), (Status::Running, Colour(1)));
    let last = game.play_text("2,0").unwrap();
    assert_eq!(game.status(), FIRST);
    let found = connection::deciding::decision(&*game, Some(last)).unwrap();
    assert_eq!(found.stones.len(), 4, "the chain, without the stone placed");
}

#[test]
fn legal_turns_of_slither_are_those_that_end_well() {
    let plan = plan("slither", &[("size", "4"), ("swap", "no")]);
    let (mut game, mut random) = (engine::start(&plan), Random::new(9));
    let mut turns = 0;
    for _ in 0..40 {
        game.restart();
        while game.status() == Status::Running {
            let mover = game.mover();
            let begins = !matches!(game.last(), Some(last) if last.text(&plan).contains('-'));
            if begins {
                // Everything a stone could do, legal or not, and whether some stone after it leaves no corner bare.
                let sites: Vec<_> = plan.board.ids().collect();
                let mut listed = legal(&*game);
                listed.retain(|text| text.contains('-'));
                let mut wanted = Vec::new();
                for (&from, &to) in sites.iter().flat_map(|a| sites.iter().map(move |b| (a, b))) {
                    let touching = connection::board::Connectivity::Touching;
                    let near = plan.board.neighbours(from, touching).contains(&to);
                    if !near || game.stone(from) != mover || game.stone(to) != Colour::NONE {
                        continue;
                    }
                    let shift = connection::moves::Move::shift(from, to);
                    game.play(shift);
                    let ends_well = sites.iter().any(|&site| {
                        game.stone(site) == Colour::NONE && {
                            game.play(connection::moves::Move::place(site, mover));
                            let bare = has_bare_diagonal(&*game, mover, 4);
                            game.undo();
                            !bare
                        }
                    });
                    game.undo();
                    if ends_well {
                        wanted.push(shift.text(&plan));
                    }
                }
                listed.sort();
                wanted.sort();
                assert_eq!(listed, wanted, "{}", game.image());
                turns += 1;
            }
            let chosen = game.sample(&mut random);
            assert!(game.is_legal(chosen));
            game.play(chosen);
            let over = game.status() != Status::Running || game.mover() != mover;
            assert!(!over || !has_bare_diagonal(&*game, mover, 4));
        }
    }
    assert!(turns > 200, "{turns}");
}

#[test]
fn conhex_has_the_cells_and_points_of_its_published_board() {
    let plan = plan("conhex", &[]);
    let board = &plan.board;
    let mut sizes = [0; 7];
    let mut touched = vec![0; board.len()];
    for site in board.ids() {
        sizes[board.points(site).len()] += 1;
        for point in board.points(site) {
            touched[point.index()] += 1;
        }
    }
    // 69 points; 16 cells at the edges with three, one in the middle with five, all others with six.
    assert_eq!(sizes, [69, 0, 0, 16, 0, 1, 24]);
    let points = || board.ids().filter(|site| board.points(*site).is_empty());
    let of = |cells: u32| points().filter(|p| touched[p.index()] == cells).count();
    assert_eq!((of(1), of(3)), (5, 64));
    for (_, side) in board.sides() {
        assert_eq!(side.len(), 5);
    }
    assert_eq!(board.corners().len(), 4);
}

#[test]
fn a_cell_of_conhex_belongs_to_who_first_holds_half_of_its_points() {
    let cells = |game: &dyn Engine, colour: u8| {
        let board = &game.plan().board;
        let won = board
            .ids()
            .filter(|site| !board.points(*site).is_empty() && game.stone(*site) == Colour(colour));
        won.count()
    };
    let options = [("rings", "2"), ("swap", "no")];
    // The corner cell has the points 0,0, 2,1 and 1,2: two of three are enough, and the third changes nothing.
    let mut game = played("conhex", &options, &["0,0", "6,6"]);
    assert_eq!(cells(&*game, 1), 0);
    let before = game.image();
    game.play_text("2,1").unwrap();
    assert_eq!((cells(&*game, 1), cells(&*game, 2)), (1, 0));
    game.play_text("1,2").unwrap();
    assert_eq!((cells(&*game, 1), cells(&*game, 2)), (1, 0));
    assert!(game.undo() && game.undo());
    assert_eq!(game.image(), before);
    // No stone comes on a cell.
    let refused = game.play_text("#0").unwrap_err().to_string();
    assert!(refused.contains("half of its points"), "{refused}");
    // The cell in the middle has five points: three of them.
    let middle = ["3,3", "0,0", "3,4", "0,6", "2,3"];
    assert_eq!(cells(&*played("conhex", &options, &middle[..3]), 1), 0);
    let game = played("conhex", &options, &middle);
    let cell = game.plan().board.parse_site("#0").unwrap();
    assert_eq!(game.stone(cell), Colour(1));
}

/// Whether cells of a colour join its two sides, from the points alone: who came first is remembered by the caller.
fn cells_join(plan: &Plan, owner: &[u8], colour: u8) -> bool {
    let board = &plan.board;
    let sides = |name: &str| {
        let found = board.sides().iter().find(|(side, _)| *side == name);
        found.unwrap().1.clone()
    };
    let (from, to) = match colour {
        1 => (sides("top"), sides("bottom")),
        _ => (sides("left"), sides("right")),
    };
    let mut reached: Vec<_> = from
        .into_iter()
        .filter(|c| owner[c.index()] == colour)
        .collect();
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        for other in board.ids().filter(|other| owner[other.index()] == colour) {
            let mut points = board.points(other).iter();
            if points.any(|p| board.points(cell).contains(p)) && !reached.contains(&other) {
                reached.push(other);
            }
        }
        next += 1;
    }
    reached.iter().any(|cell| to.contains(cell))
}

#[test]
fn conhex_is_won_by_a_chain_of_cells_and_by_nothing_else() {
    for rings in ["2", "4"] {
        let plan = plan("conhex", &[("rings", rings), ("swap", "no")]);
        let (mut game, mut random) = (engine::start(&plan), Random::new(4));
        for _ in 0..40 {
            game.restart();
            let mut owner = vec![0; plan.board.len()];
            while game.status() == Status::Running {
                let mover = game.mover().0;
                let chosen = game.sample(&mut random);
                game.play(chosen);
                for cell in plan
                    .board
                    .ids()
                    .filter(|cell| !plan.board.points(*cell).is_empty())
                {
                    let points = plan.board.points(cell);
                    let held = points.iter().filter(|p| game.stone(**p).0 == mover).count();
                    if owner[cell.index()] == 0 && 2 * held >= points.len() {
                        owner[cell.index()] = mover;
                    }
                    assert_eq!(game.stone(cell).0, owner[cell.index()]);
                }
                let joined = cells_join(&plan, &owner, mover);
                assert_eq!(game.status() == Status::Won(Colour(mover)), joined);
            }
        }
    }
}

#[test]
fn twixt_links_pegs_a_knights_move_apart_and_closes_the_border_rows() {
    let options = [("size", "8"), ("swap", "no")];
    let mut game = played("twixt", &options, &["2,2", "2,3"]);
    for (mover, closed) in [(1, "0,3"), (1, "7,3")] {
        assert_eq!(game.mover(), Colour(mover));
        let refused = game.play_text(closed).unwrap_err().to_string();
        assert!(refused.contains("places no stone there"), "{refused}");
    }
    assert!(game.play_text("0,0").is_err(), "the corners are no holes");
    assert!(game.links().is_empty());
    // 2,2 and 3,4 are linked; 2,3 and 3,... of the other player would have to cross that link.
    game.play_text("3,4").unwrap();
    assert_eq!(game.links().len(), 1);
    game.play_text("4,2").unwrap();
    assert_eq!(game.links().len(), 1, "2,3 and 4,2 lie on two sides of it");
    // One's own links may cross: 2,2 with 3,4, and 2,4 with 3,2.
    game = play(game, &["2,4", "6,6", "3,2"]);
    assert_eq!(game.links().len(), 2);
    let site = |text: &str| game.plan().board.parse_site(text).unwrap();
    assert_ne!(game.group_root(site("2,2")), game.group_root(site("2,4")));
    assert_eq!(game.group_root(site("3,2")), game.group_root(site("2,4")));
    assert_eq!(game.group_size(site("2,2")), 2);
}

#[test]
fn twixt_is_won_by_linked_pegs_between_the_border_rows() {
    let options = [("size", "5"), ("swap", "no")];
    let moves = ["1,0", "0,1", "2,2", "4,3", "1,4"];
    let mut game = played("twixt", &options, &moves);
    assert_eq!(game.status(), FIRST);
    let last = game.last();
    let found = connection::deciding::decision(&*game, last).unwrap();
    assert_eq!(found.stones.len(), 3);
    // With a link of the other's in the way, 0,2 to 2,1 across 1,0 to 2,2, the same pegs win nothing.
    game.restart();
    let game = play(game, &["1,0", "0,2", "3,3", "2,1", "2,2", "3,1", "1,4"]);
    assert_eq!(game.status(), Status::Running);
}

/// Links made anew from the order in which the pegs came: whole numbers, and every older link looked at.
fn links_of(pegs: &[(i32, i32, u8)]) -> Vec<(usize, usize)> {
    let area = |a: (i32, i32, u8), b: (i32, i32, u8), c: (i32, i32, u8)| {
        ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
    };
    let mut links: Vec<(usize, usize)> = Vec::new();
    for (new, &peg) in pegs.iter().enumerate() {
        for (old, &other) in pegs.iter().enumerate().take(new) {
            let (dx, dy) = ((peg.0 - other.0).abs(), (peg.1 - other.1).abs());
            let crossed = links.iter().any(|&(a, b)| {
                let (a, b) = (pegs[a], pegs[b]);
                a.2 != peg.2
                    && area(a, b, peg) != area(a, b, other)
                    && area(peg, other, a) != area(peg, other, b)
            });
            if peg.2 == other.2 && dx * dy == 2 && !crossed {
                links.push((old, new));
            }
        }
    }
    links
}

#[test]
fn links_of_twixt_are_those_that_nothing_crosses() {
    let plan = plan("twixt", &[("size", "7"), ("swap", "no")]);
    let (mut game, mut random) = (engine::start(&plan), Random::new(6));
    let (mut barred, mut drawn) = (0, 0);
    for _ in 0..60 {
        game.restart();
        let mut pegs: Vec<(i32, i32, u8)> = Vec::new();
        while game.status() == Status::Running {
            let mover = game.mover().0;
            let chosen = game.sample(&mut random);
            game.play(chosen);
            let text = chosen.text(&plan);
            let Some((x, y)) = text.split_once(',') else {
                continue;
            };
            pegs.push((x.parse().unwrap(), y.parse().unwrap(), mover));
        }
        let name =
            |&(x, y, _): &(i32, i32, u8)| plan.board.parse_site(&format!("{x},{y}")).unwrap();
        let sorted = |one, other| {
            if one < other {
                [one, other]
            } else {
                [other, one]
            }
        };
        let links = links_of(&pegs);
        let mut wanted: Vec<_> = links
            .iter()
            .map(|(a, b)| sorted(name(&pegs[*a]), name(&pegs[*b])))
            .collect();
        let mut found: Vec<_> = game.links().iter().map(|[a, b]| sorted(*a, *b)).collect();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted);
        let knights = pegs
            .iter()
            .enumerate()
            .flat_map(|(n, p)| pegs[..n].iter().map(move |q| (p, q)));
        let near = |(p, q): &(&(i32, i32, u8), &(i32, i32, u8))| {
            p.2 == q.2 && (p.0 - q.0).abs() * (p.1 - q.1).abs() == 2
        };
        barred += knights.filter(near).count() - links.len();
        drawn += u32::from(game.status() == Status::Draw);
    }
    assert!(barred > 20, "{barred} links were barred");
    assert!(drawn < 60, "somebody wins now and then");
}
