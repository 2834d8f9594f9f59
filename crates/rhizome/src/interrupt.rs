//! Ctrl-C and the system's request to stop, as a flag that long commands look at between two steps of their work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Watches from now on. The flag is raised by the first request; a second one ends the program at once.
pub fn watch() -> std::io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // The thread sleeps until the program ends; nothing waits for it.
    std::thread::Builder::new()
        .name("interrupt".into())
        .spawn(move || {
            runtime.block_on(async {
                while requested().await.is_ok() {
                    if raised.swap(true, Ordering::Relaxed) {
                        std::process::exit(130);
                    }
                }
            });
        })?;
    Ok(flag)
}

async fn requested() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupt = tokio::signal::ctrl_c() => interrupt,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
