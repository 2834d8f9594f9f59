//! The positions a command works on: one argument, or `-` for a list on standard input, one result line each.

use crate::commands::Outcome;
use crate::input::Lines;
use clap::Args;
use serde_json::{Value, json};
use sprouts::{Canonical, Position};
use std::error::Error;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Positions with more moves than this to be looked at are not listed move by move: that takes seconds.
const MOVES_MAX: u64 = 1 << 20;

/// How names of files end that people give by mistake.
const ENDINGS: [&str; 6] = ["cert", "game", "json", "sgf", "svg", "txt"];

/// The different positions that one move leads to, in order; an error where there are too many.
pub fn children(position: &Canonical) -> Result<Vec<Canonical>, String> {
    position.children_within(MOVES_MAX).ok_or_else(|| {
        format!("the position has more than {MOVES_MAX} moves; ask about one with fewer boundaries in a region")
    })
}

/// The position that an argument writes down. A file's name can be one, too (lower-case letters are spots), but nobody means that.
pub fn read(text: &str) -> Result<Position, Box<dyn Error>> {
    let name = Path::new(text);
    let is_ours = |ending: &OsStr| ENDINGS.iter().any(|ours| ending == *ours);
    if name.extension().is_some_and(is_ours) || name.is_file() {
        return Err(format!(
            "{text:?} is a file's name: write the position itself, such as `0*5`; `check FILE` takes certificates, \
             `draw --record FILE` recorded games"
        )
        .into());
    }
    Ok(text.parse()?)
}

/// The argument that names one or many positions, and how to print what is found.
#[derive(Args)]
pub struct Positions {
    /// A position such as `0*5` or `0.AB2C|BAC.1a1a2.0+12.AB|AB`; `-` reads positions from standard input, one a line.
    #[arg(allow_hyphen_values = true)]
    pub position: String,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// What is said about a position, in the three ways it can be printed.
pub struct Report {
    /// With `--json`.
    pub json: Value,
    /// For a person, one position asked for; may have several lines.
    pub text: String,
    /// One line of a list.
    pub line: String,
}

impl Positions {
    /// Answers for each position in turn. In a list a bad line gets an error line in its place and the rest goes on.
    pub fn each(&self, answer: impl FnMut(&Position) -> Result<Report, Box<dyn Error>>) -> Outcome {
        self.each_until(|| false, answer)
    }

    /// The same, until somebody wants to stop; a list is asked before each of its lines, and while no line comes.
    pub fn each_until(
        &self,
        stopped: impl Fn() -> bool,
        mut answer: impl FnMut(&Position) -> Result<Report, Box<dyn Error>>,
    ) -> Outcome {
        if self.position != "-" {
            let report = answer(&read(&self.position)?)?;
            say(if self.json {
                report.json.to_string()
            } else {
                report.text
            })?;
            return Ok(ExitCode::SUCCESS);
        }
        let lines = Lines::of_standard_input();
        let mut failed = false;
        while let Some(text) = lines.next(&stopped)? {
            let result = text
                .parse::<Position>()
                .map_err(Into::into)
                .and_then(|position| answer(&position));
            failed |= result.is_err();
            say(match (result, self.json) {
                (Ok(report), true) => report.json.to_string(),
                (Ok(report), false) => report.line,
                (Err(error), true) => {
                    json!({ "error": error.to_string(), "input": text }).to_string()
                }
                (Err(error), false) => format!("error: {error}"),
            })?;
        }
        Ok(if failed {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Prints a line. Where that fails the caller still has something to put in order, such as a database.
pub fn say(line: impl std::fmt::Display) -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()
}
