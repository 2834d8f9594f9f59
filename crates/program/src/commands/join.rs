//! `rhizome join`: a room of a server, played from the terminal against somebody on the page or in another terminal. Owns the connection
//! and the lines that are typed; the words are `view`'s, and how a client keeps in step is `rooms`'.

mod link;
mod view;

use super::Outcome;
use crate::json;
use crate::remote;
use futures_util::{SinkExt, StreamExt};
use link::Link;
use rooms::{Client, Name, ToServer};
use std::io::{BufRead, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::{Error as SocketError, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use view::{Next, View};

/// The commands of this family.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Join a friend's room and play in the terminal.
    Join(Arguments),
}

/// Which room, and who comes.
#[derive(clap::Args)]
pub struct Arguments {
    /// The link of the room, http://HOST/g/ROOM or https://HOST/g/ROOM; your own link, which ends in #seat=…, opens your seat again
    link: Link,
    /// The name that the others see
    #[arg(long, default_value_t = user(), value_parser = name)]
    name: String,
    /// Only watch
    #[arg(long)]
    watch: bool,
}

fn name(text: &str) -> Result<String, rooms::Invalid> {
    Name::new(text).map(String::from)
}

/// The name of whoever is logged in, where it can be a name.
fn user() -> String {
    let user = std::env::var("USER").ok();
    let user = user.filter(|user| Name::new(user).is_ok() && user != "root");
    user.unwrap_or_else(|| "Guest".into())
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Command::Join(arguments) = self;
        #[cfg(feature = "tls")]
        rustls_graviola::default_provider()
            .install_default()
            .expect("nobody else chose how to encrypt");
        let mut link = arguments.link;
        let client = match (&link.token, arguments.watch) {
            (_, true) => Client::new(None),
            (Some(token), false) => Client::new(Some(token.clone())),
            (None, false) => {
                let token = remote::secret();
                link.token = Some(token.clone());
                Client::joining(token, remote::number(), Name::new(&arguments.name)?)
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let mut visit = Visit {
            link,
            view: View::new(client),
            lines: typed(),
        };
        let outcome = runtime.block_on(visit.run());
        // The thread that reads the terminal cannot be waited for.
        runtime.shutdown_background();
        outcome
    }
}

/// The longest line that may be typed.
const LINE_BYTES_MAX: u64 = 4096;

/// What is typed, a line each, read on a thread of its own.
fn typed() -> mpsc::Receiver<String> {
    let (lines, receiver) = mpsc::channel(16);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let mut bytes = Vec::new();
            let read = input
                .by_ref()
                .take(LINE_BYTES_MAX)
                .read_until(b'\n', &mut bytes);
            if read.is_err() || bytes.is_empty() {
                return;
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            if lines.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// After this silence everything unanswered is said again.
const AGAIN: Duration = Duration::from_secs(3);
/// A connection on which nothing was heard for so long is gone, whatever the system believes.
const SILENCE: Duration = Duration::from_secs(20);
/// The longest wait between two tries to connect.
const PATIENCE_MAX: Duration = Duration::from_secs(10);

/// Somebody at the terminal.
struct Visit {
    link: Link,
    view: View,
    lines: mpsc::Receiver<String>,
}

/// Why a connection ended.
enum Ended {
    /// It broke.
    Broken,
    /// The person leaves, or must.
    Left(Next),
}

impl Visit {
    async fn run(&mut self) -> Outcome {
        let mut patience = Duration::from_millis(300);
        let mut told = false;
        loop {
            let address = self.link.socket();
            match connect_async_with_config(&address, None, true).await {
                Ok((socket, _)) => {
                    if told {
                        println!("Connected again.");
                    }
                    patience = Duration::from_millis(300);
                    match self.converse(socket).await {
                        Ended::Left(next) => return self.leave(next),
                        Ended::Broken => {
                            println!(
                                "The connection broke. It is being mended; your game is safe."
                            );
                            told = true;
                        }
                    }
                }
                Err(SocketError::Http(answer)) => {
                    return Err(format!(
                        "the server at {} does not let us in ({})",
                        self.link.server,
                        answer.status()
                    )
                    .into());
                }
                Err(error) if !told => {
                    println!(
                        "Cannot reach {}: {error}. Trying again; `quit` gives up.",
                        self.link.server
                    );
                    told = true;
                }
                Err(_) => {}
            }
            let wake = Instant::now() + patience;
            patience = (patience * 2).min(PATIENCE_MAX);
            if let Some(next) = self.wait(wake).await {
                return self.leave(next);
            }
        }
    }

    /// Waits without a connection. What is typed is kept for the next one.
    async fn wait(&mut self, wake: Instant) -> Option<Next> {
        loop {
            tokio::select! {
                () = sleep_until(wake) => return None,
                line = self.lines.recv() => match self.obey(line) {
                    Ok(_) => {}
                    Err(next) => return Some(next),
                },
            }
        }
    }

    /// Does what was typed; what has to be said to the server, or how the person leaves.
    fn obey(&mut self, line: Option<String>) -> Result<Option<ToServer>, Next> {
        let Some(line) = line else {
            return Err(Next::Leave);
        };
        match self.view.obey(&line) {
            Next::Say(message) => Ok(Some(*message)),
            Next::Stay => Ok(None),
            next => Err(next),
        }
    }

    async fn converse(&mut self, mut socket: Socket) -> Ended {
        for message in self.view.client().greet() {
            if !say(&mut socket, &message).await {
                return Ended::Broken;
            }
        }
        let (mut again_at, mut heard_at) = (Instant::now() + AGAIN, Instant::now());
        loop {
            prompt();
            tokio::select! {
                heard = socket.next() => {
                    heard_at = Instant::now();
                    let text = match heard {
                        Some(Ok(Frame::Text(text))) => text,
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                        _ => return Ended::Broken,
                    };
                    let Ok(message) = json::read(&text) else {
                        return Ended::Left(Next::Fail("the server says things that this program does not understand".into()));
                    };
                    match self.view.hear(message) {
                        Next::Stay => {}
                        Next::Say(message) => if !say(&mut socket, &message).await { return Ended::Broken },
                        Next::Reconnect => {
                            sleep(Duration::from_millis(500)).await;
                            return Ended::Broken;
                        }
                        next => return Ended::Left(next),
                    }
                }
                line = self.lines.recv() => match self.obey(line) {
                    Ok(Some(message)) => if !say(&mut socket, &message).await { return Ended::Broken },
                    Ok(None) => {}
                    Err(next) => {
                        socket.close(None).await.ok();
                        return Ended::Left(next);
                    }
                },
                () = sleep_until(again_at) => {
                    again_at = Instant::now() + AGAIN;
                    if heard_at.elapsed() > SILENCE { return Ended::Broken }
                    let unanswered = self.view.client().unanswered();
                    for message in unanswered.iter().chain([&ToServer::Ping]) {
                        if !say(&mut socket, message).await { return Ended::Broken }
                    }
                }
            }
        }
    }

    fn leave(&self, next: Next) -> Outcome {
        if let Next::Fail(words) = next {
            return Err(words.into());
        }
        if self.view.is_unfinished() {
            println!("The game waits for you. To go on, here or in a browser:");
            println!("rhizome join '{}'", self.link);
        }
        Ok(ExitCode::SUCCESS)
    }
}

async fn say(socket: &mut Socket, message: &ToServer) -> bool {
    let text = serde_json::to_string(message).expect("messages are made to be written");
    socket.send(Frame::Text(text.into())).await.is_ok()
}

fn prompt() {
    if std::io::stdin().is_terminal() {
        print!("> ");
    }
    std::io::stdout().flush().ok();
}
