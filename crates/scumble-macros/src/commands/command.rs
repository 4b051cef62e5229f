//! One command, read from its method: its options, docs and parameters.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, FnArg, Ident, ImplItemFn, Receiver, Result, Type, Visibility};

use crate::parameters::{self, Parameter};
use crate::{docs, options, types};

/// A method an agent may send.
pub(super) struct Command {
    pub(super) ident: Ident,
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) output: Type,
    pub(super) is_async: bool,
    pub(super) destructive: bool,
    pub(super) idempotent: bool,
    pub(super) confirm: bool,
    pub(super) hidden: bool,
    pub(super) settles_quiet: bool,
    /// `#[cfg]`s, which hold for everything generated from it.
    pub(super) conditions: Vec<Attribute>,
}

impl Command {
    /// Reads a method and takes out of it what the compiler does not know; none if it is no command.
    pub(super) fn read(function: &mut ImplItemFn) -> Result<Option<Self>> {
        let choices = options::take(&mut function.attrs, "command")?;
        let ident = function.sig.ident.clone();
        let name = ident.unraw().to_string();
        let public = matches!(function.vis, Visibility::Public(_));
        let receiver = function.sig.receiver().cloned();
        match (&receiver, public, choices.is_some()) {
            (None, _, true) => {
                return Err(Error::new(ident.span(), format!("the command `{name}` has to take `&self`")));
            }
            (_, false, true) => {
                return Err(Error::new(ident.span(), format!("the command `{name}` has to be `pub`")));
            }
            (None, _, _) | (_, false, _) => return Ok(None),
            _ => {}
        }
        let mut command = Command {
            doc: docs::text(&function.attrs),
            parameters: Vec::new(),
            output: types::returned(&function.sig.output),
            is_async: function.sig.asyncness.is_some(),
            destructive: false,
            idempotent: false,
            confirm: false,
            hidden: false,
            settles_quiet: false,
            conditions: function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect(),
            ident,
            name,
        };
        command.apply(choices.unwrap_or_default())?;
        if let Some(receiver) = &receiver {
            command.check_receiver(receiver)?;
        }
        command.check_signature(function)?;
        for argument in &mut function.sig.inputs {
            if let FnArg::Typed(argument) = argument {
                let doc = docs::take(&mut argument.attrs);
                let ident = parameters::named(&argument.pat, &command.of(), !command.hidden)?;
                let name = ident.unraw().to_string();
                let ty = (*argument.ty).clone();
                command.check_parameter(&name, &ty)?;
                command.parameters.push(Parameter { ident, name, ty, doc });
            }
        }
        Ok(Some(command))
    }

    fn apply(&mut self, choices: Vec<options::Choice>) -> Result<()> {
        for choice in choices {
            if choice.name == "settles" {
                match choice.value()? {
                    Expr::Path(path) if path.path.is_ident("quiet") => self.settles_quiet = true,
                    other => {
                        return Err(Error::new(
                            other.span(),
                            "a command settles by itself, or says `settles = quiet`: wait until the view is still",
                        ));
                    }
                }
                continue;
            }
            choice.plain()?;
            match choice.name.to_string().as_str() {
                "destructive" => self.destructive = true,
                "idempotent" => self.idempotent = true,
                "confirm" => self.confirm = true,
                "hidden" => self.hidden = true,
                _ => {
                    let known = ["destructive", "idempotent", "confirm", "hidden", "settles"];
                    return Err(options::unknown(&choice, &known));
                }
            }
        }
        Ok(())
    }

    fn check_receiver(&self, receiver: &Receiver) -> Result<()> {
        if receiver.reference.is_some() && receiver.mutability.is_none() {
            return Ok(());
        }
        Err(Error::new(
            receiver.span(),
            format!(
                "the command `{}` has to take `&self`: a channel is a bundle of handles, and setting a signal needs no more",
                self.name
            ),
        ))
    }

    fn check_signature(&self, function: &ImplItemFn) -> Result<()> {
        let signature = &function.sig;
        // A hidden command runs as it is written; only what outlives the call has to have one type.
        if let Some(parameter) = signature.generics.params.first()
            && self.lives_on()
        {
            return Err(parameters::refuse_generic(parameter, &self.of()));
        }
        parameters::check_plain(signature, &self.of())?;
        if self.lives_on()
            && let Some(why) = types::unsendable(&self.output)
        {
            return Err(Error::new(self.output.span(), format!("what the command `{}` returns {why}", self.name)));
        }
        Ok(())
    }

    fn check_parameter(&self, name: &str, ty: &Type) -> Result<()> {
        if self.lives_on() { parameters::check_type(name, ty, &self.of()) } else { Ok(()) }
    }

    /// As sentences name it.
    fn of(&self) -> String {
        format!("the command `{}`", self.name)
    }

    /// Whether its arguments have to outlive the call, or come from an agent.
    fn lives_on(&self) -> bool {
        !self.hidden || self.confirm || self.is_async
    }

    /// Warnings for what an agent reads and is not there.
    pub(super) fn undocumented(&self) -> TokenStream {
        let mut warnings = TokenStream::new();
        if self.hidden {
            return warnings;
        }
        if self.doc.is_empty() {
            warnings.extend(docs::missing(self.ident.span(), &self.of()));
        }
        warnings.extend(parameters::undocumented(&self.parameters, &self.of()));
        let conditions = &self.conditions;
        if warnings.is_empty() || conditions.is_empty() {
            return warnings;
        }
        quote!(#(#conditions)* const _: () = { #warnings };)
    }

    /// The method that holds the author's body, where the command's own method does something before it.
    pub(super) fn body_name(&self) -> Ident {
        Ident::new(&format!("__{}_body", self.name), Span::call_site())
    }
}
