//! `#[channel]`: a struct of signals becomes a `Copy` channel with a view.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprLit, Field, Fields, Ident, ItemStruct, Lit, Result, Type};

use crate::options::{self, Choice};
use crate::{docs, names, types};

/// A view key, as it is written.
struct Key {
    field: Ident,
    name: String,
    ty: Type,
    doc: String,
    visibility: &'static str,
    untrusted: bool,
}

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let item: ItemStruct = syn::parse2(item).map_err(|_| {
        Error::new(
            Span::call_site(),
            "`#[channel]` goes on a struct with named fields; its commands go in an `impl` with `#[commands]`",
        )
    })?;
    let plain = plain(item.clone());
    expand_struct(attribute, item).or_else(|error| {
        // The struct stays, so that one mistake is not followed by errors about everything that names it.
        let error = error.to_compile_error();
        Ok(quote!(#error #[derive(::core::clone::Clone, ::core::marker::Copy)] #plain))
    })
}

/// The struct without what only this macro knows.
fn plain(mut item: ItemStruct) -> ItemStruct {
    for field in &mut item.fields {
        field.attrs.retain(|attribute| !attribute.path().is_ident("view"));
    }
    item
}

fn expand_struct(attribute: TokenStream, mut item: ItemStruct) -> Result<TokenStream> {
    let Options { name, name_span, untrusted } = options_of(attribute, &item)?;
    names::check_channel(&name, name_span)?;
    if let Some(parameter) = item.generics.params.first() {
        return Err(Error::new(
            parameter.span(),
            "a channel cannot be generic: it is found by its type and has one contract; write the type it is used with",
        ));
    }
    let fields = match &mut item.fields {
        Fields::Named(fields) => fields.named.iter_mut().collect(),
        Fields::Unit => Vec::new(),
        Fields::Unnamed(fields) => {
            return Err(Error::new(fields.span(), "a channel's fields have names: a view key is called as its field"));
        }
    };
    let mut keys = Vec::new();
    let mut others = Vec::new();
    for field in fields {
        match options::take(&mut field.attrs, "view")? {
            Some(choices) => keys.push(key(field, &choices, untrusted)?),
            None => others.push(field.ty.clone()),
        }
    }

    let ident = &item.ident;
    let doc = docs::text(&item.attrs);
    let mut warnings = TokenStream::new();
    if doc.is_empty() {
        warnings.extend(docs::missing(ident.span(), &format!("the channel `{name}`")));
    }
    for key in keys.iter().filter(|key| key.doc.is_empty() && key.visibility != "Hidden") {
        warnings
            .extend(docs::missing(key.field.span(), &format!("the view key `{}` of the channel `{name}`", key.name)));
    }
    let state = state(ident, &name, &doc, untrusted, &keys);
    let checks = others.iter().map(|ty| quote_spanned!(ty.span()=> field::<#ty>();));
    let values = keys.iter().map(|key| {
        let ty = &key.ty;
        quote_spanned!(ty.span()=> value::<#ty>();)
    });
    Ok(quote! {
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #item
        #state
        const _: () = {
            #[allow(dead_code)]
            fn checked() {
                fn field<T: ::scumble::__private::channels::command::Field>() {}
                fn value<T: ::scumble::__private::channels::command::ViewValue>() {}
                #(#checks)*
                #(#values)*
            }
        };
        #warnings
    })
}

struct Options {
    name: String,
    name_span: Span,
    untrusted: bool,
}

fn options_of(attribute: TokenStream, item: &ItemStruct) -> Result<Options> {
    let mut read = Options {
        name: names::snake_case(&item.ident.unraw().to_string()),
        name_span: item.ident.span(),
        untrusted: false,
    };
    for choice in options::parse(attribute)? {
        match choice.name.to_string().as_str() {
            "name" => match choice.value()? {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                    read.name = text.value();
                    read.name_span = text.span();
                }
                other => return Err(Error::new(other.span(), "a channel's name is a text: `name = \"notes\"`")),
            },
            "untrusted" => {
                choice.plain()?;
                read.untrusted = true;
            }
            _ => return Err(options::unknown(&choice, &["name", "untrusted"])),
        }
    }
    Ok(read)
}

fn key(field: &Field, choices: &[Choice], untrusted: bool) -> Result<Key> {
    let ident = field.ident.clone().expect("named fields have names");
    let name = ident.unraw().to_string();
    let mut key = Key {
        ty: match types::arguments_of(&field.ty, "Signal").as_deref() {
            Some([value]) => (*value).clone(),
            _ => {
                return Err(Error::new(
                    field.ty.span(),
                    format!("the view key `{name}` has to be a `Signal<…>`: that is what an agent's view follows"),
                ));
            }
        },
        doc: docs::text(&field.attrs),
        visibility: "Shown",
        untrusted,
        field: ident,
        name,
    };
    for choice in choices {
        choice.plain()?;
        match choice.name.to_string().as_str() {
            "hidden" | "secret" if key.visibility != "Shown" => {
                return Err(Error::new(
                    choice.name.span(),
                    "a key is `hidden` or `secret`: an agent sees nothing of it, or only whether it is set",
                ));
            }
            "hidden" => key.visibility = "Hidden",
            "secret" => key.visibility = "Secret",
            "untrusted" => key.untrusted = true,
            _ => return Err(options::unknown(choice, &["hidden", "secret", "untrusted"])),
        }
    }
    Ok(key)
}

fn state(ident: &Ident, name: &str, doc: &str, untrusted: bool, keys: &[Key]) -> TokenStream {
    let all = keys.iter().map(|key| &key.name);
    let hidden = keys.iter().filter(|key| key.visibility == "Hidden").map(|key| &key.name);
    let slots = keys.iter().map(|Key { name, field, ty, .. }| quote_spanned!(ty.span()=> visit(#name, &self.#field);));
    let shown = keys.iter().map(|Key { name, field, visibility, ty, .. }| {
        let visibility = Ident::new(visibility, Span::call_site());
        // A hidden value is not even serialised for an agent.
        let value = if visibility == "Hidden" {
            quote!(::core::result::Result::Err(::std::string::String::new()))
        } else {
            let shown = quote_spanned!(ty.span()=> shown::<#ty>);
            quote!(channels::state::#shown(&self.#field))
        };
        quote!(#name => (channels::Visibility::#visibility, #value),)
    });
    let contracts = keys.iter().map(|Key { name, doc, visibility, untrusted, ty, .. }| {
        let visibility = Ident::new(visibility, Span::call_site());
        quote_spanned! {ty.span()=>
            channels::KeyContract::new::<#ty>(#name, #doc, channels::Visibility::#visibility, #untrusted)
        }
    });
    quote! {
        #[automatically_derived]
        const _: () = {
            use ::scumble::__private::channels;

            impl channels::ChannelState for #ident {
                const CHANNEL_NAME: &'static str = #name;
                const DESCRIPTION: &'static str = #doc;
                const UNTRUSTED: bool = #untrusted;
                const KEYS: &'static [&'static str] = &[#(#all),*];
                const HIDDEN: &'static [&'static str] = &[#(#hidden),*];

                fn each_slot(&self, visit: &mut dyn ::core::ops::FnMut(&'static str, &dyn channels::Slot)) {
                    let _ = &visit;
                    #(#slots)*
                }

                fn show(
                    &self,
                    key: &str,
                ) -> ::core::option::Option<(
                    channels::Visibility,
                    ::core::result::Result<::scumble::__private::serde_json::Value, ::std::string::String>,
                )> {
                    #[allow(unreachable_code)]
                    ::core::option::Option::Some(match key {
                        #(#shown)*
                        _ => return ::core::option::Option::None,
                    })
                }

                fn key_contracts() -> ::std::vec::Vec<channels::KeyContract> {
                    ::std::vec![#(#contracts),*]
                }
            }
        };
    }
}
