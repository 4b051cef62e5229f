//! A call's cancellation; see the vocabulary.

pub use scumble_protocol::CancelToken;
