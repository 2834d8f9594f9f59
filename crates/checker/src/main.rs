//! `rhizome-checker FILE`: checks the text of a certificate.

use checker::Certificate;
use std::process::ExitCode;
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
    let checked = std::thread::scope(|scope| {
        let check = scope.spawn(|| certificate.check(threads, &done, &|| false));
        let mut shown = Instant::now();
        while !check.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
            if shown.elapsed() > Duration::from_secs(2) {
                shown = Instant::now();
                let (done, all) = (done.load(Relaxed), certificate.claims());
                eprintln!(
                    "{done} of {all} claims hold, {:.0} s",
                    begun.elapsed().as_secs_f64()
                );
            }
        }
        check
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    println!(
        "{}: {} for the player to move in {} play{}",
        certificate.position,
        certificate.outcome,
        certificate.ending,
        certificate
            .nimber
            .map_or(String::new(), |nimber| format!(", nimber {nimber}")),
    );
    println!(
        "  proved: {} claims hold by the rules ({} children, {} replies, {:.2} s)",
        checked.claims,
        checked.children,
        checked.replies,
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
