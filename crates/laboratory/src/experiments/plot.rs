//! Plots as SVG, coloured by the page's style sheet: lines over a number, dots over games. Knows figures, not their meaning.

use std::fmt::Write as _;

/// How values are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal ratios are equally far apart.
    Log,
    /// Equal differences are.
    Linear,
}

/// Whose figures they are: ours are solid, the report's dashed and hollow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Measured here.
    Ours,
    /// Printed in the report.
    Reports,
}

/// The values of one series, by point; a missing one was not measured.
pub struct Row {
    /// Which colour.
    pub colour: usize,
    /// Its name, for whoever points at it.
    pub name: String,
    /// Whose they are.
    pub whose: Whose,
    /// Value and deviation.
    pub values: Vec<Option<(f64, f64)>>,
}

/// Something to plot.
pub struct Plot<'a> {
    /// Above it.
    pub title: &'a str,
    /// What the numbers along it are; nothing for games.
    pub along: Option<&'a str>,
    /// The points: where and with which label.
    pub points: Vec<(f64, &'a str)>,
    /// The values.
    pub rows: Vec<Row>,
    /// How values are laid out.
    pub scale: Scale,
    /// A value to draw a line at.
    pub mark: Option<f64>,
}

const WIDTH: f64 = 460.0;
const LEFT: f64 = 54.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;

impl Plot<'_> {
    /// The plot as an SVG element, or nothing if there is no value.
    pub fn svg(&self) -> Option<String> {
        let range = Range::of(self)?;
        Some(if self.along.is_some() {
            self.lines(&range)
        } else {
            self.dots(&range)
        })
    }

    /// Values upwards, numbers to the right.
    fn lines(&self, range: &Range) -> String {
        let height = 290.0;
        let (low, high) = (self.points[0].0, self.points[self.points.len() - 1].0);
        let x = |value: f64| {
            LEFT + 10.0 + (value - low) / (high - low).max(1e-9) * (WIDTH - LEFT - RIGHT - 20.0)
        };
        let y = |value: f64| height - BOTTOM - range.place(value) * (height - TOP - BOTTOM);
        let mut svg = self.open(height);
        for (value, label) in range.ticks() {
            let y = y(value);
            let end = WIDTH - RIGHT;
            let text = LEFT - 6.0;
            let _ = write!(
                svg,
                "<line class=grid x1={LEFT:.1} x2={end:.1} y1={y:.1} y2={y:.1} />\
                 <text class=tick x={text:.1} y={y:.1} dy=.32em text-anchor=end>{label}</text>"
            );
        }
        for (value, label) in &self.points {
            let (x, y) = (x(*value), height - BOTTOM + 16.0);
            let _ = write!(
                svg,
                "<text class=tick x={x:.1} y={y:.1} text-anchor=middle>{}</text>",
                escape(label)
            );
        }
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        let _ = write!(
            svg,
            "<text class=along x={middle:.1} y={:.1} text-anchor=middle>{}</text>",
            height - 8.0,
            escape(self.along.unwrap_or_default())
        );
        if let Some(mark) = self.mark {
            let (y, end) = (y(mark), WIDTH - RIGHT);
            let _ = write!(
                svg,
                "<line class=mark x1={LEFT:.1} x2={end:.1} y1={y:.1} y2={y:.1} />"
            );
        }
        for row in &self.rows {
            let known: Vec<(f64, f64, f64, usize)> = row
                .values
                .iter()
                .enumerate()
                .filter_map(|(i, value)| {
                    value.map(|(value, deviation)| (x(self.points[i].0), value, deviation, i))
                })
                .collect();
            let path: Vec<String> = known
                .iter()
                .map(|(x, value, ..)| format!("{x:.1},{:.1}", y(*value)))
                .collect();
            let _ = write!(
                svg,
                "<g class=\"c{} {}\"><polyline points=\"{}\" />",
                row.colour,
                row.class(),
                path.join(" ")
            );
            for (x, value, deviation, i) in known {
                let (top, bottom) = (y(value + deviation), y(range.at_least(value - deviation)));
                let _ = write!(
                    svg,
                    "<line class=error x1={x:.1} x2={x:.1} y1={top:.1} y2={bottom:.1} />\
                     <circle cx={x:.1} cy={:.1} r=3.2>{}</circle>",
                    y(value),
                    self.tip(row, i, value, deviation)
                );
            }
            svg.push_str("</g>");
        }
        svg.push_str("</svg>");
        svg
    }

    /// Games downwards, values to the right.
    fn dots(&self, range: &Range) -> String {
        let lane = 15.0;
        // Ours and the report's of one series share a lane.
        let mut lanes: Vec<usize> = self.rows.iter().map(|row| row.colour).collect();
        lanes.dedup();
        let band = 22.0 + lane * lanes.len() as f64;
        let height = TOP + band * self.points.len() as f64 + 26.0;
        let left = 14.0;
        let x = |value: f64| left + 8.0 + range.place(value) * (WIDTH - left - RIGHT - 16.0);
        let mut svg = self.open(height);
        let floor = height - 24.0;
        for (value, label) in range.ticks() {
            let x = x(value);
            let _ = write!(
                svg,
                "<line class=grid x1={x:.1} x2={x:.1} y1={TOP:.1} y2={floor:.1} />\
                 <text class=tick x={x:.1} y={:.1} text-anchor=middle>{label}</text>",
                floor + 15.0
            );
        }
        if let Some(mark) = self.mark {
            let x = x(mark);
            let _ = write!(
                svg,
                "<line class=mark x1={x:.1} x2={x:.1} y1={TOP:.1} y2={floor:.1} />"
            );
        }
        for (i, (_, label)) in self.points.iter().enumerate() {
            let top = TOP + band * i as f64;
            let _ = write!(
                svg,
                "<text class=band x={left:.1} y={:.1}>{}</text>",
                top + 13.0,
                escape(label)
            );
            for row in &self.rows {
                let j = lanes
                    .iter()
                    .position(|&colour| colour == row.colour)
                    .unwrap_or(0);
                let Some((value, deviation)) = row.values[i] else {
                    continue;
                };
                let y = top + 24.0 + lane * j as f64;
                let (from, to) = (x(range.at_least(value - deviation)), x(value + deviation));
                let _ = write!(
                    svg,
                    "<g class=\"c{} {}\"><line class=error x1={from:.1} x2={to:.1} y1={y:.1} y2={y:.1} />\
                     <circle cx={:.1} cy={y:.1} r=4>{}</circle></g>",
                    row.colour,
                    row.class(),
                    x(value),
                    self.tip(row, i, value, deviation)
                );
            }
        }
        svg.push_str("</svg>");
        svg
    }

    fn open(&self, height: f64) -> String {
        let title = escape(self.title);
        format!(
            "<svg class=plot viewBox=\"0 0 {WIDTH} {height}\" role=img aria-label=\"{title}\">\
             <text class=title x=14 y=16>{title}</text>"
        )
    }

    fn tip(&self, row: &Row, point: usize, value: f64, deviation: f64) -> String {
        let (digits, whose) = (
            decimals(value),
            if row.whose == Whose::Ours {
                "here"
            } else {
                "report"
            },
        );
        format!(
            "<title>{} · {} · {whose}: {} ± {}</title>",
            escape(self.points[point].1),
            escape(&row.name),
            grouped(value, digits),
            grouped(deviation, digits)
        )
    }
}

impl Row {
    fn class(&self) -> &'static str {
        match self.whose {
            Whose::Ours => "ours",
            Whose::Reports => "reports",
        }
    }
}

struct Range {
    low: f64,
    high: f64,
    scale: Scale,
}

impl Range {
    fn of(plot: &Plot) -> Option<Self> {
        let values = || plot.rows.iter().flat_map(|row| row.values.iter().flatten());
        let highs = values().map(|(value, deviation)| value + deviation);
        let mut high = highs
            .chain(plot.mark)
            .reduce(f64::max)
            .filter(|_| values().next().is_some())?;
        let lows = values().map(|(value, deviation)| match plot.scale {
            Scale::Linear => value - deviation,
            // A deviation as large as the mean has no place on a logarithmic scale.
            Scale::Log => (value - deviation).max(value / 2.0),
        });
        let mut low = lows.chain(plot.mark).reduce(f64::min)?;
        match plot.scale {
            Scale::Linear => {
                let pad = ((high - low) * 0.08).max(0.02);
                (low, high) = (low - pad, high + pad);
            }
            Scale::Log => {
                low = low.max(1e-9);
                let pad = (high / low).powf(0.06).max(1.12);
                (low, high) = (low / pad, high * pad);
            }
        }
        Some(Self {
            low,
            high,
            scale: plot.scale,
        })
    }

    fn at_least(&self, value: f64) -> f64 {
        value.max(self.low)
    }

    /// From 0 to 1.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let inside = |value: &f64| (self.low..=self.high).contains(value);
        match self.scale {
            Scale::Linear => {
                let rough = (self.high - self.low) / 5.0;
                let power = 10f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0]
                    .map(|m| m * power)
                    .into_iter()
                    .find(|&step| step >= rough)
                    .unwrap_or(rough);
                let digits = if step >= 1.0 {
                    0
                } else {
                    (-step.log10().floor()) as usize
                };
                let first = (self.low / step).ceil() as i64;
                let values = (first..first + 12).map(|i| i as f64 * step).filter(inside);
                values
                    .map(|value| (value, format!("{value:.digits$}")))
                    .collect()
            }
            Scale::Log => {
                let decades = (self.high / self.low).log10();
                let steps: &[f64] = if decades > 2.5 {
                    &[1.0]
                } else {
                    &[1.0, 2.0, 5.0]
                };
                let first = self.low.log10().floor() as i32;
                let last = self.high.log10().ceil() as i32;
                let values = (first..=last)
                    .flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
                values
                    .filter(inside)
                    .map(|value| (value, short(value)))
                    .collect()
            }
        }
    }
}

/// A round number for an axis: 500, 20k, 1M.
fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{}M", v / 1e6),
        v if v >= 1e3 => format!("{}k", v / 1e3),
        v => format!("{v}"),
    }
}

/// How many digits after the point a figure deserves.
pub fn decimals(value: f64) -> usize {
    match value.abs() {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    }
}

/// A number with its thousands apart.
pub fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, rest) = text
        .split_once('.')
        .map_or((text.as_str(), String::new()), |(a, b)| {
            (a, format!(".{b}"))
        });
    let (sign, whole) = whole
        .strip_prefix('-')
        .map_or(("", whole), |whole| ("−", whole));
    let mut out = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + &rest
}

/// Text inside an element or a quoted attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(1_234_567.4, 0), "1,234,567");
        assert_eq!(grouped(-1234.5, 1), "−1,234.5");
        assert_eq!(grouped(999.0, 0), "999");
        assert_eq!(short(2e4), "20k");
        assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }

    #[test]
    fn a_plot_without_values_is_none_and_one_with_values_stays_inside() {
        let row = |values| Row {
            colour: 0,
            name: "x".into(),
            whose: Whose::Ours,
            values,
        };
        let plot = |values, scale| Plot {
            title: "t",
            along: Some("n"),
            points: vec![(1.0, "1"), (2.0, "2")],
            rows: vec![row(values)],
            scale,
            mark: None,
        };
        assert!(plot(vec![None, None], Scale::Log).svg().is_none());
        for scale in [Scale::Log, Scale::Linear] {
            let plot = plot(vec![Some((1000.0, 900.0)), Some((1e6, 1e5))], scale);
            let range = Range::of(&plot).unwrap();
            for value in [range.at_least(100.0), 1e6 + 1e5] {
                assert!((0.0..=1.0).contains(&range.place(value)));
            }
            assert!(!range.ticks().is_empty());
            assert!(!plot.svg().unwrap().contains("NaN"));
        }
    }
}
