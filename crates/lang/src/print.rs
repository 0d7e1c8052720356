//! Programs as C text (GNU C17) that reads back as the same program.
//!
//! What C implies (loads, decays, conversions) is not written; everything else is. Records and enumerations have no
//! place of their own in a program, so their definitions are hoisted to file scope, each before the first top-level
//! declaration that mentions it, under a tag that nothing else has. Declarations that nobody uses are left out.
//!
//! Every top-level declaration is printed into a buffer first, which tells what it *needs*; the needs are printed
//! before it. Printing is therefore a function of the text alone, and printing what was read back changes nothing.

mod constant;
mod declaration;
mod definition;
mod expression;
mod names;
mod statement;
mod types;

use crate::names::Name;
use crate::tree::*;
use crate::types::*;
use names::NameTable;
use rustc_hash::{FxHashMap, FxHashSet};

/// The whole program as C.
pub fn program(program: &Program) -> String {
    Printer::new(program, Style::Source).file()
}

/// An expression as C, as in messages.
pub fn expr(program: &Program, expr: ExprId) -> String {
    let mut printer = Printer::new(program, Style::Message);
    printer.expr(expr, expression::Level::Comma);
    printer.out
}

/// A type as C writes it in messages: `unsigned int`, `struct S *`, `int [3]`.
pub fn ty(program: &Program, ty: QType) -> String {
    Printer::new(program, Style::Message).declare(ty, "")
}

/// What the text is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// To be compiled: tags are unique, attributes are kept.
    Source,
    /// To be read: tags are as written.
    Message,
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
}

/// Needs in the order of their first mention.
#[derive(Default)]
struct Needs {
    list: Vec<Need>,
    seen: FxHashSet<Need>,
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
    style: Style,
    names: NameTable,
    out: String,
    depth: usize,
    needs: Needs,
    lengths: Lengths,
    /// How many prototypes enclose the type being printed.
    prototypes: u32,
    /// The function being printed.
    func: Option<FuncId>,
    /// Names from outside that the function uses, which no local may hide.
    outer: FxHashSet<Name>,
    /// Label names, made unique in their function.
    labels: FxHashMap<LabelId, String>,
    /// The types of the conditions of the enclosing switches.
    switches: Vec<TypeId>,
    /// Top-level declarations so far.
    chunks: Vec<String>,
    /// What has been declared so far.
    declared: FxHashSet<Need>,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, style: Style) -> Self {
        let names = match style {
            Style::Source => NameTable::new(program),
            Style::Message => NameTable::default(),
        };
        Printer {
            program,
            style,
            names,
            out: String::new(),
            depth: 0,
            needs: Needs::default(),
            lengths: Lengths::default(),
            prototypes: 0,
            func: None,
            outer: FxHashSet::default(),
            labels: FxHashMap::default(),
            switches: Vec::new(),
            chunks: Vec::new(),
            declared: FxHashSet::default(),
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

    /// Prints into a buffer of its own: the text and what it needs.
    fn capture(&mut self, print: impl FnOnce(&mut Self)) -> (String, Vec<Need>) {
        let out = std::mem::take(&mut self.out);
        let needs = std::mem::take(&mut self.needs);
        print(self);
        (std::mem::replace(&mut self.out, out), std::mem::replace(&mut self.needs, needs).list)
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Starts a line.
    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
    }

    fn file(mut self) -> String {
        let used = self.used();
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
        self.assemble()
    }

    /// The functions and variables that definitions mention.
    fn used(&mut self) -> FxHashSet<Need> {
        // A dry run must not choose names: it would choose them in another order than the real one.
        let mut dry = Printer::new(self.program, Style::Source);
        for &item in &self.program.items {
            match item {
                Item::FuncDef(func) => dry.function_definition(func),
                Item::Var(var) => dry.variable_definition(var),
                Item::FuncDecl(_) => {}
            }
            dry.out.clear();
        }
        dry.needs.seen
    }

    /// All top-level declarations, with blank lines around those of several lines.
    fn assemble(self) -> String {
        let mut text = String::new();
        let mut after_long = false;
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
