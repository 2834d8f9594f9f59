//! The commands about certificates: `check`, `certificate unpack`, `certificate pack`. No solver has a say here: `check` gives the text of a
//! certificate to the crate `checker`.

use super::Outcome;
use crate::output;
use crate::quantity;
use clap::Subcommand;
use serde_json::{Value, json};
use sprouts::Certificate;
use sprouts::certificate::{CheckError, Checked, Checker};
use std::error::Error;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use terminal::{Progress, interrupt, meanwhile};

/// No certificate is larger; the bound keeps a wrong file name from filling the memory.
const FILE_BYTES_MAX: u64 = 1 << 32;

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Check a certificate by the rules alone: every claim, and that they prove what it says of its position.
    Check {
        /// The certificate, as `solve --certificate FILE` writes it, or its text.
        file: PathBuf,
        /// Check with the fast checker, which shares its moves and its canonical form with the solver.
        #[arg(long)]
        fast: bool,
        /// Threads to check with; the default is one for each core.
        #[arg(long, value_parser = quantity::threads)]
        threads: Option<usize>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Certificates as text and back.
    #[command(subcommand)]
    Certificate(Convert),
}

/// From one form of a certificate to the other. Neither believes what it converts.
#[derive(Subcommand)]
pub enum Convert {
    /// Write the text of a certificate: a header, then one claim a line.
    Unpack {
        /// The certificate.
        file: PathBuf,
        /// Where to write the text; the default is standard output.
        output: Option<PathBuf>,
    },
    /// Compress the text of a certificate.
    Pack {
        /// The text.
        file: PathBuf,
        /// Where to write the certificate.
        output: PathBuf,
    },
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Check {
                file,
                fast,
                threads,
                json,
            } => check(&file, fast, threads, json),
            Command::Certificate(Convert::Unpack { file, output }) => {
                let text = read(&file)?.text()?;
                match output {
                    None => std::io::stdout().write_all(text.as_bytes())?,
                    Some(output) => output::write(&output, text)?,
                }
                Ok(ExitCode::SUCCESS)
            }
            Command::Certificate(Convert::Pack { file, output }) => {
                let packed = read(&file)?.certificate()?.write();
                output::write(&output, packed)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

/// A certificate in either form.
struct File<'a> {
    name: &'a Path,
    bytes: Vec<u8>,
}

fn read(name: &Path) -> Result<File<'_>, String> {
    let named = |error: std::io::Error| format!("{}: {error}", name.display());
    let file = std::fs::File::open(name).map_err(named)?;
    let mut bytes = Vec::new();
    // What is no file in a folder may have no end, and tells no length.
    let read = file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes);
    if read.map_err(named)? as u64 > FILE_BYTES_MAX {
        return Err(format!("{}: too large for a certificate", name.display()));
    }
    Ok(File { name, bytes })
}

impl File<'_> {
    fn error(&self, error: impl std::fmt::Display) -> String {
        format!("{}: {error}", self.name.display())
    }

    fn certificate(&self) -> Result<Certificate, String> {
        if !Certificate::is_text(&self.bytes) {
            return Certificate::read(&self.bytes).map_err(|error| self.error(error));
        }
        let text = str::from_utf8(&self.bytes).map_err(|error| self.error(error))?;
        Certificate::from_text(text).map_err(|error| self.error(error))
    }

    /// The text: of a text file exactly what stands there.
    fn text(&self) -> Result<String, String> {
        if !Certificate::is_text(&self.bytes) {
            return Ok(self.certificate()?.to_string());
        }
        let text = str::from_utf8(&self.bytes).map_err(|error| self.error(error))?;
        Ok(text.to_string())
    }
}

/// What a checker says: what the certificate is about, then what was looked at or what is wrong.
struct Verdict {
    about: Value,
    /// Children and replies looked at.
    looked: Result<(u64, u64), Refused>,
}

struct Refused {
    /// From 1; nothing for the claim about the position itself.
    claim: Option<usize>,
    problem: String,
}

fn check(name: &Path, fast: bool, threads: Option<usize>, json: bool) -> Outcome {
    let begun = Instant::now();
    let threads = threads.unwrap_or_else(quantity::cores);
    let judged = judge(name, fast, threads);
    let (Verdict { mut about, looked }, bytes) = match judged {
        Ok(judged) => judged,
        Err(error) if json => {
            println!("{}", json!({ "valid": false, "error": error.to_string() }));
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => return Err(error),
    };
    let seconds = begun.elapsed().as_secs_f64();
    about["bytes"] = bytes.into();
    about["seconds"] = seconds.into();
    about["valid"] = looked.is_ok().into();
    match looked {
        Ok((children, replies)) if json => {
            about["children"] = children.into();
            about["replies"] = replies.into();
        }
        Ok((children, replies)) => {
            print_proved(&about);
            println!(
                "  proved: {} claims in {bytes} bytes hold by the rules ({children} children, {replies} replies, {seconds:.2} s)",
                about["claims"]
            );
            return Ok(ExitCode::SUCCESS);
        }
        Err(refused) if json => {
            about["error"] = refused.problem.into();
            about["claim"] = refused.claim.into();
        }
        Err(refused) => return Err(format!("{}: {}", name.display(), refused.problem).into()),
    }
    println!("{about}");
    match about["valid"] == true {
        true => Ok(ExitCode::SUCCESS),
        false => Ok(ExitCode::FAILURE),
    }
}

fn judge(name: &Path, fast: bool, threads: usize) -> Result<(Verdict, usize), Box<dyn Error>> {
    let file = read(name)?;
    let reading = format!("reading {}", name.display());
    let verdict = match fast {
        false => {
            let certificate = meanwhile(&reading, || {
                checker::Certificate::read(&file.text()?).map_err(|error| file.error(error))
            })?;
            let stop = interrupt::watch()?;
            check_small(&certificate, threads, &stop)
        }
        true => {
            let certificate = meanwhile(&reading, || file.certificate())?;
            let stop = interrupt::watch()?;
            check_fast(&certificate, threads, &stop)?
        }
    };
    Ok((verdict, file.bytes.len()))
}

fn print_proved(about: &Value) {
    let text = |name: &str| about[name].as_str().unwrap_or_default().to_string();
    let play = match text("ending").as_str() {
        "misere" => "misère",
        _ => "normal",
    };
    let nimber = match &about["nimber"] {
        Value::Null => String::new(),
        nimber => format!(", nimber {nimber}"),
    };
    println!(
        "{}: {} for the player to move in {play} play{nimber}",
        text("position"),
        text("outcome"),
    );
}

/// The checker that has to be believed: the crate `checker`.
fn check_small(certificate: &checker::Certificate, threads: usize, stop: &AtomicBool) -> Verdict {
    let checked = check_with_progress(certificate, threads, stop);
    let statement = certificate.statement();
    let about = json!({
        "position": statement.position,
        "ending": match statement.ending {
            checker::Ending::Normal => "normal",
            checker::Ending::Misere => "misere",
        },
        "outcome": statement.outcome.to_string(),
        "nimber": statement.nimber,
        "claims": certificate.claims(),
        "checker": "small",
    });
    let looked = match checked {
        Ok(checked) => Ok((checked.children, checked.replies)),
        Err(error) => Err(Refused {
            claim: error.claim.map(|index| index + 1),
            problem: error.to_string(),
        }),
    };
    Verdict { about, looked }
}

/// Runs the checker with a line of progress until it is done or asked to stop.
pub fn check_with_progress(
    certificate: &checker::Certificate,
    threads: usize,
    stop: &AtomicBool,
) -> Result<checker::Checked, checker::CheckError> {
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let stopped = || stop.load(Ordering::Relaxed);
        let check =
            scope.spawn(|| certificate.check(threads, &done, &|| stop.load(Ordering::Relaxed)));
        show_progress(certificate.claims(), &done, stopped, || check.is_finished());
        check
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The checker of `sprouts`.
fn check_fast(
    certificate: &Certificate,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Verdict, Box<dyn Error>> {
    let looked = match check_all(certificate, threads, stop) {
        Err(error) => Err(Refused {
            claim: error.claim.map(|index| index + 1),
            problem: error.to_string(),
        }),
        Ok(_) if stop.load(Ordering::Relaxed) => {
            return Err("stopped before all claims were checked".into());
        }
        Ok(checked) => Ok((checked.children, checked.replies)),
    };
    let about = json!({
        "position": certificate.root().to_string(),
        "ending": if certificate.ending() == sprouts::Ending::Normal { "normal" } else { "misere" },
        "outcome": certificate.outcome().to_string(),
        "nimber": certificate.nimber().map(|nimber| nimber.get()),
        "claims": certificate.len(),
        "checker": "fast",
    });
    Ok(Verdict { about, looked })
}

/// Threads take runs of claims in turn; the first wrong claim in the order of the file is the one reported.
fn check_all(
    certificate: &Certificate,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Checked, CheckError> {
    const RUN: usize = 16;
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    // No claim from here on needs checking: a wrong one was found before.
    let wrong_from = AtomicUsize::new(usize::MAX);
    let stopped = || stop.load(Ordering::Relaxed);
    let work = || {
        let Some(mut checker) = Checker::unless(certificate, &stopped) else {
            return Ok(Checked::default());
        };
        loop {
            let first = next.fetch_add(RUN, Ordering::Relaxed);
            if first >= certificate.len() {
                return Ok(checker.checked());
            }
            for index in first..(first + RUN).min(certificate.len()) {
                if index > wrong_from.load(Ordering::Relaxed) || stopped() {
                    return Ok(checker.checked());
                }
                if let Err(error) = checker.claim(index) {
                    wrong_from.fetch_min(index, Ordering::Relaxed);
                    return Err(error);
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let results = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(certificate.len().div_ceil(RUN)))
            .map(|_| scope.spawn(work))
            .collect();
        show_progress(certificate.len(), &done, stopped, || {
            workers.iter().all(|worker| worker.is_finished())
        });
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect::<Vec<_>>()
    });
    let all = together(results)?;
    if !stopped() {
        Checker::new(certificate).root()?;
    }
    Ok(all)
}

/// What all threads have done, or the first wrong claim that one of them found.
fn together(results: Vec<Result<Checked, CheckError>>) -> Result<Checked, CheckError> {
    let wrong = results.iter().filter_map(|result| result.as_ref().err());
    if let Some(first) = wrong.min_by_key(|error| error.claim) {
        return Err(first.clone());
    }
    let mut all = Checked::default();
    for checked in results.into_iter().flatten() {
        all.claims += checked.claims;
        all.children += checked.children;
        all.replies += checked.replies;
    }
    Ok(all)
}

fn show_progress(
    claims: usize,
    done: &AtomicUsize,
    stopped: impl Fn() -> bool,
    finished: impl Fn() -> bool,
) {
    let mut progress = Progress::new();
    let mut pause = Duration::from_micros(50);
    while !finished() {
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
        let seconds = progress.seconds();
        progress.show(|| {
            let end = if stopped() {
                "stopping"
            } else {
                "Ctrl-C stops"
            };
            let done = done.load(Ordering::Relaxed);
            format!("{done} of {claims} claims hold, {seconds:.0} s ({end})")
        });
    }
}
