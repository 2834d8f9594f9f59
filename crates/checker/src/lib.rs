//! Checks proofs of who wins a game of Sprouts, by the rules alone.
//!
//! This crate is all that has to be believed. It has no dependency and shares no code with the programs that find
//! proofs. It never searches: of each claim it looks at every move and at the replies to it, and at nothing deeper. Only
//! small lands of misère play are played to their end.
//!
//! # The game
//! A move draws a line between two spots, or from a spot to itself, that crosses nothing, and puts a new spot on it. No spot has more
//! than three line ends; those that it may still get are its *lives*. A move takes two lives and gives one. So all play ends. In normal
//! play whoever cannot move loses, in misère play whoever cannot move wins. What a position is, which parts of it count and when two of them are equal stands
//! in `land.rs`, the moves in `moves.rs`, the text in `text.rs`.
//!
//! # Why a list of claims is a proof
//! A position is a sum of *lands*, parts that cannot touch each other.
//!
//! **Normal play.** A land is worth as much as a heap of some number of counters, its *nimber*, and a sum the exclusive or of its nimbers
//! (Sprague, Grundy). It is lost for the player to move exactly when that is 0. A claim says that a land L has nimber n: the least number that no child of
//! L has. It holds when
//! 1. no child C has nimber n, that is, C beside a heap of n is a win. The lands of C with a claim count by
//!    it, and two equal lands cancel. If no land is left without a claim, the exclusive or must differ from n. Otherwise some move in C
//!    must lead to a position that has nimber n by claims alone: beside the heap it is lost for the other player;
//! 2. for each m < n some child has nimber m by claims alone.
//!
//! The position of the certificate is lost if its claims give 0, and won if they give anything else or one move leads to 0.
//!
//! **Misère play.** A sum is no exclusive or there, so a claim says of a whole position that the player to move loses it. It holds when the
//! game is not over and every move leads to a win: to a position from which some move leads to a claimed loss.
//! The certificate names a number of lives up to which lands are *small*. All small lands of a position count together by one reduced canonical tree, a game that
//! can stand for them in every sum (`trees.rs` says why). So a claim speaks for all positions with the same large lands and the same tree.
//! Where no large land is left, the tree says who wins. The position of the certificate is lost if it is claimed, and won if a move leads to a claimed loss.
//!
//! **No circle.** Measure a position by its lives; in misère play by the lives of its large lands and the longest play of its tree, together. Every move makes that smaller.
//! A move in a land takes two lives and gives one, and reducing never adds any. What becomes small has a tree with shorter plays than it has lives. Trees added up play
//! no longer than they do one after the other. A move in a tree shortens it.
//! Hence a claim leans only on smaller ones. If some claims were false, take one of the least: all that it leans on is true, so
//! its check fails. If every check succeeds, every claim is true. Their order means nothing, and each can be checked alone.
//!
//! **Being wrong about equality.** Lands are equal when their writings are. A writing can be read back, so lands of the same writing are the
//! same. Two writings of one land would only hide an equality, and every equality is used to conclude something, never its absence: a true proof
//! might be refused, but no false one accepted. The same holds of trees.
//!
//! **What is not asked.** Whether a position can be drawn. Moves lead from one that can only to others that can. Of one that cannot, a
//! certificate says who wins by the rules as they are written here.
//!
//! ```
//! let certificate = checker::Certificate::read(
//!     "rhizome certificate 1\nposition 222+22\nending normal\noutcome win\nnimber 1\nclaims 2\n22 1\n222 0\n",
//! )?;
//! let checked = certificate.check(1, &Default::default(), &|| false)?;
//! assert_eq!(checked.claims, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod land;
mod misere;
mod moves;
mod normal;
mod text;
mod trees;

pub use land::Land;
pub use moves::children_of;
pub use text::read_position;

use misere::Misere;
use normal::Normal;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Whoever cannot move loses.
    Normal,
    /// Whoever cannot move wins.
    Misere,
}

/// What the player to move can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That player wins, whatever the other does.
    Win,
    /// The other player wins.
    Loss,
}

/// A statement about a position, and the claims that are to prove it.
#[derive(Clone, Debug)]
pub struct Certificate {
    statement: Statement,
    /// Those of the position.
    lands: Vec<Land>,
    /// Misère play: lands with at most so many lives count by their trees.
    small_lives_max: u32,
    claims: Vec<Claim>,
}

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The position as it is written.
    pub position: String,
    /// How the game ends.
    pub ending: Ending,
    /// Who is said to win.
    pub outcome: Outcome,
    /// The nimber, if that is stated too.
    pub nimber: Option<u32>,
}

/// One line of a certificate.
#[derive(Clone, Debug)]
struct Claim {
    text: String,
    lands: Vec<Land>,
    nimber: u32,
}

/// Why a text is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// What a check has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Claims that hold.
    pub claims: usize,
    /// Children of claims looked at.
    pub children: u64,
    /// Replies to children looked at.
    pub replies: u64,
}

/// The first claim that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// Its place among the claims, from 0; nothing for the statement about the position itself.
    pub claim: Option<usize>,
    /// What was claimed.
    pub claimed: String,
    /// Why it does not hold.
    pub wrong: Wrong,
}

/// Why a claim does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The child should be a win, but no reply to it leads to a claimed loss.
    NoAnswer {
        /// The child; in misère play its large lands.
        child: String,
    },
    /// The child has the nimber claimed for its parent.
    SameNimber {
        /// The child.
        child: String,
    },
    /// No child is shown to have this nimber, smaller than the one claimed.
    NoChildWorth {
        /// The nimber.
        nimber: u32,
    },
    /// The position is made of small lands only, and they are a win.
    Won,
    /// The claims give the position another nimber, or another outcome, than stated.
    OtherNimber {
        /// What the claims give.
        nimber: u32,
    },
    /// The claims do not show it, although nothing speaks against it.
    NotShown,
    /// Nothing is known: the check was stopped.
    Stopped,
}

/// Counts what is looked at, on all threads, and asks whether to stop.
struct Watch<'a> {
    children: AtomicU64,
    replies: AtomicU64,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Watch<'_> {
    fn child(&self) -> Result<(), Wrong> {
        self.children.fetch_add(1, Relaxed);
        self.go_on()
    }

    fn reply(&self) -> Result<(), Wrong> {
        self.replies.fetch_add(1, Relaxed);
        self.go_on()
    }

    fn go_on(&self) -> Result<(), Wrong> {
        if (self.stop)() {
            Err(Wrong::Stopped)
        } else {
            Ok(())
        }
    }
}

impl Certificate {
    /// What is to be proved.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The number of claims.
    pub fn claims(&self) -> usize {
        self.claims.len()
    }

    /// Checks every claim, and that they show what is said of the position. The threads share the claims; `done` counts those that
    /// hold. When `stop` says so the check ends with [`Wrong::Stopped`]. The error is about the first claim that is wrong.
    pub fn check(
        &self,
        threads: usize,
        done: &AtomicUsize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Checked, CheckError> {
        let watch = Watch {
            children: AtomicU64::new(0),
            replies: AtomicU64::new(0),
            stop,
        };
        let is_win = self.statement.outcome == Outcome::Win;
        let of_root = |wrong| self.error(None, wrong);
        match self.statement.ending {
            Ending::Normal => {
                let normal = Normal::new(&self.claims, &watch);
                self.each_claim(threads, done, |claim| normal.claim(claim))?;
                normal
                    .root(&self.lands, is_win, self.statement.nimber)
                    .map_err(of_root)?;
            }
            Ending::Misere => {
                let misere =
                    Misere::new(&self.claims, self.small_lives_max, &watch).map_err(of_root)?;
                self.each_claim(threads, done, |claim| misere.claim(claim))?;
                misere.root(&self.lands, is_win).map_err(of_root)?;
            }
        }
        Ok(Checked {
            claims: self.claims.len(),
            children: watch.children.into_inner(),
            replies: watch.replies.into_inner(),
        })
    }

    /// Checks each claim, on several threads. They take claims in order, and none any more after a wrong one: what comes before it has been taken.
    fn each_claim(
        &self,
        threads: usize,
        done: &AtomicUsize,
        check: impl Fn(&Claim) -> Result<(), Wrong> + Sync,
    ) -> Result<(), CheckError> {
        let next = AtomicUsize::new(0);
        let work = || loop {
            let index = next.fetch_add(1, Relaxed);
            if let Err(wrong) = check(self.claims.get(index)?) {
                next.store(self.claims.len(), Relaxed);
                return Some((index, wrong));
            }
            done.fetch_add(1, Relaxed);
        };
        let errors = std::thread::scope(|scope| {
            let workers = (0..threads.max(1)).map(|_| scope.spawn(work));
            let workers: Vec<_> = workers.collect();
            let errors = workers.into_iter().map(|worker| worker.join());
            errors.collect::<Result<Vec<_>, _>>()
        });
        let errors = errors.expect("no thread panics").into_iter().flatten();
        match errors.min_by_key(|&(index, _)| index) {
            Some((index, wrong)) => Err(self.error(Some(index), wrong)),
            None => Ok(()),
        }
    }

    fn error(&self, claim: Option<usize>, wrong: Wrong) -> CheckError {
        let Statement {
            position,
            ending,
            outcome,
            ..
        } = &self.statement;
        let claimed = match (claim.map(|index| &self.claims[index]), ending) {
            (None, _) => format!("{position}: {outcome}"),
            (Some(claim), Ending::Normal) => format!("{}: nimber {}", claim.text, claim.nimber),
            (Some(claim), Ending::Misere) => format!("{}: loss", claim.text),
        };
        CheckError {
            claim,
            claimed,
            wrong,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Normal => "normal",
            Ending::Misere => "misère",
        })
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, outcome, ending) = (&self.position, self.outcome, self.ending);
        write!(
            f,
            "{position}: {outcome} for the player to move in {ending} play"
        )?;
        match self.nimber {
            Some(nimber) => write!(f, ", nimber {nimber}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.wrong == Wrong::Stopped {
            return self.wrong.fmt(f);
        }
        match self.claim {
            Some(index) => write!(f, "claim {}", index + 1)?,
            None => f.write_str("the claim about the root")?,
        }
        write!(f, " is wrong ({}): {}", self.claimed, self.wrong)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::NoAnswer { child } => {
                write!(f, "its child {child} has no answer among the claims")
            }
            Wrong::SameNimber { child } => write!(f, "its child {child} has that nimber too"),
            Wrong::NoChildWorth { nimber } => {
                write!(f, "no child is shown to have nimber {nimber}")
            }
            Wrong::Won => f.write_str("the player to move wins its small lands"),
            Wrong::OtherNimber { nimber } => write!(f, "by the claims its nimber is {nimber}"),
            Wrong::NotShown => f.write_str("the claims do not show it"),
            Wrong::Stopped => f.write_str("stopped before all claims were checked"),
        }
    }
}

impl std::error::Error for ReadError {}
impl std::error::Error for CheckError {}
