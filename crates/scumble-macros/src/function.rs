//! A function an application offers by itself: a tool, a resource or a prompt, read from how it is written.
//!
//! Beside the function stands a type of its name, for which the macros implement what the function is. `app!` and the
//! agent's side name that type; the application's own code goes on calling the function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Error, FnArg, ItemFn, Result, Type};

use crate::parameters::{self, Parameter};
use crate::{docs, types};

/// What a function is offered as.
pub(crate) struct Kind {
    /// The attribute and the word for it: `tool`.
    pub(crate) word: &'static str,
    /// The type of the first parameter it may take: `ToolCx`.
    pub(crate) context: &'static str,
}

/// One such function.
pub(crate) struct Function {
    /// The function as the compiler takes it.
    pub(crate) item: ItemFn,
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Whether its first parameter is the context.
    pub(crate) takes_context: bool,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) output: Type,
    pub(crate) is_async: bool,
    /// As sentences name it.
    pub(crate) of: String,
}

impl Function {
    /// Reads a function and takes out of it what the compiler does not know.
    pub(crate) fn read(kind: &Kind, mut item: ItemFn) -> Result<Self> {
        let Kind { word, context } = kind;
        let signature = &mut item.sig;
        let ident = signature.ident.clone();
        let name = ident.unraw().to_string();
        let of = format!("the {word} `{name}`");
        if let Some(receiver) = signature.receiver() {
            return Err(Error::new(
                receiver.span(),
                format!(
                    "a {word} is a function by itself; what a channel can be asked to do is a command, a `pub` method of \
                     its `#[commands]`"
                ),
            ));
        }
        if let Some(parameter) = signature.generics.params.first() {
            return Err(parameters::refuse_generic(parameter, &of));
        }
        parameters::check_plain(signature, &of)?;
        let mut function = Function {
            doc: docs::text(&item.attrs),
            takes_context: false,
            parameters: Vec::new(),
            output: types::returned(&signature.output),
            is_async: signature.asyncness.is_some(),
            ident,
            name,
            of,
            item: item.clone(),
        };
        for (index, argument) in item.sig.inputs.iter_mut().enumerate() {
            let FnArg::Typed(argument) = argument else { continue };
            if types::is(&argument.ty, context) {
                if index > 0 {
                    let sentence = format!("`{context}` is the first parameter of {}", function.of);
                    return Err(Error::new(argument.ty.span(), sentence));
                }
                docs::take(&mut argument.attrs);
                function.takes_context = true;
                continue;
            }
            function.parameters.push(Parameter::read(argument, &function.of)?);
        }
        function.check_output(&item)?;
        function.item = item;
        Ok(function)
    }

    fn check_output(&self, item: &ItemFn) -> Result<()> {
        let mut output = self.output.clone();
        StaticText.replace(&mut output);
        match types::unsendable(&output) {
            Some(why) => Err(Error::new(item.sig.output.span(), format!("what {} returns {why}", self.of))),
            None => Ok(()),
        }
    }

    /// `#[cfg]`s, which hold for everything generated from it.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Attribute> + Clone {
        conditions(&self.item)
    }

    /// The function itself, and the type of its name with `implementation`.
    pub(crate) fn finish(&self, implementation: &TokenStream) -> TokenStream {
        let function = &self.item;
        let stood_for = stands_for(&self.item);
        let warnings = self.undocumented();
        let conditions = self.conditions();
        quote! {
            #function
            #stood_for
            #(#conditions)*
            const _: () = {
                #implementation
                #warnings
            };
        }
    }

    /// The same for a function that only an agent may call: nothing else finds it by its name.
    pub(crate) fn finish_enclosed(&self, implementation: &TokenStream) -> TokenStream {
        let mut function = self.item.clone();
        function.vis = syn::Visibility::Inherited;
        let stood_for = stands_for(&self.item);
        let warnings = self.undocumented();
        let conditions = self.conditions();
        quote! {
            #stood_for
            #(#conditions)*
            const _: () = {
                #function
                #implementation
                #warnings
            };
        }
    }

    /// The call of the function with its context and the variables that hold its arguments.
    pub(crate) fn called(&self, context: &TokenStream, held: &[Ident]) -> TokenStream {
        let ident = &self.ident;
        let context = self.takes_context.then(|| quote!(#context,));
        quote_spanned!(ident.span()=> #ident(#context #(#held),*))
    }

    /// Warnings for what an agent reads and is not there.
    fn undocumented(&self) -> TokenStream {
        let mut warnings = TokenStream::new();
        if self.doc.is_empty() {
            warnings.extend(docs::missing(self.ident.span(), &self.of));
        }
        warnings.extend(parameters::undocumented(&self.parameters, &self.of));
        warnings
    }
}

/// Parses what the attribute stands on.
pub(crate) fn parsed(word: &str, item: TokenStream) -> Result<ItemFn> {
    syn::parse2(item).map_err(|_| Error::new(Span::call_site(), format!("`#[{word}]` goes on a function")))
}

/// A function that could not be offered, with what keeps it from bringing errors about everything that names it.
pub(crate) fn refused(error: &Error, mut item: ItemFn, implementation: &TokenStream) -> TokenStream {
    let error = error.to_compile_error();
    for argument in &mut item.sig.inputs {
        if let FnArg::Typed(argument) = argument {
            docs::take(&mut argument.attrs);
        }
    }
    if item.sig.receiver().is_some() {
        return quote!(#error #item);
    }
    let stood_for = stands_for(&item);
    let conditions = conditions(&item);
    quote! {
        #error
        #item
        #stood_for
        #(#conditions)*
        const _: () = { #implementation };
    }
}

fn conditions(item: &ItemFn) -> impl Iterator<Item = &Attribute> + Clone {
    item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"))
}

/// The type that stands for the function: types and functions have names apart.
fn stands_for(item: &ItemFn) -> TokenStream {
    let conditions = conditions(item);
    let visibility = &item.vis;
    let ident = &item.sig.ident;
    quote! {
        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, unreachable_pub, missing_debug_implementations)]
        #visibility enum #ident {}
    }
}

/// `&'static str` is text like any other where it is returned.
struct StaticText;

impl StaticText {
    fn replace(&self, ty: &mut Type) {
        syn::visit_mut::VisitMut::visit_type_mut(&mut StaticText, ty);
    }
}

impl syn::visit_mut::VisitMut for StaticText {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Reference(reference) = ty
            && reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
            && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"))
        {
            *ty = syn::parse_quote!(String);
        } else {
            syn::visit_mut::visit_type_mut(self, ty);
        }
    }
}
