//! Straight lines of a graph: a board of squares or hexagons written down site by site, with its lines, is that board. Whatever
//! asks for lines (rows of stones, moves along them, custodial capture, stacks that see each other) plays the same on both.

use connection::board::{Board, Connectivity, SiteId};
use connection::engine::{self, Engine, Status};
use connection::language::Description;
use connection::moves::Move;
use connection::plan::Plan;
use connection::random::Random;
use connection::referee::Referee;
use std::fmt::Write as _;
use std::sync::Arc;

fn plan(text: &str) -> Arc<Plan> {
    let game = Description::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Arc::new(
        game.plan::<&str, &str>(&[])
            .unwrap_or_else(|error| panic!("{error}\n{text}")),
    )
}

/// The same board as a graph: every neighbour a site joined, every straight line a `line`.
fn as_graph(board: &Board) -> String {
    let mut text = String::from("board graph\n");
    for site in board.ids() {
        let centre = board.sites()[site.index()].centre;
        let number = |site: &SiteId| site.0.to_string();
        let near = board.neighbours(site, Connectivity::Adjacent).iter();
        let near: Vec<String> = near.map(number).collect();
        let _ = writeln!(
            text,
            "site {} at {:.3},{:.3} to {}",
            site.0,
            centre.x,
            -centre.y,
            near.join(" ")
        );
    }
    for axis in 0..board.directions() / 2 {
        let [on, back] = [2 * axis, 2 * axis + 1];
        let firsts = board.ids().filter(|site| board.step(*site, back).is_none());
        for first in firsts {
            let line = std::iter::successors(Some(first), |site| board.step(*site, on));
            let line: Vec<String> = line.map(|site| site.0.to_string()).collect();
            if line.len() > 1 {
                let _ = writeln!(text, "line {}", line.join(" "));
            }
        }
    }
    text
}

/// Rules that ask for lines, with the boards that they are asked on and stones to begin with.
const RULES: &[(&str, &str, &[&str])] = &[
    (
        "move place own\nend line 3: mover wins\nend full: draw\n",
        "",
        &[
            "square 3",
            "square 5",
            "hexagon 3",
            "hexagon 4 without {0,0}",
        ],
    ),
    (
        "turn 2 moves first 1\nmove place own\nend line 4: mover loses\nend full: draw\n",
        "",
        &["square 6", "hexagon 4"],
    ),
    (
        "move step\nmove hop\nend single group of mover: mover wins\n",
        "start 1 at {#0 #3 #8}\nstart 2 at {#5 #12 #14}\n",
        &["square 4", "hexagon 3"],
    ),
    (
        "move line\nend single group of mover: mover wins\n",
        "start 1 at {#0 #3 #8 #10}\nstart 2 at {#5 #12 #14 #16}\n",
        &["square 5", "hexagon 3"],
    ),
    (
        "move place own\ncapture flanked\nend captures of mover >= 4: mover wins\nend full: draw\n",
        "",
        &["square 5", "hexagon 4"],
    ),
    (
        "move settle\nscore stones + sight\nend full or all passed: best score\n",
        "start 1 at {#3}\nstart 2 at {#15}\n",
        &["hexagon 3"],
    ),
];

#[test]
fn a_board_written_down_as_a_graph_with_its_lines_is_that_board() {
    let mut lines_won = 0;
    for (rules, start, boards) in RULES {
        for board in *boards {
            let bare = plan(&format!(
                "game g \"G\"\nboard {board}\nmove place own\nend full: draw\n"
            ));
            // On boards with coordinates the same stones by their coordinates.
            let mut placed = start.to_string();
            for site in bare.board.ids().collect::<Vec<_>>().into_iter().rev() {
                let number = format!("#{}", site.0);
                let name = bare.board.label(site).to_string();
                placed = placed
                    .replace(&format!("{number} "), &format!("{name} "))
                    .replace(&format!("{number}}}"), &format!("{name}}}"));
            }
            let tiled = plan(&format!("game g \"G\"\nboard {board}\n{placed}{rules}"));
            let graph = plan(&format!(
                "game g \"G\"\n{}{start}{rules}",
                as_graph(&bare.board)
            ));
            for seed in 0..40 {
                let mut random = Random::new(seed);
                let mut one = engine::start(&tiled);
                let mut others: [Box<dyn Engine>; 2] =
                    [engine::start(&graph), Box::new(Referee::new(graph.clone()))];
                let (mut moves, mut same) = (Vec::new(), Vec::new());
                for _ in 0..80 {
                    if one.status() != Status::Running {
                        break;
                    }
                    one.legal_moves(&mut moves);
                    moves.sort_by_key(|played| played.text(&graph));
                    let chosen: Move = moves[random.below(moves.len() as u32) as usize];
                    one.play(chosen);
                    for other in &mut others {
                        other.legal_moves(&mut same);
                        same.sort_by_key(|played| played.text(&graph));
                        assert_eq!(same, moves, "{board}: {rules}");
                        other.play(chosen);
                        assert_eq!(other.status(), one.status(), "{board}: {rules}");
                    }
                }
                let asks = rules.contains("end line");
                lines_won += u32::from(asks && matches!(one.status(), Status::Won(_)));
            }
        }
    }
    assert!(lines_won > 100, "{lines_won}");
}

/// Lines that a board of squares does not have: on a wheel with three spokes a row of three runs through the hub, or round a corner
/// that a line makes.
#[test]
fn lines_are_those_that_the_description_draws() {
    let wheel = "game wheel \"Wheel\"\nboard graph\nsite 0 at 0,0 to 1 2 3\nsite 1 at 0,2 to 2\nsite 2 at 2,-1 to 3\nsite 3 at -2,-1 to 1\n\
        line 1 0 2\nline 3 1 2\nmove place own\nend line 3: mover wins\nend full: draw\n";
    let plan = plan(wheel);
    let won = |sites: [u16; 3]| {
        let mut game = engine::start(&plan);
        let other = (0..4).find(|site| !sites.contains(site)).unwrap();
        // Two of the first player, one of the other, the third of the first.
        for (site, colour) in [(sites[0], 1), (other, 2), (sites[1], 1)] {
            game.play(Move::place(SiteId(site), connection::plan::Colour(colour)));
        }
        assert_eq!(game.mover(), connection::plan::Colour(2));
        game.play(Move::PASS);
        game.play(Move::place(SiteId(sites[2]), connection::plan::Colour(1)));
        matches!(game.status(), Status::Won(_))
    };
    assert!(won([1, 0, 2]) && won([0, 2, 1]) && won([3, 1, 2]));
    assert!(!won([1, 0, 3]) && !won([0, 2, 3]));
}
