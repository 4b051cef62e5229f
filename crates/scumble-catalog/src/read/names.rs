//! Names a file declares and mentions: modules, imports, and every place something is made with `Name::new`.
//!
//! Knows nothing of what a name stands for.

use proc_macro2::{TokenStream, TokenTree};
use syn::{ItemUse, Macro, UseTree, Visibility};

use super::written::unraw;

/// `mod name;`
#[derive(Clone, Debug)]
pub(crate) struct ModuleFacts {
    /// The inline modules around it.
    pub(crate) scope: Vec<String>,
    pub(crate) name: String,
    /// What `#[path = "…"]` says.
    pub(crate) path: Option<String>,
    pub(crate) conditions: Vec<String>,
}

/// One name brought in by `use`.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    /// The inline modules around it.
    pub(crate) scope: Vec<String>,
    /// The name it has here; `None` for everything there (`*`).
    pub(crate) alias: Option<String>,
    /// Where it comes from.
    pub(crate) path: Vec<String>,
    /// Whether it is given on.
    pub(crate) public: bool,
}

/// A place where something may be made.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    /// The inline modules around it.
    pub(crate) scope: Vec<String>,
    /// What is made, by its path as written, without `new`.
    pub(crate) path: Vec<String>,
}

/// Adds what a `use` brings in.
pub(super) fn imports(item: &ItemUse, scope: &[String], into: &mut Vec<Import>) {
    let public = !matches!(item.vis, Visibility::Inherited);
    tree(&item.tree, Vec::new(), &mut |alias, path| {
        into.push(Import { scope: scope.to_vec(), alias, path, public });
    });
}

fn tree(tree_here: &UseTree, mut before: Vec<String>, found: &mut impl FnMut(Option<String>, Vec<String>)) {
    match tree_here {
        UseTree::Path(path) => {
            before.push(unraw(&path.ident));
            tree(&path.tree, before, found);
        }
        UseTree::Name(name) if name.ident == "self" => found(before.last().cloned(), before),
        UseTree::Name(name) => {
            let name = unraw(&name.ident);
            before.push(name.clone());
            found(Some(name), before);
        }
        UseTree::Rename(rename) => {
            if rename.ident != "self" {
                before.push(unraw(&rename.ident));
            }
            found(Some(unraw(&rename.rename)), before);
        }
        UseTree::Glob(_) => found(None, before),
        UseTree::Group(group) => {
            for item in &group.items {
                tree(item, before.clone(), found);
            }
        }
    }
}

/// Adds a path if it is `….Name::new`.
pub(super) fn mention(path: &syn::Path, scope: &[String], into: &mut Vec<Mention>) {
    let names: Vec<String> = path.segments.iter().map(|segment| unraw(&segment.ident)).collect();
    add(names, scope, into);
}

fn add(mut names: Vec<String>, scope: &[String], into: &mut Vec<Mention>) {
    if names.len() >= 2 && names.last().is_some_and(|last| last == "new") {
        names.pop();
        if names.last().is_some_and(|name| name.starts_with(char::is_uppercase) && name != "Self") {
            into.push(Mention { scope: scope.to_vec(), path: names });
        }
    }
}

/// Adds what a macro is given: paths that end with `new`, and of `app!` its root.
pub(super) fn mentions_in_macro(called: &Macro, scope: &[String], into: &mut Vec<Mention>) {
    let is_app = called.path.segments.last().is_some_and(|last| last.ident == "app");
    let mut first = is_app;
    paths(called.tokens.clone(), &mut |names| {
        if std::mem::take(&mut first) {
            into.push(Mention { scope: scope.to_vec(), path: names });
        } else {
            add(names, scope, into);
        }
    });
}

/// Every path in the tokens.
fn paths(tokens: TokenStream, found: &mut impl FnMut(Vec<String>)) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                if colons != 2 && !path.is_empty() {
                    found(std::mem::take(&mut path));
                }
                path.push(unraw(&ident));
                colons = 0;
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            other => {
                if !path.is_empty() {
                    found(std::mem::take(&mut path));
                }
                colons = 0;
                if let TokenTree::Group(group) = other {
                    paths(group.stream(), found);
                }
            }
        }
    }
    if !path.is_empty() {
        found(path);
    }
}
