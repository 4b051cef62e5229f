//! `#[tool]`: a function becomes a tool of the application's own.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, ItemFn, Result};

use crate::function::{self, Function, Kind};
use crate::{names, options, parameters};

const KIND: Kind = Kind { word: "tool", context: "ToolCx" };

/// The hints of a tool.
#[derive(Default)]
struct Hints {
    read: bool,
    destructive: bool,
    idempotent: bool,
    confirm: bool,
    untrusted: bool,
}

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let item = function::parsed(KIND.word, item)?;
    Ok(offered(attribute, item.clone()).unwrap_or_else(|error| {
        let ident = &item.sig.ident;
        let name = ident.to_string();
        let nothing = quote! {
            impl ::scumble::__private::own::OwnTool for #ident {
                const NAME: &'static str = #name;
                fn contract() -> ::scumble::__private::own::ToolContract {
                    ::core::unreachable!()
                }
                fn start(
                    _: ::scumble::__private::own::ToolCall,
                    _: ::scumble::__private::serde_json::Map<
                        ::std::string::String,
                        ::scumble::__private::serde_json::Value,
                    >,
                ) -> ::scumble::__private::own::Started {
                    ::core::unreachable!()
                }
            }
        };
        function::refused(&error, item.clone(), &nothing)
    }))
}

fn offered(attribute: TokenStream, item: ItemFn) -> Result<TokenStream> {
    let hints = hints_of(attribute)?;
    let function = Function::read(&KIND, item)?;
    names::check_tool(&function.name, function.ident.span())?;
    let implementation = implementation(&function, &hints);
    // What asks the person first has no way around the question.
    Ok(if hints.confirm { function.finish_enclosed(&implementation) } else { function.finish(&implementation) })
}

fn hints_of(attribute: TokenStream) -> Result<Hints> {
    let mut hints = Hints::default();
    let choices = options::parse(attribute)?;
    for choice in &choices {
        choice.plain()?;
        match choice.name.to_string().as_str() {
            "read" => hints.read = true,
            "destructive" => hints.destructive = true,
            "idempotent" => hints.idempotent = true,
            "confirm" => hints.confirm = true,
            "untrusted" => hints.untrusted = true,
            _ => {
                let known = ["read", "destructive", "idempotent", "confirm", "untrusted"];
                return Err(options::unknown(choice, &known));
            }
        }
    }
    if hints.read && hints.destructive {
        let last = &choices.iter().rev().find(|choice| choice.name == "read" || choice.name == "destructive");
        let span = last.map_or_else(proc_macro2::Span::call_site, |choice| choice.name.span());
        return Err(Error::new(span, "a tool is `read` or `destructive`: what only reads destroys nothing"));
    }
    Ok(hints)
}

fn implementation(function: &Function, hints: &Hints) -> TokenStream {
    let Function { ident, name, doc, output, .. } = function;
    let Hints { read, destructive, idempotent, confirm, untrusted } = hints;
    let tool_name = names::tool_part(name);
    let described = parameters::described(&function.parameters);
    let schema = quote_spanned!(output.span()=> (&&&own::OutputOf::<#output>::new()).schema());
    let refused = quote!(own::Started::Done(::core::result::Result::Err(error)));
    let (taken, held) = parameters::taken(&function.parameters, &refused);
    let called = function.called(&quote!(call.cx()), &held);
    let returned = quote_spanned!(output.span()=> (&&&&own::Returned::<#output>::new(returned)).made());
    let told = quote_spanned!(output.span()=> own::told::<#output, _>((&&&own::Given::new(given)).document()));
    let told = quote! {
        match #returned {
            ::core::result::Result::Ok(given) => #told,
            ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
        }
    };
    let run = if function.is_async {
        quote! {
            own::Started::Later(::std::boxed::Box::pin(async move {
                let returned = #called.await;
                #told
            }))
        }
    } else {
        quote! {
            let returned: #output = ::scumble::__private::reactive::batch(move || #called);
            own::Started::Done(#told)
        }
    };
    quote! {
        #[automatically_derived]
        impl ::scumble::__private::own::OwnTool for #ident {
            const NAME: &'static str = #tool_name;

            fn contract() -> ::scumble::__private::own::ToolContract {
                #[allow(unused_imports)]
                use ::scumble::__private::own::{self, OfNothing as _, OfResult as _, OfValue as _};
                own::ToolContract {
                    output: #schema,
                    read: #read,
                    destructive: #destructive,
                    idempotent: #idempotent,
                    confirm: #confirm,
                    untrusted: #untrusted,
                    ..own::ToolContract::new(#name, #doc, #described)
                }
            }

            #[allow(unused_imports, unused_mut, unused_variables, clippy::let_unit_value, clippy::unit_arg)]
            fn start(
                call: ::scumble::__private::own::ToolCall,
                mut arguments: ::scumble::__private::serde_json::Map<
                    ::std::string::String,
                    ::scumble::__private::serde_json::Value,
                >,
            ) -> ::scumble::__private::own::Started {
                use ::scumble::__private::own::{
                    self, AsData as _, AsDocument as _, AsNothing as _, FailsWithDiagnostic as _,
                    FailsWithRefusal as _, FailsWithSentence as _, NeverFails as _,
                };
                #taken
                #run
            }
        }
    }
}
