//! The chance that a position is lost for the player to move, from the expected length of the play. Owns the guess; what is proved about
//! parts of a position comes from the judge.
//!
//! What a land adds to the length, and how far the sum can be trusted, is fitted to positions of 8 to 12 spots after random moves,
//! all of whose outcomes were proved: see `docs/opponents.md`.

use super::judge::Judge;
use crate::weights::Weights;
use sprouts::{Canonical, Ending, Land, Nimber, Outcome};

/// A fit: moves for each thing that a position is made of, and what the parity of their sum says.
struct Fit {
    weights: Weights,
    /// What a heap adds: an odd one about a move, and one of two or more some share of another.
    heap_odd: f64,
    heap_large: f64,
    constant: f64,
    /// The logarithm of the odds of a loss: this, …
    odds: f64,
    /// … and this for an even length; as much less for an odd one.
    odds_even: f64,
    /// Replies of this weight are met as often as not, …
    weight_even: f64,
    /// … and the odds fall with the weight to this power.
    weight_exponent: f64,
}

const NORMAL: Fit = Fit {
    weights: Weights {
        generic: [2.343, 1.597, 0.624],
        small_letter: 0.749,
        capital: 0.815,
        region: -0.309,
        land: 0.138,
    },
    heap_odd: 1.043,
    heap_large: 0.657,
    constant: -0.174,
    odds: -1.255,
    odds_even: 1.494,
    weight_even: 2.87,
    weight_exponent: 1.46,
};
/// The winner of a misère play makes the last move but one, so the constant is about one move more.
const MISERE: Fit = Fit {
    weights: Weights {
        generic: [2.385, 1.594, 0.728],
        small_letter: 0.727,
        capital: 0.801,
        region: -0.263,
        land: -0.017,
    },
    heap_odd: 1.07,
    heap_large: -0.503,
    constant: 1.166,
    odds: -1.097,
    odds_even: 1.838,
    weight_even: 2.68,
    weight_exponent: 1.21,
};

/// In misère play lands of at most so many lives count as heaps.
const SMALL_LIVES: u32 = 8;

/// What is not proved keeps at least this much doubt, so that rounding never makes a proof.
const UNPROVED: f64 = 1e-9;

fn fit(ending: Ending) -> &'static Fit {
    match ending {
        Ending::Normal => &NORMAL,
        Ending::Misere => &MISERE,
    }
}

impl Fit {
    fn moves<'a>(&self, lands: impl Iterator<Item = &'a Land>, heap: Nimber) -> f64 {
        let odd = f64::from(heap.get() & 1) * self.heap_odd;
        let large = f64::from(u8::from(heap.get() > 1)) * self.heap_large;
        let moves = |land: &Land| self.weights.moves(&land.packed().census());
        self.constant + odd + large + lands.map(moves).sum::<f64>()
    }

    fn chance(&self, moves: f64) -> f64 {
        let log_odds = self.odds + self.odds_even * (moves * std::f64::consts::PI).cos();
        1.0 / (1.0 + (-log_odds).exp())
    }
}

/// The chance that the player to move loses the position: 0 or 1 where it is proved. What has at most `sight` lives is worked out
/// (lands in normal play, positions in misère play); without a limit everything counts that is proved already.
pub(super) fn chance_lost(
    judge: &mut Judge,
    position: &Canonical,
    ending: Ending,
    sight: Option<u32>,
) -> f64 {
    if let Some(outcome) = judge.seen(position, ending, sight) {
        return f64::from(u8::from(outcome == Outcome::Loss));
    }
    // Most small lands are worth a heap in misère play too, and then it is that of normal play.
    let small = match ending {
        Ending::Normal => sight,
        Ending::Misere => Some(sight.map_or(SMALL_LIVES, |sight| sight.min(SMALL_LIVES))),
    };
    let (heap, others) = judge.parts(position, small);
    let fit = fit(ending);
    fit.chance(fit.moves(others.into_iter(), heap))
}

/// The chance that the player to move loses, from the weight of their moves: the sum of -ln(1 - chance) over the positions that
/// they can leave.
pub(super) fn chance_lost_to(weight: f64, ending: Ending) -> f64 {
    let fit = fit(ending);
    if weight == 0.0 || weight.is_infinite() {
        return f64::from(u8::from(weight == 0.0));
    }
    let chance = 1.0 / (1.0 + (weight / fit.weight_even).powf(fit.weight_exponent));
    chance.clamp(UNPROVED, 1.0 - UNPROVED)
}
