//! What a connecting agent is told: the application's own words, then how it is worked on here.

use std::path::Path;

/// The most characters a client is sent.
const LONGEST: usize = 2048;

/// The instructions of the application `name`, whose crate is in `dir`, as its source has them now.
pub(crate) fn of(name: &str, dir: &Path) -> String {
    let own = scumble_catalog::instructions(dir).unwrap_or_default();
    together(&own, &servers(name))
}

fn servers(name: &str) -> String {
    format!(
        "{name} as it is being written, served by scumble dev. The page in front of the person is operated by its channels' \
         tools (<channel>_view, <channel>_<command>) and by ui_snapshot and ui_press; render_frame draws it. These are \
         listed once the page has been opened in a browser. Before you write code, read library_overview: it tells the \
         components there are. After saving a file, build_status has the verdict; every answer is of the code as it is \
         saved."
    )
}

/// Both, the first cut so that they fit.
fn together(own: &str, servers: &str) -> String {
    let own = own.trim();
    if own.is_empty() {
        return servers.to_owned();
    }
    let room = LONGEST.saturating_sub(servers.chars().count() + 2);
    if own.chars().count() <= room {
        return format!("{own}\n\n{servers}");
    }
    let cut: String = own.chars().take(room.saturating_sub(1)).collect();
    format!("{cut}…\n\n{servers}")
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, servers, together};

    #[test]
    fn the_applications_words_come_first_and_both_fit() {
        let servers = servers("notes");
        assert_eq!(together("", &servers), servers);
        assert_eq!(together(" Notes the person keeps.\n", "Served."), "Notes the person keeps.\n\nServed.");
        let long = together(&"ä".repeat(LONGEST), &servers);
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.contains("ä…\n\nnotes as it is") && long.ends_with(&servers));
    }
}
