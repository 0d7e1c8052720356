//! Places: lvalues that code may read or write, found by walking down from a variable.

use super::effects::{Cx, Loc, Locs};
use super::state::{Depth, Gen, Variable};
use crate::feature::Feature;
use crate::scalar::parameter::Parameter;
use lydite_lang::*;

/// What is to be done with a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read.
    Read,
    /// Written.
    Write,
    /// Both.
    Change,
}

/// An lvalue of scalar type.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The lvalue.
    pub e: ExprId,
    /// Its type.
    pub ty: QType,
    /// What an access touches.
    pub locs: Locs,
}

impl Gen {
    /// A place of arithmetic type, if one is found in a few tries.
    pub fn place(&mut self, access: Access, cx: &mut Cx) -> Option<Spot> {
        self.c.open("place");
        let found = (self.options.family.row().productions.place)(self, access, cx);
        self.c.close();
        found
    }

    /// A place in any variable.
    pub fn any_place(&mut self, access: Access, cx: &mut Cx) -> Option<Spot> {
        for _ in 0..4 {
            let Some(v) = self.some_variable(access, cx) else { break };
            if let Some(spot) = self.walk(v, access, cx) {
                return Some(spot);
            }
        }
        None
    }

    /// A variable that may be touched that way.
    fn some_variable(&mut self, access: Access, cx: &Cx) -> Option<Variable> {
        let locals: usize = self.f.scopes.iter().map(Vec::len).sum();
        let total = self.globals.len() + locals;
        if total == 0 {
            return None;
        }
        for _ in 0..4 {
            // Locals are favoured: they are fewer.
            let local = locals > 0 && (self.globals.is_empty() || self.c.coin(3, 5));
            let v = if local {
                let mut i = locals - 1 - self.c.index(locals);
                let mut found = None;
                for scope in &self.f.scopes {
                    if i < scope.len() {
                        found = Some(scope[i]);
                        break;
                    }
                    i -= scope.len();
                }
                found?
            } else {
                self.globals[self.c.index(self.globals.len())]
            };
            let pointer = self.b.program.types.is_pointer(v.ty.ty);
            let ok = match access {
                Access::Read => v.addressable || cx.may_read(&v.locs),
                _ => pointer || v.assignable && (v.addressable || cx.may_write(&v.locs)),
            };
            if ok {
                return Some(v);
            }
        }
        None
    }

    /// Walks from a variable to a scalar.
    pub fn walk(&mut self, v: Variable, access: Access, cx: &mut Cx) -> Option<Spot> {
        let mut e = self.var(v.var);
        let mut ty = v.ty;
        let mut in_union = false;
        let mut shared = v.addressable;
        let mut writable = v.assignable;
        let mut nullable = v.nullable;
        let mut own = v.locs;
        loop {
            match self.b.program.types.kind(ty.ty).clone() {
                TypeKind::Array { len: ArrayLen::Fixed(len), .. } => {
                    let index = self.index_value(len, cx)?;
                    e = if self.scalar_sums() { self.sum_any(e, index, len) } else { self.at_any(e, index, len) };
                }
                TypeKind::Vector { lanes, .. } if self.has_parameters() => {
                    let index = self.index_value(lanes.into(), cx)?;
                    e = self.at_any(e, index, lanes.into());
                }
                TypeKind::Record(id) => {
                    let n = self.b.program.types.records[id].fields.len();
                    let named: Vec<usize> = (0..n)
                        .filter(|&i| {
                            self.b.program.types.records[id].fields[i].name.is_some()
                                && (access == Access::Write || self.readable(id, i))
                        })
                        .collect();
                    if self.b.program.types.records[id].kind == RecordKind::Union {
                        in_union = true;
                    }
                    if named.is_empty() {
                        return None;
                    }
                    let i = named[self.c.index(named.len())];
                    e = self.member(e, i);
                }
                TypeKind::Pointer(to) => {
                    if self.b.program.types.is_function(to.ty) || to.ty == TypeId::VOID {
                        return None;
                    }
                    let mut locs = if shared { Locs::of(Loc::POINTERS) } else { own };
                    if ty.quals.has(Quals::VOLATILE) {
                        locs.add(Loc::VOLATILE);
                    }
                    if !cx.may_read(&locs) {
                        return None;
                    }
                    cx.read(&locs);
                    let mut pointer = self.load(e);
                    if nullable {
                        pointer = self.not_null(pointer, to);
                        nullable = false;
                    }
                    e = self.deref(pointer);
                    shared = true;
                    in_union = false;
                    writable = !to.quals.has(Quals::CONST);
                    own = Locs::NONE;
                }
                _ => break,
            }
            ty = self.b.program.ty(e);
        }
        if !self.b.program.types.is_arithmetic(ty.ty) {
            return None;
        }
        let mut locs = match (shared, in_union) {
            (false, _) => own,
            (true, true) => Locs::of(Loc::UNIONS),
            (true, false) => Locs::of(self.class(ty.ty)),
        };
        if ty.quals.has(Quals::VOLATILE) {
            locs.add(Loc::VOLATILE);
        }
        let ok = match access {
            Access::Read => cx.may_read(&locs),
            Access::Write => cx.may_write(&locs),
            Access::Change => cx.may_write(&locs) && cx.may_read(&locs) && !self.is_wide_bit_field(e),
        };
        let ok = ok && (access == Access::Read || writable && !ty.quals.has(Quals::CONST));
        // A volatile access is an effect: nothing that may be repeated or left out can have one.
        let ok = ok && !(ty.quals.has(Quals::VOLATILE) && cx.is_pure());
        if !ok {
            return None;
        }
        if ty.quals.has(Quals::VOLATILE) {
            cx.write(&Locs::of(Loc::VOLATILE));
        }
        Some(Spot { e, ty, locs })
    }

    /// `p ? p : &something`; without the test if the pointer is never null.
    fn not_null(&mut self, pointer: ExprId, to: QType) -> ExprId {
        let Some(other) = self.address_of(to, Depth::STATIC) else { return pointer };
        self.uses(Feature::NullPointer);
        let ty = self.b.type_of(pointer);
        let other = self.convert_pointer(other, ty);
        let check = super::repair::copy(&mut self.b.program, pointer);
        let node = self.cond(check, pointer, other);
        let ExprKind::Cond(watch, ..) = self.b.program.exprs[node].kind else { return node };
        self.guard(watch, node, pointer, Vec::new(), Feature::RepairPointer);
        node
    }

    /// An index for an array of this length, free of effects.
    pub fn index_value(&mut self, len: u64, cx: &mut Cx) -> Option<ExprId> {
        let picked = if cx.depth == 0 { None } else { self.pick(Parameter::Index) };
        let sort = picked.unwrap_or_else(|| self.c.weighted(&[50, if cx.depth == 0 { 0 } else { 50 }]));
        match sort {
            0 => {
                let i = self.c.range(0, i128::from(len) - 1);
                Some(self.int(i))
            }
            _ => {
                let mut inner = cx.pure();
                inner.depth = inner.depth.min(2).saturating_sub(1);
                inner.eff = Default::default();
                let (context, leaves) = (self.context.take(), self.leaves);
                self.leaves = super::policy::Leaves::Any;
                let e = self.value(TypeId::INT, &mut inner);
                (self.context, self.leaves) = (context, leaves);
                cx.eff.merge(&inner.eff);
                let e = if self.is_int(self.b.type_of(e)) && self.int_of(self.b.type_of(e)).bits <= 64 {
                    e
                } else {
                    self.cast(e, TypeId::INT)
                };
                Some(e)
            }
        }
    }

    /// Whether `++` on a place is what repair knows: an unsigned bit-field of 31 bits overflows in `int`.
    pub fn may_increment(&self, spot: &Spot) -> bool {
        let bits = self.b.program.bit_field_width(spot.e);
        let is_odd = bits == Some(31) && !self.int_of(spot.ty.ty).signed;
        self.is_int(spot.ty.ty) && spot.ty.ty != TypeId::BOOL && !is_odd
    }

    /// The value of a place.
    pub fn read(&mut self, spot: Spot, cx: &mut Cx) -> ExprId {
        cx.read(&spot.locs);
        let e = self.load(spot.e);
        if self.is_wide_bit_field(spot.e) { self.cast(e, spot.ty.ty) } else { e }
    }

    /// Whether compilers differ in the type of what a place holds: gcc's C computes as wide as the bit-field, others as its type.
    fn is_wide_bit_field(&self, e: ExprId) -> bool {
        self.b.program.bit_field_width(e).is_some_and(|bits| bits > 32)
    }
}
