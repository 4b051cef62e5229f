//! Lines for a client's log: levels, and the notification that carries one.
//!
//! Logging is on its way out of the protocol, and rmcp marks all of it deprecated; sessions have it still.
#![expect(deprecated, reason = "sessions up to 2025-11-25 have logging")]

use rmcp::model::{LoggingLevel, LoggingMessageNotification, LoggingMessageNotificationParam, ServerNotification};
use rmcp::service::{Peer, RequestContext, RoleServer};
use serde_json::Value;

/// How severe a line is, as RFC 5424 has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(u8);

/// From the least severe.
const LEVELS: [LoggingLevel; 8] = [
    LoggingLevel::Debug,
    LoggingLevel::Info,
    LoggingLevel::Notice,
    LoggingLevel::Warning,
    LoggingLevel::Error,
    LoggingLevel::Critical,
    LoggingLevel::Alert,
    LoggingLevel::Emergency,
];

impl Level {
    /// The least severe.
    pub(crate) const LEAST: Level = Level(0);

    /// As a client names it.
    pub(crate) fn from_mcp(level: LoggingLevel) -> Level {
        Level(LEVELS.iter().position(|known| *known == level).map_or(0, |at| at as u8))
    }

    /// By its name; `info` for one there is not.
    fn named(name: &str) -> Level {
        serde_json::from_value(Value::from(name)).map_or(Level(1), Level::from_mcp)
    }

    /// The least a single request wants logged, where the era has it said by each.
    pub(crate) fn wanted_by(context: &RequestContext<RoleServer>) -> Option<Level> {
        context.meta.log_level().map(Level::from_mcp)
    }
}

/// Sends a line, if it is severe enough; where there is no level, nothing is wanted.
pub(crate) async fn log(peer: &Peer<RoleServer>, least: Option<Level>, level: &str, logger: String, data: Value) {
    let level = Level::named(level);
    if least.is_none_or(|least| level < least) {
        return;
    }
    let mut params = LoggingMessageNotificationParam::new(LEVELS[usize::from(level.0)], data);
    params.logger = (!logger.is_empty()).then_some(logger);
    let notification = ServerNotification::LoggingMessageNotification(LoggingMessageNotification::new(params));
    let _ = peer.send_notification(notification).await;
}
