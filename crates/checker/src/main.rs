//! `rhizome-checker FILE`: checks the text of a certificate.

use checker::Certificate;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        eprintln!(
            "usage: rhizome-checker FILE, the text of a certificate (rhizome certificate unpack writes it)"
        );
        return ExitCode::FAILURE;
    };
    match run(&file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str) -> Result<(), Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let text = std::fs::read_to_string(file)?;
    let certificate = Certificate::read(&text)?;
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    let done = AtomicUsize::new(0);
    let shown = Mutex::new(begun);
    // The checker asks all the time whether to stop.
    let show_progress = || {
        let mut shown = shown.lock().expect("no thread panics");
        if shown.elapsed() > Duration::from_secs(2) {
            *shown = Instant::now();
            let (done, all) = (done.load(Relaxed), certificate.claims());
            let seconds = begun.elapsed().as_secs();
            eprintln!("{done} of {all} claims hold, {seconds} s");
        }
        false
    };
    let checked = certificate.check(threads, &done, &show_progress)?;
    println!("{}", certificate.statement());
    println!(
        "  proved: {} claims hold by the rules ({} children, {} replies, {:.2} s)",
        checked.claims,
        checked.children,
        checked.replies,
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
