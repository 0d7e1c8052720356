//! Functions and conditions that make operators safe, after Csmith's safe math.

use super::dsl::built;
use super::repair::copy;
use lydite_lang::*;
use rustc_hash::FxHashMap;

/// What a safe function does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Binary(BinOp, TypeId, TypeId),
    Negation(TypeId),
    FromFloat(TypeId),
}

/// The safe functions a program needs.
#[derive(Default)]
pub struct SafeFunctions {
    made: FxHashMap<Key, FuncId>,
    order: Vec<FuncId>,
}

impl SafeFunctions {
    /// Puts the functions first in the program.
    pub fn finish(self, b: &mut Builder) {
        let items = self.order.iter().map(|&f| Item::FuncDef(f));
        b.program.items.splice(0..0, items);
    }

    /// A condition that holds when `x op y` is undefined in `ty`; the operands are copied.
    pub fn undefined(&self, b: &mut Builder, op: BinOp, ty: TypeId, x: ExprId, y: ExprId) -> ExprId {
        let t = b.program.types.int_type(ty).unwrap_or(IntType::signed(32));
        let right = b.type_of(y);
        let mut make = Condition { b, ty, right, x, y };
        match op {
            BinOp::Add => {
                let high = make.beyond(BinOp::Gt, BinOp::Gt, t.max(), BinOp::Sub);
                let low = make.beyond(BinOp::Lt, BinOp::Lt, t.min(), BinOp::Sub);
                make.either(high, low)
            }
            BinOp::Sub => {
                let high = make.beyond(BinOp::Lt, BinOp::Gt, t.max(), BinOp::Add);
                let low = make.beyond(BinOp::Gt, BinOp::Lt, t.min(), BinOp::Add);
                make.either(high, low)
            }
            BinOp::Mul => make.product(t),
            BinOp::Div | BinOp::Rem => {
                let zero = make.y_is(BinOp::Eq, 0);
                if !t.signed {
                    return zero;
                }
                let least = make.x_is(BinOp::Eq, t.min());
                let minus_one = make.y_is(BinOp::Eq, -1);
                let overflow = make.both(least, minus_one);
                make.either(zero, overflow)
            }
            _ => make.shift(op, t),
        }
    }

    /// A condition that holds when a floating value fits an integer type.
    pub fn fits(&self, b: &mut Builder, f: ExprId, ty: TypeId) -> ExprId {
        let t = b.program.types.int_type(ty).unwrap_or(IntType::signed(32));
        // Below 2^53 the number before the least one is exact; above, there is no double in between.
        let (above, low) = if t.bits <= 53 { (BinOp::Gt, (t.min() - 1) as f64) } else { (BinOp::Ge, t.min() as f64) };
        let (above, low) = if t.signed { (above, low) } else { (BinOp::Gt, -1.0) };
        let power = if t.signed { t.bits - 1 } else { t.bits };
        let high = 2f64.powi(power.into());
        let (low, high) = (b.float(low, TypeId::DOUBLE), b.float(high, TypeId::DOUBLE));
        let (f1, f2) = (copy(&mut b.program, f), copy(&mut b.program, f));
        let c1 = built(b.binary(above, f1, low));
        let c2 = built(b.binary(BinOp::Lt, f2, high));
        built(b.binary(BinOp::LogAnd, c1, c2))
    }

    /// The function for a binary operator.
    pub fn binary(&mut self, b: &mut Builder, op: BinOp, ty: TypeId, right: TypeId) -> FuncId {
        let key = Key::Binary(op, ty, right);
        if let Some(&f) = self.made.get(&key) {
            return f;
        }
        let name = match op {
            BinOp::Add => "add",
            BinOp::Sub => "sub",
            BinOp::Mul => "mul",
            BinOp::Div => "div",
            BinOp::Rem => "mod",
            BinOp::Shl => "lshift",
            _ => "rshift",
        };
        let (func, params) = self.function(b, name, ty, &[ty, right]);
        let x = load(b, params[0]);
        let y = load(b, params[1]);
        let bad = self.undefined(b, op, ty, x, y);
        let kept = load(b, params[0]);
        let plain = built(b.binary(op, x, y));
        let value = built(b.cond(bad, kept, plain));
        self.define(b, key, func, value)
    }

    /// The function for negation.
    pub fn negation(&mut self, b: &mut Builder, ty: TypeId) -> FuncId {
        let key = Key::Negation(ty);
        if let Some(&f) = self.made.get(&key) {
            return f;
        }
        let (func, params) = self.function(b, "neg", ty, &[ty]);
        let min = b.program.types.int_type(ty).map_or(0, IntType::min);
        let (x, min) = (load(b, params[0]), b.int(min, ty));
        let bad = built(b.binary(BinOp::Eq, x, min));
        let (kept, plain) = (load(b, params[0]), load(b, params[0]));
        let plain = built(b.unary(UnOp::Neg, plain));
        let value = built(b.cond(bad, kept, plain));
        self.define(b, key, func, value)
    }

    /// The function for a conversion from a floating type.
    pub fn conversion(&mut self, b: &mut Builder, ty: TypeId) -> FuncId {
        let key = Key::FromFloat(ty);
        if let Some(&f) = self.made.get(&key) {
            return f;
        }
        let (func, params) = self.function(b, "convert", ty, &[TypeId::DOUBLE]);
        let x = load(b, params[0]);
        let fits = self.fits(b, x, ty);
        let value = built(b.cast(x, ty.into()));
        let zero = b.int(0, ty);
        let value = built(b.cond(fits, value, zero));
        self.define(b, key, func, value)
    }

    fn function(&mut self, b: &mut Builder, what: &str, ret: TypeId, params: &[TypeId]) -> (FuncId, Vec<VarId>) {
        let name = b.program.names.intern(&format!("safe_{what}_{}", self.order.len()));
        let ty = b.program.types.function(ret.into(), params.to_vec(), ParamTail::Fixed);
        let vars = params
            .iter()
            .enumerate()
            .map(|(i, &ty)| {
                let name = b.program.names.intern(["x", "y"][i]);
                b.program.vars.push(Var::new(Some(name), ty, Storage::Param, None))
            })
            .collect::<Vec<_>>();
        let func = b.program.funcs.push(Function::new(
            name,
            ty,
            vars.clone(),
            FuncSpec { is_static: true, ..FuncSpec::default() },
        ));
        (func, vars)
    }

    fn define(&mut self, b: &mut Builder, key: Key, func: FuncId, value: ExprId) -> FuncId {
        let ret = b.program.types.func_parts(b.program.funcs[func].ty).map_or(TypeId::INT, |f| f.ret.ty);
        let value = built(b.convert(value, ret));
        let ret = b.stmt(StmtKind::Return(Some(value)));
        let body = b.stmt(StmtKind::Block([ret].into()));
        b.program.funcs[func].body = Some(body);
        self.made.insert(key, func);
        self.order.push(func);
        func
    }
}

fn load(b: &mut Builder, var: VarId) -> ExprId {
    let e = b.var(var);
    built(b.rvalue(e))
}

/// Makes conditions on two operands.
struct Condition<'a> {
    b: &'a mut Builder,
    ty: TypeId,
    right: TypeId,
    x: ExprId,
    y: ExprId,
}

impl Condition<'_> {
    fn x_is(&mut self, op: BinOp, value: i128) -> ExprId {
        let (x, v) = (copy(&mut self.b.program, self.x), self.b.int(value, self.ty));
        built(self.b.binary(op, x, v))
    }
    fn y_is(&mut self, op: BinOp, value: i128) -> ExprId {
        let (y, v) = (copy(&mut self.b.program, self.y), self.b.int(value, self.right));
        built(self.b.binary(op, y, v))
    }
    fn both(&mut self, a: ExprId, b: ExprId) -> ExprId {
        built(self.b.binary(BinOp::LogAnd, a, b))
    }
    fn either(&mut self, a: ExprId, b: ExprId) -> ExprId {
        built(self.b.binary(BinOp::LogOr, a, b))
    }

    /// `y sign 0 && x side (limit op y)`
    fn beyond(&mut self, sign: BinOp, side: BinOp, limit: i128, op: BinOp) -> ExprId {
        let c = self.y_is(sign, 0);
        let (x, y) = (copy(&mut self.b.program, self.x), copy(&mut self.b.program, self.y));
        let limit = self.b.int(limit, self.ty);
        let edge = built(self.b.binary(op, limit, y));
        let over = built(self.b.binary(side, x, edge));
        self.both(c, over)
    }

    /// The four quadrants of a product.
    fn product(&mut self, t: IntType) -> ExprId {
        let mut all = None;
        for (x_positive, y_positive) in [(true, true), (true, false), (false, true), (false, false)] {
            let sx = self.x_is(if x_positive { BinOp::Gt } else { BinOp::Le }, 0);
            let sy = self.y_is(if y_positive { BinOp::Gt } else { BinOp::Le }, 0);
            let mut c = self.both(sx, sy);
            let (x, y) = (copy(&mut self.b.program, self.x), copy(&mut self.b.program, self.y));
            let (edge, side, over, by) = match (x_positive, y_positive) {
                (true, true) => (t.max(), BinOp::Gt, x, y),
                (true, false) => (t.min(), BinOp::Lt, y, x),
                (false, true) => (t.min(), BinOp::Lt, x, y),
                (false, false) => {
                    let nonzero = self.x_is(BinOp::Ne, 0);
                    c = self.both(c, nonzero);
                    (t.max(), BinOp::Lt, y, x)
                }
            };
            let edge = self.b.int(edge, self.ty);
            let quotient = built(self.b.binary(BinOp::Div, edge, by));
            let over = built(self.b.binary(side, over, quotient));
            let quadrant = self.both(c, over);
            all = Some(match all {
                None => quadrant,
                Some(a) => self.either(a, quadrant),
            });
        }
        all.unwrap_or_else(|| self.b.int(0, TypeId::INT))
    }

    fn shift(&mut self, op: BinOp, t: IntType) -> ExprId {
        let right = self.b.program.types.int_type(self.right).unwrap_or(IntType::signed(32));
        let mut bad = self.y_is(BinOp::Ge, t.bits.into());
        if right.signed {
            let negative = self.y_is(BinOp::Lt, 0);
            bad = self.either(negative, bad);
        }
        if op == BinOp::Shl && t.signed {
            let negative = self.x_is(BinOp::Lt, 0);
            bad = self.either(negative, bad);
            let (x, y) = (copy(&mut self.b.program, self.x), copy(&mut self.b.program, self.y));
            let max = self.b.int(t.max(), self.ty);
            let room = built(self.b.binary(BinOp::Shr, max, y));
            let over = built(self.b.binary(BinOp::Gt, x, room));
            bad = self.either(bad, over);
        }
        bad
    }
}
