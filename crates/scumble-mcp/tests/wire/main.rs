//! What goes over the wire, read by a client that knows nothing of the server's libraries: guards, both eras,
//! confirmations, subscriptions, and a client that outlives its server.

mod confirming;
mod guards;
mod modern;
mod own_door;
mod proxied;
mod sessions;
mod support;
