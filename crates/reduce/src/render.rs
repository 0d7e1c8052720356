//! The text of an edited tree.

use lydite_lang::*;

/// Lines that the tree does not have but the meaning needs.
#[derive(Clone, Default, Debug)]
pub(crate) struct Header {
    pragmas: Vec<String>,
}

impl Header {
    /// The `STDC` pragmas of a text, which hold for all of it.
    pub(crate) fn of(text: &str) -> Header {
        let is_kept = |line: &&str| {
            let mut words = line.trim_start().trim_start_matches('#').split_ascii_whitespace();
            line.trim_start().starts_with('#') && words.next() == Some("pragma") && words.next() == Some("STDC")
        };
        Header { pragmas: text.lines().filter(is_kept).map(|line| line.trim().to_owned()).collect() }
    }
}

/// The text of a tidy tree; pragmas about floating arithmetic only if there is any.
pub(crate) fn render(p: &Program, header: &Header) -> String {
    let mut text = String::new();
    let printed = print::program(p);
    if !header.pragmas.is_empty() && has_floats(&printed) {
        for pragma in &header.pragmas {
            text.push_str(pragma);
            text.push('\n');
        }
    }
    join_declarations(&printed, &mut text);
    text
}

fn has_floats(text: &str) -> bool {
    crate::token::tokens(text).iter().any(|token| {
        let own = &text[token.range.clone()];
        match token.kind {
            crate::token::Kind::Word => matches!(own, "float" | "double" | "_Float128"),
            crate::token::Kind::Number => own.contains('.'),
            _ => false,
        }
    })
}

/// Words that a declaration may begin with.
const SPECIFIERS: &[&str] = &[
    "static", "const", "volatile", "signed", "unsigned", "char", "short", "int", "long", "float", "double", "_Bool",
    "__int128",
];

/// Adjacent declarations with the same specifiers become one.
fn join_declarations(text: &str, out: &mut String) {
    let mut last: Option<&str> = None;
    for line in text.lines() {
        let specifiers = specifiers(line);
        if let (Some(now), Some(before)) = (specifiers, last)
            && now == before
        {
            // The semicolon and line end of the declaration before.
            out.truncate(out.len() - 2);
            out.push_str(", ");
            out.push_str(&line[now.len()..]);
        } else {
            out.push_str(line);
        }
        out.push('\n');
        last = specifiers;
    }
}

/// The indentation and specifiers of a line that declares variables and nothing else.
fn specifiers(line: &str) -> Option<&str> {
    let body = line.strip_suffix(';')?;
    let mut end = line.len() - line.trim_start().len();
    let start = end;
    loop {
        let word = body.get(end..)?.split(' ').next().unwrap_or_default();
        if word == "struct" || word == "union" {
            let tag = body.get(end + word.len() + 1..)?.split(' ').next().unwrap_or_default();
            end += word.len() + tag.len() + 2;
        } else if SPECIFIERS.contains(&word) {
            end += word.len() + 1;
        } else {
            break;
        }
    }
    let declarator = body.get(end..)?;
    let before_value = declarator.split('=').next().unwrap_or_default();
    // A name after a word that is no keyword is declared with a type of its own.
    let name = before_value.trim().trim_start_matches(['*', ' ']);
    let is_plain = !name.is_empty() && !name.contains(['(', '{', ':', ' ']);
    (end > start && is_plain && !line.contains("__attribute__")).then(|| &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        let mut out = String::new();
        join_declarations(text, &mut out);
        out
    }

    #[test]
    fn declarations_are_joined() {
        assert_eq!(joined("int a;\nint b = 1;\nlong c;\n"), "int a, b = 1;\nlong c;\n");
        assert_eq!(joined("    struct S a;\n    struct S *b;\n"), "    struct S a, *b;\n");
        for text in [
            "static v a;\nstatic v b;\n",
            "int f(int);\nint g(int);\n",
            "int a;\n    int b;\n",
            "x = 1;\nx = 2;\n",
            "struct S {\n};\n",
        ] {
            assert_eq!(joined(text), text);
        }
    }
}
