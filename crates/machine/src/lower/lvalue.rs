//! Lvalues: which object, which part of it, and how it may be touched.

use super::{Lower, Lowered, Repr, VarLoc};
use crate::code::*;
use crate::memory::{Aliasing, BitAccess, BitSign};
use lydite_lang::*;

/// What an access goes through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Through {
    /// An object or pointer: effective types must match.
    Pointer,
    /// A member of a union: any member may be read.
    Union,
}

/// Whether an object is known to be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// A variable that is named: alive, large enough, of this type.
    Named,
    /// A pointer that may be anything.
    Checked,
}

/// What an lvalue is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Its value is read or written.
    Access,
    /// Only its address is taken; one past the end will do.
    Address,
}

/// An lvalue, lowered.
#[derive(Clone, Debug)]
pub(crate) enum Where {
    Reg { var: VarId, reg: Reg, flag: Option<Reg> },
    Memory(Spot),
    Bits { spot: Spot, field: u32 },
}

/// A place in memory.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub ptr: Reg,
    pub off: u32,
    pub trust: Trust,
    pub through: Through,
    /// Unions on the way: where they are, and what a store in them leaves alone.
    pub unions: Vec<(Reg, u32, UnionExtent)>,
}

impl Spot {
    pub fn named(ptr: Reg) -> Spot {
        Spot { ptr, off: 0, trust: Trust::Named, through: Through::Pointer, unions: Vec::new() }
    }
    pub fn checked(ptr: Reg) -> Spot {
        Spot { trust: Trust::Checked, ..Spot::named(ptr) }
    }
}

impl Lower<'_> {
    /// A register with a pointer to a variable that is an object.
    pub(crate) fn var_pointer(&mut self, var: VarId) -> Reg {
        match self.vars[var.0 as usize] {
            VarLoc::Object { ptr } => ptr,
            VarLoc::Global(global) => {
                let dst = self.reg(1);
                self.emit(Op::GlobalAddr { dst, global });
                dst
            }
            _ => self.constant(0),
        }
    }

    pub(crate) fn lvalue(&mut self, e: ExprId, usage: Use) -> Lowered<Where> {
        self.deeper(|l| l.lvalue_inner(e, usage))
    }

    fn lvalue_inner(&mut self, e: ExprId, usage: Use) -> Lowered<Where> {
        let p = self.p;
        match &p.exprs[e].kind {
            ExprKind::Var(var) => self.variable(e, *var),
            ExprKind::Str(string) => {
                let dst = self.reg(1);
                self.site = Site::Expr(e);
                self.emit(Op::StrAddr { dst, string: string.0 });
                // Checked, since a store must be refused.
                Ok(Where::Memory(Spot::checked(dst)))
            }
            ExprKind::Deref(ptr) => {
                let ptr = self.expr(*ptr)?;
                Ok(Where::Memory(Spot::checked(ptr)))
            }
            ExprKind::Index(ptr, index) => self.index(e, *ptr, *index, usage),
            ExprKind::Lane(vector, index) => self.lane(e, *vector, *index),
            ExprKind::Member(base, field) => self.member(e, *base, *field, usage),
            ExprKind::CompoundLiteral(var) => self.compound_literal(e, *var),
            ExprKind::Generic(g) => self.lvalue(g.choices[g.chosen].1, usage),
            // A record that is a value: it sits in a temporary.
            _ if self.repr_of(e) == Repr::Memory => {
                let ptr = self.expr(e)?;
                Ok(Where::Memory(Spot::named(ptr)))
            }
            _ => self.unsupported("this lvalue"),
        }
    }

    fn variable(&mut self, e: ExprId, var: VarId) -> Lowered<Where> {
        self.site = Site::Expr(e);
        Ok(match self.vars[var.0 as usize] {
            VarLoc::Reg { reg, flag } => Where::Reg { var, reg, flag },
            VarLoc::Object { ptr } => Where::Memory(Spot::named(ptr)),
            VarLoc::Global(_) => Where::Memory(Spot::named(self.var_pointer(var))),
            VarLoc::Library => {
                let name = self.p.vars[var].name.map_or("", |n| self.p.names.text(n));
                if !matches!(name, "stdin" | "stdout" | "stderr") {
                    return self.unsupported(format!("the variable '{name}', which is defined elsewhere"));
                }
                self.image.globals.push(var);
                self.vars[var.0 as usize] = VarLoc::Global(self.image.globals.len() as u32 - 1);
                Where::Memory(Spot::named(self.var_pointer(var)))
            }
            VarLoc::Nowhere => return self.unsupported("a variable that is declared nowhere"),
        })
    }

    fn index(&mut self, e: ExprId, ptr: ExprId, index: ExprId, usage: Use) -> Lowered<Where> {
        let p = self.p;
        let elem = p.ty(e).ty;
        if let ExprKind::Cast(CastKind::ArrayDecay, _, array) = p.exprs[ptr].kind {
            let array_ty = p.ty(array).ty;
            let len = p.types.array_parts(array_ty).map(|a| a.1);
            let constant = p.int_constant(index).filter(|_| !self.is_filtered(index));
            let size = p.types.size_of(elem);
            if let (Some(ArrayLen::Fixed(len)), Some(size)) = (len, size)
                && len > 0
            {
                // `a[i]`: the index is checked against the array itself, which may be a row of a larger one.
                if let Some(k) = constant
                    && k >= 0
                    && (k as u64) < len
                    && let Ok(distance) = u32::try_from(k as u64 * size)
                    && let Where::Memory(mut spot) = self.lvalue(array, Use::Address)?
                {
                    spot.off = spot.off.saturating_add(distance);
                    return Ok(Where::Memory(spot));
                }
                let watched = self.begin_group(e);
                let reversed = self.options.reversed.contains(&Site::Expr(e));
                let early = if reversed { Some(self.index_value(index)?) } else { None };
                let Where::Memory(spot) = self.lvalue(array, Use::Address)? else {
                    return self.unsupported("an array in registers");
                };
                self.next_operand(watched);
                let i = match early {
                    Some(i) => i,
                    None => self.index_value(index)?,
                };
                self.end_group(watched, e);
                self.site = Site::Expr(e);
                let past = usage == Use::Address;
                let len = u32::try_from(len).unwrap_or(u32::MAX);
                let signed = self.is_signed(index);
                let whole = self.is_whole(array);
                self.emit(Op::CheckIndex { past, signed, whole, index: i, len });
                let base = self.spot_pointer(&spot);
                let dst = self.reg(1);
                let scale = self.scale_id(size as i64);
                let op = if spot.trust == Trust::Named {
                    Op::IndexNamed { scale, dst, ptr: base, index: i }
                } else {
                    Op::PtrAdd { scale, signed, dst, ptr: base, index: i }
                };
                self.emit(op);
                return Ok(Where::Memory(Spot { ptr: dst, off: 0, ..spot }));
            }
        }
        let dst = self.pointer_plus(e, ptr, index, BinOp::Add, usage)?;
        Ok(Where::Memory(Spot::checked(dst)))
    }

    /// Whether an array is all of an object, not a row or member of one.
    fn is_whole(&self, array: ExprId) -> bool {
        matches!(self.p.exprs[array].kind, ExprKind::Var(_) | ExprKind::Str(_) | ExprKind::CompoundLiteral(_))
    }

    pub(crate) fn is_signed(&self, e: ExprId) -> bool {
        self.p.types.int_type(self.p.ty(e).ty).is_some_and(|t| t.signed)
    }

    /// An index in one register.
    pub(crate) fn index_value(&mut self, index: ExprId) -> Lowered<Reg> {
        let i = self.expr(index)?;
        let Repr::Wide(_) = self.repr_of(index) else { return Ok(i) };
        let dst = self.reg(1);
        self.emit(Op::NarrowIndex { dst, a: i });
        Ok(dst)
    }

    /// `pointer op index`, checked to stay in its object (and its row, if the pointer is a decayed array).
    pub(crate) fn pointer_plus(
        &mut self,
        e: ExprId,
        ptr: ExprId,
        index: ExprId,
        op: BinOp,
        usage: Use,
    ) -> Lowered<Reg> {
        let p = self.p;
        let Some(to) = p.types.pointee(p.ty(ptr).ty) else { return self.unsupported("pointer arithmetic on this") };
        let watched = self.begin_group(e);
        let (base, i) = if self.options.reversed.contains(&Site::Expr(e)) {
            let i = self.index_value(index)?;
            self.next_operand(watched);
            (self.expr(ptr)?, i)
        } else {
            let base = self.expr(ptr)?;
            self.next_operand(watched);
            (base, self.index_value(index)?)
        };
        self.end_group(watched, e);
        self.site = Site::Expr(e);
        let signed = self.is_signed(index);
        if let ExprKind::Cast(CastKind::ArrayDecay, _, array) = p.exprs[ptr].kind {
            let past = usage == Use::Address;
            let (i, signed) = match op {
                BinOp::Sub => {
                    let negated = self.reg(1);
                    self.emit(Op::Neg { lane: Lane::U64, dst: negated, a: i });
                    (negated, true)
                }
                _ => (i, signed),
            };
            match p.types.array_parts(p.ty(array).ty).map(|a| a.1) {
                Some(ArrayLen::Fixed(len)) if len > 0 => {
                    let len = u32::try_from(len).unwrap_or(u32::MAX);
                    let whole = self.is_whole(array);
                    self.emit(Op::CheckIndex { past, signed, whole, index: i, len });
                }
                Some(ArrayLen::Variable(vla)) => {
                    if let Some(&len) = self.vla_regs.get(&vla) {
                        self.emit(Op::CheckIndexDyn { past, signed, index: i, len });
                    }
                }
                _ => {}
            }
        }
        self.add_scaled(base, i, to.ty, op, signed)
    }

    /// Adds an index times the size of a type to a pointer.
    pub(crate) fn add_scaled(&mut self, base: Reg, i: Reg, to: TypeId, op: BinOp, signed: bool) -> Lowered<Reg> {
        let dst = self.reg(1);
        if self.p.types.is_vla(to) {
            let size = self.vla_size(to)?;
            let mut scaled = self.reg(1);
            self.emit(Op::MulI64 { dst: scaled, a: i, b: size });
            if op == BinOp::Sub {
                let negated = self.reg(1);
                self.emit(Op::Neg { lane: Lane::I64, dst: negated, a: scaled });
                scaled = negated;
            }
            self.emit(Op::PtrAddDyn { dst, ptr: base, index: scaled });
            return Ok(dst);
        }
        let size = self.p.types.size_of(to).unwrap_or(1) as i64;
        let scale = self.scale_id(if op == BinOp::Sub { -size } else { size });
        self.emit(Op::PtrAdd { scale, signed, dst, ptr: base, index: i });
        Ok(dst)
    }

    fn lane(&mut self, e: ExprId, vector: ExprId, index: ExprId) -> Lowered<Where> {
        let p = self.p;
        let Some((elem, lanes)) = p.types.vector_parts(p.ty(vector).ty) else {
            return self.unsupported("a lane of this");
        };
        let size = p.types.size_of(elem).unwrap_or(1);
        let where_ = if p.is_lvalue(vector) {
            self.lvalue(vector, Use::Access)?
        } else {
            Where::Memory(Spot::named(self.expr(vector)?))
        };
        let Where::Memory(spot) = where_ else { return self.unsupported("a vector in registers") };
        let base = self.spot_pointer(&spot);
        let i = self.index_value(index)?;
        self.site = Site::Expr(e);
        let signed = self.is_signed(index);
        self.emit(Op::CheckIndex { past: false, signed, whole: false, index: i, len: lanes });
        let dst = self.reg(1);
        let scale = self.scale_id(size as i64);
        self.emit(Op::PtrAdd { scale, signed, dst, ptr: base, index: i });
        Ok(Where::Memory(Spot { through: Through::Union, ..Spot::checked(dst) }))
    }

    fn member(&mut self, e: ExprId, base: ExprId, field: FieldIdx, usage: Use) -> Lowered<Where> {
        let p = self.p;
        let Some(record_id) = p.types.record_of(p.ty(base).ty) else { return self.unsupported("a member of this") };
        let base_where = self.lvalue(base, usage)?;
        let Where::Memory(mut spot) = base_where else { return self.unsupported("a record in registers") };
        self.site = Site::Expr(e);
        let record = &p.types.records[record_id];
        let Some(layout) = &record.layout else { return self.unsupported("an incomplete record") };
        let at = layout.fields[field.0 as usize];
        let info = &record.fields[field.0 as usize];
        let reached = matches!(p.exprs[base].kind, ExprKind::Deref(_) | ExprKind::Index(..));
        let accessed = usage == Use::Access && spot.trust == Trust::Checked && reached;
        if accessed && !record.attrs.may_alias && !p.ty(base).quals.has(Quals::MAY_ALIAS) {
            self.emit(Op::CheckRecord { ptr: spot.ptr, off: spot.off, record: record_id.0 });
        }
        if record.kind == RecordKind::Union {
            let stored = match at.bits {
                Some(bits) => u64::from(bits).div_ceil(8),
                None => p.types.size_of(info.ty.ty).unwrap_or(0),
            };
            if stored < layout.size {
                let extent = UnionExtent { size: layout.size as u32, offset: 0, stored: stored as u32 };
                spot.unions.push((spot.ptr, spot.off, extent));
            }
            spot.through = Through::Union;
        }
        match at.bits {
            None => {
                spot.off += at.byte_offset() as u32;
                Ok(Where::Memory(spot))
            }
            Some(width) => {
                let ty = p.types.int_type(info.ty.ty).unwrap_or(IntType::signed(32));
                let bit_offset = u64::from(spot.off) * 8 + at.bit_offset;
                // The record itself may sit where it is not aligned: a member of a packed one.
                let given = p.ty(base).quals.align().unwrap_or(layout.align);
                let natural = if record.attrs.packed { 1 } else { layout.align.min(given) };
                let align = if spot.off.is_multiple_of(natural) && spot.trust == Trust::Checked { natural } else { 1 };
                let aliasing = if spot.through == Through::Union { Aliasing::Any } else { Aliasing::Strict };
                let key = BitField {
                    bit_offset,
                    width,
                    signed: ty.signed,
                    is_bool: info.ty.ty == TypeId::BOOL,
                    align,
                    lenient: aliasing == Aliasing::Any,
                };
                let sign = if ty.signed { BitSign::Signed } else { BitSign::Unsigned };
                let endian = p.target().endian;
                let Some(access) = BitAccess::new(endian, bit_offset, width, sign, align, aliasing) else {
                    return self.unsupported("a bit-field this wide");
                };
                let field = self.field_id(key, access);
                Ok(Where::Bits { spot, field })
            }
        }
    }

    fn compound_literal(&mut self, e: ExprId, var: VarId) -> Lowered<Where> {
        let info = &self.p.vars[var];
        let ptr = self.var_pointer(var);
        if !info.storage.is_static() {
            self.site = Site::Expr(e);
            if self.p.types.is_vla(info.ty.ty) {
                return self.unsupported("a compound literal of variable length");
            }
            if let Some(init) = &info.init {
                self.initialise(ptr, info.ty, init)?;
            }
        }
        Ok(Where::Memory(Spot::named(ptr)))
    }

    /// A register with the address of a spot.
    pub(crate) fn spot_pointer(&mut self, spot: &Spot) -> Reg {
        if spot.off == 0 {
            return spot.ptr;
        }
        let dst = self.reg(1);
        let op = match spot.trust {
            Trust::Named => Op::OffsetNamed { dst, ptr: spot.ptr, off: spot.off },
            Trust::Checked => Op::PtrOffset { dst, ptr: spot.ptr, off: spot.off },
        };
        self.emit(op);
        dst
    }

    /// `&lvalue`
    pub(crate) fn address(&mut self, e: ExprId, lv: ExprId) -> Lowered<Reg> {
        if self.p.types.is_function(self.p.ty(lv).ty) {
            return self.function_pointer(lv);
        }
        // `&*p` is `p`, even where `*p` would not do (6.5.3.2p3).
        if let ExprKind::Deref(ptr) = self.p.exprs[lv].kind {
            return self.expr(ptr);
        }
        match self.lvalue(lv, Use::Address)? {
            Where::Memory(spot) => {
                self.site = Site::Expr(e);
                if spot.off == 0
                    && spot.trust == Trust::Checked
                    && matches!(self.p.exprs[lv].kind, ExprKind::Member(..))
                {
                    // Not even the first member's address can be had through a null pointer.
                    let dst = self.reg(1);
                    self.emit(Op::PtrOffset { dst, ptr: spot.ptr, off: 0 });
                    return Ok(dst);
                }
                Ok(self.spot_pointer(&spot))
            }
            _ => self.unsupported("the address of something in a register"),
        }
    }

    /// Reads an lvalue.
    pub(crate) fn load(&mut self, from: &Where, ty: QType, site: Site) -> Lowered<Reg> {
        self.site = site;
        match from {
            Where::Reg { var, reg, flag } => {
                if let Some(flag) = *flag {
                    self.emit(Op::CheckInit { flag, var: *var });
                }
                Ok(*reg)
            }
            Where::Bits { spot, field } => {
                let dst = self.reg(1);
                self.emit(Op::LoadBits { dst, ptr: spot.ptr, field: *field });
                Ok(dst)
            }
            Where::Memory(spot) => match self.repr(ty.ty) {
                Repr::Memory => {
                    self.check_record(spot, ty);
                    Ok(self.spot_pointer(spot))
                }
                Repr::Void => Ok(spot.ptr),
                Repr::Wide(_) => {
                    let access = self.access(ty, spot.through)?;
                    let dst = self.reg(2);
                    self.emit(Op::LoadWide { access, dst, ptr: spot.ptr, off: spot.off });
                    Ok(dst)
                }
                _ => {
                    let access = self.access(ty, spot.through)?;
                    let dst = self.reg(1);
                    let (ptr, off) = (spot.ptr, spot.off);
                    self.emit(match spot.trust {
                        Trust::Named => Op::LoadVar { access, dst, ptr, off },
                        Trust::Checked => Op::Load { access, dst, ptr, off },
                    });
                    Ok(dst)
                }
            },
        }
    }

    /// Writes a value of the lvalue's type.
    pub(crate) fn store(&mut self, to: &Where, ty: QType, src: Reg, site: Site) -> Lowered<()> {
        self.site = site;
        match to {
            Where::Reg { reg, flag, .. } => {
                if *reg != src && !self.retarget(*reg, src, ty) {
                    self.emit(Op::Move { dst: *reg, src });
                    if let Repr::Wide(_) = self.repr(ty.ty) {
                        self.emit(Op::Move { dst: reg + 1, src: src + 1 });
                    }
                }
                if let Some(flag) = *flag {
                    self.emit(Op::SetFlag { flag, set: true });
                }
            }
            Where::Bits { spot, field } => {
                self.emit(Op::StoreBits { ptr: spot.ptr, src, field: *field });
                self.unions_stored(spot);
            }
            Where::Memory(spot) => {
                let (ptr, off) = (spot.ptr, spot.off);
                match self.repr(ty.ty) {
                    Repr::Memory => {
                        self.check_record(spot, ty);
                        let dst = self.spot_pointer(spot);
                        let extent = self.extent_id(ty.ty);
                        self.emit(Op::Copy { dst, src, extent });
                    }
                    Repr::Void => {}
                    Repr::Wide(_) => {
                        let access = self.access(ty, spot.through)?;
                        self.emit(match spot.trust {
                            Trust::Named => Op::StoreVarWide { access, ptr, off, src },
                            Trust::Checked => Op::StoreWide { access, ptr, off, src },
                        });
                    }
                    _ => {
                        let access = self.access(ty, spot.through)?;
                        self.emit(match spot.trust {
                            Trust::Named => Op::StoreVar { access, ptr, off, src },
                            Trust::Checked => Op::Store { access, ptr, off, src },
                        });
                    }
                }
                self.unions_stored(spot);
            }
        }
        Ok(())
    }

    /// Lets the instruction that just computed a temporary write a variable instead. Nobody else reads the
    /// temporary: the value of an assignment is that of the variable.
    fn retarget(&mut self, variable: Reg, temporary: Reg, ty: QType) -> bool {
        let here = self.here();
        let computed_here = self.frame.join != here && !matches!(self.repr(ty.ty), Repr::Wide(_));
        if !computed_here || temporary < self.frame.temporaries {
            return false;
        }
        match self.image.code.last_mut().and_then(Op::result_mut) {
            Some(dst) if *dst == temporary => {
                *dst = variable;
                true
            }
            _ => false,
        }
    }

    /// A whole record is about to be read or written through a pointer.
    fn check_record(&mut self, spot: &Spot, ty: QType) {
        if let Some(record) = self.p.types.record_of(ty.ty)
            && spot.trust == Trust::Checked
            && spot.through == Through::Pointer
            && !ty.quals.has(Quals::MAY_ALIAS)
            && !self.p.types.records[record].attrs.may_alias
        {
            self.emit(Op::CheckRecord { ptr: spot.ptr, off: spot.off, record: record.0 });
        }
    }

    pub(crate) fn unions_stored(&mut self, spot: &Spot) {
        for &(ptr, off, extent) in &spot.unions {
            let union = self.union_id(extent);
            self.emit(Op::UnionStored { ptr, off, union });
        }
    }

    /// If a store could conflict with side effects of its operands, says so before it happens.
    pub(crate) fn watch_store(&mut self, e: ExprId, to: &Where, ty: QType) -> Lowered<()> {
        if !self.effects.watched_store(e) {
            return Ok(());
        }
        self.site = Site::Expr(e);
        match to {
            Where::Memory(spot) => {
                let size = self.p.types.size_of(ty.ty).unwrap_or(0) as u32;
                self.emit(Op::SeqStore { ptr: spot.ptr, off: spot.off, size });
            }
            Where::Bits { spot, field } => {
                self.emit(Op::SeqStoreBits { ptr: spot.ptr, field: *field });
            }
            Where::Reg { .. } => {}
        }
        Ok(())
    }
}
