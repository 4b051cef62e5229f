//! What a resource holds as text or bytes, and of which kind that is. Generated code calls this.

use std::marker::PhantomData;

use scumble_channels::{Bytes, to_agent_value};
use scumble_protocol::Contents;
use serde::Serialize;
use serde_json::json;

/// What a resource holds, without its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Text, data written as JSON too.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Data that JSON cannot carry; why, as a sentence.
    Unshowable(String),
}

impl Body {
    /// The contents at an address. What cannot be shown is said in JSON, as a channel's view says it.
    pub(crate) fn at(self, uri: &str, mime_type: &str) -> Contents {
        match self {
            Body::Text(text) => Contents::text(uri, mime_type, text),
            Body::Bytes(bytes) => Contents::bytes(uri, mime_type, &bytes),
            Body::Unshowable(why) => Contents::text(uri, "application/json", json!({ "error": why }).to_string()),
        }
    }
}

/// Stands for a return type in the question how it is held.
pub struct Held<T>(PhantomData<T>);

impl<T> Held<T> {
    /// The question for `T`.
    #[expect(clippy::new_without_default, reason = "generated code asks, nobody stores it")]
    #[must_use]
    pub fn new() -> Self {
        Held(PhantomData)
    }
}

macro_rules! ways {
    ($($(#[$doc:meta])* $way:ident<$held:ident> -> $body:ty;)*) => {$(
        $(#[$doc])*
        pub trait $way<$held> {
            /// The type of what is held, where the author names none.
            fn mime(&self) -> &'static str;
            /// What is held.
            fn body(&self, held: $held) -> $body;
        }
    )*};
}

ways! {
    /// Text; asked first.
    HeldAsText<T> -> Body;
    /// Bytes; asked second.
    HeldAsBytes<T> -> Body;
    /// Anything that can be serialised, as JSON; asked third.
    HeldAsData<T> -> Body;
    /// Whatever else a function returns; asked last.
    HeldNot<T> -> Unheld;
}

impl HeldAsText<String> for &&&Held<String> {
    fn mime(&self) -> &'static str {
        "text/plain"
    }

    fn body(&self, held: String) -> Body {
        Body::Text(held)
    }
}

impl HeldAsText<&'static str> for &&&Held<&'static str> {
    fn mime(&self) -> &'static str {
        "text/plain"
    }

    fn body(&self, held: &'static str) -> Body {
        Body::Text(held.to_owned())
    }
}

impl HeldAsBytes<Bytes> for &&Held<Bytes> {
    fn mime(&self) -> &'static str {
        "application/octet-stream"
    }

    fn body(&self, held: Bytes) -> Body {
        Body::Bytes(held.0)
    }
}

impl<T: Serialize> HeldAsData<T> for &Held<T> {
    fn mime(&self) -> &'static str {
        "application/json"
    }

    fn body(&self, held: T) -> Body {
        to_agent_value(&held).map_or_else(Body::Unshowable, |value| Body::Text(value.to_string()))
    }
}

/// What cannot be held; the compiler is made to say so by [`holds`].
pub struct Unheld;

impl<T> HeldNot<T> for Held<T> {
    fn mime(&self) -> &'static str {
        ""
    }

    fn body(&self, _held: T) -> Unheld {
        Unheld
    }
}

/// That a resource returning `T` can be read.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be what a resource holds",
    label = "an agent cannot read this",
    note = "return text (`String`, `&'static str`), `Bytes`, or a type with `serde::Serialize`, which is read as JSON"
)]
pub trait Holds<T> {
    /// What is held.
    fn body(self) -> Body;
}

impl<T> Holds<T> for Body {
    fn body(self) -> Body {
        self
    }
}

/// What a resource returning `T` holds.
pub fn holds<T, X: Holds<T>>(held: X) -> Body {
    held.body()
}
