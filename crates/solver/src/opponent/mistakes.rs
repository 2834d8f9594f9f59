//! How hard a losing move is to answer. Owns the counting of replies; the choice is made elsewhere.

use super::Mistakes;
use super::candidates::Candidate;
use super::judge::Judge;
use sprouts::{Canonical, Ending, Outcome};

/// For each candidate of a lost position, how many of the replies are mistakes. First from what is known, then by search, the
/// most promising candidate first, while `go_on` says so.
pub(super) fn count(
    judge: &mut Judge,
    candidates: &[Candidate],
    ending: Ending,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Mistakes> {
    let mut counted = vec![Mistakes::default(); candidates.len()];
    let mut open: Vec<Vec<Canonical>> = vec![Vec::new(); candidates.len()];
    for (index, candidate) in candidates.iter().enumerate() {
        if !go_on() {
            break;
        }
        let mut replies = candidate.left.children();
        counted[index].replies = replies.len();
        replies.retain(|reply| {
            let outcome = judge.known(reply, ending);
            counted[index].mistakes += usize::from(outcome == Some(Outcome::Win));
            outcome.is_none()
        });
        counted[index].unproved = replies.len();
        open[index] = replies;
    }
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| share(&counted[b]).total_cmp(&share(&counted[a])));
    for index in order {
        open[index].sort_by_key(|reply| (reply.lives(), reply.regions()));
        for reply in &open[index] {
            match judge.prove(reply, ending, go_on) {
                Some(outcome) => {
                    counted[index].mistakes += usize::from(outcome == Outcome::Win);
                    counted[index].unproved -= 1;
                }
                None if !go_on() => return counted,
                None => {}
            }
        }
    }
    counted
}

/// The candidate with the largest share of mistakes, the first of equal ones.
pub(super) fn best(counted: &[Mistakes]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for index in 0..counted.len() {
        if best.is_none_or(|best| share(&counted[index]) > share(&counted[best])) {
            best = Some(index);
        }
    }
    best
}

/// The likely share of mistakes. A reply that is not known counts as half a mistake, and where nothing was looked at so does
/// everything.
fn share(counted: &Mistakes) -> f64 {
    if counted.replies == 0 {
        return 0.5;
    }
    (counted.mistakes as f64 + 0.5 * counted.unproved as f64) / counted.replies as f64
}
