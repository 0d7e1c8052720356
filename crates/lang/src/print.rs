//! Programs as C text (GNU C17) that reads back as the same program, and as text in other languages that does the same.
//!
//! What C implies (loads, decays, conversions) is not written; everything else is. Records and enumerations have no
//! place of their own in a program, so their definitions are hoisted to file scope, each before the first top-level
//! declaration that mentions it, under a tag that nothing else has. Declarations that nobody uses are left out.
//!
//! Every top-level declaration is printed into a buffer first, which tells what it *needs*; the needs are printed
//! before it. Printing is therefore a function of the text alone, and printing what was read back changes nothing.
//!
//! The other languages ([`program_as`]) share all of that; what is different in them is in `cpp`, `container`, `wrap`, `ispc`, `lane`
//! and `sycl`. What a language can't say is noted by `Printer::refuse`, and the text is thrown away.

mod constant;
mod container;
mod cpp;
mod declaration;
mod definition;
mod expression;
mod ispc;
mod lane;
mod names;
mod statement;
mod sycl;
mod types;
mod unsupported;
mod words;
mod wrap;

pub use unsupported::{Construct, Unsupported};

use crate::dress::{Dress, Language};
use crate::names::Name;
use crate::tree::*;
use crate::types::*;
use names::NameTable;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What C programs are dressed in.
static PLAIN: Dress = Dress::new(Language::C);

/// The whole program as C.
pub fn program(program: &Program) -> String {
    printed(program, &PLAIN).text
}

/// The whole program as its dress says; an error names what the language can't say.
pub fn program_as(program: &Program, dress: &Dress) -> Result<String, Unsupported> {
    let printed = printed(program, dress);
    match printed.refused {
        Some(construct) => Err(Unsupported { language: dress.language, construct }),
        None => Ok(printed.text),
    }
}

/// A text, and what it is not.
struct Printed {
    text: String,
    /// What is defined elsewhere and mentioned by definitions here.
    used: FxHashSet<Need>,
    /// The first thing that the language can't say.
    refused: Option<Construct>,
}

fn printed(program: &Program, dress: &Dress) -> Printed {
    // Nearly always, what the arena mentions is mentioned by a definition, too, and the first text is the right one.
    let mentioned = mentioned(program);
    let first = Printer::new(program, dress, Style::Source).file(&mentioned);
    match first.used.len() == mentioned.len() {
        true => first,
        false => Printer::new(program, dress, Style::Source).file(&first.used),
    }
}

/// The functions and variables declared here and defined elsewhere that some expression mentions, used or not.
fn mentioned(program: &Program) -> FxHashSet<Need> {
    let mut found = FxHashSet::default();
    for (_, expr) in program.exprs.iter() {
        match expr.kind {
            ExprKind::Func(func) if program.funcs[func].body.is_none() => found.insert(Need::Func(func)),
            ExprKind::Var(var) if program.vars[var].storage == Storage::Extern => found.insert(Need::Var(var)),
            _ => false,
        };
    }
    if !found.is_empty() {
        let declared: FxHashSet<Need> = program
            .items
            .iter()
            .map(|item| match *item {
                Item::Var(var) => Need::Var(var),
                Item::FuncDecl(func) | Item::FuncDef(func) => Need::Func(func),
            })
            .collect();
        found.retain(|need| declared.contains(need));
    }
    found
}

/// An expression as C, as in messages.
pub fn expr(program: &Program, expr: ExprId) -> String {
    let mut printer = Printer::new(program, &PLAIN, Style::Message);
    printer.expr(expr, expression::Level::Comma);
    printer.out
}

/// A type as C writes it in messages: `unsigned int`, `struct S *`, `int [3]`.
pub fn ty(program: &Program, ty: QType) -> String {
    Printer::new(program, &PLAIN, Style::Message).declare(ty, "")
}

/// What the text is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// To be compiled: tags are unique, attributes are kept.
    Source,
    /// To be read: tags are as written.
    Message,
}

/// Which languages have something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Only C.
    C,
    /// C and C++ on a host.
    Cpp,
}

/// Something a piece of text mentions, which must be declared before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Need {
    /// A record whose size matters.
    Record(RecordId),
    /// A record behind a pointer.
    RecordName(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A type that only a `typedef` can express.
    Alias(QType),
    /// A variable at file scope.
    Var(VarId),
    /// A function.
    Func(FuncId),
    /// The copy of a function that parallel loops call (ISPC).
    Lanes(FuncId),
}

/// Needs in the order of their first mention.
#[derive(Default)]
struct Needs {
    list: Vec<Need>,
    seen: FxHashSet<Need>,
    /// Tells the captures apart, see [`Printer::stamps`].
    stamp: u32,
}

/// How often the length of a variable length array is mentioned, and the variable that holds it if more than once.
#[derive(Default)]
struct Lengths {
    mentions: FxHashMap<VlaId, u32>,
    variables: FxHashMap<VlaId, String>,
    /// Those whose variable has been declared.
    active: FxHashSet<VlaId>,
}

struct Printer<'a> {
    program: &'a Program,
    dress: &'a Dress,
    style: Style,
    names: NameTable,
    out: String,
    depth: usize,
    needs: Needs,
    /// The capture that needed each variable last, so that those mentioned often are quickly known.
    stamps: Vec<u32>,
    /// How many captures there have been.
    captures: u32,
    lengths: Lengths,
    /// How many prototypes enclose the type being printed.
    prototypes: u32,
    /// The function being printed.
    func: Option<FuncId>,
    /// Names from outside that the function uses, which no local may hide.
    outer: FxHashSet<Name>,
    /// Whether a local variable was printed that has the name of something at file scope.
    may_hide: bool,
    /// Label names, made unique in their function.
    labels: FxHashMap<LabelId, String>,
    /// The types of the conditions of the enclosing switches.
    switches: Vec<TypeId>,
    /// Top-level declarations so far.
    chunks: Vec<String>,
    /// What has been declared so far.
    declared: FxHashSet<Need>,
    /// What is defined elsewhere and mentioned by definitions here.
    used: FxHashSet<Need>,
    /// The first thing that the language can't say.
    refused: Option<Construct>,
    /// Headers that the text needs.
    headers: BTreeSet<&'static str>,
    lanes: ispc::Lanes,
    kernel: sycl::Kernel,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, dress: &'a Dress, style: Style) -> Self {
        let names = match style {
            Style::Source => NameTable::new(program),
            Style::Message => NameTable::default(),
        };
        Printer {
            program,
            dress,
            style,
            names,
            out: String::new(),
            depth: 0,
            needs: Needs::default(),
            stamps: Vec::new(),
            captures: 0,
            lengths: Lengths::default(),
            prototypes: 0,
            func: None,
            outer: FxHashSet::default(),
            may_hide: false,
            labels: FxHashMap::default(),
            switches: Vec::new(),
            chunks: Vec::new(),
            declared: FxHashSet::default(),
            used: FxHashSet::default(),
            refused: None,
            headers: BTreeSet::new(),
            lanes: ispc::Lanes::default(),
            kernel: sycl::Kernel::default(),
        }
    }

    #[inline]
    fn language(&self) -> Language {
        self.dress.language
    }

    /// Notes something that the language can't say.
    fn refuse(&mut self, construct: Construct) {
        self.refused.get_or_insert(construct);
    }

    /// Notes something that only C and C++ can say, or only C.
    fn refuse_beyond(&mut self, last: Reach, construct: Construct) {
        let is_said = match last {
            Reach::C => self.language() == Language::C,
            Reach::Cpp => matches!(self.language(), Language::C | Language::Cpp(_)),
        };
        if !is_said {
            self.refuse(construct);
        }
    }

    fn types(&self) -> &'a Types {
        &self.program.types
    }

    fn need(&mut self, need: Need) {
        if self.style == Style::Source && self.needs.seen.insert(need) {
            self.needs.list.push(need);
        }
    }

    fn need_var(&mut self, var: VarId) {
        if self.style == Style::Message {
            return;
        }
        if self.stamps.is_empty() {
            self.stamps = vec![0; self.program.vars.len()];
        }
        let stamp = &mut self.stamps[var.0 as usize];
        if *stamp != self.needs.stamp {
            *stamp = self.needs.stamp;
            self.needs.list.push(Need::Var(var));
        }
    }

    /// Prints into a buffer of its own: the text and what it needs.
    fn capture(&mut self, print: impl FnOnce(&mut Self)) -> (String, Vec<Need>) {
        let out = std::mem::take(&mut self.out);
        self.captures += 1;
        let needs = std::mem::replace(&mut self.needs, Needs { stamp: self.captures, ..Needs::default() });
        print(self);
        (std::mem::replace(&mut self.out, out), std::mem::replace(&mut self.needs, needs).list)
    }

    #[inline]
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Starts a line.
    fn indent(&mut self) {
        const SPACES: &str = "                                                                ";
        let mut left = self.depth * 4;
        while left > 0 {
            let now = left.min(SPACES.len());
            self.out.push_str(&SPACES[..now]);
            left -= now;
        }
    }

    /// The text, given which of the things that are defined elsewhere are used, and which of them really are.
    fn file(mut self, used: &FxHashSet<Need>) -> Printed {
        self.check_words();
        self.find_lanes();
        let mut last_of = FxHashMap::default();
        for (i, item) in self.program.items.iter().enumerate() {
            if let Item::Var(var) = item {
                last_of.insert(*var, i);
            }
        }
        for (i, &item) in self.program.items.iter().enumerate() {
            match item {
                // A definition declares, too.
                Item::FuncDecl(func) if self.program.items.get(i + 1) == Some(&Item::FuncDef(func)) => {}
                Item::FuncDecl(func) => {
                    if self.program.funcs[func].body.is_some() || used.contains(&Need::Func(func)) {
                        self.declare_function(func);
                    }
                }
                Item::FuncDef(func) => self.define_function(func),
                Item::Var(var) => {
                    let is_definition = self.program.vars[var].storage != Storage::Extern;
                    if is_definition && last_of.get(&var) == Some(&i) {
                        self.define_variable(var);
                    } else if is_definition || used.contains(&Need::Var(var)) {
                        self.declare_variable(var);
                    }
                }
            }
        }
        let mut really = std::mem::take(&mut self.used);
        really.retain(|need| used.contains(need));
        Printed { used: really, refused: self.refused, text: self.assemble() }
    }

    /// Notes what a definition mentions that is defined elsewhere.
    fn note_used(&mut self, needs: &[Need]) {
        for &need in needs {
            match need {
                Need::Func(func) if self.program.funcs[func].body.is_none() => self.used.insert(need),
                Need::Var(var) if self.program.vars[var].storage == Storage::Extern => self.used.insert(need),
                _ => false,
            };
        }
    }

    /// All top-level declarations, with blank lines around those of several lines.
    fn assemble(self) -> String {
        let mut text = String::with_capacity(self.chunks.iter().map(|chunk| chunk.len() + 2).sum());
        for header in &self.headers {
            text.push_str(&format!("#include <{header}>\n"));
        }
        let mut after_long = !text.is_empty();
        for chunk in &self.chunks {
            let is_long = chunk.contains('\n');
            if !text.is_empty() && (is_long || after_long) {
                text.push('\n');
            }
            text.push_str(chunk);
            text.push('\n');
            after_long = is_long;
        }
        text
    }
}

#[cfg(test)]
mod tests;
