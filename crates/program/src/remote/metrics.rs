//! What the server counts, in the text form that Prometheus reads. It owns numbers and decides nothing.

use rooms::Refusal;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;
use terminal::clock;

/// The numbers of a server.
#[derive(Default)]
pub struct Metrics {
    connections: AtomicI64,
    connections_opened: AtomicU64,
    connections_refused: AtomicU64,
    rooms: AtomicI64,
    rooms_opened: AtomicU64,
    games_ended: AtomicU64,
    requests: AtomicU64,
    refusals: [AtomicU64; REFUSALS.len()],
    moves: AtomicU64,
    slow: AtomicU64,
    loading: Histogram,
    judging: Histogram,
    commits: Histogram,
    answers: Histogram,
    backups: AtomicU64,
}

/// The reasons for a refusal as they are told apart: every other one counts as the last.
const REFUSALS: [&str; 8] = [
    "malformed",
    "toofast",
    "toomany",
    "noseat",
    "nosuchroom",
    "full",
    "table",
    "other",
];

fn refusal(why: &Refusal) -> usize {
    match why {
        Refusal::Malformed => 0,
        Refusal::TooFast => 1,
        Refusal::TooMany => 2,
        Refusal::NoSeat | Refusal::NotWatchable => 3,
        Refusal::NoSuchRoom => 4,
        Refusal::Full => 5,
        Refusal::Table(_) => 6,
        _ => 7,
    }
}

/// How long something took, each time.
#[derive(Default)]
struct Histogram {
    /// How often it took at most so long; the last place counts everything longer.
    buckets: [AtomicU64; BOUNDS_US.len() + 1],
    sum_us: AtomicU64,
}

const BOUNDS_US: [u64; 12] = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
];

impl Histogram {
    fn add(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS_US.partition_point(|bound| *bound < us);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum_us.fetch_add(us, Ordering::Relaxed);
    }

    fn write(&self, text: &mut String, name: &str) {
        let mut all = 0;
        for (index, bucket) in self.buckets.iter().enumerate() {
            all += bucket.load(Ordering::Relaxed);
            let bound = match BOUNDS_US.get(index) {
                Some(us) => (*us as f64 / 1e6).to_string(),
                None => "+Inf".to_owned(),
            };
            line(text, &format!("{name}_bucket{{le=\"{bound}\"}}"), all);
        }
        let sum = self.sum_us.load(Ordering::Relaxed) as f64 / 1e6;
        line(text, &format!("{name}_sum"), sum);
        line(text, &format!("{name}_count"), all);
    }
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("text grows");
}

fn line(text: &mut String, name: &str, value: impl std::fmt::Display) {
    writeln!(text, "{name} {value}").expect("text grows");
}

impl Metrics {
    /// A connection has come (1) or gone (-1).
    pub fn connection(&self, change: i64) {
        self.connections.fetch_add(change, Ordering::Relaxed);
        let opened = u64::from(change > 0);
        self.connections_opened.fetch_add(opened, Ordering::Relaxed);
    }

    /// A connection was not let in.
    pub fn turned_away(&self) {
        self.connections_refused.fetch_add(1, Ordering::Relaxed);
    }

    /// A room was taken into memory (1) or left it (-1).
    pub fn room(&self, change: i64) {
        self.rooms.fetch_add(change, Ordering::Relaxed);
    }

    /// A room was opened for the first time.
    pub fn room_opened(&self) {
        self.rooms_opened.fetch_add(1, Ordering::Relaxed);
    }

    /// A room was made of what the file has.
    pub fn loaded(&self, took: Duration) {
        self.loading.add(took);
    }

    /// A game came to its end.
    pub fn game_ended(&self) {
        self.games_ended.fetch_add(1, Ordering::Relaxed);
    }

    /// A request was judged, and how long that took.
    pub fn request(&self, took: Duration) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.judging.add(took);
    }

    /// A request was refused.
    pub fn refused(&self, why: &Refusal) {
        self.refusals[refusal(why)].fetch_add(1, Ordering::Relaxed);
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
        self.commits.add(took);
    }

    /// A request was answered, and how long it took in all.
    pub fn answered(&self, took: Duration) {
        self.answers.add(took);
    }

    /// The file was copied.
    pub fn backed_up(&self) {
        self.backups.fetch_add(1, Ordering::Relaxed);
    }

    /// How many connections there are.
    pub fn connections(&self) -> i64 {
        self.connections.load(Ordering::Relaxed)
    }

    /// Everything.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write_gauges(&mut text);
        self.write_counters(&mut text);
        self.write_histograms(&mut text);
        text
    }

    fn write_gauges(&self, text: &mut String) {
        let memory = clock::resident_bytes().unwrap_or(0) as f64;
        let gauge = |number: &AtomicI64| number.load(Ordering::Relaxed) as f64;
        for (name, help, value) in [
            (
                "process_resident_memory_bytes",
                "Memory that the server holds.",
                memory,
            ),
            (
                "rhizome_connections",
                "Open connections.",
                gauge(&self.connections),
            ),
            ("rhizome_rooms", "Rooms in memory.", gauge(&self.rooms)),
        ] {
            head(text, name, "gauge", help);
            line(text, name, value);
        }
    }

    fn write_counters(&self, text: &mut String) {
        let cpu = "process_cpu_seconds_total";
        head(text, cpu, "counter", "Processor time used.");
        line(text, cpu, clock::process_time().as_secs_f64());
        for (name, help, number) in [
            (
                "rhizome_connections_total",
                "Connections that were let in.",
                &self.connections_opened,
            ),
            (
                "rhizome_connections_refused_total",
                "Connections that were not.",
                &self.connections_refused,
            ),
            (
                "rhizome_rooms_opened_total",
                "Rooms opened.",
                &self.rooms_opened,
            ),
            (
                "rhizome_games_ended_total",
                "Games that came to their end.",
                &self.games_ended,
            ),
            ("rhizome_requests_total", "Requests judged.", &self.requests),
            ("rhizome_moves_total", "Moves accepted.", &self.moves),
            (
                "rhizome_slow_total",
                "Messages that a slow reader did not take.",
                &self.slow,
            ),
            (
                "rhizome_backups_total",
                "Copies of the file.",
                &self.backups,
            ),
        ] {
            head(text, name, "counter", help);
            line(text, name, number.load(Ordering::Relaxed));
        }
        let name = "rhizome_refusals_total";
        head(text, name, "counter", "Requests refused, by reason.");
        for (because, number) in REFUSALS.iter().zip(&self.refusals) {
            let name = format!("{name}{{because=\"{because}\"}}");
            line(text, &name, number.load(Ordering::Relaxed));
        }
    }

    fn write_histograms(&self, text: &mut String) {
        for (name, help, histogram) in [
            (
                "rhizome_judging_seconds",
                "Time to judge a request.",
                &self.judging,
            ),
            (
                "rhizome_answer_seconds",
                "Time from a request to its answer, the sync included.",
                &self.answers,
            ),
            (
                "rhizome_commit_seconds",
                "Time of a sync of the file.",
                &self.commits,
            ),
            (
                "rhizome_loading_seconds",
                "Time to make a room of what the file has.",
                &self.loading,
            ),
        ] {
            head(text, name, "histogram", help);
            histogram.write(text, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_one_that_prometheus_reads() {
        let metrics = Metrics::default();
        metrics.committed(Duration::from_millis(3));
        metrics.committed(Duration::from_secs(9));
        metrics.refused(&Refusal::TooFast);
        let text = metrics.text();
        for wanted in [
            "rhizome_commit_seconds_bucket{le=\"0.0025\"} 0\n",
            "rhizome_commit_seconds_bucket{le=\"0.005\"} 1\n",
            "rhizome_commit_seconds_bucket{le=\"+Inf\"} 2\n",
            "rhizome_commit_seconds_sum 9.003\n",
            "rhizome_commit_seconds_count 2\n",
            "rhizome_refusals_total{because=\"toofast\"} 1\n",
        ] {
            assert!(text.contains(wanted), "{wanted} is not in\n{text}");
        }
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let value = line
                .rsplit(' ')
                .next()
                .and_then(|value| value.parse::<f64>().ok());
            assert!(value.is_some(), "{line}");
        }
    }
}
