//! Attributes: doc comments and what stands in them, conditions, deprecation.
//!
//! Knows nothing of what they stand on.

use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use super::written;
use crate::entry::Deprecation;

/// A doc comment, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Doc {
    /// Its first paragraph, on one line.
    pub(crate) purpose: String,
    /// What follows, without the first block of code.
    pub(crate) details: String,
    /// The first block of code.
    pub(crate) example: Option<String>,
    /// What it or an attribute says of deprecation.
    pub(crate) deprecated: Option<Deprecation>,
}

impl Doc {
    /// The doc comment among these attributes.
    pub(crate) fn read(attributes: &[Attribute]) -> Doc {
        let mut doc = Doc::parse(&text(attributes));
        if let Some(attribute) = attributes.iter().find(|attribute| attribute.path().is_ident("deprecated")) {
            doc.deprecated = Some(Deprecation { note: deprecation_note(attribute) });
        }
        doc
    }

    fn parse(text: &str) -> Doc {
        let mut doc = Doc::default();
        let (mut paragraph, mut details, mut code) = (Vec::new(), Vec::new(), Vec::new());
        let mut fence: Option<&str> = None;
        let mut began = false;
        for line in text.lines() {
            let trimmed = line.trim();
            let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
            match (fence, mark) {
                (None, Some(mark)) => fence = Some(mark),
                (Some(open), Some(mark)) if open == mark => {
                    fence = None;
                    let block = std::mem::take(&mut code).join("\n");
                    match &doc.example {
                        None => doc.example = Some(block),
                        Some(_) => details.push(block),
                    }
                }
                // What rustdoc compiles and does not show.
                (Some(_), _) if trimmed == "#" || trimmed.starts_with("# ") => {}
                (Some(_), _) => code.push(line.to_owned()),
                (None, None) => {
                    let word = "deprecated";
                    let says = trimmed.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
                        || trimmed.starts_with("@deprecated");
                    if says && doc.deprecated.is_none() {
                        let note =
                            trimmed.trim_start_matches('@')[word.len()..].trim_start_matches([':', ',', '.', ' ']);
                        doc.deprecated = Some(Deprecation { note: note.to_owned() });
                    } else if !began && !trimmed.is_empty() {
                        paragraph.push(trimmed.to_owned());
                    } else {
                        began |= !paragraph.is_empty();
                        // The heading over an example goes with it.
                        let heading = matches!(trimmed, "# Example" | "# Examples" | "## Example" | "## Examples");
                        if !heading {
                            details.push(line.trim_end().to_owned());
                        }
                    }
                }
            }
        }
        doc.purpose = paragraph.join(" ");
        // Where an example was taken out, one blank line stays.
        details.dedup_by(|line, before| line.is_empty() && before.is_empty());
        doc.details = details.join("\n").trim().to_owned();
        doc
    }
}

/// The text of the doc comments among `attributes`, without the space after the slashes.
fn text(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes.iter().filter_map(|attribute| string(attribute, "doc")).collect();
    let lines = lines.iter().flat_map(|line| if line.is_empty() { vec![""] } else { line.lines().collect() });
    let text: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    text.join("\n").trim().to_owned()
}

/// The doc comment on one line.
pub(super) fn sentence(attributes: &[Attribute]) -> String {
    text(attributes).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The string of `#[name = "…"]`.
fn string(attribute: &Attribute, name: &str) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident(name) => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The string of the attribute `#[name = "…"]`, if there is one.
pub(super) fn value_of(attributes: &[Attribute], name: &str) -> Option<String> {
    attributes.iter().find_map(|attribute| string(attribute, name))
}

/// Whether an attribute's path ends with this name.
pub(super) fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| is(attribute, name))
}

fn is(attribute: &Attribute, name: &str) -> bool {
    attribute.path().segments.last().is_some_and(|segment| segment.ident == name)
}

/// The options of `#[name(…)]` by name, with their values as written where they have one; `None` if it is not there.
pub(super) fn options(attributes: &[Attribute], name: &str) -> Option<Vec<(String, Option<Expr>)>> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| is(attribute, name)) {
        let options = found.get_or_insert_with(Vec::new);
        // What does not parse the compiler will tell; here it is no option.
        let _ = attribute.parse_nested_meta(|meta| {
            let value = if meta.input.peek(syn::Token![=]) { Some(meta.value()?.parse()?) } else { None };
            if meta.input.peek(syn::token::Paren) {
                let inner;
                syn::parenthesized!(inner in meta.input);
                inner.parse::<proc_macro2::TokenStream>()?;
            }
            let path = meta.path.segments.last().map(|segment| written::unraw(&segment.ident));
            options.push((path.unwrap_or_default(), value));
            Ok(())
        });
    }
    found
}

/// A value that is a string.
pub(super) fn as_string(value: Option<&Expr>) -> Option<String> {
    match value {
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Some(text.value()),
        _ => None,
    }
}

/// The conditions of `#[cfg(…)]`, as written.
pub(super) fn conditions(attributes: &[Attribute]) -> Vec<String> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .map(|list| written::tokens(&list.tokens))
        .collect()
}

/// Whether this is a test.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    has(attributes, "test")
}

fn deprecation_note(attribute: &Attribute) -> String {
    if let Some(note) = string(attribute, "deprecated") {
        return note;
    }
    let mut note = String::new();
    if matches!(attribute.meta, Meta::List(_)) {
        let _ = attribute.parse_nested_meta(|meta| {
            let value: LitStr = meta.value()?.parse()?;
            if meta.path.is_ident("note") {
                note = value.value();
            }
            Ok(())
        });
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doc_comment_is_purpose_details_and_example() {
        let doc = Doc::parse(
            "A card\nwith a title.\n\nMore of it.\n\n# Examples\n\n```\n# use a::b;\nCard::new(\"x\")\n```\n\nThe end.",
        );
        assert_eq!(doc.purpose, "A card with a title.");
        assert_eq!(doc.details, "More of it.\n\nThe end.");
        assert_eq!(doc.example.as_deref(), Some("Card::new(\"x\")"));
    }

    #[test]
    fn deprecation_is_read_from_attribute_and_from_words() {
        let item: syn::ItemFn = syn::parse_quote! {
            /// Old.
            #[deprecated(since = "1", note = "use Card")]
            fn Old() {}
        };
        assert_eq!(Doc::read(&item.attrs).deprecated, Some(Deprecation { note: "use Card".into() }));
        let doc = Doc::parse("How wide.\n\nDeprecated: set `size`.");
        assert_eq!(doc.deprecated, Some(Deprecation { note: "set `size`.".into() }));
        assert_eq!(doc.purpose, "How wide.");
    }

    #[test]
    fn conditions_are_written_as_one_writes_them() {
        let item: syn::ItemFn = syn::parse_quote! { #[cfg(all(feature = "x", not(test)))] fn f() {} };
        assert_eq!(conditions(&item.attrs), ["all(feature = \"x\", not(test))"]);
    }
}
