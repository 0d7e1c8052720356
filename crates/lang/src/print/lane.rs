//! Expressions of ISPC, which implies nothing: every conversion is written, and truth is a type of its own.

use super::expression::{Level, binary_levels};
use super::ispc::{Shown, Variability, lane_number, lanes_name};
use super::{Construct, Need, Printer};
use crate::builtins::Builtin;
use crate::ops::{BinOp, CastKind, UnOp};
use crate::tree::*;
use crate::types::*;
use crate::visit::{self, Child};
use std::fmt::Write;

/// Builtins that ISPC has under another name; their results are converted.
const BUILTINS: &[(Builtin, &str)] =
    &[(Builtin::Popcount, "popcnt"), (Builtin::Clz, "count_leading_zeros"), (Builtin::Ctz, "count_trailing_zeros")];

impl Printer<'_> {
    /// Whether two types are one in ISPC.
    fn is_one_type(&self, a: TypeId, b: TypeId) -> bool {
        let (na, nb) = (lane_number(self.types(), a), lane_number(self.types(), b));
        if na.is_some() || nb.is_some() { na == nb } else { a == b }
    }

    /// Whether a conversion that C implies has to be written.
    pub(super) fn lane_shows(&self, expr: ExprId, kind: CastKind, inner: ExprId) -> bool {
        match kind {
            CastKind::ArrayDecay | CastKind::FuncDecay | CastKind::ToVoid | CastKind::Same => false,
            CastKind::NullToPtr => true,
            _ => !self.is_one_type(self.program.ty(expr).ty, self.program.ty(inner).ty),
        }
    }

    /// Whether lanes may see different values.
    fn is_varying(&self, e: ExprId) -> bool {
        let mut found = match self.program.exprs[e].kind {
            ExprKind::Var(var) => self.lanes.is_own(var),
            ExprKind::Call(..) => true,
            _ => false,
        };
        visit::expr_children(self.program, e, &mut |child| {
            if let Child::Expr(inner) = child {
                found |= self.is_varying(inner);
            }
        });
        found
    }

    /// Refuses a write in a parallel loop to what its iterations share.
    fn check_write(&mut self, place: ExprId) {
        if self.lanes.now == Variability::Varying && !self.is_varying(place) {
            self.refuse(Construct::SharedWrite);
        }
    }

    /// The variable that a place is in, without any pointer on the way.
    fn variable_of(&self, place: ExprId) -> Option<VarId> {
        match self.program.exprs[place].kind {
            ExprKind::Var(var) => Some(var),
            ExprKind::Member(base, _) => self.variable_of(base),
            ExprKind::Index(base, _) => match self.program.exprs[base].kind {
                ExprKind::Cast(CastKind::ArrayDecay, _, array) => self.variable_of(array),
                _ => None,
            },
            _ => None,
        }
    }

    /// Prints an expression that is not written as in C.
    pub(super) fn lane_expr(&mut self, expr: ExprId, least: Level) -> Shown {
        let p = self.program;
        let node = &p.exprs[expr];
        match &node.kind {
            ExprKind::Int(value) if node.ty.ty == TypeId::BOOL => self.put(if *value == 0 { "false" } else { "true" }),
            ExprKind::Float(bits) => self.lane_float(*bits, node.ty.ty, least),
            ExprKind::Str(_) => self.refuse(Construct::Text),
            ExprKind::Unary(UnOp::LogNot, _) => self.truth_as_int(expr, least),
            ExprKind::Binary(op, ..) if op.is_comparison() || op.is_logical() => self.truth_as_int(expr, least),
            ExprKind::Binary(op, a, b) if op.is_shift() => {
                let (level, right) = binary_levels(*op);
                self.at(level, least, |p| {
                    p.expr(*a, level);
                    p.put(&format!(" {} ", op.text()));
                    p.lane_converted(*b, node.ty.ty, right);
                });
            }
            ExprKind::Cast(kind, _, inner) => self.lane_cast(*kind, node.ty, *inner, least),
            ExprKind::Assign(l, _) => {
                self.check_write(*l);
                return Shown::No;
            }
            ExprKind::CompoundAssign { op, lhs, rhs, in_type } => {
                self.check_write(*lhs);
                self.lane_compound(*op, *lhs, *rhs, *in_type, least);
            }
            ExprKind::IncDec(op, place) => {
                self.check_write(*place);
                let ty = p.ty(*place).ty;
                let is_narrow = p.types.int_type(ty).is_some_and(|int| int.bits < 32);
                match (is_narrow, op.is_post()) {
                    (true, true) => self.refuse(Construct::Operator),
                    (true, false) => self.lane_step(*place, op.is_inc(), least),
                    (false, _) => return Shown::No,
                }
            }
            ExprKind::AddrOf(place) => {
                if self.variable_of(*place).is_some_and(|var| self.lanes.is_own(var)) {
                    self.refuse(Construct::LaneAddress);
                }
                return Shown::No;
            }
            ExprKind::Call(callee, args) => self.at(Level::Postfix, least, |p| {
                p.lane_callee(*callee);
                p.arguments(args);
            }),
            ExprKind::Builtin(builtin, args) => self.lane_builtin(*builtin, args, node.ty, least),
            ExprKind::SizeOf(ty) => {
                let size = p.types.size_of(*ty).unwrap_or(0);
                self.int(size.into(), node.ty.ty, least);
            }
            ExprKind::AlignOf(ty) => {
                let align = p.types.align_of(*ty);
                self.int(align.into(), node.ty.ty, least);
            }
            ExprKind::Elvis(..) => self.refuse(Construct::Operator),
            ExprKind::Lane(..) => self.refuse(Construct::Type),
            ExprKind::CompoundLiteral(_) => self.refuse(Construct::CompoundLiteral),
            ExprKind::VaArg(_) => self.refuse(Construct::Variadic),
            _ => return Shown::No,
        }
        Shown::Yes
    }

    fn truth_as_int(&mut self, expr: ExprId, least: Level) {
        self.at(Level::Unary, least, |p| {
            p.put("(int)");
            p.lane_truth(expr, Level::Unary);
        });
    }

    /// An expression as a truth value.
    pub(super) fn lane_truth(&mut self, e: ExprId, least: Level) {
        let e = self.written(e);
        let p = self.program;
        match p.exprs[e].kind {
            ExprKind::Unary(UnOp::LogNot, inner) => self.at(Level::Unary, least, |p| {
                p.put("!");
                p.lane_truth(inner, Level::Unary);
            }),
            ExprKind::Binary(op, a, b) if op.is_logical() => {
                let (level, right) = binary_levels(op);
                self.at(level, least, |p| {
                    p.lane_truth(a, level);
                    p.put(&format!(" {} ", op.text()));
                    p.lane_truth(b, right);
                });
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => self.binary(op, a, b, least),
            ExprKind::Cast(CastKind::ToBool, _, inner) => self.lane_truth(inner, least),
            // A truth value that was made an integer.
            ExprKind::Cast(CastKind::IntToInt, _, inner) if p.ty(inner).ty == TypeId::BOOL => {
                self.lane_truth(inner, least)
            }
            _ if p.ty(e).ty == TypeId::BOOL => self.expr(e, least),
            _ => self.at(Level::Equality, least, |p| {
                p.expr(e, Level::Equality);
                p.put(" != ");
                let ty = p.program.ty(e).ty;
                if p.types().is_pointer(ty) {
                    p.put("NULL");
                } else if p.types().is_float(ty) {
                    p.lane_float(0, ty, Level::Unary);
                } else {
                    p.int(0, ty, Level::Unary);
                }
            }),
        }
    }

    /// A value converted to a type, if it is not of it anyway.
    pub(super) fn lane_converted(&mut self, e: ExprId, ty: TypeId, least: Level) {
        if self.is_one_type(self.program.ty(e).ty, ty) {
            return self.expr(e, least);
        }
        self.at(Level::Unary, least, |p| p.cast(ty.into(), e));
    }

    fn lane_cast(&mut self, kind: CastKind, ty: QType, inner: ExprId, least: Level) {
        match kind {
            CastKind::ToBool => self.lane_truth(inner, least),
            CastKind::NullToPtr => self.put("NULL"),
            CastKind::ArrayDecay => {
                if self.variable_of(inner).is_some_and(|var| self.lanes.is_own(var)) {
                    self.refuse(Construct::LaneAddress);
                }
                self.expr(inner, least);
            }
            CastKind::FuncDecay | CastKind::ToVoid | CastKind::Same => self.expr(inner, least),
            CastKind::Splat | CastKind::VectorBits => self.refuse(Construct::Type),
            _ => self.lane_converted(inner, ty.ty, least),
        }
    }

    /// `a op= b`; in a wider type, the place is written twice.
    fn lane_compound(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId, in_type: TypeId, least: Level) {
        let ty = self.program.ty(lhs).ty;
        let is_pointer = self.types().is_pointer(ty);
        if self.is_one_type(ty, in_type) || is_pointer {
            return self.at(Level::Assign, least, |p| {
                p.expr(lhs, Level::Unary);
                p.put(&format!(" {}= ", op.text()));
                match is_pointer {
                    true => p.expr(rhs, Level::Assign),
                    false => p.lane_converted(rhs, in_type, Level::Assign),
                }
            });
        }
        let (level, right) = binary_levels(op);
        self.at(Level::Assign, least, |p| {
            p.lane_place_twice(lhs, |p| {
                p.at(level, Level::Unary, |p| {
                    p.lane_converted(lhs, in_type, level);
                    p.put(&format!(" {} ", op.text()));
                    p.lane_converted(rhs, in_type, right);
                });
            });
        });
    }

    /// `place = (type)value`, the value made of the place again.
    fn lane_place_twice(&mut self, place: ExprId, value: impl FnOnce(&mut Self)) {
        if has_effects(self.program, place) {
            self.refuse(Construct::Twice);
        }
        let ty = self.program.ty(place).plain();
        self.expr(place, Level::Unary);
        self.put(" = ");
        if ty.ty == TypeId::BOOL {
            value(self);
            return self.put(" != 0");
        }
        self.put("(");
        self.lane_type_name(ty);
        self.put(")");
        value(self);
    }

    /// A step up or down of a narrow place, in `int` as in C.
    fn lane_step(&mut self, place: ExprId, is_up: bool, least: Level) {
        self.at(Level::Assign, least, |p| {
            p.lane_place_twice(place, |p| {
                p.put("((int)");
                p.expr(place, Level::Unary);
                p.put(if is_up { " + 1)" } else { " - 1)" });
            });
        });
    }

    /// An expression whose value nobody wants.
    pub(super) fn lane_effect(&mut self, e: ExprId) {
        let e = self.written(e);
        match self.program.exprs[e].kind {
            ExprKind::IncDec(op, place) => {
                self.check_write(place);
                let ty = self.program.ty(place).ty;
                match self.types().int_type(ty).is_some_and(|int| int.bits < 32) {
                    true => self.lane_step(place, op.is_inc(), Level::Comma),
                    false => self.expr(e, Level::Comma),
                }
            }
            ExprKind::Cast(CastKind::ToVoid, _, inner) => self.lane_effect(inner),
            _ => self.expr(e, Level::Comma),
        }
    }

    fn lane_callee(&mut self, callee: ExprId) {
        let mut callee = callee;
        while let ExprKind::Cast(_, _, inner) | ExprKind::Load(inner) = self.program.exprs[callee].kind {
            callee = inner;
        }
        let ExprKind::Func(func) = self.program.exprs[callee].kind else {
            return self.refuse(Construct::FunctionPointer);
        };
        let name = self.program.names.text(self.program.funcs[func].name);
        if name.starts_with("__builtin_") {
            self.refuse(Construct::Builtin);
        }
        if self.lanes.now == Variability::Uniform {
            self.need(Need::Func(func));
            return self.put(name);
        }
        if !self.lanes.has_copy(func) {
            self.refuse(Construct::Builtin);
        }
        self.need(Need::Lanes(func));
        self.put(&lanes_name(name));
    }

    fn lane_builtin(&mut self, builtin: Builtin, args: &[ExprId], ty: QType, least: Level) {
        match (builtin, args) {
            (Builtin::Expect, [value, ..]) => self.expr(*value, least),
            (builtin, [value]) if let Some((_, name)) = BUILTINS.iter().find(|row| row.0 == builtin) => {
                self.at(Level::Unary, least, |p| {
                    p.put("(");
                    p.lane_type_name(ty);
                    // These have signed parameters only.
                    let is_wide = p.types().size_of(p.program.ty(*value).ty) == Some(8);
                    p.put(&format!("){name}("));
                    p.cast(if is_wide { TypeId::LONGLONG } else { TypeId::INT }.into(), *value);
                    p.put(")");
                });
            }
            _ => self.refuse(Construct::Builtin),
        }
    }

    /// A floating constant: `1.5f`, `1.5d`.
    fn lane_float(&mut self, bits: u64, ty: TypeId, least: Level) {
        let value = f64::from_bits(bits);
        let is_float = ty == TypeId::FLOAT;
        let level = if value.is_sign_negative() && value.is_finite() { Level::Unary } else { Level::Primary };
        self.at(level, least, |p| {
            let written = if !value.is_finite() {
                match is_float {
                    true => write!(p.out, "floatbits({}u)", (value as f32).to_bits()),
                    false => write!(p.out, "doublebits({bits}ULL)"),
                }
            } else {
                p.put_unary(if value.is_sign_negative() { "-" } else { "" });
                // All digits of the double: a float is exactly one.
                write!(p.out, "{:?}{}", value.abs(), if is_float { "f" } else { "d" })
            };
            debug_assert!(written.is_ok(), "writing to a string can't fail");
        });
    }

    /// An initialiser with a value for every part.
    pub(super) fn lane_init(&mut self, init: Option<&Init>, ty: TypeId) {
        let types = self.types();
        match (init, types.kind(ty)) {
            (Some(Init::Expr(e)), _) => self.expr(*e, Level::Assign),
            (Some(Init::Str(_)), _) => self.refuse(Construct::Text),
            (_, TypeKind::Array { elem, len: ArrayLen::Fixed(len) }) => {
                self.put("{");
                for i in 0..*len {
                    self.separate(i);
                    self.lane_init(part(init, i), elem.ty);
                }
                self.put("}");
            }
            (_, TypeKind::Record(id)) => {
                self.put("{");
                for (i, field) in (0..).zip(&types.records[*id].fields) {
                    self.separate(i);
                    self.lane_init(part(init, i), field.ty.ty);
                }
                self.put("}");
            }
            (_, TypeKind::Pointer(_)) => self.put("NULL"),
            (_, TypeKind::Float(_)) => self.lane_float(0, ty, Level::Assign),
            _ if ty == TypeId::BOOL => self.put("false"),
            _ => self.int(0, ty, Level::Assign),
        }
    }
}

/// The initialiser of one part.
fn part(init: Option<&Init>, index: u64) -> Option<&Init> {
    let Some(Init::List(items)) = init else { return None };
    items.iter().find(|item| item.index <= index && index <= item.last).map(|item| &item.init)
}

/// Whether an expression does something, so that it can't be written twice.
fn has_effects(p: &Program, e: ExprId) -> bool {
    let mut found = matches!(
        p.exprs[e].kind,
        ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec(..)
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::StmtExpr(_)
    );
    visit::expr_children(p, e, &mut |child| {
        if let Child::Expr(inner) = child {
            found |= has_effects(p, inner);
        }
    });
    found
}
