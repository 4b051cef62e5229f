//! What is true of every paragraph, with the embedded fonts.
