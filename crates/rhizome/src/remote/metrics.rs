//! What the server counts, in the text form that Prometheus reads. It owns numbers and decides nothing.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The numbers of a server.
#[derive(Default)]
pub struct Metrics {
    connections: AtomicI64,
    rooms: AtomicI64,
    requests: AtomicU64,
    refusals: AtomicU64,
    moves: AtomicU64,
    slow: AtomicU64,
    commits: AtomicU64,
    commit_us: AtomicU64,
    judged: AtomicU64,
    judged_us: AtomicU64,
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Metrics {
    /// A connection has come (1) or gone (-1).
    pub fn connection(&self, change: i64) {
        self.connections.fetch_add(change, Ordering::Relaxed);
    }

    /// A room was taken into memory (1) or left it (-1).
    pub fn room(&self, change: i64) {
        self.rooms.fetch_add(change, Ordering::Relaxed);
    }

    /// A request was answered, and how long it took to judge it.
    pub fn request(&self, took: Duration, refused: bool) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.refusals
            .fetch_add(u64::from(refused), Ordering::Relaxed);
        self.judged.fetch_add(1, Ordering::Relaxed);
        self.judged_us
            .fetch_add(microseconds(took), Ordering::Relaxed);
    }

    /// A move was accepted.
    pub fn moved(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody read too slowly and was left behind.
    pub fn too_slow(&self) {
        self.slow.fetch_add(1, Ordering::Relaxed);
    }

    /// The file was synced.
    pub fn committed(&self, took: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.commit_us
            .fetch_add(microseconds(took), Ordering::Relaxed);
    }

    /// How many connections there are.
    pub fn connections(&self) -> i64 {
        self.connections.load(Ordering::Relaxed)
    }

    /// Everything, a line each.
    pub fn text(&self) -> String {
        let seconds = |number: &AtomicU64| number.load(Ordering::Relaxed) as f64 / 1e6;
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: String| {
            writeln!(
                text,
                "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}"
            )
            .expect("text grows");
        };
        let gauge = |number: &AtomicI64| number.load(Ordering::Relaxed).to_string();
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed).to_string();
        line(
            "rhizome_connections",
            "gauge",
            "Open connections.",
            gauge(&self.connections),
        );
        line(
            "rhizome_memory_bytes",
            "gauge",
            "Memory that the server holds.",
            terminal::clock::resident_bytes().unwrap_or(0).to_string(),
        );
        line(
            "rhizome_rooms",
            "gauge",
            "Rooms in memory.",
            gauge(&self.rooms),
        );
        line(
            "rhizome_requests_total",
            "counter",
            "Requests answered.",
            count(&self.requests),
        );
        line(
            "rhizome_refusals_total",
            "counter",
            "Requests refused.",
            count(&self.refusals),
        );
        line(
            "rhizome_moves_total",
            "counter",
            "Moves accepted.",
            count(&self.moves),
        );
        line(
            "rhizome_slow_total",
            "counter",
            "Messages that a slow reader did not take.",
            count(&self.slow),
        );
        line(
            "rhizome_commits_total",
            "counter",
            "Syncs of the file.",
            count(&self.commits),
        );
        line(
            "rhizome_commit_seconds_total",
            "counter",
            "Time spent on them.",
            seconds(&self.commit_us).to_string(),
        );
        line(
            "rhizome_judged_total",
            "counter",
            "Requests judged.",
            count(&self.judged),
        );
        line(
            "rhizome_judging_seconds_total",
            "counter",
            "Time spent on that.",
            seconds(&self.judged_us).to_string(),
        );
        text
    }
}
