//! Corners of what may be written, under lints stricter than anybody's.
#![deny(warnings, missing_docs, unsafe_code, unused, unreachable_pub, deprecated, rust_2018_idioms, missing_debug_implementations)]
#![allow(missing_debug_implementations)]

use std::collections::BTreeMap;
use std::fmt;

use scumble::prelude::*;
use scumble::scene::text;

/// A channel without anything.
#[channel]
pub struct Nothing;

#[commands]
impl Nothing {}

/// Data of several kinds.
#[data]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Thing {
    /// A word.
    Word {
        /// It.
        word: String,
    },
    /// Nothing.
    Nothing,
}

/// Why not.
pub struct Why<'a>(pub &'a str);

impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

type Answer = Result<Option<Thing>, Why<'static>>;

/// A channel whose names and shapes are odd.
#[channel(untrusted)]
pub struct OddCorners {
    /// A key named as a keyword is.
    #[view]
    r#type: Signal<Option<Thing>>,
    /// A map.
    #[view(untrusted)]
    map: Signal<BTreeMap<String, u8>>,
    plain: u8,
}

#[commands]
impl OddCorners {
    /// How many of something there are at most.
    pub const MOST: usize = 3;

    /// One of them.
    pub fn new() -> Self {
        Self { r#type: Signal::new(None), map: Signal::new(BTreeMap::new()), plain: 1 }
    }

    /// A command named as a keyword is, with a parameter that is.
    pub fn r#match(
        &self,
        /// What.
        r#type: Thing,
    ) -> Answer {
        if let Thing::Nothing = r#type {
            return Err(Why("nothing"));
        }
        self.r#type.set(Some(r#type));
        Ok(self.inner())
    }

    /// Several parameters, one of them changed, and an early return inside of a loop.
    #[command(idempotent, confirm)]
    pub async fn many(
        &self,
        /// One.
        mut a: Vec<String>,
        /// Two.
        b: Option<Thing>,
        /// Three.
        c: (u8, f32),
    ) -> Result<usize, String> {
        while let Some(word) = a.pop() {
            sleep(1.0).await;
            if word.is_empty() {
                return Err("empty".into());
            }
        }
        drop(b);
        Ok(usize::from(c.0))
    }

    /// Not there.
    #[cfg(any())]
    pub fn absent(&self, what: NoSuchType) {}

    /// Cannot be unseen.
    #[must_use]
    pub fn seen(&self) -> u8 {
        self.plain
    }

    /// Only the interface calls this, with anything.
    #[command(hidden)]
    pub fn anything<T: fmt::Debug>(&self, x: &T) -> impl Iterator<Item = u8> + use<T> {
        let length = format!("{x:?}").len();
        (0..3).take(length)
    }

    /// Only the interface calls this, and gets what is inside.
    #[command(hidden)]
    pub fn borrowed<'a>(&self, x: &'a [u8]) -> Option<&'a u8> {
        x.first()
    }

    fn inner(&self) -> Option<Thing> {
        self.r#type.get()
    }
}

impl Default for OddCorners {
    fn default() -> Self {
        Self::new()
    }
}

/// A component with odd parameters.
#[component]
pub fn Corner<T: Clone + fmt::Display + 'static>(
    cx: Scope,
    /// Named as a keyword is.
    r#type: Signal<T>,
    /// With a default that becomes its type.
    #[prop(default = "none")]
    mut word: String,
    /// A callback that answers.
    #[prop(optional)]
    asks: Callback<u8, bool>,
    /// A callback that is known to be there or not.
    #[prop(optional)]
    maybe: Option<Callback<String>>,
) -> impl IntoElement {
    if asks.run(1) && cx.is_alive() {
        word.push('!');
    }
    if let Some(maybe) = maybe {
        maybe.run(word.clone());
    }
    text(move || format!("{}{word}", r#type.read()))
}

/// The root.
#[component]
pub fn Root(cx: Scope) -> impl IntoElement {
    let odd = cx.channel::<OddCorners>();
    Corner::new(Signal::new(odd.seen())).word("a").asks(|n| n > 0).maybe(|word| drop(word))
}

/// A tool named as a keyword is, with everything a tool can have.
#[tool(read, untrusted, idempotent)]
pub async fn r#loop(
    /// The call.
    cx: ToolCx<'_>,
    /// What.
    r#type: Thing,
    /// How much, changed on the way.
    mut much: Option<u8>,
) -> Result<AgentDocument, Why<'static>> {
    cx.progress((1, None), "begun");
    sleep(1.0).await;
    cx.progress(0.5, "half");
    much = much.map(|much| much + 1);
    let odd = cx.channel::<OddCorners>();
    odd.r#match(r#type).map(|thing| AgentDocument::new().text("a").data(&thing).data(&much))
}

/// A tool that asks, and returns early.
#[tool(destructive, confirm)]
fn asks(
    /// Why.
    reason: String,
) -> Answer {
    if reason.is_empty() {
        return Err(Why("no reason"));
    }
    Ok(None)
}

/// A tool of nothing.
#[tool]
pub(crate) fn nothing() {}

/// Not there.
#[cfg(any())]
#[tool]
pub fn absent(what: NoSuchType) {}

/// A tool that is not there either.
#[tool]
#[cfg(any())]
pub fn absent(what: NoSuchType) {}

/// Text.
#[resource(uri = "odd+x://a?b#c", mime = "text/plain; charset=utf-8")]
fn words() -> &'static str {
    "words"
}

/// Data of a channel.
#[resource(uri = "odd:map")]
pub fn map(cx: Scope) -> BTreeMap<String, u8> {
    cx.channel::<OddCorners>().map.get()
}

/// A prompt of several arguments.
#[prompt]
fn ask(
    cx: Scope,
    /// Which.
    r#type: Option<u8>,
) -> Result<Vec<PromptMessage>, Why<'static>> {
    if cx.is_alive() { Ok(vec![PromptMessage::user(format!("{:?}", r#type))]) } else { Err(Why("gone")) }
}

scumble::app!(
    self::Root,
    channels: [crate::OddCorners::new(), self::Nothing],
    name: "Odd",
    tools: [r#loop, self::asks, crate::nothing],
    resources: [words, map],
    prompts: [ask],
);
