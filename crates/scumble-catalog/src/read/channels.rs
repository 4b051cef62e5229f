//! `#[channel]` structs and their `#[commands]`.
//!
//! Keeps what an agent sees of them; of what is hidden only how much there is.

use syn::{Fields, ImplItem, ItemImpl, ItemStruct, ReturnType, Type, Visibility};

use super::ParameterFacts;
use super::components::parameters;
use super::docs;
use super::written::{arguments_of, text, unraw};
use crate::entry::{Key, KeyVisibility};

/// One channel without its commands.
#[derive(Clone, Debug)]
pub(crate) struct ChannelFacts {
    pub(crate) name: String,
    pub(crate) ty: String,
    pub(crate) line: usize,
    pub(crate) doc: String,
    pub(crate) untrusted: bool,
    pub(crate) keys: Vec<Key>,
    pub(crate) hidden_keys: usize,
}

/// The commands of one `impl`.
#[derive(Clone, Debug)]
pub(crate) struct CommandsFacts {
    /// The channel's struct.
    pub(crate) ty: String,
    pub(crate) commands: Vec<CommandFacts>,
    pub(crate) hidden: usize,
}

/// One command.
#[derive(Clone, Debug)]
pub(crate) struct CommandFacts {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) parameters: Vec<ParameterFacts>,
    pub(crate) returns: String,
    pub(crate) destructive: bool,
    pub(crate) idempotent: bool,
    pub(crate) confirm: bool,
}

impl ChannelFacts {
    pub(super) fn read(item: &ItemStruct) -> ChannelFacts {
        let ty = unraw(&item.ident);
        let options = docs::options(&item.attrs, "channel").unwrap_or_default();
        let name =
            options.iter().find(|(name, _)| name == "name").and_then(|(_, value)| docs::as_string(value.as_ref()));
        let untrusted = options.iter().any(|(name, _)| name == "untrusted");
        let mut channel = ChannelFacts {
            name: name.unwrap_or_else(|| snake_case(&ty)),
            ty,
            line: super::line(&item.ident),
            doc: docs::sentence(&item.attrs),
            untrusted,
            keys: Vec::new(),
            hidden_keys: 0,
        };
        let Fields::Named(fields) = &item.fields else { return channel };
        for field in &fields.named {
            let (Some(ident), Some(options)) = (&field.ident, docs::options(&field.attrs, "view")) else { continue };
            let is = |word: &str| options.iter().any(|(name, _)| name == word);
            if is("hidden") {
                channel.hidden_keys += 1;
                continue;
            }
            let value = arguments_of(&field.ty, "Signal").and_then(|arguments| arguments.first().copied());
            channel.keys.push(Key {
                name: unraw(ident),
                ty: text(value.unwrap_or(&field.ty)),
                doc: docs::sentence(&field.attrs),
                visibility: if is("secret") { KeyVisibility::Secret } else { KeyVisibility::Shown },
                untrusted: untrusted || is("untrusted"),
            });
        }
        channel
    }
}

impl CommandsFacts {
    /// The commands of an `impl` of a plain type.
    pub(super) fn read(item: &ItemImpl) -> Option<CommandsFacts> {
        let Type::Path(path) = &*item.self_ty else { return None };
        let mut facts = CommandsFacts { ty: unraw(&path.path.segments.last()?.ident), commands: Vec::new(), hidden: 0 };
        for method in &item.items {
            let ImplItem::Fn(method) = method else { continue };
            if method.sig.receiver().is_none() || !matches!(method.vis, Visibility::Public(_)) {
                continue;
            }
            let options = docs::options(&method.attrs, "command").unwrap_or_default();
            let is = |word: &str| options.iter().any(|(name, _)| name == word);
            if is("hidden") {
                facts.hidden += 1;
                continue;
            }
            facts.commands.push(CommandFacts {
                name: unraw(&method.sig.ident),
                doc: docs::sentence(&method.attrs),
                parameters: parameters(method.sig.inputs.iter())
                    .into_iter()
                    .map(|parameter| ParameterFacts { optional: parameter.ty.starts_with("Option<"), ..parameter })
                    .collect(),
                returns: match &method.sig.output {
                    ReturnType::Default => String::new(),
                    ReturnType::Type(_, ty) => text(&**ty),
                },
                destructive: is("destructive"),
                idempotent: is("idempotent"),
                confirm: is("confirm"),
            });
        }
        Some(facts)
    }
}

/// `NoteList` as `note_list`, as the macro names a channel that has no name.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let characters: Vec<char> = name.chars().collect();
    for (index, character) in characters.iter().enumerate() {
        let starts_word = character.is_uppercase()
            && index > 0
            && (!characters[index - 1].is_uppercase()
                || characters.get(index + 1).is_some_and(|next| next.is_lowercase()));
        if starts_word && characters[index - 1] != '_' {
            snake.push('_');
        }
        snake.extend(character.to_lowercase());
    }
    snake
}
