//! The pictures of boards in the manual are those of the boards: every one is drawn anew from its description and compared.

use connection::board::Board;
use connection::language::Description;
use std::fmt::Write as _;

const FAMILIES: &[&str] = &[
    "rhombus",
    "hexagon",
    "square",
    "triangle",
    "half-hexagon",
    "hex-rectangle",
    "pentagon",
    "rhombitrihexagonal",
    "conhex",
];

fn board(statement: &str) -> Board {
    let text = format!("game p \"P\"\n{statement}\nmove place own\nend full: draw\n");
    let game = Description::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let plan = game.plan::<&str, &str>(&[]);
    plan.unwrap_or_else(|error| panic!("{error}\n{text}")).board
}

/// The names of the sites where their cells are: `names` those of players, `board` those of descriptions.
fn picture(kind: &str, board: &Board) -> String {
    let (across, down) = match board.directions() {
        6 => (8.0 / 1.1547, 1.0),
        8 => (6.0, 1.0),
        _ if board.has_points() => (9.0, 2.0),
        _ => (6.0, 2.5),
    };
    let places = || {
        board
            .sites()
            .iter()
            .map(|site| (site.centre.x, site.centre.y))
    };
    let left = places().map(|(x, _)| x).fold(f64::INFINITY, f64::min);
    let top = places().map(|(_, y)| y).fold(f64::INFINITY, f64::min);
    let mut rows: Vec<Vec<(usize, String)>> = Vec::new();
    for (id, site) in board.ids().zip(board.sites()) {
        let name = match kind {
            "names" => board.shown(id),
            _ => site.label.to_string(),
        };
        let column = ((site.centre.x - left) * across).round() as usize;
        let row = ((site.centre.y - top) * down).round() as usize;
        rows.resize(rows.len().max(row + 1), Vec::new());
        rows[row].push((column, name));
    }
    let mut text = String::new();
    for row in &mut rows {
        row.sort();
        let mut line = String::new();
        for (column, name) in row {
            // Names of two coordinates are as long as five characters; they stand right-aligned, so that columns line up.
            let width = (*column + 5).saturating_sub(line.len());
            let _ = write!(line, "{name:>width$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[test]
fn the_manual_shows_the_boards_as_they_are() {
    let manual = include_str!("../../../docs/games.md");
    let shown = |kind: &'static str| {
        let marked = manual.split("```");
        let marked = marked.filter_map(move |block| block.strip_prefix(kind)?.strip_prefix(' '));
        marked.map(move |block| {
            let (statement, text) = block.split_once('\n').unwrap();
            (kind, statement, text)
        })
    };
    for (kind, families) in [
        ("board", FAMILIES),
        ("names", &["rhombus", "hexagon", "square", "triangle"]),
    ] {
        for family in families {
            let has = shown(kind).any(|(_, statement, _)| statement.starts_with(family));
            assert!(has, "the manual has no picture of {kind} of a {family}");
        }
    }
    let mut wrong = String::new();
    for (kind, statement, text) in shown("board").chain(shown("names")) {
        let expected = picture(kind, &board(&format!("board {statement}")));
        if text != expected {
            let _ = write!(wrong, "```{kind} {statement}\n{expected}```\n");
        }
    }
    assert!(wrong.is_empty(), "these pictures should be\n{wrong}");
}
