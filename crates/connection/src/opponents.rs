//! Computer opponents for every game of the language: tree search with random playouts (UCT), in four levels.
//!
//! Owns the search. Knows no clock: the caller says when to stop. Must not know any one game's rules.

use crate::engine::{Engine, Status};
use crate::moves::Move;
use crate::plan::Colour;
use crate::random::Random;

/// How hard an opponent tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A handful of playouts: sees a win that is one move away, mostly.
    Easy,
    /// Looks around.
    Medium,
    /// Searches.
    Hard,
    /// Searches for as long as it may.
    Insane,
}

impl Level {
    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Some(match name {
            "easy" => Level::Easy,
            "medium" => Level::Medium,
            "hard" => Level::Hard,
            "insane" => Level::Insane,
            _ => return None,
        })
    }

    /// The most playouts for one move.
    pub fn playouts_max(self) -> u32 {
        match self {
            Level::Easy => 40,
            Level::Medium => 400,
            Level::Hard => 4_000,
            Level::Insane => 60_000,
        }
    }
}

/// A move that was tried from its parent's position.
struct Node {
    played: Move,
    /// Who played it.
    by: Colour,
    visits: u32,
    /// Twice the wins of `by`, draws counted once.
    points: u32,
    /// Where its children begin; none before it is opened.
    first_child: u32,
    children: u32,
}

/// The most nodes that a search keeps: beyond it, it goes on without opening new ones.
const NODES_MAX: usize = 400_000;

/// How much a rarely tried move is favoured.
const CURIOSITY: f64 = 0.7;

/// Chooses a move for the player to move, or nothing when the game is over. `go_on` is asked before every playout; the
/// first one is always made. The engine is left as it was.
///
/// ```
/// use connection::{engine, library, opponents::{self, Level}, random::Random};
/// use std::sync::Arc;
/// let plan = Arc::new(library::game("hex").unwrap().plan(&[("size", "5")]).unwrap());
/// let mut game = engine::start(&plan);
/// let before = game.image();
/// let chosen = opponents::choose(&mut *game, Level::Easy, &mut Random::new(1), || true).unwrap();
/// assert!(game.is_legal(chosen));
/// assert_eq!(game.image(), before);
/// ```
pub fn choose(
    engine: &mut dyn Engine,
    level: Level,
    random: &mut Random,
    mut go_on: impl FnMut() -> bool,
) -> Option<Move> {
    let mut search = Search {
        nodes: Vec::new(),
        moves: Vec::new(),
    };
    search.nodes.push(Node {
        played: Move::PASS,
        by: Colour::NONE,
        visits: 0,
        points: 0,
        first_child: 0,
        children: 0,
    });
    search.open(0, engine, random);
    match search.nodes[0].children {
        0 => return None,
        1 => return Some(search.nodes[1].played),
        _ => {}
    }
    for playout in 0..level.playouts_max() {
        if playout > 0 && !go_on() {
            break;
        }
        search.playout(engine, random);
    }
    let root = &search.nodes[0];
    let children = root.first_child as usize..(root.first_child + root.children) as usize;
    let best =
        children.max_by_key(|&child| (search.nodes[child].visits, search.nodes[child].points))?;
    Some(search.nodes[best].played)
}

struct Search {
    nodes: Vec<Node>,
    /// Scratch for legal moves.
    moves: Vec<Move>,
}

impl Search {
    /// Gives a node its children, in random order, so that ties are broken by the seed alone.
    fn open(&mut self, node: usize, engine: &dyn Engine, random: &mut Random) {
        self.moves.clear();
        engine.legal_moves(&mut self.moves);
        for index in (1..self.moves.len()).rev() {
            self.moves
                .swap(index, random.below(index as u32 + 1) as usize);
        }
        self.nodes[node].first_child = self.nodes.len() as u32;
        self.nodes[node].children = self.moves.len() as u32;
        let by = engine.mover();
        let opened = |&played: &Move| Node {
            played,
            by,
            visits: 0,
            points: 0,
            first_child: 0,
            children: 0,
        };
        self.nodes.extend(self.moves.iter().map(opened));
    }

    /// Goes down the tree, plays on at random to the end, and tells every node on the way who won.
    fn playout(&mut self, engine: &mut dyn Engine, random: &mut Random) {
        let begin = engine.moves_made();
        let mut path = vec![0];
        let mut node = 0;
        while self.nodes[node].children > 0 {
            node = self.promising(node);
            engine.play(self.nodes[node].played);
            path.push(node);
            let untried = self.nodes[node].visits == 0;
            if untried || engine.status() != Status::Running {
                break;
            }
            if self.nodes[node].children == 0 && self.nodes.len() < NODES_MAX {
                self.open(node, engine, random);
            }
        }
        if engine.status() == Status::Running {
            engine.playout(random);
        }
        let status = engine.status();
        for &index in &path {
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.points += match status {
                Status::Won(colour) if colour == node.by => 2,
                Status::Draw => 1,
                _ => 0,
            };
        }
        while engine.moves_made() > begin {
            engine.undo();
        }
    }

    /// The child with the best balance of success and curiosity.
    fn promising(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let log = f64::from(parent.visits.max(1)).ln();
        let value = |child: &Node| {
            if child.visits == 0 {
                return f64::INFINITY;
            }
            let visits = f64::from(child.visits);
            f64::from(child.points) / (2.0 * visits) + CURIOSITY * (log / visits).sqrt()
        };
        let first = parent.first_child as usize;
        let mut best = (first, f64::NEG_INFINITY);
        for child in first..first + parent.children as usize {
            let value = value(&self.nodes[child]);
            if value > best.1 {
                best = (child, value);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine, library};
    use std::sync::Arc;

    fn start(game: &str, options: &[(&str, &str)]) -> Box<dyn Engine> {
        engine::start(&Arc::new(
            library::game(game).unwrap().plan(options).unwrap(),
        ))
    }

    #[test]
    fn every_game_is_played_to_its_end_and_left_as_it_was() {
        for game in library::games() {
            let small: Vec<(&str, &str)> = match game.name.as_str() {
                "go" | "gonnect" | "atari-go" => vec![("size", "5")],
                _ => vec![],
            };
            let mut engine = start(&game.name, &small);
            let mut random = Random::new(7);
            for _ in 0..4 {
                let before = engine.image();
                let mut left = 6;
                let go_on = || {
                    left -= 1;
                    left > 0
                };
                let Some(chosen) = choose(&mut *engine, Level::Easy, &mut random, go_on) else {
                    break;
                };
                assert_eq!(engine.image(), before, "{}", game.name);
                assert!(engine.is_legal(chosen), "{}", game.name);
                engine.play(chosen);
            }
        }
    }

    #[test]
    fn a_win_in_one_move_is_found() {
        let mut engine = start("hex", &[("size", "4"), ("swap", "no")]);
        for text in ["1,0", "0,3", "1,1", "3,0", "1,2", "3,3"] {
            let m = Move::parse(text, engine.plan(), engine.mover()).unwrap();
            engine.play(m);
        }
        let chosen = choose(&mut *engine, Level::Medium, &mut Random::new(3), || true).unwrap();
        engine.play(chosen);
        assert_eq!(engine.status(), Status::Won(Colour(1)));
    }

    #[test]
    fn more_playouts_win_more_games() {
        let mut wins = 0;
        for seed in 0..12 {
            let mut engine = start("hex", &[("size", "5"), ("swap", "no")]);
            let mut random = Random::new(seed);
            let strong = Colour(1 + (seed % 2) as u8);
            while engine.status() == Status::Running {
                let level = if engine.mover() == strong {
                    Level::Medium
                } else {
                    Level::Easy
                };
                let mut left = if level == Level::Easy { 10 } else { 400 };
                let go_on = || {
                    left -= 1;
                    left > 0
                };
                let chosen = choose(&mut *engine, level, &mut random, go_on).unwrap();
                engine.play(chosen);
            }
            wins += u32::from(engine.status() == Status::Won(strong));
        }
        assert!(wins >= 9, "{wins} of 12");
    }
}
