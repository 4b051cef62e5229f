//! Waiting to be told to end.

/// Resolves once the terminal (Ctrl-C) or the system (a termination signal) asks the program to end.
/// From the first call on, neither ends it by itself.
pub(crate) async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut ends = Vec::new();
        for kind in [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()] {
            match signal(kind) {
                Ok(end) => ends.push(end),
                Err(error) => eprintln!("scumble cannot listen for signals: {error}."),
            }
        }
        std::future::poll_fn(|cx| {
            if ends.iter_mut().any(|end| end.poll_recv(cx).is_ready()) {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
    }
    #[cfg(not(unix))]
    if let Err(error) = tokio::signal::ctrl_c().await {
        eprintln!("scumble cannot listen for Ctrl-C: {error}.");
        std::future::pending::<()>().await;
    }
}
