//! `#[prompt]`: a function becomes a prompt of the application's own.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, ItemFn, Result};

use crate::function::{self, Function, Kind};
use crate::parameters;

const KIND: Kind = Kind { word: "prompt", context: "Scope" };

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let item = function::parsed(KIND.word, item)?;
    Ok(offered(&attribute, item.clone()).unwrap_or_else(|error| {
        let ident = &item.sig.ident;
        let nothing = quote! {
            impl ::scumble::__private::own::OwnPrompt for #ident {
                const NAME: &'static str = ::core::stringify!(#ident);
                fn contract() -> ::scumble::__private::own::PromptContract {
                    ::core::unreachable!()
                }
                fn fill(
                    _: ::scumble::Scope,
                    _: ::scumble::__private::serde_json::Map<
                        ::std::string::String,
                        ::scumble::__private::serde_json::Value,
                    >,
                ) -> ::core::result::Result<
                    ::std::vec::Vec<::scumble::PromptMessage>,
                    ::scumble::__private::channels::CommandError,
                > {
                    ::core::unreachable!()
                }
            }
        };
        function::refused(&error, item.clone(), &nothing)
    }))
}

fn offered(attribute: &TokenStream, item: ItemFn) -> Result<TokenStream> {
    if !attribute.is_empty() {
        return Err(Error::new(Span::call_site(), "`#[prompt]` has no options; its docs say what it is for"));
    }
    if let Some(word) = item.sig.asyncness {
        return Err(Error::new(
            word.span(),
            "a prompt is filled in at once; what needs time is a tool, which the prompt can tell the agent to call",
        ));
    }
    let function = Function::read(&KIND, item)?;
    let implementation = implementation(&function);
    Ok(function.finish(&implementation))
}

fn implementation(function: &Function) -> TokenStream {
    let Function { ident, name, doc, output, .. } = function;
    let described = parameters::described(&function.parameters);
    let refused = quote!(::core::result::Result::Err(error));
    let (taken, held) = parameters::taken(&function.parameters, &refused);
    let called = function.called(&quote!(scope), &held);
    let returned = quote_spanned!(output.span()=> (&&&own::Returned::<#output>::new(returned)).made());
    let filled = quote_spanned!(output.span()=> own::filled(#returned));
    quote! {
        #[automatically_derived]
        impl ::scumble::__private::own::OwnPrompt for #ident {
            const NAME: &'static str = #name;

            fn contract() -> ::scumble::__private::own::PromptContract {
                ::scumble::__private::own::PromptContract::new(#name, #doc, #described)
            }

            #[allow(unused_imports, unused_mut, unused_variables)]
            fn fill(
                scope: ::scumble::Scope,
                mut arguments: ::scumble::__private::serde_json::Map<
                    ::std::string::String,
                    ::scumble::__private::serde_json::Value,
                >,
            ) -> ::core::result::Result<
                ::std::vec::Vec<::scumble::PromptMessage>,
                ::scumble::__private::channels::CommandError,
            > {
                use ::scumble::__private::own::{
                    self, FailsWithDiagnostic as _, FailsWithSentence as _, NeverFails as _,
                };
                #taken
                let returned: #output = #called;
                #filled
            }
        }
    }
}
