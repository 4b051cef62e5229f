//! Sending by name, and the contract: the part only an agent uses.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::command::Command;
use crate::{parameters, types};

/// The implementation of `Channel`. A hidden command is in neither part of it.
pub(super) fn expand(channel: &Type, commands: &[Command]) -> TokenStream {
    let seen: Vec<&Command> = commands.iter().filter(|command| !command.hidden).collect();
    let arms = seen.iter().map(|command| arm(command));
    let contracts = seen.iter().map(|command| contract(command));
    quote! {
        #[automatically_derived]
        const _: () = {
            use ::scumble::__private::channels::{self, command};

            impl channels::Channel for #channel {
                fn command_contracts() -> ::std::vec::Vec<channels::CommandContract> {
                    #[allow(unused_mut)]
                    let mut commands = ::std::vec::Vec::new();
                    #(#contracts)*
                    commands
                }

                #[allow(unused_imports, unused_mut, unused_variables)]
                fn dispatch(
                    &self,
                    name: &str,
                    mut arguments: ::scumble::__private::serde_json::Map<
                        ::std::string::String,
                        ::scumble::__private::serde_json::Value,
                    >,
                ) -> channels::Dispatch {
                    use command::{ByDiagnostic as _, ByNothing as _, BySentence as _, ByValue as _};
                    match name {
                        #(#arms)*
                        _ => channels::Dispatch::Unknown,
                    }
                }
            }
        };
    }
}

fn arm(command: &Command) -> TokenStream {
    let Command { ident, name, output, conditions, .. } = command;
    let refused = quote!(channels::Dispatch::Done(::core::result::Result::Err(error)));
    let (read, held) = parameters::taken(&command.parameters, &refused);
    let (checked, told) = told(output);
    let sent = quote!(self.#ident(#(#held),*));
    let run = match (command.is_async, command.confirm) {
        (false, false) => quote! {
            let returned = #sent;
            channels::Dispatch::Done(#told)
        },
        (false, true) => quote!(command::confirmed(#sent, |returned| #told)),
        (true, confirm) => {
            let told = if confirm {
                quote!(command::approved(sent.await, |returned| #told))
            } else {
                quote!({ let returned = sent.await; #told })
            };
            quote! {
                let sent = #sent;
                channels::Dispatch::Later(::std::boxed::Box::pin(async move { #told }))
            }
        }
    };
    quote! {
        #(#conditions)*
        #name => {
            #checked
            #read
            #run
        }
    }
}

/// What becomes of the value `returned`. A `Result` that is written as one is checked by its parts, so that the sentence
/// is about the part that does not fit.
fn told(output: &Type) -> (TokenStream, TokenStream) {
    let outcome = quote_spanned!(output.span()=> (&&&&command::Outcome::<#output>::new(returned)).told());
    match types::arguments_of(output, "Result").as_deref() {
        Some([value, error]) => {
            let value = quote_spanned!(value.span()=> value::<#value>(););
            let error = quote_spanned!(error.span()=> error::<#error>(););
            let checked = quote! {
                {
                    fn value<T: command::CommandValue>() {}
                    fn error<T: command::CommandFailure>() {}
                    #value
                    #error
                }
            };
            (checked, quote!(command::told_checked(#outcome)))
        }
        _ => (TokenStream::new(), quote_spanned!(output.span()=> command::told::<#output, _>(#outcome))),
    }
}

fn contract(command: &Command) -> TokenStream {
    let Command { name, doc, destructive, idempotent, confirm, settles_quiet, conditions, .. } = command;
    let described = parameters::described(&command.parameters);
    quote! {
        #(#conditions)*
        commands.push(channels::CommandContract {
            destructive: #destructive,
            idempotent: #idempotent,
            confirm: #confirm,
            settles_quiet: #settles_quiet,
            ..channels::CommandContract::new(#name, #doc, #described)
        });
    }
}
