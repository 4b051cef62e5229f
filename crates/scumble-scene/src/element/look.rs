//! Builders for looks. Colours are tokens of the theme wherever they can be.

use super::{Element, Touches};
use crate::prop::IntoProp;
use crate::style::{Corner, Cursor, Ink, Number, Patch, State, TextAlign};
use crate::theme::{ColorToken, ShadowToken, TextToken};

impl Element {
    /// What fills the box.
    pub fn background<M>(self, ink: impl IntoProp<Ink, M>) -> Element {
        self.bind(ink, Touches::Look, |props, value| props.look.background = Some(value))
    }

    /// The colour of text and icons in here.
    pub fn color<M>(self, ink: impl IntoProp<Ink, M>) -> Element {
        self.bind(ink, Touches::Look, |props, value| props.look.color = Some(value))
    }

    /// A line around the box, inside its edges, `width` px wide. It takes its room from the content.
    pub fn border(mut self, width: f32, ink: impl Into<Ink>) -> Element {
        let width = if width.is_finite() { width.clamp(0.0, 1.0e4) } else { 0.0 };
        let room = taffy::prelude::length::<f32, taffy::LengthPercentage>(width);
        self.body.props.look.border = (width > 0.0).then(|| (width, ink.into()));
        self.body.props.layout.border = taffy::Rect { left: room, right: room, top: room, bottom: room };
        self
    }

    /// The colour of the line around the box.
    pub fn border_color<M>(self, ink: impl IntoProp<Ink, M>) -> Element {
        self.bind(ink, Touches::Look, |props, value| {
            if let Some((_, ink)) = &mut props.look.border {
                *ink = value;
            }
        })
    }

    /// How round the corners are.
    pub fn radius<M>(self, corner: impl IntoProp<Corner, M>) -> Element {
        self.bind(corner, Touches::Look, |props, value| props.look.radius = value)
    }

    /// How far the box seems to float.
    pub fn shadow<M>(self, shadow: impl IntoProp<ShadowToken, M>) -> Element {
        self.bind(shadow, Touches::Look, |props, value| props.look.shadow = value)
    }

    /// How much of it and of what is inside is seen, 0 to 1.
    pub fn opacity<M>(self, opacity: impl IntoProp<Number, M>) -> Element {
        self.bind(opacity, Touches::Look, |props, value| {
            props.look.opacity = if value.0.is_finite() { value.0.clamp(0.0, 1.0) } else { 1.0 };
        })
    }

    /// Whether what sticks out of the box is cut off.
    pub fn clip(mut self) -> Element {
        self.body.props.look.clip = true;
        self.body.props.layout.overflow = taffy::Point { x: taffy::Overflow::Hidden, y: taffy::Overflow::Hidden };
        self
    }

    /// The pointer's shape over it.
    pub fn cursor<M>(self, cursor: impl IntoProp<Cursor, M>) -> Element {
        self.bind(cursor, Touches::Meaning, |props, value| props.look.cursor = Some(value))
    }

    /// Whether the ring of focus is painted around it; it is, unless the control shows focus in its own way.
    pub fn focus_ring(mut self, painted: bool) -> Element {
        self.body.props.look.focus_ring = painted;
        self
    }

    /// Whether pointers go through the box itself to what lies beneath; what is inside it still takes them.
    pub fn pass_through(mut self) -> Element {
        self.body.props.pass_through = true;
        self
    }

    /// What differs in a state: `.when(State::Hovered, |look| look.background(ColorToken::ControlHovered))`. Later
    /// ones win. In something that is no control itself, the state is that of the control around it.
    pub fn when(mut self, state: State, change: impl FnOnce(Patch) -> Patch) -> Element {
        self.body.props.variants.push((state, change(Patch::default())));
        self
    }

    /// How this text is set; not handed on to what is inside.
    pub fn style<M>(self, style: impl IntoProp<TextToken, M>) -> Element {
        self.bind(style, Touches::Layout, |props, value| props.text.style = value)
    }

    /// Another font size than the style's, in px; the line height keeps its proportion.
    pub fn text_size<M>(self, size: impl IntoProp<Number, M>) -> Element {
        self.bind(size, Touches::Layout, |props, value| {
            props.text.size = (value.0.is_finite() && value.0 > 0.0).then_some(value.0.min(1000.0));
        })
    }

    /// Whether this text is bold.
    pub fn bold<M>(self, bold: impl IntoProp<bool, M>) -> Element {
        self.bind(bold, Touches::Layout, |props, value| props.text.weight = Some(if value { 700 } else { 400 }))
    }

    /// Muted text.
    pub fn muted(self) -> Element {
        self.color(ColorToken::TextMuted)
    }

    /// Lines shown at most; the last ends in an ellipsis when there are more.
    pub fn max_lines(mut self, lines: u32) -> Element {
        self.body.props.text.max_lines = Some(lines.max(1));
        if lines == 1 {
            // One line that is cut may be as narrow as its container wants.
            self.body.props.layout.min_size.width = crate::style::Length::Px(0.0).to_auto();
        }
        self
    }

    /// Where lines of text stand.
    pub fn text_align<M>(self, align: impl IntoProp<TextAlign, M>) -> Element {
        self.bind(align, Touches::Look, |props, value| props.text.align = value)
    }
}
