//! One parameter of a component: how it is held, given and read.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, Expr, Ident, Pat, PatType, Result, Type};

use crate::{docs, options, types};

pub(super) struct Parameter {
    pub(super) ident: Ident,
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) doc: String,
    pub(super) kind: Kind,
    need: Need,
}

/// What a parameter is, which decides how it is given.
pub(super) enum Kind {
    /// The scope the component is mounted in; nobody gives it.
    Scope,
    /// A callback, given as a closure from the first type to the second.
    Callback(Box<(Type, Type)>),
    /// A property of that type, given as a value, a closure or a signal.
    Prop(Box<Type>),
    /// A text, given as whatever becomes one.
    Text,
    /// Content, given as whatever can stand in a tree.
    Element,
    /// Anything else, given as it is.
    Plain,
}

enum Need {
    Required,
    /// The type's default when it is not given; of an `Option`, what is in it is given.
    Optional {
        in_option: bool,
    },
    Default(Box<Expr>),
}

impl Parameter {
    /// Reads a parameter, and takes out of it what the compiler does not know.
    pub(super) fn read(argument: &mut PatType, component: &str) -> Result<Self> {
        let doc = docs::take(&mut argument.attrs);
        let choices = options::take(&mut argument.attrs, "prop")?;
        let Pat::Ident(pattern) = &*argument.pat else {
            return Err(Error::new(
                argument.pat.span(),
                format!("a parameter of the component `{component}` is a pattern; give it a name, it is set by that"),
            ));
        };
        let ident = pattern.ident.clone();
        let name = ident.unraw().to_string();
        if let Some(why) = refused(&argument.ty) {
            return Err(Error::new(
                argument.ty.span(),
                format!("the parameter `{name}` of the component `{component}` {why}"),
            ));
        }
        if name == "new" {
            return Err(Error::new(ident.span(), "a parameter cannot be called `new`: that makes the component"));
        }
        let mut need = Need::Required;
        for choice in choices.into_iter().flatten() {
            match choice.name.to_string().as_str() {
                _ if !matches!(need, Need::Required) => {
                    return Err(Error::new(
                        choice.name.span(),
                        "a parameter is `optional` or has a `default`, not both",
                    ));
                }
                "optional" => {
                    choice.plain()?;
                    need = Need::Optional { in_option: types::is(&argument.ty, "Option") };
                }
                "default" => need = Need::Default(Box::new(choice.value()?.clone())),
                _ => return Err(options::unknown(&choice, &["optional", "default"])),
            }
        }
        let ty = (*argument.ty).clone();
        let mut parameter = Parameter { kind: Kind::Plain, ident, name, ty, doc, need };
        parameter.kind = kind(&parameter.ty, parameter.inner());
        if matches!(parameter.kind, Kind::Scope) && !parameter.is_required() {
            return Err(Error::new(parameter.ident.span(), "a component's scope is always there"));
        }
        Ok(parameter)
    }

    /// The type that is given: of an optional `Option<T>`, the `T`.
    fn inner(&self) -> &Type {
        match self.need {
            Need::Optional { in_option: true } => match types::arguments_of(&self.ty, "Option").as_deref() {
                Some([inner]) => inner,
                _ => &self.ty,
            },
            _ => &self.ty,
        }
    }

    pub(super) fn is_required(&self) -> bool {
        matches!(self.need, Need::Required)
    }

    /// The type of the field that holds it until the component is mounted.
    pub(super) fn held(&self) -> TokenStream {
        let inner = self.inner();
        if self.is_required() { inner.to_token_stream() } else { quote!(::core::option::Option<#inner>) }
    }

    /// The type it is given as, and how that becomes what is held. `marker` is a generic parameter only a property uses.
    pub(super) fn taken(&self, marker: &Ident) -> (TokenStream, TokenStream) {
        let (ident, inner) = (&self.ident, self.inner());
        match &self.kind {
            Kind::Callback(types) => {
                let (given, returned) = &**types;
                (
                    quote!(impl ::core::ops::Fn(#given) -> #returned + 'static),
                    quote!(::scumble::__private::reactive::Callback::new(#ident)),
                )
            }
            Kind::Prop(value) => (
                quote!(impl ::scumble::__private::scene::IntoProp<#value, #marker>),
                quote!(::scumble::__private::scene::IntoProp::into_prop(#ident)),
            ),
            Kind::Text => (
                quote!(impl ::core::convert::Into<::std::string::String>),
                quote!(::core::convert::Into::<::std::string::String>::into(#ident)),
            ),
            Kind::Element => (
                quote!(impl ::scumble::__private::scene::IntoElement),
                quote!(::scumble::__private::scene::IntoElement::into_element(#ident)),
            ),
            Kind::Scope | Kind::Plain => (inner.to_token_stream(), ident.to_token_stream()),
        }
    }

    /// What the body is given, from the field of `self`.
    pub(super) fn value(&self) -> TokenStream {
        let ident = &self.ident;
        match &self.need {
            Need::Required | Need::Optional { in_option: true } => quote!(self.#ident),
            Need::Optional { in_option: false } => quote!(self.#ident.unwrap_or_default()),
            Need::Default(default) => quote!(self.#ident.unwrap_or_else(|| ::core::convert::Into::into(#default))),
        }
    }

    /// How the type is written, without the spaces tokens have between them.
    pub(super) fn type_text(&self) -> String {
        let mut text = self.ty.to_token_stream().to_string();
        for (spaced, plain) in [(" < ", "<"), (" >", ">"), ("< ", "<"), (" ,", ","), (" :: ", "::"), ("& ", "&")] {
            text = text.replace(spaced, plain);
        }
        text
    }

    pub(super) fn doc_or_type(&self) -> String {
        if self.doc.is_empty() { format!("a `{}`.", self.type_text()) } else { self.doc.clone() }
    }

    /// The type JSON has to give it as.
    pub(super) fn given_type(&self) -> &Type {
        self.inner()
    }
}

impl Kind {
    /// Whether the way it is given needs a generic parameter of its own.
    pub(super) fn has_marker(&self) -> bool {
        matches!(self, Kind::Prop(_))
    }
}

fn kind(whole: &Type, given: &Type) -> Kind {
    if types::is(whole, "Scope") {
        return Kind::Scope;
    }
    if let Some(arguments) = types::arguments_of(given, "Callback") {
        let argument = |index: usize| arguments.get(index).map_or_else(|| syn::parse_quote!(()), |ty| (*ty).clone());
        return Kind::Callback(Box::new((argument(0), argument(1))));
    }
    if let Some([value]) = types::arguments_of(given, "Prop").as_deref() {
        return Kind::Prop(Box::new((*value).clone()));
    }
    match () {
        () if types::is(given, "String") => Kind::Text,
        () if types::is(given, "Element") => Kind::Element,
        () => Kind::Plain,
    }
}

/// Why a component cannot hold a parameter of this type.
fn refused(ty: &Type) -> Option<String> {
    match ty {
        Type::ImplTrait(_) => Some(
            "is an `impl Trait`; write `Callback<…>` for a function, `Element` for content, `Prop<…>` for a property"
                .into(),
        ),
        Type::Reference(reference) if reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static") => {
            types::unsendable(ty).map(str::to_owned)
        }
        _ => None,
    }
}
