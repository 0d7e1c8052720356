//! Sketches: a small C-like language from which idioms are made.
//!
//! A header draws types and numbers and names the inputs, then statements follow:
//!
//! - `cost n;` what it costs to run, roughly, if more than a few hundred steps.
//! - `type W u32 u8;` one of these types. `flip S W;` the type of other signedness, `twice D W;` of twice the width.
//! - `num K 1, 31;` a number from a range.
//! - `ret W;` what it returns.
//! - `in W x;`, `in W a[N];` a value, or an array that is read; `io W a[N];` an array that is changed.
//!   Arrays are often ones of the program, which then decide what the types and numbers of their header are.
//!
//! Statements are those of C, with these differences: `idx` and `sidx` are integer types of counters, whose arithmetic
//! stays in range by construction (indices made of counters are not checked); `auto p = a;` has the type of its value;
//! `while@n` says how often a loop runs at most; `table W t[N] = kind parameter;` is a constant table
//! ([`super::table`]); `record R { ... };` is a structure; `store e;` stores to some place of the program. Expressions may use `value(W)`, any
//! expression of the program without effects, `const(W)`, `bits(W)`, `max(W)`, `min(W)`, `rep(W, byte)` and `hide(n)`, a number that
//! compilers can't see where the program has such.

use super::text;
use crate::general::dsl::built;
use crate::general::state::Gen;
use lydite_lang::*;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Sym {
    /// One of these types, not yet drawn.
    Types(Vec<TypeId>),
    /// A type.
    Type(TypeId),
    /// A number of this range, not yet drawn.
    Range(i128, i128),
    /// A number.
    Num(i128),
    /// A variable; whether it is a counter; how many elements a pointer points to.
    Var(VarId, Calm, Option<u64>),
}

/// Whether arithmetic on something stays in range by construction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calm {
    /// It does.
    Yes,
    /// It may not.
    No,
}

impl Calm {
    pub(super) fn and(self, other: Calm) -> Calm {
        if self == Calm::Yes { other } else { Calm::No }
    }
}

/// An expression being made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub e: ExprId,
    pub calm: Calm,
    /// How many elements it points to, if it is a pointer and that is known.
    pub len: Option<u64>,
}

/// What becomes of `return`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Returns {
    /// It returns.
    Really,
    /// It ends the sketch, whose value is wanted.
    Value,
}

/// Types with one name each.
const TYPES: &[(&str, TypeId)] = &[
    ("u8", TypeId::UCHAR),
    ("s8", TypeId::SCHAR),
    ("char", TypeId::CHAR),
    ("u16", TypeId::USHORT),
    ("s16", TypeId::SHORT),
    ("u32", TypeId::UINT),
    ("s32", TypeId::INT),
    ("int", TypeId::INT),
    ("u64", TypeId::ULONGLONG),
    ("s64", TypeId::LONGLONG),
    ("ulong", TypeId::ULONG),
    ("long", TypeId::LONG),
    ("double", TypeId::DOUBLE),
    ("float", TypeId::FLOAT),
];

/// A sketch being read.
pub(super) struct Sketch {
    tokens: Vec<&'static str>,
    at: usize,
    syms: Vec<(&'static str, Sym)>,
    returns: Returns,
    /// The value of a final `return`.
    pub result: Option<ExprId>,
    /// What it costs to run, roughly.
    pub cost: u64,
    later: Vec<&'static str>,
    in_body: bool,
}

/// What a sketch costs if it does not say.
const USUAL_COST: u64 = 300;

impl Sketch {
    /// The sketch with this text.
    pub fn new(text: &'static str, g: &mut Gen) -> Sketch {
        let mut tokens = text::tokens(text, &mut g.c);
        let mut cost = USUAL_COST;
        if let Some(at) = tokens.iter().position(|t| *t == "cost") {
            cost = tokens[at + 1].parse().unwrap_or(cost);
            tokens.drain(at..at + 3);
        }
        Sketch {
            tokens,
            at: 0,
            syms: Vec::new(),
            returns: Returns::Value,
            result: None,
            cost,
            later: Vec::new(),
            in_body: false,
        }
    }

    /// How many times it says `return`.
    pub fn return_count(&self) -> usize {
        self.tokens.iter().filter(|t| **t == "return").count()
    }

    /// The current token; empty at the end.
    pub fn peek(&self) -> &'static str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn peek_second(&self) -> &'static str {
        self.tokens.get(self.at + 1).copied().unwrap_or("")
    }

    /// The current token, which is passed.
    pub fn next(&mut self) -> &'static str {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Passes a token if it is this one.
    pub fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    /// Passes a token that must be there: sketches are ours.
    #[track_caller]
    pub fn expect(&mut self, token: &str) {
        if !self.accept(token) {
            self.wrong(token);
        }
    }

    #[track_caller]
    fn wrong(&self, wanted: &str) -> ! {
        let from = self.at.saturating_sub(8);
        let near = self.tokens[from..self.tokens.len().min(self.at + 4)].join(" ");
        panic!("a sketch needs '{wanted}' near: {near}")
    }

    /// Moves a declaration of a table to the statements, which come after the header.
    fn postpone(&mut self) {
        let from = self.at;
        let end = self.tokens[from..].iter().position(|t| *t == ";").map_or(self.tokens.len(), |n| from + n + 1);
        self.later.extend(self.tokens.drain(from..end));
    }

    /// The header is read: what was postponed comes next.
    pub fn end_header(&mut self) {
        let at = self.at;
        self.tokens.splice(at..at, self.later.drain(..));
        self.in_body = true;
    }

    /// Gives a name a meaning.
    pub fn bind(&mut self, name: &'static str, sym: Sym) {
        self.syms.push((name, sym));
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.syms.iter().rposition(|s| s.0 == name)
    }

    /// What a name stands for, drawn if it was not.
    fn lookup(&mut self, g: &mut Gen, name: &str) -> Option<Sym> {
        let at = self.find(name)?;
        match &self.syms[at].1 {
            Sym::Types(options) => {
                let ty = options[g.c.index(options.len())];
                self.syms[at].1 = Sym::Type(ty);
            }
            &Sym::Range(lo, hi) => {
                let n = g.c.range(lo, hi.max(lo));
                self.syms[at].1 = Sym::Num(n);
            }
            _ => {}
        }
        Some(self.syms[at].1.clone())
    }

    /// Which types a name may still stand for.
    pub fn possible_types(&self, name: &str) -> Vec<TypeId> {
        match self.find(name).map(|at| &self.syms[at].1) {
            Some(Sym::Types(options)) => options.clone(),
            Some(Sym::Type(ty)) => vec![*ty],
            _ => TYPES.iter().filter(|t| t.0 == name).map(|t| t.1).collect(),
        }
    }

    /// Which numbers a word may still stand for.
    pub fn possible_numbers(&self, word: &str) -> (i128, i128) {
        match self.find(word).map(|at| &self.syms[at].1) {
            Some(Sym::Range(lo, hi)) => (*lo, *hi),
            Some(Sym::Num(n)) => (*n, *n),
            _ => {
                let n = word.parse().unwrap_or(1);
                (n, n)
            }
        }
    }

    /// Settles what a name stands for.
    pub fn settle(&mut self, name: &str, sym: Sym) {
        if let Some(at) = self.find(name) {
            self.syms[at].1 = sym;
        }
    }

    /// A type by name, if it is one.
    pub fn type_named(&mut self, g: &mut Gen, name: &str) -> Option<TypeId> {
        if let Some(row) = TYPES.iter().find(|t| t.0 == name) {
            return Some(row.1);
        }
        match name {
            "idx" => {
                const COUNTERS: [TypeId; 4] = [TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::ULONG];
                Some(COUNTERS[g.c.weighted(&[8, 3, 2, 3])])
            }
            "sidx" => Some([TypeId::INT, TypeId::LONG][g.c.weighted(&[3, 1])]),
            _ => match self.find(name).map(|at| &self.syms[at].1) {
                Some(Sym::Type(_) | Sym::Types(_)) => match self.lookup(g, name) {
                    Some(Sym::Type(ty)) => Some(ty),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    fn is_type(&self, name: &str) -> bool {
        matches!(name, "idx" | "sidx" | "const")
            || TYPES.iter().any(|t| t.0 == name)
            || matches!(self.find(name).map(|at| &self.syms[at].1), Some(Sym::Type(_) | Sym::Types(_)))
    }

    /// A number: a constant expression.
    pub fn number(&mut self, g: &mut Gen) -> i128 {
        let v = self.ternary(g);
        match fold::integer(&g.b.program, v.e) {
            Some(n) => n,
            None => self.wrong("a constant"),
        }
    }

    /// Reads a line of the header that only draws; says whether it was one.
    pub fn draws(&mut self, g: &mut Gen) -> bool {
        match self.peek() {
            "type" => {
                self.next();
                let name = self.next();
                let mut options = Vec::new();
                while !self.accept(";") {
                    let word = self.next();
                    match self.type_named(g, word) {
                        Some(ty) => options.push(ty),
                        None => self.wrong("a type"),
                    }
                }
                self.bind(name, Sym::Types(options));
            }
            "flip" | "twice" => {
                let how = self.next();
                let (name, of) = (self.next(), self.next());
                let Some(ty) = self.type_named(g, of) else { self.wrong("a type") };
                let kind = g.b.program.types.int_kind_of(ty).unwrap_or(IntKind::Int);
                let to = if how == "flip" {
                    g.b.program.types.of_int_kind(convert::other_signedness(kind))
                } else {
                    let t = g.int_of(ty);
                    let wanted = IntType { bits: t.bits * 2, signed: t.signed };
                    let found =
                        TYPES.iter().find(|row| row.1 != TypeId::CHAR && g.is_int(row.1) && g.int_of(row.1) == wanted);
                    found.map_or(TypeId::ULONGLONG, |row| row.1)
                };
                self.bind(name, Sym::Type(to));
                self.expect(";");
            }
            "num" => {
                self.next();
                let name = self.next();
                let lo = self.number(g);
                self.expect(",");
                let hi = self.number(g);
                self.bind(name, Sym::Range(lo, hi));
                self.expect(";");
            }
            "table" if !self.in_body => self.postpone(),
            _ => return false,
        }
        true
    }

    /// Reads the statements that are left.
    pub fn statements(&mut self, g: &mut Gen, returns: Returns, out: &mut Vec<StmtId>) {
        self.returns = returns;
        while !self.peek().is_empty() {
            self.statement(g, out);
        }
    }

    /// One statement as a single one.
    fn single(&mut self, g: &mut Gen) -> StmtId {
        let mut out = Vec::new();
        let scope = self.syms.len();
        let braces = self.peek() == "{";
        self.statement(g, &mut out);
        self.syms.truncate(scope);
        match (out.len(), braces) {
            (1, true) => out[0],
            (1, false) if !matches!(g.b.program.stmts[out[0]].kind, StmtKind::Decl(_)) => out[0],
            _ => g.block(out),
        }
    }

    /// The value after `@`, or what is said instead.
    fn bound(&mut self, g: &mut Gen, otherwise: u64) -> Option<u64> {
        if self.accept("@") {
            let v = self.primary(g);
            return Some(fold::integer(&g.b.program, v.e).map_or(otherwise, |n| n.max(1) as u64));
        }
        None
    }

    fn statement(&mut self, g: &mut Gen, out: &mut Vec<StmtId>) {
        let made = g.b.program.exprs.len();
        match self.peek() {
            ";" => {
                self.next();
                return;
            }
            "{" => {
                self.next();
                let scope = self.syms.len();
                let mut inner = Vec::new();
                while !self.accept("}") {
                    self.statement(g, &mut inner);
                }
                self.syms.truncate(scope);
                let s = g.block(inner);
                out.push(s);
                return;
            }
            "if" => {
                self.next();
                self.expect("(");
                let c = self.expression(g);
                self.expect(")");
                let then = self.single(g);
                let otherwise = if self.accept("else") { Some(self.single(g)) } else { None };
                let s = g.if_stmt(c.e, then, otherwise);
                out.push(s);
            }
            "while" | "do" | "for" => {
                self.repetition(g, out);
                return;
            }
            "switch" => {
                self.switch(g, out);
                return;
            }
            "break" | "continue" => {
                let kind = if self.next() == "break" { StmtKind::Break } else { StmtKind::Continue };
                self.expect(";");
                let s = g.b.stmt(kind);
                out.push(s);
            }
            "return" => {
                self.next();
                let value = if self.peek() == ";" { None } else { Some(self.expression(g)) };
                self.expect(";");
                self.give_back(g, value, out);
            }
            "store" => {
                self.next();
                let v = self.expression(g);
                self.expect(";");
                let e = g.load(v.e);
                g.idiom_store(e, out);
            }
            "table" => self.table(g, out),
            "record" => self.record(g),
            "num" | "type" | "flip" | "twice" => {
                self.draws(g);
            }
            word if word == "auto" || self.is_type(word) => self.declaration(g, out),
            _ => {
                let e = self.expression(g);
                self.expect(";");
                let s = g.expr_stmt(e.e);
                out.push(s);
            }
        }
        let made = g.b.program.exprs.len() - made;
        g.spend(1 + made as u64 / 2);
    }

    fn give_back(&mut self, g: &mut Gen, value: Option<Value>, out: &mut Vec<StmtId>) {
        let value = value.map(|v| g.load(v.e));
        match self.returns {
            Returns::Value => self.result = value,
            Returns::Really => {
                let ret = g.f.ret.ty;
                let value = value.map(|e| g.convert(e, ret));
                let s = g.b.stmt(StmtKind::Return(value));
                out.push(s);
            }
        }
    }

    fn repetition(&mut self, g: &mut Gen, out: &mut Vec<StmtId>) {
        let word = self.next();
        let said = self.bound(g, 16);
        let times = g.f.times;
        let scope = self.syms.len();
        if word == "do" {
            g.f.times = times.saturating_mul(said.unwrap_or(16));
            let body = self.single(g);
            self.expect("while");
            self.expect("(");
            let c = self.expression(g);
            self.expect(")");
            self.expect(";");
            g.spend(2);
            g.f.times = times;
            let c = built(g.b.condition(c.e));
            let s = g.b.stmt(StmtKind::DoWhile(body, c));
            out.push(s);
            return;
        }
        self.expect("(");
        let mut init = None;
        if word == "for" && !self.accept(";") {
            let mut first = Vec::new();
            if self.peek() == "auto" || self.is_type(self.peek()) {
                self.declaration(g, &mut first);
            } else {
                let e = self.comma(g);
                self.expect(";");
                let s = g.expr_stmt(e.e);
                first.push(s);
            }
            // Only one declaration fits into the head.
            init = first.pop();
            out.append(&mut first);
        }
        let cond = if self.peek() == ";" { None } else { Some(self.expression(g)) };
        let step = if word == "for" {
            self.expect(";");
            if self.peek() == ")" { None } else { Some(self.comma(g)) }
        } else {
            None
        };
        self.expect(")");
        let trips = said.or_else(|| limit(&g.b.program, cond?.e)).unwrap_or(16);
        g.f.times = times.saturating_mul(trips.clamp(1, 300));
        g.spend(3);
        let body = self.single(g);
        g.f.times = times;
        self.syms.truncate(scope);
        let cond = cond.map(|c| built(g.b.condition(c.e)));
        let s = match (word, cond) {
            ("while", Some(cond)) => g.b.stmt(StmtKind::While(cond, body)),
            _ => g.b.stmt(StmtKind::For { init, cond, step: step.map(|s| s.e), body }),
        };
        g.pragmas(s);
        out.push(s);
    }

    fn switch(&mut self, g: &mut Gen, out: &mut Vec<StmtId>) {
        self.next();
        self.expect("(");
        let e = self.expression(g);
        self.expect(")");
        let e = built(g.b.promote(e.e));
        let scope = self.syms.len();
        self.expect("{");
        let mut stmts = Vec::new();
        while !self.accept("}") {
            let label = if self.accept("case") {
                Some(self.number(g))
            } else if self.accept("default") {
                None
            } else {
                self.statement(g, &mut stmts);
                continue;
            };
            self.expect(":");
            let first = if matches!(self.peek(), "case" | "default" | "}") {
                g.b.stmt(StmtKind::Empty)
            } else {
                self.single(g)
            };
            let s = match label {
                Some(n) => g.b.stmt(StmtKind::Case(Box::new((n, n)), first)),
                None => g.b.stmt(StmtKind::Default(first)),
            };
            stmts.push(s);
        }
        self.syms.truncate(scope);
        let body = g.block(stmts);
        let s = g.b.stmt(StmtKind::Switch(e, body));
        out.push(s);
    }

    /// `type x = e, y;`, `type a[n];`, `type a[n] = zero;`
    fn declaration(&mut self, g: &mut Gen, out: &mut Vec<StmtId>) {
        let is_const = self.accept("const");
        let word = self.next();
        let base = if word == "auto" { None } else { self.type_named(g, word) };
        let calm = if matches!(word, "idx" | "sidx") { Calm::Yes } else { Calm::No };
        loop {
            let mut ty = base.map(|ty| if is_const { QType::from(ty).with(Quals::CONST) } else { ty.into() });
            while self.accept("*") {
                ty = ty.map(|ty| g.b.program.types.pointer(ty).into());
            }
            let name = self.next();
            let mut dims = Vec::new();
            while self.accept("[") {
                dims.push(self.number(g).max(1) as u64);
                self.expect("]");
            }
            for &len in dims.iter().rev() {
                ty = ty.map(|ty| g.b.program.types.array(ty, ArrayLen::Fixed(len)).into());
            }
            let mut init = None;
            let mut len = None;
            if self.accept("=") {
                if dims.is_empty() {
                    let v = self.assignment(g);
                    let e = g.load(v.e);
                    len = v.len.or_else(|| array_len(&g.b.program, v.e));
                    let wanted = *ty.get_or_insert_with(|| g.b.type_of(e).into());
                    let e = if g.b.program.types.is_arithmetic(wanted.ty) {
                        g.convert(e, wanted.ty)
                    } else {
                        g.convert_pointer(e, wanted.ty)
                    };
                    init = Some(Init::Expr(e));
                } else {
                    self.expect("zero");
                    init = Some(g.zero_list(base.unwrap_or(TypeId::INT), dims.len()));
                }
            }
            let Some(ty) = ty else { self.wrong("a type") };
            let var = g.private(ty, init, out);
            self.bind(name, Sym::Var(var, calm, len));
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";");
    }

    /// `table W t[N] = kind parameter;`
    fn table(&mut self, g: &mut Gen, out: &mut Vec<StmtId>) {
        self.next();
        let word = self.next();
        let Some(ty) = self.type_named(g, word) else { self.wrong("a type") };
        let name = self.next();
        self.expect("[");
        let len = self.number(g).max(1) as u64;
        self.expect("]");
        self.expect("=");
        let kind = self.next();
        let parameter = if self.peek() == ";" { 1 } else { self.number(g) };
        self.expect(";");
        let var = g.constant_table(ty, &[len], kind, parameter, out);
        self.bind(name, Sym::Var(var, Calm::No, None));
    }

    /// `record R { W key; R *next; };`
    fn record(&mut self, g: &mut Gen) {
        self.next();
        let name = self.next();
        let n = g.names.ty;
        g.names.ty += 1;
        let tag = g.name(&format!("N{n}"));
        let (id, ty) = g.b.program.types.new_record(RecordKind::Struct, Some(tag));
        self.bind(name, Sym::Type(ty));
        self.expect("{");
        let mut fields = Vec::new();
        while !self.accept("}") {
            let word = self.next();
            let Some(mut field) = self.type_named(g, word) else { self.wrong("a type") };
            while self.accept("*") {
                field = g.b.program.types.pointer(field.into());
            }
            let name = self.next();
            self.expect(";");
            let name = g.name(name);
            fields.push(Field { name: Some(name), ty: field.into(), bits: None, align: None, packed: false });
        }
        if g.b.program.types.complete_record(id, fields, RecordAttrs::default()).is_err() {
            self.wrong("a complete record");
        }
        self.expect(";");
    }

    /// A variable or number by name.
    pub fn named(&mut self, g: &mut Gen, name: &str) -> Value {
        match self.lookup(g, name) {
            Some(Sym::Var(var, calm, len)) => Value { e: g.var(var), calm, len },
            Some(Sym::Num(n)) => literal(g, n),
            _ => self.wrong("a name"),
        }
    }

    /// The type in parentheses that follows.
    pub fn type_argument(&mut self, g: &mut Gen) -> TypeId {
        self.expect("(");
        let word = self.next();
        let Some(ty) = self.type_named(g, word) else { self.wrong("a type") };
        ty
    }

    /// Whether a cast begins here.
    pub fn at_cast(&self) -> bool {
        self.peek() == "(" && self.peek_second() != "const" && self.is_type(self.peek_second())
    }
}

/// A constant of the first type that has it.
pub(super) fn literal(g: &mut Gen, n: i128) -> Value {
    const BY_SIZE: [TypeId; 4] = [TypeId::INT, TypeId::UINT, TypeId::LONGLONG, TypeId::ULONGLONG];
    let ty = BY_SIZE.into_iter().find(|&ty| {
        let t = g.int_of(ty);
        (t.min()..=t.max()).contains(&n)
    });
    let e = g.lit(n, ty.unwrap_or(TypeId::ULONGLONG));
    Value { e, calm: Calm::Yes, len: None }
}

/// The length of an array.
pub(super) fn array_len(p: &Program, e: ExprId) -> Option<u64> {
    match p.types.array_parts(p.ty(e).ty)?.1 {
        ArrayLen::Fixed(len) => Some(len),
        _ => None,
    }
}

/// How often a loop with this condition runs, from a constant it compares with.
fn limit(p: &Program, cond: ExprId) -> Option<u64> {
    match p.exprs[cond].kind {
        ExprKind::Binary(BinOp::LogAnd, a, _) => limit(p, a),
        ExprKind::Binary(op, _, b) if op.is_comparison() => {
            fold::integer(p, b).filter(|n| *n > 1).and_then(|n| u64::try_from(n).ok())
        }
        _ => None,
    }
}
