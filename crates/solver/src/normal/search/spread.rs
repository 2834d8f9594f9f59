//! How the threads of one search keep apart. What another thread is at work on looks harder, but only when a thread chooses where to go:
//! the numbers themselves stay true, and so do the limits that are made of them.

use super::{HEAP_MOVE, Worker, child_at};
use crate::lands::{Children, LandId};
use crate::numbers::{INFINITE, Numbers};

/// A thread begins at the root again after so many nodes. What it saw of the moves on its path is old by then, and a choice that it made
/// because of another thread may be one no more.
pub(super) const NODES_AT_ONCE: u64 = 64;
/// How much harder a land looks for each other thread that is at work on it. With more, threads spread out over moves that one thread would
/// never look at.
const TAKEN: f64 = 1.25;
/// The same where all moves must be tried anyway, or the nimbers of all lands be found: there the order costs nothing. With sixteen instead
/// of four, threads are lost for long where that guess is wrong.
pub(super) const TAKEN_OF_ALL: f64 = 4.0;

impl Worker<'_> {
    /// How much harder a sum of lands looks for each other thread that is at work on it.
    pub(super) fn taken(&self, ids: &[u32], for_each: f64) -> f64 {
        let visitors = ids
            .iter()
            .map(|&id| self.lands.entry(LandId(id)).visitors());
        1.0 + (for_each - 1.0) * f64::from(visitors.max().unwrap_or(0))
    }

    /// The same for a branch. A move in the heap leaves the land that this thread is at work on itself.
    fn branch_taken(&self, children: &Children, branch: usize, for_each: f64) -> f64 {
        let place = self.branches[branch].place;
        if place & HEAP_MOVE != 0 {
            return 1.0;
        }
        let (ids, _, _) = child_at(children, place as usize);
        self.taken(ids, for_each)
    }

    /// The branch to search next, if another thread is at work on the best one, and the number at which another branch would be chosen.
    pub(super) fn beside_others(
        &self,
        children: &Children,
        base: usize,
        best: usize,
        numbers: Numbers,
        limit: u32,
    ) -> Option<(usize, u32)> {
        let is_for_all = numbers.loss < numbers.win;
        let for_each = if is_for_all { TAKEN_OF_ALL } else { TAKEN };
        if self.branch_taken(children, base + best, for_each) == 1.0 {
            return None;
        }
        let (mut chosen, mut key, mut factor, mut second_key) = (best, f64::MAX, 1.0, f64::MAX);
        for (index, branch) in self.branches[base..].iter().enumerate() {
            if branch.numbers.loss >= limit {
                continue;
            }
            let taken = self.branch_taken(children, base + index, for_each);
            let branch_key = f64::from(branch.numbers.loss) * taken;
            if branch_key < key {
                second_key = key;
                (chosen, key, factor) = (index, branch_key, taken);
            } else if branch_key < second_key {
                second_key = branch_key;
            }
        }
        let second = (second_key / factor).min(f64::from(INFINITE));
        Some((chosen, second as u32))
    }
}
