//! From a tree to text: one file or two, the outline, tokens.

use crate::options::Split;
use lydite_lang::dress::{CppStandard, Dress};
use lydite_lang::*;

/// A file of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// What its name ends with before `.c`.
    pub suffix: &'static str,
    /// What its name ends with, after the dot.
    pub extension: &'static str,
    /// Its text.
    pub text: String,
}

/// What the name of the file with the data and `main` ends with, of two.
pub const DRIVER: &str = "_driver";

/// Takes out statements that repair has emptied.
pub fn tidy(p: &mut Program) {
    for id in p.stmts.ids() {
        let StmtKind::Block(stmts) = &p.stmts[id].kind else { continue };
        if stmts.iter().any(|&s| matches!(p.stmts[s].kind, StmtKind::Empty)) {
            let kept: Vec<StmtId> =
                stmts.iter().copied().filter(|&s| !matches!(p.stmts[s].kind, StmtKind::Empty)).collect();
            p.stmts[id].kind = StmtKind::Block(kept.into());
        }
    }
}

/// The whole program as one file of C.
pub fn text(p: &Program, header: &str) -> String {
    framed(p, header, &print::program(p))
}

fn framed(p: &Program, header: &str, text: &str) -> String {
    // Floating arithmetic is rounded at each operator: compilers that would contract must not. (gcc needs the flag.)
    let has_floats = p.exprs.iter().any(|(_, e)| p.types.is_float(e.ty.ty));
    let pragma = if has_floats { "#pragma STDC FP_CONTRACT OFF\n" } else { "" };
    format!("/* {header} */\n{pragma}{text}")
}

/// A file in a language.
fn file(p: &Program, header: &str, suffix: &'static str, dress: &Dress) -> Result<SourceFile, print::Unsupported> {
    let text = match dress.language {
        Language::Ispc => format!("/* {header} */\n{}", print::program_as(p, dress)?),
        _ => framed(p, header, &print::program_as(p, dress)?),
    };
    Ok(SourceFile { suffix, extension: dress.language.row().extension, text })
}

/// The program as files.
pub fn files(p: &Program, header: &str, split: Split, dress: &Dress) -> Result<Vec<SourceFile>, print::Unsupported> {
    // These are languages of kernels: what drives them is C++.
    let is_kernel = matches!(dress.language, Language::Ispc | Language::Sycl);
    if split == Split::No && !is_kernel {
        return Ok(vec![file(p, header, "", dress)?]);
    }
    let (driver, code) = halves(p);
    let driving = match is_kernel {
        true => Dress { language: Language::Cpp(CppStandard::Cpp17), parallel: Default::default(), ..dress.clone() },
        false => dress.clone(),
    };
    Ok(vec![file(&driver, header, DRIVER, &driving)?, file(&code, header, "_code", dress)?])
}

/// The functions that stay with the data: `main`, what gives data its first values and what prints the checksum.
const DRIVING: [&str; 4] = ["main", "mix", "mix_float", "init"];

/// Whether a function stays with the data.
pub fn is_driving(p: &Program, func: FuncId) -> bool {
    DRIVING.contains(&p.names.text(p.funcs[func].name))
}

fn halves(p: &Program) -> (Program, Program) {
    let is_driver = |f: FuncId| is_driving(p, f);
    let mut whole = p.clone();
    for id in whole.funcs.ids() {
        whole.funcs[id].spec = FuncSpec::default();
    }
    for id in whole.vars.ids() {
        if whole.vars[id].storage == Storage::StaticGlobal {
            whole.vars[id].storage = Storage::Global;
        }
    }
    let mut driver = whole.clone();
    driver.items = p
        .items
        .iter()
        .map(|&item| match item {
            Item::FuncDef(f) if !is_driver(f) => Item::FuncDecl(f),
            item => item,
        })
        .collect();
    for id in driver.funcs.ids() {
        if !is_driver(id) {
            driver.funcs[id].body = None;
            // There is nothing to inline here.
            driver.funcs[id].attrs.0 &= !FuncAttrs::ALWAYS_INLINE.0;
        }
    }
    let mut code = whole;
    for id in code.vars.ids() {
        if code.vars[id].storage == Storage::Global {
            code.vars[id].storage = Storage::Extern;
            code.vars[id].init = None;
        }
    }
    code.items.retain(|item| !matches!(item, Item::FuncDef(f) if is_driver(*f)));
    (driver, code)
}

/// How many tokens a text has.
pub fn count_tokens(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut i = 0;
    let mut count = 0;
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    while let Some(&b) = bytes.get(i) {
        match CLASSES[b as usize] {
            Class::Space => {
                i += 1;
                continue;
            }
            Class::Word => {
                let rest = &bytes[i..];
                let is_part = |&b: &u8| matches!(CLASSES[b as usize], Class::Word) || b == b'.';
                i += rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
            }
            Class::Quote => {
                i += 1;
                while i < bytes.len() && bytes[i] != b {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                i += 1;
            }
            Class::Other => match (b, at(i + 1), at(i + 2)) {
                (b'/', b'*', _) => {
                    i += text[i..].find("*/").map_or(text.len() - i, |n| n + 2);
                    continue;
                }
                (b'<', b'<', b'=') | (b'>', b'>', b'=') | (b'.', b'.', b'.') => i += 3,
                (b'<' | b'>' | b'=' | b'!' | b'+' | b'-' | b'*' | b'|' | b'&' | b'^', b'=', _) => i += 2,
                (b'<' | b'>' | b'&' | b'|' | b'+' | b'-', next, _) if next == b => i += 2,
                (b'-', b'>', _) => i += 2,
                _ => i += 1,
            },
        }
        count += 1;
    }
    count
}

/// What a byte begins.
#[derive(Clone, Copy)]
enum Class {
    Space,
    Word,
    Quote,
    Other,
}

/// The class of each byte.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut i = 0;
    while i < classes.len() {
        let b = i as u8;
        if b.is_ascii_whitespace() {
            classes[i] = Class::Space;
        } else if b.is_ascii_alphanumeric() || b == b'_' {
            classes[i] = Class::Word;
        } else if b == b'"' || b == b'\'' {
            classes[i] = Class::Quote;
        }
        i += 1;
    }
    classes
};

/// Functions and statements without their expressions.
pub fn skeleton(p: &Program) -> String {
    let mut out = String::new();
    for item in &p.items {
        if let Item::FuncDef(f) = *item {
            out.push_str(p.names.text(p.funcs[f].name));
            out.push('\n');
            if let Some(body) = p.funcs[f].body {
                outline(p, body, 1, &mut out);
            }
        }
    }
    out
}

fn outline(p: &Program, s: StmtId, depth: usize, out: &mut String) {
    let mut line = |word: &str| {
        for _ in 0..depth {
            out.push_str("  ");
        }
        out.push_str(word);
        out.push('\n');
    };
    let inner = match &p.stmts[s].kind {
        StmtKind::Empty => return,
        StmtKind::Block(stmts) => {
            for &s in stmts.iter() {
                outline(p, s, depth, out);
            }
            return;
        }
        StmtKind::Expr(e) => {
            line(match p.exprs[*e].kind {
                ExprKind::Call(..) | ExprKind::Builtin(..) => "call",
                _ => "assign",
            });
            vec![]
        }
        StmtKind::Decl(_) | StmtKind::VlaLength(_) => {
            line("declare");
            vec![]
        }
        StmtKind::If(_, then, None) => {
            line("if");
            vec![*then]
        }
        StmtKind::If(_, then, Some(otherwise)) => {
            line("if else");
            vec![*then, *otherwise]
        }
        StmtKind::While(_, body) => {
            line("while");
            vec![*body]
        }
        StmtKind::DoWhile(body, _) => {
            line("do");
            vec![*body]
        }
        StmtKind::For { body, .. } => {
            line("for");
            vec![*body]
        }
        StmtKind::Switch(_, body) => {
            line("switch");
            vec![*body]
        }
        StmtKind::Case(_, body) => {
            line("case");
            vec![*body]
        }
        StmtKind::Default(body) => {
            line("default");
            vec![*body]
        }
        StmtKind::Label(_, body) => {
            line("label");
            vec![*body]
        }
        StmtKind::Goto(_) | StmtKind::GotoComputed(_) => {
            line("goto");
            vec![]
        }
        StmtKind::Break => {
            line("break");
            vec![]
        }
        StmtKind::Continue => {
            line("continue");
            vec![]
        }
        StmtKind::Return(_) => {
            line("return");
            vec![]
        }
        StmtKind::AsmBarrier(_) => {
            line("asm");
            vec![]
        }
    };
    for s in inner {
        outline(p, s, depth + 1, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens() {
        assert_eq!(count_tokens("/* a b */ int x=0x1F+'\\''; a<<=b->c;"), 13);
        for op in "<<= >>= ... << >> <= >= == != && || -> ++ -- += -= *= |= &= ^= + . ~ ? < >".split(' ') {
            assert_eq!(count_tokens(op), 1, "{op}");
        }
        assert_eq!(count_tokens("a-=-b;c=&&d?.5:e"), 14);
    }
}
