//! Declarations and initialisers.

use super::lvalue::{Spot, Through, Trust, Where};
use super::{Lower, Lowered, Repr, VarLoc};
use crate::code::*;
use crate::memory::{Aliasing, BitAccess, BitSign};
use lydite_lang::*;

/// How many elements one `[first ... last]` may initialise.
const MOST_REPEATED: u64 = 4_000_000;

/// What is known of an object before it is initialised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Its bytes are zero.
    Zero,
    /// Nothing.
    Anything,
}

impl Lower<'_> {
    /// The declaration of a local variable is reached.
    pub(crate) fn declare(&mut self, var: VarId) -> Lowered<()> {
        let info = &self.p.vars[var];
        if info.storage != Storage::Local {
            return Ok(());
        }
        self.site = Site::Var(var);
        let mark = self.frame.next_register;
        match self.vars[var.0 as usize] {
            VarLoc::Object { ptr } if self.p.types.is_vla(info.ty.ty) => {
                let size = self.vla_size(info.ty.ty)?;
                let local = self.local(var);
                self.site = Site::Var(var);
                self.emit(Op::AllocDyn { dst: ptr, size, local });
            }
            VarLoc::Object { ptr } => match &info.init {
                Some(init) => self.initialise(ptr, info.ty, init)?,
                None if self.frame.has_labels => {
                    let extent = self.extent_id(info.ty.ty);
                    self.emit(Op::Uninit { ptr, extent });
                }
                None => {}
            },
            VarLoc::Reg { reg, flag } => match &info.init {
                Some(Init::Expr(e)) => {
                    let to = Where::Reg { var, reg, flag };
                    self.full(&[*e], |l| {
                        let value = l.expr(*e)?;
                        l.store(&to, info.ty, value, Site::Var(var))
                    })?;
                }
                Some(_) => return self.unsupported("this initialiser"),
                None => {
                    if let Some(flag) = flag {
                        self.emit(Op::SetFlag { flag, set: false });
                    }
                }
            },
            VarLoc::Nowhere => return self.unsupported("a declaration that is not directly in a block"),
            VarLoc::Global(_) | VarLoc::Library => {}
        }
        self.frame.next_register = mark;
        Ok(())
    }

    /// Initialises an object whose bytes may hold anything.
    pub(crate) fn initialise(&mut self, ptr: Reg, ty: QType, init: &Init) -> Lowered<()> {
        self.initialise_from(ptr, ty, init, Before::Anything)
    }

    /// Initialises a static object, whose bytes are zero.
    pub(crate) fn initialise_static(&mut self, ptr: Reg, ty: QType, init: &Init) -> Lowered<()> {
        self.initialise_from(ptr, ty, init, Before::Zero)
    }

    fn initialise_from(&mut self, ptr: Reg, ty: QType, init: &Init, before: Before) -> Lowered<()> {
        let site = self.site;
        if let Init::Expr(e) = init {
            return self.full(&[*e], |l| {
                let value = l.expr(*e)?;
                l.init_store(&Spot::named(ptr), ty, value, site)
            });
        }
        let mut data = Vec::new();
        let mut code = Vec::new();
        self.collect(0, ty, init, &mut data, &mut code, &mut Vec::new())?;
        if let Site::Var(var) = site
            && before == Before::Anything
            && self.reads_itself(var)
        {
            // What it reads of itself is what it held before: evaluated first, for the checks' sake.
            let mark = self.frame.next_register;
            for job in code.iter().filter(|job| job.has_expr()) {
                if !self.effects.has_effect(job.expr) {
                    self.expr(job.expr)?;
                    self.frame.next_register = mark;
                }
            }
            self.site = site;
        }
        if before == Before::Anything {
            let extent = self.extent_id(ty.ty);
            self.emit(Op::ZeroFill { ptr, extent });
        }
        if !data.is_empty() {
            self.image.data.push(data);
            let data = self.image.data.len() as u32 - 1;
            self.emit(Op::InitData { ptr, data });
        }
        let exprs: Vec<ExprId> = code.iter().filter(|j| j.has_expr()).map(|j| j.expr).collect();
        let watched = exprs.len() > 1 && self.effects.initialisers_conflict(&exprs);
        if watched {
            self.emit(Op::SeqEnter);
            self.frame.watching += 1;
            if self.options.reversed.contains(&site) {
                code.reverse();
            }
        }
        for job in code {
            self.run_job(ptr, job, site)?;
            self.next_operand(watched);
        }
        if watched {
            self.site = site;
            self.emit(Op::SeqExitList);
            self.frame.watching -= 1;
        }
        Ok(())
    }

    /// Splits an initialiser into constants and code.
    fn collect(
        &mut self,
        offset: u64,
        ty: QType,
        init: &Init,
        data: &mut Vec<DataItem>,
        code: &mut Vec<Job>,
        unions: &mut Vec<(u32, UnionExtent)>,
    ) -> Lowered<()> {
        let p = self.p;
        match init {
            Init::Expr(e) => self.collect_scalar(offset, ty, *e, data, code, unions),
            Init::Str(s) => {
                let Some((elem, len)) = p.types.array_parts(ty.ty) else { return self.unsupported("this initialiser") };
                let access = self.access(elem.plain(), Through::Pointer)?;
                let size = p.types.size_of(elem.ty).unwrap_or(1);
                let int = p.types.int_type(elem.ty).unwrap_or(IntType::signed(8));
                let limit = match len {
                    ArrayLen::Fixed(n) => n as usize,
                    _ => usize::MAX,
                };
                for (i, &unit) in p.strings[*s].units.iter().take(limit).enumerate() {
                    let value = int.wrap(i128::from(unit));
                    data.push(DataItem {
                        offset: (offset + i as u64 * size) as u32,
                        access,
                        value: (value as u64, (value >> 64) as u64),
                    });
                }
                Ok(())
            }
            Init::List(items) => {
                for item in items {
                    self.collect_item(offset, ty, item, data, code, unions)?;
                }
                Ok(())
            }
        }
    }

    fn collect_item(
        &mut self,
        offset: u64,
        ty: QType,
        item: &InitItem,
        data: &mut Vec<DataItem>,
        code: &mut Vec<Job>,
        unions: &mut Vec<(u32, UnionExtent)>,
    ) -> Lowered<()> {
        let p = self.p;
        match *p.types.kind(ty.ty) {
            TypeKind::Array { elem, .. } => {
                let size = p.types.size_of(elem.ty).unwrap_or(0);
                if item.last - item.index > MOST_REPEATED {
                    return self.unsupported(format!("an initialiser repeated more than {MOST_REPEATED} times"));
                }
                for i in item.index..=item.last {
                    self.collect(offset + i * size, elem, &item.init, data, code, unions)?;
                }
                Ok(())
            }
            TypeKind::Vector { elem, .. } => {
                let size = p.types.size_of(elem).unwrap_or(0);
                for i in item.index..=item.last {
                    let Init::Expr(e) = item.init else { return self.unsupported("this initialiser") };
                    let at = offset + i * size;
                    code.push(Job { offset: at as u32, kind: JobKind::Lane(elem), expr: e, unions: unions.clone() });
                }
                Ok(())
            }
            TypeKind::Record(id) => {
                let record = &p.types.records[id];
                let Some(layout) = &record.layout else { return self.unsupported("an incomplete record") };
                let index = item.index as usize;
                let at = layout.fields[index];
                let field = &record.fields[index];
                let is_union = record.kind == RecordKind::Union;
                if is_union {
                    let stored = match at.bits {
                        Some(bits) => u64::from(bits).div_ceil(8),
                        None => p.types.size_of(field.ty.ty).unwrap_or(0),
                    };
                    if stored < layout.size {
                        let extent = UnionExtent { size: layout.size as u32, offset: 0, stored: stored as u32 };
                        unions.push((offset as u32, extent));
                        code.push(Job {
                            offset: offset as u32,
                            kind: JobKind::UnionOnly(extent),
                            expr: ExprId(0),
                            unions: Vec::new(),
                        });
                    }
                }
                let result = match at.bits {
                    None => self.collect(offset + at.byte_offset(), field.ty, &item.init, data, code, unions),
                    Some(width) => match item.init {
                        Init::Expr(e) => {
                            let ty = p.types.int_type(field.ty.ty).unwrap_or(IntType::signed(32));
                            let key = BitField {
                                bit_offset: offset * 8 + at.bit_offset,
                                width,
                                signed: ty.signed,
                                is_bool: field.ty.ty == TypeId::BOOL,
                                // No record has this alignment: the table keeps these accesses apart.
                                align: 0,
                                lenient: true,
                            };
                            let sign = if ty.signed { BitSign::Signed } else { BitSign::Unsigned };
                            let endian = p.target().endian;
                            match BitAccess::new(endian, key.bit_offset, width, sign, 1, Aliasing::Any) {
                                Some(access) => {
                                    let id = self.field_id(key, access.initialising());
                                    code.push(Job { offset: 0, kind: JobKind::Bits(id), expr: e, unions: Vec::new() });
                                    Ok(())
                                }
                                None => self.unsupported("a bit-field this wide"),
                            }
                        }
                        _ => self.unsupported("this initialiser"),
                    },
                };
                if is_union {
                    unions.pop();
                }
                result
            }
            _ => self.collect(offset, ty, &item.init, data, code, unions),
        }
    }

    fn collect_scalar(
        &mut self,
        offset: u64,
        ty: QType,
        e: ExprId,
        data: &mut Vec<DataItem>,
        code: &mut Vec<Job>,
        unions: &[(u32, UnionExtent)],
    ) -> Lowered<()> {
        let p = self.p;
        let offset = offset as u32;
        let constant = match self.repr(ty.ty) {
            _ if self.has_filter(e) => None,
            Repr::Int(_) | Repr::Wide(_) => fold::integer(p, e),
            Repr::F64 => fold::float(p, e).map(|f| i128::from(f.to_bits())),
            Repr::F32 => fold::float(p, e).map(|f| i128::from((f as f32).to_bits())),
            Repr::Ptr => match p.exprs[e].kind {
                ExprKind::Cast(CastKind::NullToPtr, ..) => Some(0),
                _ => None,
            },
            _ => None,
        };
        match constant {
            Some(value) => {
                let through = if unions.is_empty() { Through::Pointer } else { Through::Union };
                let access = self.access(ty.plain(), through)?;
                data.push(DataItem { offset, access, value: (value as u64, (value >> 64) as u64) });
            }
            None => code.push(Job { offset, kind: JobKind::Whole(ty), expr: e, unions: unions.to_vec() }),
        }
        Ok(())
    }

    fn run_job(&mut self, ptr: Reg, job: Job, site: Site) -> Lowered<()> {
        let mark = self.frame.next_register;
        match job.kind {
            JobKind::UnionOnly(extent) => {
                let union = self.union_id(extent);
                self.emit(Op::UnionStored { ptr, off: job.offset, union });
            }
            JobKind::Bits(field) => self.full(&[job.expr], |l| {
                let width = u32::from(l.image.fields[field as usize].1.width);
                let src = l.value_for(Some(width), job.expr)?;
                l.site = site;
                l.emit(Op::StoreBits { ptr, src, field });
                Ok(())
            })?,
            JobKind::Whole(ty) | JobKind::LaneOf(ty) => self.full(&[job.expr], |l| {
                let value = l.expr(job.expr)?;
                let through = if job.unions.is_empty() { Through::Pointer } else { Through::Union };
                let spot = Spot { off: job.offset, through, ..Spot::named(ptr) };
                l.init_store(&spot, ty, value, site)
            })?,
            JobKind::Lane(elem) => {
                let kind = JobKind::LaneOf(elem.into());
                // A lane is stored as what it is, whatever the vector's bytes are called.
                let unions = vec![(0, UnionExtent { size: 0, offset: 0, stored: 0 })];
                self.run_job(ptr, Job { kind, unions, ..job }, site)?;
            }
        }
        self.frame.next_register = mark;
        Ok(())
    }

    /// A store that initialises: `const` does not matter.
    fn init_store(&mut self, spot: &Spot, ty: QType, value: Reg, site: Site) -> Lowered<()> {
        let to = Where::Memory(Spot { trust: Trust::Named, ..spot.clone() });
        if self.repr(ty.ty) == Repr::Memory {
            self.site = site;
            let dst = self.spot_pointer(spot);
            let extent = self.extent_id(ty.ty);
            self.emit(Op::CopyInit { dst, src: value, extent });
            return Ok(());
        }
        self.store(&to, ty.plain(), value, site)
    }

    /// The length of a variable length array type is evaluated here.
    pub(crate) fn vla_length(&mut self, vla: VlaId) -> Lowered<()> {
        let e = self.p.types.vlas[vla];
        let dst = match self.vla_regs.get(&vla) {
            Some(&reg) => reg,
            None => {
                let reg = self.reg(1);
                self.vla_regs.insert(vla, reg);
                reg
            }
        };
        let value = self.full(&[e], |l| l.expr(e))?;
        self.site = Site::Expr(e);
        self.emit(Op::CheckVla { a: value });
        self.emit(Op::Move { dst, src: value });
        Ok(())
    }

    /// The size in bytes of a variable length array type.
    pub(crate) fn vla_size(&mut self, ty: TypeId) -> Lowered<Reg> {
        if let Some(size) = self.p.types.size_of(ty) {
            return Ok(self.constant(size));
        }
        let Some((elem, len)) = self.p.types.array_parts(ty) else { return self.unsupported("the size of this type") };
        let len = match len {
            ArrayLen::Fixed(n) => self.constant(n),
            ArrayLen::Variable(vla) => match self.vla_regs.get(&vla) {
                Some(&reg) => reg,
                None => {
                    let e = self.p.types.vlas[vla];
                    let value = self.expr(e)?;
                    self.emit(Op::CheckVla { a: value });
                    value
                }
            },
            _ => return self.unsupported("the size of an incomplete array"),
        };
        let size = self.vla_size(elem.ty)?;
        let dst = self.reg(1);
        self.emit(Op::MulI64 { dst, a: len, b: size });
        Ok(dst)
    }
}

/// A part of an initialiser that needs code.
struct Job {
    offset: u32,
    kind: JobKind,
    expr: ExprId,
    unions: Vec<(u32, UnionExtent)>,
}

impl Job {
    fn has_expr(&self) -> bool {
        !matches!(self.kind, JobKind::UnionOnly(_))
    }
}

enum JobKind {
    /// A scalar, record or vector.
    Whole(QType),
    /// A bit-field.
    Bits(u32),
    /// A lane of a vector, by its element type.
    Lane(TypeId),
    /// The same, ready to store.
    LaneOf(QType),
    /// Marks what a union's other bytes are.
    UnionOnly(UnionExtent),
}
