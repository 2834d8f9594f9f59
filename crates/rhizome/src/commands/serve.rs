//! `rhizome serve`: the page on a local address, until it is told to stop. Owns the socket; the answers are `page`'s.

use super::Outcome;
use crate::page;
use axum::Router;
use axum::http::{HeaderMap, Uri};
use axum::routing::get;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;

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
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 7878)]
    port: u16,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
        }
    }
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Self::Serve(arguments) = self;
        serve(arguments)
    }
}

/// Serves until interrupted.
pub fn serve(arguments: Arguments) -> Outcome {
    if !page::is_present() {
        return Err("this program was built without its page (RHIZOME_WITHOUT_PAGE); build it again without that".into());
    }
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let address = SocketAddr::new(arguments.host, arguments.port);
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| {
            format!("cannot listen on {address}: {error}. Choose another with --port (0 takes a free one) or --host")
        })?;
        eprintln!("page version {}", page::VERSION);
        println!("Rhizome is at http://{}/ (Ctrl+C stops it)", listener.local_addr()?);
        let pages = get(|uri: Uri, headers: HeaderMap| async move { page::answer(uri.path(), &headers) });
        let router = Router::new().fallback_service(pages);
        axum::serve(listener, router).with_graceful_shutdown(stop()).await?;
        println!("Stopped.");
        Ok(ExitCode::SUCCESS)
    })
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
