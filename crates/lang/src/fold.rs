//! Constant expressions: those of C, and what compilers fold besides: pure builtins, and addresses made from null as
//! in hand-written `offsetof`.

use crate::builtins::Builtin;
use crate::int::IntType;
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
        ExprKind::Builtin(builtin, args) => {
            let value = self::builtin(program, *builtin, args, depth)?;
            Some(Value::Int(types.int_type(ty)?.wrap(value)))
        }
        ExprKind::AddrOf(lvalue) => place(program, *lvalue, depth).map(Value::Int),
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
        (Value::Int(x), Value::Int(y)) => operand?.binary(op, x, y).ok().map(Value::Int),
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

/// The number that is the address of an object reached from a pointer made of a number.
fn place(program: &Program, lvalue: ExprId, depth: u32) -> Option<i128> {
    let depth = depth.checked_sub(1)?;
    let types = &program.types;
    let address = |pointer: ExprId| match fold(program, pointer, depth)? {
        Value::Int(address) => Some(address),
        Value::Float(_) => None,
    };
    match &program.exprs[lvalue].kind {
        ExprKind::Deref(pointer) => address(*pointer),
        ExprKind::Index(pointer, index) => {
            let size = types.size_of(program.ty(lvalue).ty)?;
            address(*pointer)?.checked_add(address(*index)?.checked_mul(size.into())?)
        }
        ExprKind::Member(base, field) => {
            let record = &types.records[types.record_of(program.ty(*base).ty)?];
            let at = record.layout.as_ref()?.fields.get(field.0 as usize).filter(|at| at.bits.is_none())?;
            place(program, *base, depth)?.checked_add(at.byte_offset().into())
        }
        _ => None,
    }
}

/// The value of a builtin without side effects.
fn builtin(program: &Program, builtin: Builtin, args: &[ExprId], depth: u32) -> Option<i128> {
    if builtin == Builtin::ConstantP {
        // Asked of something that was no constant when it was read.
        return Some(0);
    }
    let operand = |i: usize| match fold(program, *args.get(i)?, depth)? {
        Value::Int(v) => Some(v),
        Value::Float(_) => None,
    };
    let value = operand(0)?;
    let bits = program.types.int_type(program.ty(args[0]).ty)?.bits;
    let width = i128::from(bits);
    let raw = IntType::unsigned(bits).wrap(value) as u128;
    let spare = 128 - u32::from(bits);
    Some(match builtin {
        Builtin::Expect => value,
        Builtin::Clz if raw != 0 => i128::from(raw.leading_zeros() - spare),
        Builtin::Ctz if raw != 0 => raw.trailing_zeros().into(),
        Builtin::Ffs if raw == 0 => 0,
        Builtin::Ffs => i128::from(raw.trailing_zeros()) + 1,
        Builtin::Popcount => raw.count_ones().into(),
        Builtin::Parity => (raw.count_ones() % 2).into(),
        Builtin::Clrsb => {
            let magnitude = if value < 0 { !value } else { value };
            width - 1 - i128::from(128 - magnitude.leading_zeros())
        }
        Builtin::Bswap => (raw.swap_bytes() >> spare) as i128,
        Builtin::BitReverse => (raw.reverse_bits() >> spare) as i128,
        Builtin::RotateLeft | Builtin::RotateRight => {
            let count = operand(1)?.rem_euclid(width);
            let left = if builtin == Builtin::RotateLeft { count } else { (width - count) % width };
            if left == 0 { raw as i128 } else { (raw << left | raw >> (width - left)) as i128 }
        }
        _ => return None,
    })
}

fn cast(program: &Program, kind: CastKind, e: ExprId, ty: TypeId, depth: u32) -> Option<Value> {
    let types = &program.types;
    if kind == CastKind::ArrayDecay {
        return place(program, e, depth).map(Value::Int);
    }
    let v = fold(program, e, depth)?;
    match (kind, v) {
        (CastKind::ToBool, v) => Some(Value::Int(truth(v).into())),
        (CastKind::IntToInt, Value::Int(v)) => Some(Value::Int(types.int_type(ty)?.wrap(v))),
        (CastKind::IntToFloat, Value::Int(v)) => {
            let from = types.int_type(program.ty(e).ty)?;
            Some(if ty == TypeId::FLOAT { Value::Float(from.to_f32(v).into()) } else { Value::Float(from.to_f64(v)) })
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
