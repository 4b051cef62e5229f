//! Line breaks and widths against those Chromium recorded with the same font files.
