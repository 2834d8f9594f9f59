//! All of the binary but its page: the command line, the server, storage. The edge: files, sockets and clocks live here.
//! It is compiled beside the page, which the binary hands to [`run`].

mod commands;
mod file;
mod input;
mod json;
mod output;
mod page;
mod positions;
mod quantity;
mod remote;
mod request;
mod store;

use clap::{Parser, Subcommand};
pub use page::{File, Page};
use std::io::Write;
use std::process::ExitCode;

/// A table and a laboratory for topological games.
#[derive(Parser)]
#[command(name = "rhizome", version)]
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

/// The status of a program whose reader has gone, as shells report it. It is no success: nobody has heard the answer.
const READER_GONE: u8 = 141;

/// What printing says when the reader of a pipe has gone; Windows has a number of its own.
const CLOSED_PIPE: &str = if cfg!(windows) {
    "(os error 232)"
} else {
    "(os error 32)"
};

/// Whoever reads our output may stop early, as `head` does: that ends the program without a word. Output that cannot be written for
/// another reason, such as a full disk, is an error.
fn end_when_nobody_can_read() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>();
        let printing = message.and_then(|message| message.strip_prefix("failed printing to std"));
        let Some(failed) = printing else {
            return report(panic);
        };
        if failed.ends_with(CLOSED_PIPE) {
            std::process::exit(READER_GONE.into());
        }
        let why = failed.split_once(": ").map_or(failed, |(_, why)| why);
        // Standard error may be what has failed.
        writeln!(std::io::stderr(), "rhizome: cannot write the answer: {why}").ok();
        std::process::exit(1);
    }));
}

/// Runs the command line; a server serves this page.
pub fn run(page: Page) -> ExitCode {
    end_when_nobody_can_read();
    let result = match Arguments::parse().command {
        None => commands::serve::serve(commands::serve::Arguments::default(), page),
        Some(Command::Serve(command)) => command.run(page),
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
            return READER_GONE.into();
        }
        eprintln!("rhizome: {error}");
        ExitCode::FAILURE
    })
}
