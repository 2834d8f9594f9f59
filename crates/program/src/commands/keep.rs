//! `rhizome backup` and `rhizome export`: the data of a server, running or not, for whoever runs it. Owns files and their names; what is in
//! them is `file`'s.

use super::Outcome;
use crate::file::{self, ARCHIVE};
use crate::json;
use crate::output::Output;
use crate::remote::{Note, secret};
use crate::{request, store};
use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata};
use rooms::{BoardSnapshot, Summary};
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::{Game, Start, Written};

/// The commands of this family.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Copy the data of a server to a new file, while it runs or not.
    Backup(Backup),
    /// Write the finished games of a server, a JSON object a line.
    Export(Export),
}

/// What to copy, and where to.
#[derive(clap::Args)]
pub struct Backup {
    /// The copy; it must not exist yet
    file: PathBuf,
    /// The folder of the server; by default the one in the user's data directory
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// What to write, and where to.
#[derive(clap::Args)]
pub struct Export {
    /// The file; by default standard output
    file: Option<PathBuf>,
    /// The folder of the server; by default the one in the user's data directory
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Backup(arguments) => backup(arguments),
            Command::Export(arguments) => export(arguments),
        }
    }
}

fn folder(data: Option<PathBuf>) -> Result<PathBuf, Box<dyn Error>> {
    let folder = data.or_else(store::default_folder);
    let folder =
        folder.ok_or("there is no home directory; name the server's folder with --data DIR")?;
    match file::path(&folder).is_file() {
        true => Ok(folder),
        false => Err(format!(
            "there is no data in {}; name the server's folder with --data DIR",
            folder.display()
        )
        .into()),
    }
}

fn backup(arguments: Backup) -> Outcome {
    let to = arguments.file;
    if to.exists() {
        return Err(format!("{} is there already; choose another name", to.display()).into());
    }
    let folder = folder(arguments.data)?;
    copy(&folder, &to)?;
    let database = Database::open(&to)?;
    let read = database.begin_read()?;
    let (rooms, games) = (
        read.open_table(file::ROOMS)?.len()?,
        read.open_table(ARCHIVE)?.len()?,
    );
    println!("{}: {rooms} rooms, {games} finished games.", to.display());
    Ok(ExitCode::SUCCESS)
}

/// Copies the data of a folder to a file, by ourselves or by the server that uses it.
fn copy(folder: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let mut part = to.as_os_str().to_owned();
    part.push(format!(".{}.new", std::process::id()));
    let part = PathBuf::from(part);
    let copied = copy_to(folder, &part).and_then(|()| Ok(fs::rename(&part, to)?));
    copied.map_err(|error| {
        fs::remove_file(&part).ok();
        format!("cannot write {}: {error}", to.display()).into()
    })
}

fn copy_to(folder: &Path, part: &Path) -> Result<(), Box<dyn Error>> {
    let source = file::path(folder);
    match Database::open(&source) {
        Ok(database) => file::copy(&database, part).map_err(|error| error as Box<dyn Error>),
        Err(DatabaseError::DatabaseAlreadyOpen) => {
            let copy = folder.join(ask(folder)?);
            if fs::rename(&copy, part).is_err() {
                // Another disk.
                let copied = fs::copy(&copy, part);
                fs::remove_file(&copy)?;
                copied?;
                fs::File::open(part)?.sync_all()?;
            }
            Ok(())
        }
        Err(error) => Err(file::refused(&source, error).into()),
    }
}

/// Has the server copy its data beside itself; the name of the copy.
fn ask(folder: &Path) -> Result<String, Box<dyn Error>> {
    let busy = "the data is in use by a program that cannot be asked; stop it first";
    let note = Note::read(folder).ok_or(busy)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let address = note.address.to_string();
    let answer = runtime.block_on(request::request(
        &address,
        "POST",
        "/control/backup",
        &note.secret,
    ));
    let answer = answer.ok_or(busy)?;
    let plain = |name: &str| name.starts_with("backup-") && !name.contains(['/', '\\']);
    match answer.status {
        201 if plain(&answer.body) => Ok(answer.body),
        _ => Err(format!("the server made no copy: {}", answer.body).into()),
    }
}

fn export(arguments: Export) -> Outcome {
    let folder = folder(arguments.data)?;
    let copied = std::env::temp_dir().join(format!("rhizome-export-{}.redb", secret()));
    let written = copy(&folder, &copied).and_then(|()| match &arguments.file {
        Some(path) => {
            let named = |error: io::Error| format!("cannot write {}: {error}", path.display());
            let mut file = io::BufWriter::new(Output::create(path).map_err(named)?);
            let games = write_games(&copied, &mut file)?;
            let file = file.into_inner().map_err(|error| error.into_error());
            file.and_then(Output::finish).map_err(named)?;
            Ok(games)
        }
        None => write_games(&copied, &mut io::stdout().lock()),
    });
    fs::remove_file(&copied).ok();
    let games = written?;
    if let Some(path) = arguments.file {
        println!("{}: {games} finished games.", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn write_games(copied: &Path, output: &mut dyn Write) -> Result<u64, Box<dyn Error>> {
    let database = Database::open(copied)?;
    let read = database.begin_read()?;
    let mut games = 0;
    for row in read.open_table(ARCHIVE)?.iter()? {
        let (_, bytes) = row?;
        let mut object: serde_json::Value = json::read(bytes.value())?;
        let summary: Summary = json::read(bytes.value())?;
        object["record"] = record(&summary.board).into();
        writeln!(output, "{object}")?;
        games += 1;
    }
    output.flush()?;
    Ok(games)
}

/// The moves as people write them down; nothing for a game that began from a drawn map.
fn record(board: &BoardSnapshot) -> Option<String> {
    match board {
        BoardSnapshot::Stones(snapshot) => Some(snapshot.record.moves.join(" ")),
        BoardSnapshot::Sprouts(snapshot) => {
            let Start::Spots(_) = snapshot.start.start else {
                return None;
            };
            let mut game = Written::open(&snapshot.start).ok()?;
            for m in &snapshot.record.moves {
                game.play(&m.played).ok()?;
            }
            Some(game.record().to_string())
        }
    }
}
