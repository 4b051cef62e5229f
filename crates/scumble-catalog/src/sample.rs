//! An example value for a type, as JSON, so that a call can be given whole.
//!
//! Knows the types of std and the project's own data; for any other it gives none.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use syn::Type;

use crate::read::{DataFacts, Shape, Tagging, arguments_of};

/// Types within types are followed this far.
const DEEPEST: usize = 6;

/// The data types of a package by name.
#[derive(Default)]
pub(crate) struct Data<'a> {
    types: HashMap<&'a str, &'a DataFacts>,
}

impl<'a> Data<'a> {
    /// Of two types with one name, the one that can be read from JSON is taken.
    pub(crate) fn of(facts: impl Iterator<Item = &'a DataFacts>) -> Data<'a> {
        let mut types: HashMap<&str, &DataFacts> = HashMap::new();
        for data in facts {
            let known = types.entry(&data.name).or_insert(data);
            if data.is_data && !known.is_data {
                *known = data;
            }
        }
        Data { types }
    }

    /// A value of the type written as `ty` for something called `name`; `None` if there is none to give.
    pub(crate) fn value(&self, ty: &str, name: &str) -> Option<Value> {
        self.of_type(&syn::parse_str(ty).ok()?, name, 0)
    }

    /// The names of a type's values, where it is an enum of plain names. Handles around it do not count.
    pub(crate) fn names(&self, ty: &str) -> Vec<String> {
        let Ok(parsed) = syn::parse_str::<Type>(ty) else { return Vec::new() };
        let inner = arguments_of(&parsed, "Option").and_then(|inner| inner.first().copied()).unwrap_or(&parsed);
        let Type::Path(path) = inner else { return Vec::new() };
        let Some(last) = path.path.segments.last() else { return Vec::new() };
        match self.types.get(last.ident.to_string().as_str()).map(|data| &data.shape) {
            Some(Shape::OneOf(Tagging::External, variants))
                if variants.iter().all(|(_, shape)| matches!(shape, Shape::Unit)) =>
            {
                variants.iter().map(|(name, _)| name.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn of_type(&self, ty: &Type, name: &str, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match ty {
            Type::Paren(inner) => return self.of_type(&inner.elem, name, depth),
            Type::Group(inner) => return self.of_type(&inner.elem, name, depth),
            Type::Reference(reference) => return self.of_type(&reference.elem, name, depth),
            Type::Tuple(tuple) if tuple.elems.is_empty() => return Some(Value::Null),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.of_type(part, name, depth + 1));
                return parts.collect::<Option<Vec<Value>>>().map(Value::Array);
            }
            Type::Array(array) => {
                let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) = &array.len else { return None };
                let length: usize = length.base10_parse().ok().filter(|length| *length <= 16)?;
                let part = self.of_type(&array.elem, name, depth + 1)?;
                return Some(Value::Array(vec![part; length]));
            }
            Type::Path(_) => {}
            _ => return None,
        }
        for list in ["Vec", "VecDeque", "HashSet", "BTreeSet"] {
            if let Some(part) = arguments_of(ty, list) {
                let part = self.of_type(part.first()?, &singular(name), depth + 1);
                return Some(Value::Array(part.into_iter().collect()));
            }
        }
        for map in ["HashMap", "BTreeMap"] {
            if arguments_of(ty, map).is_some() {
                return Some(json!({}));
            }
        }
        if let Some(inner) = arguments_of(ty, "Option") {
            return Some(self.of_type(inner.first()?, name, depth + 1).unwrap_or(Value::Null));
        }
        for handle in ["Box", "Rc", "Arc", "Cow"] {
            if let Some(inner) = arguments_of(ty, handle) {
                return self.of_type(inner.last()?, name, depth);
            }
        }
        let Type::Path(path) = ty else { return None };
        let last = path.path.segments.last()?.ident.to_string();
        Some(match last.as_str() {
            "String" | "str" => json!(words(name)),
            "bool" => json!(false),
            "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => json!(1),
            "f32" | "f64" => json!(1.0),
            "char" => json!("a"),
            // Base64 of nothing.
            "Bytes" => json!(""),
            _ => {
                let data = self.types.get(last.as_str()).filter(|data| data.is_data)?;
                return self.of_shape(&data.shape, name, depth + 1);
            }
        })
    }

    fn of_written(&self, ty: &str, name: &str, depth: usize) -> Option<Value> {
        self.of_type(&syn::parse_str(ty).ok()?, name, depth)
    }

    fn of_shape(&self, shape: &Shape, name: &str, depth: usize) -> Option<Value> {
        match shape {
            Shape::Unit => Some(Value::Null),
            Shape::Same(ty) => self.of_written(ty, name, depth),
            Shape::Tuple(types) => {
                let parts = types.iter().map(|ty| self.of_written(ty, name, depth));
                parts.collect::<Option<Vec<Value>>>().map(Value::Array)
            }
            Shape::Fields(fields) => self.fields(fields, depth).map(Value::Object),
            Shape::OneOf(tagging, variants) => {
                let plain = variants.iter().filter(|(_, shape)| matches!(shape, Shape::Unit));
                let filled = variants.iter().filter(|(_, shape)| !matches!(shape, Shape::Unit));
                plain.chain(filled).find_map(|(variant, shape)| self.variant(tagging, variant, shape, name, depth))
            }
            Shape::Unknown => None,
        }
    }

    fn fields(&self, fields: &[(String, String)], depth: usize) -> Option<Map<String, Value>> {
        let mut object = Map::new();
        for (field, ty) in fields {
            object.insert(field.clone(), self.of_written(ty, field, depth)?);
        }
        Some(object)
    }

    fn variant(&self, tagging: &Tagging, variant: &str, shape: &Shape, name: &str, depth: usize) -> Option<Value> {
        let is_unit = matches!(shape, Shape::Unit);
        let inner = self.of_shape(shape, name, depth);
        Some(match tagging {
            Tagging::None => inner?,
            Tagging::External if is_unit => json!(variant),
            Tagging::External => json!({ variant: inner? }),
            Tagging::Adjacent(tag, _) if is_unit => json!({ tag: variant }),
            Tagging::Adjacent(tag, content) => json!({ tag: variant, content: inner? }),
            Tagging::Internal(tag) => {
                let mut object = Map::new();
                object.insert(tag.clone(), json!(variant));
                match inner? {
                    Value::Object(fields) => object.extend(fields),
                    Value::Null => {}
                    _ => return None,
                }
                Value::Object(object)
            }
        })
    }
}

/// `note_title` as `Note title`.
fn words(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut characters = spaced.trim().chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// What one of several is called.
fn singular(name: &str) -> String {
    name.strip_suffix('s').filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned()
}
