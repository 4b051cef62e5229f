//! Options of an attribute: `#[command(destructive, settles = quiet)]`.

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, Ident, Meta, Result, Token, ext::IdentExt};

/// One option: a word, perhaps with a value.
pub(crate) struct Choice {
    pub(crate) name: Ident,
    pub(crate) value: Option<Expr>,
}

impl Parse for Choice {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let value = if input.parse::<Option<Token![=]>>()?.is_some() { Some(input.parse()?) } else { None };
        Ok(Choice { name, value })
    }
}

impl Choice {
    /// The value, or a sentence that there has to be one.
    pub(crate) fn value(&self) -> Result<&Expr> {
        self.value
            .as_ref()
            .ok_or_else(|| Error::new(self.name.span(), format!("`{0}` needs a value: `{0} = …`", self.name)))
    }

    /// Refuses a value where there is none to give.
    pub(crate) fn plain(&self) -> Result<()> {
        match &self.value {
            None => Ok(()),
            Some(value) => Err(Error::new(value.span(), format!("`{}` takes no value", self.name))),
        }
    }
}

/// The options of an attribute's own tokens.
pub(crate) fn parse(tokens: TokenStream) -> Result<Vec<Choice>> {
    let choices = Punctuated::<Choice, Token![,]>::parse_terminated.parse2(tokens)?;
    let choices: Vec<Choice> = choices.into_iter().collect();
    for (index, choice) in choices.iter().enumerate() {
        if choices[..index].iter().any(|earlier| earlier.name == choice.name) {
            return Err(Error::new(choice.name.span(), format!("`{}` is given twice", choice.name)));
        }
    }
    Ok(choices)
}

/// Removes the attribute `#[name]` or `#[name(…)]`; its options if it was there.
pub(crate) fn take(attributes: &mut Vec<Attribute>, name: &str) -> Result<Option<Vec<Choice>>> {
    let Some(at) = attributes.iter().position(|attribute| attribute.path().is_ident(name)) else {
        return Ok(None);
    };
    let attribute = attributes.remove(at);
    if let Some(second) = attributes.iter().find(|attribute| attribute.path().is_ident(name)) {
        return Err(Error::new(second.span(), format!("`#[{name}]` is there twice; put its options into one")));
    }
    match attribute.meta {
        Meta::Path(_) => Ok(Some(Vec::new())),
        Meta::List(list) => parse(list.tokens).map(Some),
        Meta::NameValue(pair) => Err(Error::new(pair.span(), format!("write `#[{name}(…)]`"))),
    }
}

/// A sentence that there is no such option, naming those there are.
pub(crate) fn unknown(choice: &Choice, known: &[&str]) -> Error {
    let known = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    Error::new(choice.name.span(), format!("there is no option `{}`; the options are {known}", choice.name))
}
