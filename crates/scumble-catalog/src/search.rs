//! Finding by words, and the names meant by a wrong one.
//!
//! Knows entries, not how they are told.

use crate::entry::{Channel, Component};

/// Fewest marks two names share to be taken for each other, of 1.
const LIKE_ENOUGH: f64 = 0.45;

/// Something that was found.
#[derive(Clone, Copy, Debug)]
pub struct Hit<'a> {
    /// What it is.
    pub subject: Subject<'a>,
    /// How well it fits; more is better, and only comparable within one search.
    pub score: u32,
}

/// What can be found.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A component or a control.
    Component(&'a Component),
    /// A channel.
    Channel(&'a Channel),
}

impl<'a> Subject<'a> {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        match self {
            Subject::Component(component) => &component.name,
            Subject::Channel(channel) => &channel.name,
        }
    }

    fn uses(&self) -> usize {
        match self {
            Subject::Component(component) => component.uses(),
            Subject::Channel(_) => 0,
        }
    }
}

/// The text of an entry and what a word in it counts.
struct Field {
    text: String,
    whole: u32,
    start: u32,
    inside: u32,
}

/// What fits the words, best first: more of the words before fewer, names before parameters before docs.
pub(crate) fn search<'a>(subjects: impl Iterator<Item = Subject<'a>>, words: &str) -> Vec<Hit<'a>> {
    let words: Vec<String> = split(words).into_iter().filter(|word| !is_filler(word)).map(|word| stem(&word)).collect();
    let mut hits: Vec<(usize, Hit<'a>)> = subjects
        .filter_map(|subject| {
            let fields = fields(subject);
            let scores: Vec<u32> = words.iter().map(|word| score(&fields, word)).collect();
            let matched = scores.iter().filter(|score| **score > 0).count();
            (matched > 0).then(|| (matched, Hit { subject, score: scores.iter().sum() }))
        })
        .collect();
    hits.sort_by(|(matched_a, a), (matched_b, b)| {
        let key = |matched: &usize, hit: &Hit<'_>| (*matched, hit.score, hit.subject.uses());
        key(matched_b, b).cmp(&key(matched_a, a)).then_with(|| a.subject.name().cmp(b.subject.name()))
    });
    hits.into_iter().map(|(_, hit)| hit).collect()
}

fn fields(subject: Subject<'_>) -> Vec<Field> {
    let field = |text: &str, whole, start, inside| Field { text: text.to_owned(), whole, start, inside };
    match subject {
        Subject::Component(component) => {
            let mut fields = vec![
                field(&component.name, 100, 60, 30),
                field(&component.purpose, 16, 12, 0),
                field(&component.details, 8, 6, 0),
                field(&component.module, 14, 10, 0),
            ];
            for parameter in &component.parameters {
                fields.push(field(&parameter.name, 24, 16, 6));
                fields.push(field(&parameter.ty, 10, 6, 0));
                fields.push(field(&parameter.doc, 8, 6, 0));
                fields.push(field(&parameter.values.join(" "), 8, 6, 0));
            }
            fields.push(field(&component.shared.join(" "), 6, 4, 0));
            fields
        }
        Subject::Channel(channel) => {
            let mut fields = vec![
                field(&channel.name, 80, 40, 20),
                field(&channel.ty, 80, 40, 20),
                field(&channel.doc, 16, 12, 0),
                field(&channel.module, 14, 10, 0),
            ];
            for key in &channel.keys {
                fields.push(field(&key.name, 24, 16, 6));
                fields.push(field(&key.ty, 10, 6, 0));
                fields.push(field(&key.doc, 8, 6, 0));
            }
            for command in &channel.commands {
                fields.push(field(&command.name, 30, 20, 8));
                fields.push(field(&command.doc, 8, 6, 0));
                for parameter in &command.parameters {
                    fields.push(field(&parameter.name, 12, 8, 0));
                    fields.push(field(&parameter.doc, 6, 4, 0));
                }
            }
            fields
        }
    }
}

/// How well one word fits: its best place counts.
fn score(fields: &[Field], word: &str) -> u32 {
    let mut best = 0;
    for field in fields {
        // The whole name said at once: `noteitem`.
        if field.whole >= 80 && field.text.to_lowercase() == *word {
            return field.whole * 2;
        }
        for own in split(&field.text) {
            let own = stem(&own);
            let here = match () {
                () if own == *word => field.whole,
                () if own.starts_with(word) || word.len() > 3 && own.len() > 3 && word.starts_with(&own) => field.start,
                () if word.len() > 2 && own.contains(word) => field.inside,
                () => 0,
            };
            best = best.max(here);
        }
    }
    best
}

/// The words of a text or a name: `NoteItem`, `note_item` and `note item` are two each.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut after_lower = false;
    for character in text.chars() {
        if !character.is_alphanumeric() || character.is_uppercase() && after_lower {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        after_lower = character.is_lowercase() || character.is_numeric();
        if character.is_alphanumeric() {
            word.extend(character.to_lowercase());
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// A word without the ending of many or of doing.
fn stem(word: &str) -> String {
    let long = |shortest: usize| word.len() >= shortest && !word.ends_with("ss");
    if let Some(rest) = word.strip_suffix("ies").filter(|_| long(5)) {
        return format!("{rest}y");
    }
    let hissing = ["ses", "xes", "zes", "ches", "shes"].iter().any(|ending| word.ends_with(ending));
    for (ending, shortest) in [("es", if hissing { 5 } else { usize::MAX }), ("s", 4), ("ing", 6), ("ed", 5)] {
        if let Some(rest) = word.strip_suffix(ending).filter(|_| long(shortest)) {
            return rest.to_owned();
        }
    }
    word.to_owned()
}

/// Words of a question that say nothing of what is looked for.
fn is_filler(word: &str) -> bool {
    matches!(word, "a" | "an" | "the" | "of" | "for" | "to" | "with" | "in" | "and" | "or" | "component" | "components")
}

/// The names most like a wrong one, best first, five at most.
pub(crate) fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<(f64, &str)> = names
        .map(|name| (likeness(&folded(wrong), &folded(name)), name))
        .filter(|(likeness, _)| *likeness >= LIKE_ENOUGH)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    near.dedup_by_key(|(_, name)| *name);
    // Beside a name that is all but equal, one that is only like it was not meant.
    let best = near.first().map_or(0.0, |(likeness, _)| *likeness);
    near.retain(|(likeness, _)| *likeness >= best * 0.85);
    near.into_iter().map(|(_, name)| name).take(5).collect()
}

fn folded(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// From 0 (nothing in common) to 1 (equal): shared pairs of characters, or one name within the other.
fn likeness(a: &str, b: &str) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    if a == b {
        return 1.0;
    }
    let pairs = |text: &str| -> Vec<(char, char)> {
        let edged: Vec<char> = std::iter::once(' ').chain(text.chars()).chain([' ']).collect();
        edged.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let (of_a, mut of_b) = (pairs(a), pairs(b));
    let all = of_a.len() + of_b.len();
    let mut shared = 0;
    for pair in of_a {
        if let Some(at) = of_b.iter().position(|other| *other == pair) {
            of_b.swap_remove(at);
            shared += 2;
        }
    }
    let like = f64::from(shared) / all as f64;
    let shorter = a.chars().count().min(b.chars().count());
    let within = shorter > 2 && (a.contains(b) || b.contains(a));
    if within { like.max(0.6) } else { like }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_in_names_and_texts() {
        assert_eq!(split("NoteItem on_open"), ["note", "item", "on", "open"]);
        assert_eq!(split("src/ui/sidebar"), ["src", "ui", "sidebar"]);
        let stems = ["notes", "note", "press", "dialogs", "boxes", "entries", "deleting", "attached"].map(stem);
        assert_eq!(stems, ["note", "note", "press", "dialog", "box", "entry", "delet", "attach"]);
    }

    #[test]
    fn the_names_meant_come_nearest_first() {
        let names = ["NoteItem", "Sidebar", "Editor", "NothingOpen"];
        assert_eq!(nearest("NoteItm", names.into_iter()), ["NoteItem"]);
        assert_eq!(nearest("note_item", names.into_iter())[0], "NoteItem");
        assert_eq!(nearest("Side", names.into_iter()), ["Sidebar"]);
        assert!(nearest("Carousel", names.into_iter()).is_empty());
    }
}
