//! First guesses at the work to decide a couple that was never visited. Owns what is read off a land for them and what is made of
//! it; the search only asks.

use crate::normal::Guide;
use crate::weights::Weights;
use sprouts::PackedLand;
use std::f64::consts::PI;

/// Steps of the phase: the expected length of the play modulo 2.
const PHASES: usize = 32;
/// Lands with more capitals are guessed at as if they had so many.
const CAPITALS_MAX: usize = 63;
/// Guesses are kept far below the numbers that mean "no hope".
const GUESS_MAX: f32 = (1 << 20) as f32;

/// Fitted to proved lands.
const WEIGHTS: Weights = Weights {
    generic: [7.0 / 3.0, 1.5, 0.65],
    small_letter: 0.74,
    capital: 0.74,
    region: -0.33,
    land: 0.33,
};

/// The logarithm of the odds that the nimber of a land is 0, 1, 2 or 3, from the phase φ of the expected length: a constant, a multiple of
/// cos πφ and one of sin πφ. The last row is for all other heaps. Fitted to the 44,000 couples that the searches of 12, 13, 14, 16 and
/// 17 spots and of two hard positions decided.
const LOG_ODDS: [[f64; 3]; 5] = [
    [0.0, 1.5, -0.3],
    [0.0, -1.65, -0.1],
    [-0.5, -1.1, -1.1],
    [-0.4, 1.1, 1.6],
    [-1.8, 0.0, 0.0],
];

/// About how many moves there are for each life, in steps of a quarter of an octave.
#[derive(Clone, Copy)]
pub(crate) struct Mobility(u8);

impl Mobility {
    const STEPS: usize = 64;
    const STEPS_PER_OCTAVE: f32 = 4.0;
    /// The step of a land that has as many moves as lives.
    const STEP_OF_ONE: f32 = 16.0;

    pub(crate) fn new(moves: f32, lives: f32) -> Self {
        let octaves = (moves / lives.max(1.0)).log2();
        let step = Mobility::STEP_OF_ONE + Mobility::STEPS_PER_OCTAVE * octaves;
        Mobility(step.round().clamp(0.0, Mobility::STEPS as f32 - 1.0) as u8)
    }

    pub(crate) fn of_land(land: PackedLand<'_>) -> Self {
        Mobility::new(moves(land), land.lives() as f32)
    }

    pub(crate) fn moves_per_life(self) -> f32 {
        ((f32::from(self.0) - Mobility::STEP_OF_ONE) / Mobility::STEPS_PER_OCTAVE).exp2()
    }

    /// All there are, in ascending order.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..Mobility::STEPS as u8).map(Mobility)
    }

    /// The place among all, which fits into a byte.
    pub(crate) fn step(self) -> u8 {
        self.0
    }

    pub(crate) fn of_step(step: u8) -> Self {
        Mobility(step.min(Mobility::STEPS as u8 - 1))
    }
}

/// What the guesses know of a land, apart from its lives.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    mobility: Mobility,
    capitals: u8,
    phase: u8,
}

impl Shape {
    pub(crate) fn of(land: PackedLand<'_>) -> Self {
        let census = land.census();
        let phase = WEIGHTS.moves(&census).rem_euclid(2.0) * (PHASES / 2) as f64;
        Shape {
            mobility: Mobility::of_land(land),
            capitals: (census.capitals as usize).min(CAPITALS_MAX) as u8,
            phase: (phase.round() as usize % PHASES) as u8,
        }
    }
}

/// A factor on the guess of the work to show a win, and one on that to show a loss.
#[derive(Clone, Copy)]
struct Factors {
    win: f32,
    loss: f32,
}

/// All first guesses, as products of what the traits of a land contribute.
pub(crate) struct Guesses {
    sizes: Box<[Factors]>,
    mobility: Box<[Factors]>,
    capitals: Box<[f32]>,
    phases: [Box<[Factors]>; LOG_ODDS.len()],
}

impl Guesses {
    pub(crate) fn new(guide: &Guide) -> Self {
        let factors = |win: f64, loss: f64| Factors {
            win: win as f32,
            loss: loss as f32,
        };
        Guesses {
            sizes: (0..=255)
                .map(|size| f64::from(size).max(1.0))
                .map(|size| {
                    factors(
                        size.powf(guide.win_exponent),
                        size.powf(guide.loss_exponent),
                    )
                })
                .collect(),
            mobility: Mobility::all()
                .map(|mobility| f64::from(mobility.moves_per_life()))
                .map(|mobility| {
                    factors(
                        mobility.powf(guide.win_mobility_exponent),
                        mobility.powf(guide.loss_mobility_exponent),
                    )
                })
                .collect(),
            capitals: (0..=CAPITALS_MAX)
                .map(|capitals| (capitals as f64 * guide.loss_for_each_capital).exp() as f32)
                .collect(),
            phases: LOG_ODDS.map(|[constant, cosine, sine]| {
                (0..PHASES)
                    .map(|phase| PI * phase as f64 / (PHASES / 2) as f64)
                    .map(|angle| constant + cosine * angle.cos() + sine * angle.sin())
                    .map(|odds| factors((guide.tilt * odds).exp(), (-guide.tilt * odds).exp()))
                    .collect()
            }),
        }
    }

    /// The work to show that the player to move wins a couple, and the work to show that he loses it.
    pub(crate) fn of(&self, lives: u8, shape: Shape, heap: u8) -> (u32, u32) {
        let size = usize::from(lives) + 4 * usize::from(heap);
        let phases = &self.phases[usize::from(heap).min(LOG_ODDS.len() - 1)];
        let (mut win, mut loss) = (1.0, self.capitals[usize::from(shape.capitals)]);
        for factors in [
            self.sizes[size.min(255)],
            self.mobility[usize::from(shape.mobility.step())],
            phases[usize::from(shape.phase)],
        ] {
            win *= factors.win;
            loss *= factors.loss;
        }
        (
            1 + win.min(GUESS_MAX) as u32,
            1 + loss.min(GUESS_MAX) as u32,
        )
    }
}

/// Roughly how many different moves a land has: a closed form that counts equal lone spots once, and shares of what symmetry and equal
/// boundaries leave on average.
fn moves(land: PackedLand<'_>) -> f32 {
    let mut moves = 0.0f32;
    for region in land.regions() {
        let mut alike = [0.0f32; 3];
        let (mut others, mut occurrences, mut pairs) = (0, 0.0f32, 0.0f32);
        for boundary in region {
            match boundary {
                [degree @ 0..=2] => alike[usize::from(*degree)] += 1.0,
                _ => {
                    let length = boundary.len() as f32;
                    others += 1;
                    occurrences += length;
                    pairs += length * (length - 1.0) / 4.0 + 0.3;
                }
            }
        }
        // The ways to divide the boundaries between the two sides of a curve.
        let divisions: f32 =
            alike.iter().map(|count| count + 1.0).product::<f32>() * 2f32.powi(others.min(60));
        let loops: f32 = alike[..2]
            .iter()
            .map(|count| count / (count + 1.0) / 2.0)
            .sum();
        let kinds: f32 = alike.iter().map(|count| count.min(1.0)).sum();
        let between = if others > 1 {
            0.4 * occurrences * occurrences * (1.0 - 1.0 / others as f32)
        } else {
            0.0
        };
        let joins = kinds * (kinds + 1.0) / 2.0 + kinds * occurrences + between;
        moves += divisions * (loops + pairs) + joins;
    }
    moves.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::{Generator, Position, Seed};
    use std::ops::ControlFlow;

    /// The guess need not be right, but it must tell lands of many moves from lands of few.
    #[test]
    fn the_guess_follows_the_number_of_children() {
        let mut seed = Seed::new(1);
        let (mut logarithms, mut within) = (Vec::new(), 0);
        for _ in 0..200 {
            let mut game = sprouts::Labelled::start(8);
            for _ in 0..4 + seed.below(8) {
                if let Some(m) = seed.pick(&game.moves()).cloned() {
                    game.play(&m).expect("legal");
                }
            }
            let position: Position = game.position().expect("a position");
            for land in position.canonical().lands() {
                let mut children = 0.0f32;
                let _ = Generator::default().children(land.packed(), |_| {
                    children += 1.0;
                    ControlFlow::<()>::Continue(())
                });
                let error = (moves(land.packed()) / children).log2();
                logarithms.push(error);
                within += usize::from(error.abs() < 1.5);
            }
        }
        assert!(
            within * 10 > logarithms.len() * 8,
            "{within} of {} within a factor of three",
            logarithms.len()
        );
    }
}
