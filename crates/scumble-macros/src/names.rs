//! Names as they become tools.

use proc_macro2::Span;
use syn::{Error, Result};

/// The longest name a tool may have.
pub(crate) const LONGEST: usize = 64;

/// A name as part of a tool's name: what a tool's name cannot hold becomes `_`.
pub(crate) fn tool_part(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect()
}

/// Refuses a channel's name that no tool could have.
pub(crate) fn check_channel(name: &str, span: Span) -> Result<()> {
    if name.is_empty() {
        return Err(Error::new(span, "a channel's name cannot be empty"));
    }
    if !name.chars().any(|c| c.is_ascii_alphanumeric()) {
        return Err(Error::new(
            span,
            format!("the channel name {name:?} has no letter or digit a tool's name can hold"),
        ));
    }
    let length = tool_part(name).len() + "_view".len();
    if length > LONGEST {
        return Err(Error::new(
            span,
            format!(
                "the tool `{}_view` would have a name of {length} characters, and at most {LONGEST} are allowed; shorten \
                 the channel's name",
                tool_part(name)
            ),
        ));
    }
    Ok(())
}

/// Tools of the runtime and of its development server beside those that begin with `ui_`.
const TAKEN: &[&str] = &[
    "tokens_view",
    "render_frame",
    "state_read",
    "library_overview",
    "library_search",
    "library_get",
    "build_status",
    "build_run",
    "build_verify",
    "tabs",
    "tab_use",
];

/// Refuses a name that no tool of an application's own could have.
pub(crate) fn check_tool(name: &str, span: Span) -> Result<()> {
    let part = tool_part(name);
    if !part.chars().any(|c| c.is_ascii_alphanumeric()) {
        return Err(Error::new(span, format!("the tool name `{name}` has no letter or digit a tool's name can hold")));
    }
    if part.len() > LONGEST {
        let length = part.len();
        return Err(Error::new(
            span,
            format!(
                "the tool `{name}` has a name of {length} characters, and at most {LONGEST} are allowed; shorten it"
            ),
        ));
    }
    if part.starts_with("ui_") || TAKEN.contains(&part.as_str()) {
        return Err(Error::new(
            span,
            format!("`{name}` is the name of a tool of the runtime's, or may become one; call this one otherwise"),
        ));
    }
    Ok(())
}

/// `NoteList` as `note_list`.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (index, c) in chars.iter().enumerate() {
        let starts_word = c.is_uppercase()
            && index > 0
            && (!chars[index - 1].is_uppercase() || chars.get(index + 1).is_some_and(|next| next.is_lowercase()));
        if starts_word && chars[index - 1] != '_' {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_name_becomes_words() {
        assert_eq!(snake_case("Notes"), "notes");
        assert_eq!(snake_case("NoteList"), "note_list");
        assert_eq!(snake_case("HTTPCache2"), "http_cache2");
        assert_eq!(snake_case("A_B"), "a_b");
    }
}
