//! `rhizome bots`: many games at once against a server, for measuring it and for tormenting it. Each bot is a client like any other; what
//! they have seen is compared at the end. Owns connections and clocks; how a client keeps in step is `rooms`'.

mod seat;

use super::Outcome;
use crate::quantity;
use rooms::{GameStart, Invitation, Name};
use seat::{Report, Seat};
use serde_json::json;
use sprouts::Ending;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::{Opening, Rules, Setting, Start, TakeBack};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The commands of this family.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Play many games at once against a server, and report how it held up.
    Bots(Arguments),
}

/// How many, and how fast.
#[derive(clap::Args)]
pub struct Arguments {
    /// The server: ws://ADDRESS:PORT
    #[arg(long, value_parser = server)]
    server: String,
    /// How many games, all at once
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// How long a bot thinks: a time, or a range such as 2s..6s
    #[arg(long, default_value = "2s..6s", value_parser = pace)]
    pace: (Duration, Duration),
    /// Spots at the start: a number, or a range such as 3..8 that the games go through in turn
    #[arg(long, default_value = "3..8", value_parser = quantity::spots)]
    spots: std::ops::RangeInclusive<u32>,
    /// Cut a connection about every so often, at random
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    cut_every: Option<Duration>,
    /// Give up after this time
    #[arg(long, default_value = "30m", value_parser = quantity::duration)]
    timeout: Duration,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
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
        let runtime = tokio::runtime::Runtime::new()?;
        let (report, seconds) = runtime.block_on(arguments.play())?;
        let good = report.lost == 0
            && report.doubled == 0
            && report.differing == 0
            && report.unfinished == 0;
        arguments.print(report, seconds);
        Ok(if good {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

impl Arguments {
    async fn play(&self) -> Result<(Report, f64), Box<dyn std::error::Error>> {
        let memory_before = memory(&self.server).await;
        if memory_before.is_none() {
            return Err(format!(
                "there is no server at ws://{}; start one with `rhizome serve`",
                self.server
            )
            .into());
        }
        let begun = Instant::now();
        let report = Arc::new(Mutex::new(Report::default()));
        let sizes: Vec<u32> = self.spots.clone().collect();
        let games = (0..self.games).map(|index| {
            let spots = sizes[index as usize % sizes.len()];
            let game = Game {
                server: self.server.clone(),
                spots,
                seed: self
                    .seed
                    .wrapping_mul(1_000_003)
                    .wrapping_add(u64::from(index)),
                pace: self.pace,
                cut_every: self.cut_every,
                deadline: begun + self.timeout,
            };
            let report = Arc::clone(&report);
            tokio::spawn(async move { game.play(&report).await })
        });
        let games: Vec<_> = games.collect();
        let mut memory_most = memory_before;
        let mut look = tokio::time::interval(Duration::from_secs(2));
        for game in games {
            tokio::pin!(game);
            loop {
                tokio::select! {
                    _ = &mut game => break,
                    _ = look.tick() => memory_most = memory_most.max(memory(&self.server).await),
                }
            }
        }
        let mut report =
            std::mem::take(&mut *report.lock().unwrap_or_else(PoisonError::into_inner));
        let grown = memory_most
            .zip(memory_before)
            .map(|(most, before)| most.saturating_sub(before));
        report.server_bytes_per_game = grown.map(|bytes| bytes / u64::from(self.games));
        Ok((report, begun.elapsed().as_secs_f64()))
    }

    fn print(&self, mut report: Report, seconds: f64) {
        report.latencies.sort_by(f64::total_cmp);
        let quantile = |share: f64| {
            let index = (report.latencies.len().saturating_sub(1) as f64 * share).round() as usize;
            report
                .latencies
                .get(index)
                .map(|value| (value * 100.0).round() / 100.0)
        };
        let object = json!({
            "games": self.games,
            "finished": self.games - report.unfinished,
            "moves": report.moves,
            "lost": report.lost,
            "doubled": report.doubled,
            "differing": report.differing,
            "reconnects": report.reconnects,
            "refused": report.refused,
            "latency_ms_p50": quantile(0.5),
            "latency_ms_p99": quantile(0.99),
            "latency_ms_max": quantile(1.0),
            "server_bytes_per_game": report.server_bytes_per_game,
            "seconds": (seconds * 10.0).round() / 10.0,
        });
        if self.json {
            println!("{object}");
        } else if let Some(object) = object.as_object() {
            for (name, value) in object {
                println!("{name:>22} {value}");
            }
        }
    }
}

/// One game: two bots, and the room that they meet in.
struct Game {
    server: String,
    spots: u32,
    seed: u64,
    pace: (Duration, Duration),
    cut_every: Option<Duration>,
    deadline: Instant,
}

impl Game {
    async fn play(self, report: &Mutex<Report>) {
        let invitation = Invitation {
            title: Name::new("bots").expect("a name"),
            game: GameStart::Sprouts(Setting {
                start: Start::Spots(self.spots),
                ending: Ending::Normal,
            }),
            rules: Rules {
                opening: Opening::Plain,
                take_back: TakeBack::ByConsent,
                time: None,
            },
            listed: false,
            watchable: false,
        };
        let token = |side: &str| {
            format!(
                "bot-{side}-{:016x}-{:016x}",
                self.seed,
                self.seed ^ 0x5bd1_e995
            )
        };
        let body =
            json!({ "invitation": invitation, "name": "Host", "token": token("host") }).to_string();
        let room = loop {
            let answer = request(&self.server, "POST", "/api/rooms", &body).await;
            let value =
                answer.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
            if let Some(room) = value.and_then(|value| Some(value["room"].as_str()?.to_owned())) {
                break room;
            }
            if Instant::now() > self.deadline {
                report
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .unfinished += 1;
                return;
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        };
        let address = format!("ws://{}/api/rooms/{room}/socket", self.server);
        let sent_at = Arc::new(Mutex::new(None));
        let seat = |side: &str, joins: bool, seed: u64| {
            Seat::new(&address, &token(side), joins, seed, Arc::clone(&sent_at))
        };
        let (mut host, mut guest) = (
            seat("host", false, self.seed),
            seat("guest", true, !self.seed),
        );
        let playing = async {
            tokio::join!(
                host.play(self.pace, self.cut_every),
                guest.play(self.pace, self.cut_every)
            )
        };
        let finished = tokio::time::timeout_at(self.deadline.into(), playing)
            .await
            .is_ok();
        let path = format!("/api/rooms/{room}/record");
        let record = loop {
            let record = request(&self.server, "POST", &path, &token("host")).await;
            if record.is_some() || Instant::now() > self.deadline {
                break record;
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        };
        let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
        report.unfinished += u32::from(!finished);
        report.add(&mut host, &mut guest, record.as_deref());
    }
}

/// The memory of the server, as it says itself.
async fn memory(server: &str) -> Option<u64> {
    let text = request(server, "GET", "/metrics", "").await?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("rhizome_memory_bytes "));
    line?.trim().parse().ok()
}

/// A plain request on a connection of its own; nothing unless it was answered with success.
async fn request(server: &str, method: &str, path: &str, body: &str) -> Option<String> {
    const ANSWER_MAX: u64 = 16 << 20;
    let talk = async {
        let mut stream = TcpStream::connect(server).await.ok()?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.ok()?;
        stream.write_all(body.as_bytes()).await.ok()?;
        let mut answer = String::new();
        stream
            .take(ANSWER_MAX)
            .read_to_string(&mut answer)
            .await
            .ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        head.split(' ')
            .nth(1)?
            .starts_with('2')
            .then(|| body.to_owned())
    };
    tokio::time::timeout(Duration::from_secs(30), talk)
        .await
        .ok()?
}
