//! The really different moves of a labelled position. Owns how many are looked at; judges none of them.

use super::Budget;
use sprouts::{Canonical, Labelled, Move, Outcome, Seed};
use std::collections::BTreeMap;

/// How many moves of a position are looked at. With many different boundaries in one region the number of moves doubles with
/// each of them; no position of a game on twenty spots met so far came near this.
const MOVES_MAX: usize = 20_000;
/// How many moves are looked at even when there is no time at all.
const MOVES_MIN: usize = 64;

/// A move, the position that it leaves to the other player, and who wins that if it is proved.
pub(super) struct Candidate {
    pub(super) played: Move,
    pub(super) left: Canonical,
    /// For the player who moves next, so a loss here is a win for whoever makes the move.
    pub(super) outcome: Option<Outcome>,
}

/// A move for each different position that can be left, any of those that leave it; nothing when there is no move.
pub(super) fn different(
    game: &Labelled,
    seed: &mut Seed,
    budget: Budget<'_>,
) -> Option<Vec<Candidate>> {
    let mut after = game.clone();
    let mut found: BTreeMap<Canonical, (Move, usize)> = BTreeMap::new();
    let mut any = None;
    for (count, played) in game.moves_up_to(MOVES_MAX).into_iter().enumerate() {
        if count >= MOVES_MIN && count.is_multiple_of(32) && budget() >= 0.5 {
            break;
        }
        after.play(&played).expect("a generated move is legal");
        let position = after.position();
        after.undo();
        // More spots than canonical form has room for: such a move is kept for the case that there is nothing better.
        let Ok(position) = position else {
            any = Some(played);
            continue;
        };
        let (kept, alike) = found
            .entry(position.canonical())
            .or_insert_with(|| (played.clone(), 0));
        *alike += 1;
        if seed.below(*alike) == 0 {
            *kept = played;
        }
    }
    let candidates: Vec<Candidate> = found
        .into_iter()
        .map(|(left, (played, _))| Candidate {
            played,
            left,
            outcome: None,
        })
        .chain(any.map(|played| Candidate {
            played,
            left: Canonical::default(),
            outcome: Some(Outcome::Win),
        }))
        .collect();
    (!candidates.is_empty()).then_some(candidates)
}
