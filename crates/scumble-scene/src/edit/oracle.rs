//! Random operations against a plain string that knows no history.
