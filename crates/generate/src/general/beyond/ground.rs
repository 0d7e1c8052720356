//! What the productions of this directory stand on: arrays to work on, accumulators, places for results.

use super::super::dsl::built;
use super::super::effects::{Cx, Loc, Locs};
use super::super::place::Access;
use super::super::state::{Gen, Variable};
use super::super::variable::Home;
use crate::feature::Feature;
use lydite_lang::*;

/// An array of one dimension that a production works on.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// Which variable.
    pub var: VarId,
    /// Its element's type.
    pub elem: TypeId,
    /// How many elements.
    pub len: u64,
    /// What an access touches; nothing if nobody else knows it.
    pub locs: Locs,
    /// Whether it may be given to a function that others call or that has code of any kind.
    pub shared: bool,
    /// `const`, if it is.
    pub quals: Quals,
}

/// What is done with the elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// They are read.
    Read,
    /// They are read and written.
    Write,
}

/// Which elements will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elements {
    /// Any arithmetic type.
    Any,
    /// Integers of which every bit pattern is a value.
    Bits,
    /// `char`, `signed char`, `unsigned char`.
    Characters,
}

/// Integer types of which every bit pattern is a value.
pub const FULL: [TypeId; 11] = [
    TypeId::INT,
    TypeId::UINT,
    TypeId::UCHAR,
    TypeId::SHORT,
    TypeId::LONG,
    TypeId::ULONGLONG,
    TypeId::USHORT,
    TypeId::LONGLONG,
    TypeId::ULONG,
    TypeId::CHAR,
    TypeId::SCHAR,
];

/// Runs a production in a scope of choices.
pub fn scoped(
    g: &mut Gen,
    name: &'static str,
    out: &mut Vec<StmtId>,
    make: fn(&mut Gen, &mut Vec<StmtId>) -> bool,
) -> bool {
    g.c.open(name);
    let made = make(g, out);
    g.c.close();
    made
}

/// Whether an element type will do.
fn fits(g: &Gen, ty: TypeId, elements: Elements) -> bool {
    match elements {
        Elements::Any => g.b.program.types.is_arithmetic(ty),
        Elements::Bits => FULL.contains(&ty),
        Elements::Characters => g.b.program.types.is_character(ty),
    }
}

/// An array that exists, or a new one.
pub fn array(g: &mut Gen, want: Want, elements: Elements, out: &mut Vec<StmtId>) -> Array {
    let found = arrays(g, want, elements);
    if !found.is_empty() && g.c.coin(3, 4) {
        return found[g.c.index(found.len())];
    }
    let elem = match elements {
        Elements::Any => g.scalar_ty(),
        Elements::Bits => FULL[g.c.index(FULL.len())],
        Elements::Characters => [TypeId::CHAR, TypeId::UCHAR, TypeId::SCHAR][g.c.index(3)],
    };
    let len = 2 + g.c.range(0, 14) as u64;
    new_array(g, want, elem, len, out)
}

/// A new array of this type: a global, a local, or one that nobody else knows.
pub fn new_array(g: &mut Gen, want: Want, elem: TypeId, len: u64, out: &mut Vec<StmtId>) -> Array {
    g.uses(Feature::Array);
    let ty = g.b.program.types.array(elem.into(), ArrayLen::Fixed(len));
    let home = match g.c.weighted(&[2, 2, 1]) {
        0 => None,
        1 => Some(Home::Global),
        _ if g.f.times <= 50 => Some(Home::Local),
        _ => Some(Home::Global),
    };
    if let Some(home) = home
        && let Some(v) = g.new_variable(ty.into(), home, out)
        && let Some(array) = as_array(g, &v, want)
    {
        return array;
    }
    let init = g.static_init(ty.into());
    let var = g.private(ty.into(), init, out);
    g.spend(len);
    Array { var, elem, len, locs: Locs::NONE, shared: true, quals: Quals::NONE }
}

/// All arrays in sight that will do.
pub fn arrays(g: &Gen, want: Want, elements: Elements) -> Vec<Array> {
    g.visible().filter_map(|v| as_array(g, v, want)).filter(|a| fits(g, a.elem, elements)).collect()
}

fn as_array(g: &Gen, v: &Variable, want: Want) -> Option<Array> {
    let (elem, ArrayLen::Fixed(len)) = g.b.program.types.array_parts(v.ty.ty)? else { return None };
    let cx = g.cx();
    let allowed = match want {
        Want::Read => cx.may_read(&v.locs),
        Want::Write => v.assignable && cx.may_write(&v.locs) && cx.may_read(&v.locs),
    };
    let plain = elem.quals == Quals::NONE && v.ty.quals.without(Quals::CONST) == Quals::NONE;
    let fits = allowed && plain && (2..=64).contains(&len) && g.b.program.types.is_arithmetic(elem.ty);
    fits.then_some(Array {
        var: v.var,
        elem: elem.ty,
        len,
        locs: v.locs,
        shared: v.addressable,
        quals: v.ty.quals.standard(),
    })
}

impl Array {
    /// The pointer to one of its elements, as a type.
    pub fn pointer(&self, g: &mut Gen) -> TypeId {
        g.b.program.types.pointer(QType::from(self.elem).with(self.quals))
    }

    /// `array + n`, in one of its spellings.
    pub fn plus(&self, g: &mut Gen, n: u64) -> ExprId {
        let base = g.get(self.var);
        if n == 0 {
            return base;
        }
        let at = g.int(i128::from(n));
        if g.c.coin(1, 3) {
            let e = g.var(self.var);
            let e = g.at(e, at);
            return g.addr(e);
        }
        g.raw(BinOp::Add, base, at)
    }

    /// A private pointer to this place in it.
    pub fn cursor(&self, g: &mut Gen, n: u64, out: &mut Vec<StmtId>) -> VarId {
        let ty = self.pointer(g);
        let e = self.plus(g, n);
        pointer_var(g, ty, e, out)
    }

    /// An index into it, reduced if it must be, kept in a private `int`.
    pub fn index(&self, g: &mut Gen, out: &mut Vec<StmtId>) -> VarId {
        let mut cx = g.cx();
        let index = g.index_value(self.len, &mut cx).unwrap_or_else(|| g.int(0));
        let index = g.reduced(index, self.len);
        // What is reduced is of another type.
        let index = g.cast(index, TypeId::INT);
        g.done(&cx);
        g.private_value(TypeId::INT, index, out)
    }
}

/// A private pointer variable.
pub fn pointer_var(g: &mut Gen, ty: TypeId, value: ExprId, out: &mut Vec<StmtId>) -> VarId {
    let value = g.convert_pointer(value, ty);
    g.private(ty.into(), Some(Init::Expr(value)), out)
}

/// A private accumulator for elements of this type.
pub fn accumulator(g: &mut Gen, elem: TypeId, out: &mut Vec<StmtId>) -> VarId {
    let ty = match g.is_float(elem) {
        true if g.c.coin(1, 2) => elem,
        true => TypeId::DOUBLE,
        false => g.wide_ty(),
    };
    let first = g.constant(ty);
    g.private_value(ty, first, out)
}

impl Gen {
    /// Makes code that runs more than once each time the code around it does.
    pub fn repeatedly<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let times = self.f.times;
        self.f.times = times.saturating_mul(2);
        let made = make(self);
        self.f.times = times;
        made
    }
}

/// `acc = acc op value`, in one of its spellings, for a loop. The value may have effects.
pub fn accumulate(g: &mut Gen, acc: VarId, value: ExprId) -> ExprId {
    g.repeatedly(|g| accumulated(g, acc, value))
}

fn accumulated(g: &mut Gen, acc: VarId, value: ExprId) -> ExprId {
    const INTEGER: [BinOp; 6] = [BinOp::Add, BinOp::Xor, BinOp::Sub, BinOp::Mul, BinOp::Or, BinOp::And];
    let ty = g.b.program.vars[acc].ty.ty;
    let value = g.load(value);
    let exact = g.is_int(ty) && g.is_int(g.b.type_of(value));
    let op = if exact { INTEGER[g.c.weighted(&[6, 4, 3, 2, 1, 1])] } else { [BinOp::Add, BinOp::Sub][g.c.index(2)] };
    let l = g.var(acc);
    match g.c.weighted(&[3, 2, if exact { 1 } else { 0 }]) {
        0 => g.assign_op(op, l, value),
        1 => {
            let old = g.get(acc);
            let e = g.bin(op, old, value);
            g.assign(l, e)
        }
        _ => {
            // A step of a simple hash.
            let factor = [31, 33, 3, 17][g.c.index(4)];
            let (old, factor) = (g.get(acc), g.int(factor));
            let e = g.bin(BinOp::Mul, old, factor);
            let e = g.bin(op, e, value);
            g.assign(l, e)
        }
    }
}

/// Stores a value, made with these effects, where the program can see it.
pub fn store(g: &mut Gen, value: ExprId, cx: Cx, out: &mut Vec<StmtId>) {
    let value = g.load(value);
    let ty = g.b.type_of(value);
    let (value, cx) = if cx.eff.writes.is_empty() {
        (value, cx)
    } else {
        g.done(&cx);
        let kept = g.private_value(ty, value, out);
        (g.get(kept), g.cx())
    };
    let mut at = g.cx();
    let change = g.is_int(ty) && g.c.coin(1, 3);
    let spot = g.place(if change { Access::Change } else { Access::Write }, &mut at);
    let mut cx = cx;
    cx.eff.merge(&at.eff);
    match spot {
        Some(spot) => {
            cx.write(&spot.locs);
            let e = if change && g.is_int(spot.ty.ty) && spot.ty.ty != TypeId::BOOL {
                cx.read(&spot.locs);
                let op = [BinOp::Xor, BinOp::Add, BinOp::Sub][g.c.index(3)];
                g.assign_op(op, spot.e, value)
            } else {
                g.assign(spot.e, value)
            };
            g.push_expr(e, &cx, out);
        }
        None => {
            g.done(&cx);
            g.private_value(ty, value, out);
        }
    }
}

/// A value, made with these effects, in a condition or stored.
pub fn branch_or_store(g: &mut Gen, value: ExprId, cx: Cx, out: &mut Vec<StmtId>) {
    if g.c.coin(1, 3) && g.may_nest() && g.is_int(g.b.type_of(value)) {
        g.done(&cx);
        let then = g.block_stmt();
        let s = g.if_stmt(value, then, None);
        out.push(s);
    } else {
        store(g, value, cx, out);
    }
}

/// Stores a private variable.
pub fn store_var(g: &mut Gen, var: VarId, out: &mut Vec<StmtId>) {
    let (value, cx) = (g.get(var), g.cx());
    store(g, value, cx, out);
}

/// `var op= n` or `var++` on a private pointer.
pub fn advance(g: &mut Gen, var: VarId, by: i128) -> ExprId {
    let l = g.var(var);
    match by {
        1 => built(g.b.inc_dec(if g.c.coin(1, 2) { IncDec::PreInc } else { IncDec::PostInc }, l)),
        -1 => built(g.b.inc_dec(if g.c.coin(1, 2) { IncDec::PreDec } else { IncDec::PostDec }, l)),
        _ => {
            let n = g.int(by.abs());
            built(g.b.compound_assign(if by < 0 { BinOp::Sub } else { BinOp::Add }, l, n))
        }
    }
}

/// `*var++` and its kin.
pub fn deref_step(g: &mut Gen, var: VarId, op: IncDec) -> ExprId {
    let l = g.var(var);
    let p = built(g.b.inc_dec(op, l));
    g.deref(p)
}

/// Whether places have anything volatile among them.
pub fn is_volatile(locs: &Locs) -> bool {
    locs.meets(&Locs::of(Loc::VOLATILE))
}

/// A value for an element that neither changes the array nor, through it, itself.
pub fn element_value(g: &mut Gen, a: &Array, depth: u32) -> (ExprId, Cx) {
    let mut cx = g.cx();
    cx.depth = cx.depth.min(depth);
    cx.no_write.merge(&a.locs);
    let e = g.value(a.elem, &mut cx);
    let e = g.load(e);
    (e, cx)
}
