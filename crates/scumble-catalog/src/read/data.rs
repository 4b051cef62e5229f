//! Types of data: what their values look like as JSON.
//!
//! Follows serde's derive as far as its common attributes go, so that an example value can be given; what it does not
//! know leads to no example rather than to a wrong one.

use syn::{Attribute, Fields, ItemEnum, ItemStruct, ItemType, Token, punctuated::Punctuated};

use super::docs;
use super::written::{text, unraw};

/// One type.
#[derive(Clone, Debug)]
pub(crate) struct DataFacts {
    pub(crate) name: String,
    /// Whether it can be read from JSON.
    pub(crate) is_data: bool,
    pub(crate) shape: Shape,
}

/// What a value of it is made of.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Named fields: name as JSON has it, and type.
    Fields(Vec<(String, String)>),
    /// Fields by position.
    Tuple(Vec<String>),
    /// What another type is.
    Same(String),
    /// Nothing.
    Unit,
    /// One of several, by name.
    OneOf(Tagging, Vec<(String, Shape)>),
    /// Something serde is told about in a way this does not follow.
    Unknown,
}

/// How an enum's value says which it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tagging {
    External,
    Internal(String),
    Adjacent(String, String),
    None,
}

impl DataFacts {
    pub(super) fn of_struct(item: &ItemStruct) -> DataFacts {
        let serde = Serde::read(&item.attrs);
        let generic = item.generics.type_params().next().is_some();
        let shape = match fields(&item.fields, serde.rename_all.as_deref()) {
            _ if generic || serde.unknown => Shape::Unknown,
            Shape::Fields(fields) if serde.transparent && fields.len() == 1 => Shape::Same(fields[0].1.clone()),
            shape => shape,
        };
        DataFacts { name: unraw(&item.ident), is_data: is_data(&item.attrs), shape }
    }

    pub(super) fn of_enum(item: &ItemEnum) -> DataFacts {
        let serde = Serde::read(&item.attrs);
        let generic = item.generics.type_params().next().is_some();
        let mut variants = Vec::new();
        for variant in &item.variants {
            let own = Serde::read(&variant.attrs);
            if own.skipped {
                continue;
            }
            let name = unraw(&variant.ident);
            let name = own.rename.unwrap_or_else(|| match &serde.rename_all {
                Some(rule) => renamed(rule, &name, true).unwrap_or(name),
                None => name,
            });
            let rule = own.rename_all.or_else(|| serde.rename_all_fields.clone());
            variants.push((name, fields(&variant.fields, rule.as_deref())));
        }
        let tagging = match (serde.tag, serde.content, serde.untagged) {
            (_, _, true) => Tagging::None,
            (Some(tag), Some(content), _) => Tagging::Adjacent(tag, content),
            (Some(tag), None, _) => Tagging::Internal(tag),
            _ => Tagging::External,
        };
        let shape = if generic || serde.unknown { Shape::Unknown } else { Shape::OneOf(tagging, variants) };
        DataFacts { name: unraw(&item.ident), is_data: is_data(&item.attrs), shape }
    }

    pub(super) fn of_alias(item: &ItemType) -> Option<DataFacts> {
        let generic = item.generics.type_params().next().is_some();
        let shape = Shape::Same(text(&*item.ty));
        (!generic).then(|| DataFacts { name: unraw(&item.ident), is_data: true, shape })
    }
}

fn is_data(attributes: &[Attribute]) -> bool {
    docs::has(attributes, "data")
        || attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
            let derived = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
            derived.is_ok_and(|paths| {
                paths.iter().any(|path| path.segments.last().is_some_and(|last| last.ident == "Deserialize"))
            })
        })
}

fn fields(fields: &Fields, rule: Option<&str>) -> Shape {
    match fields {
        Fields::Unit => Shape::Unit,
        Fields::Unnamed(fields) => {
            let types: Vec<String> = fields.unnamed.iter().map(|field| text(&field.ty)).collect();
            if types.len() == 1 { Shape::Same(types[0].clone()) } else { Shape::Tuple(types) }
        }
        Fields::Named(fields) => {
            let mut named = Vec::new();
            for field in &fields.named {
                let serde = Serde::read(&field.attrs);
                if serde.unknown {
                    return Shape::Unknown;
                }
                let Some(name) = field.ident.as_ref().map(unraw).filter(|_| !serde.skipped) else { continue };
                let renamed = rule.and_then(|rule| renamed(rule, &name, false));
                named.push((serde.rename.or(renamed).unwrap_or(name), text(&field.ty)));
            }
            Shape::Fields(named)
        }
    }
}

/// What `#[serde(…)]` says of a type, a variant or a field.
#[derive(Default)]
struct Serde {
    rename: Option<String>,
    rename_all: Option<String>,
    rename_all_fields: Option<String>,
    tag: Option<String>,
    content: Option<String>,
    untagged: bool,
    transparent: bool,
    skipped: bool,
    /// Whether it is read in a way this does not follow.
    unknown: bool,
}

impl Serde {
    fn read(attributes: &[Attribute]) -> Serde {
        let mut serde = Serde::default();
        for (name, value) in docs::options(attributes, "serde").unwrap_or_default() {
            let string = docs::as_string(value.as_ref());
            match name.as_str() {
                "rename" if string.is_some() => serde.rename = string,
                "rename_all" if string.is_some() => serde.rename_all = string,
                "rename_all_fields" if string.is_some() => serde.rename_all_fields = string,
                "tag" => serde.tag = string,
                "content" => serde.content = string,
                "untagged" => serde.untagged = true,
                "transparent" => serde.transparent = true,
                "skip" | "skip_deserializing" => serde.skipped = true,
                "rename" | "rename_all" | "rename_all_fields" | "flatten" | "with" | "deserialize_with" | "from"
                | "try_from" | "remote" => serde.unknown = true,
                _ => {}
            }
        }
        serde
    }
}

/// A name under one of serde's rules for all names; `None` for a rule there is not.
fn renamed(rule: &str, name: &str, of_variant: bool) -> Option<String> {
    let words: Vec<String> = if of_variant {
        let mut words: Vec<String> = Vec::new();
        for character in name.chars() {
            match words.last_mut() {
                Some(word) if !character.is_uppercase() => word.push(character),
                _ => words.push(character.to_string()),
            }
        }
        words.iter().map(|word| word.to_lowercase()).collect()
    } else {
        name.split('_').filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let capital = |word: &String| {
        let mut characters = word.chars();
        characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
    };
    Some(match rule {
        "lowercase" => name.to_lowercase(),
        "UPPERCASE" => name.to_uppercase(),
        "PascalCase" => words.iter().map(capital).collect(),
        "camelCase" => {
            let pascal: String = words.iter().map(capital).collect();
            let mut characters = pascal.chars();
            characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
        }
        "snake_case" => words.join("_"),
        "SCREAMING_SNAKE_CASE" => words.join("_").to_uppercase(),
        "kebab-case" => words.join("-"),
        "SCREAMING-KEBAB-CASE" => words.join("-").to_uppercase(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn names_follow_serdes_rules() {
        assert_eq!(renamed("camelCase", "open_note", false).as_deref(), Some("openNote"));
        assert_eq!(renamed("camelCase", "OpenNote", true).as_deref(), Some("openNote"));
        assert_eq!(renamed("snake_case", "OpenNote", true).as_deref(), Some("open_note"));
        assert_eq!(renamed("lowercase", "OpenNote", true).as_deref(), Some("opennote"));
        assert_eq!(renamed("PascalCase", "open_note", false).as_deref(), Some("OpenNote"));
        assert_eq!(renamed("SCREAMING-KEBAB-CASE", "OpenNote", true).as_deref(), Some("OPEN-NOTE"));
        assert_eq!(renamed("wavy", "x", false), None);
    }
}
