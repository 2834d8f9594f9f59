//! A game at a table: what has been played, what was taken back, and everything a page or a terminal wants to show.
//!
//! Owns history, redo and the words. The rules are the engine's; clocks and people are the caller's.

use crate::board::{Board, SiteId};
use crate::engine::{self, Engine, Status};
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Condition, Plan, Verdict};
use std::fmt;
use std::sync::Arc;

/// Why a move was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The game is over.
    Over,
    /// The text is no move.
    Unreadable(String),
    /// Somebody's stone stands there.
    Occupied(String),
    /// The rules forbid it; why, as far as it can be said in a sentence.
    Illegal {
        /// The move.
        played: String,
        /// What the rules want.
        reason: &'static str,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Over => write!(f, "the game is over; take a move back or start again"),
            MoveError::Unreadable(text) => {
                write!(
                    f,
                    "{text:?} is no move here; a move looks like `3,4`, `3,4:2`, `3,4-5,4`, `#17`, `pass` or `swap`"
                )
            }
            MoveError::Occupied(site) => write!(f, "a stone stands on {site} already"),
            MoveError::Illegal { played, reason } => write!(f, "{played} is not legal: {reason}"),
        }
    }
}

impl std::error::Error for MoveError {}

/// A game in progress, with undo and redo at any depth.
pub struct Game {
    engine: Box<dyn Engine>,
    played: Vec<Move>,
    /// Moves taken back, the next to play again last.
    undone: Vec<Move>,
    resigned: Option<Colour>,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Game {
            engine: self.engine.fork(),
            played: self.played.clone(),
            undone: self.undone.clone(),
            resigned: self.resigned,
        }
    }
}

impl Game {
    /// The start of a game.
    pub fn new(plan: Arc<Plan>) -> Self {
        Game {
            engine: engine::start(&plan),
            played: Vec::new(),
            undone: Vec::new(),
            resigned: None,
        }
    }

    /// The rules.
    pub fn plan(&self) -> &Plan {
        self.engine.plan()
    }

    /// The board with its geometry: centres and outlines of cells, neighbours, sides.
    pub fn board(&self) -> &Board {
        &self.plan().board
    }

    /// The position, for a search.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        match (self.resigned, self.engine.status()) {
            (Some(loser), Status::Running) if self.plan().players == 2 => {
                Status::Won(Colour(3 - loser.0))
            }
            (Some(_), Status::Running) => Status::Draw,
            (_, status) => status,
        }
    }

    /// The colour to move.
    pub fn mover(&self) -> Colour {
        self.engine.mover()
    }

    /// Whether the players have swapped sides.
    pub fn swapped(&self) -> bool {
        self.played.contains(&Move::SWAP)
    }

    /// The person to move, from 1: the colour's number, except after a swap.
    pub fn person(&self) -> u8 {
        self.person_of(self.mover())
    }

    /// The person who plays a colour.
    pub fn person_of(&self, colour: Colour) -> u8 {
        if self.swapped() {
            3 - colour.0
        } else {
            colour.0
        }
    }

    /// What stands on a site.
    pub fn stone(&self, site: SiteId) -> Colour {
        self.engine.stone(site)
    }

    /// All legal moves.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.resigned.is_none() {
            self.engine.legal_moves(&mut moves);
        }
        moves
    }

    /// Plays a move; what was taken back before is forgotten.
    pub fn play(&mut self, candidate: Move) -> Result<(), MoveError> {
        if self.status() != Status::Running {
            return Err(MoveError::Over);
        }
        if !self.engine.is_legal(candidate) {
            return Err(self.refusal(candidate));
        }
        self.engine.play(candidate);
        self.played.push(candidate);
        self.undone.clear();
        Ok(())
    }

    /// Reads and plays a move.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        if self.status() != Status::Running {
            return Err(MoveError::Over);
        }
        let unreadable = || MoveError::Unreadable(text.trim().to_string());
        let candidate = Move::parse(text, self.plan(), self.mover()).ok_or_else(unreadable)?;
        self.play(candidate)?;
        Ok(candidate)
    }

    fn refusal(&self, candidate: Move) -> MoveError {
        let plan = self.plan();
        let reason = match candidate.kind() {
            MoveKind::Place { site, .. } if self.stone(site) != Colour::NONE => {
                return MoveError::Occupied(plan.board.label(site).to_string());
            }
            MoveKind::Place { .. } if plan.moves.place.is_none() => {
                "stones are not placed in this game"
            }
            MoveKind::Place { .. } if plan.needs.neighbours_at_least.is_some() => {
                "the site has too few occupied neighbours"
            }
            MoveKind::Place { .. } if plan.needs.group_at_most.is_some() => {
                "the group would be too large, or it is another colour's turn"
            }
            MoveKind::Place { .. } if plan.needs.freedom => {
                "the stone would have no freedom, or repeat an earlier position"
            }
            MoveKind::Place { .. } => "it is another colour's turn",
            MoveKind::Shift { .. } => "that stone cannot go there",
            MoveKind::Pass => "passing is allowed only when there is no other move",
            MoveKind::Swap => "swapping is allowed only instead of the second player's first move",
        };
        MoveError::Illegal {
            played: candidate.text(plan),
            reason,
        }
    }

    /// The mover gives up.
    pub fn resign(&mut self) {
        if self.status() == Status::Running {
            self.resigned = Some(self.mover());
        }
    }

    /// Takes the last move, or a resignation, back.
    pub fn undo(&mut self) -> Option<Move> {
        self.resigned = None;
        let last = self.played.pop()?;
        self.engine.undo();
        self.undone.push(last);
        Some(last)
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Option<Move> {
        let next = self.undone.pop()?;
        self.engine.play(next);
        self.played.push(next);
        Some(next)
    }

    /// Goes back or forth to the position after so many moves, as far as moves are known.
    pub fn go_to(&mut self, moves: usize) {
        while self.played.len() > moves && self.undo().is_some() {}
        while self.played.len() < moves && self.redo().is_some() {}
    }

    /// The moves played.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// How many moves can be played again.
    pub fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.played.last().copied()
    }

    /// The moves played, as text.
    pub fn move_texts(&self) -> Vec<String> {
        self.played
            .iter()
            .map(|played| played.text(self.plan()))
            .collect()
    }

    /// The stones that won: see [`winning_group`].
    pub fn winning_group(&self) -> Vec<SiteId> {
        winning_group(self.engine(), self.last())
    }

    /// One sentence about where the game stands.
    pub fn status_text(&self) -> String {
        if let Some(loser) = self.resigned {
            return match self.plan().players {
                2 => format!("Player {} has resigned.", loser.0),
                _ => format!("Player {} has resigned, so nobody wins.", loser.0),
            };
        }
        let scores = || {
            let scores: Vec<String> = self.engine.scores().iter().map(u128::to_string).collect();
            if self.plan().score.is_empty() {
                String::new()
            } else {
                format!(" Scores: {}.", scores.join(", "))
            }
        };
        match self.status() {
            Status::Won(colour) => format!("Player {} wins.{}", colour.0, scores()),
            Status::Draw => format!("A draw.{}", scores()),
            Status::Running => format!("Player {} to move.", self.mover().0),
        }
    }
}

/// Whether a condition or a part of it is wanted.
fn any(condition: &Condition, wanted: impl Fn(&Condition) -> bool + Copy) -> bool {
    match condition {
        Condition::All(list) | Condition::Any(list) => list.iter().any(|one| any(one, wanted)),
        one => wanted(one),
    }
}

/// The stones that won: the line, or the group of the last stone when it is the winner's; none where scores decide.
pub fn winning_group(engine: &dyn Engine, last: Option<Move>) -> Vec<SiteId> {
    let (Status::Won(winner), Some(site)) = (engine.status(), last.and_then(Move::target)) else {
        return Vec::new();
    };
    let plan = engine.plan();
    let by_score = plan
        .ends
        .iter()
        .all(|end| end.verdict == Verdict::BestScore);
    if engine.stone(site) != winner || by_score {
        return Vec::new();
    }
    let asks = |wanted: &dyn Fn(&Condition) -> bool| {
        plan.ends.iter().any(|end| any(&end.condition, wanted))
    };
    if asks(&|condition| matches!(condition, Condition::Line(_))) {
        let line = longest_line(engine, site);
        if asks(&|condition| matches!(condition, Condition::Line(n) if line.len() as u32 >= *n)) {
            return line;
        }
    }
    let root = engine.group_root(site);
    let own = |other: &SiteId| engine.stone(*other) == winner && engine.group_root(*other) == root;
    plan.board.ids().filter(own).collect()
}

fn longest_line(engine: &dyn Engine, site: SiteId) -> Vec<SiteId> {
    let board = &engine.plan().board;
    let mut longest = Vec::new();
    for axis in 0..board.directions() / 2 {
        let mut line = vec![site];
        for direction in [2 * axis, 2 * axis + 1] {
            let mut here = site;
            while let Some(next) = board
                .step(here, direction)
                .filter(|next| engine.stone(*next) == engine.stone(site))
            {
                line.push(next);
                here = next;
            }
        }
        if line.len() > longest.len() {
            longest = line;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    fn game(name: &str, options: &[(&str, &str)]) -> Game {
        Game::new(Arc::new(
            library::game(name).unwrap().plan(options).unwrap(),
        ))
    }

    #[test]
    fn undo_and_redo_walk_the_whole_game() {
        let mut hex = game("hex", &[("size", "3"), ("swap", "no")]);
        for text in ["0,0", "1,0", "0,1", "1,1", "0,2"] {
            hex.play_text(text).unwrap();
        }
        assert_eq!(hex.status(), Status::Won(Colour(1)));
        assert_eq!(hex.winning_group().len(), 3);
        let end = hex.engine().image();
        hex.go_to(0);
        assert_eq!((hex.played().len(), hex.redoable()), (0, 5));
        hex.go_to(5);
        assert_eq!(hex.engine().image(), end);
        assert_eq!(hex.status_text(), "Player 1 wins.");
        assert_eq!(hex.play_text("2,2"), Err(MoveError::Over));
        hex.go_to(2);
        hex.play_text("2,2").unwrap();
        assert_eq!(hex.redoable(), 0);
    }

    #[test]
    fn bad_moves_are_refused_with_a_reason() {
        let mut hex = game("hex", &[("size", "3")]);
        hex.play_text("1,1").unwrap();
        for text in [
            "1,1", "9,9", "", "1,2:1", "0,0-1,0", "pass", "#3", "1,2:9", "ü",
        ] {
            assert!(hex.play_text(text).is_err(), "{text}");
        }
        assert!(hex.play_text("swap").is_ok());
        assert!(hex.swapped());
        assert_eq!((hex.mover(), hex.person()), (Colour(2), 1));
        hex.resign();
        assert_eq!(hex.status(), Status::Won(Colour(1)));
        hex.undo();
        assert_eq!(hex.mover(), Colour(2));
    }

    #[test]
    fn a_line_is_shown_as_the_winning_group() {
        let mut tiles = game("pentalath", &[("board", "hexagon")]);
        for k in 0..4 {
            tiles.play_text(&format!("{},0", k - 2)).unwrap();
            tiles.play_text(&format!("{},-4", k)).unwrap();
        }
        tiles.play_text("2,0").unwrap();
        assert_eq!(tiles.winning_group().len(), 5);
    }
}
