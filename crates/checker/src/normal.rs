//! Normal play: claims that a land has a nimber.

use crate::land::Land;
use crate::moves::children;
use crate::{Claim, Counts, Stop, Wrong};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Mutex;

pub(crate) struct Normal<'a> {
    claims: HashMap<Land, u32>,
    /// Lands without a claim, shown to have a move to the nimber beside them.
    answered: Mutex<HashSet<(Vec<Land>, u32)>>,
    counts: &'a Counts,
    stop: Stop<'a>,
}

impl<'a> Normal<'a> {
    /// A checker of these claims.
    pub(crate) fn new(claims: &[Claim], counts: &'a Counts, stop: Stop<'a>) -> Self {
        let claims = claims.iter();
        Normal {
            claims: claims
                .map(|claim| (claim.lands[0].clone(), claim.nimber))
                .collect(),
            answered: Mutex::default(),
            counts,
            stop,
        }
    }

    /// The exclusive or of the claimed nimbers, and the lands left without one when equal ones have cancelled, in order.
    fn worth(&self, lands: &[Land]) -> (u32, Vec<Land>) {
        let (mut nimber, mut unknown) = (0, Vec::new());
        for land in lands {
            match self.claims.get(land) {
                Some(claimed) => nimber ^= claimed,
                None => match unknown.iter().position(|other| other == land) {
                    Some(equal) => {
                        unknown.remove(equal);
                    }
                    None => unknown.push(land.clone()),
                },
            }
        }
        unknown.sort_unstable();
        (nimber, unknown)
    }

    /// Checks the claim that a land has a nimber.
    pub(crate) fn claim(&self, claim: &Claim) -> Result<(), Wrong> {
        let nimber = claim.nimber;
        let mut found = HashSet::new();
        let flow = children(&claim.lands[0], &mut |child| {
            if (self.stop)() {
                return ControlFlow::Break(Wrong::Stopped);
            }
            self.counts.child();
            let (worth, unknown) = self.worth(&child);
            if !unknown.is_empty() {
                return match self.has_answer(&child, nimber) {
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(Wrong::NoAnswer {
                        child,
                        beside_small: false,
                    }),
                    Err(stopped) => ControlFlow::Break(stopped),
                };
            }
            if worth == nimber {
                return ControlFlow::Break(Wrong::SameNimber { child });
            }
            found.insert(worth);
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(wrong) = flow {
            return Err(wrong);
        }
        match (0..nimber).find(|smaller| !found.contains(smaller)) {
            Some(nimber) => Err(Wrong::NoChildWorth { nimber }),
            None => Ok(()),
        }
    }

    /// Whether a move leads to a position that has the nimber wanted by claims alone.
    fn has_answer(&self, lands: &[Land], wanted: u32) -> Result<bool, Wrong> {
        let (worth, unknown) = self.worth(lands);
        let key = (unknown, worth ^ wanted);
        let answered = || self.answered.lock().expect("no thread panics");
        if answered().contains(&key) {
            return Ok(true);
        }
        // A move in a land without a claim first: these answers are worth remembering.
        for (index, land) in key.0.iter().enumerate() {
            let others = [&key.0[..index], &key.0[index + 1..]].concat();
            if self.answer_in(land, &others, key.1)? {
                answered().insert(key);
                return Ok(true);
            }
        }
        for (index, land) in lands.iter().enumerate() {
            let others = [&lands[..index], &lands[index + 1..]].concat();
            if self.claims.contains_key(land) && self.answer_in(land, &others, wanted)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn answer_in(&self, land: &Land, others: &[Land], wanted: u32) -> Result<bool, Wrong> {
        let flow = children(land, &mut |mut reply| {
            if (self.stop)() {
                return ControlFlow::Break(Err(Wrong::Stopped));
            }
            self.counts.reply();
            reply.extend(others.iter().cloned());
            match self.worth(&reply) {
                (worth, unknown) if unknown.is_empty() && worth == wanted => {
                    ControlFlow::Break(Ok(true))
                }
                _ => ControlFlow::Continue(()),
            }
        });
        match flow {
            ControlFlow::Break(decided) => decided,
            ControlFlow::Continue(()) => Ok(false),
        }
    }

    /// Checks that the claims show who wins a position, and its nimber if that is claimed.
    pub(crate) fn root(
        &self,
        lands: &[Land],
        is_win: bool,
        claimed: Option<u32>,
    ) -> Result<(), Wrong> {
        let (nimber, unknown) = self.worth(lands);
        if unknown.is_empty() {
            let other = claimed.is_some_and(|claimed| claimed != nimber);
            return match other || (nimber > 0) != is_win {
                true => Err(Wrong::OtherNimber { nimber }),
                false => Ok(()),
            };
        }
        match claimed.is_none() && is_win && self.has_answer(lands, 0)? {
            true => Ok(()),
            false => Err(Wrong::NotShown),
        }
    }
}
