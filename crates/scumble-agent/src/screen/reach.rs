//! Whether a control can be acted on as a person would, and where: through the hit test, at its visible centre.
//!
//! Refusals are sentences that name what is in the way. Scrolls what is scrolled away; nothing else is changed.

use scumble_protocol::{Code, ToolError};
use scumble_scene::NodeId;
use scumble_scene::geometry::{Point, Rect};

use super::Screen;
use crate::outline::{Outline, named, titled};

/// Where to act on the entry: its node and a point at which the hit test finds it.
///
/// `at` is a wish, in px from the control's top left corner.
pub(crate) fn reach(
    screen: &Screen,
    outline: &Outline,
    index: usize,
    at: Option<Point>,
) -> Result<(NodeId, Point), ToolError> {
    let node = screen.node(outline, index)?;
    usable(screen, outline, index, node)?;
    let subject = || titled(&outline.entries[index].role, &outline.entries[index].name);
    let scene = &screen.scene;
    if let Some(at) = at {
        let wish = scene.node_rect(node);
        if !Rect::new(0.0, 0.0, wish.width, wish.height).contains(at) {
            let size = format!("{} by {} px", libm::roundf(wish.width), libm::roundf(wish.height));
            return Err(ToolError::new(
                Code::BadArguments,
                format!("input.at lies outside {}, which is {size}.", subject()),
            ));
        }
    }
    let is_visible = |node| scene.visible_rect(node).is_some_and(|rect| !rect.is_empty());
    let in_view = |node| {
        is_visible(node) && at.is_none_or(|at| spot(scene.node_rect(node), at, scene.visible_rect(node)).is_some())
    };
    if !in_view(node) || is_mostly_cut(scene.node_rect(node), scene.visible_rect(node)) {
        scene.scroll_into_view(node);
        scene.layout();
    }
    let Some(visible) = scene.visible_rect(node).filter(|rect| !rect.is_empty()) else {
        let message = format!("{} is not visible, and scrolling does not bring it into view.", subject());
        return Err(
            ToolError::new(Code::NotVisible, message).fix("It has no size, or something it stands in cuts it off.")
        );
    };
    let points = match at {
        Some(at) => spot(scene.node_rect(node), at, Some(visible)).into_iter().collect(),
        None => candidates(visible),
    };
    for point in &points {
        if finds(screen, node, *point) {
            return Ok((node, *point));
        }
    }
    Err(covered(screen, outline, index, node, points.first().copied().unwrap_or_else(|| visible.center())))
}

/// Whether the control may be used at all: not disabled, not the person's alone, not behind an open modal.
pub(crate) fn usable(screen: &Screen, outline: &Outline, index: usize, node: NodeId) -> Result<(), ToolError> {
    let entry = &outline.entries[index];
    let subject = titled(&entry.role, &entry.name);
    if let Some(modal) = screen.scene.behind_modal(node) {
        let message = match screen.entry_around(outline, &[modal]) {
            Some(dialog) => format!("{subject} is behind {}.", named(&outline.entries[dialog])),
            None => format!("{subject} is behind an open dialog that has no name."),
        };
        return Err(ToolError::new(Code::BehindModal, message).fix("Answer it first."));
    }
    if entry.disabled {
        return Err(ToolError::new(Code::Disabled, format!("{subject} is disabled.")));
    }
    if screen.scene.semantics().get(node).is_some_and(|shown| shown.person_only) {
        let message = format!("{subject} is for the person alone.");
        return Err(ToolError::new(Code::PersonOnly, message).fix("Ask the person to do it themselves."));
    }
    Ok(())
}

/// The place asked for, if it is visible.
fn spot(rect: Rect, at: Point, visible: Option<Rect>) -> Option<Point> {
    let point = Point::new(rect.x + at.x, rect.y + at.y);
    visible.is_some_and(|visible| visible.contains(point)).then_some(point)
}

/// Whether less than half of the control, or of what could be seen of it at once, is in view.
fn is_mostly_cut(rect: Rect, visible: Option<Rect>) -> bool {
    let visible = visible.unwrap_or(Rect::ZERO);
    visible.height * 2.0 < rect.height && visible.height < 24.0
        || visible.width * 2.0 < rect.width && visible.width < 24.0
}

/// The visible centre, then four places around it: another control may lie over the centre and leave the rest free.
fn candidates(visible: Rect) -> Vec<Point> {
    let at = |x: f32, y: f32| Point::new(visible.x + visible.width * x, visible.y + visible.height * y);
    vec![visible.center(), at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)]
}

/// Whether a press at the point would be this control's.
fn finds(screen: &Screen, node: NodeId, point: Point) -> bool {
    let path = screen.scene.hit_path(point);
    let Some(at) = path.iter().position(|hit| *hit == node) else { return false };
    // What is hit inside the control counts as the control, unless it is a control of its own.
    let tree = screen.scene.semantics();
    let is_control = |inner: &NodeId| tree.get(*inner).is_some_and(|shown| shown.focusable);
    let pressed_inside =
        screen.scene.pressable_at(point).is_some_and(|pressed| pressed != node && path[..at].contains(&pressed));
    !pressed_inside && !path[..at].iter().any(is_control)
}

/// The failure that names what lies over the control.
fn covered(screen: &Screen, outline: &Outline, index: usize, node: NodeId, point: Point) -> ToolError {
    let entry = &outline.entries[index];
    let subject = titled(&entry.role, &entry.name);
    let path = screen.scene.hit_path(point);
    let over: Vec<NodeId> =
        path.iter().copied().take_while(|hit| *hit != node && !screen.scene.is_within(node, *hit)).collect();
    // A control says more about what is in the way than the text on it.
    let shown: Vec<NodeId> = over
        .iter()
        .copied()
        .filter(|hit| screen.scene.semantics().get(*hit).is_some_and(|shown| shown.role.is_some()))
        .collect();
    match screen.entry_around(outline, &shown).or_else(|| screen.entry_around(outline, &over)) {
        Some(coverer) => {
            let message = format!("{subject} is covered by {}.", named(&outline.entries[coverer]));
            ToolError::new(Code::Covered, message).fix("Use or close that first, or scroll.")
        }
        None => ToolError::new(
            Code::Covered,
            format!("{subject} is covered by something that has neither a role nor a name."),
        )
        .fix("Look with render_frame, or scroll."),
    }
}
