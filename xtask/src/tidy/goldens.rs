//! A golden no test names is one nobody compares with.

use super::{Finding, Repository, relative};

pub(super) fn all_named(repository: &Repository) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for folder in ["tests", "crates"] {
        let walk = walkdir::WalkDir::new(repository.root.join(folder)).sort_by_file_name().into_iter();
        for entry in walk
            .filter_entry(|entry| !super::is_generated_folder(entry.file_name().to_string_lossy().as_ref()))
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_file())
        {
            let path = relative(&repository.root, entry.path());
            if !path.split('/').any(|part| part == "goldens") || path.ends_with(".md") {
                continue;
            }
            let stem = entry.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if !repository.sources.iter().any(|source| source.text.contains(&stem)) {
                findings.push(Finding::new(path, "No test names this golden. Name it in one, or delete it."));
            }
        }
    }
    Ok(findings)
}
