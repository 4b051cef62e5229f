//! One source file's text in, what the catalogue wants to know of it out.
//!
//! Knows no other file: which component a name means, and where a channel's commands are, is joined later.

mod channels;
mod components;
mod controls;
mod data;
mod docs;
mod names;
mod written;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemEnum, ItemFn, ItemImpl, ItemMod, ItemStruct, ItemTrait, ItemType, ItemUse, Macro};

pub(crate) use channels::{ChannelFacts, CommandsFacts};
pub(crate) use components::{ComponentFacts, ParameterFacts};
pub(crate) use controls::{FunctionFacts, MethodsFacts};
pub(crate) use data::{DataFacts, Shape, Tagging};
pub(crate) use names::{Import, Mention, ModuleFacts};
pub(crate) use written::arguments_of;

/// What one file says.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileFacts {
    pub(crate) components: Vec<ComponentFacts>,
    pub(crate) channels: Vec<ChannelFacts>,
    pub(crate) commands: Vec<CommandsFacts>,
    pub(crate) data: Vec<DataFacts>,
    pub(crate) functions: Vec<FunctionFacts>,
    pub(crate) methods: Vec<MethodsFacts>,
    pub(crate) modules: Vec<ModuleFacts>,
    pub(crate) imports: Vec<Import>,
    pub(crate) mentions: Vec<Mention>,
}

/// Where and why a text is not Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotRust {
    /// From 1.
    pub(crate) line: usize,
    /// From 1.
    pub(crate) column: usize,
    /// What the parser said.
    pub(crate) message: String,
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<FileFacts, NotRust> {
    let parsed = syn::parse_file(text).map(|file| {
        let mut reader = Reader { facts: FileFacts::default(), scope: Vec::new(), conditions: Vec::new() };
        reader.visit_file(&file);
        reader.facts
    });
    let read = parsed.map_err(|error| {
        let start = error.span().start();
        // Before there are tokens the parser knows only where they end to make sense.
        let message = match error.to_string() {
            lexed if lexed.starts_with("cannot parse string into token stream") => {
                "a bracket or a text is not closed, or closed by another".to_owned()
            }
            message => message,
        };
        NotRust { line: start.line, column: start.column + 1, message }
    });
    // Texts that spans point into are kept by the parser for good otherwise; nothing here holds a span any more.
    proc_macro2::extra::invalidate_current_thread_spans();
    read
}

struct Reader {
    facts: FileFacts,
    /// The inline modules around what is read.
    scope: Vec<String>,
    /// The conditions around what is read.
    conditions: Vec<String>,
}

impl Reader {
    /// Reads what is inside something with these attributes, unless that is only compiled into tests.
    fn within(&mut self, attributes: &[Attribute], read: impl FnOnce(&mut Self)) {
        let conditions = docs::conditions(attributes);
        if docs::is_test(attributes) || conditions.iter().any(|condition| is_of_tests(condition)) {
            return;
        }
        let outer = self.conditions.len();
        self.conditions.extend(conditions);
        read(self);
        self.conditions.truncate(outer);
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let name = written::unraw(&item.ident);
        if item.content.is_none() {
            // Also one of tests: its file is declared, and then left out.
            let mut conditions = self.conditions.clone();
            conditions.extend(docs::conditions(&item.attrs));
            let path = docs::value_of(&item.attrs, "path");
            self.facts.modules.push(ModuleFacts { scope: self.scope.clone(), name, path, conditions });
            return;
        }
        self.within(&item.attrs, |reader| {
            reader.scope.push(name);
            visit::visit_item_mod(reader, item);
            reader.scope.pop();
        });
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.within(&item.attrs, |reader| {
            if docs::has(&item.attrs, "component") {
                let found = ComponentFacts::read(item, &reader.scope, &reader.conditions);
                reader.facts.components.push(found);
            } else if let Some(found) = FunctionFacts::read(item) {
                reader.facts.functions.push(found);
            }
            visit::visit_item_fn(reader, item);
        });
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.within(&item.attrs, |reader| {
            if docs::has(&item.attrs, "channel") {
                reader.facts.channels.push(ChannelFacts::read(item));
            } else {
                reader.facts.data.push(DataFacts::of_struct(item));
            }
        });
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.within(&item.attrs, |reader| reader.facts.data.push(DataFacts::of_enum(item)));
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.within(&item.attrs, |reader| reader.facts.data.extend(DataFacts::of_alias(item)));
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.within(&item.attrs, |reader| {
            if docs::has(&item.attrs, "commands") {
                reader.facts.commands.extend(CommandsFacts::read(item));
            }
            reader.facts.methods.extend(MethodsFacts::of_impl(item));
            visit::visit_item_impl(reader, item);
        });
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.within(&item.attrs, |reader| {
            reader.facts.methods.push(MethodsFacts::of_trait(item));
            visit::visit_item_trait(reader, item);
        });
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.within(&item.attrs, |reader| names::imports(item, &reader.scope, &mut reader.facts.imports));
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        names::mention(&path.path, &self.scope, &mut self.facts.mentions);
        visit::visit_expr_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        names::mentions_in_macro(called, &self.scope, &mut self.facts.mentions);
    }
}

/// Whether what stands under this condition is only compiled into tests.
pub(crate) fn is_of_tests(condition: &str) -> bool {
    condition == "test"
        || condition
            .strip_prefix("all(")
            .is_some_and(|rest| rest.trim_end_matches(')').split(',').any(|part| part.trim() == "test"))
}

/// The line of something, from 1.
fn line(spanned: &impl Spanned) -> usize {
    spanned.span().start().line
}
