//! What types become, for each door.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::{Direction, describe, is_list, project_mcp, project_output, project_webmcp};

fn arguments<T: JsonSchema>() -> Value {
    project_mcp(describe::<T>(Direction::In))
}

fn page<T: JsonSchema>() -> Value {
    project_webmcp(describe::<T>(Direction::In))
}

/// Every keyword of a schema, wherever a schema may stand.
fn keywords(schema: &Value, found: &mut BTreeSet<String>) {
    let Value::Object(object) = schema else { return };
    for (key, value) in object {
        found.insert(key.clone());
        match key.as_str() {
            "properties" | "$defs" => {
                value.as_object().into_iter().flat_map(|o| o.values()).for_each(|v| keywords(v, found))
            }
            "oneOf" | "anyOf" | "allOf" | "prefixItems" => {
                value.as_array().into_iter().flatten().for_each(|v| keywords(v, found));
            }
            "items" | "additionalProperties" => keywords(value, found),
            _ => {}
        }
    }
}

/// Asserts what WebMCP refuses is nowhere.
fn check_subset(schema: &Value) {
    let mut found = BTreeSet::new();
    keywords(schema, &mut found);
    for refused in
        ["$ref", "$defs", "format", "oneOf", "allOf", "contentEncoding", "prefixItems", "unevaluatedProperties", "not"]
    {
        assert!(!found.contains(refused), "{refused} is in {schema}");
    }
    assert!(found.iter().all(|key| !key.starts_with("x-")), "{schema}");
    assert!(!schema.to_string().contains("null"), "{schema}");
    fn closed(schema: &Value) {
        match schema {
            Value::Object(object) => {
                if let Some(more) = object.get("additionalProperties") {
                    assert_eq!(more, &Value::Bool(false));
                }
                object.values().for_each(closed);
            }
            Value::Array(items) => items.iter().for_each(closed),
            _ => {}
        }
    }
    closed(schema);
}

/// A point.
#[derive(JsonSchema)]
#[expect(dead_code)]
struct Point {
    /// From the left.
    x: f32,
    y: f32,
}

#[derive(JsonSchema)]
#[expect(dead_code)]
struct Line {
    /// Where it begins.
    from: Point,
    to: Point,
    label: Option<String>,
    mark: Option<Point>,
    #[serde(default)]
    width: u8,
    points: Vec<Option<i64>>,
}

#[test]
fn references_are_inlined_and_a_fields_own_words_win() {
    let point = json!({
        "type": "object",
        "description": "A point.",
        "properties": { "x": { "type": "number", "description": "From the left." }, "y": { "type": "number" } },
        "required": ["x", "y"],
        "additionalProperties": false,
    });
    let mut from = point.clone();
    from["description"] = "Where it begins.".into();
    assert_eq!(
        arguments::<Line>(),
        json!({
            "type": "object",
            "properties": {
                "from": from,
                "to": point,
                "label": { "type": "string" },
                "mark": point,
                "width": { "type": "integer", "minimum": 0, "maximum": 255, "default": 0 },
                "points": { "type": "array", "items": { "type": ["integer", "null"] } },
            },
            "required": ["from", "to", "points"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn properties_stay_in_the_order_they_were_written() {
    let schema = arguments::<Line>();
    let names: Vec<_> = schema["properties"].as_object().expect("fields").keys().cloned().collect();
    assert_eq!(names, ["from", "to", "label", "mark", "width", "points"]);
}

#[test]
fn projecting_twice_changes_nothing() {
    for schema in [arguments::<Line>(), arguments::<Tree>(), arguments::<Shape>(), arguments::<Either>()] {
        assert_eq!(project_mcp(schema.clone()), schema);
        let page = project_webmcp(schema);
        assert_eq!(project_webmcp(page.clone()), page);
    }
}

#[test]
fn an_output_requires_nothing_and_closes_nothing() {
    let mut found = BTreeSet::new();
    let schema = project_output(describe::<Line>(Direction::Out));
    keywords(&schema, &mut found);
    assert!(!found.contains("required") && !found.contains("additionalProperties"), "{schema}");
}

/// A tree.
#[derive(JsonSchema)]
#[expect(dead_code)]
struct Tree {
    value: i32,
    children: Vec<Tree>,
    parent: Option<Box<Tree>>,
}

#[derive(JsonSchema)]
#[expect(dead_code)]
struct Garden {
    tree: Tree,
    bench: Point,
}

#[test]
fn a_recursive_type_keeps_its_definition() {
    let schema = arguments::<Garden>();
    assert_eq!(schema["properties"]["tree"], json!({ "$ref": "#/$defs/Tree" }));
    assert_eq!(schema["properties"]["bench"]["type"], "object");
    let tree = &schema["$defs"]["Tree"];
    assert_eq!(tree["properties"]["children"]["items"], json!({ "$ref": "#/$defs/Tree" }));
    assert_eq!(tree["properties"]["parent"], json!({ "$ref": "#/$defs/Tree" }));
    assert_eq!(tree["required"], json!(["value", "children"]));
    assert_eq!(schema["$defs"].as_object().expect("definitions").len(), 1);
}

#[test]
fn a_recursive_type_is_an_open_object_where_it_recurs_in_a_page() {
    let schema = page::<Garden>();
    check_subset(&schema);
    let tree = &schema["properties"]["tree"];
    assert_eq!(tree["properties"]["value"]["type"], "integer");
    let child = &tree["properties"]["children"]["items"];
    assert_eq!(child["type"], "object");
    assert!(child.get("properties").is_none() && child.get("additionalProperties").is_none());
}

#[derive(JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code)]
enum Shape {
    /// Nothing at all.
    Empty,
    /// Round.
    Circle {
        radius: f32,
        name: String,
    },
    Rect {
        width: f32,
        height: f32,
        name: Option<String>,
    },
}

#[test]
fn a_tagged_enum_is_a_choice_of_closed_objects() {
    let schema = arguments::<Shape>();
    let variants = schema["oneOf"].as_array().expect("a choice");
    assert_eq!(variants.len(), 3);
    assert!(variants.iter().all(|variant| variant["additionalProperties"] == false));
    assert_eq!(variants[1]["properties"]["kind"], json!({ "type": "string", "const": "circle" }));
    assert_eq!(variants[2]["required"], json!(["kind", "width", "height"]));
}

#[test]
fn a_tagged_enum_is_one_object_with_an_enum_tag_in_a_page() {
    let schema = page::<Shape>();
    check_subset(&schema);
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "kind": {
                    "type": "string",
                    "enum": ["empty", "circle", "rect"],
                    "description": "empty: Nothing at all.\ncircle: Round.",
                },
                "radius": { "type": "number", "description": "With kind circle." },
                "name": { "type": "string", "description": "With kind circle or rect." },
                "width": { "type": "number", "description": "With kind rect." },
                "height": { "type": "number", "description": "With kind rect." },
            },
            "required": ["kind"],
            "additionalProperties": false,
        })
    );
}

#[derive(JsonSchema)]
#[serde(tag = "t", content = "c")]
#[expect(dead_code)]
enum Adjacent {
    Text(String),
    Place(Point),
    Size { width: f32, height: f32 },
}

#[test]
fn an_adjacently_tagged_enum_is_flattened_too() {
    let schema = page::<Adjacent>();
    check_subset(&schema);
    assert_eq!(schema["properties"]["t"]["enum"], json!(["Text", "Place", "Size"]));
    assert_eq!(schema["properties"]["c"]["anyOf"], json!([{ "type": "string" }, { "type": "object" }]));
    assert_eq!(schema["required"], json!(["t", "c"]));
}

#[derive(JsonSchema)]
#[expect(dead_code)]
enum External {
    Nothing,
    All,
    Some(Vec<u8>),
    At { x: f32 },
}

#[test]
fn an_externally_tagged_enum_keeps_the_shape_it_is_sent_in() {
    let schema = arguments::<External>();
    let variants = schema["oneOf"].as_array().expect("a choice");
    let objects: Vec<_> = variants.iter().filter(|variant| variant["type"] == "object").collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["required"], json!(["Some"]));
    let schema = page::<External>();
    check_subset(&schema);
    assert!(schema["anyOf"].is_array());
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code)]
enum Size {
    S,
    M,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code)]
enum Documented {
    /// Small.
    S,
    /// Medium.
    M,
    /// Large.
    L,
}

#[derive(JsonSchema)]
#[expect(dead_code)]
struct Sized {
    size: Size,
    maybe: Option<Size>,
    documented: Documented,
}

#[test]
fn an_enum_of_names_is_an_enum() {
    let schema = arguments::<Sized>();
    assert_eq!(schema["properties"]["size"], json!({ "type": "string", "enum": ["s", "m"] }));
    assert_eq!(schema["properties"]["maybe"], json!({ "type": "string", "enum": ["s", "m"] }));
    assert_eq!(schema["properties"]["documented"]["enum"], json!(["s", "m", "l"]));
    assert_eq!(schema["properties"]["documented"]["description"], "s: Small.\nm: Medium.\nl: Large.");
    check_subset(&page::<Sized>());
}

#[derive(JsonSchema)]
#[expect(dead_code)]
struct Flattened {
    id: u32,
    #[serde(flatten)]
    shape: Shape,
}

#[test]
fn a_flattened_enum_is_a_choice_of_whole_objects() {
    let schema = arguments::<Flattened>();
    let variants = schema["oneOf"].as_array().expect("a choice");
    assert!(variants.iter().all(|variant| variant["properties"]["id"]["type"] == "integer"), "{schema}");
    assert_eq!(variants[1]["required"], json!(["id", "kind", "radius", "name"]));
    assert!(variants.iter().all(|variant| variant["additionalProperties"] == false));
    let schema = page::<Flattened>();
    check_subset(&schema);
    assert_eq!(schema["required"], json!(["id", "kind"]));
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code)]
enum Either {
    Number(f64),
    Words(Vec<String>),
    Nothing(()),
}

#[test]
fn several_types_of_one_node_are_a_choice_in_a_page() {
    let schema = json!({ "type": "object", "properties": { "value": { "type": ["boolean", "number", "null"] } } });
    let value = project_webmcp(schema)["properties"]["value"].clone();
    assert_eq!(value, json!({ "anyOf": [{ "type": "boolean" }, { "type": "number" }] }));
}

#[test]
fn an_untagged_enum_is_any_of_its_shapes() {
    let schema = arguments::<Either>();
    assert_eq!(schema["anyOf"].as_array().map(Vec::len), Some(3));
    let schema = page::<Either>();
    check_subset(&schema);
    assert_eq!(schema["anyOf"].as_array().map(Vec::len), Some(2));
}

#[derive(JsonSchema)]
#[expect(dead_code)]
struct Odd {
    any: Value,
    map: BTreeMap<String, u32>,
    pair: (String, f32),
    corner: [f32; 2],
    bytes: crate::Bytes,
    curve: Option<crate::Typed<f32>>,
    unique: BTreeSet<u8>,
    unit: (),
    character: char,
}

#[test]
fn maps_tuples_bytes_and_anything_keep_their_meaning() {
    let schema = arguments::<Odd>();
    let field = |name: &str| &schema["properties"][name];
    assert_eq!(field("any"), &json!({}));
    assert_eq!(field("map")["additionalProperties"]["type"], "integer");
    assert_eq!(field("pair")["prefixItems"].as_array().map(Vec::len), Some(2));
    assert_eq!(field("bytes")["contentEncoding"], "base64");
    assert_eq!(field("curve")["x-scumble-binary"], "float32");
    assert_eq!(field("unique")["uniqueItems"], true);
    assert_eq!(field("character")["maxLength"], 1);

    let schema = page::<Odd>();
    check_subset(&schema);
    let field = |name: &str| &schema["properties"][name];
    assert_eq!(field("map"), &json!({ "type": "object" }));
    assert_eq!(field("pair")["description"], "In order: a string, a number.");
    assert_eq!((&field("pair")["minItems"], &field("pair")["maxItems"]), (&json!(2), &json!(2)));
    assert_eq!(field("corner")["items"]["type"], "number");
    assert_eq!(field("bytes"), &json!({ "type": "string", "description": "Base64 text." }));
    assert_eq!(field("curve")["description"], "Base64 text of little-endian float32 values.");
}

#[test]
fn definitions_by_the_older_name_and_encoded_names_are_found() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/definitions/A%3Cu8%3E" }, "b": { "$ref": "#/definitions/x~1y" } },
        "definitions": { "A<u8>": { "type": "string" }, "x/y": { "type": "boolean" } },
    });
    let schema = project_mcp(schema);
    assert_eq!(schema["properties"], json!({ "a": { "type": "string" }, "b": { "type": "boolean" } }));
    assert!(schema.get("$defs").is_none() && schema.get("definitions").is_none());
}

#[test]
fn a_property_may_be_called_like_a_keyword() {
    #[derive(JsonSchema)]
    #[expect(dead_code)]
    struct Named {
        format: String,
        required: bool,
        additional_properties: Option<u8>,
    }
    let schema = arguments::<Named>();
    assert_eq!(schema["properties"]["format"], json!({ "type": "string" }));
    let output = project_output(describe::<Named>(Direction::Out));
    assert_eq!(output["properties"]["required"], json!({ "type": "boolean" }));
}

#[test]
fn only_plain_lists_can_be_paged() {
    assert!(is_list(&arguments::<Vec<Point>>()));
    assert!(!is_list(&arguments::<(u8, u8)>()));
    assert!(!is_list(&arguments::<String>()));
}
