//! One node's own items: shadow, box, text, drawing, scrollbars, ring.

use std::rc::Rc;

use super::Walk;
use crate::NodeId;
use crate::drawing::Shape;
use crate::geometry::{Point, Radii, Rect};
use crate::layout::{text_options, text_style};
use crate::node::NodeKind;
use crate::paint_list::{Border, Item};
use crate::scroll::Axis;
use crate::states::{Resolved, fade, ink_color, radii};
use crate::style::Ink;
use crate::text::Paragraph;
use crate::theme::ColorToken;
use crate::tree::Tree;

impl Walk<'_> {
    /// Shadow, background and border.
    pub(super) fn box_of(&mut self, id: NodeId, resolved: &Resolved) {
        let rect = self.tree.nodes[id].rect;
        let radii = radii(&self.tree.theme, resolved.look.radius, &rect);
        let opacity = resolved.inherited.opacity;
        let theme = Rc::clone(&self.tree.theme);
        for layer in theme.shadow(resolved.look.shadow) {
            self.put(Item::Shadow {
                rect,
                radii,
                blur: layer.blur,
                offset: layer.offset,
                color: fade(layer.color, opacity),
            });
        }
        if (resolved.background.is_some() || resolved.border.is_some()) && self.is_wanted(&rect) {
            self.put(Item::Rect {
                rect,
                radii,
                fill: resolved.background,
                border: resolved.border.map(|(width, color)| Border { width, color }),
            });
        }
    }

    /// What is in the box itself.
    pub(super) fn content(&mut self, id: NodeId, resolved: &Resolved) {
        let (color, opacity) = (resolved.inherited.color, resolved.inherited.opacity);
        match &self.tree.nodes[id].kind {
            NodeKind::Text(_) => {
                let Some(lines) = self.tree.text_lines(id) else { return };
                let node = &self.tree.nodes[id];
                let (origin, weight) = (node.content_rect().origin(), self.tree.weight_of(&node.props.text));
                self.lines(&lines, origin, fade(color, opacity), weight);
            }
            NodeKind::Edit(_) => self.field(id, resolved),
            NodeKind::Draw(state) => {
                let drawing = Rc::clone(&state.drawing);
                let origin = self.tree.nodes[id].content_rect().origin();
                for shape in &drawing.shapes {
                    let paint = |ink: Ink| fade(ink_color(&self.tree.theme, ink, color), opacity);
                    let item = match shape {
                        Shape::Path { ops, fill, stroke, scale } => Item::Path {
                            ops: Rc::clone(ops),
                            fill: fill.map(paint),
                            stroke: stroke.map(|(width, ink)| (width, paint(ink))),
                            transform: (origin, *scale),
                        },
                        Shape::Rect { rect, radius, fill } => Item::Rect {
                            rect: rect.translate(origin),
                            radii: Radii::all(*radius),
                            fill: Some(paint(*fill)),
                            border: None,
                        },
                    };
                    self.put(item);
                }
            }
            NodeKind::Image(image) => {
                let item = Item::Image { rect: self.tree.nodes[id].content_rect(), image: image.clone() };
                self.put(item);
            }
            NodeKind::Container | NodeKind::Fragment | NodeKind::Portal { .. } => {}
        }
    }

    fn lines(&mut self, lines: &Paragraph, origin: Point, color: crate::geometry::Color, weight: u16) {
        let Some(bounds) = self.wanted.iter().copied().reduce(|a, b| a.union(&b)) else { return };
        for run in lines.glyph_runs_in(origin, color, &bounds) {
            self.put(Item::Glyphs(run));
        }
        if lines.has_missing() {
            self.missing_clusters(lines, origin, color, weight);
        }
    }

    fn field(&mut self, id: NodeId, resolved: &Resolved) {
        let opacity = resolved.inherited.opacity;
        let origin = self.tree.edit_origin(id);
        let focused = self.tree.focus.focused == Some(id);
        let weight = self.tree.weight_of(&self.tree.nodes[id].props.text);
        if let Some(lines) = self.tree.placeholder_lines(id) {
            let color = fade(self.tree.theme.color(ColorToken::Placeholder), opacity);
            self.lines(&lines, origin, color, weight);
        }
        let Some(lines) = self.tree.edit_lines(id) else { return };
        let Some(state) = self.tree.edit(id) else { return };
        let selection = state.editor.display_selection();
        let composition = state.editor.display_composition();
        if focused && !selection.is_empty() {
            let color = fade(self.tree.theme.color(ColorToken::SelectionBackground), opacity);
            for rect in lines.selection_rects(selection) {
                self.fill(rect.translate(origin), color);
            }
        }
        self.lines(&lines, origin, fade(resolved.inherited.color, opacity), weight);
        if let Some(range) = composition {
            for rect in lines.selection_rects(range) {
                let rect = rect.translate(origin);
                self.fill(Rect::new(rect.x, rect.bottom() - 2.0, rect.width, 1.0), resolved.inherited.color);
            }
        }
        if focused
            && self.extras.caret
            && let Some(caret) = self.tree.caret_rect(id)
        {
            self.fill(caret, self.tree.theme.color(ColorToken::Text));
        }
    }

    fn fill(&mut self, rect: Rect, color: crate::geometry::Color) {
        self.put(Item::Rect { rect, radii: Radii::ZERO, fill: Some(color), border: None });
    }

    /// The thumbs of a scroller, over its content.
    pub(super) fn scrollbars(&mut self, id: NodeId) {
        for axis in [Axis::Vertical, Axis::Horizontal] {
            let Some(bar) = self.tree.scrollbar(id, axis) else { continue };
            if !self.is_wanted(&bar.track) {
                continue;
            }
            let held = self.tree.pointer.holds_scrollbar(id, axis);
            let color = self.tree.theme.color(ColorToken::TextMuted).with_alpha(if held { 200 } else { 110 });
            let radius = bar.thumb.width.min(bar.thumb.height) / 2.0;
            self.put(Item::Rect { rect: bar.thumb, radii: Radii::all(radius), fill: Some(color), border: None });
        }
    }

    /// The ring around what holds the keyboard.
    pub(super) fn ring(&mut self, id: NodeId, resolved: &Resolved) {
        const WIDTH: f32 = 2.0;
        const GAP: f32 = 1.0;
        let rect = self.tree.nodes[id].rect;
        let radii = radii(&self.tree.theme, resolved.look.radius, &rect).inflate(WIDTH + GAP);
        let color = self.tree.theme.color(ColorToken::FocusRing);
        self.put(Item::Rect {
            rect: rect.inflate(WIDTH + GAP),
            radii,
            fill: None,
            border: Some(Border { width: WIDTH, color }),
        });
    }
}

impl Tree {
    /// The lines of a text node in the width it has.
    pub(crate) fn text_lines(&mut self, id: NodeId) -> Option<Rc<Paragraph>> {
        let Tree { nodes, fonts, theme, .. } = self;
        let node = nodes.get_mut(id)?;
        let width = node.content_rect().width;
        let NodeKind::Text(state) = &mut node.kind else { return None };
        if let Some((made_for, lines)) = &state.shown
            && *made_for == width
        {
            return Some(Rc::clone(lines));
        }
        let style = text_style(theme, &node.props.text);
        let lines = fonts.layout(&node.props.text.content, &style, &text_options(&node.props.text, Some(width)));
        state.shown = Some((width, Rc::clone(&lines)));
        Some(lines)
    }
}
