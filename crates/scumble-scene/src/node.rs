//! One node of the retained tree: its place, its values, what layout found out about it.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::NodeId;
use crate::drawing::Drawing;
use crate::editing::EditState;
use crate::element::Handlers;
use crate::element::props::Props;
use crate::geometry::{Point, Rect, Size};
use crate::identity::ChildNames;
use crate::paint_list::ImageData;
use crate::semantics::Members;
use crate::text::Paragraph;

/// What a node is.
pub(crate) enum NodeKind {
    Container,
    Text(TextState),
    Edit(Box<EditState>),
    Draw(DrawState),
    Image(ImageData),
    /// Stands for its children; has no box.
    Fragment,
    /// Its content stands in the overlay layer; has no box.
    Portal {
        content: Vec<NodeId>,
    },
}

/// The lines of a text node as last asked for.
#[derive(Default)]
pub(crate) struct TextState {
    /// For which width, and the lines.
    pub(crate) shown: Option<(f32, Rc<Paragraph>)>,
}

/// A drawing and the size it was made for.
pub(crate) struct DrawState {
    pub(crate) draw: Rc<dyn Fn(Size) -> Drawing>,
    pub(crate) made_for: Option<Size>,
    pub(crate) drawing: Rc<Drawing>,
}

pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) children: Vec<NodeId>,
    /// The portal it came from, for content of the overlay layer.
    pub(crate) portal: Option<NodeId>,
    pub(crate) key: Option<String>,
    pub(crate) kind: NodeKind,
    pub(crate) props: Props,
    pub(crate) handlers: Handlers,

    /// The nearest ancestor with a box.
    pub(crate) box_parent: Option<NodeId>,
    /// The nearest descendants with boxes, in order.
    pub(crate) boxes: Vec<NodeId>,
    pub(crate) boxes_stale: bool,

    pub(crate) cache: taffy::Cache,
    pub(crate) layout: taffy::Layout,
    /// Its layout changed in the running pass.
    pub(crate) moved: bool,
    /// The pass in which something below it moved.
    pub(crate) below_moved: u64,
    /// The pass in which it was measured.
    pub(crate) measured: u64,
    /// Border box, from the canvas' top left, scrolling applied.
    pub(crate) rect: Rect,
    /// Whether `rect` is where the node was last placed, or it never was.
    pub(crate) placed: bool,
    pub(crate) scroll: Point,
    /// Set when its boxes stand below each other in order: how far what is in one reaches out of it at most, px.
    pub(crate) in_order: Option<f32>,
    /// Which control of this focus group had the focus last.
    pub(crate) group_last: Option<NodeId>,
    /// What it adds to the sets it is in, once that was asked for.
    pub(crate) members: OnceCell<Members>,
    /// What its children are called, once that was asked for.
    pub(crate) child_names: OnceCell<Box<ChildNames>>,
}

impl Node {
    pub(crate) fn new(kind: NodeKind, props: Props, handlers: Handlers, key: Option<String>) -> Node {
        Node {
            parent: None,
            children: Vec::new(),
            portal: None,
            key,
            kind,
            props,
            handlers,
            box_parent: None,
            boxes: Vec::new(),
            boxes_stale: false,
            cache: taffy::Cache::new(),
            layout: taffy::Layout::new(),
            moved: false,
            below_moved: 0,
            measured: 0,
            rect: Rect::ZERO,
            placed: false,
            scroll: Point::ZERO,
            in_order: None,
            group_last: None,
            members: OnceCell::new(),
            child_names: OnceCell::new(),
        }
    }

    /// Its lines have to be asked for again.
    pub(crate) fn forget_lines(&mut self) {
        match &mut self.kind {
            NodeKind::Text(state) => state.shown = None,
            NodeKind::Edit(state) => state.forget_lines(),
            _ => {}
        }
    }

    /// Whether it has a box of its own.
    pub(crate) fn has_box(&self) -> bool {
        !matches!(self.kind, NodeKind::Fragment | NodeKind::Portal { .. })
    }

    /// What it and the boxes in it cover, shadows apart: its border box and what sticks out of it.
    pub(crate) fn extent(&self) -> Rect {
        if self.clips() {
            return self.rect;
        }
        let (inner, over) = (self.inner_rect(), self.layout.scrollable_overflow_rect);
        self.rect.union(&Rect::from_edges(
            inner.x + over.left,
            inner.y + over.top,
            inner.x + over.right,
            inner.y + over.bottom,
        ))
    }

    /// Whether it cuts off what sticks out.
    pub(crate) fn clips(&self) -> bool {
        self.props.look.clip || self.props.scroll_x || self.props.scroll_y || matches!(self.kind, NodeKind::Edit(_))
    }

    pub(crate) fn scrolls(&self) -> bool {
        self.props.scroll_x || self.props.scroll_y
    }

    /// Whether it is operated as one thing: its states are those of what is inside it.
    pub(crate) fn is_control(&self) -> bool {
        self.props.focusable || self.handlers.press.is_some()
    }

    /// The box inside border and padding, from the canvas' top left.
    pub(crate) fn content_rect(&self) -> Rect {
        let (border, padding) = (self.layout.border, self.layout.padding);
        Rect::from_edges(
            self.rect.x + border.left + padding.left,
            self.rect.y + border.top + padding.top,
            self.rect.right() - border.right - padding.right,
            self.rect.bottom() - border.bottom - padding.bottom,
        )
    }

    /// The box inside the border, from the canvas' top left.
    pub(crate) fn inner_rect(&self) -> Rect {
        let border = self.layout.border;
        Rect::from_edges(
            self.rect.x + border.left,
            self.rect.y + border.top,
            self.rect.right() - border.right,
            self.rect.bottom() - border.bottom,
        )
    }

    /// The width and height of what can be scrolled over, at least those of the box inside the border.
    pub(crate) fn content_extent(&self) -> Size {
        let inner = self.inner_rect();
        let overflow = self.layout.scrollable_overflow_rect;
        Size::new(inner.width.max(overflow.right), inner.height.max(overflow.bottom))
    }

    /// The furthest it can be scrolled each way.
    pub(crate) fn max_scroll(&self) -> Point {
        let (inner, extent) = (self.inner_rect(), self.content_extent());
        // Fractions of a pixel are no reason to scroll.
        let reach = |scrolls: bool, extent: f32, inner: f32| match extent - inner {
            more if scrolls && more > 0.5 => more,
            _ => 0.0,
        };
        Point::new(
            reach(self.props.scroll_x, extent.width, inner.width),
            reach(self.props.scroll_y, extent.height, inner.height),
        )
    }
}
