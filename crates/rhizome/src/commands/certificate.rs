//! The command about certificates: `check`. It reads a file and calls the checker of `sprouts`; no solver has a say here.

use super::Outcome;
use clap::Subcommand;
use serde_json::json;
use sprouts::Certificate;
use sprouts::certificate::{CheckError, Checked, Checker};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// No certificate is larger; the bound keeps a wrong file name from filling the memory.
const FILE_BYTES_MAX: u64 = 1 << 32;

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Check a certificate by the rules alone: every claim, and that they prove what it says of its position.
    Check {
        /// The certificate, as `solve --certificate FILE` writes it.
        file: PathBuf,
        /// Threads to check with; the default is one for each core.
        #[arg(long)]
        threads: Option<usize>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Check {
                file,
                threads,
                json,
            } => check(&file, threads, json),
        }
    }
}

fn check(file: &Path, threads: Option<usize>, json: bool) -> Outcome {
    let begun = Instant::now();
    let read = read(file);
    let (certificate, bytes) = match read {
        Ok(read) => read,
        Err(error) if json => {
            println!("{}", json!({ "valid": false, "error": error.to_string() }));
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => return Err(error),
    };
    let threads = threads
        .or_else(|| std::thread::available_parallelism().ok().map(Into::into))
        .unwrap_or(1);
    let result = check_all(&certificate, threads.clamp(1, 256));
    let seconds = begun.elapsed().as_secs_f64();
    let about = json!({
        "position": certificate.root().to_string(),
        "ending": if certificate.ending() == sprouts::Ending::Normal { "normal" } else { "misere" },
        "outcome": certificate.outcome().to_string(),
        "nimber": certificate.nimber().map(|nimber| nimber.get()),
        "claims": certificate.len(),
        "bytes": bytes,
        "seconds": seconds,
    });
    match result {
        Ok(checked) => {
            if json {
                let mut line = about;
                line["valid"] = true.into();
                line["children"] = checked.children.into();
                line["replies"] = checked.replies.into();
                println!("{line}");
            } else {
                let nimber = certificate.nimber();
                println!(
                    "{}: {} for the player to move in {} play{}",
                    certificate.root(),
                    certificate.outcome(),
                    certificate.ending(),
                    nimber.map_or(String::new(), |nimber| format!(", nimber {nimber}")),
                );
                println!(
                    "  proved: {} claims in {bytes} bytes hold by the rules ({} children, {} replies, {seconds:.2} s)",
                    certificate.len(),
                    checked.children,
                    checked.replies
                );
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) if json => {
            let mut line = about;
            line["valid"] = false.into();
            line["error"] = error.to_string().into();
            line["claim"] = error.claim.map(|index| index + 1).into();
            println!("{line}");
            Ok(ExitCode::FAILURE)
        }
        Err(error) => Err(format!("{}: {error}", file.display()).into()),
    }
}

fn read(file: &Path) -> Result<(Certificate, usize), Box<dyn std::error::Error>> {
    let named = |error: std::io::Error| format!("{}: {error}", file.display());
    let length = std::fs::metadata(file).map_err(named)?.len();
    if length > FILE_BYTES_MAX {
        return Err(format!("{}: too large for a certificate", file.display()).into());
    }
    let bytes = std::fs::read(file).map_err(named)?;
    let certificate =
        Certificate::read(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok((certificate, bytes.len()))
}

/// Threads take runs of claims in turn; the first wrong claim in the order of the file is the one reported.
fn check_all(certificate: &Certificate, threads: usize) -> Result<Checked, CheckError> {
    const RUN: usize = 16;
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    // No claim from here on needs checking: a wrong one was found before.
    let wrong_from = AtomicUsize::new(usize::MAX);
    let work = || {
        let mut checker = Checker::new(certificate);
        loop {
            let first = next.fetch_add(RUN, Ordering::Relaxed);
            if first >= certificate.len() {
                return Ok(checker.checked());
            }
            for index in first..(first + RUN).min(certificate.len()) {
                if index > wrong_from.load(Ordering::Relaxed) {
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
        show_progress(certificate.len(), &done, || {
            workers.iter().all(|worker| worker.is_finished())
        });
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect::<Vec<_>>()
    });
    let mut all = Checked::default();
    let mut wrong: Option<CheckError> = None;
    for result in results {
        match result {
            Ok(checked) => {
                all.claims += checked.claims;
                all.children += checked.children;
                all.replies += checked.replies;
            }
            Err(error) => {
                if wrong
                    .as_ref()
                    .is_none_or(|wrong: &CheckError| error.claim < wrong.claim)
                {
                    wrong = Some(error);
                }
            }
        }
    }
    match wrong {
        Some(error) => Err(error),
        None => Checker::new(certificate).root().map(|()| all),
    }
}

fn show_progress(claims: usize, done: &AtomicUsize, finished: impl Fn() -> bool) {
    let begun = Instant::now();
    let show = std::io::stderr().is_terminal();
    let mut shown = false;
    let mut pause = Duration::from_micros(50);
    while !finished() {
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
        if show && begun.elapsed() > Duration::from_millis(500) {
            shown = true;
            eprint!(
                "\r{} of {claims} claims hold, {:.0} s (Ctrl-C stops)",
                done.load(Ordering::Relaxed),
                begun.elapsed().as_secs_f64()
            );
        }
    }
    if shown {
        eprint!("\r\x1b[K");
    }
}
