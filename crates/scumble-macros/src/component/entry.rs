//! The entry a development build finds a component by, and draws it from JSON with.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, ItemFn};

use super::Component;
use super::parameter::Kind;

/// The entry; nothing for a generic component, which has no one type to build.
pub(super) fn expand(component: &Component, function: &ItemFn) -> TokenStream {
    let Component { ident, name, doc, generics, .. } = component;
    if generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_))) {
        return TokenStream::new();
    }
    let conditions = function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let known: Vec<&String> = component.given().map(|parameter| &parameter.name).collect();
    let parameters = component.given().map(|parameter| {
        let (name, doc, optional, ty) =
            (&parameter.name, &parameter.doc, !parameter.is_required(), parameter.type_text());
        let callback = matches!(parameter.kind, Kind::Callback(..));
        quote! {
            registry::ComponentParameter { name: #name, doc: #doc, ty: #ty, optional: #optional, callback: #callback }
        }
    });
    let fields: Vec<_> = component.given().map(|parameter| &parameter.ident).collect();
    let held: Vec<_> = (0..fields.len()).map(|index| format_ident!("held_{index}")).collect();
    let reads = component.given().zip(&held).map(|(parameter, held)| {
        let (name, text, ty) = (&parameter.name, parameter.type_text(), parameter.given_type());
        let wanted = quote_spanned!(ty.span()=> (&&&&inputs::Wanted::<#ty>::new()));
        if parameter.is_required() {
            quote!(let #held = #wanted.required(&mut given, #name, #text)?;)
        } else {
            quote!(let #held = #wanted.optional(&mut given, #name, #text)?;)
        }
    });
    quote! {
        #(#conditions)*
        #[cfg(debug_assertions)]
        const _: () = {
            use ::scumble::__private::{inputs, inventory, reactive, scene::{self, registry}};

            #[allow(unused_imports, unused_mut, clippy::needless_borrow)]
            fn build(
                cx: reactive::Scope,
                text: &str,
            ) -> ::core::result::Result<scene::Element, ::std::string::String> {
                use inputs::{AsData as _, AsHandle as _, AsNothing as _, AsWritten as _};
                cx.run(|| {
                    let mut given = inputs::Inputs::parse(#name, text, &[#(#known),*])?;
                    #(#reads)*
                    ::core::result::Result::Ok(scene::IntoElement::into_element(#ident { #(#fields: #held),* }))
                })
            }

            inventory::submit! {
                registry::ComponentEntry {
                    name: #name,
                    module_path: ::core::module_path!(),
                    file: ::core::file!(),
                    doc: #doc,
                    parameters: &[#(#parameters),*],
                    build,
                }
            }
        };
    }
}
