//! The report of our own: one HTML document with tables, plots and verdicts, that needs nothing beside it.
//! Turns figures into text; measures and judges nothing.

use super::compare::{
    Compared, Group, Ratio, SAME_WITHIN, Verdict, compare, grouped as group_by_series, rate,
};
use super::measure::{Effort, Measured, Spread};
use super::plan::{Axis, Cell, Part, Test, Unit};
use super::plot::{Plot, Row, Scale, Whose, decimals, escape, grouped};
use std::fmt::Write as _;

/// Everything there is to tell.
pub struct Document<'a> {
    /// The tests, each with what was measured of its parts.
    pub tests: &'a [(Test, Vec<Measured>)],
    /// How it was measured.
    pub effort: Effort,
    /// The machine, in a few words.
    pub machine: String,
    /// The day, as a person writes it.
    pub day: String,
    /// Whether it was stopped before the end.
    pub stopped: bool,
}

impl Document<'_> {
    /// The document.
    pub fn html(&self) -> String {
        let mut out = String::new();
        let _ = write!(
            out,
            "<!doctype html><html lang=en><head><meta charset=utf-8>\
             <meta name=viewport content=\"width=device-width, initial-scale=1\">\
             <title>Union-find in connection games, measured again</title><style>{STYLE}</style></head><body><main>"
        );
        self.head(&mut out);
        self.summary(&mut out);
        for (test, measured) in self.tests {
            write_test(&mut out, test, measured);
        }
        self.lengths(&mut out);
        self.method(&mut out);
        out.push_str("</main></body></html>\n");
        out
    }

    fn head(&self, out: &mut String) {
        let Effort {
            runs,
            seconds,
            seed,
        } = self.effort;
        let _ = write!(
            out,
            "<header><h1>Union-find in connection games, measured again</h1>\
             <p class=lead>Eight tests of the report <cite>Union-find with deletion for connection games</cite>: three \
             union rules, a framework that only adds stones (A) and one that also takes them away (B), against a plain \
             search and against each other.</p><dl class=facts>\
             <div><dt>Measured</dt><dd>{}</dd></div><div><dt>Machine</dt><dd>{}</dd></div>\
             <div><dt>Runs</dt><dd>{runs} of {seconds} s processor time for every cell</dd></div>\
             <div><dt>Program</dt><dd>rhizome {}, seed {seed}</dd></div></dl>",
            escape(&self.day),
            escape(&self.machine),
            env!("CARGO_PKG_VERSION"),
        );
        if self.stopped {
            out.push_str(
                "<p class=stopped>This measurement was stopped before its end. What follows is what was \
                 measured until then; cells that were not reached are empty.</p>",
            );
        }
        out.push_str("</header>");
    }

    fn summary(&self, out: &mut String) {
        out.push_str(
            "<section><h2>In short</h2><div class=wide><table class=summary><thead><tr><th>Test, and what the \
             report found<th class=ratios>Ratios<span>report</span><b>here</b><th></tr></thead><tbody>",
        );
        for (test, measured) in self.tests {
            let mut compared = Vec::new();
            let mut found = String::new();
            for (part, measured) in test.parts.iter().zip(measured) {
                let here = compare(part, measured);
                for group in group_by_series(part, &here) {
                    let name = if test.parts.len() > 1 {
                        format!("{}: ", part.name)
                    } else {
                        String::new()
                    };
                    let _ = write!(
                        found,
                        "<li><i>{}{}, {}</i><b>{}</b><span>{}</span>",
                        escape(&name),
                        escape(&group.label),
                        group.unit.name(),
                        group.range(|compared| compared.ours),
                        group.range(|compared| compared.reported)
                    );
                }
                compared.extend(here.into_iter().map(|compared| compared.verdict));
            }
            let _ = write!(
                out,
                "<tr><th scope=row><a href=#test-{0}>{0}. {1}</a><p>{2}</p><td><ul>{found}</ul><td class=chips>{3}</tr>",
                test.number,
                escape(test.title),
                escape(test.answer),
                chips(&compared)
            );
        }
        let _ = write!(
            out,
            "</tbody></table></div><p class=small>Counted are the pairs that the report compares. A pair <b>agrees</b> when \
             report and measurement both find its first faster, slower, or the same within {:.0} %; it <b>differs</b> when \
             only one of them finds it the same, and is <b>opposite</b> when one finds it faster and the other slower. It is \
             <b>undecided</b> when two standard errors of one of them reach over the border between the same and not the same. \
             Where they are told apart in a table, ≠ marks a difference, ⇄ an opposite and ? an undecided pair. Absolute speeds are not compared: they tell machines and languages apart, not methods.</p></section>",
            SAME_WITHIN * 100.0
        );
    }

    /// Whether the games are the same games: their mean lengths.
    fn lengths(&self, out: &mut String) {
        out.push_str(
            "<section id=lengths><h2>Are these the same games?</h2><p>The report's moves per second divided by its playouts \
             per second are the mean length of its games. Where that is not ours, its rules were others, and its speeds \
             say little about ours.</p><div class=wide><table><thead><tr><th>Game<th class=n>Mean length here\
             <th class=n>In the report<th>Remark</tr></thead><tbody>",
        );
        let mut seen = Vec::new();
        for (test, measured) in self.tests {
            for (part, measured) in test.parts.iter().zip(measured) {
                for (i, point) in part.points.iter().enumerate() {
                    let Some(length) = measured.length(i).filter(|_| !seen.contains(&point.game))
                    else {
                        continue;
                    };
                    seen.push(point.game);
                    let printed = part
                        .series
                        .iter()
                        .rev()
                        .find_map(|series| series.reported.get(i));
                    let printed = printed.map(|rates| rates.moves.mean / rates.playouts.mean);
                    let (figure, remark) = match printed {
                        Some(printed) => (grouped(printed, 1), remark(length, printed, point.game)),
                        None => ("–".into(), ""),
                    };
                    let _ = write!(
                        out,
                        "<tr><th scope=row>{}<td class=n>{}<td class=n>{figure}<td>{remark}</tr>",
                        escape(&point.game.to_string()),
                        grouped(length, 1)
                    );
                }
            }
        }
        out.push_str("</tbody></table></div></section>");
    }

    fn method(&self, out: &mut String) {
        let _ = write!(
            out,
            "<section><h2>How it was measured</h2><ul>\
             <li>A run plays uniform random games on one thread for {} s of that thread's processor time. Every cell is \
             measured {} times, after a short warm-up; figures are mean ± standard deviation over its runs.\
             <li>The cells of a table take turns, run by run, so that a slow moment of the machine falls on all alike.\
             <li>All keepers of groups play the very same games: the seed depends on the game and the run only.\
             <li>A stone is united in its player's forest and in the common forest, as in the report. The swap rule is left \
             out, as it was there.\
             <li>The report ran twenty times forty seconds inside a general game system in Java, which lists all legal moves \
             and copies its state at every move. Here nothing is copied, so a larger share of the time is union-find.\
             </ul><p class=small>The figures of the report are those of its appendix D.</p></section>",
            self.effort.seconds, self.effort.runs
        );
    }
}

fn remark(ours: f64, printed: f64, game: laboratory::groups::playouts::Game) -> &'static str {
    use laboratory::groups::playouts::Game;
    if (ours / printed - 1.0).abs() <= 0.02 {
        return "the same";
    }
    match game {
        Game::Andantino { .. } | Game::LinesOfAction | Game::Groups => {
            "the report counts the stones of the start"
        }
        Game::Chameleon { .. } => "the report plays on until the board is full",
        Game::KensingtonHavannah => "the board is a reconstruction",
        Game::Pentalath | Game::Go { .. } => "the report's rules were others",
        _ => "different",
    }
}

fn chips(compared: &[Verdict]) -> String {
    let count = |verdict| compared.iter().filter(|&&found| found == verdict).count();
    let chip = |verdict: Verdict, words: &str| match count(verdict) {
        0 => String::new(),
        n => format!(
            "<span class=\"chip {}\">{n} {words}</span> ",
            verdict.name()
        ),
    };
    if compared.is_empty() {
        return "<span class=chip>not measured</span>".into();
    }
    chip(Verdict::Agrees, "agree")
        + &chip(Verdict::Differs, "differ")
        + &chip(Verdict::Opposite, "opposite")
        + &chip(Verdict::Undecided, "undecided")
}

fn write_test(out: &mut String, test: &Test, measured: &[Measured]) {
    let _ = write!(
        out,
        "<section id=test-{0}><h2><span class=number>Test {0}</span> {1}</h2><p class=question>{2}</p>\
         <p><b>The report:</b> {3}</p>",
        test.number,
        escape(test.title),
        escape(test.question),
        escape(test.answer)
    );
    for (part, measured) in test.parts.iter().zip(measured) {
        write_part(out, part, measured, test.parts.len() > 1);
    }
    out.push_str("<div class=notes><h3>To be known</h3><ul>");
    for note in test.notes {
        let _ = write!(out, "<li>{}", escape(note));
    }
    out.push_str("</ul></div></section>");
}

fn write_part(out: &mut String, part: &Part, measured: &Measured, named: bool) {
    if named {
        let _ = write!(out, "<h3>{}</h3>", escape(part.name));
    }
    legend(out, part);
    out.push_str("<div class=plots>");
    for unit in [Unit::Playouts, Unit::Moves] {
        out.push_str(&absolute(part, measured, unit).svg().unwrap_or_default());
    }
    if let Some(base) = part.base.filter(|_| part.points.len() > 1) {
        let title = format!("moves/s, divided by {}", part.series[base].name);
        out.push_str(
            &relative(part, measured, base, &title)
                .svg()
                .unwrap_or_default(),
        );
    }
    let compared = compare(part, measured);
    if !compared.is_empty() {
        write_contrasts(out, part, &compared);
    }
    out.push_str("</div>");
    write_figures(out, part, measured);
}

fn legend(out: &mut String, part: &Part) {
    out.push_str("<p class=legend>");
    for (i, series) in part.series.iter().enumerate() {
        let _ = write!(
            out,
            "<span><i class=c{i}></i>{}</span> ",
            escape(series.name)
        );
    }
    out.push_str(
        "<span class=key>filled: here; hollow: the report; bars: one standard deviation</span></p>",
    );
}

fn points(part: &Part) -> Vec<(f64, &str)> {
    part.points
        .iter()
        .map(|point| (point.x, point.label.as_str()))
        .collect()
}

fn along(part: &Part) -> Option<&'static str> {
    match part.axis {
        Axis::Number(name) => Some(name),
        Axis::Games => None,
    }
}

/// Our rates and the report's, of every series at every point.
fn spreads(part: &Part, measured: &Measured, unit: Unit) -> [Vec<Vec<Option<Spread>>>; 2] {
    let by_cell = |value: &dyn Fn(Cell) -> Option<Spread>| {
        let series = 0..part.series.len();
        series
            .map(|series| {
                (0..part.points.len())
                    .map(|point| value(Cell { point, series }))
                    .collect()
            })
            .collect()
    };
    let ours = |cell| measured.rates(cell).map(|rates| rate(&rates, unit));
    let reports = |cell: Cell| {
        part.series[cell.series]
            .reported
            .get(cell.point)
            .map(|rates| rate(rates, unit))
    };
    [by_cell(&ours), by_cell(&reports)]
}

fn absolute<'a>(part: &'a Part, measured: &Measured, unit: Unit) -> Plot<'a> {
    let pair = |spread: &Option<Spread>| spread.map(|spread| (spread.mean, spread.deviation));
    let rows = rows(part, spreads(part, measured, unit), |values, _| {
        values.iter().map(pair).collect()
    });
    Plot {
        title: unit.name(),
        along: along(part),
        points: points(part),
        rows,
        scale: Scale::Log,
        mark: None,
    }
}

fn relative<'a>(part: &'a Part, measured: &Measured, base: usize, title: &'a str) -> Plot<'a> {
    let divided =
        |values: &[Option<Spread>], all: &[Vec<Option<Spread>>]| -> Vec<Option<(f64, f64)>> {
            let pairs = values.iter().zip(&all[base]);
            pairs
                .map(|(value, base)| Some((value.as_ref()?.mean / base.as_ref()?.mean, 0.0)))
                .collect()
        };
    let mut rows = rows(part, spreads(part, measured, Unit::Moves), divided);
    // The base itself is the line at 1.
    rows.retain(|row| row.colour != base);
    Plot {
        title,
        along: along(part),
        points: points(part),
        rows,
        scale: Scale::Linear,
        mark: Some(1.0),
    }
}

type Values = Vec<Option<(f64, f64)>>;

/// The rows of a plot: ours and, where there are some, the report's.
fn rows(
    part: &Part,
    spreads: [Vec<Vec<Option<Spread>>>; 2],
    values: impl Fn(&[Option<Spread>], &[Vec<Option<Spread>>]) -> Values,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for (colour, series) in part.series.iter().enumerate() {
        for (whose, all) in [Whose::Ours, Whose::Reports].into_iter().zip(&spreads) {
            let values = values(&all[colour], all);
            if values.iter().any(Option::is_some) {
                rows.push(Row {
                    colour,
                    name: series.name.into(),
                    whose,
                    values,
                });
            }
        }
    }
    rows
}

/// One table for all pairs: those of two series run along the points, those of two games stand alone.
fn write_contrasts(out: &mut String, part: &Part, compared: &[Compared]) {
    let groups = group_by_series(part, compared);
    let (series, games): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| is_across(group.members[0]));
    out.push_str("<div class=wide>");
    if !series.is_empty() {
        out.push_str("<table class=contrasts><thead><tr><th>");
        for point in &part.points {
            let _ = write!(out, "<th class=n>{}", escape(&point.label));
        }
        out.push_str("</tr></thead>");
        for group in series {
            let columns = part.points.len() + 1;
            let _ = write!(
                out,
                "<tbody><tr><th scope=rowgroup colspan={columns}>{}, {}</tr>",
                escape(&group.label),
                group.unit.name()
            );
            write_ratios(out, part, group, "report", |compared| compared.reported);
            write_ratios(out, part, group, "here", |compared| compared.ours);
            out.push_str("</tbody>");
        }
        out.push_str("</table>");
    }
    if !games.is_empty() {
        out.push_str(
            "<table class=contrasts><thead><tr><th><th><th class=n>report<th class=n>here</tr></thead><tbody>",
        );
        for group in games {
            let compared = group.members[0];
            let _ = write!(
                out,
                "<tr><th scope=row>{}<td>{}<td class=n>{:.2}{}</tr>",
                escape(&group.label),
                group.unit.name(),
                compared.reported.value,
                judged(compared)
            );
        }
        out.push_str("</tbody></table>");
    }
    out.push_str("</div>");
}

fn is_across(compared: &Compared) -> bool {
    compared.contrast.left.series != compared.contrast.right.series
}

fn write_ratios(
    out: &mut String,
    part: &Part,
    group: &Group,
    whose: &str,
    ratio: impl Fn(&Compared) -> Ratio,
) {
    let _ = write!(out, "<tr><td>{whose}");
    for point in 0..part.points.len() {
        match group
            .members
            .iter()
            .find(|compared| compared.contrast.left.point == point)
        {
            Some(compared) if whose == "here" => out.push_str(&judged(compared)),
            Some(compared) => {
                let _ = write!(out, "<td class=n>{:.2}", ratio(compared).value);
            }
            None => out.push_str("<td class=n>–"),
        }
    }
    out.push_str("</tr>");
}

/// Our ratio in a cell that shows how it stands to the report's.
fn judged(compared: &Compared) -> String {
    let sign = match compared.verdict {
        Verdict::Agrees => "",
        Verdict::Differs => "≠ ",
        Verdict::Opposite => "⇄ ",
        Verdict::Undecided => "? ",
    };
    let Ratio { value, error } = compared.ours;
    let verdict = compared.verdict.name();
    format!(
        "<td class=\"n verdict\"><span class=\"chip {verdict}\" title=\"{verdict}; ± {error:.3}\">{sign}{value:.2}</span>"
    )
}

fn write_figures(out: &mut String, part: &Part, measured: &Measured) {
    out.push_str("<details><summary>All figures</summary><div class=wide><table class=figures><thead><tr><th rowspan=2>");
    let _ = write!(
        out,
        "<th rowspan=2>Kept by<th colspan=2 class=n>playouts/s<th colspan=2 class=n>moves/s<th rowspan=2 \
         class=n>Here ÷ report</tr><tr><th class=n>here<th class=n>report<th class=n>here<th class=n>report</tr></thead><tbody>"
    );
    for (i, point) in part.points.iter().enumerate() {
        for (j, series) in part.series.iter().enumerate() {
            let cell = Cell {
                point: i,
                series: j,
            };
            let ours = measured.rates(cell);
            let reports = series.reported.get(i);
            let first = if j == 0 {
                format!(
                    "<th scope=rowgroup rowspan={}>{}",
                    part.series.len(),
                    escape(&point.label)
                )
            } else {
                String::new()
            };
            let factor = ours
                .zip(reports)
                .map(|(ours, reports)| ours.moves.mean / reports.moves.mean);
            let _ = write!(
                out,
                "<tr>{first}<td>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{}</tr>",
                escape(series.name),
                spread(ours.map(|rates| rates.playouts)),
                spread(reports.map(|rates| rates.playouts)),
                spread(ours.map(|rates| rates.moves)),
                spread(reports.map(|rates| rates.moves)),
                factor.map_or("–".into(), |factor| format!(
                    "{}×",
                    grouped(factor, decimals(factor))
                )),
            );
        }
    }
    out.push_str("</tbody></table></div></details>");
}

fn spread(spread: Option<Spread>) -> String {
    let Some(Spread { mean, deviation }) = spread else {
        return "–".into();
    };
    format!(
        "{} <small>± {}</small>",
        grouped(mean, decimals(mean)),
        grouped(deviation, decimals(deviation))
    )
}

const STYLE: &str = include_str!("style.css");
