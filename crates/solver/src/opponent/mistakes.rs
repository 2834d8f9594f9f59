//! How hard a losing move is to answer. Owns the counting of replies; the choice is made elsewhere.

use super::Mistakes;
use super::candidates::Candidate;
use super::judge::Judge;
use super::length;
use sprouts::{Canonical, Ending, Outcome};

/// The replies to one move.
#[derive(Clone, Copy, Default)]
pub(super) struct Counted {
    /// What is proved of them.
    pub(super) proved: Mistakes,
    /// How many mistakes are to be expected among those of which nothing is proved.
    expected: f64,
}

/// For each candidate of a lost position, how many of the replies are mistakes. First from what is known, then by search, the
/// most promising candidate first, while `go_on` says so.
pub(super) fn count(
    judge: &mut Judge,
    candidates: &[Candidate],
    ending: Ending,
    sight: Option<u32>,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Counted> {
    let mut counted = vec![Counted::default(); candidates.len()];
    let mut open: Vec<Vec<(f64, Canonical)>> = vec![Vec::new(); candidates.len()];
    for (index, candidate) in candidates.iter().enumerate() {
        if !go_on() {
            break;
        }
        let replies = candidate.left.children();
        let count = &mut counted[index];
        count.proved.replies = replies.len();
        for reply in replies {
            match judge.known(&reply, ending) {
                Some(outcome) => count.proved.mistakes += usize::from(outcome == Outcome::Win),
                None => {
                    let mistake = 1.0 - length::chance_lost(judge, &reply, ending, sight);
                    count.expected += mistake;
                    open[index].push((mistake, reply));
                }
            }
        }
        count.proved.unproved = open[index].len();
    }
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| share(&counted[b]).total_cmp(&share(&counted[a])));
    for index in order {
        open[index].sort_by_key(|(_, reply)| (reply.lives(), reply.regions()));
        for (mistake, reply) in &open[index] {
            match judge.prove(reply, ending, go_on) {
                Some(outcome) => {
                    let count = &mut counted[index];
                    count.proved.mistakes += usize::from(outcome == Outcome::Win);
                    count.proved.unproved -= 1;
                    count.expected -= mistake;
                }
                None if !go_on() => return counted,
                None => {}
            }
        }
    }
    counted
}

/// The candidate with the largest share of mistakes, the first of equal ones.
pub(super) fn best(counted: &[Counted]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for index in 0..counted.len() {
        if best.is_none_or(|best| share(&counted[index]) > share(&counted[best])) {
            best = Some(index);
        }
    }
    best
}

/// The likely share of mistakes; where nothing was looked at, half of the replies.
fn share(counted: &Counted) -> f64 {
    let Counted { proved, expected } = counted;
    match proved.replies {
        0 => 0.5,
        replies if proved.unproved == 0 => proved.mistakes as f64 / replies as f64,
        replies => (proved.mistakes as f64 + expected) / replies as f64,
    }
}
