//! Stock controls: public functions that return a control, and the methods that set its properties.
//!
//! Which functions a library exports, and which methods go with them, is joined later.

use proc_macro2::{TokenStream, TokenTree};
use syn::{FnArg, ImplItem, ItemFn, ItemImpl, ItemTrait, ReturnType, Signature, TraitItem, Type, Visibility};

use super::ParameterFacts;
use super::components::parameters;
use super::docs::Doc;
use super::written::{text, unraw};
use crate::entry::Given;

/// A public function.
#[derive(Clone, Debug)]
pub(crate) struct FunctionFacts {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) doc: Doc,
    pub(crate) parameters: Vec<ParameterFacts>,
    /// The last name of the type it returns.
    pub(crate) returns: String,
}

/// The methods of one `impl` or trait that answer what they were called on.
#[derive(Clone, Debug)]
pub(crate) struct MethodsFacts {
    /// The type, or the trait's own name.
    pub(crate) ty: String,
    /// The trait that is implemented, or defined here.
    pub(crate) of_trait: Option<String>,
    /// Whether this is the trait's definition.
    pub(crate) defines: bool,
    pub(crate) setters: Vec<ParameterFacts>,
}

impl FunctionFacts {
    /// A public function that returns something with a name.
    pub(super) fn read(item: &ItemFn) -> Option<FunctionFacts> {
        let public = matches!(item.vis, Visibility::Public(_));
        let ReturnType::Type(_, returned) = &item.sig.output else { return None };
        let returns = last_name(returned)?;
        public.then(|| FunctionFacts {
            name: unraw(&item.sig.ident),
            line: super::line(&item.sig.ident),
            doc: Doc::read(&item.attrs),
            parameters: parameters(item.sig.inputs.iter()),
            returns,
        })
    }
}

impl MethodsFacts {
    pub(super) fn of_impl(item: &ItemImpl) -> Option<MethodsFacts> {
        let of_trait =
            item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()).map(|last| unraw(&last.ident));
        let ty = last_name(&item.self_ty)?;
        let setters = item.items.iter().flat_map(|item| match item {
            ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) => {
                setter(&method.sig, &method.attrs, &ty).into_iter().collect()
            }
            ImplItem::Macro(made) => made_by(made.mac.tokens.clone()),
            _ => Vec::new(),
        });
        let setters = setters.collect();
        Some(MethodsFacts { ty, of_trait, defines: false, setters })
    }

    pub(super) fn of_trait(item: &ItemTrait) -> MethodsFacts {
        let setters = item.items.iter().filter_map(|item| match item {
            TraitItem::Fn(method) => setter(&method.sig, &method.attrs, "Self"),
            _ => None,
        });
        let name = unraw(&item.ident);
        MethodsFacts { ty: name.clone(), of_trait: Some(name), defines: true, setters: setters.collect() }
    }
}

/// A method that takes a control, whose type is `ty`, and answers it with a property set.
fn setter(signature: &Signature, attributes: &[syn::Attribute], ty: &str) -> Option<ParameterFacts> {
    let takes_itself =
        matches!(signature.inputs.first(), Some(FnArg::Receiver(receiver)) if receiver.reference.is_none());
    let ReturnType::Type(_, returned) = &signature.output else { return None };
    if !takes_itself || !last_name(returned).is_some_and(|name| name == "Self" || name == ty) {
        return None;
    }
    let doc = Doc::read(attributes);
    let mut arguments = parameters(signature.inputs.iter());
    let (ty, given, value) = match arguments.len() {
        0 => (String::new(), Given::Switch, String::new()),
        1 => {
            let only = arguments.remove(0);
            (only.ty, only.given, only.value)
        }
        _ => {
            let all = arguments.iter().map(|argument| format!("{}: {}", argument.name, argument.ty));
            (all.collect::<Vec<_>>().join(", "), Given::Value, String::new())
        }
    };
    Some(ParameterFacts {
        name: unraw(&signature.ident),
        ty,
        doc: [doc.purpose, doc.details].join("\n").trim().to_owned(),
        optional: true,
        default: None,
        deprecated: doc.deprecated,
        given,
        value,
    })
}

/// What a macro in an `impl` makes: `/// What it sets.` and `name: …`, once a property. Only the names are known.
fn made_by(tokens: TokenStream) -> Vec<ParameterFacts> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let punct =
        |at: usize, wanted: char| matches!(tokens.get(at), Some(TokenTree::Punct(is)) if is.as_char() == wanted);
    let name = |at: usize| match (tokens.get(at), tokens.get(at + 1)) {
        (Some(TokenTree::Group(_)), Some(TokenTree::Ident(name))) if punct(at - 1, '#') && punct(at + 2, ':') => {
            Some(unraw(name))
        }
        _ => None,
    };
    let property = |name| ParameterFacts {
        name,
        ty: String::new(),
        doc: String::new(),
        optional: true,
        default: None,
        deprecated: None,
        given: Given::Value,
        value: String::new(),
    };
    (1..tokens.len()).filter_map(name).map(property).collect()
}

fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| unraw(&last.ident)),
        // `impl IntoElement`, which takes the properties of elements.
        Type::ImplTrait(_) => Some(text(ty)),
        _ => None,
    }
}
