//! One control as an element: its tag, its ARIA attributes, its text. Follows WAI-ARIA 1.2 and its rules on names.

use std::collections::BTreeMap;

use scumble_scene::semantics::{SemanticState, SemanticsNode, aria_role};
use scumble_scene::{Live, Numeric};

/// `input` or `textarea` for what is typed in, `div` for everything else.
pub(super) fn field_tag(node: &SemanticsNode) -> &'static str {
    match (node.editable, node.multiline) {
        (true, true) => "textarea",
        (true, false) => "input",
        (false, _) => "div",
    }
}

/// The ARIA role; none for prose, and for a field whose tag says it already.
fn role(node: &SemanticsNode) -> Option<&'static str> {
    match aria_role(node.role) {
        // Something with a name that holds others is no prose.
        "text" | "paragraph" | "generic" if !node.children.is_empty() => Some("group"),
        "text" | "paragraph" | "generic" => None,
        "textbox" if node.editable => None,
        // Browsers know it by another name; ARIA 1.3 has both.
        "image" => Some("img"),
        name => Some(name),
    }
}

/// Roles that are named by what is in them, where that is text alone.
fn is_named_by_text(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "link"
            | "heading"
            | "option"
            | "tab"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "treeitem"
            | "checkbox"
            | "radio"
            | "switch"
            | "cell"
            | "gridcell"
            | "columnheader"
            | "rowheader"
            | "tooltip"
            | "status"
            | "alert"
            | "log"
    )
}

/// Roles of which a state is always said, also when it is off.
fn is_checkable(role: &str) -> bool {
    matches!(role, "checkbox" | "radio" | "switch" | "menuitemcheckbox" | "menuitemradio")
}

fn is_selectable(role: &str) -> bool {
    matches!(role, "option" | "tab" | "treeitem" | "row" | "gridcell" | "columnheader" | "rowheader")
}

/// The element's own text: prose, and the name of what is named by its text.
pub(super) fn text_of(node: &SemanticsNode) -> String {
    if node.editable {
        return String::new();
    }
    match role(node) {
        None => node.name.clone(),
        Some(role) if is_named_by_text(role) && node.children.is_empty() => node.name.clone(),
        Some(_) => String::new(),
    }
}

/// Every attribute of the element.
pub(super) fn attributes(node: &SemanticsNode) -> BTreeMap<&'static str, String> {
    let mut all = BTreeMap::new();
    let mut set = |name: &'static str, value: &str| {
        all.insert(name, value.to_owned());
    };
    let role = role(node);
    if let Some(role) = role {
        set("role", role);
    }
    let word = role.unwrap_or_default();
    let is_prose = role.is_none() && !node.editable;
    if !node.name.is_empty() && !is_prose && text_of(node).is_empty() {
        set("aria-label", &node.name);
    }
    if !node.description.is_empty() {
        set("aria-description", &node.description);
    }
    if node.focusable && !node.disabled {
        set("tabindex", "0");
    }
    if node.disabled && !is_prose {
        set("aria-disabled", "true");
    }
    states(node, word, &mut set);
    places(node, word, &mut set);
    if node.modal {
        set("aria-modal", "true");
    }
    if let Some(live) = node.live {
        set("aria-live", if live == Live::Assertive { "assertive" } else { "polite" });
    }
    if node.editable {
        field(node, &mut set);
    }
    all
}

fn states(node: &SemanticsNode, role: &str, set: &mut impl FnMut(&'static str, &str)) {
    let is = |state: SemanticState| node.states.contains(&state);
    if is_checkable(role) {
        set("aria-checked", if is(SemanticState::Mixed) { "mixed" } else { truth(is(SemanticState::Checked)) });
    }
    if is_selectable(role) {
        set("aria-selected", truth(is(SemanticState::Selected)));
    } else if is(SemanticState::Selected) {
        // A list item has no such state; it is the one that is open.
        set("aria-current", "true");
    }
    if is(SemanticState::Expanded) || is(SemanticState::Collapsed) {
        set("aria-expanded", truth(is(SemanticState::Expanded)));
    }
    if is(SemanticState::Pressed) {
        set("aria-pressed", "true");
    }
    if is(SemanticState::Busy) {
        set("aria-busy", "true");
    }
    if is(SemanticState::Current) {
        set("aria-current", "true");
    }
    if is(SemanticState::Required) && (node.editable || is_checkable(role)) {
        set("aria-required", "true");
    }
    if is(SemanticState::Invalid) {
        set("aria-invalid", "true");
    }
}

fn places(node: &SemanticsNode, role: &str, set: &mut impl FnMut(&'static str, &str)) {
    if role == "heading" {
        set("aria-level", &node.level.unwrap_or(2).to_string());
    } else if let Some(level) = node.level {
        set("aria-level", &level.to_string());
    }
    if let (Some(position), Some(size)) = (node.pos_in_set, node.set_size) {
        set("aria-posinset", &position.to_string());
        set("aria-setsize", &size.to_string());
    }
    if let Some(Numeric { value, min, max, .. }) = node.numeric {
        set("aria-valuenow", &value.to_string());
        for (name, bound) in [("aria-valuemin", min), ("aria-valuemax", max)] {
            if let Some(bound) = bound {
                set(name, &bound.to_string());
            }
        }
        if let Some(text) = node.value.as_ref().filter(|text| **text != value.to_string()) {
            set("aria-valuetext", text);
        }
    }
}

fn field(node: &SemanticsNode, set: &mut impl FnMut(&'static str, &str)) {
    if !node.multiline {
        set("type", if node.secret { "password" } else { "text" });
    }
    if node.read_only {
        set("readonly", "");
    }
    if node.disabled {
        set("disabled", "");
    }
    // The scene's own text is what counts; what a browser would fill in or mark belongs to other pages' forms.
    set("autocomplete", "off");
    set("spellcheck", "false");
}

fn truth(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}
