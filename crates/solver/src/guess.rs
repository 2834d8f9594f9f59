//! First guesses at the work to decide a couple that was never visited. Owns the estimate of mobility; the search owns what it makes of it.

use sprouts::Land;

/// Steps of the logarithm of mobility, a quarter of an octave each.
pub(crate) const STEPS: usize = 64;
const STEPS_PER_OCTAVE: f32 = 4.0;
/// The step of a land that has as many moves as lives.
const STEP_OF_ONE: f32 = 16.0;

/// How many moves a land has for each life, as a step on a logarithmic scale.
pub(crate) fn mobility_step(packed: &[u8]) -> u8 {
    let lives = Land::lives_of(packed).max(1) as f32;
    let step = STEP_OF_ONE + STEPS_PER_OCTAVE * (moves(packed) / lives).log2();
    step.round().clamp(0.0, STEPS as f32 - 1.0) as u8
}

/// The moves for each life that a step stands for.
pub(crate) fn mobility_of_step(step: usize) -> f64 {
    f64::from((step as f32 - STEP_OF_ONE) / STEPS_PER_OCTAVE).exp2()
}

/// Roughly how many different moves a land has: a closed form that counts equal lone spots once, and shares of what symmetry and equal
/// boundaries leave on average.
fn moves(packed: &[u8]) -> f32 {
    let mut moves = 0.0f32;
    for region in Land::regions_of(packed) {
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
                let _ = Generator::default().children(land.as_bytes(), |_| {
                    children += 1.0;
                    ControlFlow::<()>::Continue(())
                });
                let error = (moves(land.as_bytes()) / children).log2();
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
