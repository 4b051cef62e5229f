//! Changes of a surface, told to one connection: lists that differ, resources it subscribed to, in good time.
//!
//! Knows neither session nor subscription; both are a [`Listener`].

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, RoleServer, SubscriptionSink};
use scumble_protocol::Change;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::pace::Pace;

/// Who is told.
pub(crate) trait Listener: Send + Sync {
    /// The resources it wants to hear of.
    fn subscribed(&self) -> BTreeSet<String>;

    /// Tells it; `false` if it is gone.
    fn tell(&self, change: Change) -> impl Future<Output = bool> + Send;
}

/// Tells a listener of changes until it or the surface is gone.
pub(crate) async fn watch(mut changes: broadcast::Receiver<Change>, listener: impl Listener) {
    let mut pace = Pace::default();
    loop {
        let next = pace.next().map(tokio::time::Instant::from_std);
        let change = tokio::select! {
            change = changes.recv() => change,
            () = async { tokio::time::sleep_until(next.unwrap_or_else(tokio::time::Instant::now)).await }, if next.is_some() => {
                let subscribed = listener.subscribed();
                for uri in pace.due(Instant::now()) {
                    if subscribed.contains(&uri) && !listener.tell(Change::Updated(uri)).await {
                        return;
                    }
                }
                continue;
            }
        };
        let told = match change {
            Ok(Change::Updated(uri)) => {
                let now = listener.subscribed().contains(&uri) && pace.changed(&uri, Instant::now());
                if now { vec![Change::Updated(uri)] } else { Vec::new() }
            }
            Ok(change) => vec![change],
            // Too far behind to know what changed: everything may have.
            Err(RecvError::Lagged(_)) => {
                let all = listener.subscribed().into_iter().map(Change::Updated);
                all.chain([Change::Tools, Change::Resources]).collect()
            }
            Err(RecvError::Closed) => return,
        };
        for change in told {
            if !listener.tell(change).await {
                return;
            }
        }
    }
}

/// A session's client, up to 2025-11-25.
pub(crate) struct Session {
    pub(crate) peer: Peer<RoleServer>,
    pub(crate) subscribed: Arc<Mutex<BTreeSet<String>>>,
}

impl Listener for Session {
    fn subscribed(&self) -> BTreeSet<String> {
        self.subscribed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn tell(&self, change: Change) -> bool {
        let told = match change {
            Change::Tools => self.peer.notify_tool_list_changed().await,
            Change::Resources => self.peer.notify_resource_list_changed().await,
            Change::Updated(uri) => self.peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await,
        };
        told.is_ok() && !self.peer.is_transport_closed()
    }
}

/// A subscription of the era without sessions. What it did not ask for, rmcp's sink refuses.
pub(crate) struct Subscription(pub(crate) SubscriptionSink);

impl Listener for Subscription {
    fn subscribed(&self) -> BTreeSet<String> {
        self.0.accepted().resource_subscriptions.iter().flatten().cloned().collect()
    }

    async fn tell(&self, change: Change) -> bool {
        use rmcp::service::SubscriptionSendError::{NotificationNotAccepted, UnsupportedNotification};
        let told = match change {
            Change::Tools => self.0.notify_tool_list_changed().await,
            Change::Resources => self.0.notify_resource_list_changed().await,
            Change::Updated(uri) => self.0.notify_resource_updated(uri).await,
        };
        matches!(told, Ok(()) | Err(NotificationNotAccepted(_) | UnsupportedNotification(_)))
    }
}
