//! Passes over the tokens of a text, for what can't be read as a program.

use crate::draft::{Draft, EditIndex};
use crate::judge::Reading;
use crate::render::Header;
use crate::token::{Kind, Token, tokens};
use std::ops::Range;

/// Bytes to cut, and what to put there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cut {
    range: Range<usize>,
    by: String,
    level: u32,
}

/// A pass over text.
pub(crate) struct TextPass {
    pub name: &'static str,
    list: fn(&str, &[Token]) -> Vec<Cut>,
}

/// The schedule, coarse passes first.
pub(crate) const TEXT_PASSES: &[TextPass] = &[
    TextPass { name: "comments and blanks", list: blanks },
    TextPass { name: "top-level pieces", list: pieces },
    TextPass { name: "lines", list: lines },
    TextPass { name: "balanced parts", list: balanced },
    TextPass { name: "contents of braces", list: contents },
    TextPass { name: "brackets", list: bare },
    TextPass { name: "statements in text", list: statements },
    TextPass { name: "tokens", list: single },
    TextPass { name: "pairs of tokens", list: pairs },
    TextPass { name: "numbers in text", list: numbers },
];

/// A text with cuts.
pub(crate) struct TextDraft {
    text: String,
    cuts: Vec<Cut>,
    reading: Reading,
}

impl TextDraft {
    pub(crate) fn new(text: &str, pass: &TextPass, reading: Reading) -> Self {
        let mut cuts = (pass.list)(text, &tokens(text));
        // What the meaning rests on stays where the meaning counts.
        if reading != Reading::Unread {
            cuts.retain(|cut| !text[cut.range.clone()].contains("STDC"));
        }
        TextDraft { text: text.to_owned(), cuts, reading }
    }
}

impl Draft for TextDraft {
    fn len(&self) -> usize {
        self.cuts.len()
    }

    fn level(&self, edit: EditIndex) -> u32 {
        self.cuts[edit as usize].level
    }

    fn weight(&self, edit: EditIndex) -> u32 {
        let cut = &self.cuts[edit as usize];
        cut.range.len().saturating_sub(cut.by.len()) as u32
    }

    fn text(&self, chosen: &[EditIndex]) -> Option<String> {
        let mut cuts: Vec<&Cut> = chosen.iter().map(|&i| &self.cuts[i as usize]).collect();
        cuts.sort_by_key(|cut| (cut.range.start, std::cmp::Reverse(cut.range.end)));
        let mut out = String::with_capacity(self.text.len());
        let mut at = 0;
        for cut in cuts {
            if cut.range.start < at {
                continue;
            }
            out.push_str(&self.text[at..cut.range.start]);
            out.push_str(&cut.by);
            at = cut.range.end;
        }
        out.push_str(&self.text[at..]);
        Some(out)
    }

    fn prune(&self, chosen: &[EditIndex], rest: &mut Vec<EditIndex>) {
        let gone: Vec<&Range<usize>> = chosen.iter().map(|&i| &self.cuts[i as usize].range).collect();
        rest.retain(|&i| {
            let own = &self.cuts[i as usize].range;
            !gone.iter().any(|range| range.start <= own.start && own.end <= range.end)
        });
    }

    fn header(&self) -> Option<&Header> {
        None
    }

    fn reading(&self) -> Reading {
        self.reading
    }
}

fn cut(range: Range<usize>) -> Cut {
    Cut { range, by: String::new(), level: 0 }
}

/// Everything between tokens becomes a space or a line end.
fn blanks(text: &str, tokens: &[Token]) -> Vec<Cut> {
    let mut found = Vec::new();
    let mut at = 0;
    let ends = tokens.iter().map(|t| (t.range.clone(), t.kind)).chain([(text.len()..text.len(), Kind::Mark)]);
    let mut after_directive = false;
    for (range, kind) in ends {
        let gap = at..range.start;
        let by = if at == 0 {
            ""
        } else if text[gap.clone()].contains('\n') || after_directive || kind == Kind::Directive {
            "\n"
        } else {
            " "
        };
        if gap.len() > by.len() {
            found.push(Cut { range: gap, by: by.to_owned(), level: 0 });
        }
        after_directive = kind == Kind::Directive;
        at = range.end;
    }
    found
}

/// How deep in brackets each token is; an opening one counts as outside.
fn depths(text: &str, tokens: &[Token]) -> Vec<u32> {
    let mut depth = 0u32;
    tokens
        .iter()
        .map(|token| match &text[token.range.clone()] {
            "{" | "(" | "[" if token.kind == Kind::Mark => {
                depth += 1;
                depth - 1
            }
            "}" | ")" | "]" if token.kind == Kind::Mark => {
                depth = depth.saturating_sub(1);
                depth
            }
            _ => depth,
        })
        .collect()
}

/// Declarations and definitions at file scope.
fn pieces(text: &str, tokens: &[Token]) -> Vec<Cut> {
    sequences(text, tokens, &depths(text, tokens), Some(0))
}

/// Statements at any depth.
fn statements(text: &str, tokens: &[Token]) -> Vec<Cut> {
    sequences(text, tokens, &depths(text, tokens), None)
}

/// Runs of tokens of one depth that end with a semicolon or a closing brace.
fn sequences(text: &str, tokens: &[Token], depths: &[u32], only: Option<u32>) -> Vec<Cut> {
    let mut found = Vec::new();
    let deepest = depths.iter().copied().max().unwrap_or(0).min(64);
    for depth in 0..=only.unwrap_or(deepest) {
        let mut start: Option<usize> = None;
        for (i, token) in tokens.iter().enumerate() {
            if depths[i] < depth {
                start = None;
                continue;
            }
            let from = *start.get_or_insert(i);
            let own = &text[token.range.clone()];
            let is_end = depths[i] == depth && (own == ";" || own == "}" || token.kind == Kind::Directive);
            if is_end && tokens[from..=i].iter().zip(&depths[from..=i]).any(|(_, &d)| d == depth) {
                // `} name;` is one declaration.
                let goes_on = own == "}" && tokens.get(i + 1).is_some_and(|t| &text[t.range.clone()] == ";");
                if goes_on {
                    continue;
                }
                found.push(Cut { range: tokens[from].range.start..token.range.end, by: String::new(), level: depth });
                start = None;
            }
        }
    }
    found.reverse();
    found
}

fn lines(text: &str, _: &[Token]) -> Vec<Cut> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        found.push(cut(at..at + line.len()));
        at += line.len();
    }
    found.reverse();
    found
}

/// Pairs of brackets with what is in them, outer ones first.
fn brackets(text: &str, tokens: &[Token]) -> Vec<(Range<usize>, u32)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for token in tokens.iter().filter(|t| t.kind == Kind::Mark) {
        match &text[token.range.clone()] {
            "{" | "(" | "[" => open.push(token.range.start),
            "}" | ")" | "]" => {
                if let Some(start) = open.pop() {
                    found.push((start..token.range.end, open.len() as u32));
                }
            }
            _ => {}
        }
    }
    found
}

fn balanced(text: &str, tokens: &[Token]) -> Vec<Cut> {
    brackets(text, tokens).into_iter().map(|(range, level)| Cut { range, by: String::new(), level }).collect()
}

fn contents(text: &str, tokens: &[Token]) -> Vec<Cut> {
    let filled = brackets(text, tokens).into_iter().filter(|(range, _)| range.len() > 2);
    filled.map(|(range, level)| Cut { range: range.start + 1..range.end - 1, by: String::new(), level }).collect()
}

/// Brackets go, what is in them stays.
fn bare(text: &str, tokens: &[Token]) -> Vec<Cut> {
    let inner = |range: &Range<usize>| text[range.start + 1..range.end - 1].to_owned();
    brackets(text, tokens).into_iter().map(|(range, level)| Cut { by: inner(&range), range, level }).collect()
}

fn single(_: &str, tokens: &[Token]) -> Vec<Cut> {
    tokens.iter().rev().map(|token| cut(token.range.clone())).collect()
}

fn pairs(_: &str, tokens: &[Token]) -> Vec<Cut> {
    tokens.windows(2).rev().map(|pair| cut(pair[0].range.start..pair[1].range.end)).collect()
}

fn numbers(text: &str, tokens: &[Token]) -> Vec<Cut> {
    let mut found = Vec::new();
    for token in tokens {
        let own = &text[token.range.clone()];
        if token.kind == Kind::Number && own != "0" {
            found.push(Cut { range: token.range.clone(), by: "0".to_owned(), level: 0 });
            if own != "1" {
                found.push(Cut { range: token.range.clone(), by: "1".to_owned(), level: 1 });
            }
        }
    }
    found
}
