//! The report's eight tests as data: what is played with what, what the report measured, and what it concluded.
//! Nothing is measured here.

use super::measure::Rates;
use super::reported;
use laboratory::groups::Method;
use laboratory::groups::playouts::{Game, Keeper, Surrounding, Tiling};

/// One of the report's tests.
pub struct Test {
    /// Its number in the report.
    pub number: u8,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// The question it asks.
    pub question: &'static str,
    /// What the report answers.
    pub answer: &'static str,
    /// What must be known to compare our figures with the report's.
    pub notes: &'static [&'static str],
    /// Its tables.
    pub parts: Vec<Part>,
}

/// A table of a test: games down, keepers of groups across.
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// How the games differ.
    pub axis: Axis,
    /// The games.
    pub points: Vec<Point>,
    /// The keepers of groups.
    pub series: Vec<Series>,
    /// The series the others are divided by in the relative plot.
    pub base: Option<usize>,
    /// The pairs that the report compares.
    pub contrasts: Vec<Contrast>,
}

/// How the games of a part differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// By a number with this name.
    Number(&'static str),
    /// They are different games.
    Games,
}

/// One game of a part.
pub struct Point {
    /// Short, for an axis.
    pub label: String,
    /// The number that the axis shows.
    pub x: f64,
    /// The game.
    pub game: Game,
}

/// One keeper of groups in a part.
pub struct Series {
    /// Short, for a legend.
    pub name: &'static str,
    /// Who keeps the groups.
    pub keeper: Keeper,
    /// What the report measured, point by point; empty where it measured nothing.
    pub reported: Vec<Rates>,
}

/// A cell of a part: which point, which series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Index into the points.
    pub point: usize,
    /// Index into the series.
    pub series: usize,
}

/// Two cells that the report compares.
pub struct Contrast {
    /// The one that is divided.
    pub left: Cell,
    /// The one it is divided by.
    pub right: Cell,
    /// In which unit.
    pub unit: Unit,
    /// What the report's text says of a pair that its tables do not hold: the ratio.
    pub said: Option<f64>,
}

/// What is counted in a second.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Games.
    Playouts,
    /// Plies.
    Moves,
}

impl Unit {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Playouts => "playouts/s",
            Unit::Moves => "moves/s",
        }
    }
}

/// As the report's listings have it; the report's figures belong to these.
const PRINTED: Method = Method::WQU_AS_PRINTED;

const QU: &str = "QU";
const RANKED_PRINTED: &str = "RQU as printed";
const WEIGHTED_PRINTED: &str = "WQU as printed";
const RANKED: &str = "RQUPC";
const WEIGHTED: &str = "WQUPC";

fn series(name: &'static str, keeper: Keeper, reported: &[Rates]) -> Series {
    Series {
        name,
        keeper,
        reported: reported.to_vec(),
    }
}

/// The three union rules as the report has them, with its figures, then what it does not have.
fn union_rules<const N: usize>(
    keeper: impl Fn(Method) -> Keeper,
    reported: &[[Rates; N]; 3],
) -> Vec<Series> {
    vec![
        series(QU, keeper(Method::QU), &reported[0]),
        series(RANKED_PRINTED, keeper(Method::RQU_AS_PRINTED), &reported[1]),
        series(
            WEIGHTED_PRINTED,
            keeper(Method::WQU_AS_PRINTED),
            &reported[2],
        ),
        series("QU, stone on top", keeper(Method::QU_ON_TOP), &[]),
        series("QF", keeper(Method::QF), &[]),
        series(RANKED, keeper(Method::RQUPC), &[]),
        series(WEIGHTED, keeper(Method::WQUPC), &[]),
    ]
}

fn sizes(sizes: &[u32], label: impl Fn(u32) -> String, game: impl Fn(u32) -> Game) -> Vec<Point> {
    sizes
        .iter()
        .map(|&size| Point {
            label: label(size),
            x: f64::from(size),
            game: game(size),
        })
        .collect()
}

fn games(games: &[Game]) -> Vec<Point> {
    let named = games.iter().map(|&game| (game.to_string(), game));
    named
        .zip(0..)
        .map(|((label, game), i)| Point {
            label,
            x: f64::from(i),
            game,
        })
        .collect()
}

fn named(games: &[(&str, Game)]) -> Vec<Point> {
    let point = |(i, &(label, game)): (usize, &(&str, Game))| Point {
        label: label.into(),
        x: i as f64,
        game,
    };
    games.iter().enumerate().map(point).collect()
}

fn square_label(size: u32) -> String {
    format!("{size}×{size}")
}

fn base_label(base: u32) -> String {
    format!("base {base}")
}

/// At every point, the series `left` against the series `right`.
fn across(points: usize, left: usize, right: usize, unit: Unit) -> impl Iterator<Item = Contrast> {
    (0..points).map(move |point| Contrast {
        left: Cell {
            point,
            series: left,
        },
        right: Cell {
            point,
            series: right,
        },
        unit,
        said: None,
    })
}

/// In one series, the point `left` against the point `right`, in both units.
fn down(left: usize, right: usize, series: usize) -> impl Iterator<Item = Contrast> {
    [Unit::Playouts, Unit::Moves]
        .into_iter()
        .map(move |unit| Contrast {
            left: Cell {
                point: left,
                series,
            },
            right: Cell {
                point: right,
                series,
            },
            unit,
            said: None,
        })
}

/// The three union rules against each other: the first two against the third.
fn rules_compared(points: usize) -> Vec<Contrast> {
    across(points, 0, 2, Unit::Moves)
        .chain(across(points, 1, 2, Unit::Moves))
        .collect()
}

const HEX_SIZES: [u32; 7] = [7, 9, 11, 13, 15, 17, 19];

/// The eight tests.
pub fn tests() -> Vec<Test> {
    vec![
        test_1(),
        test_2(),
        test_3(),
        test_4(),
        test_5(),
        test_6(),
        test_7(),
        test_8(),
    ]
}

fn test_1() -> Test {
    let hex = |size| Game::Hex { size };
    let chameleon = |size| Game::Chameleon { size };
    Test {
        number: 1,
        title: "Three union rules without deletion",
        question: "Does it matter, on framework A, whether trees are joined as they come (QU), by rank (RQUPC) or by \
                   weight (WQUPC)?",
        answer: "Hardly. In Chameleon all three are close; in Hex quick union varies on small boards and falls behind \
                 on large ones, ranked and weighted are alike.",
        notes: &[
            "The report's find looks two parents ahead and never writes a parent back, so what it calls path \
             compression compresses nothing. Its figures stand beside “as printed”, which does the same; RQUPC and WQUPC \
             here do compress.",
            "The report does not print its quick union. QU here is its listing without the test of sizes: the new stone's root \
             goes under the neighbour's. Hung the other way round, as a textbook's union of the two would be (“stone on top”), \
             every stone makes its trees deeper.",
            "Weighted union counts the items of both trees in their bit sets at every union, as the report does. Ranked \
             union compares two bytes instead.",
            "The report's Chameleon plays until the board is full (51.4 moves on 49 cells, by its own figures), so its \
             win test probably never fired. Here a game ends when a colour connects its sides.",
        ],
        parts: vec![
            Part {
                name: "Hex",
                axis: Axis::Number("hexagons on a side"),
                points: sizes(&HEX_SIZES, square_label, hex),
                series: union_rules(Keeper::A, &reported::HEX),
                base: Some(2),
                contrasts: rules_compared(HEX_SIZES.len()),
            },
            Part {
                name: "Chameleon",
                axis: Axis::Number("hexagons on a side"),
                points: sizes(&[7, 11, 15, 19], square_label, chameleon),
                series: union_rules(Keeper::A, &reported::CHAMELEON),
                base: Some(2),
                contrasts: rules_compared(4),
            },
        ],
    }
}

fn test_2() -> Test {
    let mut by_rule = union_rules(Keeper::BStoneByStone, &reported::CAPTURING);
    by_rule.push(series(
        "WQUPC, groups at once",
        Keeper::B(Method::WQUPC),
        &[],
    ));
    Test {
        number: 2,
        title: "Three union rules with deletion",
        question: "And on framework B, in games that capture?",
        answer: "Weighted union is a little better than the other two. Atari Go is fastest, because it ends with the \
                 first capture; Go and Gonnect delete and unite all the time.",
        notes: &[
            "The report deleted captured stones one by one, because its system could not yet ask for a group. All \
             series but the last do the same; the last deletes a captured group at once.",
            "A legal move is found here by drawing empty sites until one is legal, which is as likely to draw each legal \
             one. The report's system lists all legal moves at every turn.",
        ],
        parts: vec![Part {
            name: "Atari Go, Go and Gonnect",
            axis: Axis::Games,
            points: games(&[
                Game::AtariGo { size: 9 },
                Game::Go { size: 9 },
                Game::Gonnect { size: 9 },
            ]),
            series: by_rule,
            base: Some(2),
            contrasts: rules_compared(3)
                .into_iter()
                .chain(down(0, 1, 2))
                .chain(down(1, 2, 2))
                .collect(),
        }],
    }
}

fn test_3() -> Test {
    let hex = |size| Game::Hex { size };
    let flood = |reported| series("flood fill", Keeper::FloodFill, reported);
    let loa = Cell {
        point: 0,
        series: 0,
    };
    Test {
        number: 3,
        title: "Brute force against union-find",
        question: "Is a search of the last stone's group at every move slower than keeping union trees?",
        answer: "In Hex the search wins on 7×7 and 9×9 and loses from 11×11 on, ever more. In Lines of Action \
                 framework B is as fast as the search.",
        notes: &[
            "Hex is played on framework A, Lines of Action on framework B. The search starts at the last stone and stops \
             when both sides are met; in Lines of Action it counts one group of each player.",
            "The report's union trees are part of a state that is copied at every move, which weighs on small boards. \
             Nothing is copied here, but every stone is united twice, in its player's forest and in the common one, and \
             every union merges bit sets as wide as the board.",
            "For Lines of Action the report prints a plot but no table for the search; “the same” is taken as a ratio of 1.",
        ],
        parts: vec![
            Part {
                name: "Hex",
                axis: Axis::Number("hexagons on a side"),
                points: sizes(&HEX_SIZES, square_label, hex),
                series: vec![
                    series("framework A", Keeper::A(PRINTED), &reported::HEX[2]),
                    flood(&reported::HEX_BRUTE_FORCE),
                ],
                base: Some(1),
                contrasts: across(HEX_SIZES.len(), 0, 1, Unit::Playouts).collect(),
            },
            Part {
                name: "Lines of Action",
                axis: Axis::Games,
                points: games(&[Game::LinesOfAction]),
                series: vec![
                    series("framework B", Keeper::B(PRINTED), &reported::MOVING[2][..1]),
                    flood(&[]),
                ],
                base: Some(1),
                contrasts: vec![Contrast {
                    left: loa,
                    right: Cell { series: 1, ..loa },
                    unit: Unit::Playouts,
                    said: Some(1.0),
                }],
            },
        ],
    }
}

fn test_4() -> Test {
    let both = |goal| {
        let game = |tiling| Game::Andantino { tiling, goal };
        [
            ("hexagons", game(Tiling::Hexagons)),
            ("squares", game(Tiling::Squares)),
        ]
    };
    Test {
        number: 4,
        title: "Andantino on hexagons and on squares",
        question: "How does the kind of cell change the speed of a game on a very large board, with framework A?",
        answer: "Squares are faster in playouts and in moves.",
        notes: &[
            "The report's rule is played: a loop of own tiles with an enemy tile inside, or five in a line. The local sets \
             around the tile say whether it closes a loop, and a search from its neighbours, no further than a loop of that \
             many tiles can hold, looks for an enemy inside. Tiles join over corners on squares, as in the report.",
            "The second table plays the rule of today, an enemy group with no way out; the report has no figures for it.",
            "The report counts the two tiles of the start as moves; here they are not.",
        ],
        parts: vec![
            Part {
                name: "Andantino",
                axis: Axis::Games,
                points: named(&both(Surrounding::Loop)),
                series: vec![series(
                    "framework A",
                    Keeper::A(PRINTED),
                    &reported::ANDANTINO,
                )],
                base: None,
                contrasts: down(1, 0, 0).collect(),
            },
            Part {
                name: "Andantino, the rule of today",
                axis: Axis::Games,
                points: named(&both(Surrounding::Group)),
                series: vec![series("framework A", Keeper::A(PRINTED), &[])],
                base: None,
                contrasts: Vec::new(),
            },
        ],
    }
}

fn test_5() -> Test {
    Test {
        number: 5,
        title: "Pentalath and Go",
        question: "Hexagons or crossings, with captures, on boards of nearly the same size, with framework B?",
        answer: "Pentalath plays more games in a second, because a line of five ends it early; Go makes more moves, and \
                 the report suspects that a stone of Go unites at most two trees and one of Pentalath three.",
        notes: &[
            "A stone of Go can unite four trees, not two: its four neighbours do not touch each other.",
            "The report's figures make 13.3 moves a game of Pentalath and 140 one of Go on 8×8; two independent programs \
             find 45.6 and 97. Its rules, or its counting, must have been different.",
        ],
        parts: vec![Part {
            name: "Pentalath and Go",
            axis: Axis::Games,
            points: games(&[Game::Pentalath, Game::Go { size: 8 }]),
            series: vec![
                series(
                    "framework B",
                    Keeper::BStoneByStone(PRINTED),
                    &reported::PENTALATH_AND_GO,
                ),
                series("framework B, groups at once", Keeper::B(PRINTED), &[]),
            ],
            base: None,
            contrasts: down(0, 1, 0).collect(),
        }],
    }
}

fn test_6() -> Test {
    Test {
        number: 6,
        title: "Three union rules when stones move",
        question: "Which union rule suits games in which every move deletes and unites?",
        answer: "Weighted and ranked are alike in playouts, weighted is best in moves. Groups makes more moves in a second \
                 because it has fewer stones; Lines of Action plays more games because captures bring its end nearer.",
        notes: &[
            "The trees are small, 12 stones and fewer, so the rules can hardly differ: after a deletion a tree is built \
             anew and never grows deep.",
        ],
        parts: vec![Part {
            name: "Lines of Action and Groups",
            axis: Axis::Games,
            points: games(&[Game::LinesOfAction, Game::Groups]),
            series: union_rules(Keeper::B, &reported::MOVING),
            base: Some(2),
            contrasts: rules_compared(2).into_iter().chain(down(0, 1, 2)).collect(),
        }],
    }
}

fn test_7() -> Test {
    Test {
        number: 7,
        title: "Havannah and Kensington Havannah",
        question: "The same rules and 61 cells on two graphs, with framework A: what does the graph change?",
        answer: "Kensington plays more games in a second, because three stones can make a ring; it makes fewer moves, \
                 because its triangles need a check of their own.",
        notes: &[
            "The inventor's board for Kensington Havannah was never published. The sides and corners used here are a \
             reconstruction, and its games last 25.0 moves against the report's 30.4.",
        ],
        parts: vec![Part {
            name: "Havannah on two graphs",
            axis: Axis::Games,
            points: named(&[
                ("Havannah", Game::Havannah { base: 5 }),
                ("Kensington", Game::KensingtonHavannah),
            ]),
            series: vec![series(
                "framework A",
                Keeper::A(PRINTED),
                &reported::HAVANNAHS,
            )],
            base: None,
            contrasts: down(1, 0, 0).collect(),
        }],
    }
}

fn test_8() -> Test {
    let both = |reported: [Vec<Rates>; 2]| {
        let [a, b] = reported;
        vec![
            series("framework A", Keeper::A(PRINTED), &a),
            series("framework B", Keeper::B(PRINTED), &b),
        ]
    };
    Test {
        number: 8,
        title: "Framework A against framework B",
        question: "What does the possibility of deletion cost a game that never deletes, on boards of several sizes and \
                   with two, three and four players?",
        answer: "Nothing that matters: both are the same on average. Larger boards and more players are slower.",
        notes: &[
            "Framework B keeps a second bit set with every tree, the items with their orthogonal neighbours, and merges \
             it at every union, though none of these games asks for it.",
            "Cross asks five times whether regions are connected, Y-Hex once, Omega unites all stones when the game is over.",
        ],
        parts: vec![
            Part {
                name: "Y-Hex",
                axis: Axis::Number("hexagons on a side"),
                points: sizes(&[4, 5, 6], base_label, |base| Game::YHex { base }),
                series: both(reported::Y_HEX.map(|rates| rates.to_vec())),
                base: Some(0),
                contrasts: across(3, 1, 0, Unit::Moves).collect(),
            },
            Part {
                name: "Cross",
                axis: Axis::Number("hexagons on a side"),
                points: sizes(&[4, 5, 6, 7, 8, 9], base_label, |base| Game::Cross { base }),
                series: both(reported::CROSS.map(|rates| rates.to_vec())),
                base: Some(0),
                contrasts: across(6, 1, 0, Unit::Moves).collect(),
            },
            Part {
                name: "Omega",
                axis: Axis::Number("players"),
                points: sizes(
                    &[2, 3, 4],
                    |players| format!("{players} players"),
                    |players| Game::Omega {
                        players: players as u8,
                    },
                ),
                series: both(reported::OMEGA.map(|rates| rates.to_vec())),
                base: Some(0),
                contrasts: across(3, 1, 0, Unit::Moves).chain(down(2, 0, 0)).collect(),
            },
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_can_be_played_and_every_contrast_names_cells() {
        for test in tests() {
            for part in &test.parts {
                for series in &part.series {
                    assert!(
                        series.reported.is_empty() || series.reported.len() == part.points.len()
                    );
                    for point in &part.points {
                        laboratory::groups::playouts::playouts(point.game, series.keeper).unwrap();
                    }
                }
                for contrast in &part.contrasts {
                    for cell in [contrast.left, contrast.right] {
                        assert!(cell.point < part.points.len() && cell.series < part.series.len());
                        let series = &part.series[cell.series];
                        assert!(
                            contrast.said.is_some() || !series.reported.is_empty(),
                            "{}",
                            part.name
                        );
                    }
                }
            }
        }
    }

    /// A table copied wrongly would show here: where the report's games are ours, its moves per playout are ours too.
    #[test]
    fn the_reports_figures_make_games_of_a_sane_length() {
        for test in tests() {
            for part in &test.parts {
                for series in &part.series {
                    for (rates, point) in series.reported.iter().zip(&part.points) {
                        let length = rates.moves.mean / rates.playouts.mean;
                        let expected = match point.game {
                            Game::Hex { size: 7 } => 42.3..42.5,
                            Game::Omega { players } => {
                                let stones = [60.0, 54.0, 48.0][usize::from(players) - 2];
                                stones - 0.1..stones + 0.1
                            }
                            Game::YHex { base: 5 } => 53.9..54.5,
                            Game::Cross { base: 5 } => 51.5..52.2,
                            Game::Go { size: 9 } => 122.0..126.0,
                            Game::LinesOfAction => 230.0..245.0,
                            Game::Groups => 2300.0..2400.0,
                            _ => 10.0..400.0,
                        };
                        // Quick union on Hex 7 is a little below, by rounding of the report's means.
                        let expected = expected.start - 0.2..expected.end + 0.2;
                        assert!(expected.contains(&length), "{}: {length}", point.game);
                    }
                }
            }
        }
    }
}
