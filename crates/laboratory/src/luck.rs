//! Figures of searches whose size is partly luck: means of ratios, and how sure they are.

use std::fmt;

/// Positions with margins (how much worse a move may become before the search leaves it), by size: enough of them that luck evens out.
pub const PAIRS: [&str; 20] = [
    "0*14@0.16",
    "0*14@0.22",
    "0*15@0.15",
    "0*15@0.18",
    "0*15@0.21",
    "0*18@0.14",
    "0*18@0.16",
    "0*18@0.18",
    "0*18@0.2",
    "0*18@0.22",
    "0*19@0.15",
    "0*19@0.18",
    "0*19@0.21",
    "0*20@0.15",
    "0*20@0.18",
    "0*20@0.21",
    "0*22@0.15",
    "0*22@0.18",
    "0*22@0.21",
    "0*23@0.16",
];

/// The geometric mean of ratios, with what is one standard error below and above it.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// One standard error below it.
    pub low: f64,
    /// One standard error above it.
    pub high: f64,
}

impl Mean {
    /// Of one ratio at least. All are above 0.
    pub fn of(ratios: &[f64]) -> Self {
        let count = ratios.len() as f64;
        let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
        let squares = ratios.iter().map(|ratio| (ratio.ln() - mean).powi(2));
        let error = (squares.sum::<f64>() / (count - 1.0).max(1.0) / count).sqrt();
        Mean {
            mean: mean.exp(),
            low: (mean - error).exp(),
            high: (mean + error).exp(),
        }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mean { mean, low, high } = self;
        write!(
            out,
            "{mean:.2} (geometric mean, {low:.2} to {high:.2} with one standard error)"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Mean;

    #[test]
    fn twice_and_half_are_once() {
        let mean = Mean::of(&[2.0, 0.5]);
        assert!((mean.mean - 1.0).abs() < 1e-12 && (mean.low * mean.high - 1.0).abs() < 1e-12);
        // The deviation of one from the mean is ln 2; the error of the mean of two is as much.
        assert!((mean.high - 2.0).abs() < 1e-12);
    }
}
