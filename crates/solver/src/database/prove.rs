//! Results from elsewhere, proved again before they are believed: the checker of `sprouts` decides, this only asks it.

use super::{Contradiction, Database, DatabaseError, Results, Storage};
use sprouts::certificate::{CheckError, Checker, ClaimsError};
use sprouts::{Canonical, Certificate, Outcome};
use std::ops::ControlFlow;

/// What came of [`prove`].
#[derive(Clone, Debug, Default)]
pub struct Proved {
    /// What follows from the rules and from what the database knows.
    pub results: Results,
    /// How many do not.
    pub rejected: usize,
    /// The first of them, and why.
    pub reason: Option<CheckError>,
}

/// Divides results into those that follow from the rules, from each other and from what the database knows, and those that do
/// not. A contradiction to what the database knows is an error. Calls `progress` with the number of claims checked in this round and how many there are.
///
/// A result that leans on one that fell falls in the next round; what is left after the last round holds by induction over lives.
pub fn prove<S: Storage>(
    database: &Database<S>,
    results: &Results,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> ControlFlow<(), Result<Proved, DatabaseError>> {
    for (land, nimber) in &results.nimbers {
        if let Some(known) = database.get(land.packed()).filter(|known| known != nimber) {
            let nimbers = [known, *nimber];
            let land = land.clone();
            return ControlFlow::Continue(Err(Contradiction { land, nimbers }.into()));
        }
    }
    let known = match Results::of(database) {
        Ok(known) => known,
        Err(error) => return ControlFlow::Continue(Err(error)),
    };
    let nimbers = results.nimbers.iter();
    let nimbers = nimbers.filter(|(land, _)| database.get(land.packed()).is_none());
    let losses = results.misere_losses.iter();
    let losses = losses.filter(|loss| !database.is_misere_loss(&loss.to_bytes()));
    let new = Results {
        nimbers: nimbers.cloned().collect(),
        misere_losses: losses.cloned().collect(),
    };
    prove_beside(&known, new, progress)
}

/// The same beside results that are believed, which hold none of the others.
pub(crate) fn prove_beside(
    known: &Results,
    results: Results,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> ControlFlow<(), Result<Proved, DatabaseError>> {
    let mut proved = Proved::default();
    let nimbers = surviving(
        results.nimbers,
        |nimbers| {
            let all = known.nimbers.iter().chain(nimbers).cloned();
            Certificate::normal(Canonical::default(), Outcome::Loss, None, all)
        },
        |certificate, (land, _)| certificate.nimber_index(land),
        &mut proved,
        &mut progress,
    )?;
    let losses = surviving(
        results.misere_losses,
        |losses| {
            let all = known.misere_losses.iter().chain(losses).cloned();
            // A solver writes down one loss for all that are equal up to the trees of small lands.
            let small_lives_max = crate::misere::TREE_LIVES_MAX as u8;
            let root = Canonical::default();
            Certificate::misere_with_trees(root, Outcome::Win, small_lives_max, all)
        },
        |certificate, loss| certificate.loss_index(loss),
        &mut proved,
        &mut progress,
    )?;
    ControlFlow::Continue(match (nimbers, losses) {
        (Ok(nimbers), Ok(misere_losses)) => {
            proved.results = Results {
                nimbers,
                misere_losses,
            };
            Ok(proved)
        }
        (Err(error), _) | (_, Err(error)) => Err(error),
    })
}

/// The claims left when none falls any more.
fn surviving<T: Ord>(
    mut claims: Vec<T>,
    certificate_of: impl Fn(&[T]) -> Result<Certificate, ClaimsError>,
    index_of: impl Fn(&Certificate, &T) -> Option<usize>,
    proved: &mut Proved,
    progress: &mut impl FnMut(usize, usize) -> ControlFlow<()>,
) -> ControlFlow<(), Result<Vec<T>, DatabaseError>> {
    claims.sort_unstable();
    claims.dedup();
    loop {
        let certificate = match certificate_of(&claims) {
            Ok(certificate) => certificate,
            Err(error) => return ControlFlow::Continue(Err(error.into())),
        };
        let mut checker = Checker::new(&certificate);
        let before = claims.len();
        let mut kept = Vec::with_capacity(before);
        for (checked, claim) in claims.into_iter().enumerate() {
            progress(checked, before)?;
            let index = index_of(&certificate, &claim).expect("it was put in");
            match checker.claim(index) {
                Ok(()) => kept.push(claim),
                Err(error) => {
                    proved.rejected += 1;
                    proved.reason.get_or_insert(error);
                }
            }
        }
        claims = kept;
        if claims.len() == before {
            return ControlFlow::Continue(Ok(claims));
        }
    }
}

impl From<ClaimsError> for DatabaseError {
    fn from(error: ClaimsError) -> Self {
        match error {
            ClaimsError::Contradiction { land, nimbers } => Contradiction { land, nimbers }.into(),
            ClaimsError::TooMany => DatabaseError::Full,
        }
    }
}
