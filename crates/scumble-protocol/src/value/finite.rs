//! Finds NaN and infinities in a value by serialising it to nothing.
//!
//! `serde_json` writes them as `null` without a word, and afterwards nobody can tell.

use std::fmt;

use serde::ser::{self, Serialize};

/// Checks every number of `value`.
///
/// # Errors
/// A sentence that names where the number is.
pub(super) fn check<T: Serialize + ?Sized>(value: &T) -> Result<(), String> {
    value.serialize(&mut Search { path: Vec::new() }).map_err(|Found(sentence)| sentence)
}

struct Search {
    path: Vec<Step>,
}

enum Step {
    Field(String),
    Item(usize),
}

#[derive(Debug)]
struct Found(String);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Found {}

impl ser::Error for Found {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Found(message.to_string())
    }
}

type Walked = Result<(), Found>;

impl Search {
    fn number(&self, number: f64) -> Walked {
        if number.is_finite() {
            return Ok(());
        }
        let mut place = String::new();
        for step in &self.path {
            match step {
                Step::Field(name) if place.is_empty() => place.push_str(name),
                Step::Field(name) => {
                    place.push('.');
                    place.push_str(name);
                }
                Step::Item(index) => place.push_str(&format!("[{index}]")),
            }
        }
        let place = if place.is_empty() { "it" } else { &place };
        let what = if number.is_nan() {
            "NaN"
        } else if number > 0.0 {
            "infinity"
        } else {
            "minus infinity"
        };
        Err(Found(format!("{place} is {what}, which JSON cannot carry.")))
    }

    fn within<T: Serialize + ?Sized>(&mut self, step: Step, value: &T) -> Walked {
        self.path.push(step);
        value.serialize(&mut *self)?;
        self.path.pop();
        Ok(())
    }
}

macro_rules! nothing_to_find {
    ($($method:ident: $kind:ty),* $(,)?) => {$(
        fn $method(self, _: $kind) -> Walked {
            Ok(())
        }
    )*};
}

impl<'a> ser::Serializer for &'a mut Search {
    type Ok = ();
    type Error = Found;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Fields<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Fields<'a>;

    nothing_to_find! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_char: char,
        serialize_str: &str, serialize_bytes: &[u8], serialize_unit_struct: &'static str,
    }

    fn serialize_f32(self, number: f32) -> Walked {
        self.number(number.into())
    }

    fn serialize_f64(self, number: f64) -> Walked {
        self.number(number)
    }

    fn serialize_none(self) -> Walked {
        Ok(())
    }

    fn serialize_unit(self) -> Walked {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Walked {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Walked {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Walked {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Walked {
        self.within(Step::Field(variant.into()), value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, Found> {
        Ok(Items { search: self, next: 0 })
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Found> {
        Ok(Items { search: self, next: 0 })
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Found> {
        Ok(Items { search: self, next: 0 })
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Items<'a>, Found> {
        Ok(Items { search: self, next: 0 })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'a>, Found> {
        Ok(Fields { search: self, key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a>, Found> {
        Ok(Fields { search: self, key: String::new() })
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Fields<'a>, Found> {
        Ok(Fields { search: self, key: String::new() })
    }
}

struct Items<'a> {
    search: &'a mut Search,
    next: usize,
}

impl Items<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        let index = self.next;
        self.next += 1;
        self.search.within(Step::Item(index), value)
    }
}

macro_rules! items {
    ($($kind:ident: $method:ident),*) => {$(
        impl ser::$kind for Items<'_> {
            type Ok = ();
            type Error = Found;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
                self.item(value)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field
}

struct Fields<'a> {
    search: &'a mut Search,
    key: String,
}

impl ser::SerializeMap for Fields<'_> {
    type Ok = ();
    type Error = Found;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Walked {
        self.key = match serde_json::to_value(key) {
            Ok(serde_json::Value::String(text)) => text,
            Ok(other) => other.to_string(),
            Err(_) => "?".into(),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        let key = std::mem::take(&mut self.key);
        self.search.within(Step::Field(key), value)
    }

    fn end(self) -> Walked {
        Ok(())
    }
}

macro_rules! fields {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Fields<'_> {
            type Ok = ();
            type Error = Found;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Walked {
                self.search.within(Step::Field(key.into()), value)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);
