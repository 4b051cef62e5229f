//! Whatever an agent reads has a doc comment: channels, view keys, commands, parameters,
//! components and their parameters. The macros warn; here it is an error.

use syn::visit::{self, Visit};
use syn::{Attribute, Fields, FnArg, ImplItem, ItemFn, ItemImpl, ItemStruct, Pat, Visibility};

use super::{Finding, Repository, Source};

pub(super) fn agent_visible(repository: &Repository) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    let applications = ["examples/", "tests/fixtures/", "benches/"];
    for source in &repository.sources {
        if source.is_rust() && applications.iter().any(|folder| source.path.starts_with(folder)) {
            findings.extend(undocumented(source)?);
        }
    }
    Ok(findings)
}

fn undocumented(source: &Source) -> Result<Vec<Finding>, String> {
    let file = syn::parse_file(&source.text).map_err(|error| format!("{} does not parse: {error}.", source.path))?;
    let mut reader = Reader { path: &source.path, findings: Vec::new() };
    reader.visit_file(&file);
    Ok(reader.findings)
}

struct Reader<'a> {
    path: &'a str,
    findings: Vec<Finding>,
}

impl Reader<'_> {
    fn want_docs(&mut self, what: &str, name: &syn::Ident, attributes: &[Attribute]) {
        if !has(attributes, "doc") {
            let line = name.span().start().line;
            self.findings.push(Finding::new(
                format!("{}:{line}", self.path),
                format!("The {what} `{name}` has no doc comment, and an agent reads it."),
            ));
        }
    }

    fn want_parameter_docs<'i>(&mut self, inputs: impl Iterator<Item = &'i FnArg>) {
        for input in inputs {
            if let FnArg::Typed(parameter) = input
                && let Pat::Ident(name) = &*parameter.pat
                && name.ident != "cx"
            {
                self.want_docs("parameter", &name.ident, &parameter.attrs);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        if has(&item.attrs, "channel") {
            self.want_docs("channel", &item.ident, &item.attrs);
            if let Fields::Named(fields) = &item.fields {
                for field in &fields.named {
                    if has(&field.attrs, "view")
                        && !says(&field.attrs, "view", "hidden")
                        && let Some(name) = &field.ident
                    {
                        self.want_docs("view key", name, &field.attrs);
                    }
                }
            }
        }
        visit::visit_item_struct(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if has(&item.attrs, "commands") {
            for method in &item.items {
                if let ImplItem::Fn(method) = method
                    && matches!(method.vis, Visibility::Public(_))
                    && method.sig.receiver().is_some()
                    && !says(&method.attrs, "command", "hidden")
                {
                    self.want_docs("command", &method.sig.ident, &method.attrs);
                    self.want_parameter_docs(method.sig.inputs.iter());
                }
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if has(&item.attrs, "component") || has(&item.attrs, "tool") {
            self.want_docs("component or tool", &item.sig.ident, &item.attrs);
            self.want_parameter_docs(item.sig.inputs.iter());
        }
        visit::visit_item_fn(self, item);
    }
}

/// Whether an attribute's path ends with this name.
fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| is(attribute, name))
}

fn is(attribute: &Attribute, name: &str) -> bool {
    attribute.path().segments.last().is_some_and(|segment| segment.ident == name)
}

/// Whether an attribute of this name carries the given word.
fn says(attributes: &[Attribute], name: &str, word: &str) -> bool {
    attributes.iter().filter(|attribute| is(attribute, name)).any(|attribute| {
        attribute
            .meta
            .require_list()
            .is_ok_and(|list| list.tokens.clone().into_iter().any(|token| token.to_string() == word))
    })
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::undocumented;

    fn check(text: &str) -> Vec<String> {
        let source = Source { path: "examples/a/src/lib.rs".to_owned(), text: text.to_owned() };
        let findings = undocumented(&source).expect("the text is Rust");
        findings.into_iter().map(|finding| finding.sentence).collect()
    }

    #[test]
    fn undocumented_keys_commands_and_parameters_are_named() {
        let found = check(
            "/// A.\n#[channel(name = \"a\")]\nstruct A { #[view] rows: u8, #[view(hidden)] secret: u8 }\n\
             #[commands]\nimpl A { pub fn go(&self, to: u8) {} fn inner(&self) {} #[command(hidden)] pub fn quiet(&self, n: u8) {} }",
        );
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].contains("view key `rows`"));
        assert!(found[1].contains("command `go`"));
        assert!(found[2].contains("parameter `to`"));
    }

    #[test]
    fn a_documented_component_passes() {
        let found = check("/// A button.\n#[component]\nfn Go(cx: Scope, /** Its words. */ label: String) {}");
        assert!(found.is_empty(), "{found:?}");
    }
}
