//! The command `experiments`: the report's eight tests, measured on this machine and laid beside its figures.
//! The engine crate plays; clocks, files and the report are here.

mod compare;
mod html;
mod measure;
mod plan;
mod plot;
mod reported;

use crate::Outcome;
use clap::{Args, Subcommand};
use compare::{Verdict, compare, describe};
use html::Document;
use measure::{Effort, Measured, Rates, Spread, Step, measure, total_runs};
use plan::{Cell, Part, Test};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};
use terminal::{Progress, interrupt};

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Measure union-find in connection games: the eight tests of the report, beside its figures.
    Experiments(Arguments),
}

/// What to measure and where to write it.
#[derive(Args)]
pub struct Arguments {
    /// The HTML report to write [default: experiments.html, and none with --json].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How often to measure everything.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: u32,
    /// Processor seconds of a run.
    #[arg(long, default_value_t = 0.25, value_parser = seconds)]
    seconds: f64,
    /// Three short runs: a look, not a measurement.
    #[arg(long, conflicts_with_all = ["runs", "seconds"])]
    quick: bool,
    /// Only these tests, such as 3 or 1,2.
    #[arg(long, value_name = "TEST", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=8))]
    only: Vec<u8>,
    /// The seed of the random games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one object for every cell of every table.
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| format!("`{text}` is not a number of seconds"))?;
    if (0.001..=3600.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("give 0.001 to 3600 seconds".into())
    }
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Command::Experiments(arguments) = self;
        experiments(&arguments)
    }
}

fn experiments(arguments: &Arguments) -> Outcome {
    let (runs, seconds) = if arguments.quick {
        (3, 0.04)
    } else {
        (arguments.runs, arguments.seconds)
    };
    let effort = Effort {
        runs,
        seconds,
        seed: arguments.seed,
    };
    let chosen = |test: &Test| arguments.only.is_empty() || arguments.only.contains(&test.number);
    let tests: Vec<Test> = plan::tests().into_iter().filter(chosen).collect();
    let output = match &arguments.output {
        None if arguments.json => None,
        None => Some(PathBuf::from("experiments.html")),
        Some(output) => Some(output.clone()),
    };
    if let Some(output) = &output {
        // A report that cannot be written should be known before minutes are spent on it.
        can_write(output)?;
    }
    let stop = interrupt::watch()?;
    let mut course = Course::new(total_runs(&tests, effort));
    let mut results: Vec<(Test, Vec<Measured>)> = Vec::new();
    for test in tests {
        let mut measured = Vec::new();
        if !arguments.json && !stop.load(Ordering::Relaxed) {
            println!("Test {}: {}", test.number, test.title);
        }
        for part in &test.parts {
            let part_measured = measure(&test, part, effort, &stop, |step| course.show(&step))?;
            course.line.aside(|| match arguments.json {
                true => print_json(&test, part, &part_measured),
                false => {
                    print_summary(part, &part_measured);
                    Ok(())
                }
            })?;
            measured.push(part_measured);
        }
        results.push((test, measured));
    }
    let stopped = stop.load(Ordering::Relaxed);
    if let Some(output) = output {
        let document = Document {
            tests: &results,
            effort,
            machine: machine(),
            day: today(),
            stopped,
        };
        std::fs::write(&output, document.html()).map_err(|error| {
            format!(
                "cannot write {}: {error}. Choose another file with -o",
                output.display()
            )
        })?;
        eprintln!("The report is in {}.", output.display());
    }
    if stopped {
        eprintln!("Stopped before the end; what was measured until then is kept.");
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

fn can_write(output: &Path) -> Result<(), String> {
    std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(output)
        .map(|_| ())
        .map_err(|error| {
            format!(
                "cannot write {}: {error}. Choose another file with -o",
                output.display()
            )
        })
}

/// Says what is measured and how long it will take.
struct Course {
    total: u64,
    done: u64,
    line: Progress,
}

impl Course {
    fn new(total: u64) -> Self {
        Self {
            total,
            done: 0,
            line: Progress::new(),
        }
    }

    fn show(&mut self, step: &Step) {
        let (done, total, seconds) = (self.done, self.total, self.line.seconds());
        self.line.show(|| {
            let left = seconds / done.max(1) as f64 * (total - done) as f64;
            format!(
                "{:3.0} %  test {}, {}, {}, run {}, {:.0}:{:02.0} left",
                100.0 * done as f64 / total as f64,
                step.test.number,
                step.part.points[step.cell.point].game,
                step.part.series[step.cell.series].name,
                step.run + 1,
                (left / 60.0).floor(),
                (left % 60.0).floor()
            )
        });
        self.done += 1;
    }
}

fn print_summary(part: &Part, measured: &Measured) {
    for (point, series) in cells(part) {
        let cell = Cell { point, series };
        let Some(rates) = measured.rates(cell) else {
            continue;
        };
        let deviation = 100.0 * rates.moves.deviation / rates.moves.mean;
        let deviation = if measured.runs(cell).len() > 1 {
            format!("± {deviation:.1} %")
        } else {
            "in one run".into()
        };
        println!(
            "  {:22} {:22} {:>12} playouts/s {:>14} moves/s  {deviation}",
            part.points[point].game.to_string(),
            part.series[series].name,
            plot::grouped(rates.playouts.mean, 0),
            plot::grouped(rates.moves.mean, 0),
        );
    }
    for compared in compare(part, measured)
        .iter()
        .filter(|compared| compared.verdict != Verdict::Agrees)
    {
        println!(
            "  {}: {} ({}), {:.2} in the report, {:.2} here",
            compared.verdict.name(),
            describe(part, compared.contrast),
            compared.contrast.unit.name(),
            compared.reported.value,
            compared.ours.value
        );
    }
}

fn cells(part: &Part) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..part.points.len())
        .flat_map(|point| (0..part.series.len()).map(move |series| (point, series)))
}

fn print_json(test: &Test, part: &Part, measured: &Measured) -> std::io::Result<()> {
    let spread = |spread: Spread| json!({ "mean": spread.mean, "deviation": spread.deviation });
    let rates = |rates: &Rates| json!({ "playouts_per_second": spread(rates.playouts), "moves_per_second": spread(rates.moves) });
    let mut out = std::io::stdout().lock();
    for (point, series) in cells(part) {
        let cell = Cell { point, series };
        let Some(ours) = measured.rates(cell) else {
            continue;
        };
        let mut object = rates(&ours);
        object["test"] = json!(test.number);
        object["part"] = json!(part.name);
        object["game"] = json!(part.points[point].game.to_string());
        object["kept_by"] = json!(part.series[series].keeper.to_string());
        object["runs"] = json!(measured.runs(cell).len());
        object["mean_length"] = json!(measured.length(point));
        object["report"] = json!(part.series[series].reported.get(point).map(rates));
        writeln!(out, "{object}")?;
    }
    Ok(())
}

fn machine() -> String {
    let read = || std::fs::read_to_string("/proc/cpuinfo").ok();
    let model = read().and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("model name"));
        line.map(|line| line.trim_start_matches([' ', '\t', ':']).to_string())
    });
    format!(
        "{}, {}",
        model.unwrap_or_else(|| std::env::consts::ARCH.into()),
        std::env::consts::OS
    )
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    date(now.map_or(0, |time| time.as_secs() / 86_400))
}

/// The date in the Gregorian calendar, so many days after the first of January 1970.
fn date(days: u64) -> String {
    // Years are counted from March, so that the leap day is the last of its year; 719468 days lead from there to 1970.
    let days = days as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + carry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    fn document(only: &[u8], stop_after: u32) -> String {
        let effort = Effort {
            runs: 2,
            seconds: 0.001,
            seed: 1,
        };
        let stop = AtomicBool::new(false);
        let mut steps = 0;
        let tests = plan::tests()
            .into_iter()
            .filter(|test| only.contains(&test.number));
        let results: Vec<(Test, Vec<Measured>)> = tests
            .map(|test| {
                let mut watch = |_: Step| {
                    steps += 1;
                    stop.store(steps > stop_after, Ordering::Relaxed);
                };
                let parts = test.parts.iter();
                let measured = parts
                    .map(|part| measure(&test, part, effort, &stop, &mut watch).unwrap())
                    .collect();
                (test, measured)
            })
            .collect();
        let document = Document {
            tests: &results,
            effort,
            machine: machine(),
            day: today(),
            stopped: stop.load(Ordering::Relaxed),
        };
        document.html()
    }

    #[test]
    fn the_report_holds_every_cell_it_measured() {
        let html = document(&[3, 7], u32::MAX);
        for text in [
            "Test 3",
            "Test 7",
            "framework A ÷ flood fill",
            "Kensington Havannah",
            "44,642",
            "<svg",
        ] {
            assert!(html.contains(text), "{text}");
        }
        assert!(!html.contains("NaN") && !html.contains("inf") && !html.contains("stopped before"));
        assert_eq!(html.matches("<svg").count(), html.matches("</svg>").count());
    }

    #[test]
    fn a_stopped_measurement_is_written_as_far_as_it_came() {
        let html = document(&[3, 7], 5);
        assert!(html.contains("stopped before its end"));
        assert!(
            html.contains("not measured"),
            "the seventh test was not reached"
        );
        assert!(!html.contains("NaN"));
    }

    #[test]
    fn days_have_dates() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (11016, "2000-02-29"),
            (19722, "2023-12-31"),
            (19782, "2024-02-29"),
            (19783, "2024-03-01"),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
