//! The checker: re-derives every claim of a certificate from the rules alone. It owns the argument below and must not know
//! any solver; it looks two moves ahead and never searches. Only small lands of misère play are played to their end.
//!
//! **Normal play.** Claim (L, n): the land L has nimber n. It holds when
//! 1. no child of L has nimber n, which is the same as: every child C with a heap n beside it is a win. Take the claimed nimbers of the
//!    lands of C and let equal lands cancel. If no land is left without a claim, the exclusive or must differ from n. If
//!    some are left, a reply in C must leave no land without a claim and the exclusive or n. With the heap the opponent then
//!    has nimber 0 to move from;
//! 2. for every m < n some child has nimber m by claims alone.
//!
//! **Misère play.** Claim P: the player to move loses the position P. The argument is in [`super::losses`].
//!
//! Neither argument runs in a circle: a move takes two lives and gives one, so every position that a claim leans on has
//! fewer lives than the claim, and the claims hold by induction over lives. Their order in the file means nothing.
//! If any claim were false, take a false one with the fewest lives: all it leans on is true, and its check would fail.

use super::Certificate;
use super::losses::Losses;
use crate::children::Generator;
use crate::ending::Ending;
use crate::land::{Land, PackedLand};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::packed_table::PackedTable;
use crate::position::Canonical;
use std::fmt;
use std::ops::ControlFlow;

/// The answers remembered take at most about this much memory; then they are forgotten.
pub(super) const ANSWERS_BYTES_MAX: usize = 256 << 20;

/// What a check has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Claims that hold, the root not counted.
    pub claims: u64,
    /// Children of claims generated.
    pub children: u64,
    /// Replies to children generated.
    pub replies: u64,
}

/// The first claim found wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// Its place among the claims, from 0; nothing for the root.
    pub claim: Option<usize>,
    /// The land or position of the claim.
    pub position: Canonical,
    /// What was claimed of it: "nimber 2", "loss".
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
        child: Canonical,
        /// Whether small lands that count by their tree stand beside it.
        beside_small: bool,
    },
    /// The child has the nimber claimed for its parent.
    SameNimber {
        /// The child.
        child: Canonical,
    },
    /// No child is shown to have this nimber, smaller than the one claimed.
    NoChildWorth {
        /// The nimber.
        nimber: Nimber,
    },
    /// The finished game is no loss in misère play.
    Finished,
    /// The position is made of small lands only, and their trees are a win.
    Won,
    /// The trees of small lands become too many to go on.
    TooComplex,
    /// The claims give the root another nimber than the one claimed for it.
    OtherNimber {
        /// What the claims give.
        nimber: Nimber,
    },
    /// The claims do not show it, although nothing speaks against it.
    NotShown,
}

/// Checks the claims of one certificate, in any order. It remembers replies it has found, so use one for many claims; several
/// can share the claims between threads.
pub struct Checker<'a> {
    certificate: &'a Certificate,
    outer: Generator,
    replies: Replies<'a>,
    losses: Losses,
    checked: Checked,
}

/// Looks for replies.
struct Replies<'a> {
    claims: &'a PackedTable,
    inner: Generator,
    /// What is known to have a reply: the packed lands without a claim and the nimber wanted.
    answered: PackedTable,
    key: Vec<u8>,
    replies: u64,
}

impl<'a> Checker<'a> {
    /// A checker of this certificate.
    pub fn new(certificate: &'a Certificate) -> Self {
        Checker::unless(certificate, &|| false).expect("nobody stops it")
    }

    /// The same, unless `stop` says so before it is ready: trees of small lands may take long.
    pub fn unless(certificate: &'a Certificate, stop: &dyn Fn() -> bool) -> Option<Self> {
        Some(Checker {
            certificate,
            outer: Generator::default(),
            replies: Replies {
                claims: &certificate.claims,
                inner: Generator::default(),
                answered: PackedTable::default(),
                key: Vec::new(),
                replies: 0,
            },
            losses: Losses::new(certificate.small_lives_max, certificate.losses(), stop)?,
            checked: Checked::default(),
        })
    }

    /// What was done so far.
    pub fn checked(&self) -> Checked {
        Checked {
            children: self.checked.children + self.losses.children,
            replies: self.replies.replies + self.losses.replies,
            ..self.checked
        }
    }

    /// Checks one claim, numbered from 0.
    pub fn claim(&mut self, index: usize) -> Result<(), CheckError> {
        let (key, value) = self.certificate.claims.entry(index);
        let (result, claimed) = match self.certificate.ending {
            Ending::Normal => {
                let nimber = Nimber::new(value);
                (
                    self.nimber(PackedLand::stored(key), nimber),
                    format!("nimber {nimber}"),
                )
            }
            Ending::Misere => (self.losses.claim(key), "loss".into()),
        };
        self.checked.claims += 1;
        result.map_err(|wrong| CheckError {
            claim: Some(index),
            position: to_position(key),
            claimed,
            wrong,
        })
    }

    /// Checks that the claims, if they hold, prove what the certificate says of the root.
    pub fn root(&mut self) -> Result<(), CheckError> {
        let certificate = self.certificate;
        let result = match certificate.ending {
            Ending::Normal => self.normal_root(),
            Ending::Misere => self.losses.root(
                &certificate.root.to_bytes(),
                certificate.outcome == Outcome::Loss,
            ),
        };
        result.map_err(|wrong| CheckError {
            claim: None,
            position: certificate.root.clone(),
            claimed: match certificate.nimber {
                Some(nimber) => format!("{}, nimber {nimber}", certificate.outcome),
                None => certificate.outcome.to_string(),
            },
            wrong,
        })
    }

    fn nimber(&mut self, land: PackedLand<'_>, nimber: Nimber) -> Result<(), Wrong> {
        let Checker {
            outer,
            replies,
            checked,
            ..
        } = self;
        // Bit by nimber: some child is worth it.
        let mut worth = [0u128; 2];
        let result = outer.children(land, |child| {
            checked.children += 1;
            let (folded, unknown) = replies.fold(child.lands(), &[]);
            if unknown.is_empty() {
                if folded == nimber {
                    let child = Canonical::sum(child.to_lands());
                    return ControlFlow::Break(Wrong::SameNimber { child });
                }
                worth[usize::from(folded.get() >> 7)] |= 1 << (folded.get() & 127);
            } else if !replies.answer_in_unknown(&unknown, folded ^ nimber)
                && !replies.answer_in_claimed(child.lands(), &unknown, folded ^ nimber)
            {
                let child = Canonical::sum(child.to_lands());
                return ControlFlow::Break(Wrong::NoAnswer {
                    child,
                    beside_small: false,
                });
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(wrong) = result {
            return Err(wrong);
        }
        for smaller in 0..nimber.get() {
            if worth[usize::from(smaller >> 7)] >> (smaller & 127) & 1 == 0 {
                let nimber = Nimber::new(smaller);
                return Err(Wrong::NoChildWorth { nimber });
            }
        }
        Ok(())
    }

    fn normal_root(&mut self) -> Result<(), Wrong> {
        let Certificate {
            root,
            outcome,
            nimber: claimed,
            ..
        } = self.certificate;
        let lands = || root.lands().iter().map(Land::packed);
        let (nimber, unknown) = self.replies.fold(lands(), &[]);
        if unknown.is_empty() {
            let other = claimed.is_some_and(|claimed| claimed != nimber);
            if other || nimber.is_loss() != (*outcome == Outcome::Loss) {
                return Err(Wrong::OtherNimber { nimber });
            }
            return Ok(());
        }
        let winning_move = claimed.is_none()
            && *outcome == Outcome::Win
            && (self.replies.answer_in_unknown(&unknown, nimber)
                || self.replies.answer_in_claimed(lands(), &unknown, nimber));
        if winning_move {
            Ok(())
        } else {
            Err(Wrong::NotShown)
        }
    }
}

impl Replies<'_> {
    /// The exclusive or of the claimed nimbers, and the lands left without one when equal ones have cancelled, sorted. `others` have no claim.
    fn fold<'b>(
        &self,
        lands: impl Iterator<Item = PackedLand<'b>>,
        others: &[PackedLand<'b>],
    ) -> (Nimber, Vec<PackedLand<'b>>) {
        let mut nimber = Nimber::ZERO;
        let mut unknown = others.to_vec();
        for land in lands {
            match self.claims.get(land.as_bytes()) {
                Some(claimed) => nimber ^= Nimber::new(claimed),
                None => unknown.push(land),
            }
        }
        if unknown.len() > 1 {
            unknown.sort_unstable();
            let mut kept = 0;
            for index in 0..unknown.len() {
                if kept > 0 && unknown[kept - 1] == unknown[index] {
                    kept -= 1;
                } else {
                    unknown[kept] = unknown[index];
                    kept += 1;
                }
            }
            unknown.truncate(kept);
        }
        (nimber, unknown)
    }

    /// Whether a move in one of these lands without a claim makes them all together worth the nimber wanted, by claims alone.
    fn answer_in_unknown(&mut self, unknown: &[PackedLand<'_>], wanted: Nimber) -> bool {
        self.key.clear();
        for land in unknown {
            self.key.extend_from_slice(land.as_bytes());
        }
        self.key.push(wanted.get());
        if self.answered.get(&self.key).is_some() {
            return true;
        }
        let found = (0..unknown.len()).any(|moved| {
            let others: Vec<PackedLand<'_>> = unknown[..moved]
                .iter()
                .chain(&unknown[moved + 1..])
                .copied()
                .collect();
            self.reply_in(unknown[moved], &others, wanted)
        });
        if found {
            self.remember();
        }
        found
    }

    /// The same by a move in one of the lands with a claim: it must make lands that cancel those without.
    fn answer_in_claimed<'b>(
        &mut self,
        lands: impl Iterator<Item = PackedLand<'b>>,
        unknown: &[PackedLand<'_>],
        wanted: Nimber,
    ) -> bool {
        for land in lands {
            if let Some(claimed) = self.claims.get(land.as_bytes())
                && self.reply_in(land, unknown, wanted ^ Nimber::new(claimed))
            {
                return true;
            }
        }
        false
    }

    fn reply_in(
        &mut self,
        moved: PackedLand<'_>,
        others: &[PackedLand<'_>],
        wanted: Nimber,
    ) -> bool {
        let mut inner = std::mem::take(&mut self.inner);
        let found = inner.children(moved, |reply| {
            self.replies += 1;
            let (nimber, unknown) = self.fold(reply.lands(), others);
            if unknown.is_empty() && nimber == wanted {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.inner = inner;
        found.is_break()
    }

    /// Remembers that what `key` holds has a reply.
    fn remember(&mut self) {
        if self.answered.bytes() > ANSWERS_BYTES_MAX {
            self.answered.clear();
        }
        // A full table only means that a reply is looked for again.
        let _ = self.answered.insert(&self.key, 0);
    }
}

pub(super) fn to_position(packed: &[u8]) -> Canonical {
    Canonical::sum(PackedLand::all_in(packed).map(PackedLand::to_land))
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.claim {
            Some(index) => write!(f, "claim {}", index + 1)?,
            None => f.write_str("the claim about the root")?,
        }
        write!(f, " is wrong ({}: {}): ", self.position, self.claimed)?;
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
                write!(
                    f,
                    "its child {child}{beside} has no answer among the claims"
                )
            }
            Wrong::SameNimber { child } => write!(f, "its child {child} has that nimber too"),
            Wrong::NoChildWorth { nimber } => {
                write!(f, "no child is shown to have nimber {nimber}")
            }
            Wrong::Finished => f.write_str("no move is left, and that is a win in misère play"),
            Wrong::Won => f.write_str("its small lands together are a win"),
            Wrong::TooComplex => {
                f.write_str("the trees of its small lands are too many for this checker")
            }
            Wrong::OtherNimber { nimber } => write!(f, "by the claims its nimber is {nimber}"),
            Wrong::NotShown => f.write_str("the claims do not show it"),
        }
    }
}

impl std::error::Error for CheckError {}
