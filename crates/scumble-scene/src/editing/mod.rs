//! Editable texts in the tree: the field's model, its lines in the room it has, and what it scrolls to.
//!
//! The model itself is [`crate::edit`]; keys and pointers reach it through here. An edit is a person's edit whoever
//! makes it: it goes through the model, is told to `on_input`, and what the field's source then says is shown.

mod operate;

use std::borrow::Cow;
use std::rc::Rc;

use crate::NodeId;
use crate::edit::{Editor, EditorOptions};
use crate::element::EditSetup;
use crate::geometry::{Point, Rect};
use crate::layout::{text_options, text_style};
use crate::node::NodeKind;
use crate::prop::Prop;
use crate::text::Paragraph;
use crate::tree::Tree;

/// One editable text.
pub(crate) struct EditState {
    pub(crate) editor: Editor,
    pub(crate) placeholder: String,
    /// What the text should be, asked again after every edit.
    pub(crate) source: Prop<String>,
    /// How far the text is scrolled inside the field.
    pub(crate) scroll: Point,
    lines: Option<(f32, Rc<Paragraph>)>,
    placeholder_lines: Option<(f32, Rc<Paragraph>)>,
    /// When the caret last moved: it is solid from then on for a moment.
    pub(crate) caret_since: f64,
}

impl EditState {
    pub(crate) fn new(setup: &EditSetup) -> EditState {
        let options = EditorOptions {
            multiline: setup.multiline,
            secret: setup.secret,
            read_only: false,
            max_len: setup.max_len,
        };
        EditState {
            editor: Editor::new("", options),
            placeholder: String::new(),
            source: setup.value.clone(),
            scroll: Point::ZERO,
            lines: None,
            placeholder_lines: None,
            caret_since: 0.0,
        }
    }

    pub(crate) fn is_multiline(&self) -> bool {
        self.editor.options().multiline
    }

    pub(crate) fn is_secret(&self) -> bool {
        self.editor.options().secret
    }

    /// What the field shows: the text, dots for a secret, or what stands in for nothing.
    pub(crate) fn shown_text(&self) -> Cow<'_, str> {
        if self.editor.text().is_empty() { Cow::Borrowed(&self.placeholder) } else { self.editor.display_text() }
    }

    pub(crate) fn forget_lines(&mut self) {
        self.lines = None;
        self.placeholder_lines = None;
    }
}

impl Tree {
    pub(crate) fn edit(&self, id: NodeId) -> Option<&EditState> {
        match &self.nodes.get(id)?.kind {
            NodeKind::Edit(state) => Some(state),
            _ => None,
        }
    }

    pub(crate) fn edit_mut(&mut self, id: NodeId) -> Option<&mut EditState> {
        match &mut self.nodes.get_mut(id)?.kind {
            NodeKind::Edit(state) => Some(state),
            _ => None,
        }
    }

    /// The lines of what is being edited, in the width the field has.
    pub(crate) fn edit_lines(&mut self, id: NodeId) -> Option<Rc<Paragraph>> {
        let Tree { nodes, fonts, theme, .. } = self;
        let node = nodes.get_mut(id)?;
        let width = node.content_rect().width;
        let NodeKind::Edit(state) = &mut node.kind else { return None };
        if let Some((made_for, lines)) = &state.lines
            && *made_for == width
        {
            return Some(lines.clone());
        }
        let style = text_style(theme, &node.props.text);
        let lines = fonts.layout(&state.editor.display_text(), &style, &text_options(&node.props.text, Some(width)));
        state.lines = Some((width, lines.clone()));
        Some(lines)
    }

    /// The lines of what stands in for nothing; `None` while there is a text.
    pub(crate) fn placeholder_lines(&mut self, id: NodeId) -> Option<Rc<Paragraph>> {
        let Tree { nodes, fonts, theme, .. } = self;
        let node = nodes.get_mut(id)?;
        let width = node.content_rect().width;
        let NodeKind::Edit(state) = &mut node.kind else { return None };
        if !state.editor.text().is_empty() || state.placeholder.is_empty() {
            return None;
        }
        if let Some((made_for, lines)) = &state.placeholder_lines
            && *made_for == width
        {
            return Some(lines.clone());
        }
        let style = text_style(theme, &node.props.text);
        let mut options = text_options(&node.props.text, Some(width));
        if !state.is_multiline() {
            options.max_lines = Some(1);
        }
        let lines = fonts.layout(&state.placeholder, &style, &options);
        state.placeholder_lines = Some((width, lines.clone()));
        Some(lines)
    }

    /// Where the text's own top left corner is on the canvas.
    pub(crate) fn edit_origin(&self, id: NodeId) -> Point {
        let Some(node) = self.nodes.get(id) else { return Point::ZERO };
        let NodeKind::Edit(state) = &node.kind else { return Point::ZERO };
        let content = node.content_rect();
        let mut y = content.y - state.scroll.y;
        if !state.is_multiline() {
            // The one line stands in the middle of whatever height the field has.
            let line = text_style(&self.theme, &node.props.text).line_height;
            y += (content.height - line) / 2.0;
        }
        Point::new(content.x - state.scroll.x, y)
    }

    /// The caret of a field on the canvas, whether or not it is painted now.
    pub(crate) fn caret_rect(&mut self, id: NodeId) -> Option<Rect> {
        let lines = self.edit_lines(id)?;
        let origin = self.edit_origin(id);
        let caret = self.edit(id)?.editor.display_caret();
        Some(lines.caret_rect(caret).translate(origin))
    }

    /// Scrolls the text inside its field until the caret is seen.
    pub(crate) fn reveal_caret(&mut self, id: NodeId) {
        let Some(lines) = self.edit_lines(id) else { return };
        let Some(node) = self.nodes.get_mut(id) else { return };
        let room = node.content_rect().size();
        let NodeKind::Edit(state) = &mut node.kind else { return };
        let caret = lines.caret_rect(state.editor.display_caret());
        let size = lines.size();
        let mut scroll = state.scroll;
        if state.is_multiline() {
            scroll.x = 0.0;
            scroll.y = scroll.y.min(caret.y).max(caret.bottom() - room.height);
            scroll.y = scroll.y.clamp(0.0, (size.height - room.height).max(0.0));
        } else {
            scroll.y = 0.0;
            scroll.x = scroll.x.min(caret.x).max(caret.right() - room.width);
            scroll.x = scroll.x.clamp(0.0, (size.width + caret.width - room.width).max(0.0));
        }
        if scroll != state.scroll {
            state.scroll = scroll;
            self.look_changed(id);
        }
    }

    /// The text is another: its lines, its box if it grows with it, and what is announced.
    pub(crate) fn edit_text_changed(&mut self, id: NodeId) {
        let now = self.now;
        let Some(state) = self.edit_mut(id) else { return };
        state.forget_lines();
        state.caret_since = now;
        let grows = state.is_multiline();
        self.damage_node(id);
        if grows {
            self.measure_again(id);
        }
        self.meaning_changed();
    }
}
