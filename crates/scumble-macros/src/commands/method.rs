//! A command's own method: what the interface calls, and what sending it by name calls too.

use quote::{format_ident, quote};
use syn::{FnArg, ImplItem, ImplItemFn, Pat, Type, Visibility, parse_quote};

use super::command::Command;

/// The methods that stand for one command.
pub(super) fn expand(command: &Command, function: ImplItemFn) -> Vec<ImplItem> {
    match (command.is_async, command.confirm) {
        (false, false) => vec![ImplItem::Fn(batched(command, function))],
        _ => {
            let outer = outer(command, &function);
            vec![outer, ImplItem::Fn(body(command, function))]
        }
    }
}

/// A synchronous command: the author's body, in one batch.
fn batched(command: &Command, mut function: ImplItemFn) -> ImplItemFn {
    let block = &function.block;
    let output = &command.output;
    // Naming the type makes `?` and `return` in the body mean what they meant; some types cannot be named there.
    let annotated = (!command.hidden || matches!(output, Type::Path(_) | Type::Tuple(_))).then(|| quote!(-> #output));
    function.block = parse_quote!({
        ::scumble::__private::reactive::batch(move || #annotated #block)
    });
    function
}

/// The author's body, out of the way.
fn body(command: &Command, mut function: ImplItemFn) -> ImplItemFn {
    function.attrs.retain(|attribute| !attribute.path().is_ident("doc") && !attribute.path().is_ident("must_use"));
    function.attrs.push(parse_quote!(#[doc(hidden)]));
    function.attrs.push(parse_quote!(#[allow(clippy::unused_async)]));
    function.vis = Visibility::Inherited;
    function.sig.ident = command.body_name();
    if !command.is_async {
        return batched(command, function);
    }
    function
}

/// What stands before the body: a future that owns the channel, a question to the person, or both.
fn outer(command: &Command, function: &ImplItemFn) -> ImplItem {
    let attributes = &function.attrs;
    let visibility = &function.vis;
    let ident = &command.ident;
    let output = &command.output;
    let body = command.body_name();
    let inputs: Vec<FnArg> = function.sig.inputs.iter().cloned().map(plain).collect();
    let names: Vec<_> = command.parameters.iter().map(|parameter| &parameter.ident).collect();
    if !command.confirm {
        return parse_quote! {
            #(#attributes)*
            #visibility fn #ident(#(#inputs),*) -> impl ::core::future::Future<Output = #output> + 'static + use<> {
                let channel = *self;
                async move { channel.#body(#(#names),*).await }
            }
        };
    }
    let (name, doc, destructive) = (&command.name, &command.doc, command.destructive);
    let wire_names = command.parameters.iter().map(|parameter| &parameter.name);
    let held: Vec<_> = (0..names.len()).map(|index| format_ident!("held_{index}")).collect();
    let guarded = quote! {
        confirm::Guarded {
            channel: <Self as ::scumble::__private::channels::ChannelState>::CHANNEL_NAME,
            command: #name,
            description: #doc,
            destructive: #destructive,
        }
    };
    let describe = quote! {
        |(#(#held,)*)| {
            #[allow(unused_mut)]
            let mut arguments = ::scumble::__private::serde_json::Map::new();
            #(arguments.insert(
                ::std::string::String::from(#wire_names),
                ::scumble::__private::channels::command::asked(#held),
            );)*
            ::scumble::__private::serde_json::Value::Object(arguments)
        }
    };
    if command.is_async {
        return parse_quote! {
            #(#attributes)*
            #visibility fn #ident(
                #(#inputs),*
            ) -> impl ::core::future::Future<
                Output = ::core::result::Result<#output, ::scumble::__private::channels::Refused>,
            > + 'static + use<> {
                use ::scumble::__private::channels::confirm;
                let channel = *self;
                confirm::guard_async(
                    #guarded,
                    (#(#names,)*),
                    #describe,
                    async move |(#(#held,)*)| channel.#body(#(#held),*).await,
                )
            }
        };
    }
    parse_quote! {
        #(#attributes)*
        #visibility fn #ident(#(#inputs),*) -> ::scumble::__private::channels::Confirmed<#output> {
            use ::scumble::__private::channels::confirm;
            let channel = *self;
            confirm::guard(
                #guarded,
                (#(#names,)*),
                #describe,
                move |(#(#held,)*)| channel.#body(#(#held),*),
            )
        }
    }
}

/// A parameter without its attributes and without `mut`, which belong to the body.
fn plain(mut argument: FnArg) -> FnArg {
    if let FnArg::Typed(argument) = &mut argument {
        argument.attrs.clear();
        if let Pat::Ident(ident) = &mut *argument.pat {
            ident.mutability = None;
        }
    }
    argument
}
