//! Which control an agent means: a ref, or a role and a name.
//!
//! Works on an outline and the table of refs alone; whether the control can be acted on is another
//! question (`reach`).

use std::hash::Hash;

use scumble_protocol::{Code, ToolError};
use serde_json::{Map, Value};

use crate::order::order;
use crate::outline::{Entry, Outline, named, titled};
use crate::refs::{RefTable, parse};

/// Candidates a failure lists at most.
const MOST_LISTED: usize = 10;
/// Look-alikes of a control that is gone.
const MOST_ALIKE: usize = 3;

/// A control as an agent names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Target {
    /// `e7`.
    pub(crate) reference: Option<String>,
    /// A role, exactly.
    pub(crate) role: Option<String>,
    /// A name: equal, equal but for case, or contained.
    pub(crate) name: Option<String>,
}

impl Target {
    /// The target in a tool's arguments.
    pub(crate) fn from_arguments(arguments: &Map<String, Value>) -> Target {
        let text =
            |key: &str| arguments.get(key).and_then(Value::as_str).map(str::to_string).filter(|text| !text.is_empty());
        Target { reference: text("ref"), role: text("role"), name: text("name") }
    }

    /// Whether nothing was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.reference.is_none() && self.role.is_none() && self.name.is_none()
    }
}

/// The entry meant; its index in the outline.
pub(crate) fn resolve<K: Copy + Eq + Hash>(
    outline: &Outline,
    refs: &RefTable<K>,
    target: &Target,
) -> Result<usize, ToolError> {
    if let Some(reference) = &target.reference {
        return by_ref(outline, refs, reference);
    }
    if target.is_empty() {
        return Err(ToolError::new(Code::NoTarget, "No control was named.")
            .fix("Say which control: a ref from ui_snapshot, or a role and a name."));
    }
    let found = by_name(outline, target);
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(nothing_fits(outline, target)),
        several => Err(several_fit(outline, target, several)),
    }
}

fn by_ref<K: Copy + Eq + Hash>(outline: &Outline, refs: &RefTable<K>, reference: &str) -> Result<usize, ToolError> {
    let Some(number) = parse(reference) else {
        let message = format!("{} is no ref; refs look like e7.", Value::String(reference.into()));
        return Err(
            ToolError::new(Code::DeadRef, message).fix("Take a ref from ui_snapshot, or name a role and a name.")
        );
    };
    if let Some(index) = outline.index_of(number) {
        return Ok(index);
    }
    Err(dead(outline, refs, number))
}

/// The failure of a ref whose control is not on the screen: what it was, why it is gone, and what is like it.
pub(crate) fn dead<K: Copy + Eq + Hash>(outline: &Outline, refs: &RefTable<K>, number: u32) -> ToolError {
    let again = "Read ui_snapshot for the refs there are now.";
    let Some(record) = refs.get(number) else {
        return if refs.was_given(number) {
            ToolError::new(
                Code::DeadRef,
                format!("e{number} is gone, and that long ago that what it was is not known any more."),
            )
            .fix(again)
        } else {
            ToolError::new(Code::DeadRef, format!("e{number} was never given to a control.")).fix(again)
        };
    };
    let was = titled(&record.role, &record.name);
    let message = match (&record.node, &record.gone) {
        (Some(_), _) => format!("e{number} is {was}, which is not shown now."),
        (None, Some(cause)) => format!("e{number} was {was}; it is gone {cause}."),
        (None, None) => format!("e{number} was {was}; it is gone."),
    };
    let alike = alike(outline, &record.role, &record.name);
    let error = ToolError::new(Code::DeadRef, message);
    if alike.is_empty() {
        error.fix(again)
    } else {
        error.fix(format!("Controls like it now: {}.", list(outline, &alike, ", ")))
    }
}

/// Entries of the role whose name is equal, or else equal but for case, or else holds the words.
fn by_name(outline: &Outline, target: &Target) -> Vec<usize> {
    let of_role: Vec<usize> = (0..outline.entries.len())
        .filter(|&index| target.role.as_ref().is_none_or(|role| *role == outline.entries[index].role))
        .collect();
    let Some(name) = &target.name else { return of_role };
    // The marks of what others wrote are not part of a name.
    let name = name.trim_start_matches('⟦').trim_end_matches('⟧');
    let lower = name.to_lowercase();
    let matching = |fits: &dyn Fn(&Entry) -> bool| -> Vec<usize> {
        of_role.iter().copied().filter(|&index| fits(&outline.entries[index])).collect()
    };
    let equal = matching(&|entry| entry.name == name);
    if !equal.is_empty() {
        return equal;
    }
    let equal_but_for_case = matching(&|entry| entry.name.to_lowercase() == lower);
    if !equal_but_for_case.is_empty() {
        return equal_but_for_case;
    }
    matching(&|entry| entry.name.to_lowercase().contains(&lower))
}

fn nothing_fits(outline: &Outline, target: &Target) -> ToolError {
    let error = ToolError::new(Code::NoSuchControl, format!("Nothing on the screen is {}.", describe(target)));
    let mut others: Vec<usize> = match &target.role {
        Some(role) => (0..outline.entries.len()).filter(|&index| outline.entries[index].role == *role).collect(),
        None => Vec::new(),
    };
    if others.is_empty() {
        if let Some(name) = &target.name {
            // Another role has this name: the role is what is wrong.
            others = by_name(outline, &Target { name: Some(name.clone()), ..Target::default() });
        }
    } else if let Some(name) = &target.name {
        let name = name.to_lowercase();
        let alike: Vec<u32> =
            others.iter().map(|&index| likeness(&outline.entries[index].name.to_lowercase(), &name)).collect();
        others = order(others.len(), &|a, b| alike[b].cmp(&alike[a])).into_iter().map(|at| others[at]).collect();
    }
    if others.is_empty() {
        return error.fix("Read ui_snapshot for what is there.");
    }
    error.fix(format!("Some that are: {}.", list(outline, &others, "; ")))
}

fn several_fit(outline: &Outline, target: &Target, found: &[usize]) -> ToolError {
    let message = format!("{} controls are {}.", found.len(), describe(target));
    ToolError::new(Code::AmbiguousControl, message).fix(format!("Use a ref: {}.", list(outline, found, "; ")))
}

/// `button "Save"`, `a button`, `named "Save"`.
fn describe(target: &Target) -> String {
    match (&target.role, &target.name) {
        (Some(role), Some(name)) => titled(role, name),
        (Some(role), None) => format!("of role {role}"),
        (None, Some(name)) => format!("named {}", Value::String(name.clone())),
        (None, None) => "named".into(),
    }
}

/// Up to ten controls with their refs.
pub(crate) fn list(outline: &Outline, indices: &[usize], separator: &str) -> String {
    let mut names: Vec<String> =
        indices.iter().take(MOST_LISTED).map(|&index| named(&outline.entries[index])).collect();
    if indices.len() > MOST_LISTED {
        names.push(format!("and {} more", indices.len() - MOST_LISTED));
    }
    names.join(separator)
}

/// Controls of the same role with a name like this one, most alike first.
fn alike(outline: &Outline, role: &str, name: &str) -> Vec<usize> {
    let name = name.to_lowercase();
    let scored: Vec<(u32, usize)> = outline
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.role == role)
        .map(|(index, entry)| (likeness(&entry.name.to_lowercase(), &name), index))
        .filter(|&(score, _)| score > 0)
        .collect();
    // Those that are as alike stay in the outline's order.
    let ranked = order(scored.len(), &|a, b| scored[b].0.cmp(&scored[a].0));
    ranked.into_iter().take(MOST_ALIKE).map(|at| scored[at].1).collect()
}

/// How alike two names in lower case are: equal, one in the other, words in common; 0 is not at all.
fn likeness(a: &str, b: &str) -> u32 {
    if a == b {
        return 100;
    }
    if !a.is_empty() && !b.is_empty() && (a.contains(b) || b.contains(a)) {
        return 50;
    }
    let words: Vec<&str> = b.split_whitespace().collect();
    u32::try_from(a.split_whitespace().filter(|word| word.len() > 2 && words.contains(word)).count()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::sample::{entry, outline};
    use crate::refs::{Anchor, Identity};

    fn screen() -> Outline {
        outline(vec![
            entry(1, None, "text", "Delete a note for good."),
            entry(6, None, "button", "Delete"),
            entry(7, None, "button", "Delete all"),
            entry(19, None, "button", "Save changes"),
            entry(20, None, "textbox", "Search"),
        ])
    }

    fn target(role: &str, name: &str) -> Target {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_string());
        Target { reference: None, role: some(role), name: some(name) }
    }

    fn found(target: &Target) -> Result<u32, String> {
        let screen = screen();
        resolve(&screen, &RefTable::<u64>::default(), target)
            .map(|index| screen.entries[index].number)
            .map_err(|error| format!("[{}] {}", error.code, error.sentences()))
    }

    #[test]
    fn an_equal_name_goes_before_one_equal_but_for_case_and_that_before_a_contained_one() {
        assert_eq!(found(&target("button", "Delete")), Ok(6));
        assert_eq!(found(&target("button", "delete")), Ok(6));
        assert_eq!(found(&target("button", "changes")), Ok(19));
    }

    #[test]
    fn text_can_be_named_by_its_role_too() {
        assert_eq!(found(&target("text", "for good")), Ok(1));
    }

    #[test]
    fn several_that_fit_are_listed_with_their_refs() {
        assert_eq!(
            found(&target("button", "del")),
            Err("[SC0203] 2 controls are button \"del\". Use a ref: button \"Delete\" [e6]; button \"Delete all\" [e7].".into())
        );
    }

    #[test]
    fn a_name_that_is_nowhere_is_answered_with_what_is_there() {
        assert_eq!(
            found(&target("button", "Save all")),
            Err("[SC0202] Nothing on the screen is button \"Save all\". Some that are: button \"Delete all\" [e7]; button \"Save changes\" [e19]; button \"Delete\" [e6].".into())
        );
        assert_eq!(
            found(&target("link", "Search")),
            Err("[SC0202] Nothing on the screen is link \"Search\". Some that are: textbox \"Search\" [e20].".into())
        );
        assert_eq!(
            found(&target("", "Publish")),
            Err("[SC0202] Nothing on the screen is named \"Publish\". Read ui_snapshot for what is there.".into())
        );
    }

    #[test]
    fn nothing_named_says_how_to_name() {
        assert_eq!(
            found(&Target::default()),
            Err("[SC0201] No control was named. Say which control: a ref from ui_snapshot, or a role and a name."
                .into())
        );
    }

    #[test]
    fn a_long_list_of_candidates_ends_after_ten() {
        let screen = outline((1..=30).map(|number| entry(number, None, "button", &format!("Open {number}"))).collect());
        let error = resolve(&screen, &RefTable::<u64>::default(), &target("button", "open")).err();
        let fix = error.and_then(|error| error.fix).unwrap_or_default();
        assert!(fix.ends_with("button \"Open 10\" [e10]; and 20 more."), "{fix}");
    }

    fn dead_sentence(table: &RefTable<u64>, reference: &str) -> String {
        let target = Target { reference: Some(reference.into()), ..Target::default() };
        let error = resolve(&screen(), table, &target).err();
        error.map(|error| error.sentences()).unwrap_or_default()
    }

    #[test]
    fn a_dead_ref_answers_what_it_was_and_what_is_like_it() {
        let mut table = RefTable::default();
        let button = |table: &mut RefTable<u64>, node, name: &str| {
            table.number(node, "button", name, || Identity { path: name.into(), anchor: Anchor::Place })
        };
        assert_eq!(button(&mut table, 1, "Save"), 1);
        assert_eq!(button(&mut table, 2, "Publish"), 2);
        table.forget_dead(|node| node == 2, Some("since \"Close\" was pressed"));
        // The sample screen has an e1 of its own; the table's e1 is asked for where it is not shown.
        let screen = outline(vec![entry(19, None, "button", "Save changes")]);
        let error = dead(&screen, &table, 1);
        assert_eq!(error.message, "e1 was button \"Save\"; it is gone since \"Close\" was pressed.");
        assert_eq!(error.fix.as_deref(), Some("Controls like it now: button \"Save changes\" [e19]."));
        assert_eq!(
            dead_sentence(&table, "e2"),
            "e2 is button \"Publish\", which is not shown now. Read ui_snapshot for the refs there are now."
        );
        assert_eq!(
            dead_sentence(&table, "e999"),
            "e999 was never given to a control. Read ui_snapshot for the refs there are now."
        );
        assert_eq!(
            dead_sentence(&table, "Save"),
            "\"Save\" is no ref; refs look like e7. Take a ref from ui_snapshot, or name a role and a name."
        );
    }
}
