//! How hard a losing move is to answer. Owns the counting of replies; the choice is made elsewhere.

use super::candidates::Candidate;
use super::judge::Judge;
use super::odds;
use super::{Budget, Mistakes};
use sprouts::order;
use sprouts::{Canonical, Ending, Outcome};

/// Up to this share of the time one move is looked for all of whose replies are settled: after it nothing can surprise.
const SAFE_SHARE: f64 = 0.9;
/// Up to this share of the time the move that is hardest to answer is looked for.
const MISTAKES_SHARE: f64 = 0.6;

/// The replies to one move.
#[derive(Clone, Copy, Default)]
pub(super) struct Counted {
    /// What is proved of them.
    pub(super) proved: Mistakes,
    /// How many mistakes are to be expected among those of which nothing is proved.
    expected: f64,
}

impl Counted {
    /// Whether it is known of every reply who wins after it.
    fn is_settled(&self) -> bool {
        self.proved.replies > 0 && self.proved.unproved == 0
    }

    /// The likely share of mistakes; where nothing was looked at, half of the replies.
    fn share(&self) -> f64 {
        match self.proved.replies {
            0 => 0.5,
            replies if self.proved.unproved == 0 => self.proved.mistakes as f64 / replies as f64,
            replies => (self.proved.mistakes as f64 + self.expected) / replies as f64,
        }
    }
}

/// One candidate while its replies are being counted.
#[derive(Default)]
struct Tally {
    counted: Counted,
    /// Replies of which nothing is proved, each with the chance that it is a mistake.
    open: Vec<(f64, Canonical)>,
}

impl Tally {
    /// What is known of the replies already.
    fn of(judge: &mut Judge, left: &Canonical, ending: Ending, sight: Option<u32>) -> Self {
        let replies = left.children();
        let mut tally = Tally::default();
        tally.counted.proved.replies = replies.len();
        for reply in replies {
            match judge.known(&reply, ending) {
                Some(outcome) => {
                    tally.counted.proved.mistakes += usize::from(outcome == Outcome::Win);
                }
                None => {
                    let mistake = 1.0 - odds::chance_lost(judge, &reply, ending, sight);
                    tally.counted.expected += mistake;
                    tally.open.push((mistake, reply));
                }
            }
        }
        tally.counted.proved.unproved = tally.open.len();
        order::sort_by_key(&mut tally.open, |(_, reply)| {
            (reply.lives(), reply.regions())
        });
        tally
    }

    fn work(&self) -> f64 {
        work(self.open.iter().map(|(_, reply)| reply))
    }

    /// Proves who wins after each reply, up to a share of the time; whether there was enough of it.
    fn settle(
        &mut self,
        judge: &mut Judge,
        ending: Ending,
        share: f64,
        budget: Budget<'_>,
    ) -> bool {
        let counted = &mut self.counted;
        self.open.retain(|(mistake, reply)| {
            let outcome = judge.prove(reply, ending, &mut || budget() < share);
            if let Some(outcome) = outcome {
                counted.proved.mistakes += usize::from(outcome == Outcome::Win);
                counted.proved.unproved -= 1;
                counted.expected -= mistake;
            }
            outcome.is_none()
        });
        budget() < share
    }
}

/// For each candidate of a lost position, how many of the replies are mistakes. First from what is known; then one candidate is settled by
/// search, the one with the least work left; then the others, the most promising first, while the time lasts.
pub(super) fn count(
    judge: &mut Judge,
    candidates: &[Candidate],
    ending: Ending,
    sight: Option<u32>,
    budget: Budget<'_>,
) -> Vec<Counted> {
    let mut tallies: Vec<Tally> = Vec::new();
    for candidate in candidates {
        if budget() >= MISTAKES_SHARE {
            break;
        }
        tallies.push(Tally::of(judge, &candidate.left, ending, sight));
    }
    if let Some(least) = tallies
        .iter_mut()
        .min_by(|a, b| a.work().total_cmp(&b.work()))
    {
        least.settle(judge, ending, SAFE_SHARE, budget);
    }
    let mut order: Vec<usize> = (0..tallies.len()).collect();
    let share = |index: usize| tallies[index].counted.share();
    order::sort_by(&mut order, |&a, &b| share(b).total_cmp(&share(a)));
    for index in order {
        if !tallies[index].settle(judge, ending, MISTAKES_SHARE, budget) {
            break;
        }
    }
    tallies.resize_with(candidates.len(), Tally::default);
    tallies.iter().map(|tally| tally.counted).collect()
}

/// A guess at the work to settle some replies: it grows with every life.
pub(super) fn work<'a>(replies: impl Iterator<Item = &'a Canonical>) -> f64 {
    const FOR_EACH_LIFE: f64 = 1.4;
    replies
        .map(|reply| FOR_EACH_LIFE.powf(f64::from(reply.lives())))
        .sum()
}

/// The candidate with the largest share of mistakes, the first of equal ones; one that is settled before all others, since what follows it
/// can be played without a guess.
pub(super) fn best(counted: &[Counted]) -> Option<usize> {
    let value = |index: usize| (counted[index].is_settled(), counted[index].share());
    (0..counted.len()).reduce(|best, index| {
        let (one, other) = (value(index), value(best));
        let better = one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).is_gt();
        if better { index } else { best }
    })
}
