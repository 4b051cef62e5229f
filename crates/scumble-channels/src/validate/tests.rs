//! Every sentence a wrong argument can give.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::validate;
use crate::schema::{Direction, describe, project_mcp};

/// Asserts what `value` is told, checked against `schema`.
#[track_caller]
fn check(schema: &Value, value: Value, sentence: &str) {
    assert_eq!(validate(schema, &value).expect_err("is refused"), sentence);
}

#[track_caller]
fn fits(schema: &Value, value: Value) {
    assert_eq!(validate(schema, &value), Ok(()));
}

fn note() -> Value {
    json!({
        "type": "object",
        "properties": {
            "title": { "type": "string" },
            "body": { "type": "string" },
        },
        "required": ["title"],
        "additionalProperties": false,
    })
}

fn field(schema: Value) -> Value {
    json!({ "type": "object", "properties": { "size": schema }, "additionalProperties": false })
}

#[test]
fn a_wrong_type_is_named_with_what_was_sent() {
    check(&note(), json!({ "title": 3 }), "input.title must be a string, not number 3.");
    check(&note(), json!({ "title": true }), "input.title must be a string, not boolean true.");
    check(&note(), json!({ "title": ["a"] }), "input.title must be a string, not an array.");
    check(&note(), json!({ "title": {} }), "input.title must be a string, not an object.");
    check(&note(), json!({ "title": null }), "input.title must be a string, not null.");
    check(&note(), json!("hello"), "input must be an object, not string \"hello\".");
    check(
        &field(json!({ "type": "integer" })),
        json!({ "size": 1.5 }),
        "input.size must be an integer, not number 1.5.",
    );
    check(
        &field(json!({ "type": ["integer", "string"] })),
        json!({ "size": [] }),
        "input.size must be an integer or a string, not an array.",
    );
    fits(&field(json!({ "type": "integer" })), json!({ "size": 3.0 }));
}

#[test]
fn an_optional_field_is_left_out_rather_than_null() {
    check(
        &note(),
        json!({ "title": "x", "body": null }),
        "input.body must be a string, not null; leave it out instead.",
    );
    fits(&note(), json!({ "title": "x" }));
}

#[test]
fn a_missing_field_is_required() {
    check(&note(), json!({}), "input.title is required.");
    check(&note(), json!({ "body": "x" }), "input.title is required.");
}

#[test]
fn an_unknown_field_names_those_there_are() {
    check(
        &note(),
        json!({ "title": "x", "colour": "red" }),
        "input.colour is not expected; the fields are title, body.",
    );
    let none = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    check(&none, json!({ "a": 1 }), "input.a is not expected.");
    check(&field(json!({})), json!({ "colour": 1 }), "input.colour is not expected; the only field is size.");
}

#[test]
fn a_near_miss_names_the_field_that_was_meant() {
    check(
        &note(),
        json!({ "titel": "x" }),
        "input.titel is not expected; did you mean title? The fields are title, body.",
    );
    check(
        &note(),
        json!({ "title": "x", "Body": "y" }),
        "input.Body is not expected; did you mean body? The fields are title, body.",
    );
}

#[test]
fn an_enum_lists_its_values() {
    let size = field(json!({ "type": "string", "enum": ["s", "m", "l"] }));
    check(&size, json!({ "size": "q" }), "input.size must be one of \"s\", \"m\", \"l\".");
    check(&size, json!({ "size": 3 }), "input.size must be one of \"s\", \"m\", \"l\".");
    let kind = field(json!({ "type": "string", "enum": ["newest", "oldest"] }));
    check(
        &kind,
        json!({ "size": "Newest" }),
        "input.size must be one of \"newest\", \"oldest\"; did you mean \"newest\"?",
    );
    check(&field(json!({ "const": "on" })), json!({ "size": "off" }), "input.size must be \"on\", not string \"off\".");
    fits(&size, json!({ "size": "m" }));
}

#[test]
fn lengths_are_counted_in_characters() {
    let tags = field(json!({ "type": "array", "items": { "type": "string", "maxLength": 20, "minLength": 1 } }));
    let long = "ä".repeat(31);
    check(&tags, json!({ "size": ["a", "b", long] }), "input.size[2] must be at most 20 characters, not 31.");
    check(&tags, json!({ "size": [""] }), "input.size[0] must be at least 1 character, not 0.");
    fits(&tags, json!({ "size": ["ä".repeat(20)] }));
}

#[test]
fn lists_have_their_bounds() {
    let list = field(json!({ "type": "array", "minItems": 1, "maxItems": 2, "uniqueItems": true }));
    check(&list, json!({ "size": [] }), "input.size must have at least 1 item, not 0.");
    check(&list, json!({ "size": [1, 2, 3] }), "input.size must have at most 2 items, not 3.");
    check(&list, json!({ "size": [4, 4] }), "input.size[1] repeats input.size[0]; each item may be there once.");
    let pair = field(json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "number" }] }));
    check(&pair, json!({ "size": ["a", "b"] }), "input.size[1] must be a number, not string \"b\".");
}

#[test]
fn numbers_have_their_bounds() {
    let number = |schema: Value| field(schema);
    check(&number(json!({ "minimum": 0 })), json!({ "size": -1 }), "input.size must be at least 0, not -1.");
    check(&number(json!({ "maximum": 255 })), json!({ "size": 256 }), "input.size must be at most 255, not 256.");
    check(&number(json!({ "exclusiveMinimum": 0 })), json!({ "size": 0 }), "input.size must be more than 0, not 0.");
    check(&number(json!({ "exclusiveMaximum": 1 })), json!({ "size": 1 }), "input.size must be less than 1, not 1.");
    check(
        &number(json!({ "multipleOf": 0.5 })),
        json!({ "size": 0.7 }),
        "input.size must be a multiple of 0.5, not 0.7.",
    );
    fits(&number(json!({ "multipleOf": 0.1 })), json!({ "size": 0.7 }));
}

#[test]
fn paths_lead_into_what_is_nested() {
    let schema = json!({
        "type": "object",
        "properties": { "rows": { "type": "array", "items": note() } },
        "additionalProperties": false,
    });
    check(
        &schema,
        json!({ "rows": [{ "title": "a" }, { "title": 1 }] }),
        "input.rows[1].title must be a string, not number 1.",
    );
    let map = json!({ "type": "object", "additionalProperties": { "type": "number" } });
    check(&map, json!({ "a b": "x" }), "input[\"a b\"] must be a number, not string \"x\".");
}

#[derive(JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code)]
enum Shape {
    Circle { radius: f32 },
    Rect { width: f32 },
}

#[test]
fn a_tagged_shape_is_judged_by_its_tag() {
    let schema = project_mcp(describe::<Shape>(Direction::In));
    fits(&schema, json!({ "kind": "circle", "radius": 1 }));
    check(&schema, json!({ "kind": "circle" }), "input.radius is required.");
    check(&schema, json!({ "kind": "circle", "radius": "1" }), "input.radius must be a number, not string \"1\".");
    check(&schema, json!({ "radius": 1 }), "input.kind is required.");
    check(&schema, json!({ "kind": "square" }), "input.kind must be one of \"circle\", \"rect\".");
    check(
        &schema,
        json!("circle"),
        "input must be an object with kind, radius or an object with kind, width, not string \"circle\".",
    );
}

#[derive(JsonSchema)]
#[expect(dead_code)]
enum External {
    All,
    Some(Vec<u8>),
    At { x: f32 },
}

#[test]
fn an_untagged_or_externally_tagged_shape_is_judged_by_what_it_most_looks_like() {
    let schema = project_mcp(describe::<External>(Direction::In));
    fits(&schema, json!("All"));
    fits(&schema, json!({ "Some": [1] }));
    check(&schema, json!({ "Some": ["a"] }), "input.Some[0] must be an integer, not string \"a\".");
    check(&schema, json!({ "Other": 1 }), "input.Other is not expected; it must be one of Some, At.");
    check(&schema, json!({}), "input must have exactly one of the fields Some, At.");
    check(&schema, json!("None"), "input must be \"All\", not string \"None\".");
    check(&schema, json!(1), "input must be \"All\", an object with Some or an object with At, not number 1.");

    let either = field(json!({ "anyOf": [{ "type": "number" }, { "type": "array", "items": { "type": "string" } }] }));
    check(&either, json!({ "size": "x" }), "input.size must be a number or an array, not string \"x\".");
    check(&either, json!({ "size": [1] }), "input.size[0] must be a string, not number 1.");
    let twice = field(json!({ "anyOf": [{ "type": "string", "maxLength": 1 }, { "type": "string", "minLength": 3 }] }));
    check(
        &twice,
        json!({ "size": "xx" }),
        "input.size does not match any of the 2 shapes it may take: a string or a string.",
    );
}

#[derive(JsonSchema)]
#[expect(dead_code)]
struct Tree {
    value: i32,
    children: Vec<Tree>,
}

#[test]
fn a_recursive_type_is_checked_all_the_way_down() {
    let schema = project_mcp(describe::<Tree>(Direction::In));
    let leaf = json!({ "value": 1, "children": [] });
    fits(&schema, json!({ "value": 1, "children": [leaf] }));
    check(
        &schema,
        json!({ "value": 1, "children": [{ "value": 2, "children": [{ "value": "x", "children": [] }] }] }),
        "input.children[0].children[0].value must be an integer, not string \"x\".",
    );
}

#[test]
fn bytes_are_checked_before_they_are_decoded() {
    let bytes = field(json!({ "type": "string", "contentEncoding": "base64", "x-scumble-binary": "float32" }));
    fits(&bytes, json!({ "size": "AACAPw==" }));
    check(&bytes, json!({ "size": "?" }), "input.size is not base64: character 1 is '?'.");
    check(&bytes, json!({ "size": "AAA=" }), "input.size must hold whole float32 values of 4 bytes each, not 2 bytes.");
}

#[test]
fn a_long_value_is_cut_in_the_sentence() {
    let sentence =
        validate(&field(json!({ "type": "number" })), &json!({ "size": "x".repeat(500) })).expect_err("is refused");
    assert!(sentence.len() < 120, "{sentence}");
}

#[test]
fn a_list_that_holds_null_says_so_and_may() {
    let list = field(json!({ "type": "array", "items": { "type": ["integer", "null"] } }));
    fits(&list, json!({ "size": [1, null] }));
    check(&list, json!({ "size": ["a"] }), "input.size[0] must be an integer or null, not string \"a\".");
}
