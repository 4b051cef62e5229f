//! `#[commands]`: the public methods of a channel become commands.

mod command;
mod dispatch;
mod method;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, FnArg, ImplItem, ImplItemFn, ItemImpl, Result};

use crate::{docs, names};
use command::Command;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !attribute.is_empty() {
        return Err(Error::new(
            Span::call_site(),
            "`#[commands]` has no options; those of a command go on it as `#[command(…)]`",
        ));
    }
    let mut item: ItemImpl = syn::parse2(item)
        .map_err(|_| Error::new(Span::call_site(), "`#[commands]` goes on the `impl` of a channel"))?;
    if let Some((_, path, _)) = &item.trait_ {
        return Err(Error::new(path.span(), "`#[commands]` goes on the channel's own `impl`, not on that of a trait"));
    }
    if let Some(parameter) = item.generics.params.first() {
        return Err(Error::new(parameter.span(), "a channel cannot be generic, so neither can its commands"));
    }

    // Every problem is reported, not only the first: they are in different methods. And what is fine is generated all
    // the same, so that one mistake is not followed by errors about everything that uses the channel.
    let mut problems = Vec::new();
    let mut commands: Vec<Command> = Vec::new();
    let mut items = Vec::new();
    for entry in std::mem::take(&mut item.items) {
        let ImplItem::Fn(mut function) = entry else {
            items.push(entry);
            continue;
        };
        match Command::read(&mut function) {
            Ok(None) => items.push(ImplItem::Fn(function)),
            Ok(Some(command)) => {
                items.extend(method::expand(&command, function));
                commands.push(command);
            }
            Err(error) => {
                problems.push(error.to_compile_error());
                items.push(ImplItem::Fn(plain(function)));
            }
        }
    }
    problems.extend(refuse_names(&mut commands).map(|error| error.to_compile_error()));
    item.items = items;

    let channel = &item.self_ty;
    let lengths = commands.iter().filter(|command| !command.hidden).map(|command| {
        let length = names::tool_part(&command.name).len() + 1;
        let longest = names::LONGEST;
        let sentence = format!(
            "the tool of the command `{}` would have a name longer than {longest} characters (the channel's name, `_` and \
             the command's); shorten one of them",
            command.name
        );
        quote_spanned! {command.ident.span()=>
            const _: () = ::core::assert!(
                <#channel as ::scumble::__private::channels::ChannelState>::CHANNEL_NAME.len() + #length <= #longest,
                #sentence
            );
        }
    });
    let warnings = commands.iter().map(Command::undocumented);
    let channel_impl = dispatch::expand(channel, &commands);
    Ok(quote! {
        #(#problems)*
        #item
        #channel_impl
        #(#lengths)*
        #(#warnings)*
    })
}

/// A method that could not be a command, without what only this macro knows.
fn plain(mut function: ImplItemFn) -> ImplItemFn {
    function.attrs.retain(|attribute| !attribute.path().is_ident("command"));
    for argument in &mut function.sig.inputs {
        if let FnArg::Typed(argument) = argument {
            docs::take(&mut argument.attrs);
        }
    }
    function
}

/// Takes out commands whose names an agent could not tell apart, or that are taken.
fn refuse_names(commands: &mut Vec<Command>) -> impl Iterator<Item = Error> + use<> {
    let mut refused = Vec::new();
    while let Err((at, error)) = check_names(commands) {
        commands.remove(at);
        refused.push(error);
    }
    refused.into_iter()
}

fn check_names(commands: &[Command]) -> std::result::Result<(), (usize, Error)> {
    let seen: Vec<(usize, &Command)> = commands.iter().enumerate().filter(|(_, command)| !command.hidden).collect();
    for (index, (at, command)) in seen.iter().enumerate() {
        let span = command.ident.span();
        if command.name == "view" {
            let sentence = "a command cannot be called `view`: the tool of that name reads the channel's view; call it `show` or \
                            `open`";
            return Err((*at, Error::new(span, sentence)));
        }
        let part = names::tool_part(&command.name);
        if let Some((_, other)) = seen[..index].iter().find(|(_, other)| names::tool_part(&other.name) == part) {
            let sentence = if other.name == command.name {
                format!("two commands are called `{}`", command.name)
            } else {
                format!(
                    "the commands `{}` and `{}` would be one tool, `…_{part}`: a tool's name holds letters and digits of \
                     ASCII, `_` and `-` only",
                    other.name, command.name
                )
            };
            return Err((*at, Error::new(span, sentence)));
        }
    }
    Ok(())
}
