//! Ctrl-C and the system's request to stop, as a flag that long commands look at between two steps of their work.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exit status of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Watches from now on. The flag is raised by the first request; a second one ends the program at once.
pub fn watch() -> std::io::Result<Arc<AtomicBool>> {
    raised_by(&[SIGINT, SIGTERM])
}

/// The same for Ctrl-C alone, where it does not mean the end: whoever lowers the flag again is asked again, and where it is raised
/// beforehand, the first Ctrl-C ends the program.
pub fn watch_key() -> std::io::Result<Arc<AtomicBool>> {
    raised_by(&[SIGINT])
}

fn raised_by(signals: &[i32]) -> std::io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    for &signal in signals {
        // In this order: the first request must not find the flag raised by itself.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}
