//! A picture as runs of one colour: exact, small for screens, and packed and unpacked in a few lines.

use crate::canvas::Canvas;

/// A packed picture: eight bytes a run. A screen has some ten thousand runs, a photograph one a pixel.
#[derive(Clone, Debug)]
pub struct Runs {
    width: u32,
    height: u32,
    runs: Vec<(u32, [u8; 4])>,
}

impl Runs {
    /// Packs a picture.
    pub fn of(canvas: &Canvas) -> Runs {
        let mut pixels = canvas.data().as_chunks::<4>().0;
        let mut runs = Vec::new();
        while let Some(color) = pixels.first() {
            let length = pixels.iter().position(|pixel| pixel != color).unwrap_or(pixels.len());
            runs.push((length as u32, *color));
            pixels = &pixels[length..];
        }
        Runs { width: canvas.width(), height: canvas.height(), runs }
    }

    /// The picture.
    pub fn to_canvas(&self) -> Canvas {
        let mut canvas = Canvas::new(self.width, self.height);
        let mut rest = canvas.data_mut().as_chunks_mut::<4>().0;
        for (length, color) in &self.runs {
            let (run, after) = rest.split_at_mut(*length as usize);
            run.fill(*color);
            rest = after;
        }
        canvas
    }

    /// Pixels in a row of it.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows of it.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many runs it takes.
    pub fn count(&self) -> usize {
        self.runs.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_picture_is_unpacked_unchanged() {
        let data = [[1, 2, 3, 255], [1, 2, 3, 255], [1, 2, 3, 255], [4, 5, 6, 255]].concat();
        let canvas = Canvas::from_rgba(2, 2, data).expect("four pixels");
        let runs = Runs::of(&canvas);
        assert_eq!((runs.count(), runs.width(), runs.height()), (2, 2, 2));
        assert_eq!(runs.to_canvas(), canvas);
        assert_eq!(Runs::of(&Canvas::new(300, 200)).count(), 1);
    }
}
