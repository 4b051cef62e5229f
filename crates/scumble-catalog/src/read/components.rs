//! `#[component]` functions.
//!
//! Reads what `#[component]` reads and keeps it as text; a function the macro would refuse is read all the same.

use syn::{FnArg, GenericArgument, GenericParam, ItemFn, Pat, PathArguments, Type, TypeParamBound, Visibility};

use super::docs::{self, Doc};
use super::written::{arguments_of, text, unraw};
use crate::entry::{Deprecation, Given};

/// One component.
#[derive(Clone, Debug)]
pub(crate) struct ComponentFacts {
    pub(crate) name: String,
    /// The inline modules of its file it is in.
    pub(crate) scope: Vec<String>,
    pub(crate) line: usize,
    pub(crate) doc: Doc,
    pub(crate) parameters: Vec<ParameterFacts>,
    pub(crate) public: bool,
    pub(crate) generics: Option<String>,
    pub(crate) conditions: Vec<String>,
}

/// One parameter.
#[derive(Clone, Debug)]
pub(crate) struct ParameterFacts {
    pub(crate) name: String,
    pub(crate) ty: String,
    pub(crate) doc: String,
    pub(crate) optional: bool,
    pub(crate) default: Option<String>,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) given: Given,
    /// The type of the value, without what is around it.
    pub(crate) value: String,
}

impl ComponentFacts {
    pub(super) fn read(item: &ItemFn, scope: &[String], conditions: &[String]) -> ComponentFacts {
        let signature = &item.sig;
        let generic = signature.generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
        ComponentFacts {
            name: unraw(&signature.ident),
            scope: scope.to_vec(),
            line: super::line(&signature.ident),
            doc: Doc::read(&item.attrs),
            parameters: parameters(signature.inputs.iter()),
            public: matches!(item.vis, Visibility::Public(_)),
            generics: generic.then(|| text(&signature.generics)),
            conditions: conditions.to_vec(),
        }
    }
}

/// The parameters of a function but its receiver and its scope.
pub(super) fn parameters<'a>(inputs: impl Iterator<Item = &'a FnArg>) -> Vec<ParameterFacts> {
    inputs
        .filter_map(|input| match input {
            FnArg::Typed(argument) => Some(argument),
            FnArg::Receiver(_) => None,
        })
        .filter(|argument| arguments_of(&argument.ty, "Scope").is_none())
        .map(|argument| {
            let name = match &*argument.pat {
                Pat::Ident(pattern) => unraw(&pattern.ident),
                other => text(other),
            };
            let doc = Doc::read(&argument.attrs);
            let options = docs::options(&argument.attrs, "prop").unwrap_or_default();
            let default = options.iter().find(|(option, _)| option == "default").and_then(|(_, value)| value.as_ref());
            let optional = options.iter().any(|(option, _)| option == "optional" || option == "default");
            // Of an optional `Option<T>` it is the `T` that is given.
            let inner =
                arguments_of(&argument.ty, "Option").filter(|_| optional).and_then(|found| found.first().copied());
            let (given, value) = given(inner.unwrap_or(&argument.ty));
            ParameterFacts {
                name,
                ty: text(&*argument.ty),
                doc: [doc.purpose, doc.details].join("\n").trim().to_owned(),
                optional,
                default: default.map(text),
                deprecated: doc.deprecated,
                given,
                value,
            }
        })
        .collect()
}

/// How a parameter of this type is given, and the type of its value as written.
fn given(ty: &Type) -> (Given, String) {
    for (name, given) in [("Signal", Given::Signal), ("Prop", Given::Prop), ("Callback", Given::Callback)] {
        if let Some(arguments) = arguments_of(ty, name) {
            return (given, arguments.first().map(|value| text(*value)).unwrap_or_else(|| "()".into()));
        }
    }
    if arguments_of(ty, "String").is_some() {
        return (Given::Text, "String".into());
    }
    if arguments_of(ty, "Element").is_some() {
        return (Given::Content, "Element".into());
    }
    match ty {
        Type::ImplTrait(implied) => given_bounds(implied.bounds.iter()).unwrap_or((Given::Value, text(ty))),
        _ => (Given::Value, text(ty)),
    }
}

/// How a parameter is given whose type is only said by what it implements.
fn given_bounds<'a>(bounds: impl Iterator<Item = &'a TypeParamBound>) -> Option<(Given, String)> {
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(last) = bound.path.segments.last() else { continue };
        let first = match &last.arguments {
            PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(text(ty)),
                _ => None,
            }),
            PathArguments::Parenthesized(list) => Some(list.inputs.iter().map(text).collect::<Vec<_>>().join(", ")),
            PathArguments::None => None,
        };
        match (last.ident.to_string().as_str(), first) {
            ("IntoProp", Some(value)) => return Some((Given::Prop, value)),
            ("Into", Some(value)) if value == "String" => return Some((Given::Text, value)),
            ("Into", Some(value)) => return Some((Given::Value, value)),
            ("IntoElement", _) => return Some((Given::Content, "Element".into())),
            ("Fn" | "FnMut" | "FnOnce", arguments) => return Some((Given::Callback, arguments.unwrap_or_default())),
            _ => {}
        }
    }
    None
}
