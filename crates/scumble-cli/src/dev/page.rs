//! Pages: the application's own `index.html` or one made up for it, with the development client put
//! in before anything of the application runs.

use scumble_protocol::wire::WIRE_VERSION;

use super::socket::LARGEST_MESSAGE;

/// Where the client is served.
pub(crate) const CLIENT_PATH: &str = "/__scumble/client.js";

/// Where the browser that `--headless` opens begins: it goes on to the page, which then knows that nobody looks at it.
pub(crate) const HEADLESS_PATH: &str = "/__scumble/headless";

const CLIENT: &str = concat!(include_str!("strips.js"), include_str!("client.js"));

/// A page for an application that has none: it fills the window.
pub(crate) fn default_page(name: &str, file_name: &str) -> String {
    let title = escape(name);
    format!(
        r##"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
html, body, #app {{ height: 100%; margin: 0; }}
</style>
</head>
<body>
<main id="app"></main>
<script type="module">
import init, {{ createApp }} from "/pkg/{file_name}.js";
await init();
createApp({{ webmcp: true }}).mount("#app");
</script>
</body>
</html>
"##
    )
}

/// What is at [`HEADLESS_PATH`]. The mark stays with the tab, over every reload.
pub(crate) const HEADLESS: &str = "<!doctype html>\n<meta charset=\"utf-8\">\n<title>On its way</title>\n\
    <script>sessionStorage.setItem(\"scumble:kept:unattended\", \"1\"); location.replace(\"/\");</script>\n";

/// The client's script for a page that is about to show `build`; `None` if no build has succeeded.
pub(crate) fn client(build: Option<&str>) -> String {
    let build = serde_json::to_string(&build).expect("a string is JSON");
    format!(
        "window.__scumble_dev = {{ build: {build}, protocol: {WIRE_VERSION}, largest: {LARGEST_MESSAGE} }};\n{CLIENT}"
    )
}

/// `page` with the client as its first script. The secret stands in the page and nowhere else: a page of another site
/// can run the script, and cannot read this.
pub(crate) fn inject(page: &str, secret: &str) -> String {
    let at = insertion_point(page);
    format!("{}<script src=\"{CLIENT_PATH}\" data-secret=\"{secret}\"></script>{}", &page[..at], &page[at..])
}

/// After `<head …>`, else before the first script, else after `<html …>` or the doctype, else at the start.
fn insertion_point(page: &str) -> usize {
    let lower = page.to_ascii_lowercase();
    if let Some(end) = after_tag(&lower, "<head") {
        return end;
    }
    if let Some(script) = find_tag(&lower, "<script") {
        return script;
    }
    after_tag(&lower, "<html").or_else(|| after_tag(&lower, "<!doctype")).unwrap_or(0)
}

/// Where `tag` begins, not counting comments and longer names (`<header`).
fn find_tag(page: &str, tag: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = page[from..].find(['<']).map(|at| at + from) {
        let rest = &page[found..];
        if rest.starts_with("<!--") {
            from = found + rest.find("-->").map_or(rest.len(), |end| end + 3);
            continue;
        }
        let ends_name = |next: char| next.is_ascii_whitespace() || next == '>' || next == '/';
        if rest.strip_prefix(tag).is_some_and(|rest| rest.chars().next().is_some_and(ends_name)) {
            return Some(found);
        }
        from = found + 1;
    }
    None
}

fn after_tag(page: &str, tag: &str) -> Option<usize> {
    let start = find_tag(page, tag)?;
    page[start..].find('>').map(|end| start + end + 1)
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: &str = "<script src=\"/__scumble/client.js\" data-secret=\"5ec7e7\"></script>";

    #[track_caller]
    fn check(page: &str, expected: &str) {
        assert_eq!(inject(page, "5ec7e7"), expected.replace("@", TAG));
    }

    #[test]
    fn the_client_is_the_first_thing_in_the_head() {
        check("<html><head><script>1</script></head></html>", "<html><head>@<script>1</script></head></html>");
        check("<HTML><HEAD lang=\"en\">\n<title>x</title>", "<HTML><HEAD lang=\"en\">@\n<title>x</title>");
    }

    #[test]
    fn without_a_head_it_comes_before_the_first_script() {
        check(
            "<!doctype html><div id=app></div><script>1</script>",
            "<!doctype html><div id=app></div>@<script>1</script>",
        );
        check("<!doctype html>\n<p>hello", "<!doctype html>@\n<p>hello");
        check("hello", "@hello");
    }

    #[test]
    fn comments_and_longer_tags_are_not_taken_for_it() {
        check(
            "<!-- <head> --><header>x</header><script>1</script>",
            "<!-- <head> --><header>x</header>@<script>1</script>",
        );
    }

    #[test]
    fn the_made_up_page_calls_the_application_and_escapes_its_name() {
        let page = default_page("a<b", "a_b");
        assert!(page.contains("<title>a&lt;b</title>") && page.contains("from \"/pkg/a_b.js\""));
        assert!(inject(&page, "5ec7e7").contains(&format!("<head>{TAG}")));
    }

    #[test]
    fn the_client_knows_the_build_of_its_page() {
        assert!(client(Some("b7f3")).starts_with("window.__scumble_dev = { build: \"b7f3\", protocol: 1, largest: "));
        assert!(client(None).starts_with("window.__scumble_dev = { build: null, protocol: 1, largest: "));
    }
}
