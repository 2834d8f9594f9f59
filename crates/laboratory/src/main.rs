//! The laboratory's command line: experiments and simulations. Files, signals and arguments live here.

mod experiments;
mod memory;
mod simulate;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Experiments and measurements around Rhizome's engines.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Experiments(experiments::Command),
    /// What the two frameworks of the report take while games are played.
    Memory(memory::Arguments),
    /// Play random games in ink; report failures, times and looks.
    Simulate(simulate::Arguments),
}

/// What a command gives back: an exit status, or an error that says what to do.
type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Experiments(command) => command.run(),
        Command::Memory(arguments) => arguments.run(),
        Command::Simulate(arguments) => arguments.run(),
    };
    result.unwrap_or_else(|error| {
        eprintln!("laboratory: {error}");
        ExitCode::FAILURE
    })
}
