//! `#[commands]`: the public methods of a channel become commands.

mod command;
mod dispatch;
mod method;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, ImplItem, ItemImpl, Result};

use crate::names;
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

    // Every problem is reported, not only the first: they are in different methods.
    let mut problems: Option<Error> = None;
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
            Err(error) => match &mut problems {
                Some(problems) => problems.combine(error),
                None => problems = Some(error),
            },
        }
    }
    if let Some(problems) = problems {
        return Err(problems);
    }
    check_names(&commands)?;
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
        #item
        #channel_impl
        #(#lengths)*
        #(#warnings)*
    })
}

/// Names an agent could not tell apart, or that are taken.
fn check_names(commands: &[Command]) -> Result<()> {
    let seen: Vec<&Command> = commands.iter().filter(|command| !command.hidden).collect();
    for (index, command) in seen.iter().enumerate() {
        let span = command.ident.span();
        if command.name == "view" {
            return Err(Error::new(
                span,
                "a command cannot be called `view`: the tool of that name reads the channel's view; call it `show` or `open`",
            ));
        }
        let part = names::tool_part(&command.name);
        if let Some(other) = seen[..index].iter().find(|other| names::tool_part(&other.name) == part) {
            return Err(Error::new(
                span,
                if other.name == command.name {
                    format!("two commands are called `{}`", command.name)
                } else {
                    format!(
                        "the commands `{}` and `{}` would be one tool, `…_{part}`: a tool's name holds letters and digits of \
                         ASCII, `_` and `-` only",
                        other.name, command.name
                    )
                },
            ));
        }
    }
    Ok(())
}
