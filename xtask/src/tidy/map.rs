//! The map against the territory: ARCHITECTURE.md names every crate, and only crates that exist.

use std::collections::BTreeSet;

use super::{Finding, Repository};

pub(super) fn crates_and_map_agree(repository: &Repository) -> Result<Vec<Finding>, String> {
    let path = repository.root.join("ARCHITECTURE.md");
    let map = std::fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
    let folder = repository.root.join("crates");
    let crates = std::fs::read_dir(&folder)
        .map_err(|error| format!("{} cannot be read: {error}.", folder.display()))?
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().join("Cargo.toml").is_file()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    Ok(compare(&named(&map), &crates))
}

/// The crates a text names: `scumble` and `scumble-…` as words of their own, in code.
fn named(map: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut in_block = false;
    for line in map.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
            continue;
        }
        if in_block {
            collect(line, &mut names);
        } else {
            // Outside blocks only what stands between backticks is a name.
            for code in line.split('`').skip(1).step_by(2) {
                collect(code, &mut names);
            }
        }
    }
    names
}

fn collect(text: &str, names: &mut BTreeSet<String>) {
    let words = text.split(|character: char| !(character.is_ascii_alphanumeric() || character == '-'));
    names.extend(words.filter(|word| *word == "scumble" || word.starts_with("scumble-")).map(str::to_owned));
}

fn compare(named: &BTreeSet<String>, crates: &BTreeSet<String>) -> Vec<Finding> {
    let missing = crates
        .difference(named)
        .map(|name| Finding::new("ARCHITECTURE.md", format!("{name} is not on the map. Say what it is.")));
    let gone = named
        .difference(crates)
        .map(|name| Finding::new("ARCHITECTURE.md", format!("{name} is on the map but not in crates/.")));
    missing.chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::{compare, named};

    #[test]
    fn names_are_taken_from_code_alone() {
        let map = "Prose about scumble-nothing.\n```\n  scumble-scene/  the tree\n```\nand `scumble-paint`.\n";
        let names: Vec<String> = named(map).into_iter().collect();
        assert_eq!(names, ["scumble-paint", "scumble-scene"]);
    }

    #[test]
    fn a_crate_off_the_map_and_a_name_without_a_crate_are_both_found() {
        let named = ["scumble-old".to_owned()].into();
        let crates = ["scumble-new".to_owned()].into();
        assert_eq!(compare(&named, &crates).len(), 2);
    }
}
