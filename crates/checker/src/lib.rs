//! Checks proofs of who wins a game of Sprouts, by the rules alone.
//!
//! This crate is all that has to be believed. It has no dependency and shares no code with the programs that find
//! proofs. It never searches: of each claim it looks at every move and at the replies to it, and at nothing deeper, but for
//! small lands of misère play, which it plays to their end.
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
//! The certificate names a number of lives up to which lands are *small*. These count by their reduced canonical trees, games that can stand for them
//! in every sum (`trees.rs` says why). So a claim speaks for all positions with the same large lands and the same trees, where some or all of the trees
//! may be added up to one. Where no large land is left, the trees are played to their end. The position of the certificate is lost if it is claimed, and won if a move leads to a claimed loss.
//!
//! **No circle.** Measure a position by the lives of its large lands and the longest plays of its trees, together. Every move makes that smaller:
//! a move in a large land takes a life at least, adding trees up lengthens no play, what becomes small has a tree with shorter plays than it has lives, and a move in a tree shortens it.
//! Hence a claim leans only on smaller ones. If some claims were false, take one of the least: all that it leans on is true, so
//! its check fails. If every check succeeds, every claim is true. Their order means nothing, and each can be checked alone.
//!
//! **Being wrong about equality.** Lands are equal when their writings are. A writing can be read back, so lands of the same writing are the
//! same. Two writings of one land would only hide an equality, and every equality is used to conclude something, never its absence: a true proof
//! might be refused, but no false one accepted. The same holds of trees.
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
    /// The position as it is written.
    pub position: String,
    lands: Vec<Land>,
    /// How the game ends.
    pub ending: Ending,
    /// Who is said to win.
    pub outcome: Outcome,
    /// The nimber, if that is stated too.
    pub nimber: Option<u32>,
    /// Misère play: lands with at most so many lives count by their trees.
    pub small_lives_max: u32,
    claims: Vec<Claim>,
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
        child: Vec<Land>,
        /// Whether small lands stand beside it.
        beside_small: bool,
    },
    /// The child has the nimber claimed for its parent.
    SameNimber {
        /// The child.
        child: Vec<Land>,
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

/// Counts what is looked at, on all threads.
#[derive(Default)]
struct Counts {
    children: AtomicU64,
    replies: AtomicU64,
}

impl Counts {
    fn child(&self) {
        self.children.fetch_add(1, Relaxed);
    }

    fn reply(&self) {
        self.replies.fetch_add(1, Relaxed);
    }
}

/// Trees are first added up to one tree only while their longest plays together are not longer than this.
const DEPTH_MAX: u32 = 20;

/// Says whether to stop.
type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

impl Certificate {
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
        stop: Stop,
    ) -> Result<Checked, CheckError> {
        let count = |()| {
            done.fetch_add(1, Relaxed);
        };
        let counts = Counts::default();
        let is_win = self.outcome == Outcome::Win;
        if self.ending == Ending::Normal {
            let normal = Normal::new(&self.claims, &counts, stop);
            self.each_claim(threads, |claim| normal.claim(claim).map(count))?;
            let root = normal.root(&self.lands, is_win, self.nimber);
            return self.checked(root, &counts);
        }
        let pass = |depth_max: u32| {
            done.store(0, Relaxed);
            let mut misere = Misere::new(self.small_lives_max, depth_max, &counts, stop);
            let positions = self.each_claim(threads, |claim| misere.position(claim))?;
            misere.claim_all(positions);
            self.each_claim(threads, |claim| misere.claim(claim).map(count))?;
            self.checked(misere.root(&self.lands, is_win), &counts)
        };
        // Adding up deep trees takes long, but shows more sums to be equal. Each pass is a proof on its own. Lists of trees must not be taken
        // for equal because their sums are: one may be longer than the other, and claims could lean on each other in a circle.
        pass(DEPTH_MAX).or_else(|error| match error.wrong {
            Wrong::Stopped => Err(error),
            _ => pass(u32::MAX),
        })
    }

    fn checked(&self, root: Result<(), Wrong>, counts: &Counts) -> Result<Checked, CheckError> {
        root.map_err(|wrong| self.error(None, wrong))?;
        Ok(Checked {
            claims: self.claims.len(),
            children: counts.children.load(Relaxed),
            replies: counts.replies.load(Relaxed),
        })
    }

    /// Does the same with each claim, on several threads, and gives back what came out, in any order.
    fn each_claim<T: Send>(
        &self,
        threads: usize,
        work: impl Fn(&Claim) -> Result<T, Wrong> + Sync,
    ) -> Result<Vec<T>, CheckError> {
        let next = AtomicUsize::new(0);
        // No claim from here on needs looking at: a wrong one was found before.
        let end = AtomicUsize::new(self.claims.len());
        let thread = || {
            let mut results = Vec::new();
            loop {
                let index = next.fetch_add(1, Relaxed);
                if index >= end.load(Relaxed) {
                    return (results, None);
                }
                match work(&self.claims[index]) {
                    Ok(result) => results.push(result),
                    Err(wrong) => {
                        end.fetch_min(index, Relaxed);
                        return (results, Some((index, wrong)));
                    }
                }
            }
        };
        let (mut results, mut errors) = (Vec::new(), Vec::new());
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(thread)).collect();
            for thread in threads {
                let joined = thread.join();
                let (some, error) = joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                results.extend(some);
                errors.extend(error);
            }
        });
        match errors.into_iter().min_by_key(|&(index, _)| index) {
            None => Ok(results),
            Some((index, wrong)) => Err(self.error(Some(index), wrong)),
        }
    }

    fn error(&self, claim: Option<usize>, wrong: Wrong) -> CheckError {
        let claimed = match claim.map(|index| &self.claims[index]) {
            None => format!("{}: {}", self.position, self.outcome),
            Some(claim) => match self.ending {
                Ending::Normal => format!("{}: nimber {}", claim.text, claim.nimber),
                Ending::Misere => format!("{}: loss", claim.text),
            },
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

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |lands: &[Land]| {
            let texts: Vec<&str> = lands.iter().map(Land::as_str).collect();
            if texts.is_empty() {
                "!".into()
            } else {
                texts.join("+")
            }
        };
        if self.wrong == Wrong::Stopped {
            return f.write_str("stopped before all claims were checked");
        }
        match self.claim {
            Some(index) => write!(f, "claim {}", index + 1)?,
            None => f.write_str("the claim about the root")?,
        }
        write!(f, " is wrong ({}): ", self.claimed)?;
        match &self.wrong {
            Wrong::NoAnswer {
                child,
                beside_small,
            } => {
                let beside = if *beside_small {
                    " with small lands beside it"
                } else {
                    ""
                };
                let child = sum(child);
                write!(
                    f,
                    "its child {child}{beside} has no answer among the claims"
                )
            }
            Wrong::SameNimber { child } => {
                write!(f, "its child {} has that nimber too", sum(child))
            }
            Wrong::NoChildWorth { nimber } => {
                write!(f, "no child is shown to have nimber {nimber}")
            }
            Wrong::Won => f.write_str("the player to move wins its small lands"),
            Wrong::OtherNimber { nimber } => write!(f, "by the claims its nimber is {nimber}"),
            Wrong::NotShown | Wrong::Stopped => f.write_str("the claims do not show it"),
        }
    }
}

impl std::error::Error for ReadError {}
impl std::error::Error for CheckError {}
