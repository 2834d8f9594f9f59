//! Small certificates from what a solver has proved. Owns the way from proved nimbers (or misère losses) to the claims that a
//! proof needs; must not know how they were found, only ask for them. The choice among proofs is in `extract::select`. Nothing here is a
//! promise: who writes a certificate has it checked first.

mod misere;
mod normal;
mod select;
mod small;

use crate::misere as misere_solver;
use crate::solver::Stopped;
use select::Failure;
use sprouts::certificate::ClaimsError;
use sprouts::{Canonical, Certificate, Nimber, PackedLand};
use std::fmt;
use std::ops::ControlFlow;

/// What a certificate is to say of its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Who wins: the smallest proof.
    Outcome,
    /// The nimber as well.
    Nimber,
}

/// What an extraction may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Attempts to find a small proof.
    pub passes: u32,
    /// Tables grow up to this many bytes. If that is not enough for all attempts, the best so far is taken; if it is not enough for
    /// the first one, a proof of normal play is chosen among fewer, and becomes larger.
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            passes: 8,
            memory_bytes: 1 << 30,
        }
    }
}

/// How far an extraction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Attempts made; the first finds a proof, the others smaller ones.
    pub passes: u32,
    /// The number of claims of the smallest proof so far.
    pub claims: Option<usize>,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExtractError {
    /// What is known does not make a proof.
    Missing {
        /// The land or position whose proof has a gap.
        claim: Canonical,
        /// The child of it to which no proved answer is known; nothing when the claim itself is not known, or a child of some nimber.
        child: Option<Canonical>,
    },
    /// Stopped before a proof was found.
    Stopped,
    /// The memory was full before a proof was found.
    Memory,
    /// The claims fit no certificate.
    Claims(ClaimsError),
}

/// A small certificate of normal play. `known` gives the nimber of a land if it was proved; those of very
/// small lands are found here, too, since more choice makes smaller proofs. Fewer attempts than allowed are made when `progress` breaks.
///
/// ```
/// use solver::{Oracle, extract::{Goal, Limits, extract}};
/// use sprouts::{PackedLand, Position};
/// use std::ops::ControlFlow;
/// let root = Position::start(3)?.canonical();
/// let mut oracle = Oracle::default();
/// oracle.nimber(&root);
/// let known = |land: PackedLand<'_>| oracle.nimbers().get(land.as_bytes()).copied();
/// let certificate = extract(&root, Goal::Outcome, known, Limits::default(), |_| ControlFlow::Continue(()))?;
/// assert!(certificate.len() <= 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract(
    root: &Canonical,
    goal: Goal,
    mut known: impl FnMut(PackedLand<'_>) -> Option<Nimber>,
    limits: Limits,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Certificate, ExtractError> {
    let mut found = Err(ExtractError::Memory);
    for breadth in normal::Breadth::ALL {
        found = extract_from(root, goal, &mut known, limits, breadth, &mut progress);
        if !matches!(found, Err(ExtractError::Memory)) {
            break;
        }
    }
    found
}

fn extract_from(
    root: &Canonical,
    goal: Goal,
    known: impl FnMut(PackedLand<'_>) -> Option<Nimber>,
    limits: Limits,
    breadth: normal::Breadth,
    progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Certificate, ExtractError> {
    let mut proofs = normal::Proofs::new(known, limits.memory_bytes, breadth);
    let (outcome, nimber, requirement) = proofs.root(root, goal)?;
    let mut lands = Vec::new();
    let selected = select::select(&mut proofs, requirement, limits, |passes, claims| {
        progress(Progress { passes, claims })
    });
    for claim in selected.map_err(ExtractError::from)? {
        lands.push(proofs.claim(claim));
    }
    drop(proofs);
    Certificate::normal(root.clone(), outcome, nimber, lands).map_err(ExtractError::Claims)
}

/// A small certificate of misère play, from what a solver has proved. Lands that the solver replaces by their trees count by them in the
/// certificate as well. Nothing is searched: if the solver was told of losses that it did not prove, something may be missing.
pub fn extract_misere(
    root: &Canonical,
    solver: &mut misere_solver::Solver,
    limits: Limits,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Certificate, ExtractError> {
    let small_lives_max = solver.tree_lives_max();
    let mut proofs = misere::Proofs::new(solver);
    let (outcome, requirement) = proofs.root(root)?;
    let mut losses = Vec::new();
    let selected = select::select(&mut proofs, requirement, limits, |passes, claims| {
        progress(Progress { passes, claims })
    });
    for claim in selected.map_err(ExtractError::from)? {
        losses.push(proofs.claim(claim));
    }
    drop(proofs);
    Certificate::misere_with_trees(root.clone(), outcome, small_lives_max as u8, losses)
        .map_err(ExtractError::Claims)
}

/// Those of some lost positions to whose moves not all answers are known: the solver was told of them and did not prove them. As many are
/// looked at as the memory allows.
pub(crate) fn unanswered<'a>(
    losses: impl Iterator<Item = &'a [u8]>,
    solver: &mut misere_solver::Solver,
    memory_bytes: u64,
) -> Result<Vec<Canonical>, Stopped> {
    let mut proofs = misere::Proofs::new(solver);
    let mut found = Vec::new();
    for loss in losses {
        if select::Proofs::bytes(&proofs) > memory_bytes {
            break;
        }
        if proofs.is_unanswered(loss)? {
            found.extend(Canonical::from_bytes(loss));
        }
    }
    Ok(found)
}

/// Why a claim has no proof.
enum Gap {
    /// The claim, and the child to which no answer is known.
    Missing {
        claim: Vec<u8>,
        child: Option<Vec<u8>>,
    },
    /// The solver was stopped while it was asked.
    Stopped(Stopped),
}

impl From<Stopped> for Gap {
    fn from(stopped: Stopped) -> Self {
        Gap::Stopped(stopped)
    }
}

impl From<Gap> for ExtractError {
    fn from(gap: Gap) -> Self {
        let position = |bytes: Vec<u8>| Canonical::from_bytes(&bytes).unwrap_or_default();
        match gap {
            Gap::Missing { claim, child } => ExtractError::Missing {
                claim: position(claim),
                child: child.map(position),
            },
            Gap::Stopped(Stopped::ByMemory) => ExtractError::Memory,
            Gap::Stopped(_) => ExtractError::Stopped,
        }
    }
}

impl From<Failure<Gap>> for ExtractError {
    fn from(failure: Failure<Gap>) -> Self {
        match failure {
            Failure::Missing(gap) => gap.into(),
            Failure::Stopped => ExtractError::Stopped,
            Failure::Memory => ExtractError::Memory,
        }
    }
}

/// The packed sum of these lands.
fn sum<'a>(lands: impl IntoIterator<Item = PackedLand<'a>>) -> Vec<u8> {
    let mut lands: Vec<&[u8]> = lands.into_iter().map(PackedLand::as_bytes).collect();
    lands.sort_unstable();
    lands.concat()
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::Missing {
                claim,
                child: Some(child),
            } => write!(
                f,
                "no certificate: no proved answer to {child}, a child of {claim}, is known; solve {claim} first"
            ),
            ExtractError::Missing { claim, child: None } => {
                write!(
                    f,
                    "no certificate: {claim} is not proved yet; solve it first"
                )
            }
            ExtractError::Stopped => f.write_str("stopped before a certificate was found"),
            ExtractError::Memory => {
                f.write_str("the memory is full before a certificate is found; allow more of it")
            }
            ExtractError::Claims(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExtractError {}
