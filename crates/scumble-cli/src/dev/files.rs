//! Files beside the application's page, and what type each is served as.

use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;

/// The file a request's path names under `root`, if it is one that is served: nothing hidden,
/// nothing cargo made, nothing outside of `root` by any way, links included.
pub(crate) fn locate(root: &Path, request: &str) -> Option<PathBuf> {
    let decoded = percent_decode_str(request.trim_start_matches('/')).decode_utf8().ok()?;
    let relative = Path::new(decoded.as_ref());
    for part in relative.components() {
        let Component::Normal(name) = part else { return None };
        let name = name.to_str()?;
        if name.starts_with('.') || name == "target" {
            return None;
        }
    }
    let path = root.join(relative).canonicalize().ok()?;
    (path.starts_with(root.canonicalize().ok()?) && path.is_file()).then_some(path)
}

/// The `Content-Type` of a file by its name.
pub(crate) fn content_type(name: &str) -> &'static str {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "mp3" => "audio/mpeg",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "pdf" => "application/pdf",
        "xml" => "application/xml",
        "txt" | "md" | "rs" | "toml" | "ts" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_beside_the_page_are_found_and_others_are_not() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let root = dir.path().join("app");
        std::fs::create_dir_all(root.join("images")).expect("a writable folder");
        std::fs::create_dir_all(root.join("target")).expect("a writable folder");
        for file in ["images/a b.png", ".env", "target/x", "../secret"] {
            std::fs::write(root.join(file), "").expect("a writable folder");
        }
        assert!(locate(&root, "/images/a%20b.png").is_some());
        for request in [
            "/.env",
            "/target/x",
            "/../secret",
            "/%2e%2e/secret",
            "/images/..%2f..%2fsecret",
            "//etc/passwd",
            "/images",
            "/none",
            "/%ff",
        ] {
            assert_eq!(locate(&root, request), None, "{request}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let root = dir.path().join("app");
        std::fs::create_dir_all(&root).expect("a writable folder");
        std::fs::write(dir.path().join("secret"), "").expect("a writable folder");
        std::os::unix::fs::symlink("../secret", root.join("link")).expect("a writable folder");
        assert_eq!(locate(&root, "/link"), None);
    }

    #[test]
    fn modules_and_scripts_have_the_types_browsers_insist_on() {
        assert_eq!(content_type("notes_bg.wasm"), "application/wasm");
        assert_eq!(content_type("notes.js"), "text/javascript; charset=utf-8");
        assert_eq!(content_type("INDEX.HTML"), "text/html; charset=utf-8");
        assert_eq!(content_type("LICENSE"), "application/octet-stream");
    }
}
