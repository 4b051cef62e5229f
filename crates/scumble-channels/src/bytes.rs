//! Bytes as arguments: base64 text to an agent, bytes to the command.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scumble_protocol::{from_base64, to_base64};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Bytes a command is given or a view key holds. An agent sends and sees standard base64 text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bytes(pub Vec<u8>);

/// Numbers of one kind, sent as base64 of their little-endian bytes: `Typed<f32>`, `Typed<u16>`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed<T>(pub Vec<T>);

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<T> Deref for Typed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes(bytes)
    }
}

impl<T> From<Vec<T>> for Typed<T> {
    fn from(values: Vec<T>) -> Self {
        Typed(values)
    }
}

/// A number that can be sent as raw bytes.
pub trait Element: Copy + 'static {
    /// Its name in a schema: `float32`.
    const NAME: &'static str;
    /// How many bytes one takes.
    const SIZE: usize;
    /// Reads one from exactly [`Element::SIZE`] little-endian bytes.
    fn from_le(bytes: &[u8]) -> Self;
    /// Appends its little-endian bytes.
    fn to_le(self, bytes: &mut Vec<u8>);
}

macro_rules! elements {
    ($($kind:ty => $name:literal),* $(,)?) => {$(
        impl Element for $kind {
            const NAME: &'static str = $name;
            const SIZE: usize = size_of::<$kind>();

            fn from_le(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$kind>()];
                own.copy_from_slice(bytes);
                <$kind>::from_le_bytes(own)
            }

            fn to_le(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    )*

        /// How many bytes an element of that name takes.
        fn size_of_element(name: &str) -> usize {
            match name {
                $($name => size_of::<$kind>(),)*
                _ => 1,
            }
        }
    };
}

elements! {
    u8 => "uint8", i8 => "int8", u16 => "uint16", i16 => "int16", u32 => "uint32", i32 => "int32",
    u64 => "uint64", i64 => "int64", f32 => "float32", f64 => "float64",
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_base64(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        decode(&text).map(Bytes).map_err(de::Error::custom)
    }
}

impl JsonSchema for Bytes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Bytes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "contentEncoding": "base64", "x-scumble-binary": "uint8" })
    }
}

impl<T: Element> Serialize for Typed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(self.0.len() * T::SIZE);
        self.0.iter().for_each(|value| value.to_le(&mut bytes));
        serializer.serialize_str(&to_base64(&bytes))
    }
}

impl<'de, T: Element> Deserialize<'de> for Typed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let bytes = decode(&text).map_err(de::Error::custom)?;
        divides(bytes.len(), T::NAME, T::SIZE).map_err(de::Error::custom)?;
        Ok(Typed(bytes.chunks_exact(T::SIZE).map(T::from_le).collect()))
    }
}

impl<T: Element> JsonSchema for Typed<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Typed_{}", T::NAME).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "contentEncoding": "base64", "x-scumble-binary": T::NAME })
    }
}

/// Checks base64 text that is to hold elements of that name.
///
/// # Errors
/// What is wrong, as the rest of a sentence whose subject is the field: `is not base64: …`.
pub(crate) fn check_base64(text: &str, element: &str) -> Result<(), String> {
    let bytes = decode(text)?;
    divides(bytes.len(), element, size_of_element(element))
}

fn decode(text: &str) -> Result<Vec<u8>, String> {
    if let Some((index, character)) =
        text.char_indices().find(|(_, c)| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')))
    {
        let place = text[..index].chars().count() + 1;
        let hint = match character {
            '-' | '_' => " (use the standard alphabet, with + and /)",
            ':' | ',' if text.starts_with("data:") => " (leave out the data: prefix)",
            _ => "",
        };
        return Err(format!("is not base64: character {place} is {character:?}{hint}."));
    }
    from_base64(text).ok_or_else(|| match text.trim_end_matches('=').len() % 4 {
        1 => format!("is not base64: {} characters cannot be a whole number of bytes; it may be cut off.", text.len()),
        _ => "is not base64: its padding or its last character is wrong.".to_owned(),
    })
}

fn divides(length: usize, element: &str, size: usize) -> Result<(), String> {
    if length.is_multiple_of(size) {
        return Ok(());
    }
    Err(format!("must hold whole {element} values of {size} bytes each, not {length} bytes."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn bytes_are_base64_outside_and_bytes_inside() {
        let bytes: Bytes = from_value(json!("aGVsbG8=")).expect("decodes");
        assert_eq!(&*bytes, b"hello");
        assert_eq!(to_value(&bytes).expect("encodes"), json!("aGVsbG8="));
        assert_eq!(from_value::<Bytes>(json!("aGVsbG8")).expect("padding may be left out"), bytes);
        assert!(from_value::<Bytes>(json!("")).expect("nothing is base64 too").is_empty());
    }

    #[test]
    fn typed_values_are_little_endian() {
        let values: Typed<f32> = from_value(json!("AACAPwAAAMA=")).expect("decodes");
        assert_eq!(&*values, [1.0, -2.0]);
        assert_eq!(to_value(&values).expect("encodes"), json!("AACAPwAAAMA="));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let problem = |text: &str, element: &str| check_base64(text, element).expect_err("is refused");
        assert_eq!(problem("ab cd", "uint8"), "is not base64: character 3 is ' '.");
        assert_eq!(
            problem("_-8=", "uint8"),
            "is not base64: character 1 is '_' (use the standard alphabet, with + and /)."
        );
        assert_eq!(
            problem("data:image/png;base64,AAAA", "uint8"),
            "is not base64: character 5 is ':' (leave out the data: prefix)."
        );
        assert_eq!(
            problem("aGVsb", "uint8"),
            "is not base64: 5 characters cannot be a whole number of bytes; it may be cut off."
        );
        assert_eq!(problem("AAAAAAA=", "float32"), "must hold whole float32 values of 4 bytes each, not 5 bytes.");
    }
}
