//! A line on the terminal that says how far a long command is. Nothing is shown where nobody looks, nor by a command that ends
//! at once.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_millis(250);

/// The line. It goes away when this is dropped.
pub struct Progress {
    line: ProgressBar,
    begun: Instant,
    shown: Instant,
}

impl Progress {
    /// Nothing is shown yet.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{msg}").expect("a template that stands here");
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        line.set_style(style);
        let now = Instant::now();
        Progress {
            line,
            begun: now,
            shown: now,
        }
    }

    /// Says how far it is, at most a few times a second; the text is made only when it is shown.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        if self.shown.elapsed() >= EVERY && !self.line.is_hidden() {
            self.shown = Instant::now();
            self.line.set_message(text());
        }
    }

    /// Takes the line away while something is printed that stays.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.line.suspend(print)
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

/// Does something that cannot say how far it is, and shows what it is and for how long. For work before Ctrl-C is watched: that ends the
/// program.
pub fn meanwhile<R>(what: &str, work: impl FnOnce() -> R) -> R {
    let (working, done) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut progress = Progress::new();
            while done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let seconds = progress.seconds();
                progress.show(|| format!("{what}, {seconds:.0} s (Ctrl-C stops)"));
            }
        });
        let result = work();
        // Had the work panicked, this would be dropped as well, and the line would end.
        drop(working);
        result
    })
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_meanwhile_comes_back_or_fails() {
        assert_eq!(meanwhile("adding", || 3 + 4), 7);
        // The line must not wait for what has ended.
        let failed = std::panic::catch_unwind(|| meanwhile("failing", || panic!("on purpose")));
        assert!(failed.is_err());
    }
}
