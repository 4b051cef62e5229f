//! What an application tells a connecting agent of itself: the `instructions` of its `app!`, as they are written.
//!
//! Taken from the source, so they are known before anything was compiled. Text that is put together elsewhere (a
//! constant, another macro than `concat!`) is not known here.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{LitStr, Macro};
use walkdir::WalkDir;

/// The instructions of the application whose crate is in `dir`; none if it gives none, or not as a text.
#[must_use]
pub fn instructions(dir: &Path) -> Option<String> {
    let files = WalkDir::new(dir.join("src")).sort_by_file_name().into_iter().flatten();
    files.filter(|file| file.path().extension().is_some_and(|ending| ending == "rs")).find_map(|file| {
        let text = std::fs::read_to_string(file.path()).ok()?;
        // Parsing takes a while, and few files have it.
        if !text.contains("app!") {
            return None;
        }
        let mut finder = Finder { found: None };
        finder.visit_file(&syn::parse_file(&text).ok()?);
        finder.found
    })
}

struct Finder {
    found: Option<String>,
}

impl Visit<'_> for Finder {
    fn visit_macro(&mut self, called: &Macro) {
        if called.path.segments.last().is_some_and(|last| last.ident == "app") {
            self.found = self.found.take().or_else(|| given(called.tokens.clone()));
        }
    }
}

/// What stands behind `instructions:`.
fn given(tokens: TokenStream) -> Option<String> {
    let mut tokens = tokens.into_iter();
    tokens.find(|token| matches!(token, TokenTree::Ident(ident) if ident == "instructions"))?;
    tokens.next().filter(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':'))?;
    match tokens.next()? {
        TokenTree::Ident(ident) if ident == "concat" => match tokens.nth(1)? {
            TokenTree::Group(parts) => joined(parts.stream()),
            _ => None,
        },
        literal => text(literal),
    }
}

fn joined(parts: TokenStream) -> Option<String> {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    parts.into_iter().filter(|token| !is_comma(token)).map(text).collect()
}

fn text(token: TokenTree) -> Option<String> {
    syn::parse2::<LitStr>(TokenStream::from(token)).ok().map(|literal| literal.value())
}

#[cfg(test)]
mod tests {
    use super::instructions;

    #[track_caller]
    fn check(source: &str, expected: Option<&str>) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir_all(dir.path().join("src/deep")).expect("a writable folder");
        std::fs::write(dir.path().join("src/lib.rs"), "//! No app! here but in words.\nmod deep;\n")
            .expect("a writable folder");
        std::fs::write(dir.path().join("src/deep/mod.rs"), source).expect("a writable folder");
        assert_eq!(instructions(dir.path()).as_deref(), expected, "{source}");
    }

    #[test]
    fn the_instructions_are_those_of_the_app_wherever_it_stands() {
        check(
            "scumble::app!(App, name: \"A\", instructions: \"Be \\\"kind\\\".\", channels: []);",
            Some("Be \"kind\"."),
        );
        check("app!(App, instructions: concat!(\"One \", r\"two\\.\"));", Some("One two\\."));
        check("scumble::app!(App, name: \"instructions\");", None);
        check("scumble::app!(App, instructions: WORDS);", None);
        check("fn broken( {", None);
        check("other!(App, instructions: \"No.\");", None);
    }

    #[test]
    fn those_of_the_example_are_found() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/notes");
        assert!(instructions(dir.as_ref()).is_some_and(|text| !text.is_empty()));
    }
}
