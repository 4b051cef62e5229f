//! What stands in the mirror: elements with ARIA attributes, and the steps that turn one state into another.
//!
//! Nothing here knows a scene or a document; `from_semantics.rs` makes a [`Picture`] and `js/mirror.js` applies steps.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// Names an element of the mirror: counts from 1, 0 is the mirror itself.
pub(crate) type ElementId = u32;

/// One element.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Element {
    /// `div`, `input` or `textarea`.
    pub(crate) tag: &'static str,
    /// ARIA and other attributes.
    pub(crate) attributes: BTreeMap<&'static str, String>,
    /// Its own text, before its children.
    pub(crate) text: String,
    /// Left, top, width and height in CSS px, from the corner of the element around it.
    pub(crate) place: [f32; 4],
    /// The elements in it, in reading order.
    pub(crate) children: Vec<ElementId>,
    /// What is typed in it, if it is a field.
    pub(crate) field: Option<Field>,
}

/// The text of a field and what is selected in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Field {
    /// The text; bullets for a secret one.
    pub(crate) value: String,
    /// Where the selection is held, in UTF-16 units.
    pub(crate) anchor: usize,
    /// Where the caret is, in UTF-16 units.
    pub(crate) focus: usize,
}

/// The mirror at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Picture {
    /// Every element, by its name.
    pub(crate) elements: BTreeMap<ElementId, Element>,
    /// The outermost elements, in reading order.
    pub(crate) roots: Vec<ElementId>,
}

/// One change, as `js/mirror.js` takes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// An element comes into being.
    New(ElementId, &'static str),
    /// An attribute is set, or removed.
    Attribute(ElementId, &'static str, Option<String>),
    /// An element's own text.
    Text(ElementId, String),
    /// Where an element is.
    Place(ElementId, [f32; 4]),
    /// What is in a field.
    Field(ElementId, Field),
    /// What is in an element, in order.
    Children(ElementId, Vec<ElementId>),
    /// An element goes.
    Gone(ElementId),
}

impl Step {
    fn to_value(&self) -> Value {
        match self {
            Step::New(id, tag) => json!(["new", id, tag]),
            Step::Attribute(id, name, value) => json!(["attr", id, name, value]),
            Step::Text(id, text) => json!(["text", id, text]),
            Step::Place(id, [x, y, width, height]) => json!(["box", id, x, y, width, height]),
            Step::Field(id, field) => json!(["field", id, field.value, field.anchor, field.focus]),
            Step::Children(id, children) => json!(["children", id, children]),
            Step::Gone(id) => json!(["gone", id]),
        }
    }
}

/// The steps as the JSON text that crosses into the page.
pub(crate) fn to_json(steps: &[Step]) -> String {
    Value::Array(steps.iter().map(Step::to_value).collect()).to_string()
}

/// The fewest steps from one picture to another: what did not change is not mentioned.
pub(crate) fn difference(before: &Picture, after: &Picture) -> Vec<Step> {
    let mut steps = Vec::new();
    let blank = Element::default();
    for (&id, element) in &after.elements {
        let old = match before.elements.get(&id) {
            Some(old) => old,
            None => {
                steps.push(Step::New(id, element.tag));
                &blank
            }
        };
        attributes(id, old, element, &mut steps);
        if old.text != element.text {
            steps.push(Step::Text(id, element.text.clone()));
        }
        if old.place != element.place {
            steps.push(Step::Place(id, element.place));
        }
        if let Some(field) = &element.field
            && old.field.as_ref() != Some(field)
        {
            steps.push(Step::Field(id, field.clone()));
        }
    }
    // Every element exists by now, so that any may be put anywhere.
    for (&id, element) in &after.elements {
        let old = before.elements.get(&id).map_or(&[][..], |old| &old.children);
        if old != element.children {
            steps.push(Step::Children(id, element.children.clone()));
        }
    }
    if before.roots != after.roots {
        steps.push(Step::Children(0, after.roots.clone()));
    }
    steps.extend(before.elements.keys().filter(|id| !after.elements.contains_key(id)).map(|&id| Step::Gone(id)));
    steps
}

fn attributes(id: ElementId, old: &Element, new: &Element, steps: &mut Vec<Step>) {
    for (&name, value) in &new.attributes {
        if old.attributes.get(name) != Some(value) {
            steps.push(Step::Attribute(id, name, Some(value.clone())));
        }
    }
    for &name in old.attributes.keys() {
        if !new.attributes.contains_key(name) {
            steps.push(Step::Attribute(id, name, None));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Element, Field, Picture, Step, difference, to_json};

    fn element(name: &str) -> Element {
        Element { tag: "div", attributes: BTreeMap::from([("aria-label", name.to_owned())]), ..Element::default() }
    }

    fn picture(names: &[(u32, &str)]) -> Picture {
        Picture {
            elements: names.iter().map(|&(id, name)| (id, element(name))).collect(),
            roots: names.iter().map(|&(id, _)| id).collect(),
        }
    }

    #[test]
    fn an_equal_picture_needs_no_step() {
        let all = picture(&[(1, "Save"), (2, "Delete")]);
        assert_eq!(difference(&all, &all.clone()), []);
    }

    #[test]
    fn a_changed_name_is_one_attribute() {
        let steps = difference(&picture(&[(1, "Save")]), &picture(&[(1, "Saved")]));
        assert_eq!(steps, [Step::Attribute(1, "aria-label", Some("Saved".to_owned()))]);
    }

    #[test]
    fn an_attribute_that_went_is_removed() {
        let mut bare = picture(&[(1, "Save")]);
        bare.elements.get_mut(&1).expect("it is there").attributes.clear();
        assert_eq!(difference(&picture(&[(1, "Save")]), &bare), [Step::Attribute(1, "aria-label", None)]);
    }

    #[test]
    fn a_new_order_moves_and_changes_nothing_else() {
        let before = picture(&[(1, "A"), (2, "B")]);
        let mut after = before.clone();
        after.roots.reverse();
        assert_eq!(difference(&before, &after), [Step::Children(0, vec![2, 1])]);
    }

    #[test]
    fn elements_are_made_before_they_are_placed_and_removed_last() {
        let mut after = picture(&[(2, "Row")]);
        after.elements.insert(3, element("Cell"));
        after.elements.get_mut(&2).expect("it is there").children.push(3);
        let steps = difference(&picture(&[(1, "Old")]), &after);
        let first_children = steps.iter().position(|step| matches!(step, Step::Children(..)));
        let last_new = steps.iter().rposition(|step| matches!(step, Step::New(..)));
        assert!(last_new < first_children, "{steps:?}");
        assert_eq!(steps.last(), Some(&Step::Gone(1)));
    }

    #[test]
    fn a_moved_caret_is_a_step_of_the_field_alone() {
        let mut before = picture(&[(1, "Title")]);
        before.elements.get_mut(&1).expect("it is there").field =
            Some(Field { value: "ab".into(), anchor: 2, focus: 2 });
        let mut after = before.clone();
        after.elements.get_mut(&1).expect("it is there").field =
            Some(Field { value: "ab".into(), anchor: 1, focus: 1 });
        let steps = difference(&before, &after);
        assert_eq!(to_json(&steps), r#"[["field",1,"ab",1,1]]"#);
    }
}
