//! Holding our figures against the report's: not second against second, which compares machines and languages, but ratio
//! against ratio.

use super::measure::{Measured, Rates, Spread};
use super::plan::{Contrast, Part, Unit};
use std::cmp::Ordering;

/// Two rates this close are called the same, if two standard errors do not reach further.
pub const SAME_WITHIN: f64 = 0.05;

/// How our ratio stands to the report's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both say faster, both slower or both the same.
    Agrees,
    /// One says the same, the other does not.
    Differs,
    /// One says faster, the other slower.
    Opposite,
    /// One of them is too noisy to say which: its error reaches over the line between the same and not the same.
    Undecided,
}

impl Verdict {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::Opposite => "opposite",
            Verdict::Undecided => "undecided",
        }
    }
}

/// A ratio and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The quotient of the means.
    pub value: f64,
    /// The standard error, from the deviations of both and the number of runs.
    pub error: f64,
}

impl Ratio {
    fn of(left: Spread, right: Spread, runs: f64) -> Self {
        let value = left.mean / right.mean;
        let relative = |spread: Spread| spread.deviation / spread.mean;
        Self {
            value,
            error: value * relative(left).hypot(relative(right)) / runs.sqrt(),
        }
    }

    /// Slower, the same or faster; nothing where two standard errors reach over a border.
    fn class(self) -> Option<Ordering> {
        let (away, reach) = ((self.value - 1.0).abs(), 2.0 * self.error);
        if away + reach <= SAME_WITHIN {
            Some(Ordering::Equal)
        } else if away - reach > SAME_WITHIN {
            Some(self.value.total_cmp(&1.0))
        } else {
            None
        }
    }
}

/// A contrast with both ratios.
pub struct Compared<'a> {
    /// What is compared.
    pub contrast: &'a Contrast,
    /// The report's ratio.
    pub reported: Ratio,
    /// Ours.
    pub ours: Ratio,
    /// How they stand to each other.
    pub verdict: Verdict,
}

/// The report measured everything twenty times.
const REPORTED_RUNS: f64 = 20.0;

/// The rate in a unit.
pub fn rate(rates: &Rates, unit: Unit) -> Spread {
    match unit {
        Unit::Playouts => rates.playouts,
        Unit::Moves => rates.moves,
    }
}

/// Every contrast of a part for which we have figures.
pub fn compare<'a>(part: &'a Part, measured: &Measured) -> Vec<Compared<'a>> {
    part.contrasts
        .iter()
        .filter_map(|contrast| one(part, contrast, measured))
        .collect()
}

fn one<'a>(part: &Part, contrast: &'a Contrast, measured: &Measured) -> Option<Compared<'a>> {
    let [left, right] = [contrast.left, contrast.right];
    let runs = measured.runs(left).len().min(measured.runs(right).len()) as f64;
    let spread = |cell| Some(rate(&measured.rates(cell)?, contrast.unit));
    let ours = Ratio::of(spread(left)?, spread(right)?, runs);
    let reported = match contrast.said {
        Some(value) => Ratio { value, error: 0.0 },
        None => {
            let spread = |cell: super::plan::Cell| {
                Some(rate(
                    part.series[cell.series].reported.get(cell.point)?,
                    contrast.unit,
                ))
            };
            Ratio::of(spread(left)?, spread(right)?, REPORTED_RUNS)
        }
    };
    let verdict = verdict(reported, ours);
    Some(Compared {
        contrast,
        reported,
        ours,
        verdict,
    })
}

fn verdict(reported: Ratio, ours: Ratio) -> Verdict {
    match (reported.class(), ours.class()) {
        (None, _) | (_, None) => Verdict::Undecided,
        (Some(a), Some(b)) if a == b => Verdict::Agrees,
        (Some(Ordering::Equal), _) | (_, Some(Ordering::Equal)) => Verdict::Differs,
        _ => Verdict::Opposite,
    }
}

/// Contrasts of the same two series in the same unit, point after point; or a pair of games alone.
pub struct Group<'a, 'b> {
    /// Who against whom.
    pub label: String,
    /// In which unit.
    pub unit: Unit,
    /// At least one.
    pub members: Vec<&'b Compared<'a>>,
}

impl Group<'_, '_> {
    /// The least and the greatest of its ratios, as text.
    pub fn range(&self, ratio: impl Fn(&Compared) -> Ratio) -> String {
        let values = || self.members.iter().map(|member| ratio(member).value);
        let (low, high) = (
            values().fold(f64::INFINITY, f64::min),
            values().fold(0.0, f64::max),
        );
        let [low, high] = [low, high].map(|value| format!("{value:.2}"));
        if low == high {
            low
        } else {
            format!("{low}–{high}")
        }
    }
}

/// Puts contrasts of the same series together.
pub fn grouped<'a, 'b>(part: &Part, compared: &'b [Compared<'a>]) -> Vec<Group<'a, 'b>> {
    let mut groups: Vec<Group> = Vec::new();
    for one in compared {
        let Contrast {
            left, right, unit, ..
        } = *one.contrast;
        let together = |group: &&mut Group| {
            let first = group.members[0].contrast;
            left.series != right.series
                && (first.left.series, first.right.series, first.unit)
                    == (left.series, right.series, unit)
        };
        match groups.iter_mut().find(together) {
            Some(group) => group.members.push(one),
            None => {
                let names = |cell: super::plan::Cell| part.series[cell.series].name;
                let label = if left.series == right.series {
                    format!(
                        "{} ÷ {}",
                        part.points[left.point].label, part.points[right.point].label
                    )
                } else {
                    format!("{} ÷ {}", names(left), names(right))
                };
                groups.push(Group {
                    label,
                    unit,
                    members: vec![one],
                });
            }
        }
    }
    groups
}

/// A contrast in words: who against whom, where.
pub fn describe(part: &Part, contrast: &Contrast) -> String {
    let (left, right) = (contrast.left, contrast.right);
    if left.series == right.series {
        let games = format!(
            "{} ÷ {}",
            part.points[left.point].label, part.points[right.point].label
        );
        return if part.series.len() > 1 {
            format!("{games}, {}", part.series[left.series].name)
        } else {
            games
        };
    }
    let keepers = format!(
        "{} ÷ {}",
        part.series[left.series].name, part.series[right.series].name
    );
    if part.points.len() > 1 {
        format!("{}: {keepers}", part.points[left.point].label)
    } else {
        keepers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_within_a_twentieth_is_the_same() {
        let ratio = |value| Ratio { value, error: 0.0 }.class();
        assert_eq!(ratio(1.04), Some(Ordering::Equal));
        assert_eq!(ratio(0.94), Some(Ordering::Less));
        assert_eq!(ratio(1.06), Some(Ordering::Greater));
    }

    #[test]
    fn what_the_noise_hides_is_undecided() {
        let ratio = |value, error| Ratio { value, error };
        // On either side of a border, and so noisy that anything could be true.
        for unsure in [ratio(1.06, 0.01), ratio(1.04, 0.01), ratio(0.9, 0.1)] {
            assert_eq!(unsure.class(), None);
            assert_eq!(verdict(ratio(1.0, 0.0), unsure), Verdict::Undecided);
            assert_eq!(verdict(unsure, ratio(2.0, 0.0)), Verdict::Undecided);
        }
        let [slow, same, fast] = [0.8, 1.0, 1.2].map(|value| ratio(value, 0.02));
        assert_eq!(verdict(slow, slow), Verdict::Agrees);
        assert_eq!(verdict(same, fast), Verdict::Differs);
        assert_eq!(verdict(slow, fast), Verdict::Opposite);
    }

    #[test]
    fn errors_of_a_quotient_add_as_squares() {
        let spread = Spread {
            mean: 10.0,
            deviation: 3.0,
        };
        let other = Spread {
            mean: 5.0,
            deviation: 2.0,
        };
        let ratio = Ratio::of(spread, other, 4.0);
        assert_eq!(ratio.value, 2.0);
        assert!((ratio.error - 2.0 * 0.5 / 2.0).abs() < 1e-12);
    }
}
