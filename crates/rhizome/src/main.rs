//! The one binary: the command line, the server, storage. The edge of the program: files, sockets and clocks live here.

mod commands;
mod file;
mod json;
mod output;
mod page;
mod positions;
mod quantity;
mod remote;
mod request;
mod store;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A table and a laboratory for topological games.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// Each family of commands has a file of its own under `commands`. Help lists them in this order: playing, solving, measuring, running a server, making the page.
#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Serve(commands::serve::Command),
    #[command(flatten)]
    Play(commands::play::Command),
    #[command(flatten)]
    Join(commands::join::Command),
    #[command(flatten)]
    Connection(commands::connection::Command),
    #[command(flatten)]
    Solve(commands::solve::Command),
    #[command(flatten)]
    Certificate(commands::certificate::Command),
    #[command(flatten)]
    Rules(commands::rules::Command),
    /// Draw a position, a recorded game or a map as SVG.
    Draw(commands::draw::Arguments),
    #[command(flatten)]
    Opponents(commands::opponents::Command),
    #[command(flatten)]
    Database(commands::database::Command),
    #[command(flatten)]
    Keep(commands::keep::Command),
    #[command(flatten)]
    Bots(commands::bots::Command),
    #[command(flatten)]
    Campaign(commands::campaign::Command),
    #[command(flatten)]
    Puzzles(commands::puzzles::Command),
}

/// Whoever reads our output may stop early, as `head` does: that ends the program and is no error.
fn end_quietly_on_a_closed_pipe() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>();
        if message.is_some_and(|message| message.starts_with("failed printing to std")) {
            std::process::exit(0);
        }
        report(panic);
    }));
}

fn main() -> ExitCode {
    end_quietly_on_a_closed_pipe();
    let result = match Arguments::parse().command {
        None => commands::serve::serve(commands::serve::Arguments::default()),
        Some(Command::Serve(command)) => command.run(),
        Some(Command::Play(command)) => command.run(),
        Some(Command::Join(command)) => command.run(),
        Some(Command::Connection(command)) => command.run(),
        Some(Command::Solve(command)) => command.run(),
        Some(Command::Certificate(command)) => command.run(),
        Some(Command::Rules(command)) => command.run(),
        Some(Command::Draw(arguments)) => arguments.run(),
        Some(Command::Opponents(command)) => command.run(),
        Some(Command::Database(command)) => command.run(),
        Some(Command::Keep(command)) => command.run(),
        Some(Command::Bots(command)) => command.run(),
        Some(Command::Campaign(command)) => command.run(),
        Some(Command::Puzzles(command)) => command.run(),
    };
    result.unwrap_or_else(|error| {
        let io = error.downcast_ref::<std::io::Error>();
        if io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("rhizome: {error}");
        ExitCode::FAILURE
    })
}
