//! Rules that random play seldom reaches, each on a position made for it.

use connection::engine::{self, Engine, Status};
use connection::language::Description;
use connection::library;
use connection::moves::Move;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use std::sync::Arc;

fn plan(name: &str, options: &[(&str, &str)]) -> Arc<Plan> {
    Arc::new(library::game(name).unwrap().plan(options).unwrap())
}

fn described(text: &str) -> Box<dyn Engine> {
    let game = Description::parse(text).unwrap_or_else(|error| panic!("{error}"));
    engine::start(&Arc::new(
        game.plan::<&str, &str>(&[])
            .unwrap_or_else(|error| panic!("{error}")),
    ))
}

fn legal(engine: &dyn Engine) -> Vec<Move> {
    let mut moves = Vec::new();
    engine.legal_moves(&mut moves);
    moves.sort();
    moves
}

/// The first legal move in order.
fn play_first(engine: &mut dyn Engine) {
    let first = legal(engine)[0];
    engine.play(first);
}

/// Random games until one ends as wanted; the moves of it.
fn search(plan: &Arc<Plan>, wanted: impl Fn(&dyn Engine) -> bool) -> Vec<Move> {
    let mut random = Random::new(1);
    let mut game = engine::start(plan);
    for _ in 0..200_000 {
        game.restart();
        let mut moves = Vec::new();
        while game.status() == Status::Running {
            let chosen = game.sample(&mut random);
            game.play(chosen);
            moves.push(chosen);
            if wanted(&*game) {
                return moves;
            }
        }
    }
    panic!("no such game among 200000");
}

#[test]
fn who_cannot_move_in_pentalath_passes_and_play_goes_on() {
    let plan = plan("pentalath", &[("board", "hexagon"), ("base", "3")]);
    let moves = search(&plan, |game| legal(game) == [Move::PASS]);
    let mut game = engine::start(&plan);
    moves.iter().for_each(|played| game.play(*played));
    let mover = game.mover();
    game.play_text("pass").unwrap();
    assert_eq!(game.status(), Status::Running);
    assert_ne!(game.mover(), mover);
    assert!(game.play_text("pass").is_err() || game.status() == Status::Draw);
}

#[test]
fn a_full_havannah_board_without_a_winner_is_a_draw_after_two_passes() {
    let plan = plan("havannah", &[("base", "3")]);
    let moves = search(&plan, |game| game.status() == Status::Draw);
    assert_eq!(moves.len(), plan.board.len() + 2);
    assert_eq!(moves[plan.board.len()..], [Move::PASS, Move::PASS]);
}

#[test]
fn lines_of_action_is_a_draw_when_both_become_whole_at_once() {
    let mut game = described(
        "game loa \"LOA\"\nboard square 5\nstart 1 at {0,1 3,0}\nstart 2 at {1,0 4,4}\nmove line\n\
         end single group of every: draw\nend single group of 1: player 1 wins\nend single group of 2: player 2 wins\n",
    );
    game.play_text("3,0-1,0").unwrap();
    assert_eq!(game.captured(), 1);
    assert_eq!(game.status(), Status::Draw);
    // The other one's whole group wins for him, whoever moved.
    let mut game = described(
        "game loa \"LOA\"\nboard square 5\nstart 1 at {0,3 3,0}\nstart 2 at {1,0 4,4}\nmove line\n\
         end single group of every: draw\nend single group of 1: player 1 wins\nend single group of 2: player 2 wins\n",
    );
    game.play_text("3,0-1,0").unwrap();
    assert_eq!(game.status(), Status::Won(Colour(2)));
}

#[test]
fn superko_forbids_what_simple_ko_allows() {
    let strict = plan("go", &[("size", "3")]);
    let mut loose = (*strict).clone();
    loose.needs.new_position = false;
    let loose = Arc::new(loose);
    let sites = || strict.board.ids();
    let (mut forbidden, mut older) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let (mut one, mut other) = (engine::start(&strict), engine::start(&loose));
        let mut seen: Vec<Vec<Colour>> = vec![sites().map(|site| one.stone(site)).collect()];
        while one.status() == Status::Running {
            for candidate in legal(&*other) {
                other.play(candidate);
                let after: Vec<Colour> = sites().map(|site| other.stone(site)).collect();
                other.undo();
                let repeats = candidate != Move::PASS && seen.contains(&after);
                assert_eq!(one.is_legal(candidate), !repeats);
                forbidden += u32::from(repeats);
                older += u32::from(repeats && seen[seen.len() - 2] != after);
            }
            let chosen = one.sample(&mut random);
            one.play(chosen);
            other.play(chosen);
            seen.push(sites().map(|site| one.stone(site)).collect());
        }
    }
    assert!(forbidden > 0 && older > 0, "{forbidden} {older}");
}

#[test]
fn swap_leaves_stones_and_turn_to_colour_two() {
    for (name, options, opening) in [
        ("chameleon", &[("size", "5")][..], "2,2:2"),
        ("gonnect", &[("size", "5")], "2,2"),
        ("hex", &[("size", "5")], "2,2"),
    ] {
        let mut game = engine::start(&plan(name, options));
        assert!(!legal(&*game).contains(&Move::SWAP));
        game.play_text(opening).unwrap();
        assert!(legal(&*game).contains(&Move::SWAP));
        game.play_text("swap").unwrap();
        assert_eq!(game.mover(), Colour(2));
        assert!(!legal(&*game).contains(&Move::SWAP), "{name}");
        let chosen = legal(&*game)[0];
        game.play(chosen);
        assert_eq!(game.mover(), Colour(1));
        assert!(!legal(&*game).contains(&Move::SWAP), "{name}");
    }
}

#[test]
fn andantino_is_a_draw_after_forty_eight_moves() {
    for tiling in ["hexagonal", "square"] {
        let moves = search(&plan("andantino", &[("tiling", tiling)]), |game| {
            game.status() == Status::Draw
        });
        assert_eq!(moves.len(), 48);
    }
}

#[test]
fn a_tile_on_the_rim_is_not_enclosed_by_itself() {
    let text = |enemy: &str, own: &str| {
        format!(
            "game tiles \"Tiles\"\nboard hexagon 3\nconnect orthogonal\nstart 2 at {{{enemy}}}\nstart 1 at {{{own}}}\n\
             move place own\nneed neighbours >= 2\nend enclosed: mover wins\nend full: draw\n"
        )
    };
    // The corner 2,0 has the neighbours 1,0, 2,-1 and 1,1.
    let mut corner = described(&text("2,0", "1,0 2,-1"));
    corner.play_text("1,1").unwrap();
    assert_eq!(corner.status(), Status::Running);
    let mut centre = described(&text("0,0", "1,0 -1,0 0,1 0,-1 1,-1"));
    centre.play_text("-1,1").unwrap();
    assert_eq!(centre.status(), Status::Won(Colour(1)));
}

#[test]
fn when_nobody_can_move_all_pass_and_nobody_wins() {
    let mut game = described(
        "game stuck \"Stuck\"\nplayers 3\nboard square 2\nmove place own\nneed group <= 1\nneed freedom\ncapture enclosed\n\
         end moves = 99: draw\n",
    );
    let mut passes = 0;
    while game.status() == Status::Running {
        let chosen = legal(&*game)[0];
        passes += u32::from(chosen == Move::PASS);
        game.play(chosen);
    }
    assert_eq!(game.status(), Status::Draw);
    assert!(passes >= 3);
}

#[test]
fn not_and_parentheses_bind_as_written() {
    // The third stone ends the game only where the parentheses say so.
    let ends = |condition: &str| {
        let mut game = described(&format!(
            "game c \"C\"\nboard square 3\nmove place own\nend {condition}: player 1 wins\nend full: draw\n"
        ));
        let mut moves = 0;
        while game.status() == Status::Running {
            play_first(&mut *game);
            moves += 1;
        }
        (moves, game.status())
    };
    let won = Status::Won(Colour(1));
    assert_eq!(ends("moves = 3 or moves = 5 and full"), (3, won));
    assert_eq!(ends("(moves = 3 or moves = 5) and full"), (9, Status::Draw));
    assert_eq!(ends("not moves < 4"), (4, won));
    assert_eq!(ends("not (moves < 4 or moves < 6)"), (6, won));
    assert_eq!(ends("not not moves = 7"), (7, won));
    assert_eq!(ends("not full and not moves < 2"), (2, won));
}

#[test]
fn two_quantities_are_compared() {
    let mut game = described(
        "game c \"C\"\nboard square 4\nturn 2 moves first 1\nmove place own\n\
         end stones of 2 > stones of 1 and stones of 1 >= 3: player 2 wins\n\
         end stones of 1 + stones of 2 > 2 * empty + 3: draw\nend full: player 1 wins\n",
    );
    // 1, then 2 and 2, then 1 and 1, then a second 2 more: 3 against 4.
    for expected in [1, 2, 2, 1, 1, 2] {
        assert_eq!(game.mover(), Colour(expected));
        assert_eq!(game.status(), Status::Running);
        play_first(&mut *game);
    }
    assert_eq!(game.status(), Status::Running);
    play_first(&mut *game);
    assert_eq!(game.status(), Status::Won(Colour(2)));
}

#[test]
fn a_goal_may_be_for_one_side_alone() {
    let text = |end: &str| {
        format!(
            "game one \"One\"\nboard square 3\nconnect orthogonal\nregions goal of 1 = top, bottom\nmove place own\n\
             end {end}: mover wins\nend full: player 2 wins\n"
        )
    };
    // Player 2 joins top and bottom and has won nothing; player 1 does and has.
    let both = ["0,0", "1,0", "0,1", "1,1", "2,2", "1,2", "0,2"];
    let mut game = described(&text("connect all goal"));
    for (number, site) in both.iter().enumerate() {
        assert_eq!(game.status(), Status::Running, "{number}");
        game.play_text(site).unwrap();
    }
    assert_eq!(game.status(), Status::Won(Colour(1)));
}

#[test]
fn who_moved_can_be_asked() {
    let mut game = described(
        "game who \"Who\"\nboard square 3\nmove place any\n\
         end mover is 2 and line 3: mover wins\nend owner is next and line 2: draw\nend full: draw\n",
    );
    game.play_text("0,0:1").unwrap();
    game.play_text("0,1:2").unwrap();
    // Two in a line of the mover's own colour: nothing.
    game.play_text("1,0:1").unwrap();
    assert_eq!(game.status(), Status::Running);
    // Three in a line, made by player 2.
    game.play_text("2,0:1").unwrap();
    assert_eq!(game.status(), Status::Won(Colour(2)));
    game.undo();
    game.play_text("1,1:1").unwrap();
    assert_eq!(game.status(), Status::Draw);
}

#[test]
fn slash_and_backslash_join_one_way_each() {
    let mut game = described(
        "game lean \"Lean\"\nboard square 3\nconnect slash for 1\nconnect backslash for 2\nregions sides = top, bottom\n\
         move place own\nend connect all sides: mover wins\nend full: draw\n",
    );
    for site in ["0,0", "0,2", "1,1", "0,1"] {
        game.play_text(site).unwrap();
        assert_eq!(game.status(), Status::Running, "{site}");
    }
    assert_eq!(
        game.group_size(game.plan().board.parse_site("0,0").unwrap()),
        2
    );
    assert_eq!(
        game.group_size(game.plan().board.parse_site("0,2").unwrap()),
        1
    );
    game.play_text("2,2").unwrap();
    assert_eq!(game.status(), Status::Won(Colour(1)));
}

#[test]
fn chameleon_as_published_lets_either_colour_join_a_players_sides() {
    let options = [("size", "3"), ("swap", "no"), ("goal", "either")];
    // Player 1's sides are top and bottom: stones of colour 2 join them.
    let mut game = engine::start(&plan("chameleon", &options));
    for text in ["0,0:2", "2,0:1", "0,1:2", "0,2:2"] {
        assert_eq!(game.status(), Status::Running);
        game.play_text(text).unwrap();
    }
    assert_eq!(game.status(), Status::Won(Colour(1)));
    // A chain that joins both pairs of sides wins for who completed it.
    let mut game = engine::start(&plan("chameleon", &options));
    for text in ["2,0:1", "0,0:2", "1,1:1", "0,2:1"] {
        assert_eq!(game.status(), Status::Running);
        game.play_text(text).unwrap();
    }
    assert_eq!(game.status(), Status::Won(Colour(2)));
    // With colours owned, the first of these games goes on: colour 2 must join left and right.
    let mut game = engine::start(&plan("chameleon", &options[..2]));
    for text in ["0,0:2", "2,0:1", "0,1:2", "0,2:2"] {
        game.play_text(text).unwrap();
    }
    assert_eq!(game.status(), Status::Running);
}

#[test]
fn andantino_as_published_wants_a_loop_and_today_an_enclosed_group() {
    // A ring of six round an enemy tile and an empty cell beside it: a loop, but the group is not shut in.
    let text = |connect: &str, end: &str| {
        format!(
            "game tiles \"Tiles\"\nboard hexagon 4\n{connect}start 2 at {{0,0}}\n\
             start 1 at {{-1,0 -1,1 0,1 1,1 2,0 2,-1 1,-1}}\nmove place own\nend {end}: mover wins\nend full: draw\n"
        )
    };
    let mut loops = described(&text("", "loop enemy or line 5"));
    loops.play_text("0,-1").unwrap();
    assert_eq!(loops.status(), Status::Won(Colour(1)));
    let mut groups = described(&text("connect orthogonal\n", "enclosed or line 5"));
    groups.play_text("0,-1").unwrap();
    assert_eq!(groups.status(), Status::Running);
    // And as the option of the library's game chooses.
    for (goal, has) in [("group", "Enclosed"), ("loop", "Loop(Enemy)")] {
        let ends = format!("{:?}", plan("andantino", &[("goal", goal)]).ends);
        assert!(ends.contains(has), "{ends}");
    }
}

#[test]
fn a_hole_parts_lines_and_groups_and_counts_as_outside() {
    let lake = |end: &str| {
        described(&format!(
            "game lake \"Lake\"\nplayers 1\nboard hexagon 4 without {{0,0}}\nsites shore = {{1,0 -1,0}}\n\
             regions banks = N, shore\nmove place own\nend {end}: mover wins\nend full: draw\n"
        ))
    };
    assert_eq!(lake("loop").plan().board.len(), 36);
    // The six cells round the hole are a ring round nothing.
    let mut game = lake("loop");
    for site in ["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"] {
        game.play_text(site).unwrap();
        assert_eq!(game.status(), Status::Running, "{site}");
    }
    assert!(game.play_text("0,0").is_err());
    // A line does not go over the hole.
    let mut game = lake("line 3");
    for site in ["-1,0", "1,0", "2,0"] {
        game.play_text(site).unwrap();
        assert_eq!(game.status(), Status::Running, "{site}");
    }
    game.play_text("3,0").unwrap();
    assert_eq!(game.status(), Status::Won(Colour(1)));
    // Named sites are a region like any other.
    let mut game = lake("connect all banks");
    for (site, over) in [
        ("1,-3", false),
        ("1,-2", false),
        ("1,-1", false),
        ("1,0", true),
    ] {
        game.play_text(site).unwrap();
        assert_eq!(game.status() != Status::Running, over, "{site}");
    }
}

#[test]
fn gonnect_is_lost_by_who_cannot_move() {
    let plan = plan("gonnect", &[("size", "3")]);
    let moves = search(&plan, |game| {
        let full = game
            .plan()
            .board
            .ids()
            .filter(|site| game.stone(*site) != Colour::NONE)
            .count();
        matches!(game.status(), Status::Won(_)) && full < 9 && !connects(game)
    });
    assert!(!moves.is_empty());
}

/// Whether somebody's sides are joined.
fn connects(game: &dyn Engine) -> bool {
    let plan = game.plan();
    plan.board
        .ids()
        .filter(|site| game.stone(*site) != Colour::NONE)
        .any(|site| {
            let colour = game.stone(site);
            let touched = |region: &Vec<connection::board::SiteId>| {
                region.iter().any(|s| {
                    game.stone(*s) == colour && game.group_root(*s) == game.group_root(site)
                })
            };
            plan.families[0].regions[colour.index() - 1]
                .iter()
                .all(touched)
        })
}
