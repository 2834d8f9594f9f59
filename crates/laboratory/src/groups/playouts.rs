//! Uniform random games played on the frameworks, or on a flood fill, one union at a time: what the report measured.
//!
//! Owns the rules of its games as far as its experiments need them, with the ludemes the report names for them. They are
//! meant to be measured, not to be fast: the engine plays the same games many times faster. Knows no clock.
//!
//! Whatever keeps the groups, the same seed plays the same game; that is a test. The swap rule is left out, as it was in
//! the report's playouts.

mod andantino;
mod capturing;
mod moving;
mod omega;
mod placing;
mod rings;

use super::{
    Adjacency, FloodFill, FrameworkA, FrameworkB, Groups, GroupsWithDeletion, Method,
    Neighbourhoods, PlayerId, Regions,
};
use connection::board::{self, Board, BoardError, Shape, SiteId, Stand};
use connection::random::Random;
use std::fmt;

/// The games of the report's experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Hex on a rhombus.
    Hex {
        /// Hexagons on a side.
        size: u32,
    },
    /// Chameleon on a rhombus.
    Chameleon {
        /// Hexagons on a side.
        size: u32,
    },
    /// Y-Hex on a hexagon.
    YHex {
        /// Hexagons on a side.
        base: u32,
    },
    /// Cross on a hexagon.
    Cross {
        /// Hexagons on a side.
        base: u32,
    },
    /// Havannah on a hexagon.
    Havannah {
        /// Hexagons on a side.
        base: u32,
    },
    /// Havannah on hexagons, squares and triangles, 61 cells.
    KensingtonHavannah,
    /// Omega on the hexagon of base 5.
    Omega {
        /// Two to four.
        players: u8,
    },
    /// Go on crossings, with captures counted and positional superko.
    Go {
        /// Crossings on a side.
        size: u32,
    },
    /// Atari Go: the first capture wins.
    AtariGo {
        /// Crossings on a side.
        size: u32,
    },
    /// Gonnect: Go's captures, but the sides must be connected.
    Gonnect {
        /// Crossings on a side.
        size: u32,
    },
    /// Pentalath on the hexagon of base 5.
    Pentalath,
    /// Andantino.
    Andantino {
        /// On which cells.
        tiling: Tiling,
        /// What wins beside five in a line.
        goal: Surrounding,
    },
    /// Lines of Action.
    LinesOfAction,
    /// Groups.
    Groups,
}

/// The cells of Andantino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Six neighbours.
    Hexagons,
    /// Eight neighbours, four of them over edges.
    Squares,
}

/// What it is to surround enemy tiles in Andantino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surrounding {
    /// The report's rule: the tile closes a loop with an enemy tile inside; tiles join over corners too.
    Loop,
    /// The rule of today: an enemy group beside the tile, joined over edges, has no way out.
    Group,
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Game::Hex { size } => write!(f, "Hex {size}×{size}"),
            Game::Chameleon { size } => write!(f, "Chameleon {size}×{size}"),
            Game::YHex { base } => write!(f, "Y-Hex base {base}"),
            Game::Cross { base } => write!(f, "Cross base {base}"),
            Game::Havannah { base } => write!(f, "Havannah base {base}"),
            Game::KensingtonHavannah => f.write_str("Kensington Havannah"),
            Game::Omega { players } => write!(f, "Omega, {players} players"),
            Game::Go { size } => write!(f, "Go {size}×{size}"),
            Game::AtariGo { size } => write!(f, "Atari Go {size}×{size}"),
            Game::Gonnect { size } => write!(f, "Gonnect {size}×{size}"),
            Game::Pentalath => f.write_str("Pentalath, 61 cells"),
            Game::Andantino { tiling, goal } => {
                f.write_str(match tiling {
                    Tiling::Hexagons => "Andantino, hexagons",
                    Tiling::Squares => "Andantino, squares",
                })?;
                match goal {
                    Surrounding::Loop => Ok(()),
                    Surrounding::Group => f.write_str(", groups"),
                }
            }
            Game::LinesOfAction => f.write_str("Lines of Action"),
            Game::Groups => f.write_str("Groups"),
        }
    }
}

/// Who keeps the groups during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keeper {
    /// Framework A.
    A(Method),
    /// Framework B.
    B(Method),
    /// Framework B, and captured groups go stone by stone, as in the report's experiments.
    BStoneByStone(Method),
    /// Nobody: every question is a search.
    FloodFill,
}

impl fmt::Display for Keeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Keeper::A(method) => write!(f, "A, {}", method.name()),
            Keeper::B(method) => write!(f, "B, {}", method.name()),
            Keeper::BStoneByStone(method) => write!(f, "B, {}, stone by stone", method.name()),
            Keeper::FloodFill => f.write_str("flood fill"),
        }
    }
}

/// A finished random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Plies, passes included, stones of the start position not.
    pub moves: u32,
    /// The colour that won, if one did.
    pub winner: Option<PlayerId>,
}

/// Plays random games one after the other.
pub trait Playouts {
    /// Plays one from the start.
    fn play(&mut self, random: &mut Random) -> Played;
}

/// Why a game cannot be played so.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayoutError {
    /// The board does not exist.
    Board(BoardError),
    /// The game takes stones away, and framework A cannot.
    NeedsDeletion(Game),
    /// Omega is for two to four.
    Players(u8),
}

impl fmt::Display for PlayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayoutError::Board(error) => error.fmt(f),
            PlayoutError::NeedsDeletion(game) => {
                write!(
                    f,
                    "{game} takes stones off the board, which framework A cannot: choose framework B"
                )
            }
            PlayoutError::Players(players) => {
                write!(f, "Omega is for 2 to 4 players, not {players}")
            }
        }
    }
}

impl std::error::Error for PlayoutError {}

impl From<BoardError> for PlayoutError {
    fn from(error: BoardError) -> Self {
        PlayoutError::Board(error)
    }
}

/// Prepares a game with the given keeper of groups.
pub fn playouts(game: Game, keeper: Keeper) -> Result<Box<dyn Playouts>, PlayoutError> {
    let board = game.board()?;
    let connectivity = game.connectivity(&board)?;
    match (game, keeper) {
        (
            Game::Go { .. }
            | Game::AtariGo { .. }
            | Game::Gonnect { .. }
            | Game::Pentalath
            | Game::LinesOfAction
            | Game::Groups,
            _,
        ) => match keeper {
            Keeper::A(_) => Err(PlayoutError::NeedsDeletion(game)),
            Keeper::B(method) => Ok(with_deletion(
                game,
                &board,
                FrameworkB::new(connectivity, method),
                Captures::Group,
            )),
            Keeper::BStoneByStone(method) => Ok(with_deletion(
                game,
                &board,
                FrameworkB::new(connectivity, method),
                Captures::StoneByStone,
            )),
            Keeper::FloodFill => Ok(with_deletion(
                game,
                &board,
                FloodFill::new(connectivity),
                Captures::Group,
            )),
        },
        (_, Keeper::A(method)) => Ok(without_deletion(
            game,
            &board,
            FrameworkA::new(connectivity, method),
        )),
        (_, Keeper::B(method) | Keeper::BStoneByStone(method)) => Ok(without_deletion(
            game,
            &board,
            FrameworkB::new(connectivity, method),
        )),
        (_, Keeper::FloodFill) => Ok(without_deletion(game, &board, FloodFill::new(connectivity))),
    }
}

/// How a captured group leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Captures {
    Group,
    StoneByStone,
}

fn with_deletion<G: GroupsWithDeletion + 'static>(
    game: Game,
    board: &Board,
    groups: G,
    captures: Captures,
) -> Box<dyn Playouts> {
    match game {
        Game::Go { .. } => Box::new(capturing::Capturing::new(
            board,
            groups,
            captures,
            capturing::Rule::Go,
        )),
        Game::AtariGo { .. } => Box::new(capturing::Capturing::new(
            board,
            groups,
            captures,
            capturing::Rule::AtariGo,
        )),
        Game::Gonnect { .. } => {
            let rule = capturing::Rule::Gonnect(opposite_sides(board));
            Box::new(capturing::Capturing::new(board, groups, captures, rule))
        }
        Game::Pentalath => Box::new(capturing::Capturing::new(
            board,
            groups,
            captures,
            capturing::Rule::Pentalath,
        )),
        Game::Groups => Box::new(moving::Moving::new(board, groups, moving::Rule::Groups)),
        _ => Box::new(moving::Moving::new(
            board,
            groups,
            moving::Rule::LinesOfAction,
        )),
    }
}

fn without_deletion<G: Groups + 'static>(
    game: Game,
    board: &Board,
    groups: G,
) -> Box<dyn Playouts> {
    match game {
        Game::Andantino { goal, .. } => Box::new(andantino::Andantino::new(board, groups, goal)),
        Game::Omega { .. } => Box::new(omega::Omega::new(board, groups)),
        _ => Box::new(placing::Placing::new(game, board, groups)),
    }
}

impl Game {
    fn board(self) -> Result<Board, PlayoutError> {
        let (shape, stand) = match self {
            Game::Hex { size } | Game::Chameleon { size } => (Shape::Rhombus(size), Stand::Cells),
            Game::YHex { base } | Game::Cross { base } | Game::Havannah { base } => {
                (Shape::Hexagon(base), Stand::Cells)
            }
            Game::KensingtonHavannah => (Shape::Rhombitrihexagonal(2), Stand::Cells),
            Game::Omega { .. } | Game::Pentalath => (Shape::Hexagon(5), Stand::Cells),
            Game::Go { size } | Game::AtariGo { size } | Game::Gonnect { size } => {
                (Shape::Square(size), Stand::Intersections)
            }
            Game::Andantino { tiling, .. } => match tiling {
                Tiling::Hexagons => (Shape::Hexagon(21), Stand::Cells),
                Tiling::Squares => (Shape::Square(41), Stand::Cells),
            },
            Game::LinesOfAction | Game::Groups => (Shape::Square(8), Stand::Cells),
        };
        Ok(Board::new(&shape, stand)?)
    }

    fn connectivity(self, board: &Board) -> Result<Neighbourhoods, PlayoutError> {
        let players = match self {
            Game::Omega { players } if !(2..=4).contains(&players) => {
                return Err(PlayoutError::Players(players));
            }
            Game::Omega { players } => players,
            _ => 2,
        };
        let orthogonal = Adjacency::of(board, board::Connectivity::Orthogonal);
        Ok(match self {
            Game::Andantino {
                goal: Surrounding::Group,
                ..
            }
            | Game::Groups => Neighbourhoods::same(orthogonal, players),
            _ => Neighbourhoods::with_orthogonal(
                Adjacency::of(board, board::Connectivity::Adjacent),
                orthogonal,
                players,
            ),
        })
    }
}

/// The sides by name, each a region.
fn sides(board: &Board, names: &[&str]) -> Regions {
    let named = |name: &&str| {
        let side = board.sides().iter().find(|(side, _)| side == name);
        side.unwrap_or_else(|| panic!("this board has no side {name}"))
            .1
            .clone()
    };
    Regions::new(board.len(), &names.iter().map(named).collect::<Vec<_>>())
}

/// The pair of sides of each of two players, on boards with four sides.
fn opposite_sides(board: &Board) -> [Regions; 2] {
    [
        sides(board, &["top", "bottom"]),
        sides(board, &["left", "right"]),
    ]
}

/// The other one of two players.
fn opponent(player: PlayerId) -> PlayerId {
    PlayerId(3 - player.0)
}

/// One of so many, which are not none.
#[inline]
fn pick(random: &mut Random, count: usize) -> usize {
    random.below(count as u32) as usize
}

/// Whether a player's stone is in a straight row of at least five.
fn in_row_of_five(board: &Board, groups: &impl Groups, site: SiteId, player: PlayerId) -> bool {
    let along = |direction| {
        let mut length = 0;
        let mut next = board.step(site, direction);
        while let Some(there) = next.filter(|&there| groups.has(there, player)) {
            length += 1;
            next = board.step(there, direction);
        }
        length
    };
    (0..board.directions())
        .step_by(2)
        .any(|direction| along(direction) + 1 + along(direction ^ 1) >= 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn andantino(tiling: Tiling, goal: Surrounding) -> Game {
        Game::Andantino { tiling, goal }
    }

    const SMALL: [Game; 18] = [
        Game::Hex { size: 5 },
        Game::Chameleon { size: 5 },
        Game::YHex { base: 4 },
        Game::Cross { base: 4 },
        Game::Havannah { base: 4 },
        Game::KensingtonHavannah,
        Game::Omega { players: 2 },
        Game::Omega { players: 4 },
        Game::Go { size: 5 },
        Game::AtariGo { size: 6 },
        Game::Gonnect { size: 5 },
        Game::Pentalath,
        andantino(Tiling::Hexagons, Surrounding::Loop),
        andantino(Tiling::Hexagons, Surrounding::Group),
        andantino(Tiling::Squares, Surrounding::Loop),
        andantino(Tiling::Squares, Surrounding::Group),
        Game::LinesOfAction,
        Game::Groups,
    ];

    fn keepers() -> impl Iterator<Item = Keeper> {
        let frameworks = Method::ALL
            .into_iter()
            .flat_map(|m| [Keeper::A(m), Keeper::B(m), Keeper::BStoneByStone(m)]);
        frameworks.chain([Keeper::FloodFill])
    }

    /// Move by move the frameworks answer as the flood fill does: one different answer would soon be another game.
    #[test]
    fn the_same_seed_plays_the_same_game_whoever_keeps_the_groups() {
        for game in SMALL {
            let games = if game == Game::Groups { 2 } else { 12 };
            let play = |keeper| {
                let mut playouts = playouts(game, keeper)?;
                let mut random = Random::new(1);
                Ok::<_, PlayoutError>(
                    (0..games)
                        .map(|_| playouts.play(&mut random))
                        .collect::<Vec<_>>(),
                )
            };
            let expected = play(Keeper::FloodFill).unwrap();
            for keeper in keepers() {
                match play(keeper) {
                    Ok(played) => assert_eq!(played, expected, "{game}, {keeper}"),
                    Err(PlayoutError::NeedsDeletion(_)) => assert!(matches!(keeper, Keeper::A(_))),
                    Err(error) => panic!("{game}, {keeper}: {error}"),
                }
            }
        }
    }

    /// The report's Andantino is the library's with a loop for a goal: as long, and won as often.
    #[test]
    fn andantino_with_loops_is_the_librarys() {
        for (tiling, name) in [(Tiling::Hexagons, "hexagonal"), (Tiling::Squares, "square")] {
            let options = [("tiling", name), ("goal", "loop")];
            let game = connection::library::game("andantino").unwrap();
            let plan = std::sync::Arc::new(game.plan(&options).unwrap());
            let mut engine = connection::engine::start(&plan);
            let mut random = Random::new(2);
            let tally = connection::playouts::run(&mut *engine, &mut random, 100, |tally| {
                tally.playouts < 3000
            });
            let keeper = Keeper::A(Method::WQUPC);
            let mut ours = playouts(andantino(tiling, Surrounding::Loop), keeper).unwrap();
            let played: Vec<Played> = (0..3000).map(|_| ours.play(&mut random)).collect();
            let mean = played.iter().map(|game| f64::from(game.moves)).sum::<f64>() / 3000.0;
            let error = tally.deviation() * (2.0 / 3000f64).sqrt();
            assert!(
                (mean - tally.mean_length()).abs() < 5.0 * error,
                "{name}: {mean} moves here, {} there, ± {error}",
                tally.mean_length()
            );
            let wins = played
                .iter()
                .filter(|game| game.winner == Some(PlayerId(1)))
                .count() as f64;
            let expected = tally.results[1] as f64;
            assert!(
                (wins - expected).abs() < 5.0 * (2.0 * 3000.0 * 0.25f64).sqrt(),
                "{name}: {wins}, {expected}"
            );
        }
    }

    /// Mean lengths and results of uniform random games from two independent programs; the tolerance is five standard
    /// errors of the mean here, and what the references themselves leave open.
    #[test]
    fn random_games_are_those_of_the_references() {
        // Game, games to play, mean length, its standard deviation, what the references leave open, share of player 1.
        let references = [
            (Game::Hex { size: 7 }, 2000, 42.27, 5.35, 0.02, 0.544),
            (Game::Hex { size: 11 }, 1000, 107.5, 10.7, 0.1, 0.523),
            (Game::Chameleon { size: 7 }, 2000, 40.88, 6.2, 0.1, 0.50),
            (Game::YHex { base: 5 }, 2000, 54.4, 5.4, 0.2, 0.548),
            (Game::Cross { base: 5 }, 2000, 51.9, 6.0, 0.15, 0.49),
            (Game::Havannah { base: 5 }, 2000, 46.56, 6.66, 0.05, 0.536),
            (Game::KensingtonHavannah, 2000, 25.0, 7.56, 0.2, 0.536),
            (Game::Pentalath, 2000, 45.64, 9.6, 0.1, 0.525),
            (Game::AtariGo { size: 9 }, 2000, 48.0, 12.7, 0.4, 0.518),
            (Game::Gonnect { size: 9 }, 500, 89.5, 14.7, 0.4, 0.524),
            (Game::Go { size: 9 }, 500, 123.75, 42.9, 0.4, 0.492),
            (Game::Go { size: 8 }, 500, 97.3, 38.1, 0.9, 0.495),
            (
                andantino(Tiling::Hexagons, Surrounding::Group),
                2000,
                31.23,
                11.65,
                0.3,
                0.506,
            ),
            (
                andantino(Tiling::Squares, Surrounding::Group),
                2000,
                24.7,
                11.6,
                0.3,
                0.55,
            ),
            (Game::Omega { players: 2 }, 100, 60.0, 0.0, 0.0, 0.515),
            (Game::Omega { players: 3 }, 100, 54.0, 0.0, 0.0, 0.322),
            (Game::Omega { players: 4 }, 100, 48.0, 0.0, 0.0, 0.215),
            (Game::Groups, 60, 2345.0, 473.0, 15.0, 0.06),
            (Game::LinesOfAction, 200, 211.0, 65.5, 3.0, 0.51),
        ];
        for (game, games, length, deviation, slack, first) in references {
            let keeper = Keeper::B(Method::WQUPC);
            let mut playouts = playouts(game, keeper).unwrap();
            let mut random = Random::new(2);
            let played: Vec<Played> = (0..games).map(|_| playouts.play(&mut random)).collect();
            let count = f64::from(games);
            let mean = played
                .iter()
                .map(|played| f64::from(played.moves))
                .sum::<f64>()
                / count;
            let allowed = 5.0 * deviation / count.sqrt() + slack;
            assert!(
                (mean - length).abs() <= allowed,
                "{game}: mean length {mean}, expected {length} ± {allowed}"
            );
            let wins = played
                .iter()
                .filter(|played| played.winner == Some(PlayerId(1)))
                .count() as f64
                / count;
            let allowed = 5.0 * 0.5 / count.sqrt() + 0.01;
            assert!(
                (wins - first).abs() <= allowed,
                "{game}: player 1 won {wins}, expected {first} ± {allowed}"
            );
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let refused = |game, keeper| playouts(game, keeper).map(|_| ()).unwrap_err();
        let a = Keeper::A(Method::QU);
        assert_eq!(
            refused(Game::Groups, a),
            PlayoutError::NeedsDeletion(Game::Groups)
        );
        assert_eq!(
            refused(Game::Omega { players: 5 }, a),
            PlayoutError::Players(5)
        );
        assert_eq!(
            refused(Game::Hex { size: 0 }, a),
            PlayoutError::Board(BoardError::Size)
        );
    }
}
