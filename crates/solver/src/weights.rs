//! The expected length of a play. Owns how it is read off a land; the numbers are fitted where they are used, and what follows from a
//! length is no matter of this module.
//!
//! Each move costs a life, and the spots that survive keep one each, so the winner is a matter of the parity of survivors.
//! How many survive is hard to say but easy to guess: a spot or a region contributes about the same fraction of a survivor
//! wherever it is.

use sprouts::Census;

/// How many moves each thing that a land is made of adds to the play: the lives of a spot, for example, less its share of a
/// survivor.
pub(crate) struct Weights {
    /// For a spot of degree 0, 1 and 2 that occurs once.
    pub(crate) generic: [f64; 3],
    pub(crate) small_letter: f64,
    pub(crate) capital: f64,
    pub(crate) region: f64,
    /// For the land as a whole.
    pub(crate) land: f64,
}

impl Weights {
    /// The moves to expect in a land.
    pub(crate) fn moves(&self, census: &Census) -> f64 {
        let generic: f64 = (self.generic.iter().zip(census.generic))
            .map(|(moves, count)| moves * f64::from(count))
            .sum();
        generic
            + self.small_letter * f64::from(census.small_letters)
            + self.capital * f64::from(census.capitals)
            + self.region * f64::from(census.regions)
            + self.land
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Position;

    #[test]
    fn everything_in_a_land_adds_its_moves() {
        let weights = Weights {
            generic: [1.0, 10.0, 100.0],
            small_letter: 1e3,
            capital: 1e4,
            region: 1e5,
            land: 1e6,
        };
        for (text, moves) in [
            ("0*3", 1_100_003.0),
            ("0.AB|AB", 1_220_001.0),
            ("0*2.1a2a", 1_101_112.0),
        ] {
            let position: Position = text.parse().expect("a position");
            let position = position.canonical();
            let [land] = position.lands() else {
                panic!("{text} is one land");
            };
            let census = land.packed().census();
            assert_eq!(weights.moves(&census), moves, "{text}");
        }
    }
}
