//! First guesses at the work to decide a node that was never visited. Owns their formula; the search only asks.

use super::super::Guide;
use super::super::lands::Size;
use crate::guess::Mobility;
use crate::numbers::Numbers;

/// What a node's numbers are before anything is known about its moves: products of what its lives, its mobility and its expected length
/// contribute, for a win and for a loss.
pub(super) struct FirstNumbers {
    lives: Vec<(f64, f64)>,
    mobility: Vec<(f64, f64)>,
    win_tilt: f64,
    loss_tilt: f64,
}

impl FirstNumbers {
    pub(super) fn new(guide: &Guide) -> Self {
        let lives = (0..=u8::MAX).map(|lives| f64::from(lives.max(1)));
        let mobility = Mobility::all().map(|mobility| f64::from(mobility.moves_per_life()));
        FirstNumbers {
            lives: lives
                .map(|lives| {
                    (
                        lives.powf(guide.win_exponent),
                        lives.powf(guide.loss_exponent),
                    )
                })
                .collect(),
            mobility: mobility
                .map(|mobility| {
                    (
                        mobility.powf(guide.win_mobility_exponent),
                        mobility.powf(guide.loss_mobility_exponent),
                    )
                })
                .collect(),
            win_tilt: guide.win_tilt,
            loss_tilt: guide.loss_tilt,
        }
    }

    pub(super) fn of(&self, size: Size) -> Numbers {
        let by_lives = self.lives[(size.lives as usize).min(self.lives.len() - 1)];
        let by_mobility = self.mobility[usize::from(size.mobility.step())];
        let evenness = size.phase.evenness();
        // Far from any overflow of the sums to come, and never 0, which is a proof.
        let number = |effort: f64| effort.clamp(1.0, 1e6).ceil() as u32;
        Numbers {
            win: number(by_lives.0 * by_mobility.0 * (-self.win_tilt * evenness).exp()),
            loss: number(by_lives.1 * by_mobility.1 * (self.loss_tilt * evenness).exp()),
        }
    }
}
