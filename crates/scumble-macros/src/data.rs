//! `#[data]`: the derives of a type that crosses to an agent, found through `scumble`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Error, Item, Result};

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !attribute.is_empty() {
        return Err(Error::new(Span::call_site(), "`#[data]` has no options; put serde's below it as `#[serde(…)]`"));
    }
    let item: Item = syn::parse2(item)?;
    match &item {
        Item::Struct(_) | Item::Enum(_) => {}
        _ => return Err(Error::new(Span::call_site(), "`#[data]` goes on a struct or an enum")),
    }
    let schemars = "::scumble::__private::schemars";
    let serde = "::scumble::__private::serde";
    Ok(quote! {
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::scumble::__private::serde::Serialize,
            ::scumble::__private::serde::Deserialize,
            ::scumble::__private::schemars::JsonSchema,
        )]
        #[serde(crate = #serde)]
        #[schemars(crate = #schemars)]
        #item
    })
}
