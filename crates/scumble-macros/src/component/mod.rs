//! `#[component]`: a function that returns an element becomes a type one builds and puts into a tree.

mod entry;
mod parameter;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, FnArg, Generics, Ident, ItemFn, Result, ReturnType, parse_quote};

use crate::docs;
use parameter::{Kind, Parameter};

/// A component, as it is written.
struct Component {
    ident: Ident,
    name: String,
    doc: String,
    generics: Generics,
    parameters: Vec<Parameter>,
}

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !attribute.is_empty() {
        return Err(Error::new(
            attribute.span(),
            "`#[component]` has no options; those of a parameter go on it as `#[prop(…)]`",
        ));
    }
    let mut function: ItemFn = syn::parse2(item).map_err(|error| {
        Error::new(error.span(), format!("`#[component]` goes on a function that returns an element ({error})"))
    })?;
    let component = read(&mut function)?;
    let definition = definition(&component, &function);
    let setters = setters(&component);
    let element = into_element(&component, &function);
    let entry = entry::expand(&component, &function);
    Ok(quote! {
        #definition
        #setters
        #element
        #entry
    })
}

fn read(function: &mut ItemFn) -> Result<Component> {
    let signature = &function.sig;
    let ident = signature.ident.clone();
    let name = ident.unraw().to_string();
    if !name.starts_with(char::is_uppercase) {
        return Err(Error::new(
            ident.span(),
            format!("a component is a type, so its name begins with a capital letter: `{}`", capitalised(&name)),
        ));
    }
    if let Some(keyword) = &signature.asyncness {
        return Err(Error::new(
            keyword.span(),
            "a component's body runs once, at once; spawn a task in it for what takes time",
        ));
    }
    if matches!(signature.output, ReturnType::Default) {
        return Err(Error::new(
            ident.span(),
            format!("the component `{name}` has to return an element: `-> impl IntoElement`"),
        ));
    }
    if let Some(lifetime) = signature.generics.lifetimes().next() {
        return Err(Error::new(lifetime.span(), "a component's parameters are owned, so it has no lifetimes"));
    }
    let mut parameters = Vec::new();
    for argument in &mut function.sig.inputs {
        match argument {
            FnArg::Receiver(receiver) => {
                return Err(Error::new(receiver.span(), "a component is a free function, it has no `self`"));
            }
            FnArg::Typed(argument) => parameters.push(Parameter::read(argument, &name)?),
        }
    }
    Ok(Component { doc: docs::text(&function.attrs), generics: function.sig.generics.clone(), ident, name, parameters })
}

fn capitalised(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
        })
        .collect()
}

fn definition(component: &Component, function: &ItemFn) -> TokenStream {
    let Component { ident, generics, .. } = component;
    let visibility = &function.vis;
    let doc_attributes = function
        .attrs
        .iter()
        .filter(|attribute| ["doc", "cfg", "deprecated"].iter().any(|name| attribute.path().is_ident(name)));
    let fields = component.given().map(|parameter| {
        let (ident, held) = (&parameter.ident, parameter.held());
        quote!(#ident: #held)
    });
    let where_clause = &generics.where_clause;
    let missing = component.doc.is_empty().then(|| {
        let text = format!("The component `{}`.", component.name);
        quote!(#[doc = #text])
    });
    quote! {
        #missing
        #(#doc_attributes)*
        #[must_use = "a component is nothing until it is put into a tree"]
        #visibility struct #ident #generics #where_clause {
            #(#fields,)*
        }
    }
}

fn setters(component: &Component) -> TokenStream {
    let Component { ident, name, generics, .. } = component;
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let mut new_generics = Vec::new();
    let mut arguments = Vec::new();
    let mut docs = vec![format!("A `{name}` to be put into a tree.")];
    let mut fields = Vec::new();
    let mut setters = TokenStream::new();
    for (index, parameter) in component.given().enumerate() {
        let field = &parameter.ident;
        let marker = format_ident!("Marker{index}");
        let (taken, stored) = parameter.taken(&marker);
        let marker = parameter.kind.has_marker().then_some(marker);
        if parameter.is_required() {
            new_generics.extend(marker);
            arguments.push(quote!(#field: #taken));
            fields.push(quote!(#field: #stored));
            docs.push(format!("- `{}`: {}", parameter.name, parameter.doc_or_type()));
            continue;
        }
        fields.push(quote!(#field: ::core::option::Option::None));
        let doc = if parameter.doc.is_empty() { format!("Sets `{}`.", parameter.name) } else { parameter.doc.clone() };
        let generic = marker.map(|marker| quote!(<#marker>));
        setters.extend(quote! {
            #[doc = #doc]
            pub fn #field #generic (mut self, #field: #taken) -> Self {
                self.#field = ::core::option::Option::Some(#stored);
                self
            }
        });
    }
    if docs.len() > 1 {
        docs.insert(1, String::new());
    }
    let doc = docs.join("\n");
    let new_generics = (!new_generics.is_empty()).then(|| quote!(<#(#new_generics),*>));
    quote! {
        #[allow(clippy::new_without_default)]
        impl #impl_generics #ident #type_generics #where_clause {
            #[doc = #doc]
            pub fn new #new_generics (#(#arguments),*) -> Self {
                Self { #(#fields),* }
            }

            #setters
        }
    }
}

fn into_element(component: &Component, function: &ItemFn) -> TokenStream {
    let Component { ident, name, generics, parameters, .. } = component;
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let values = parameters.iter().map(|parameter| match parameter.kind {
        Kind::Scope => quote!(cx),
        _ => parameter.value(),
    });
    let sentence = format!("The component {name} was made outside of a mount: there is no scope it could belong to.");
    let scope = parameters
        .iter()
        .any(|parameter| matches!(parameter.kind, Kind::Scope))
        .then(|| quote!(let cx = ::scumble::__private::reactive::Scope::current().expect(#sentence);));
    let mut body = function.clone();
    body.attrs
        .retain(|attribute| !["doc", "must_use", "deprecated"].iter().any(|name| attribute.path().is_ident(name)));
    body.attrs.push(parse_quote!(#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)]));
    body.vis = syn::Visibility::Inherited;
    body.sig.ident = format_ident!("body");
    quote! {
        impl #impl_generics ::scumble::__private::scene::IntoElement for #ident #type_generics #where_clause {
            fn into_element(self) -> ::scumble::__private::scene::Element {
                #body
                #scope
                ::scumble::__private::scene::IntoElement::into_element(body(#(#values),*))
            }
        }
    }
}

impl Component {
    /// The parameters whoever uses the component gives: all but its scope.
    fn given(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| !matches!(parameter.kind, Kind::Scope))
    }
}
