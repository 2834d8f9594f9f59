//! Normal play: claims that a land has a nimber.

use crate::land::{Land, sum_text};
use crate::moves::{children, without};
use crate::{Claim, Watch, Wrong};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Mutex;

pub(crate) struct Normal<'a> {
    claims: HashMap<&'a Land, u32>,
    /// Positions shown to have a move to a nimber.
    answered: Mutex<HashSet<(Vec<Land>, u32)>>,
    watch: &'a Watch<'a>,
}

impl<'a> Normal<'a> {
    /// A checker of these claims.
    pub(crate) fn new(claims: &'a [Claim], watch: &'a Watch) -> Self {
        let claims = claims.iter();
        Normal {
            claims: claims
                .map(|claim| (&claim.lands[0], claim.nimber))
                .collect(),
            answered: Mutex::default(),
            watch,
        }
    }

    /// The exclusive or of the claimed nimbers; nothing if a land without one is left when equal ones have cancelled.
    fn nimber(&self, lands: &[Land]) -> Option<u32> {
        let mut nimber = 0;
        let mut unknown = BTreeSet::new();
        for land in lands {
            match self.claims.get(land) {
                Some(claimed) => nimber ^= claimed,
                None if unknown.remove(land) => {}
                None => {
                    unknown.insert(land);
                }
            }
        }
        unknown.is_empty().then_some(nimber)
    }

    /// Checks the claim that a land has a nimber.
    pub(crate) fn claim(&self, claim: &Claim) -> Result<(), Wrong> {
        let mut found = HashSet::new();
        for child in children(&claim.lands[0]) {
            self.watch.child()?;
            match self.nimber(&child) {
                Some(nimber) if nimber == claim.nimber => {
                    return Err(Wrong::SameNimber {
                        child: sum_text(&child),
                    });
                }
                Some(nimber) => {
                    found.insert(nimber);
                }
                None if self.has_answer(&child, claim.nimber)? => {}
                None => {
                    return Err(Wrong::NoAnswer {
                        child: sum_text(&child),
                    });
                }
            }
        }
        match (0..claim.nimber).find(|smaller| !found.contains(smaller)) {
            Some(nimber) => Err(Wrong::NoChildWorth { nimber }),
            None => Ok(()),
        }
    }

    /// Whether a move leads to a position that has the nimber wanted by claims alone.
    fn has_answer(&self, lands: &[Land], wanted: u32) -> Result<bool, Wrong> {
        let question = (lands.to_vec(), wanted);
        let answered = || self.answered.lock().expect("no thread panics");
        if answered().contains(&question) {
            return Ok(true);
        }
        for (index, land) in lands.iter().enumerate() {
            for reply in children(land) {
                self.watch.reply()?;
                let reply = [reply, without(lands, index)].concat();
                if self.nimber(&reply) == Some(wanted) {
                    answered().insert(question);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Checks that the claims show who wins a position, and its nimber if that is stated.
    pub(crate) fn root(
        &self,
        lands: &[Land],
        is_win: bool,
        stated: Option<u32>,
    ) -> Result<(), Wrong> {
        let is_shown = match self.nimber(lands) {
            Some(nimber)
                if (nimber > 0) != is_win || stated.is_some_and(|stated| stated != nimber) =>
            {
                return Err(Wrong::OtherNimber { nimber });
            }
            Some(_) => true,
            None => is_win && stated.is_none() && self.has_answer(lands, 0)?,
        };
        if is_shown {
            Ok(())
        } else {
            Err(Wrong::NotShown)
        }
    }
}
