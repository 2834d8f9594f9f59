//! The door of the server: connections of the network, before anything was read from them. It owns how many there are and how long one
//! may be silent; what they say is somebody else's affair.

use super::admission::{Admission, Ticket};
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};

/// A connection on which nothing moves for so long ends: longer than any client of ours is silent.
const SILENCE: Duration = Duration::from_secs(90);
/// More connections than players there may be in all, for pages.
const MORE: u32 = 1000;

/// Lets connections in.
pub struct Gate {
    listener: TcpListener,
    admission: Admission,
    /// Behind a proxy everybody has the proxy's address.
    by_address: bool,
    count: Arc<AtomicU32>,
}

impl Gate {
    /// A gate in front of a listener.
    pub fn new(listener: TcpListener, admission: Admission, behind_proxy: bool) -> Self {
        Gate {
            listener,
            admission,
            by_address: !behind_proxy,
            count: Arc::default(),
        }
    }

    fn admit(&self, stream: TcpStream, address: SocketAddr) -> Option<Guest> {
        let place = Place::take(&self.count, self.admission.limits().connections + MORE)?;
        let ticket = match self.by_address {
            true => Some(self.admission.socket(address.ip())?),
            false => None,
        };
        // A move is a small message that nobody should wait for.
        stream.set_nodelay(true).ok();
        Some(Guest {
            stream,
            silence: Box::pin(tokio::time::sleep(SILENCE)),
            _ticket: ticket,
            _place: place,
        })
    }
}

impl Listener for Gate {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    if let Some(guest) = self.admit(stream, address) {
                        return (guest, address);
                    }
                }
                Err(error) if is_theirs(&error) => {}
                Err(error) => {
                    // Most likely there are too many open files; some will be closed.
                    tracing::warn!(%error, "a connection cannot be accepted");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Whether whoever knocked has gone already.
fn is_theirs(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// Where a request comes from.
#[derive(Clone, Copy)]
pub struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, Gate>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Gate>) -> Self {
        Peer(*stream.remote_addr())
    }
}

/// One of so many places, until it is dropped.
struct Place(Arc<AtomicU32>);

impl Place {
    fn take(count: &Arc<AtomicU32>, most: u32) -> Option<Self> {
        let place = Place(Arc::clone(count));
        (place.0.fetch_add(1, Ordering::Relaxed) < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection that is counted, and ends when nothing moves.
pub struct Guest {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    _ticket: Option<Ticket>,
    _place: Place,
}

impl Guest {
    /// Passes on what came of reading or writing; after too long a silence that is an error.
    fn unless_silent<T>(
        &mut self,
        context: &mut Context<'_>,
        polled: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.silence.as_mut().reset(Instant::now() + SILENCE);
            return polled;
        }
        match self.silence.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.unless_silent(context, polled)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.unless_silent(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.unless_silent(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
