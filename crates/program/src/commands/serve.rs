//! `rhizome serve`: the page on a local address, until it is told to stop. Owns the socket; the answers are `page`'s.

use super::Outcome;
use crate::remote::{self, Control, Gate, Letter, Limits, Lobby, Peer};
use crate::store::{self, Store, StoreError, TEXT_MAX};
use crate::{Page, quantity};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::{get, post};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The server's commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Serve the page: play, learn and analyse in a browser (what `rhizome` alone does)
    Serve(Arguments),
}

/// Where to listen.
#[derive(clap::Args)]
pub struct Arguments {
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, alias = "host", value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// Where the server keeps its file; by default a folder in the user's data directory
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A proxy in front says who the visitor is (X-Forwarded-For); without one anybody could claim to be anybody
    #[arg(long)]
    behind_proxy: bool,
    /// The letter with which the names of this server's rooms begin, so that a proxy can tell several servers apart
    #[arg(long, value_name = "LETTER")]
    letter: Option<Letter>,
    /// The most connections for remote play from one address
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_per_address)]
    connections_per_address: u32,
    /// The most rooms that one address may open in an hour
    #[arg(long, value_name = "N", default_value_t = Limits::default().rooms_per_address)]
    rooms_per_address: u32,
    /// The most connections for remote play in all
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections)]
    connections: u32,
    /// The most requests a second on a connection
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests_per_second)]
    requests_per_second: u32,
    /// Milliseconds of each second that may be spent on judging the moves of one address
    #[arg(long, value_name = "MS", default_value_t = Limits::default().judging_per_address)]
    judging_per_address: u32,
    /// How long a room is kept that is over; its games stay in the archive
    #[arg(long, value_name = "TIME", default_value = "365d", value_parser = quantity::duration)]
    keep: Duration,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
            data: None,
            behind_proxy: false,
            letter: None,
            connections_per_address: Limits::default().connections_per_address,
            rooms_per_address: Limits::default().rooms_per_address,
            connections: Limits::default().connections,
            requests_per_second: Limits::default().requests_per_second,
            judging_per_address: Limits::default().judging_per_address,
            keep: Duration::from_millis(Limits::default().kept_ms),
        }
    }
}

impl Arguments {
    fn limits(&self) -> Limits {
        Limits {
            connections: self.connections,
            connections_per_address: self.connections_per_address,
            rooms_per_address: self.rooms_per_address,
            requests_per_second: self.requests_per_second,
            judging_per_address: self.judging_per_address,
            kept_ms: u64::try_from(self.keep.as_millis()).unwrap_or(u64::MAX),
            ..Limits::default()
        }
    }
}

impl Command {
    /// Runs the command.
    pub fn run(self, page: Page) -> Outcome {
        let Self::Serve(arguments) = self;
        serve(arguments, page)
    }
}

/// Serves until interrupted.
pub fn serve(arguments: Arguments, page: Page) -> Outcome {
    if !page.is_present() {
        eprintln!(
            "This program was built without its page (RHIZOME_WITHOUT_PAGE): only the interface for programs is served."
        );
    }
    log_to_standard_error();
    terminal::clock::allow_open_files();
    let limits = arguments.limits();
    let folder = arguments.data.or_else(store::default_folder);
    let folder = folder
        .ok_or("there is no home directory to keep the data in; name a folder with --data DIR")?;
    let store = Arc::new(Store::open(&folder)?);
    let lobby = Lobby::start(store.database(), limits, arguments.letter);
    let lobby = lobby.map_err(|error| error.to_string())?;
    let lobby = Arc::new(lobby);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let address = SocketAddr::new(arguments.bind, arguments.port);
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| {
            format!("cannot listen on {address}: {error}. Choose another with --port (0 takes a free one) or --bind")
        })?;
        let address = listener.local_addr()?;
        let control = Control::open(&folder, address, store.database(), Arc::clone(&lobby))?;
        let gate = Gate::new(listener, lobby.admission().clone(), arguments.behind_proxy);
        println!("Rhizome is at http://{address}/ (Ctrl+C stops it)");
        tracing::info!(%address, version = env!("CARGO_PKG_VERSION"), "listening");
        answer(page, gate, store, control, &lobby, arguments.behind_proxy).await
    })?;
    // Nobody asks any more; what was accepted is still on its way to the disk.
    drop(runtime);
    if let Some(lobby) = Arc::into_inner(lobby) {
        lobby.finish();
    }
    tracing::info!("stopped");
    // Everything is in order whether or not somebody hears it.
    writeln!(std::io::stdout(), "Stopped.").ok();
    Ok(ExitCode::SUCCESS)
}

/// How long the others have to finish after somebody has asked the program to stop.
const FINISHING: Duration = Duration::from_secs(8);

/// Answers requests until somebody asks the program to stop, and everybody has been told.
async fn answer(
    page: Page,
    gate: Gate,
    store: Arc<Store>,
    control: Control,
    lobby: &Arc<Lobby>,
    behind_proxy: bool,
) -> Result<(), Box<dyn std::error::Error>> {
    let (stops, stopping) = tokio::sync::watch::channel(false);
    let pages =
        get(move |uri: Uri, headers: HeaderMap| async move { page.answer(uri.path(), &headers) });
    let router = Router::new()
        .route("/api/shares", post(share))
        .route("/api/shares/{name}", get(shared))
        .layer(DefaultBodyLimit::max(TEXT_MAX))
        .with_state(store)
        .merge(remote::router(
            Arc::clone(lobby),
            behind_proxy,
            stopping.clone(),
        ))
        .merge(remote::control_router(Arc::new(control)))
        .fallback_service(pages)
        .into_make_service_with_connect_info::<Peer>();
    let asked = async move {
        stop().await;
        tracing::info!("stopping");
        stops.send(true).ok();
    };
    let mut late = stopping;
    let overdue = async move {
        late.wait_for(|stopping| *stopping).await.ok();
        tokio::time::sleep(FINISHING).await;
    };
    tokio::select! {
        served = axum::serve(gate, router).with_graceful_shutdown(asked) => served?,
        () = overdue => {}
    }
    // Players have left HTTP behind and are not waited for by it: each of them hears that we stop.
    let deadline = tokio::time::Instant::now() + FINISHING;
    while lobby.metrics().connections() > 0 && tokio::time::Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// What happens, an object a line. `RHIZOME_LOG` says how much: error, warn (what is said by default), info or debug.
fn log_to_standard_error() {
    let wanted = std::env::var("RHIZOME_LOG").unwrap_or_default();
    let level = wanted.parse().unwrap_or(tracing::Level::WARN);
    tracing_subscriber::fmt()
        .json()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .init();
}

/// Keeps a text under a short name. The file is slow and the runtime is not, so they meet on a thread of its own.
async fn share(State(store): State<Arc<Store>>, text: String) -> (StatusCode, String) {
    match tokio::task::spawn_blocking(move || store.share(&text)).await {
        Ok(Ok(name)) => (StatusCode::CREATED, name),
        Ok(Err(error)) => failure(&error),
        Err(_) => failure(&StoreError::Full),
    }
}

async fn shared(State(store): State<Arc<Store>>, Path(name): Path<String>) -> (StatusCode, String) {
    match tokio::task::spawn_blocking(move || store.shared(&name)).await {
        Ok(Ok(Some(text))) => (StatusCode::OK, text),
        Ok(Ok(None)) => (
            StatusCode::NOT_FOUND,
            "nothing is shared under this name".into(),
        ),
        Ok(Err(error)) => failure(&error),
        Err(_) => failure(&StoreError::Full),
    }
}

fn failure(error: &StoreError) -> (StatusCode, String) {
    let status = match error {
        StoreError::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
        StoreError::Full => StatusCode::INSUFFICIENT_STORAGE,
        StoreError::File(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, error.to_string())
}

/// Resolves when the person or the system asks the program to stop.
async fn stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    interrupt.await.ok();
}
