//! Which module a file is, and what a path written in one names.
//!
//! Follows `mod` declarations from the crate's roots and `use` from module to module; what comes from other crates is
//! nobody's here.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::files::Files;
use crate::read::Import;

/// How many imports a name is followed through.
const LONGEST_WAY: usize = 16;

/// A module's path: its root first (`lib`, `main`, `bin/name`), then the modules down to it.
pub(crate) type ModulePath = Vec<String>;

/// The modules of a package.
#[derive(Default)]
pub(crate) struct Modules {
    /// Each file's module and the conditions it is under. A file nothing declares is not here.
    files: BTreeMap<String, (ModulePath, Vec<String>)>,
    /// Whether a file may have been missed, since one that could declare it never parsed.
    uncertain: bool,
    known: BTreeSet<ModulePath>,
    imports: BTreeMap<ModulePath, Vec<Import>>,
    crate_name: String,
}

impl Modules {
    /// The modules of a package whose library is `library`, a path from its folder.
    pub(crate) fn of(files: &Files, library: &str, crate_name: &str) -> Modules {
        let mut modules = Modules { crate_name: crate_name.to_owned(), ..Modules::default() };
        let facts: BTreeMap<&str, _> = files.iter().map(|(path, file)| (path, file.facts.as_ref())).collect();
        let mut waiting: VecDeque<(String, ModulePath, Vec<String>)> = facts
            .keys()
            .filter_map(|path| Some(((*path).to_owned(), vec![root_of(path, library)?], Vec::new())))
            .collect();
        modules.uncertain = waiting.is_empty();
        while let Some((file, path, conditions)) = waiting.pop_front() {
            if modules.files.contains_key(&file) {
                continue;
            }
            modules.known.insert(path.clone());
            modules.files.insert(file.clone(), (path.clone(), conditions.clone()));
            let Some(Some(said)) = facts.get(file.as_str()) else {
                modules.uncertain = true;
                continue;
            };
            for import in &said.imports {
                let module: ModulePath = path.iter().chain(&import.scope).cloned().collect();
                modules.known.insert(module.clone());
                modules.imports.entry(module).or_default().push(import.clone());
            }
            for component in &said.components {
                modules.known.insert(path.iter().chain(&component.scope).cloned().collect());
            }
            for declared in &said.modules {
                let mut below = path.clone();
                below.extend(declared.scope.iter().cloned());
                modules.known.insert(below.clone());
                below.push(declared.name.clone());
                let conditions = conditions.iter().chain(&declared.conditions).cloned().collect();
                let places = places(&file, &path, &declared.scope, &declared.name, declared.path.as_deref());
                if let Some(place) = places.into_iter().find(|place| facts.contains_key(place.as_str())) {
                    waiting.push_back((place, below, conditions));
                }
            }
        }
        modules
    }

    /// A file's module, and the conditions it is compiled under.
    pub(crate) fn of_file(&self, file: &str) -> Option<&(ModulePath, Vec<String>)> {
        self.files.get(file)
    }

    /// Whether it is certain that no module declares this file.
    pub(crate) fn is_undeclared(&self, file: &str) -> bool {
        !self.uncertain && !self.files.contains_key(file)
    }

    /// What a path written in `module` names, as `is_item` knows items.
    pub(crate) fn resolve(
        &self,
        module: &ModulePath,
        path: &[String],
        is_item: &impl Fn(&ModulePath, &str) -> bool,
    ) -> Resolved {
        let mut search = Search { modules: self, is_item, seen: BTreeSet::new() };
        match search.find(module, path, LONGEST_WAY) {
            Some((module, name)) => Resolved::Item(module, name),
            None if self.is_foreign(module, path) => Resolved::Foreign,
            None => Resolved::Unknown,
        }
    }

    fn imports(&self, module: &ModulePath) -> &[Import] {
        self.imports.get(module).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a path's first name comes from another crate.
    fn is_foreign(&self, module: &ModulePath, path: &[String]) -> bool {
        let Some(first) = path.first() else { return false };
        let imported = self.imports(module).iter().find(|import| import.alias.as_ref() == Some(first));
        match imported {
            Some(import) => self.start(module, &import.path).is_none() && !self.declares(module, &import.path[0]),
            None => path.len() > 1 && self.start(module, path).is_none() && !self.declares(module, first),
        }
    }

    fn declares(&self, module: &ModulePath, name: &str) -> bool {
        let mut child = module.clone();
        child.push(name.to_owned());
        self.known.contains(&child) || self.imports(module).iter().any(|import| import.alias.as_deref() == Some(name))
    }

    /// Where a path begins that says so (`crate`, `self`, `super`, the crate's own name), and what is left of it.
    fn start<'p>(&self, module: &ModulePath, path: &'p [String]) -> Option<(ModulePath, &'p [String])> {
        let (first, mut rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some((module[..1].to_vec(), rest)),
            "self" => Some((module.clone(), rest)),
            "super" => {
                let mut parent = module[..module.len().saturating_sub(1).max(1)].to_vec();
                while let Some(("super", after)) = rest.split_first().map(|(next, after)| (next.as_str(), after)) {
                    parent.truncate(parent.len().saturating_sub(1).max(1));
                    rest = after;
                }
                Some((parent, rest))
            }
            name if name == self.crate_name => Some((vec!["lib".to_owned()], rest)),
            _ => None,
        }
    }

    /// The module a path written in `module` names; what is brought in with `*` is not looked through.
    fn module_at(&self, module: &ModulePath, path: &[String], left: usize) -> Option<ModulePath> {
        let left = left.checked_sub(1)?;
        let (mut at, rest) = self.start(module, path).unwrap_or((module.clone(), path));
        for (index, name) in rest.iter().enumerate() {
            let mut child = at.clone();
            child.push(name.clone());
            if self.known.contains(&child) {
                at = child;
                continue;
            }
            let import = self.imports(&at).iter().find(|import| import.alias.as_ref() == Some(name))?;
            let whole: Vec<String> = import.path.iter().chain(&rest[index + 1..]).cloned().collect();
            return (whole != path).then(|| self.module_at(&at, &whole, left)).flatten();
        }
        Some(at)
    }

    /// The names a library gives from its root: those declared public there, and those it re-exports one by one.
    pub(crate) fn exported(&self) -> BTreeSet<&str> {
        let imports = self.imports.get(&vec!["lib".to_owned()]).map(Vec::as_slice).unwrap_or_default();
        imports.iter().filter(|import| import.public).filter_map(|import| import.alias.as_deref()).collect()
    }
}

/// One search for what a path names.
struct Search<'a, F> {
    modules: &'a Modules,
    is_item: &'a F,
    seen: BTreeSet<(ModulePath, Vec<String>)>,
}

impl<F: Fn(&ModulePath, &str) -> bool> Search<'_, F> {
    fn find(&mut self, module: &ModulePath, path: &[String], left: usize) -> Option<(ModulePath, String)> {
        let left = left.checked_sub(1)?;
        let (module, path) = self.modules.start(module, path).unwrap_or((module.clone(), path));
        if !self.seen.insert((module.clone(), path.to_vec())) {
            return None;
        }
        let (first, rest) = path.split_first()?;
        if rest.is_empty() && (self.is_item)(&module, first) {
            return Some((module, first.clone()));
        }
        let mut child = module.clone();
        child.push(first.clone());
        if !rest.is_empty() && self.modules.known.contains(&child) {
            return self.find(&child, rest, left);
        }
        for import in self.modules.imports(&module) {
            let found = match &import.alias {
                Some(alias) if alias == first => {
                    let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
                    self.find(&module, &whole, left)
                }
                Some(_) => None,
                None => {
                    let target = self.modules.module_at(&module, &import.path, left);
                    target.and_then(|target| self.find(&target, path, left))
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// This, in this module.
    Item(ModulePath, String),
    /// Something of another crate.
    Foreign,
    /// It could not be found out.
    Unknown,
}

/// The root a file is, if it is one.
fn root_of(file: &str, library: &str) -> Option<String> {
    if file == library {
        return Some("lib".into());
    }
    if file == "src/main.rs" {
        return Some("main".into());
    }
    let binary = file.strip_prefix("src/bin/")?;
    let name = binary.strip_suffix("/main.rs").or_else(|| binary.strip_suffix(".rs"))?;
    (!name.contains('/')).then(|| format!("bin/{name}"))
}

/// Where `mod name;` of a file may lie.
fn places(file: &str, module: &ModulePath, scope: &[String], name: &str, path: Option<&str>) -> Vec<String> {
    let (folder, base) = file.rsplit_once('/').unwrap_or(("", file));
    let stem = base.strip_suffix(".rs").unwrap_or(base);
    // A root and a `mod.rs` hold their modules beside them, any other file in a folder of its name.
    let own = if module.len() == 1 || stem == "mod" { folder.to_owned() } else { join(folder, stem) };
    let inner = scope.iter().fold(own, |folder, name| join(&folder, name));
    match path {
        Some(path) if scope.is_empty() => vec![join(folder, path)],
        Some(path) => vec![join(&inner, path)],
        None => vec![join(&inner, &format!("{name}.rs")), join(&inner, &format!("{name}/mod.rs"))],
    }
}

/// A path below a folder, with `.` and `..` worked out.
fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
