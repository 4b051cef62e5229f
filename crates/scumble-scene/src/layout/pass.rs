//! The tree as taffy sees it: boxes, their styles, their caches.

use slotmap::{Key, KeyData};
use taffy::{
    AvailableSpace, CacheTree, Display, Layout, LayoutContainingBlock, LayoutFlexboxContainer, LayoutGridContainer,
    LayoutInput, LayoutOutput, LayoutPartialTree, RunMode, TraversePartialTree, compute_cached_layout,
    compute_flexbox_layout, compute_grid_layout, compute_hidden_layout, compute_oof_layout, compute_root_layout,
};

use super::measure;
use crate::NodeId;
use crate::tree::Tree;

/// Computes what is stale. Returns the nodes whose place or size in their parent changed.
pub(super) fn run(tree: &mut Tree) -> Vec<NodeId> {
    let (root, size) = (tree.root, tree.size);
    let mut pass = Pass { tree, moved: Vec::new() };
    let room =
        taffy::Size { width: AvailableSpace::Definite(size.width), height: AvailableSpace::Definite(size.height) };
    compute_root_layout(&mut pass, to_taffy(root), room);
    pass.moved
}

struct Pass<'a> {
    tree: &'a mut Tree,
    moved: Vec<NodeId>,
}

fn to_taffy(id: NodeId) -> taffy::NodeId {
    taffy::NodeId::from(id.data().as_ffi())
}

fn to_ours(id: taffy::NodeId) -> NodeId {
    NodeId::from(KeyData::from_ffi(id.into()))
}

struct Boxes<'a>(std::slice::Iter<'a, NodeId>);

impl Iterator for Boxes<'_> {
    type Item = taffy::NodeId;

    fn next(&mut self) -> Option<taffy::NodeId> {
        self.0.next().map(|id| to_taffy(*id))
    }
}

impl Pass<'_> {
    fn style(&self, id: taffy::NodeId) -> &taffy::Style {
        &self.tree.nodes[to_ours(id)].props.layout
    }
}

impl TraversePartialTree for Pass<'_> {
    type ChildIter<'a>
        = Boxes<'a>
    where
        Self: 'a;

    fn child_ids(&self, parent: taffy::NodeId) -> Boxes<'_> {
        Boxes(self.tree.nodes[to_ours(parent)].boxes.iter())
    }

    fn child_count(&self, parent: taffy::NodeId) -> usize {
        self.tree.nodes[to_ours(parent)].boxes.len()
    }

    fn get_child_id(&self, parent: taffy::NodeId, index: usize) -> taffy::NodeId {
        to_taffy(self.tree.nodes[to_ours(parent)].boxes[index])
    }
}

impl LayoutPartialTree for Pass<'_> {
    type CoreContainerStyle<'a>
        = &'a taffy::Style
    where
        Self: 'a;
    type CustomIdent = String;

    fn get_core_container_style(&self, id: taffy::NodeId) -> &taffy::Style {
        self.style(id)
    }

    fn set_unrounded_layout(&mut self, id: taffy::NodeId, layout: &Layout) {
        let id = to_ours(id);
        let node = &mut self.tree.nodes[id];
        if !node.placed || node.layout != *layout {
            node.layout = *layout;
            if !node.moved {
                node.moved = true;
                self.moved.push(id);
            }
        }
    }

    fn compute_child_layout(&mut self, id: taffy::NodeId, inputs: LayoutInput) -> LayoutOutput {
        if inputs.run_mode == RunMode::PerformHiddenLayout {
            return compute_hidden_layout(self, id);
        }
        compute_cached_layout(self, id, inputs, |pass, id, inputs| {
            let ours = to_ours(id);
            let number = pass.tree.pass;
            let node = &mut pass.tree.nodes[ours];
            if node.measured != number {
                node.measured = number;
                pass.tree.counters.nodes_measured += 1;
            }
            let mut output = match (node.boxes.is_empty(), node.props.layout.display) {
                (true, _) => measure::leaf(pass.tree, ours, inputs),
                (false, Display::Grid) => compute_grid_layout(pass, id, inputs),
                (false, Display::None) => compute_hidden_layout(pass, id),
                (false, _) => compute_flexbox_layout(pass, id, inputs),
            };
            if inputs.run_mode == RunMode::PerformLayout {
                compute_oof_layout(pass, id, &mut output);
            }
            output
        })
    }
}

impl CacheTree for Pass<'_> {
    fn cache_get(&mut self, id: taffy::NodeId, input: &LayoutInput) -> Option<LayoutOutput> {
        self.tree.nodes[to_ours(id)].cache.get(input)
    }

    fn cache_store(&mut self, id: taffy::NodeId, input: &LayoutInput, output: LayoutOutput) {
        self.tree.nodes[to_ours(id)].cache.store(input, output);
    }

    fn cache_clear(&mut self, id: taffy::NodeId) {
        self.tree.nodes[to_ours(id)].cache.clear();
    }
}

impl LayoutContainingBlock for Pass<'_> {
    type OofItemStyle<'a>
        = &'a taffy::Style
    where
        Self: 'a;

    fn get_oof_item_style(&self, id: taffy::NodeId) -> &taffy::Style {
        self.style(id)
    }

    // Every box of ours is positioned, so what is taken out of the flow is always placed in its parent: there is no
    // other list to keep.
    fn clear_hoisted_children(&mut self, _: taffy::NodeId) {}

    fn add_hoisted_children(&mut self, _: taffy::NodeId, _: &[taffy::NodeId]) {}
}

impl LayoutFlexboxContainer for Pass<'_> {
    type FlexboxContainerStyle<'a>
        = &'a taffy::Style
    where
        Self: 'a;
    type FlexboxItemStyle<'a>
        = &'a taffy::Style
    where
        Self: 'a;

    fn get_flexbox_container_style(&self, id: taffy::NodeId) -> &taffy::Style {
        self.style(id)
    }

    fn get_flexbox_child_style(&self, id: taffy::NodeId) -> &taffy::Style {
        self.style(id)
    }
}

impl LayoutGridContainer for Pass<'_> {
    type GridContainerStyle<'a>
        = &'a taffy::Style
    where
        Self: 'a;
    type GridItemStyle<'a>
        = &'a taffy::Style
    where
        Self: 'a;

    fn get_grid_container_style(&self, id: taffy::NodeId) -> &taffy::Style {
        self.style(id)
    }

    fn get_grid_child_style(&self, id: taffy::NodeId) -> &taffy::Style {
        self.style(id)
    }
}
