//! Builders for size and place. CSS semantics, typed lengths, plain numbers in px.

use super::props::Props;
use super::{Element, Touches};
use crate::prop::IntoProp;
use crate::style::{Align, Justify, Length, Number};

macro_rules! length {
    ($($(#[$doc:meta])* $name:ident: |$props:ident, $value:ident| $set:expr;)+) => {$(
        $(#[$doc])*
        pub fn $name<M>(self, length: impl IntoProp<Length, M>) -> Element {
            self.bind(length, Touches::Layout, |$props: &mut Props, $value: Length| $set)
        }
    )+};
}

impl Element {
    length! {
        /// Width, padding and border included.
        width: |p, v| p.layout.size.width = v.to_dimension();
        /// Height, padding and border included.
        height: |p, v| p.layout.size.height = v.to_dimension();
        /// Never narrower.
        min_width: |p, v| p.layout.min_size.width = v.to_auto();
        /// Never lower.
        min_height: |p, v| p.layout.min_size.height = v.to_auto();
        /// Never wider.
        max_width: |p, v| p.layout.max_size.width = v.to_auto();
        /// Never higher.
        max_height: |p, v| p.layout.max_size.height = v.to_auto();
        /// Length along the container's main axis before growing or shrinking.
        basis: |p, v| p.layout.flex_basis = v.to_dimension();
        /// Room inside all four edges.
        padding: |p, v| { let v = v.to_fixed(); p.layout.padding = taffy::Rect { left: v, right: v, top: v, bottom: v } };
        /// Room inside the left and right edges.
        padding_x: |p, v| { let v = v.to_fixed(); p.layout.padding.left = v; p.layout.padding.right = v };
        /// Room inside the top and bottom edges.
        padding_y: |p, v| { let v = v.to_fixed(); p.layout.padding.top = v; p.layout.padding.bottom = v };
        /// Room inside the left edge.
        padding_left: |p, v| p.layout.padding.left = v.to_fixed();
        /// Room inside the right edge.
        padding_right: |p, v| p.layout.padding.right = v.to_fixed();
        /// Room inside the top edge.
        padding_top: |p, v| p.layout.padding.top = v.to_fixed();
        /// Room inside the bottom edge.
        padding_bottom: |p, v| p.layout.padding.bottom = v.to_fixed();
        /// Room outside all four edges; `Auto` takes what is left over.
        margin: |p, v| { let v = v.to_auto(); p.layout.margin = taffy::Rect { left: v, right: v, top: v, bottom: v } };
        /// Room outside the left and right edges.
        margin_x: |p, v| { let v = v.to_auto(); p.layout.margin.left = v; p.layout.margin.right = v };
        /// Room outside the top and bottom edges.
        margin_y: |p, v| { let v = v.to_auto(); p.layout.margin.top = v; p.layout.margin.bottom = v };
        /// Room between children, both ways.
        gap: |p, v| { let v = v.to_fixed(); p.layout.gap = taffy::Size { width: v, height: v } };
        /// Room between children that stand beside each other.
        column_gap: |p, v| p.layout.gap.width = v.to_fixed();
        /// Room between children that stand below each other.
        row_gap: |p, v| p.layout.gap.height = v.to_fixed();
        /// Distance from all four edges of the container, for what is placed absolutely.
        inset: |p, v| { let v = v.to_auto(); p.layout.inset = taffy::Rect { left: v, right: v, top: v, bottom: v } };
        /// Distance from the container's left edge.
        left: |p, v| p.layout.inset.left = v.to_auto();
        /// Distance from the container's right edge.
        right: |p, v| p.layout.inset.right = v.to_auto();
        /// Distance from the container's top edge.
        top: |p, v| p.layout.inset.top = v.to_auto();
        /// Distance from the container's bottom edge.
        bottom: |p, v| p.layout.inset.bottom = v.to_auto();
    }

    /// Width and height at once.
    pub fn size<M, N>(self, width: impl IntoProp<Length, M>, height: impl IntoProp<Length, N>) -> Element {
        self.width(width).height(height)
    }

    /// Its part of the room left over along the container's main axis.
    pub fn grow<M>(self, factor: impl IntoProp<Number, M>) -> Element {
        self.bind(factor, Touches::Layout, |props, value| props.layout.flex_grow = factor_of(value))
    }

    /// Its part of what is missing along the container's main axis; 0 keeps it as long as it is.
    pub fn shrink<M>(self, factor: impl IntoProp<Number, M>) -> Element {
        self.bind(factor, Touches::Layout, |props, value| {
            props.layout.flex_shrink = factor_of(value);
            props.shrink_given = true;
        })
    }

    /// Takes all the room left over and may be shorter than its content: the usual pane beside others.
    pub fn fill(mut self) -> Element {
        let layout = &mut self.body.props.layout;
        layout.flex_grow = 1.0;
        layout.flex_shrink = 1.0;
        layout.flex_basis = Length::Px(0.0).to_dimension();
        layout.min_size = taffy::Size { width: Length::Px(0.0).to_auto(), height: Length::Px(0.0).to_auto() };
        self.body.props.shrink_given = true;
        self
    }

    /// Width divided by height.
    pub fn aspect_ratio<M>(self, ratio: impl IntoProp<Number, M>) -> Element {
        self.bind(ratio, Touches::Layout, |props, value| {
            props.layout.aspect_ratio = (value.0.is_finite() && value.0 > 0.0).then_some(value.0);
        })
    }

    /// Whether children stand beside (`true`) or below each other; for layouts that turn with the window's width.
    pub fn horizontal<M>(self, horizontal: impl IntoProp<bool, M>) -> Element {
        self.bind(horizontal, Touches::Layout, |props, horizontal| {
            props.layout.flex_direction =
                if horizontal { taffy::FlexDirection::Row } else { taffy::FlexDirection::Column };
        })
    }

    /// Where children stand across the main axis.
    pub fn align<M>(self, align: impl IntoProp<Align, M>) -> Element {
        self.bind(align, Touches::Layout, |props, value| props.layout.align_items = align_items(value))
    }

    /// Where this one stands across the container's main axis.
    pub fn align_self<M>(self, align: impl IntoProp<Align, M>) -> Element {
        self.bind(align, Touches::Layout, |props, value| {
            props.layout.align_self = Some(align_items(value));
            props.layout.justify_self = Some(align_items(value));
        })
    }

    /// How children share the main axis.
    pub fn justify<M>(self, justify: impl IntoProp<Justify, M>) -> Element {
        self.bind(justify, Touches::Layout, |props, value| {
            props.layout.justify_content = justify_content(value);
            props.layout.justify_items = match value {
                Justify::Center => taffy::AlignItems::CENTER,
                Justify::End => taffy::AlignItems::END,
                Justify::Start => taffy::AlignItems::START,
                _ => taffy::AlignItems::STRETCH,
            };
        })
    }

    /// Children in the middle, both ways.
    pub fn center(self) -> Element {
        self.align(Align::Center).justify(Justify::Center)
    }

    /// Whether children that do not fit go on in a new line.
    pub fn wrap<M>(self, wrap: impl IntoProp<bool, M>) -> Element {
        self.bind(wrap, Touches::Layout, |props, value| {
            props.layout.flex_wrap = if value { taffy::FlexWrap::Wrap } else { taffy::FlexWrap::NoWrap };
            props.text.wrap = value;
        })
    }

    /// Children in this many columns of one width, row by row.
    pub fn grid<M>(self, columns: impl IntoProp<Number, M>) -> Element {
        self.bind(columns, Touches::Layout, |props, value| {
            let columns = if value.0.is_finite() { value.0.clamp(1.0, 100.0) as u16 } else { 1 };
            props.layout.display = taffy::Display::Grid;
            props.layout.grid_template_columns = taffy::prelude::evenly_sized_tracks(columns);
        })
    }

    /// Taken out of the flow and placed by `inset` and its kin against the container's padding box.
    pub fn position_absolute(mut self) -> Element {
        self.body.props.layout.position = taffy::Position::Absolute;
        self
    }

    /// Whether what is higher than the box can be scrolled to. The box may then be shorter than its content.
    pub fn scroll_y(mut self) -> Element {
        self.body.props.scroll_y = true;
        self.body.props.layout.overflow.y = taffy::Overflow::Scroll;
        self.body.props.layout.overflow.x = taffy::Overflow::Hidden;
        self
    }

    /// Whether what is wider than the box can be scrolled to.
    pub fn scroll_x(mut self) -> Element {
        self.body.props.scroll_x = true;
        self.body.props.layout.overflow.x = taffy::Overflow::Scroll;
        if !self.body.props.scroll_y {
            self.body.props.layout.overflow.y = taffy::Overflow::Hidden;
        }
        self
    }

    /// Whether it is left out altogether: no box, no pixels, nothing announced.
    pub fn hidden<M>(self, hidden: impl IntoProp<bool, M>) -> Element {
        self.bind(hidden, Touches::Structure, |props, value| props.hidden = value)
    }
}

fn factor_of(value: Number) -> f32 {
    if value.0.is_finite() { value.0.clamp(0.0, 1.0e6) } else { 0.0 }
}

fn align_items(align: Align) -> taffy::AlignItems {
    match align {
        Align::Start => taffy::AlignItems::FLEX_START,
        Align::Center => taffy::AlignItems::CENTER,
        Align::End => taffy::AlignItems::FLEX_END,
        Align::Stretch => taffy::AlignItems::STRETCH,
        Align::Baseline => taffy::AlignItems::BASELINE,
    }
}

fn justify_content(justify: Justify) -> taffy::JustifyContent {
    match justify {
        Justify::Start => taffy::JustifyContent::FLEX_START,
        Justify::Center => taffy::JustifyContent::CENTER,
        Justify::End => taffy::JustifyContent::FLEX_END,
        Justify::SpaceBetween => taffy::JustifyContent::SPACE_BETWEEN,
        Justify::SpaceAround => taffy::JustifyContent::SPACE_AROUND,
        Justify::SpaceEvenly => taffy::JustifyContent::SPACE_EVENLY,
    }
}
