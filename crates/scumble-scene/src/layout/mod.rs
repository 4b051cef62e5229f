//! Layout: boxes from values, by taffy, over our own tree.
//!
//! The tree is given to taffy's algorithms directly, so only what changed is measured and only what moved is placed;
//! both are counted. Nothing is rounded here: the painter snaps edges to device pixels.

mod measure;
mod pass;
mod place;

pub(crate) use measure::{text_options, text_style};

use taffy::prelude::{TaffyAuto, TaffyZero, fr, line, minmax};

use crate::NodeId;
use crate::element::props::Props;
use crate::node::NodeKind;
use crate::tree::Tree;

/// Makes a box one in which all children fill the same place.
pub(crate) fn make_stack(props: &mut Props) {
    props.stack = true;
    props.layout.display = taffy::Display::Grid;
    props.layout.grid_template_columns = vec![minmax(taffy::MinTrackSizingFunction::AUTO, fr(1.0))];
    props.layout.grid_template_rows = vec![minmax(taffy::MinTrackSizingFunction::AUTO, fr(1.0))];
}

/// As [`make_stack`], for a layer as large as the window whatever is in it.
pub(crate) fn make_layer(props: &mut Props) {
    make_stack(props);
    props.layout.grid_template_columns = vec![minmax(taffy::MinTrackSizingFunction::ZERO, fr(1.0))];
    props.layout.grid_template_rows = vec![minmax(taffy::MinTrackSizingFunction::ZERO, fr(1.0))];
    props.layout.size =
        taffy::Size { width: taffy::prelude::percent(1.0_f32), height: taffy::prelude::percent(1.0_f32) };
}

impl Tree {
    /// The node has to be measured again, and with it everything whose size may follow from its.
    pub(crate) fn measure_again(&mut self, id: NodeId) {
        self.layout_stale = true;
        let mut at = self.nearest_box(id);
        while let Some(id) = at {
            let Some(node) = self.nodes.get_mut(id) else { return };
            if let taffy::ClearState::AlreadyEmpty = node.cache.clear() {
                return;
            }
            at = node.box_parent;
        }
    }

    /// Every text has to be measured again: other fonts, another theme.
    pub(crate) fn measure_all_again(&mut self) {
        for node in self.nodes.values_mut() {
            node.cache.clear();
            node.forget_lines();
        }
        self.layout_stale = true;
    }

    /// Brings every box up to date. Costs nothing when nothing changed.
    pub(crate) fn lay_out(&mut self) {
        for holder in std::mem::take(&mut self.stale_boxes) {
            self.collect_boxes(holder);
        }
        if self.layout_stale {
            self.layout_stale = false;
            self.pass += 1;
            self.counters.layouts += 1;
            let moved = pass::run(self);
            place::run(self, moved);
        }
        for id in std::mem::take(&mut self.stale_lines) {
            // Lines may stick out of their box, so where they reach is known only now.
            if self.nodes.get(id).is_some_and(|node| node.placed) && self.text_lines(id).is_some() {
                self.damage_node(id);
            }
        }
    }

    /// Makes the list of a node's boxes anew: the nearest descendants that have one and are not hidden.
    fn collect_boxes(&mut self, holder: NodeId) {
        let Some(node) = self.nodes.get_mut(holder) else { return };
        node.boxes_stale = false;
        let stack = node.props.stack;
        // What is scrolled over keeps its length: a box squeezed to fit would leave nothing to scroll to.
        let keeps_length = match node.props.layout.flex_direction {
            taffy::FlexDirection::Row | taffy::FlexDirection::RowReverse => node.props.scroll_x,
            taffy::FlexDirection::Column | taffy::FlexDirection::ColumnReverse => node.props.scroll_y,
        };
        let mut boxes = Vec::with_capacity(node.children.len());
        let mut open: Vec<NodeId> = node.children.iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            let Some(child) = self.nodes.get_mut(id) else { continue };
            if child.props.hidden {
                child.placed = false;
                continue;
            }
            if child.has_box() {
                child.box_parent = Some(holder);
                if stack && child.props.layout.position != taffy::Position::Absolute {
                    child.props.layout.grid_row = line(1);
                    child.props.layout.grid_column = line(1);
                }
                if keeps_length && !child.props.shrink_given {
                    child.props.layout.flex_shrink = 0.0;
                }
                boxes.push(id);
            } else if !matches!(child.kind, NodeKind::Portal { .. }) {
                open.extend(child.children.iter().rev());
            }
        }
        if self.nodes[holder].boxes != boxes {
            self.nodes[holder].boxes = boxes;
            self.measure_again(holder);
            self.damage_node(holder);
        }
    }
}
