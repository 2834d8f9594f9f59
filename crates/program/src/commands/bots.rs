//! `rhizome bots`: many games at once against a server, for measuring it and for tormenting it. Each bot is a client like any other; what
//! they have seen is compared at the end. Owns connections and clocks; how a client keeps in step is `rooms`'.

mod game;
mod own;
mod report;
mod seat;

use super::Outcome;
use crate::quantity;
use crate::request::fetch;
use game::{Game, Manners};
use own::Own;
use report::{Report, quantile};
use serde_json::json;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use terminal::{clock, interrupt};

/// The commands of this family.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Play many games at once against a server, and report how it held up.
    Bots(Arguments),
}

/// How many, and how fast.
#[derive(clap::Args)]
pub struct Arguments {
    /// The server: ws://ADDRESS:PORT; without one the bots start a server of their own
    #[arg(long, value_parser = server)]
    server: Option<String>,
    /// Kill the bots' own server so many times (kill -9) and start it again
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "server")]
    kills: u32,
    /// The time between two kills
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::duration)]
    kill_every: Duration,
    /// How many games, all at once
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// How long a bot thinks: a time, or a range such as 2s..6s
    #[arg(long, default_value = "2s..6s", value_parser = pace)]
    pace: (Duration, Duration),
    /// Spots at the start: a number, or a range such as 3..8 that the games go through in turn
    #[arg(long, default_value = "3..8", value_parser = spots)]
    spots: std::ops::RangeInclusive<u32>,
    /// Cut a connection about every so often, at random
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    cut_every: Option<Duration>,
    /// Give up after this time
    #[arg(long, default_value = "30m", value_parser = quantity::duration)]
    timeout: Duration,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1, value_parser = quantity::seed)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn server(text: &str) -> Result<String, String> {
    let address = text
        .strip_prefix("ws://")
        .map(|rest| rest.trim_end_matches('/'));
    match address {
        Some(address) if address.contains(':') && !address.contains('/') => Ok(address.to_owned()),
        _ => Err(format!("{text:?} is no server: write ws://127.0.0.1:7878")),
    }
}

/// Boards that a room may have: others no server opens, and the bots would ask again and again.
fn spots(text: &str) -> Result<std::ops::RangeInclusive<u32>, String> {
    let most = table::Start::SPOTS_MAX;
    let range = quantity::range(text).ok();
    range
        .filter(|range| *range.start() >= 1 && *range.end() <= most)
        .ok_or_else(|| format!("a board has 1 to {most} spots: write 7 or 1..14"))
}

fn pace(text: &str) -> Result<(Duration, Duration), String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let (low, high) = (quantity::duration(low)?, quantity::duration(high)?);
    if low > high {
        return Err(format!("{low:?} is more than {high:?}"));
    }
    Ok((low, high))
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Command::Bots(arguments) = self;
        clock::allow_open_files();
        // Before there is a server of our own: it has to be taken away again.
        let interrupted = interrupt::watch()?;
        let mut own = match &arguments.server {
            Some(_) => None,
            None => Some(Own::start()?),
        };
        let address = match (&arguments.server, &own) {
            (Some(server), _) => server.clone(),
            (None, own) => own.as_ref().map(Own::address).unwrap_or_default(),
        };
        let (over, enough) = std::sync::mpsc::channel();
        let (kills, every) = (arguments.kills, arguments.kill_every);
        let (played, starts) = std::thread::scope(|scope| {
            let torment = own
                .as_mut()
                .map(|own| scope.spawn(move || own.torment(kills, every, &enough)));
            // More threads than processors: one of two bots may wait while the other one draws.
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(8)
                .enable_all()
                .build()
                .map_err(|error| error.to_string());
            let played = runtime.and_then(|runtime| {
                runtime.block_on(async {
                    tokio::select! {
                        played = arguments.play(&address) => played,
                        () = raised(&interrupted) => Err("stopped before all games were over".into()),
                    }
                })
            });
            drop(over);
            let starts = torment.map(|thread| thread.join().unwrap_or_default());
            (played, starts.unwrap_or_default())
        });
        let (report, measured) = played?;
        let good = report.lost == 0
            && report.doubled == 0
            && report.differing == 0
            && report.unfinished == 0;
        arguments.print(report, measured, starts);
        Ok(if good {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Comes back when somebody wants to stop.
async fn raised(interrupted: &AtomicBool) {
    while !interrupted.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// What was measured beside the games.
struct Measured {
    seconds: f64,
    /// How much the server's memory grew.
    server_bytes: Option<u64>,
    /// Processor time of the server, unless it was killed meanwhile.
    server_cpu_s: Option<f64>,
    bots_cpu_s: f64,
}

impl Arguments {
    async fn play(&self, server: &str) -> Result<(Report, Measured), String> {
        let Some(before) = Figures::ask(server).await else {
            return Err(format!(
                "there is no server at ws://{server}; start one with `rhizome serve`"
            ));
        };
        let (begun, cpu) = (Instant::now(), clock::process_time());
        let report = Arc::new(Mutex::new(Report::default()));
        let sizes: Vec<u32> = self.spots.clone().collect();
        let games = (0..self.games).map(|index| {
            let seed = self.seed.wrapping_mul(1_000_003);
            let game = Game {
                server: server.to_owned(),
                spots: sizes[index as usize % sizes.len()],
                seed: seed.wrapping_add(u64::from(index)),
                manners: Manners {
                    pace: self.pace,
                    cut_every: self.cut_every,
                },
                deadline: begun + self.timeout,
            };
            let report = Arc::clone(&report);
            tokio::spawn(async move { game.play(&report).await })
        });
        let games: Vec<_> = games.collect();
        let mut memory_most = before.memory_bytes;
        let mut look = tokio::time::interval(Duration::from_secs(2));
        for game in games {
            tokio::pin!(game);
            loop {
                tokio::select! {
                    _ = &mut game => break,
                    _ = look.tick() => {
                        if let Some(now) = Figures::ask(server).await {
                            memory_most = memory_most.max(now.memory_bytes);
                        }
                    }
                }
            }
        }
        let after = Figures::ask(server).await;
        let same = after.filter(|_| self.kills == 0);
        let measured = Measured {
            seconds: begun.elapsed().as_secs_f64(),
            server_bytes: (self.kills == 0)
                .then(|| memory_most.saturating_sub(before.memory_bytes)),
            server_cpu_s: same.map(|after| after.cpu_s - before.cpu_s),
            bots_cpu_s: (clock::process_time() - cpu).as_secs_f64(),
        };
        let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
        Ok((std::mem::take(&mut *report), measured))
    }

    fn print(&self, mut report: Report, measured: Measured, mut starts: Vec<f64>) {
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        let per_move = |seconds: f64| rounded(seconds * 1e3 / report.moves.max(1) as f64);
        let (times, returns) = (&mut report.latencies, &mut report.returns);
        let mut object = json!({
            "games": self.games,
            "finished": self.games - report.unfinished,
            "moves": report.moves,
            "lost": report.lost,
            "doubled": report.doubled,
            "differing": report.differing,
            "reconnects": report.reconnects,
            "refused": report.refused,
            "latency_ms_p50": quantile(times, 0.5),
            "latency_ms_p99": quantile(times, 0.99),
            "latency_ms_max": quantile(times, 1.0),
            "server_bytes_per_game": measured.server_bytes.map(|bytes| bytes / u64::from(self.games)),
            "server_cpu_ms_per_move": measured.server_cpu_s.map(per_move),
            "bots_cpu_ms_per_move": per_move(measured.bots_cpu_s),
            "seconds": rounded(measured.seconds),
        });
        if report.reconnects > 0 {
            object["return_ms_p50"] = json!(quantile(returns, 0.5));
            object["return_ms_p99"] = json!(quantile(returns, 0.99));
        }
        if self.kills > 0 {
            object["kills"] = json!(starts.len());
            object["start_ms_max"] = json!(quantile(&mut starts, 1.0));
        }
        if self.json {
            println!("{object}");
        } else if let Some(object) = object.as_object() {
            for (name, value) in object {
                println!("{name:>22} {value}");
            }
        }
    }
}

/// What a server says of itself.
struct Figures {
    memory_bytes: u64,
    cpu_s: f64,
}

impl Figures {
    async fn ask(server: &str) -> Option<Self> {
        let text = fetch(server, "GET", "/metrics", "").await?;
        let value = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(' '));
            lines.find_map(|(known, value)| (known == name).then_some(value))
        };
        Some(Figures {
            memory_bytes: value("process_resident_memory_bytes")?.parse().ok()?,
            cpu_s: value("process_cpu_seconds_total")?.parse().ok()?,
        })
    }
}
