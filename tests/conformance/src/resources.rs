//! The suite's resources.

use scumble_protocol::{Contents, Resource, Template};
use serde_json::json;

/// A PNG of one red pixel.
pub(crate) const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49,
    0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

pub(crate) fn list() -> Vec<Resource> {
    let resource = |uri: &str, name: &str, mime_type: &str, description: &str| Resource {
        uri: uri.to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        mime_type: mime_type.to_owned(),
    };
    vec![
        resource("test://static-text", "static text", "text/plain", "A text that never changes."),
        resource("test://static-binary", "static binary", "image/png", "A picture of one red pixel."),
        resource("test://watched-resource", "watched", "text/plain", "A text to subscribe to."),
    ]
}

pub(crate) fn templates() -> Vec<Template> {
    vec![Template {
        uri_template: "test://template/{id}/data".to_owned(),
        name: "template".to_owned(),
        description: "Data by id.".to_owned(),
        mime_type: "application/json".to_owned(),
    }]
}

pub(crate) fn read(uri: &str) -> Option<Contents> {
    if let Some(id) = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data")) {
        let data = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
        return Some(Contents::text(uri, "application/json", data.to_string()));
    }
    match uri {
        "test://static-text" => {
            Some(Contents::text(uri, "text/plain", "This is the content of the static text resource."))
        }
        "test://static-binary" => Some(Contents::bytes(uri, "image/png", PIXEL)),
        "test://watched-resource" => Some(Contents::text(uri, "text/plain", "Watched resource content.")),
        _ => None,
    }
}
