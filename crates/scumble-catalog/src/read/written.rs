//! Types and expressions as the author wrote them.
//!
//! Knows how things are written, nothing of what they mean.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{GenericArgument, Ident, PathArguments, Type};

/// An identifier without `r#`.
pub(super) fn unraw(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// Something as it stands in the source, on one line.
pub(super) fn text(spanned: &impl Spanned) -> String {
    let source = spanned.span().source_text().unwrap_or_default();
    if !source.contains('\n') {
        return source;
    }
    let mut line = source.split_whitespace().collect::<Vec<_>>().join(" ");
    // What was broken over lines has spaces and a last comma that one line has not.
    for (broken, plain) in [("< ", "<"), (", >", ">"), ("( ", "("), (", )", ")"), (" )", ")")] {
        line = line.replace(broken, plain);
    }
    line
}

/// Tokens on one line, as one would write them.
pub(super) fn tokens(stream: &TokenStream) -> String {
    let mut written = String::new();
    let mut after_word = false;
    for token in stream.clone() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                written.push_str(open);
                written.push_str(&tokens(&group.stream()));
                written.push_str(close);
                after_word = false;
            }
            TokenTree::Punct(punct) => {
                let sign = punct.as_char();
                let spaced = matches!(sign, '=' | '|' | '+') && punct.spacing() == Spacing::Alone;
                if spaced {
                    written.push(' ');
                }
                written.push(sign);
                if spaced || sign == ',' {
                    written.push(' ');
                }
                after_word = false;
            }
            word => {
                if after_word {
                    written.push(' ');
                }
                written.push_str(&word.to_string());
                after_word = true;
            }
        }
    }
    written.trim_end().to_owned()
}

/// The arguments of a type written as `Name<…>` (by any path), if it is one.
pub(crate) fn arguments_of<'a>(ty: &'a Type, name: &str) -> Option<Vec<&'a Type>> {
    let Type::Path(path) = bare(ty) else { return None };
    let last = path.path.segments.last()?;
    if last.ident != name {
        return None;
    }
    match &last.arguments {
        PathArguments::None => Some(Vec::new()),
        PathArguments::AngleBracketed(list) => Some(
            list.args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
        ),
        PathArguments::Parenthesized(_) => None,
    }
}

fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => bare(&inner.elem),
        Type::Group(inner) => bare(&inner.elem),
        other => other,
    }
}
