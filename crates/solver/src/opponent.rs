//! The computer opponents. Owns the levels, how each of them chooses a move, and what it says about its choice. It reads no clock
//! and starts no thread, so that it runs in a page as well as in a program: the caller says how much of the time is gone.
//!
//! A level sees to the end of a position once few enough lives are left, and guesses before that; Perfect sees as far as the
//! time allows, and so do the others on boards that are small enough for them. Levels below Perfect do not use what the solver happens to know beyond their sight, so their strength does not
//! depend on what was asked before.
//!
//! ```
//! use solver::opponent::{Knowledge, Level, Opponents};
//! use sprouts::{Ending, Labelled, Seed};
//! let mut opponents = Opponents::new(64 << 20);
//! let mut game = Labelled::start(3);
//! let choice = opponents
//!     .choose(&game, Ending::Normal, Level::Perfect, &mut Seed::new(1), &mut || 0.0)
//!     .expect("the game is not over");
//! game.play(&choice.played)?;
//! assert!(matches!(choice.knowledge, Knowledge::Wins { .. }));
//! assert_eq!(choice.knowledge.to_string(), "wins, proved");
//! # Ok::<(), sprouts::MoveError>(())
//! ```

mod candidates;
mod foresight;
mod judge;
mod mistakes;
mod odds;
pub mod tournament;
pub mod training;

use candidates::Candidate;
use judge::Judge;
use sprouts::order;
use sprouts::{Ending, Labelled, Move, Nimber, Outcome, Seed};
use std::fmt;
use std::str::FromStr;

/// Says how much of the time for a move is gone: 0 at the start, and at 1 or more an answer is wanted at once. It is asked
/// every few milliseconds. A caller without a clock may say 0 always; then a proof takes as long as it takes.
pub type Budget<'a> = &'a mut dyn FnMut() -> f64;

/// Up to this share of the time a proof is looked for; what is left is for judging the moves without one.
const PROOF_SHARE: f64 = 0.75;
/// Up to this share of the time a won game looks for further winning moves, so as not to play always the same.
const VARIETY_SHARE: f64 = 0.15;

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Sees the last few moves of a game, and plays anything before.
    Easy,
    /// Sees the end of small positions; before, counts who is likely to make the last move.
    Medium,
    /// Sees further, and thinks over the replies to the likeliest moves.
    Hard,
    /// Sees further yet, and thinks over the replies to many moves.
    Insane,
    /// Proves its moves, however large the position, while the time lasts.
    Perfect,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Insane,
        Level::Perfect,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Insane => "insane",
            Level::Perfect => "perfect",
        }
    }

    /// How many lives a land (in misère play: a position) may have to be seen to its end; nothing where there is no limit.
    ///
    /// A position does not come apart in misère play, so that it takes more lives to see as much. Chosen by matches: each
    /// level wins two games of three or more against the one below, and from six spots on there is room left for Perfect to
    /// be better than Insane. See `docs/opponents.md`.
    const fn sight(self, ending: Ending) -> Option<u32> {
        match (self, ending) {
            (Level::Easy, _) => Some(3),
            (Level::Medium, Ending::Normal) => Some(4),
            (Level::Medium, Ending::Misere) | (Level::Hard, Ending::Normal) => Some(5),
            (Level::Hard, Ending::Misere) => Some(6),
            (Level::Insane, Ending::Normal) => Some(7),
            (Level::Insane, Ending::Misere) => Some(10),
            (Level::Perfect, _) => None,
        }
    }

    /// Boards that began with at most so many spots a level sees whole: there it errs in nothing.
    const fn spots_seen(self) -> u32 {
        match self {
            Level::Easy => 0,
            Level::Medium => 3,
            Level::Hard => 5,
            Level::Insane => 8,
            Level::Perfect => u32::MAX,
        }
    }

    /// After how many moves it thinks over the replies before it guesses; nothing where it does not judge at all.
    const fn positions_ahead(self) -> Option<usize> {
        match self {
            Level::Easy => None,
            Level::Medium => Some(0),
            Level::Hard => Some(2),
            Level::Insane => Some(12),
            Level::Perfect => Some(usize::MAX),
        }
    }

    /// A move seems as good as the best one to a level when its chance is at least this share of the best. Whoever looks less
    /// closely does not play the same game again and again.
    fn as_good_as_best(self) -> f64 {
        match self {
            Level::Easy | Level::Medium | Level::Hard => 0.8,
            Level::Insane => 0.9,
            Level::Perfect => 1.0,
        }
    }

    fn minds_mistakes(self) -> bool {
        self >= Level::Hard
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected easy, medium, hard, insane or perfect")
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or(UnknownLevel)
    }
}

/// A move and what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// What the opponent knows or guesses about it.
    pub knowledge: Knowledge,
    /// How many really different moves there were.
    pub different_moves: usize,
}

/// What an opponent knows about its move. Wins and losses are proved; everything else is called a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Knowledge {
    /// The move wins against every reply.
    Wins {
        /// How many of the different moves are proved to win; there may be more.
        winning_moves: usize,
    },
    /// Every move loses against the right replies.
    Loses {
        /// The nimber of what the move leaves, where it is known (normal play).
        nimber: Option<Nimber>,
        /// How many of the replies would be mistakes, where that was counted.
        mistakes: Option<Mistakes>,
    },
    /// Nothing is proved.
    Guess {
        /// The chance that the move wins, as far as the ground goes.
        chance: f64,
        /// What the guess rests on.
        ground: Ground,
    },
}

/// The replies to a losing move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// Different replies that are proved to throw the win away.
    pub mistakes: usize,
    /// Different replies in all.
    pub replies: usize,
    /// Replies of which it is not known.
    pub unproved: usize,
}

/// What a guess rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// On nothing: any move is as good as another to this level.
    Chance,
    /// A game lasts as many moves as it has lives, less the survivors; their number is estimated.
    Parity,
    /// The likely length of the play, looked at from some moves further on, with everything that is proved of them.
    Foresight {
        /// How many positions were looked at.
        positions: u32,
    },
}

impl fmt::Display for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Knowledge::Wins { .. } => f.write_str("wins, proved"),
            Knowledge::Loses { mistakes: None, .. } => {
                f.write_str("loses against the right reply, proved")
            }
            Knowledge::Loses {
                mistakes: Some(counted),
                ..
            } => {
                write!(
                    f,
                    "loses against the right reply, proved; {} of {} replies are mistakes",
                    counted.mistakes, counted.replies
                )?;
                match counted.unproved {
                    0 => Ok(()),
                    unproved => write!(f, ", {unproved} not known"),
                }
            }
            Knowledge::Guess { chance, ground } => {
                let percent = (chance * 100.0).round();
                match ground {
                    Ground::Chance => f.write_str("not judged"),
                    Ground::Parity => write!(
                        f,
                        "a guess from the likely number of survivors: {percent} %"
                    ),
                    Ground::Foresight { positions } => {
                        write!(f, "a guess from {positions} positions ahead: {percent} %")
                    }
                }
            }
        }
    }
}

/// Opponents of every level for both endings. Keep it: what was proved for one move helps with the next.
pub struct Opponents {
    judge: Judge,
}

impl Opponents {
    /// Opponents that remember up to so many bytes for each ending.
    pub fn new(memory_bytes: u64) -> Self {
        Opponents {
            judge: Judge::new(memory_bytes),
        }
    }

    /// A move in the position, or nothing when the game is over. The same seed gives the same move as long as the time
    /// does not run out and the same was asked before.
    pub fn choose(
        &mut self,
        game: &Labelled,
        ending: Ending,
        level: Level,
        seed: &mut Seed,
        budget: Budget<'_>,
    ) -> Option<Choice> {
        let mut candidates = candidates::different(game, seed, budget)?;
        seed.shuffle(&mut candidates);
        let different_moves = candidates.len();
        let mut chooser = Chooser {
            judge: &mut self.judge,
            game,
            ending,
            level,
            seed,
            budget,
        };
        let (index, knowledge) = chooser.choose(&mut candidates);
        Some(Choice {
            played: candidates.swap_remove(index).played,
            knowledge,
            different_moves,
        })
    }

    /// Who wins, if that is already proved or can be proved within the budget.
    pub fn outcome(
        &mut self,
        game: &Labelled,
        ending: Ending,
        budget: Budget<'_>,
    ) -> Option<Outcome> {
        let position = game.position().ok()?.canonical();
        self.judge.prove(&position, ending, &mut || budget() < 1.0)
    }
}

/// One choice being made.
struct Chooser<'a, 'b> {
    judge: &'a mut Judge,
    game: &'a Labelled,
    ending: Ending,
    level: Level,
    seed: &'a mut Seed,
    budget: Budget<'b>,
}

impl Chooser<'_, '_> {
    /// The place of the chosen move, and what is known about it. There is at least one candidate.
    fn choose(&mut self, candidates: &mut [Candidate]) -> (usize, Knowledge) {
        match self.sight() {
            Some(lives) => self.look_within(candidates, lives),
            None => self.look_everywhere(candidates),
        }
        self.choose_proved(candidates)
            .unwrap_or_else(|| self.guess(candidates))
    }

    /// How many lives are seen to the end in this game; nothing where there is no limit.
    fn sight(&self) -> Option<u32> {
        // A move adds a spot and takes a life, so a game on n spots, with three lives each, has 4 n of both together all the time.
        let spots_at_start = (self.game.spots() + self.game.total_lives()).div_ceil(4);
        if spots_at_start <= self.level.spots_seen() {
            None
        } else {
            self.level.sight(self.ending)
        }
    }

    /// A move where one is proved to win, or all are proved to lose.
    fn choose_proved(&mut self, candidates: &[Candidate]) -> Option<(usize, Knowledge)> {
        let winning = places(candidates, Some(Outcome::Loss));
        if !winning.is_empty() {
            let index = winning[self.seed.below(winning.len())];
            let winning_moves = winning.len();
            return Some((index, Knowledge::Wins { winning_moves }));
        }
        let open = places(candidates, None);
        open.is_empty().then(|| self.choose_lost(candidates))
    }

    /// Works out the candidates that leave nothing but small lands.
    fn look_within(&mut self, candidates: &mut [Candidate], lives: u32) {
        for candidate in candidates {
            if judge::is_within(&candidate.left, self.ending, lives) {
                candidate.outcome = self
                    .judge
                    .prove(&candidate.left, self.ending, &mut || (self.budget)() < 1.0);
            }
        }
    }

    /// Proves what can be proved.
    fn look_everywhere(&mut self, candidates: &mut [Candidate]) {
        self.recall(candidates);
        if places(candidates, Some(Outcome::Loss)).is_empty()
            && let Ok(position) = self.game.position()
        {
            let proved = self
                .judge
                .prove(&position.canonical(), self.ending, &mut || {
                    (self.budget)() < PROOF_SHARE
                });
            self.recall(candidates);
            if proved == Some(Outcome::Loss) {
                for candidate in &mut *candidates {
                    candidate.outcome = Some(Outcome::Win);
                }
            }
            // A sum may be proved won before the winning move itself is: its lands are known, not yet their children.
            if proved == Some(Outcome::Win) && places(candidates, Some(Outcome::Loss)).is_empty() {
                self.search_one_by_one(candidates, PROOF_SHARE, Some(1));
            }
        }
        let winning = places(candidates, Some(Outcome::Loss)).len();
        if winning > 0 {
            self.search_one_by_one(candidates, VARIETY_SHARE, None);
        }
    }

    /// What is proved already.
    fn recall(&mut self, candidates: &mut [Candidate]) {
        for candidate in candidates {
            if candidate.outcome.is_none() {
                candidate.outcome = self.judge.known(&candidate.left, self.ending);
            }
        }
    }

    /// Searches the open candidates, those with few lives first, up to a share of the time or a number of wins found.
    fn search_one_by_one(
        &mut self,
        candidates: &mut [Candidate],
        share: f64,
        wins_max: Option<usize>,
    ) {
        let mut open = places(candidates, None);
        order::sort_by_key(&mut open, |&index| {
            (
                candidates[index].left.lives(),
                candidates[index].left.regions(),
            )
        });
        let mut wins = 0;
        for index in open {
            let candidate = &mut candidates[index];
            candidate.outcome = self.judge.prove(&candidate.left, self.ending, &mut || {
                (self.budget)() < share
            });
            wins += usize::from(candidate.outcome == Some(Outcome::Loss));
            if (self.budget)() >= share || wins_max.is_some_and(|max| wins >= max) {
                return;
            }
        }
    }

    /// A move in a lost position: the one that most replies to are mistakes.
    fn choose_lost(&mut self, candidates: &[Candidate]) -> (usize, Knowledge) {
        let counted = if self.level.minds_mistakes() && candidates.len() > 1 {
            let sight = self.sight();
            mistakes::count(self.judge, candidates, self.ending, sight, self.budget)
        } else {
            Vec::new()
        };
        let index = mistakes::best(&counted).unwrap_or(0);
        let knowledge = Knowledge::Loses {
            nimber: self
                .judge
                .known_nimber(&candidates[index].left, self.ending),
            mistakes: counted.get(index).map(|counted| counted.proved),
        };
        (index, knowledge)
    }

    /// A move where nothing wins for sure, among those that do not lose for sure.
    fn guess(&mut self, candidates: &mut [Candidate]) -> (usize, Knowledge) {
        let open = places(candidates, None);
        let Some(positions_max) = self.level.positions_ahead() else {
            let index = open[self.seed.below(open.len())];
            let (chance, ground) = (0.5, Ground::Chance);
            return (index, Knowledge::Guess { chance, ground });
        };
        let plan = foresight::Plan {
            sight: self.sight(),
            positions_max,
        };
        let seen = foresight::look_ahead(
            self.judge,
            self.ending,
            open.iter().map(|&index| &candidates[index].left),
            plan,
            &mut || (self.budget)() < 1.0,
        );
        // Thinking ahead may come upon a proof.
        for (&index, &chance) in open.iter().zip(&seen.chances) {
            if chance >= 1.0 {
                candidates[index].outcome = Some(Outcome::Loss);
            } else if chance <= 0.0 {
                candidates[index].outcome = Some(Outcome::Win);
            }
        }
        if let Some(proved) = self.choose_proved(candidates) {
            return proved;
        }
        let place = self.pick(&seen.chances);
        let (index, chance) = (open[place], seen.chances[place]);
        let ground = match seen.positions {
            0 => Ground::Parity,
            positions => Ground::Foresight { positions },
        };
        (index, Knowledge::Guess { chance, ground })
    }

    /// The place of any of the chances that seem as good as the best. There is at least one.
    fn pick(&mut self, chances: &[f64]) -> usize {
        let best = chances.iter().copied().fold(0.0, f64::max);
        let enough = best * self.level.as_good_as_best();
        let good: Vec<usize> = (0..chances.len())
            .filter(|&place| chances[place] >= enough)
            .collect();
        good[self.seed.below(good.len())]
    }
}

/// The candidates that leave a position of this outcome.
fn places(candidates: &[Candidate], outcome: Option<Outcome>) -> Vec<usize> {
    (0..candidates.len())
        .filter(|&index| candidates[index].outcome == outcome)
        .collect()
}
