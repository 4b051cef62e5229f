//! Answers within their size: which keys of a view are left out, which part of a long list is shown.
//!
//! Pure functions of JSON values; who asks and how the rest is read comes in as a sentence.

use serde_json::{Map, Value};

use crate::order::order;
use crate::outline::thousands;

/// How much JSON one answer may hold, in bytes.
pub(crate) const ANSWER_BUDGET: usize = 24_000;

/// A view without its largest keys.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bounded {
    /// What fits, in the view's order.
    pub(crate) view: Map<String, Value>,
    /// What does not: key to its size and how to read it.
    pub(crate) omitted: Map<String, Value>,
}

/// Keeps the smallest keys while they fit; `how` says how a key left out is read.
pub(crate) fn bound(view: Map<String, Value>, budget: usize, how: impl Fn(&str, &Value) -> String) -> Bounded {
    let sizes: Vec<(usize, String)> =
        view.iter().map(|(key, value)| (size(value) + key.len() + 4, key.clone())).collect();
    let total: usize = sizes.iter().map(|(size, _)| size).sum();
    if total <= budget {
        return Bounded { view, omitted: Map::new() };
    }
    let mut used = 0;
    let kept: Vec<&str> = order(sizes.len(), &|a, b| sizes[a].cmp(&sizes[b]))
        .into_iter()
        .map(|index| &sizes[index])
        .take_while(|(size, _)| {
            used += size;
            used <= budget
        })
        .map(|(_, key)| key.as_str())
        .collect();
    let mut bounded = Bounded { view: Map::new(), omitted: Map::new() };
    for (key, value) in view {
        if kept.contains(&key.as_str()) {
            bounded.view.insert(key, value);
        } else {
            let sentence = format!("{}; {}", describe(&value), how(&key, &value));
            bounded.omitted.insert(key, Value::String(sentence));
        }
    }
    bounded
}

/// A part of one key's value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// What is shown.
    pub(crate) value: Value,
    /// What is not, and from where to go on; `None` if everything from `offset` is shown.
    pub(crate) rest: Option<Rest>,
}

/// Where a part ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rest {
    /// `items 40–79 of 412`.
    pub(crate) shown: String,
    /// The offset that shows the next part, if one does.
    pub(crate) next: Option<usize>,
}

/// The items of a list, or the characters of a text, from `offset`, at most `limit` of them and no more than fit.
///
/// A first item that is too large by itself loses its own largest keys. Other values are shown whole or cut alike.
pub(crate) fn part(value: &Value, offset: usize, limit: Option<usize>, budget: usize) -> Part {
    match value {
        Value::Array(items) => part_of_list(items, offset, limit, budget),
        Value::String(text) => part_of_text(text, offset, limit, budget),
        Value::Object(object) if size(value) > budget => {
            let bounded = bound(object.clone(), budget, |_, _| "too large to be shown here".into());
            let names: Vec<String> = bounded.omitted.keys().cloned().collect();
            let rest = Rest { shown: format!("without {}", names.join(", ")), next: None };
            Part { value: Value::Object(bounded.view), rest: Some(rest) }
        }
        other => Part { value: other.clone(), rest: None },
    }
}

fn part_of_list(items: &[Value], offset: usize, limit: Option<usize>, budget: usize) -> Part {
    let start = offset.min(items.len());
    let end = limit.map_or(items.len(), |limit| start.saturating_add(limit).min(items.len()));
    let mut used = 2;
    let mut shown = Vec::new();
    for item in &items[start..end] {
        used += size(item) + 1;
        if used > budget {
            break;
        }
        shown.push(item.clone());
    }
    if shown.is_empty() && start < end {
        // One item alone is too large: what of it fits is better than nothing that can be asked for.
        shown.push(part(&items[start], 0, None, budget).value);
    }
    let last = start + shown.len();
    let all = start == 0 && last == items.len() && items.first() == shown.first();
    let rest = (!all).then(|| Rest {
        shown: if shown.is_empty() {
            format!("no items from {} on; there are {}", thousands(offset), thousands(items.len()))
        } else {
            format!("items {}–{} of {}", thousands(start), thousands(last - 1), thousands(items.len()))
        },
        next: (last < items.len() && !shown.is_empty()).then_some(last),
    });
    Part { value: Value::Array(shown), rest }
}

fn part_of_text(text: &str, offset: usize, limit: Option<usize>, budget: usize) -> Part {
    let length = text.chars().count();
    let mut used = 2;
    let mut shown = String::new();
    let mut count = 0;
    for character in text.chars().skip(offset).take(limit.unwrap_or(usize::MAX)) {
        // What JSON escapes takes more than it does in the text.
        used += match character {
            '"' | '\\' | '\n' | '\r' | '\t' => 2,
            '\u{0}'..='\u{1f}' => 6,
            other => other.len_utf8(),
        };
        if used > budget {
            break;
        }
        shown.push(character);
        count += 1;
    }
    let last = offset.min(length) + count;
    let rest = (offset > 0 || last < length).then(|| Rest {
        shown: if count == 0 {
            format!("no characters from {} on; there are {}", thousands(offset), thousands(length))
        } else {
            format!("characters {}–{} of {}", thousands(offset), thousands(last - 1), thousands(length))
        },
        next: (last < length && count > 0).then_some(last),
    });
    Part { value: Value::String(shown), rest }
}

/// How large a value is as compact JSON, in bytes.
pub(crate) fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(|item| size(item) + 1).sum::<usize>().max(1) + 1,
        Value::Object(object) => object.iter().map(|(key, item)| key.len() + size(item) + 4).sum::<usize>().max(1) + 1,
        other => other.to_string().len(),
    }
}

/// `412 items, 88 kB`.
fn describe(value: &Value) -> String {
    let kilobytes = size(value).div_ceil(1_000);
    match value {
        Value::Array(items) => format!("{} items, {} kB", thousands(items.len()), thousands(kilobytes)),
        Value::String(text) => format!("{} characters, {} kB", thousands(text.chars().count()), thousands(kilobytes)),
        _ => format!("{} kB", thousands(kilobytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn view(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(object) => object,
            other => panic!("{other} is no view"),
        }
    }

    fn row(id: usize) -> Value {
        json!({ "id": id, "title": "A note with a title of some length" })
    }

    #[test]
    fn a_view_that_fits_is_left_as_it_is() {
        let all = view(json!({ "rows": [1, 2], "open": null }));
        assert_eq!(bound(all.clone(), 100, |_, _| String::new()), Bounded { view: all, omitted: Map::new() });
    }

    #[test]
    fn the_largest_keys_are_left_out_and_say_how_to_read_them() {
        let rows: Vec<Value> = (0..412).map(row).collect();
        let bounded = bound(view(json!({ "rows": rows, "open": { "id": 3 }, "draft": "hello" })), 10_000, |key, _| {
            format!("notes_view with key \"{key}\", offset, limit")
        });
        assert_eq!(bounded.view, view(json!({ "open": { "id": 3 }, "draft": "hello" })));
        assert_eq!(
            bounded.omitted,
            view(json!({ "rows": "412 items, 23 kB; notes_view with key \"rows\", offset, limit" }))
        );
    }

    #[test]
    fn sizes_are_those_of_the_json_text() {
        for value in [json!([]), json!({}), json!([1, "a\n", null]), json!({ "a": [true], "b": { "c": "d\"" } })] {
            assert_eq!(size(&value), value.to_string().len(), "{value}");
        }
    }

    #[test]
    fn a_list_is_shown_in_parts_that_fit_and_name_the_next() {
        let rows: Vec<Value> = (0..1_000).map(row).collect();
        let all = Value::Array(rows.clone());
        let mut offset = 0;
        let mut read = Vec::new();
        loop {
            let part = part(&all, offset, None, ANSWER_BUDGET);
            assert!(size(&part.value) <= ANSWER_BUDGET);
            read.extend(part.value.as_array().cloned().unwrap_or_default());
            match part.rest.and_then(|rest| rest.next) {
                Some(next) => offset = next,
                None => break,
            }
        }
        assert_eq!(read, rows);
        assert_eq!(
            part(&all, 40, Some(3), ANSWER_BUDGET).rest,
            Some(Rest { shown: "items 40–42 of 1,000".into(), next: Some(43) })
        );
        assert_eq!(
            part(&all, 5_000, None, ANSWER_BUDGET).rest,
            Some(Rest { shown: "no items from 5,000 on; there are 1,000".into(), next: None })
        );
        assert_eq!(part(&json!([1, 2]), 0, None, ANSWER_BUDGET), Part { value: json!([1, 2]), rest: None });
    }

    #[test]
    fn an_item_too_large_by_itself_loses_its_largest_keys() {
        let all = json!([{ "id": 1, "body": "x".repeat(50_000) }, { "id": 2 }]);
        let part = part(&all, 0, None, ANSWER_BUDGET);
        assert_eq!(part.value, json!([{ "id": 1 }]));
        assert_eq!(part.rest, Some(Rest { shown: "items 0–0 of 2".into(), next: Some(1) }));
    }

    #[test]
    fn a_long_text_is_shown_in_parts_too() {
        let text = json!("é\n".repeat(20_000));
        let first = part(&text, 0, None, ANSWER_BUDGET);
        assert!(first.value.to_string().len() <= ANSWER_BUDGET);
        let next = first.rest.and_then(|rest| rest.next).expect("more is left");
        let second = part(&text, next, None, ANSWER_BUDGET);
        assert!(second.value.as_str().is_some_and(|shown| !shown.is_empty()));
        assert_eq!(part(&text, 2, Some(2), ANSWER_BUDGET).value, json!("é\n"));
    }
}
