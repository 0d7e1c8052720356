//! Expressions of sketches.

use super::sketch::{Calm, Sketch, Value, array_len, literal};
use crate::general::dsl::built;
use crate::general::state::Gen;
use lydite_lang::*;

/// Binary operators by how tightly they bind.
const LEVELS: &[&[(&str, BinOp)]] = &[
    &[("||", BinOp::LogOr)],
    &[("&&", BinOp::LogAnd)],
    &[("|", BinOp::Or)],
    &[("^", BinOp::Xor)],
    &[("&", BinOp::And)],
    &[("==", BinOp::Eq), ("!=", BinOp::Ne)],
    &[("<", BinOp::Lt), (">", BinOp::Gt), ("<=", BinOp::Le), (">=", BinOp::Ge)],
    &[("<<", BinOp::Shl), (">>", BinOp::Shr)],
    &[("+", BinOp::Add), ("-", BinOp::Sub)],
    &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Rem)],
];

const ASSIGNMENTS: &[(&str, BinOp)] = &[
    ("+=", BinOp::Add),
    ("-=", BinOp::Sub),
    ("*=", BinOp::Mul),
    ("/=", BinOp::Div),
    ("%=", BinOp::Rem),
    ("<<=", BinOp::Shl),
    (">>=", BinOp::Shr),
    ("&=", BinOp::And),
    ("|=", BinOp::Or),
    ("^=", BinOp::Xor),
];

fn plain(e: ExprId) -> Value {
    Value { e, calm: Calm::No, len: None }
}

impl Sketch {
    /// An expression; a comma does not belong to it.
    pub(super) fn expression(&mut self, g: &mut Gen) -> Value {
        self.assignment(g)
    }

    /// Expressions with commas between them.
    pub(super) fn comma(&mut self, g: &mut Gen) -> Value {
        let mut v = self.assignment(g);
        while self.accept(",") {
            let w = self.assignment(g);
            v = plain(built(g.b.comma(v.e, w.e)));
        }
        v
    }

    /// An assignment, or what binds tighter.
    pub(super) fn assignment(&mut self, g: &mut Gen) -> Value {
        let left = self.ternary(g);
        if self.accept("=") {
            let right = self.assignment(g);
            return plain(g.assign(left.e, right.e));
        }
        let Some(&(token, op)) = ASSIGNMENTS.iter().find(|a| a.0 == self.peek()) else { return left };
        self.expect(token);
        let right = self.assignment(g);
        let right_e = g.load(right.e);
        let op = exact(g, op, left.e, right_e);
        let is_pointer = g.b.program.types.is_pointer(g.b.type_of(left.e));
        plain(if is_pointer || left.calm.and(right.calm) == Calm::Yes {
            built(g.b.compound_assign(op, left.e, right_e))
        } else {
            g.assign_op(op, left.e, right_e)
        })
    }

    /// A conditional expression, or what binds tighter.
    pub(super) fn ternary(&mut self, g: &mut Gen) -> Value {
        let c = self.binary(g, 0);
        if !self.accept("?") {
            return c;
        }
        let a = self.ternary(g);
        self.expect(":");
        let b = self.ternary(g);
        let e = g.cond(c.e, a.e, b.e);
        Value { e, calm: a.calm.and(b.calm), len: None }
    }

    fn binary(&mut self, g: &mut Gen, level: usize) -> Value {
        let Some(operators) = LEVELS.get(level) else { return self.prefix(g) };
        let mut left = self.binary(g, level + 1);
        while let Some(&(token, op)) = operators.iter().find(|o| o.0 == self.peek()) {
            self.expect(token);
            let right = self.binary(g, level + 1);
            left = operate(g, op, left, right);
        }
        left
    }

    fn prefix(&mut self, g: &mut Gen) -> Value {
        if self.at_cast() {
            let mut ty = self.type_argument(g);
            while self.accept("*") {
                ty = g.b.program.types.pointer(ty.into());
            }
            self.expect(")");
            let v = self.prefix(g);
            let e = g.load(v.e);
            let e = if g.b.program.types.is_pointer(ty) { built(g.b.cast(e, ty.into())) } else { g.cast(e, ty) };
            return Value { e, calm: v.calm, len: None };
        }
        let token = self.peek();
        let op = match token {
            "-" => UnOp::Neg,
            "~" => UnOp::BitNot,
            "!" => UnOp::LogNot,
            "*" | "&" | "++" | "--" => {
                self.expect(token);
                let v = self.prefix(g);
                return plain(match token {
                    "*" => g.deref(v.e),
                    "&" => g.addr(v.e),
                    "++" => step(g, IncDec::PreInc, v),
                    _ => step(g, IncDec::PreDec, v),
                });
            }
            _ => return self.postfix(g),
        };
        self.expect(token);
        let v = self.prefix(g);
        let e = g.load(v.e);
        let e = if v.calm == Calm::Yes { built(g.b.unary(op, e)) } else { g.un(op, e) };
        Value { e, calm: v.calm, len: None }
    }

    fn postfix(&mut self, g: &mut Gen) -> Value {
        let mut v = self.primary(g);
        loop {
            match self.peek() {
                "[" => {
                    self.next();
                    let i = self.expression(g);
                    self.expect("]");
                    v = element(g, v, i);
                }
                "." | "->" => {
                    let through = self.next() == "->";
                    let name = self.next();
                    let name = g.name(name);
                    let base = if through { g.deref(v.e) } else { v.e };
                    v = plain(built(g.b.member_named(base, name)));
                }
                "++" => {
                    self.next();
                    v = plain(step(g, IncDec::PostInc, v));
                }
                "--" => {
                    self.next();
                    v = plain(step(g, IncDec::PostDec, v));
                }
                _ => return v,
            }
        }
    }

    /// A name, a number, something in parentheses, or one of our own functions.
    pub(super) fn primary(&mut self, g: &mut Gen) -> Value {
        if self.accept("(") {
            let v = self.expression(g);
            self.expect(")");
            return v;
        }
        let word = self.next();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let n = match word.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16),
                None => word.trim_end_matches('u').parse(),
            };
            let n = n.unwrap_or(0);
            if word.ends_with('u') && !word.starts_with("0x") {
                let ty = if n <= i128::from(u32::MAX) { TypeId::UINT } else { TypeId::ULONGLONG };
                return Value { e: g.lit(n, ty), calm: Calm::Yes, len: None };
            }
            return literal(g, n);
        }
        match word {
            "value" => {
                let ty = self.type_argument(g);
                self.expect(")");
                let (e, _) = g.pure_value(ty, 2);
                let e = g.load(e);
                plain(if g.b.type_of(e) == ty { e } else { g.cast(e, ty) })
            }
            "const" => {
                let ty = self.type_argument(g);
                self.expect(")");
                let e = g.constant(ty);
                Value { e, calm: Calm::No, len: None }
            }
            "bits" | "max" | "min" => {
                let ty = self.type_argument(g);
                self.expect(")");
                let t = g.int_of(ty);
                match word {
                    "bits" => literal(g, i128::from(t.bits)),
                    "max" => typed(g, t.max(), ty),
                    _ => typed(g, t.min(), ty),
                }
            }
            "hide" => {
                self.expect("(");
                let n = self.number(g);
                self.expect(")");
                Value { e: g.hidden_number(n, TypeId::INT), calm: Calm::Yes, len: None }
            }
            "rep" => {
                let ty = self.type_argument(g);
                self.expect(",");
                let byte = self.number(g) & 255;
                self.expect(")");
                let mut n = 0;
                for at in (0..g.int_of(ty).bits).step_by(8) {
                    n |= byte << at;
                }
                typed(g, n, ty)
            }
            _ => self.named(g, word),
        }
    }
}

/// A constant of a type; of `int` where the type is narrower.
fn typed(g: &mut Gen, n: i128, ty: TypeId) -> Value {
    let ty = if g.int_of(ty).bits < 32 { TypeId::INT } else { ty };
    Value { e: g.lit(n, ty), calm: Calm::Yes, len: None }
}

fn operate(g: &mut Gen, op: BinOp, a: Value, b: Value) -> Value {
    let types = &g.b.program.types;
    let points = |e: ExprId| types.is_pointer(g.b.program.ty(e).ty) || types.is_array(g.b.program.ty(e).ty);
    let calm = a.calm.and(b.calm);
    let raw = calm == Calm::Yes || points(a.e) || points(b.e);
    let (x, y) = (g.load(a.e), g.load(b.e));
    let op = exact(g, op, x, y);
    let e = if raw { g.raw(op, x, y) } else { g.bin(op, x, y) };
    Value { e, calm: if op.is_comparison() { Calm::No } else { calm }, len: None }
}

/// An operator that the types have: sketches of floating elements add where others work on bits.
fn exact(g: &Gen, op: BinOp, a: ExprId, b: ExprId) -> BinOp {
    let is_float = |e| g.is_float(g.b.type_of(e));
    let has_bits_only = op.is_shift() || matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Rem);
    if has_bits_only && (is_float(a) || is_float(b)) { BinOp::Add } else { op }
}

fn step(g: &mut Gen, op: IncDec, v: Value) -> ExprId {
    let is_pointer = g.b.program.types.is_pointer(g.b.type_of(v.e));
    if is_pointer || v.calm == Calm::Yes { built(g.b.inc_dec(op, v.e)) } else { g.inc(op, v.e) }
}

/// `base[index]`, reduced to the length unless the index is surely below it.
fn element(g: &mut Gen, base: Value, index: Value) -> Value {
    let len = base.len.or_else(|| array_len(&g.b.program, base.e));
    let i = g.load(index.e);
    let e = match len {
        Some(len) if index.calm == Calm::No && !surely_below(&g.b.program, i, len) => g.at_any(base.e, i, len),
        _ => g.at(base.e, i),
    };
    plain(e)
}

/// Whether an integer is in `0..len` whatever it is made of.
fn surely_below(p: &Program, e: ExprId, len: u64) -> bool {
    let Some(t) = p.types.int_type(p.ty(e).ty) else { return false };
    if !t.signed && t.bits < 64 && 1u64 << t.bits <= len {
        return true;
    }
    let len = i128::from(len);
    match p.exprs[e].kind {
        ExprKind::Binary(BinOp::And, _, mask) => fold::integer(p, mask).is_some_and(|m| (0..len).contains(&m)),
        ExprKind::Binary(BinOp::Rem, _, by) => {
            !t.signed && fold::integer(p, by).is_some_and(|n| (1..=len).contains(&n))
        }
        ExprKind::Binary(BinOp::Shr, _, by) => {
            !t.signed && t.bits <= 64 && fold::integer(p, by).is_some_and(|n| t.max() >> n.clamp(0, 127) < len)
        }
        // What is in range keeps its value in any type that is not narrower than a byte.
        ExprKind::Cast(CastKind::IntToInt, Written::Implicit, inner) => {
            len <= 256 && surely_below(p, inner, len as u64)
        }
        _ => false,
    }
}
