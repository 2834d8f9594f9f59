//! Commands about files of results: `database info|merge|export|import`. They open files and print; the promises are kept in `solver`.

use super::Outcome;
use crate::output::Output;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use solver::Database;
use solver::database::{Proved, Results, prove, read_text, write_text};
use sprouts::{Canonical, Certificate, Land, Nimber, Position};
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use terminal::{Progress, meanwhile};

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Files of proved results, which `solve --database FILE` writes and reads.
    #[command(subcommand)]
    Database(Action),
}

/// What to do with them.
#[derive(Subcommand)]
pub enum Action {
    /// Say what a file holds.
    Info {
        /// The database.
        file: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Add the results of other databases to one.
    Merge {
        /// The database that grows; it is made if there is none.
        target: PathBuf,
        /// The databases that are read.
        #[arg(required = true)]
        sources: Vec<PathBuf>,
        #[command(flatten)]
        belief: Belief,
        /// Print one JSON object for each source.
        #[arg(long)]
        json: bool,
    },
    /// Write all results as text: a position and its nimber on a line (`.spr`).
    Export {
        /// The database.
        file: PathBuf,
        /// The text file to write; `-` is standard output.
        #[arg(default_value = "-")]
        text: PathBuf,
    },
    /// Add the results of a text (`.spr`) or a certificate, each proved again by the rules before it is believed.
    Import {
        /// The database that grows; it is made if there is none.
        file: PathBuf,
        /// The text or certificate to read; `-` is standard input.
        source: PathBuf,
        /// Believe results without proving them. Contradictions are still refused.
        #[arg(long)]
        trust: bool,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

/// Whether other databases are believed.
#[derive(Args)]
pub struct Belief {
    /// Prove every result again by the rules; without this only contradictions are refused.
    #[arg(long)]
    prove: bool,
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Command::Database(action) = self;
        match action {
            Action::Info { file, json } => info(&file, json),
            Action::Merge {
                target,
                sources,
                belief,
                json,
            } => merge(&target, &sources, belief.prove, json),
            Action::Export { file, text } => export(&file, &text),
            Action::Import {
                file,
                source,
                trust,
                json,
            } => import(&file, &source, trust, json),
        }
    }
}

/// Puts the name of the file before what is wrong with it, unless it stands there already.
pub(super) fn about<T, E: std::fmt::Display>(
    file: &Path,
    result: Result<T, E>,
) -> Result<T, Box<dyn Error>> {
    result.map_err(|error| {
        let (name, error) = (file.display().to_string(), error.to_string());
        match error.starts_with(&name) {
            true => error.into(),
            false => format!("{name}: {error}").into(),
        }
    })
}

fn info(file: &Path, json: bool) -> Outcome {
    let begun = Instant::now();
    let database = about(file, Database::open_read_only(file))?;
    let content = Content::of(&database);
    let seconds = begun.elapsed().as_secs_f64();
    if json {
        println!("{}", content.json(file, &database, seconds));
    } else {
        content.print(file, &database, seconds);
    }
    Ok(ExitCode::SUCCESS)
}

/// What a database knows, counted.
struct Content {
    lives_max: u32,
    /// How many lands have each nimber.
    by_nimber: Vec<u64>,
    /// The nimbers of start positions, by spots.
    starts: Vec<(u32, Nimber)>,
}

impl Content {
    fn of(database: &Database) -> Self {
        let mut lives_max = 0;
        let mut by_nimber = vec![0u64; 256];
        for (land, nimber) in database.iter() {
            lives_max = lives_max.max(land.lives());
            by_nimber[usize::from(nimber.get())] += 1;
        }
        let used = by_nimber.iter().rposition(|&count| count > 0);
        by_nimber.truncate(used.map_or(0, |largest| largest + 1));
        let start = |spots| {
            let start = Position::start(spots).ok()?.canonical();
            let nimber = database.get(start.lands().first()?.packed())?;
            Some((spots, nimber))
        };
        Content {
            lives_max,
            by_nimber,
            starts: (1..=Position::SPOTS_MAX).filter_map(start).collect(),
        }
    }

    fn json(&self, file: &Path, database: &Database, seconds: f64) -> Value {
        let (bytes, log_bytes) = database.file_bytes();
        let starts = self.starts.iter();
        json!({
            "file": file.display().to_string(),
            "nimbers": database.nimbers_len(),
            "misere_losses": database.misere_losses_len(),
            "bytes": bytes,
            "log_bytes": log_bytes,
            "dropped_bytes": database.dropped_bytes(),
            "memory_bytes": database.memory_bytes(),
            "lives_max": self.lives_max,
            "by_nimber": self.by_nimber,
            "starts": starts.map(|(spots, nimber)| (spots.to_string(), nimber.get().into())).collect::<serde_json::Map<String, Value>>(),
            "seconds": seconds,
        })
    }

    fn print(&self, file: &Path, database: &Database, seconds: f64) {
        let (nimbers, losses) = (database.nimbers_len(), database.misere_losses_len());
        let (bytes, log_bytes) = database.file_bytes();
        println!(
            "{}: {nimbers} nimbers, {losses} misère losses",
            file.display()
        );
        println!(
            "  {bytes} bytes ({:.1} a result), {log_bytes} of them in the log; read in {seconds:.2} s",
            bytes as f64 / (nimbers + losses).max(1) as f64
        );
        let dropped = database.dropped_bytes();
        if dropped > 0 {
            println!("  {dropped} bytes of an unfinished write at the end are ignored");
        }
        if !self.by_nimber.is_empty() {
            let lives_max = self.lives_max;
            let counts = list(self.by_nimber.iter().enumerate());
            println!("  lands by nimber: {counts}; at most {lives_max} lives");
        }
        if !self.starts.is_empty() {
            let nimbers = list(self.starts.iter().map(|(spots, nimber)| (spots, nimber)));
            println!("  nimbers of start positions by spots: {nimbers}");
        }
    }
}

fn list<T: std::fmt::Display, U: std::fmt::Display>(pairs: impl Iterator<Item = (T, U)>) -> String {
    let pairs = pairs.map(|(one, other)| format!("{one}: {other}"));
    pairs.collect::<Vec<_>>().join(", ")
}

fn merge(target: &Path, sources: &[PathBuf], prove_again: bool, json: bool) -> Outcome {
    let mut database = about(target, Database::open(target))?;
    for source in sources {
        let other = about(source, Database::open_read_only(source))?;
        let results = about(source, Results::of(&other))?;
        drop(other);
        add(&mut database, target, source, results, 0, prove_again, json)?;
    }
    about(target, database.compact())?;
    Ok(ExitCode::SUCCESS)
}

fn export(file: &Path, text: &Path) -> Outcome {
    let database = about(file, Database::open_read_only(file))?;
    if text.as_os_str() == "-" {
        let mut output = BufWriter::new(std::io::stdout().lock());
        write_text(&database, &mut output).and_then(|()| output.flush())?;
    } else {
        let mut output = BufWriter::new(about(text, Output::create(text))?);
        about(text, write_text(&database, &mut output))?;
        let output = output.into_inner().map_err(|error| error.into_error());
        about(text, output.and_then(Output::finish))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn import(file: &Path, source: &Path, trust: bool, json: bool) -> Outcome {
    let (results, open) = match source.as_os_str() == "-" {
        true => about(source, read_text(std::io::stdin().lock()))?,
        false => meanwhile(&format!("reading {}", source.display()), || {
            read_source(source).map_err(|error| error.to_string())
        })?,
    };
    let mut database = about(file, Database::open(file))?;
    add(&mut database, file, source, results, open, !trust, json)?;
    about(file, database.save())?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a text, or a certificate, which begins with its mark.
fn read_source(source: &Path) -> Result<(Results, usize), Box<dyn Error>> {
    let mut input = BufReader::new(about(source, File::open(source))?);
    let mut mark = Vec::new();
    about(source, input.by_ref().take(4).read_to_end(&mut mark))?;
    if !Certificate::is_one(&mark) {
        return about(source, read_text(BufReader::new(mark.chain(input))));
    }
    let mut bytes = mark;
    about(source, input.read_to_end(&mut bytes))?;
    let certificate = about(source, Certificate::read(&bytes))?;
    let unpack = "a certificate holds canonical lands";
    let results = Results {
        nimbers: certificate
            .nimbers()
            .map(|(land, nimber)| (Land::from_bytes(land).expect(unpack), nimber))
            .collect(),
        misere_losses: certificate
            .losses()
            .map(|loss| Canonical::from_bytes(loss).expect(unpack))
            .collect(),
    };
    Ok((results, 0))
}

/// Adds results to a database and says what came of it. `open` sums settled nothing when the text was read.
fn add(
    database: &mut Database,
    target: &Path,
    source: &Path,
    results: Results,
    open: usize,
    prove_again: bool,
    json: bool,
) -> Result<(), Box<dyn Error>> {
    let read = results.nimbers.len() + results.misere_losses.len();
    let proved = if prove_again {
        let mut progress = Progress::new();
        let proved = prove(database, &results, |checked, all| {
            let seconds = progress.seconds();
            progress.show(|| {
                format!("{checked} of {all} results proved again, {seconds:.0} s (Ctrl-C stops)")
            });
            ControlFlow::Continue(())
        });
        drop(progress);
        match proved {
            ControlFlow::Continue(proved) => about(source, proved)?,
            ControlFlow::Break(()) => unreachable!("never stopped"),
        }
    } else {
        Proved {
            results,
            ..Proved::default()
        }
    };
    let new = about(source, database.insert_all(&proved.results))?;
    about(target, database.save())?;
    if json {
        println!(
            "{}",
            json!({
                "source": source.display().to_string(),
                "results": read,
                "new": new,
                "not_proved": proved.rejected,
                "first_not_proved": proved.reason.map(|reason| reason.to_string()),
                "sums_left_open": open,
            })
        );
        return Ok(());
    }
    println!("{}: {read} results, {new} of them new", source.display());
    if let Some(reason) = proved.reason {
        println!(
            "  {} left out, because they do not follow from the others: {} ({}) and so on; --trust believes them",
            proved.rejected, reason.position, reason.claimed
        );
    }
    if open > 0 {
        println!("  {open} sums left out, because they settle the nimber of no land");
    }
    Ok(())
}
