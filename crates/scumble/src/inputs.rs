//! A component's parameters from JSON, for drawing it by name. What `#[component]` generates in development builds
//! calls this.
//!
//! A signal wraps its value, a callback records what it was called with, content is a text, anything else is
//! deserialised. Which of those a type is, the generated code finds out by the depth of the reference it asks through.

use std::fmt::Debug;
use std::marker::PhantomData;

use scumble_channels::near::nearest;
use scumble_reactive::{Callback, Signal};
use scumble_scene::registry::record_call;
use scumble_scene::{Element, IntoElement, Prop, text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The inputs of one component, taken one after another.
pub struct Inputs {
    component: &'static str,
    given: Map<String, Value>,
}

impl Inputs {
    /// Reads the inputs of `component`, whose parameters are `known`.
    ///
    /// # Errors
    /// If it is no JSON object, or has an input the component does not know.
    pub fn parse(component: &'static str, json: &str, known: &[&str]) -> Result<Self, String> {
        let given = match serde_json::from_str(json) {
            Ok(Value::Object(given)) => given,
            Ok(other) => return Err(format!("The inputs of {component} must be an object, not {other}.")),
            Err(error) => return Err(format!("The inputs of {component} are not JSON: {error}.")),
        };
        for name in given.keys() {
            if known.contains(&name.as_str()) {
                continue;
            }
            if known.is_empty() {
                return Err(format!("{component} has no input {name}; it takes none."));
            }
            let list = known.join(", ");
            return Err(match nearest(name, known.iter().copied()) {
                Some(meant) => format!("{component} has no input {name}; did you mean {meant}? It takes {list}."),
                None => format!("{component} has no input {name}; it takes {list}."),
            });
        }
        Ok(Inputs { component, given })
    }

    fn take(&mut self, name: &str) -> Option<Value> {
        self.given.shift_remove(name)
    }

    fn missing(&self, name: &str, ty: &str) -> String {
        format!("{} needs the input {name}, a {ty}.", self.component)
    }

    fn read<T: DeserializeOwned>(&self, value: Value, name: &str, ty: &str) -> Result<T, String> {
        serde_json::from_value(value)
            .map_err(|error| format!("The input {name} of {} does not fit its type {ty}: {error}.", self.component))
    }

    /// The value of that name. One that is absent is `null` to its type, which an `Option` takes.
    fn read_required<T: DeserializeOwned>(&mut self, name: &str, ty: &str) -> Result<T, String> {
        match self.take(name) {
            Some(value) => self.read(value, name, ty),
            None => serde_json::from_value(Value::Null).map_err(|_| self.missing(name, ty)),
        }
    }

    fn read_optional<T: DeserializeOwned>(&mut self, name: &str, ty: &str) -> Result<Option<T>, String> {
        self.take(name).map(|value| self.read(value, name, ty)).transpose()
    }

    /// A callback that records its calls, if none was given.
    fn recording<A: 'static, R: Default + 'static>(
        &mut self,
        name: &str,
        written: fn(&A) -> String,
    ) -> Result<Callback<A, R>, String> {
        if self.take(name).is_some() {
            return Err(format!(
                "The input {name} of {} is a callback. Leave it out; what it is called with is recorded.",
                self.component
            ));
        }
        let name = name.to_owned();
        Ok(Callback::new(move |argument: A| {
            record_call(&name, written(&argument));
            R::default()
        }))
    }
}

/// Stands for a wanted type in the question how to make it.
pub struct Wanted<T>(PhantomData<T>);

impl<T> Wanted<T> {
    /// The question for `T`.
    #[expect(clippy::new_without_default, reason = "generated code asks, nobody stores it")]
    pub fn new() -> Self {
        Wanted(PhantomData)
    }
}

macro_rules! ways {
    ($($(#[$doc:meta])* $way:ident<$made:ident>;)*) => {$(
        $(#[$doc])*
        pub trait $way<$made> {
            /// The value of a parameter that has to be given.
            ///
            /// # Errors
            /// A sentence naming the parameter and its type.
            fn required(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<$made, String>;

            /// The value of a parameter that may be left out, which then has its default.
            ///
            /// # Errors
            /// A sentence naming the parameter and its type.
            fn optional(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Option<$made>, String>;
        }
    )*};
}

ways! {
    /// A handle whose calls or value can be written as JSON; asked first.
    AsWritten<T>;
    /// A handle whose calls can be written as text, or content; asked second.
    AsHandle<T>;
    /// Data; asked third.
    AsData<T>;
    /// Anything else, which JSON cannot give; asked last.
    AsNothing<T>;
}

impl<A: Serialize + 'static, R: Default + 'static> AsWritten<Callback<A, R>> for &&&Wanted<Callback<A, R>> {
    fn required(&self, inputs: &mut Inputs, name: &str, _: &str) -> Result<Callback<A, R>, String> {
        inputs.recording(name, |argument| serde_json::to_string(argument).unwrap_or_else(|error| format!("({error})")))
    }

    fn optional(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Option<Callback<A, R>>, String> {
        self.required(inputs, name, ty).map(Some)
    }
}

impl<T: DeserializeOwned + 'static> AsWritten<Signal<T>> for &&&Wanted<Signal<T>> {
    fn required(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Signal<T>, String> {
        inputs.read_required(name, ty).map(Signal::new)
    }

    fn optional(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Option<Signal<T>>, String> {
        Ok(inputs.read_optional(name, ty)?.map(Signal::new))
    }
}

impl<T: DeserializeOwned + 'static> AsWritten<Prop<T>> for &&&Wanted<Prop<T>> {
    fn required(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Prop<T>, String> {
        inputs.read_required(name, ty).map(Prop::Static)
    }

    fn optional(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Option<Prop<T>>, String> {
        Ok(inputs.read_optional(name, ty)?.map(Prop::Static))
    }
}

impl<A: Debug + 'static, R: Default + 'static> AsHandle<Callback<A, R>> for &&Wanted<Callback<A, R>> {
    fn required(&self, inputs: &mut Inputs, name: &str, _: &str) -> Result<Callback<A, R>, String> {
        inputs.recording(name, |argument| format!("{argument:?}"))
    }

    fn optional(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Option<Callback<A, R>>, String> {
        self.required(inputs, name, ty).map(Some)
    }
}

impl AsHandle<Element> for &&Wanted<Element> {
    fn required(&self, inputs: &mut Inputs, name: &str, _: &str) -> Result<Element, String> {
        let words: String = inputs.read_required(name, "text that stands for the content")?;
        Ok(text(words).into_element())
    }

    fn optional(&self, inputs: &mut Inputs, name: &str, _: &str) -> Result<Option<Element>, String> {
        let words: Option<String> = inputs.read_optional(name, "text that stands for the content")?;
        Ok(words.map(|words| text(words).into_element()))
    }
}

impl<T: DeserializeOwned> AsData<T> for &Wanted<T> {
    fn required(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<T, String> {
        inputs.read_required(name, ty)
    }

    fn optional(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Option<T>, String> {
        inputs.read_optional(name, ty)
    }
}

impl<T> AsNothing<T> for Wanted<T> {
    fn required(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<T, String> {
        Err(format!(
            "{} needs {name}, a {ty}, which JSON cannot give. Draw a component around it that makes one.",
            inputs.component
        ))
    }

    fn optional(&self, inputs: &mut Inputs, name: &str, ty: &str) -> Result<Option<T>, String> {
        match inputs.take(name) {
            None => Ok(None),
            Some(_) => Err(format!(
                "The input {name} of {} is a {ty}, which JSON cannot give. Leave it out.",
                inputs.component
            )),
        }
    }
}
