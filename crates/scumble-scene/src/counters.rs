//! Work, counted: what tests and benches compare instead of time.

/// Work done since the counters were last taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Layout passes.
    pub layouts: u64,
    /// Nodes whose size or children had to be computed.
    pub nodes_measured: u64,
    /// Nodes that were given another place or size.
    pub nodes_placed: u64,
    /// Items put on display lists.
    pub items_painted: u64,
    /// Nodes looked at for display lists.
    pub nodes_visited: u64,
    /// Times the semantics tree was built.
    pub semantics_built: u64,
    /// Nodes looked at for semantics trees.
    pub nodes_considered: u64,
    /// Nodes put into semantics trees.
    pub nodes_described: u64,
}
