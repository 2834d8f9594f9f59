//! Commands on top of the solver: `solve`, `survey`, `moves`. They share one way to run it: limits, progress, Ctrl-C, the database.

mod run;

use super::Outcome as Done;
use crate::output;
use crate::positions::{Positions, Report, say};
use crate::quantity;
use clap::{Args, Subcommand};
use run::{Answer, Run};
use serde_json::json;
use solver::Outcome;
use sprouts::{Canonical, Ending, Position};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Say who wins a position and why it may be believed.
    Solve {
        #[command(flatten)]
        positions: Positions,
        #[command(flatten)]
        limits: Limits,
        /// Find the nimber as well (normal play).
        #[arg(long, conflicts_with = "misere")]
        nimber: bool,
        /// Write the proof to this file; `rhizome check FILE` checks it by the rules alone.
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
    },
    /// Solve the games on one number of spots after another, each starting from what the smaller ones proved.
    Survey {
        /// Numbers of spots, such as 1..14.
        #[arg(long, value_parser = quantity::spots)]
        spots: RangeInclusive<u32>,
        #[command(flatten)]
        limits: Limits,
        /// Print one JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// List the different moves of a position with their values; winning ones are marked.
    Moves {
        #[command(flatten)]
        positions: Positions,
        #[command(flatten)]
        limits: Limits,
        /// Find the nimber after each move, also where that takes long; otherwise only who wins on boards of more than 21 lives.
        #[arg(long, conflicts_with = "misere")]
        nimber: bool,
    },
}

/// How a search is run.
#[derive(Args, Clone)]
pub struct Limits {
    /// Whoever cannot move wins.
    #[arg(long)]
    pub misere: bool,
    /// Threads to search with; the default is one for each core.
    #[arg(long, value_parser = quantity::threads)]
    pub threads: Option<usize>,
    /// Memory that the program may take, such as 512M or 8G.
    #[arg(long, default_value = "4G", value_parser = quantity::bytes)]
    pub memory: u64,
    /// Give up on a position after this time, such as 60s or 5m.
    #[arg(long, value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    /// A file of results: read first, and grown by what is proved.
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
}

impl Limits {
    fn ending(&self) -> Ending {
        Ending::of_misere(self.misere)
    }
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Done {
        match self {
            Command::Solve {
                positions,
                limits,
                nimber,
                certificate,
            } => {
                if certificate.is_some() && positions.position == "-" {
                    return Err("--certificate takes one position, not a list".into());
                }
                if let Some(file) = &certificate {
                    output::check(file)?;
                }
                let mut run = Run::new(&limits)?;
                let done = positions.each_until(run.stopper(), |position| {
                    let position = position.canonical();
                    let answer = run.solve(&position, nimber)?;
                    run.save_now_and_then()?;
                    let mut report = solve_report(&position, &answer, limits.ending());
                    if let (Some(file), &Ok(outcome)) = (&certificate, &answer.outcome) {
                        let written = run.certify(&position, nimber, file).map_err(|error| {
                            format!("the answer is {}, but {error}", outcome_name(outcome))
                        })?;
                        report.json["claims"] = json!(written.claims);
                        report.json["certificate_bytes"] = json!(written.bytes);
                        report.json["peak_bytes"] = json!(written.peak_bytes);
                        report.text += &format!(
                            "\nThe proof, {} claims in {} bytes, is in {}.",
                            written.claims,
                            written.bytes,
                            file.display()
                        );
                    }
                    Ok(report)
                });
                run.finish()?;
                done
            }
            Command::Survey {
                spots,
                limits,
                json,
            } => survey(spots, &limits, json),
            Command::Moves {
                positions,
                limits,
                nimber,
            } => {
                let mut run = Run::new(&limits)?;
                let done = positions.each_until(run.stopper(), |position| {
                    let report = moves(&mut run, position, &limits, nimber)?;
                    run.save_now_and_then()?;
                    Ok(report)
                });
                run.finish()?;
                done
            }
        }
    }
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "normal",
        Ending::Misere => "misere",
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
    }
}

fn solve_report(position: &Canonical, answer: &Answer, ending: Ending) -> Report {
    let mut json = json!({
        "position": position.to_string(),
        "ending": ending_name(ending),
        "nodes": answer.nodes,
        "children": answer.children,
        "proved": answer.proved,
        "seconds": answer.seconds,
        "cpu_seconds": answer.cpu_seconds,
        "peak_bytes": answer.peak_bytes,
    });
    let play = match ending {
        Ending::Normal => "normal play",
        Ending::Misere => "misère play",
    };
    let (line, sentence) = match &answer.outcome {
        Ok(outcome) => {
            json["outcome"] = json!(outcome_name(*outcome));
            let because = match outcome {
                Outcome::Win => {
                    "the player to move wins: there is a move after which every answer loses"
                }
                Outcome::Loss => "the player to move loses: every move has a winning answer",
            };
            (
                outcome_name(*outcome).to_string(),
                format!("{because} ({play})"),
            )
        }
        Err(reason) => {
            json["outcome"] = json!("unknown");
            json["reason"] = json!(reason);
            (
                format!("unknown ({reason})"),
                format!("not decided: {reason}"),
            )
        }
    };
    let mut text = format!("{position}: {sentence}");
    let mut line = format!("{position} {line}");
    if let Some(nimber) = answer.nimber {
        json["nimber"] = json!(nimber.get());
        text += &format!("\nIts nimber is {nimber}.");
        line += &format!(" nimber={nimber}");
    }
    text += &format!(
        "\n{} positions expanded, {} children generated, {} results proved, {:.2} s ({:.2} s of processor time)",
        answer.nodes, answer.children, answer.proved, answer.seconds, answer.cpu_seconds
    );
    if answer.outcome.is_ok() {
        text += "\nTo be believed without trusting the solver: --certificate FILE writes the proof, `rhizome check FILE` checks it by the rules alone.";
    }
    Report { json, text, line }
}

fn survey(spots: RangeInclusive<u32>, limits: &Limits, json: bool) -> Done {
    let mut run = Run::new(limits)?;
    let done = survey_with(&mut run, spots, limits, json);
    run.finish()?;
    done
}

fn survey_with(run: &mut Run, spots: RangeInclusive<u32>, limits: &Limits, json: bool) -> Done {
    if !json {
        say(format_args!(
            "{:>5}  {:<7}  {:>11}  {:>10}  {:>12}  {:>12}",
            "spots", "value", "cpu seconds", "nodes", "stored", "bytes"
        ))?;
    }
    for spots in spots {
        let answer = run.solve(&Position::start(spots)?.canonical(), false)?;
        let value = answer
            .outcome
            .as_ref()
            .map_or("unknown", |&outcome| outcome_name(outcome));
        let (stored, bytes) = run.stored()?;
        if json {
            let mut object = json!({
                "spots": spots, "ending": ending_name(limits.ending()), "outcome": value, "cpu_seconds": answer.cpu_seconds,
                "nodes": answer.nodes, "children": answer.children, "positions_stored": stored, "bytes": bytes,
            });
            if let Err(reason) = &answer.outcome {
                object["reason"] = json!(reason);
            }
            say(object)?;
        } else {
            say(format_args!(
                "{spots:>5}  {value:<7}  {:>11.2}  {:>10}  {stored:>12}  {bytes:>12}",
                answer.cpu_seconds, answer.nodes
            ))?;
        }
        if run.interrupted() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Boards of more lives get only winners and losers unless nimbers are asked for.
const NIMBER_LIVES_MAX: u32 = 21;

fn moves(
    run: &mut Run,
    position: &Position,
    limits: &Limits,
    nimber: bool,
) -> Result<Report, Box<dyn std::error::Error>> {
    let position = position.canonical();
    let nimber = !limits.misere && (nimber || position.lives() <= NIMBER_LIVES_MAX);
    let (mut rows, mut lines, mut winning) = (Vec::new(), Vec::new(), Vec::new());
    for child in crate::positions::children(&position)? {
        let answer = run.solve(&child, nimber)?;
        // Seen from the player who makes the move: what is lost for the next one is won for this one.
        let value = match &answer.outcome {
            Ok(Outcome::Loss) => "win",
            Ok(Outcome::Win) => "loss",
            Err(_) => "unknown",
        };
        let mark = if value == "win" { '*' } else { ' ' };
        let mut row = json!({ "child": child.to_string(), "outcome": value });
        let mut line = format!("{mark} {value:<7}");
        if let Some(nimber) = answer.nimber {
            row["nimber"] = json!(nimber.get());
            line += &format!("  nimber {nimber:<3}", nimber = nimber.get());
        }
        if let Err(reason) = &answer.outcome {
            row["reason"] = json!(reason);
        }
        if value == "win" {
            winning.push(child.to_string());
        }
        rows.push(row);
        lines.push(format!("{line}  {child}"));
    }
    let text = if lines.is_empty() {
        "no move is left".to_string()
    } else {
        format!(
            "{}\n{} of {} different moves win (*)",
            lines.join("\n"),
            winning.len(),
            rows.len()
        )
    };
    Ok(Report {
        json: json!({ "position": position.to_string(), "ending": ending_name(limits.ending()), "winning": winning.len(), "moves": rows }),
        text,
        line: format!(
            "{position} {} of {} moves win: {}",
            winning.len(),
            rows.len(),
            winning.join(" ")
        ),
    })
}
