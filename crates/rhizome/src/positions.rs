//! The positions a command works on: one argument, or `-` for a list on standard input, one result line each.

use crate::commands::Outcome;
use clap::Args;
use serde_json::{Value, json};
use sprouts::{Canonical, Position};
use std::error::Error;
use std::io::{BufRead, Read, Write};
use std::process::ExitCode;

/// Lines longer than this are cut off and refused, so that no input can fill the memory.
const LINE_BYTES_MAX: u64 = 1 << 20;

/// Positions with more moves than this to be looked at are not listed move by move: that takes seconds.
const MOVES_MAX: u64 = 1 << 20;

/// The different positions that one move leads to, in order; an error where there are too many.
pub fn children(position: &Canonical) -> Result<Vec<Canonical>, String> {
    position.children_within(MOVES_MAX).ok_or_else(|| {
        format!("the position has more than {MOVES_MAX} moves; ask about one with fewer boundaries in a region")
    })
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
    pub fn each(
        &self,
        mut answer: impl FnMut(&Position) -> Result<Report, Box<dyn Error>>,
    ) -> Outcome {
        if self.position != "-" {
            let report = answer(&self.position.parse()?)?;
            println!(
                "{}",
                if self.json {
                    report.json.to_string()
                } else {
                    report.text
                }
            );
            return Ok(ExitCode::SUCCESS);
        }
        let mut input = std::io::stdin().lock();
        let mut output = std::io::stdout().lock();
        let mut line = Vec::new();
        let mut failed = false;
        loop {
            line.clear();
            if input
                .by_ref()
                .take(LINE_BYTES_MAX)
                .read_until(b'\n', &mut line)?
                == 0
            {
                break;
            }
            if line.len() as u64 == LINE_BYTES_MAX && line.last() != Some(&b'\n') {
                input.skip_until(b'\n')?;
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\n', '\r']);
            let result = text
                .parse::<Position>()
                .map_err(Into::into)
                .and_then(|position| answer(&position));
            failed |= result.is_err();
            let written = match (result, self.json) {
                (Ok(report), true) => writeln!(output, "{}", report.json),
                (Ok(report), false) => writeln!(output, "{}", report.line),
                (Err(error), true) => writeln!(
                    output,
                    "{}",
                    json!({ "error": error.to_string(), "input": text })
                ),
                (Err(error), false) => writeln!(output, "error: {error}"),
            };
            match written.and_then(|()| output.flush()) {
                // Whoever read our output has seen enough.
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => break,
                other => other?,
            }
        }
        Ok(if failed {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}
