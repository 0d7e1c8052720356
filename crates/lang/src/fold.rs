//! Constant expressions.

use crate::ops::{BinOp, CastKind, UnOp};
use crate::tree::{ExprId, ExprKind, Program};
use crate::types::{TypeId, TypeKind};

/// A folded constant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Int(i128),
    Float(f64),
}

/// How deep an expression may nest to be folded; deeper ones are simply not constant.
const DEPTH: u32 = 5000;

/// The value of an integer constant expression; none if it is not one, or has no defined value.
pub fn integer(program: &Program, expr: ExprId) -> Option<i128> {
    match fold(program, expr, DEPTH)? {
        Value::Int(v) if program.types.is_integer(program.ty(expr).ty) => Some(v),
        _ => None,
    }
}

/// The value of a floating constant expression.
pub fn float(program: &Program, expr: ExprId) -> Option<f64> {
    match fold(program, expr, DEPTH)? {
        Value::Float(v) => Some(v),
        Value::Int(_) => None,
    }
}

fn truth(v: Value) -> bool {
    match v {
        Value::Int(v) => v != 0,
        Value::Float(v) => v != 0.0,
    }
}

fn round(ty: TypeId, v: f64) -> Value {
    Value::Float(if ty == TypeId::FLOAT { f64::from(v as f32) } else { v })
}

fn fold(program: &Program, expr: ExprId, depth: u32) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let node = &program.exprs[expr];
    let ty = node.ty.ty;
    let types = &program.types;
    match &node.kind {
        ExprKind::Int(v) => Some(Value::Int((*v).into())),
        ExprKind::Wide(v) => Some(Value::Int(**v)),
        ExprKind::Float(bits) => Some(Value::Float(f64::from_bits(*bits))),
        ExprKind::SizeOf(of) => Some(Value::Int(types.size_of(*of)?.into())),
        ExprKind::AlignOf(of) => Some(Value::Int(types.align_of(*of).into())),
        ExprKind::Unary(op, e) => {
            let v = fold(program, *e, depth)?;
            match (op, v) {
                (UnOp::LogNot, v) => Some(Value::Int((!truth(v)).into())),
                (UnOp::Plus, v) => Some(v),
                (UnOp::Neg, Value::Int(v)) => types.int_type(ty)?.neg(v).ok().map(Value::Int),
                (UnOp::Neg, Value::Float(v)) => Some(Value::Float(-v)),
                (UnOp::BitNot, Value::Int(v)) => Some(Value::Int(types.int_type(ty)?.wrap(!v))),
                (UnOp::BitNot, Value::Float(_)) => None,
            }
        }
        ExprKind::Binary(op, a, b) => binary(program, *op, *a, *b, ty, depth),
        ExprKind::Cond(c, a, b) => {
            let chosen = if truth(fold(program, *c, depth)?) { a } else { b };
            fold(program, *chosen, depth)
        }
        ExprKind::Cast(kind, _, e) => cast(program, *kind, *e, ty, depth),
        ExprKind::Generic(g) => fold(program, g.choices[g.chosen].1, depth),
        _ => None,
    }
}

fn binary(program: &Program, op: BinOp, a: ExprId, b: ExprId, ty: TypeId, depth: u32) -> Option<Value> {
    if op.is_logical() {
        let left = truth(fold(program, a, depth)?);
        let decided = left == (op == BinOp::LogOr);
        let value = if decided { left } else { truth(fold(program, b, depth)?) };
        return Some(Value::Int(value.into()));
    }
    let operand = program.types.int_type(program.ty(a).ty);
    match (fold(program, a, depth)?, fold(program, b, depth)?) {
        (Value::Int(x), Value::Int(y)) => {
            let t = operand?;
            let result = match op {
                BinOp::Add => t.add(x, y),
                BinOp::Sub => t.sub(x, y),
                BinOp::Mul => t.mul(x, y),
                BinOp::Div => t.div(x, y),
                BinOp::Rem => t.rem(x, y),
                BinOp::Shl => t.shl(x, y),
                BinOp::Shr => t.shr(x, y),
                BinOp::And => Ok(x & y),
                BinOp::Xor => Ok(x ^ y),
                BinOp::Or => Ok(x | y),
                BinOp::Lt => Ok(t.less(x, y).into()),
                BinOp::Gt => Ok(t.less(y, x).into()),
                BinOp::Le => Ok((!t.less(y, x)).into()),
                BinOp::Ge => Ok((!t.less(x, y)).into()),
                BinOp::Eq => Ok((x == y).into()),
                BinOp::Ne => Ok((x != y).into()),
                BinOp::LogAnd | BinOp::LogOr => return None,
            };
            result.ok().map(Value::Int)
        }
        (Value::Float(x), Value::Float(y)) => {
            // `float` operands are exact in `double`, and rounding a double sum, difference, product or quotient of
            // floats once more to float is correctly rounded.
            match op {
                BinOp::Add => Some(round(ty, x + y)),
                BinOp::Sub => Some(round(ty, x - y)),
                BinOp::Mul => Some(round(ty, x * y)),
                BinOp::Div => Some(round(ty, x / y)),
                BinOp::Lt => Some(Value::Int((x < y).into())),
                BinOp::Gt => Some(Value::Int((x > y).into())),
                BinOp::Le => Some(Value::Int((x <= y).into())),
                BinOp::Ge => Some(Value::Int((x >= y).into())),
                BinOp::Eq => Some(Value::Int((x == y).into())),
                BinOp::Ne => Some(Value::Int((x != y).into())),
                _ => None,
            }
        }
        _ => None,
    }
}

fn cast(program: &Program, kind: CastKind, e: ExprId, ty: TypeId, depth: u32) -> Option<Value> {
    let v = fold(program, e, depth)?;
    let types = &program.types;
    match (kind, v) {
        (CastKind::ToBool, v) => Some(Value::Int(truth(v).into())),
        (CastKind::IntToInt, Value::Int(v)) => Some(Value::Int(types.int_type(ty)?.wrap(v))),
        (CastKind::IntToFloat, Value::Int(v)) => {
            let from = types.int_type(program.ty(e).ty)?;
            Some(if ty == TypeId::FLOAT {
                Value::Float(from.to_f32(v).into())
            } else {
                Value::Float(from.to_f64(v))
            })
        }
        (CastKind::FloatToInt, Value::Float(v)) => types.int_type(ty)?.from_f64(v).map(Value::Int),
        (CastKind::FloatToFloat, Value::Float(v)) => Some(round(ty, v)),
        // Addresses built from constants, as in hand-written offsetof.
        (CastKind::NullToPtr | CastKind::IntToPtr | CastKind::PtrToPtr, Value::Int(v)) => Some(Value::Int(v)),
        (CastKind::PtrToInt, Value::Int(v)) if !matches!(types.kind(ty), TypeKind::Float(_)) => {
            Some(Value::Int(types.int_type(ty)?.wrap(v)))
        }
        _ => None,
    }
}
