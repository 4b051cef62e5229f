//! The build's one set of compiler flags for the browser, read from its source.
//!
//! Read rather than linked: the build brings wasm-bindgen's whole toolchain with it, and `tidy`
//! should not have to wait for that to compile.

use syn::{Expr, Item, Lit};

use crate::run::root;

/// Where the flags stand, and under which name.
const SOURCE: &str = "crates/scumble-build/src/profile.rs";
const NAME: &str = "WASM_RUSTFLAGS";

/// The flags as the value of one `cargo --config`.
///
/// # Errors
/// When the source has no list of strings under that name any more.
pub(crate) fn config() -> Result<String, String> {
    let path = root().join(SOURCE);
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
    let flags = flags_in(&text)
        .ok_or_else(|| format!("{SOURCE} has no list of strings named {NAME}. Where did the flags go?"))?;
    let quoted: Vec<String> = flags.iter().map(|flag| format!("{flag:?}")).collect();
    Ok(format!("target.wasm32-unknown-unknown.rustflags=[{}]", quoted.join(",")))
}

fn flags_in(text: &str) -> Option<Vec<String>> {
    let file = syn::parse_file(text).ok()?;
    let value = file.items.iter().find_map(|item| match item {
        Item::Const(constant) if constant.ident == NAME => Some(&*constant.expr),
        _ => None,
    })?;
    let list = match value {
        Expr::Reference(reference) => &*reference.expr,
        other => other,
    };
    let Expr::Array(array) = list else { return None };
    array
        .elems
        .iter()
        .map(|element| match element {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{config, flags_in};

    #[test]
    fn the_flags_are_found_where_the_build_keeps_them() {
        let config = config().expect("the build has its flags");
        assert!(config.contains("+simd128"), "{config}");
    }

    #[test]
    fn anything_but_a_list_of_strings_is_refused() {
        assert_eq!(flags_in("const WASM_RUSTFLAGS: &[&str] = &[\"a\"];"), Some(vec!["a".to_owned()]));
        assert_eq!(flags_in("const WASM_RUSTFLAGS: &[&str] = MADE[0];"), None);
        assert_eq!(flags_in("fn f() {}"), None);
    }
}
