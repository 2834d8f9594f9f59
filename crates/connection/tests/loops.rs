//! Full loops: a stone in the centre of a ring that is complete round it, or the last stone of such a ring, on every family of
//! boards. The oracle is a flood fill of its own: it counts, before and after a stone, the own stones from which a flood goes
//! nowhere.

use connection::board::{Board, Connectivity, SiteId};
use connection::engine::{self, Engine, Status};
use connection::language::Description;
use connection::moves::Move;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use connection::referee::Referee;
use std::collections::HashSet;
use std::sync::Arc;

/// Boards with what joins their stones, and whether a ring goes over edges alone (true) or over points too.
const BOARDS: &[(&str, bool)] = &[
    ("board rhombus 5", true),
    ("board hexagon 3", true),
    ("board hexagon 4\nconnect orthogonal", true),
    ("board hexagon 4 without {0,0}", true),
    ("board rhombus 6 without {2,2} + left", true),
    ("board hexagon 3 4", true),
    ("board hex-rectangle 5 4", true),
    ("board hex-rectangle 6 5 without {2,2}", true),
    ("board pentagon 4", true),
    ("board triangle 6", true),
    ("board half-hexagon 4", true),
    ("board square 5", true),
    ("board square 5\nconnect orthogonal", false),
    ("board square 5\nconnect diagonal", false),
    ("board square 5 on intersections", false),
    ("board rectangle 6 4", true),
    ("board rectangle 4 6\nconnect orthogonal", false),
    ("board rhombitrihexagonal 2", true),
    ("board rhombitrihexagonal 2\nconnect orthogonal", false),
];

/// A graph has no rim, so any site can be shut in, with fewer stones than lie round another.
const GRAPH: (&str, bool) = (
    "board graph\nsite 0 at 0,0 to 1 2 3 4 5\nsite 1 at 0,2 to 2\nsite 2 at 2,1 to 3\nsite 3 at 1,-2 to 4\nsite 4 at -1,-2 to 5\n\
     site 5 at -2,1 to 1 6\nsite 6 at -3,3 to 1 7\nsite 7 at 0,4 to 1",
    true,
);

fn plan(board: &str, players: u32) -> Arc<Plan> {
    let text = format!(
        "game full \"Full\"\nplayers {players}\n{board}\nmove place own\nend loop full: mover wins\nend full: draw\n"
    );
    let game = Description::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Arc::new(
        game.plan::<&str, &str>(&[])
            .unwrap_or_else(|error| panic!("{error}\n{text}")),
    )
}

/// The sites that lie round a site: those over an edge, or those over a point too.
fn ring(board: &Board, site: SiteId, edges: bool) -> Vec<SiteId> {
    let touches = |other: &SiteId| {
        let near = |connectivity| board.neighbours(site, connectivity).contains(other);
        near(Connectivity::Orthogonal) || !edges && corners_touch(board, site, *other)
    };
    board.ids().filter(touches).collect()
}

/// Whether two cells have a corner in common, from their pictures.
fn corners_touch(board: &Board, one: SiteId, other: SiteId) -> bool {
    let (a, b) = (&board.sites()[one.index()], &board.sites()[other.index()]);
    let same = |p: &&connection::board::Point| {
        b.outline
            .iter()
            .any(|q| (p.x - q.x).hypot(p.y - q.y) < 0.01)
    };
    one != other && a.outline.iter().any(|p| same(&p))
}

/// The own stones off the rim from which a flood over everything that is not own goes nowhere.
fn full_loops(
    board: &Board,
    rings: &[Vec<SiteId>],
    stones: &[Colour],
    own: Colour,
) -> HashSet<SiteId> {
    let goes_nowhere = |site: &SiteId| {
        let mut seen = HashSet::from([*site]);
        let mut open = vec![*site];
        while let Some(here) = open.pop() {
            for &next in &rings[here.index()] {
                if stones[next.index()] != own && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.len() == 1
    };
    board
        .ids()
        .filter(|site| stones[site.index()] == own && !board.is_outer(*site))
        .filter(goes_nowhere)
        .collect()
}

#[test]
fn the_last_stone_may_be_the_centre_or_any_of_the_ring() {
    for (board, edges) in BOARDS {
        let plan = plan(board, 1);
        let inner: Vec<SiteId> = plan
            .board
            .ids()
            .filter(|s| !plan.board.is_outer(*s))
            .collect();
        assert!(!inner.is_empty(), "{board}");
        for centre in inner {
            let mut stones = ring(&plan.board, centre, *edges);
            assert!(stones.len() >= 3, "{board}");
            stones.push(centre);
            for last in 0..stones.len() {
                let mut order = stones.clone();
                let chosen = order.remove(last);
                order.push(chosen);
                for mut game in [
                    engine::start(&plan),
                    Box::new(Referee::new(plan.clone())) as Box<dyn Engine>,
                ] {
                    for (number, site) in order.iter().enumerate() {
                        assert_eq!(
                            game.status(),
                            Status::Running,
                            "{board}: {number} stones round {centre:?}"
                        );
                        game.play(Move::place(*site, Colour(1)));
                    }
                    assert_eq!(
                        game.status(),
                        Status::Won(Colour(1)),
                        "{board}: {chosen:?} last round {centre:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn random_games_end_just_when_the_oracle_sees_a_full_loop() {
    for (board, edges) in BOARDS.iter().chain([&GRAPH]) {
        // One colour alone makes rings in every game, two make the board that a game really has.
        let (one, two) = (plan(board, 1), plan(board, 2));
        let rings: Vec<Vec<SiteId>> = one
            .board
            .ids()
            .map(|site| ring(&one.board, site, *edges))
            .collect();
        let mut random = Random::new(5);
        let mut centres = 0;
        for number in 0..60 {
            let plan = if number % 3 < 2 { &one } else { &two };
            let mut game = engine::start(plan);
            let mut referee = Referee::new(plan.clone());
            let mut stones = vec![Colour::NONE; plan.board.len()];
            while game.status() == Status::Running {
                let chosen = game.sample(&mut random);
                let (mover, site) = (game.mover(), chosen.target().unwrap());
                let before = full_loops(&plan.board, &rings, &stones, mover);
                stones[site.index()] = mover;
                let after = full_loops(&plan.board, &rings, &stones, mover);
                game.play(chosen);
                referee.play(chosen);
                assert_eq!(game.status(), referee.status(), "{board}");
                let won = game.status() == Status::Won(mover);
                assert_eq!(
                    won,
                    after.difference(&before).next().is_some(),
                    "{board}: {site:?}"
                );
                centres += u32::from(won && after.contains(&site));
            }
        }
        assert!(centres > 0, "{board}: no stone ever filled a centre");
    }
}

/// On crossings stones join along lines, so four stones round a point are not a loop; eight are.
#[test]
fn on_crossings_a_loop_has_no_gaps_at_its_corners() {
    let text = "game ring \"Ring\"\nplayers 1\nboard square 5 on intersections\nmove place own\nend loop: mover wins\n";
    let plan = Arc::new(
        Description::parse(text)
            .unwrap()
            .plan::<&str, &str>(&[])
            .unwrap(),
    );
    for mut game in [
        engine::start(&plan),
        Box::new(Referee::new(plan.clone())) as Box<dyn Engine>,
    ] {
        let mut stones = ["2,1", "1,2", "3,2", "2,3", "1,1", "3,1", "1,3", "3,3"].iter();
        for site in stones.by_ref().take(7) {
            game.play(Move::place(plan.board.parse_site(site).unwrap(), Colour(1)));
            assert_eq!(game.status(), Status::Running, "{site}");
        }
        let last = plan.board.parse_site(stones.next().unwrap()).unwrap();
        game.play(Move::place(last, Colour(1)));
        assert_eq!(game.status(), Status::Won(Colour(1)));
    }
}
