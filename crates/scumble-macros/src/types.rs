//! What can be told of a type from how it is written.

use syn::visit_mut::VisitMut;
use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// The arguments of a type written as `Name<…>` (by any path), if it is one.
pub(crate) fn arguments_of<'a>(ty: &'a Type, name: &str) -> Option<Vec<&'a Type>> {
    let ty = bare(ty);
    let Type::Path(path) = ty else { return None };
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

/// Whether a type is written as `Name` or `Name<…>`.
pub(crate) fn is(ty: &Type, name: &str) -> bool {
    arguments_of(ty, name).is_some()
}

fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => bare(&inner.elem),
        Type::Group(inner) => bare(&inner.elem),
        other => other,
    }
}

/// Why a type cannot be sent by an agent, and what to write instead; none if nothing in how it is written says so.
pub(crate) fn unsendable(ty: &Type) -> Option<&'static str> {
    let mut search = Search { found: None };
    search.visit_type_mut(&mut ty.clone());
    search.found
}

struct Search {
    found: Option<&'static str>,
}

impl VisitMut for Search {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let found = match ty {
            Type::Reference(reference) => match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => Some("is a reference; take a `String`"),
                Type::Slice(_) => Some("is a reference; take a `Vec`, or `Bytes` for bytes"),
                _ => Some("is a reference; take the value itself"),
            },
            Type::ImplTrait(_) => Some("is an `impl Trait`; name a type, since it has one schema"),
            Type::TraitObject(_) => Some("is a trait object; an agent sends data, name a type of it"),
            Type::BareFn(_) => Some("is a function; an agent sends data"),
            Type::Ptr(_) => Some("is a pointer; take the value itself"),
            Type::Never(_) => Some("is a type without values"),
            Type::Infer(_) => Some("has to be named"),
            _ => None,
        };
        if found.is_some() {
            self.found = found;
        } else {
            syn::visit_mut::visit_type_mut(self, ty);
        }
    }
}

/// The type a function returns; `()` if nothing is written.
pub(crate) fn returned(output: &ReturnType) -> Type {
    match output {
        ReturnType::Default => syn::parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    }
}
