//! Games between opponents. Owns how a game between two players runs and where fair games start; keeps no score and reads no
//! clock.

use super::{Budget, Choice, Level, Opponents};
use sprouts::{Ending, Labelled, Move, Outcome, Seed};
use std::fmt;
use std::str::FromStr;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any different move, each as likely as the others.
    Random,
    /// A computer opponent.
    Level(Level),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Level(level) => level.fmt(f),
        }
    }
}

/// A word that names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer;

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected random, easy, medium, hard, insane or perfect")
    }
}

impl std::error::Error for UnknownPlayer {}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        match text {
            "random" => Ok(Player::Random),
            level => level.parse().map(Player::Level).map_err(|_| UnknownPlayer),
        }
    }
}

/// How many moves of a position the random player looks at.
const RANDOM_MOVES_MAX: usize = 4000;
/// How many starts are tried before the search for a fair one is given up.
const FAIR_ATTEMPTS: u32 = 1000;

impl Player {
    /// A move, with what is known about it where the player knows anything; nothing when the game is over.
    pub fn choose(
        self,
        opponents: &mut Opponents,
        game: &Labelled,
        ending: Ending,
        seed: &mut Seed,
        budget: Budget<'_>,
    ) -> Option<(Move, Option<Choice>)> {
        match self {
            Player::Random => seed
                .pick(&game.moves_up_to(RANDOM_MOVES_MAX))
                .map(|played| (played.clone(), None)),
            Player::Level(level) => opponents
                .choose(game, ending, level, seed, budget)
                .map(|choice| (choice.played.clone(), Some(choice))),
        }
    }
}

/// Whether the player who moves first in this game has won it; the game is over.
pub fn first_has_won(game: &Labelled, moves_before: usize, ending: Ending) -> bool {
    let second_cannot_move = !(game.history().len() - moves_before).is_multiple_of(2);
    second_cannot_move == (ending == Ending::Normal)
}

/// A start from which both could win: after a few random moves, the player to move wins with the right moves, and at least
/// half of the different moves are mistakes. Nothing if none was proved to be so within the budget.
pub fn fair_start(
    opponents: &mut Opponents,
    spots: u32,
    ending: Ending,
    seed: &mut Seed,
    budget: Budget<'_>,
) -> Option<Labelled> {
    for _ in 0..FAIR_ATTEMPTS {
        let mut game = Labelled::start(spots);
        for _ in 0..(spots / 3).max(1) {
            if let Some(played) = seed.pick(&game.moves_up_to(RANDOM_MOVES_MAX)) {
                game.play(played).expect("a generated move is legal");
            }
        }
        let (mut wins, mut mistakes) = (0, 0);
        for left in game.position().ok()?.canonical().children() {
            match opponents
                .judge
                .prove(&left, ending, &mut || budget() < 1.0)?
            {
                Outcome::Loss => wins += 1,
                Outcome::Win => mistakes += 1,
            }
        }
        if wins > 0 && mistakes >= wins {
            return Some(game);
        }
    }
    None
}
