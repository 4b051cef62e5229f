//! A source file as a flat list of tokens with lines: what the rules over code look at, so that
//! neither a comment nor a string can be taken for code. Code behind `#[cfg(test)]` is left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One token and the line it stands on, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// An identifier, a single punctuation character, a literal, or a bracket.
    pub(super) text: String,
    pub(super) line: usize,
}

/// The tokens of a file outside its tests, or `None` where it is not Rust that parses.
pub(super) fn outside_tests(text: &str) -> Option<Vec<Token>> {
    let stream: TokenStream = text.parse().ok()?;
    let mut tokens = Vec::new();
    flatten(stream, &mut tokens);
    Some(tokens)
}

fn flatten(stream: TokenStream, into: &mut Vec<Token>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut index = 0;
    while index < trees.len() {
        if is_test_attribute(&trees[index..]) {
            index = after_item(&trees, index);
            continue;
        }
        match &trees[index] {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                into.push(Token { text: open.to_owned(), line: group.span_open().start().line });
                flatten(group.stream(), into);
                into.push(Token { text: close.to_owned(), line: group.span_close().start().line });
            }
            other => into.push(Token { text: other.to_string(), line: other.span().start().line }),
        }
        index += 1;
    }
}

/// Whether `#[test]`, `#[cfg(test)]` or a `cfg` that needs `test` begins here.
fn is_test_attribute(trees: &[TokenTree]) -> bool {
    let [TokenTree::Punct(hash), TokenTree::Group(group), ..] = trees else {
        return false;
    };
    if hash.as_char() != '#' || group.delimiter() != Delimiter::Bracket {
        return false;
    }
    let text: String = group.stream().to_string().split_whitespace().collect();
    text == "test" || text == "cfg(test)" || text.starts_with("cfg(all(test,")
}

/// The index behind the item an attribute at `index` belongs to: its braces or its semicolon.
fn after_item(trees: &[TokenTree], index: usize) -> usize {
    for (offset, tree) in trees[index..].iter().enumerate() {
        let ends = match tree {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(punct) => punct.as_char() == ';',
            _ => false,
        };
        if ends {
            return index + offset + 1;
        }
    }
    trees.len()
}

/// The lines on which the given tokens stand in a row.
pub(super) fn lines_of(tokens: &[Token], sequence: &[&str]) -> Vec<usize> {
    tokens
        .windows(sequence.len())
        .filter(|window| window.iter().zip(sequence).all(|(token, wanted)| token.text == *wanted))
        .map(|window| window[0].line)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{lines_of, outside_tests};

    #[test]
    fn comments_strings_and_tests_are_no_code() {
        let text = "// std::time\nconst A: &str = \"std::time\";\n#[cfg(test)]\nmod tests { use std::time::Instant; }\n#[test]\nfn t() { std::time::now() }\nfn f() {}\n";
        let tokens = outside_tests(text).expect("the text is Rust");
        assert!(lines_of(&tokens, &["std", ":", ":", "time"]).is_empty());
        assert_eq!(lines_of(&tokens, &["fn", "f"]), [7]);
    }

    #[test]
    fn code_inside_macros_and_groups_is_seen_with_its_line() {
        let text = "fn f() {\n    println!(\"{:?}\",\n        std::time::now());\n}\n";
        let tokens = outside_tests(text).expect("the text is Rust");
        assert_eq!(lines_of(&tokens, &["std", ":", ":", "time"]), [3]);
    }
}
