//! Fonts as a display list names them: bytes shared with the text engine, and a stable name for caches.
//!
//! Reads one table, to know how far a glyph can reach; shaping and outlines are others' work.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::geometry::Rect;

/// The bytes of a font file, in the form text engines share them.
pub type FontBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A font: bytes, which face of them, and a stable name for caches. Cheap to clone; equal where the ids are.
#[derive(Clone)]
pub struct FontRef(Rc<Face>);

struct Face {
    id: u64,
    bytes: FontBytes,
    index: u32,
    em_box: Rect,
}

impl FontRef {
    /// Face `index` of a TrueType or OpenType file (0 unless it is a collection). The id is a hash of the bytes and the
    /// index: the same in every run and on every platform. Reads the whole file once: make it once a font and clone it.
    ///
    /// Bytes that are no font are not refused: a painter draws nothing for them.
    pub fn new(bytes: FontBytes, index: u32) -> FontRef {
        let data = (*bytes).as_ref();
        let id = hash_bytes(data, index);
        let em_box = read_em_box(data, index).unwrap_or(Rect::new(-1.0, -2.0, 4.0, 4.0));
        FontRef(Rc::new(Face { id, bytes, index, em_box }))
    }

    /// Face 0 of a file compiled into the program.
    pub fn from_static(bytes: &'static [u8]) -> FontRef {
        FontRef::new(Arc::new(bytes), 0)
    }

    /// A stable hash of the bytes and the face index.
    pub fn id(&self) -> u64 {
        self.0.id
    }

    /// The whole file.
    pub fn data(&self) -> &[u8] {
        (*self.0.bytes).as_ref()
    }

    /// The whole file, to share with a text engine without copying.
    pub fn bytes(&self) -> &FontBytes {
        &self.0.bytes
    }

    /// Which face of the file.
    pub fn index(&self) -> u32 {
        self.0.index
    }

    /// The box around all of its glyphs, in ems from the pen position, y downwards.
    pub fn em_box(&self) -> Rect {
        self.0.em_box
    }
}

impl PartialEq for FontRef {
    fn eq(&self, other: &FontRef) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for FontRef {}

impl fmt::Debug for FontRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FontRef({:016x})", self.0.id)
    }
}

/// FNV-1a over 8-byte words: fonts are hashed once, at start, where byte-wise hashing would be felt.
fn hash_bytes(data: &[u8], index: u32) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |word: u64| {
        hash = (hash ^ word).wrapping_mul(PRIME);
        hash ^= hash >> 29;
    };
    mix(u64::from(index));
    mix(data.len() as u64);
    let (words, rest) = data.as_chunks::<8>();
    for word in words {
        mix(u64::from_le_bytes(*word));
    }
    let mut tail = [0u8; 8];
    tail[..rest.len()].copy_from_slice(rest);
    mix(u64::from_le_bytes(tail));
    hash
}

/// `head`'s glyph box over `unitsPerEm` (OpenType 1.9, "head — Font Header Table").
fn read_em_box(data: &[u8], index: u32) -> Option<Rect> {
    let u16_at = |at: usize| Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?) as usize);
    let face = if data.get(..4)? == b"ttcf" { u32_at(12 + 4 * index as usize)? } else { 0 };
    let tables = usize::from(u16_at(face + 4)?);
    let record = (0..tables).map(|n| face + 12 + 16 * n).find(|at| data.get(*at..*at + 4) == Some(b"head"))?;
    let head = u32_at(record + 8)?;
    let em = f32::from(u16_at(head + 18)?);
    if em <= 0.0 {
        return None;
    }
    let coordinate = |at: usize| Some(f32::from(u16_at(head + at)? as i16) / em);
    let (left, bottom, right, top) = (coordinate(36)?, coordinate(38)?, coordinate(40)?, coordinate(42)?);
    Some(Rect::from_edges(left, -top, right, -bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn font_ids_tell_bytes_and_faces_apart() {
        let one = FontRef::from_static(b"not a font, 1");
        assert_eq!(one, FontRef::from_static(b"not a font, 1"));
        assert_ne!(one, FontRef::from_static(b"not a font, 2"));
        assert_ne!(one, FontRef::new(Arc::new(b"not a font, 1".as_slice()), 1));
    }

    #[test]
    fn the_embedded_font_says_how_far_its_glyphs_reach() {
        let font = FontRef::from_static(include_bytes!("../../fonts/sans-regular.ttf"));
        let em_box = font.em_box();
        // Letters with accents rise above the baseline by about an em; none is as tall as two.
        assert!(em_box.y < -0.9 && em_box.y > -2.0, "{em_box:?}");
        assert!(em_box.bottom() > 0.2 && em_box.bottom() < 1.0, "{em_box:?}");
        assert!(em_box.x <= 0.0 && em_box.right() > 0.9, "{em_box:?}");
    }
}
