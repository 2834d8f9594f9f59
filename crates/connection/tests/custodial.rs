//! Custodial capture, in Kanga: its rules written a second time, on a plain square of numbers, and compared with the referee after every
//! move of many random games; named positions follow.

use connection::engine::{self, Engine, Status};
use connection::language::Description;
use connection::library;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use std::sync::Arc;

fn plan(options: &[(&str, &str)]) -> Arc<Plan> {
    Arc::new(library::game("kanga").unwrap().plan(options).unwrap())
}

fn described(text: &str) -> Box<dyn Engine> {
    let plan = Description::parse(text).unwrap().plan::<&str, &str>(&[]);
    engine::start(&Arc::new(plan.unwrap()))
}

fn legal(engine: &dyn Engine) -> Vec<String> {
    let mut moves = Vec::new();
    engine.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|one| one.text(engine.plan())).collect();
    texts.sort();
    texts
}

/// Rows of 0, 1 and 2, the lowest first.
type Grid = Vec<Vec<u8>>;

/// What stands so many steps away; nothing beyond the rim.
fn at(grid: &Grid, x: i32, y: i32) -> Option<u8> {
    let row = grid.get(usize::try_from(y).ok()?)?;
    row.get(usize::try_from(x).ok()?).copied()
}

/// The group of a stone, and whether an empty point is beside it.
fn group(grid: &Grid, x: i32, y: i32) -> (Vec<(i32, i32)>, bool) {
    let own = at(grid, x, y);
    let mut found = vec![(x, y)];
    let (mut next, mut free) = (0, false);
    while let Some(&(x, y)) = found.get(next) {
        for (x, y) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            free |= at(grid, x, y) == Some(0);
            if at(grid, x, y) == own && !found.contains(&(x, y)) {
                found.push((x, y));
            }
        }
        next += 1;
    }
    (found, free)
}

/// The grid after a stone, and how many it took: every enemy stone that was in a group without freedom beside it, or in a flanked line.
fn after(grid: &Grid, x: i32, y: i32, own: u8) -> (Grid, u32) {
    let mut placed = grid.clone();
    placed[y as usize][x as usize] = own;
    let mut result = placed.clone();
    let mut taken = 0;
    let size = grid.len() as i32;
    for (ex, ey) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
        if at(&placed, ex, ey) != Some(3 - own) {
            continue;
        }
        let (stones, free) = group(&placed, ex, ey);
        let beside = |(sx, sy): &(i32, i32)| (sx - x).abs() + (sy - y).abs() == 1;
        let enclosed = !free && stones.iter().any(beside);
        // Is it on a straight line from the stone, with enemies all the way to the far end?
        let (dx, dy) = ((ex - x).signum(), (ey - y).signum());
        let straight = (ex - x) * dy == (ey - y) * dx
            && ((ex - x).abs() == (ey - y).abs() || ex == x || ey == y);
        let mut length = 0;
        while at(&placed, x + (length + 1) * dx, y + (length + 1) * dy) == Some(3 - own) {
            length += 1;
        }
        let end = at(&placed, x + (length + 1) * dx, y + (length + 1) * dy);
        let reached = (ex - x).abs().max((ey - y).abs()) <= length;
        let flanked = straight && reached && end != Some(0) && length > 1 && length % 2 == 1;
        if enclosed || flanked {
            result[ey as usize][ex as usize] = 0;
            taken += 1;
        }
    }
    (result, taken)
}

fn joins(grid: &Grid, own: u8) -> bool {
    let size = grid.len() as i32;
    let all = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
    all.filter(|(x, y)| at(grid, *x, *y) == Some(own))
        .any(|(x, y)| {
            let (stones, _) = group(grid, x, y);
            let touches =
                |part: fn(&(i32, i32)) -> i32, value| stones.iter().any(|s| part(s) == value);
            touches(|s| s.0, 0) && touches(|s| s.0, size - 1)
                || touches(|s| s.1, 0) && touches(|s| s.1, size - 1)
        })
}

#[test]
fn kanga_is_what_its_rules_say_a_second_time() {
    let (mut lines, mut ends) = (0, [0; 3]);
    for (size, games, repeat) in [("5", 150, "yes"), ("7", 60, "yes"), ("5", 60, "no")] {
        let plan = plan(&[("size", size), ("repeat", repeat)]);
        let (mut game, mut random) = (engine::start(&plan), Random::new(2));
        let size: i32 = size.parse().unwrap();
        for _ in 0..games {
            game.restart();
            let mut grid = vec![vec![0; size as usize]; size as usize];
            let mut before = vec![grid.clone()];
            while game.status() == Status::Running && game.moves_made() < 400 {
                let own = game.mover().0;
                let points = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
                let allowed = points.filter(|&(x, y)| {
                    let (next, _) = after(&grid, x, y, own);
                    let fresh = repeat == "yes" || !before.contains(&next);
                    at(&grid, x, y) == Some(0) && group(&next, x, y).1 && fresh
                });
                let mut allowed: Vec<String> = allowed.map(|(x, y)| format!("{x},{y}")).collect();
                if allowed.is_empty() {
                    allowed.push("pass".into());
                }
                allowed.sort();
                assert_eq!(legal(&*game), allowed);
                let chosen = game.sample(&mut random);
                game.play(chosen);
                let text = chosen.text(&plan);
                let mut taken = 0;
                if let Some((x, y)) = text.split_once(',') {
                    let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
                    (grid, taken) = after(&grid, x, y, own);
                    before.push(grid.clone());
                }
                assert_eq!(game.captured(), taken, "{text}");
                lines += u32::from(taken >= 3);
                for site in plan.board.ids() {
                    let label = plan.board.label(site).to_string();
                    let (x, y) = label.split_once(',').unwrap();
                    let stands = at(&grid, x.parse().unwrap(), y.parse().unwrap());
                    assert_eq!(Some(game.stone(site).0), stands, "{label} after {text}");
                }
                let won = game.status() == Status::Won(Colour(own));
                assert_eq!(won, text != "pass" && joins(&grid, own));
            }
            match game.status() {
                Status::Won(Colour(player)) => ends[usize::from(player) - 1] += 1,
                _ => ends[2] += 1,
            }
        }
    }
    assert!(lines > 100, "{lines} captures of three stones and more");
    assert!(ends[0] > 50 && ends[1] > 50, "{ends:?}");
}

/// A board of seven lines with these stones, and what the move takes.
fn takes(own: &str, enemy: &str, played: &str) -> u32 {
    let text = library::TEXTS.iter().find(|(name, _)| *name == "kanga");
    let text = format!(
        "{}\nstart 1 at {{{own}}}\nstart 2 at {{{enemy}}}\n",
        text.unwrap().1
    );
    let mut game = described(&text);
    game.play_text(played).unwrap();
    game.captured()
}

#[test]
fn lines_of_three_are_taken_between_two_stones_or_a_stone_and_the_rim() {
    // Along a row, a column and a diagonal.
    assert_eq!(takes("1,3", "2,3 3,3 4,3", "5,3"), 3);
    assert_eq!(takes("3,1", "3,2 3,3 3,4", "3,5"), 3);
    assert_eq!(takes("1,1", "2,2 3,3 4,4", "5,5"), 3);
    // One, two and four stones stay.
    assert_eq!(takes("1,3", "2,3", "3,3"), 0);
    assert_eq!(takes("1,3", "2,3 3,3", "4,3"), 0);
    assert_eq!(takes("1,3", "2,3 3,3 4,3 5,3", "6,3"), 0);
    // The rim does for a stone, also across a corner of the board.
    assert_eq!(takes("6,6", "0,3 1,3 2,3", "3,3"), 3);
    assert_eq!(takes("6,6", "0,0 1,1 2,2", "3,3"), 3);
    // A gap saves them, and so does an open end.
    assert_eq!(takes("1,3", "2,3 4,3 5,3", "6,3"), 0);
    assert_eq!(takes("6,6", "2,3 3,3 4,3", "1,3"), 0);
    // Two lines at once.
    assert_eq!(takes("0,3 4,6", "1,3 2,3 3,3 4,4 4,5", "4,3"), 3);
    assert_eq!(takes("0,3", "1,3 2,3 3,3 4,4 4,5 4,6", "4,3"), 6);
}

#[test]
fn who_comes_between_is_not_taken_and_a_line_may_be_a_whole_group() {
    // The stone that closes the line is the captor's: player 2 may come between two stones of player 1 and stay.
    let text = library::TEXTS.iter().find(|(name, _)| *name == "kanga");
    let text = format!(
        "{}\nstart 1 at {{1,3 5,3}}\nstart 2 at {{2,3 4,3}}\n",
        text.unwrap().1
    );
    let mut game = described(&text);
    game.play_text("0,0").unwrap();
    game.play_text("3,3").unwrap();
    assert_eq!(game.captured(), 0);
    // Enclosed and flanked at once: counted once.
    assert_eq!(takes("0,1 1,1 2,1 2,2", "0,0 1,0 2,0", "3,0"), 3);
}

#[test]
fn flanked_lines_of_any_length_are_taken_where_nothing_more_is_said() {
    let text = "game g \"G\"\nboard hexagon 4\nstart 1 at {-3,0}\nstart 2 at {-2,0 -1,0}\nstart 2 at {1,0}\nmove place own\n\
        capture flanked\nend captured = 3: mover wins\nend captured = 2: draw\n";
    let mut game = described(text);
    // 1,0 stands alone towards the rim, which does not count here.
    game.play_text("0,0").unwrap();
    assert_eq!((game.captured(), game.status()), (2, Status::Draw));
}

#[test]
fn lines_are_flanked_on_boards_that_have_some() {
    let text = "game g \"G\"\nboard rhombitrihexagonal 2\nmove place own\ncapture flanked\nend full: draw\n";
    let mistake = Description::parse(text).unwrap().plan::<&str, &str>(&[]);
    let words = mistake.unwrap_err().to_string();
    assert!(
        words.contains("line 4, column 9") && words.contains("no straight lines"),
        "{words}"
    );
}
