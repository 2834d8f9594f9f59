//! What a player has scored, and who is ahead.

use super::Referee;
use crate::engine::Status;
use crate::plan::{Colour, ScoreTerm};
use std::cmp::Ordering;
use std::collections::HashSet;

impl Referee {
    pub(super) fn score(&self, player: Colour) -> u128 {
        let terms = self.plan.score.iter();
        terms.map(|term| self.score_term(term, player)).sum()
    }

    fn score_term(&self, term: &ScoreTerm, player: Colour) -> u128 {
        let groups = || self.groups(|colour| colour == player);
        match *term {
            ScoreTerm::Captures => u128::from(self.now.captures[player.index()]),
            ScoreTerm::Sight => u128::from(self.in_sight(player)),
            ScoreTerm::Territory => u128::from(self.territory(player)),
            ScoreTerm::Bonus {
                player: owner,
                points,
            } => u128::from(if owner == player { points } else { 0 }),
            ScoreTerm::Product => groups().iter().fold(1, |product: u128, group| {
                product.saturating_mul(group.len() as u128)
            }),
            ScoreTerm::Largest(count) => {
                let mut sizes: Vec<u128> = groups().iter().map(|g| g.len() as u128).collect();
                sizes.sort_unstable_by(|a, b| b.cmp(a));
                sizes.resize(count as usize, 0);
                sizes.iter().product()
            }
            ScoreTerm::Stars => {
                let stars = groups().into_iter().map(|group| {
                    let touched = group.iter().flat_map(|site| self.board().fringe(*site));
                    let touched: HashSet<_> = touched.collect();
                    (touched.len() as u128).saturating_sub(2)
                });
                stars.sum()
            }
            ScoreTerm::Groups(from) => {
                let groups = groups().into_iter();
                groups.filter(|group| group.len() as u32 >= from).count() as u128
            }
            ScoreTerm::Stones => {
                let stones = self.now.stones.iter();
                stones.filter(|colour| **colour == player).count() as u128
            }
        }
    }
}

/// Who has the highest of the scores; `untie` compares two who have the same. Nobody when two are equal at the top.
pub(crate) fn best(scores: &[u128], untie: impl Fn(Colour, Colour) -> Ordering) -> Status {
    let colour = |player: usize| Colour(player as u8 + 1);
    let (mut first, mut alone) = (0, true);
    for player in 1..scores.len() {
        let order = scores[player].cmp(&scores[first]);
        match order.then_with(|| untie(colour(player), colour(first))) {
            Ordering::Greater => (first, alone) = (player, true),
            Ordering::Equal => alone = false,
            Ordering::Less => {}
        }
    }
    if alone {
        Status::Won(colour(first))
    } else {
        Status::Draw
    }
}
