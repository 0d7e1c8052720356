//! Variables: globals, locals, their qualifiers and first values.

use super::effects::{Loc, Locality, Locs};
use super::state::{Depth, Gen, Variable};
use crate::feature::Feature;
use lydite_lang::*;

/// Where a new variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// At file scope.
    Global,
    /// In the innermost block.
    Local,
    /// In the innermost block, `static`.
    StaticLocal,
}

impl Gen {
    /// A type for a new variable.
    pub fn variable_ty(&mut self) -> QType {
        let weights = [
            100,
            self.weight(Feature::Array),
            if self.structs.is_empty() { 0 } else { self.weight(Feature::Struct) },
            if self.unions.is_empty() { 0 } else { self.weight(Feature::Union) },
            self.weight(Feature::Pointer),
        ];
        match self.c.weighted(&weights) {
            0 => self.scalar_ty().into(),
            1 => {
                let elem = match self.c.weighted(&[60, if self.structs.is_empty() { 0 } else { 15 }]) {
                    0 => self.scalar_ty(),
                    _ => self.structs[self.c.index(self.structs.len())],
                };
                self.array_of(elem.into()).into()
            }
            2 => {
                let ty = self.structs[self.c.index(self.structs.len())];
                self.note_struct(ty);
                ty.into()
            }
            3 => {
                self.uses(Feature::Union);
                self.unions[self.c.index(self.unions.len())].into()
            }
            _ => self.pointer_ty().into(),
        }
    }

    /// Says which features a structure is.
    pub fn note_struct(&mut self, ty: TypeId) {
        self.uses(Feature::Struct);
        let Some(record) = self.b.program.types.record_of(ty) else { return };
        let types = &self.b.program.types;
        let record = &types.records[record];
        let packed = record.attrs.packed;
        let bits = record.fields.iter().any(|f| f.bits.is_some());
        let nested = record.fields.iter().any(|f| types.is_record(f.ty.ty));
        if packed {
            self.uses(Feature::PackedStruct);
        }
        if bits {
            self.uses(Feature::BitField);
        }
        if nested {
            self.uses(Feature::NestedStruct);
        }
    }

    /// A pointer type: to a scalar, a structure, or another pointer.
    pub fn pointer_ty(&mut self) -> TypeId {
        self.uses(Feature::Pointer);
        let weights = [70, self.weight(Feature::PointerToPointer), if self.structs.is_empty() { 0 } else { 15 }];
        let mut to: QType = match self.c.weighted(&weights) {
            0 => self.scalar_ty().into(),
            1 => {
                self.uses(Feature::PointerToPointer);
                let inner = self.int_ty();
                self.b.program.types.pointer(inner.into()).into()
            }
            _ => self.structs[self.c.index(self.structs.len())].into(),
        };
        if self.b.program.types.is_arithmetic(to.ty) {
            if self.on(Feature::Const) && self.c.coin(1, 6) {
                to = to.with(Quals::CONST);
            }
            if self.on(Feature::Volatile) && self.c.coin(1, 10) {
                to = to.with(Quals::VOLATILE);
            }
        }
        self.b.program.types.pointer(to)
    }

    /// A new variable of this type with a first value; in sight from now on. A local's declaration goes to `out`.
    pub fn new_variable(&mut self, ty: QType, home: Home, out: &mut Vec<StmtId>) -> Option<Variable> {
        let is_pointer = self.b.program.types.is_pointer(ty.ty);
        let mut ty = ty;
        let mut assignable = true;
        let mut nullable = false;
        let scalar = self.b.program.types.is_arithmetic(ty.ty);
        let depth = if home == Home::Local { self.depth() } else { Depth::STATIC };
        let addressable = self.on(Feature::Pointer) && self.c.coin(1, 2);
        if self.on(Feature::Const) && self.c.coin(self.weight(Feature::Const).min(80), 600) {
            self.uses(Feature::Const);
            ty = ty.with(Quals::CONST);
            assignable = false;
        } else if scalar && self.on(Feature::Volatile) && self.c.coin(self.weight(Feature::Volatile).min(80), 500) {
            self.uses(Feature::Volatile);
            ty = ty.with(Quals::VOLATILE);
        }
        if is_pointer && !addressable && assignable && self.on(Feature::NullPointer) && self.c.coin(1, 4) {
            nullable = true;
        }
        self.c.open("init");
        // Before the variable is in sight: it must not be used in its own initialiser.
        let init = if home == Home::Local && scalar && self.c.coin(2, 3) {
            let mut cx = self.cx();
            let e = self.value(ty.ty, &mut cx);
            let e = self.convert(e, ty.ty);
            self.done(&cx);
            Some(Init::Expr(e))
        } else if is_pointer {
            let to = self.b.program.types.pointee(ty.ty);
            let e = match (home, to) {
                (Home::Local, Some(to)) => self.address_of(to, depth),
                _ => self.static_address(ty.ty),
            };
            match e {
                Some(e) => {
                    let e = self.convert_pointer(e, ty.ty);
                    Some(Init::Expr(e))
                }
                None => {
                    self.c.close();
                    return None;
                }
            }
        } else {
            self.static_init(ty)
        };
        self.c.close();
        let (storage, name) = match home {
            Home::Global => {
                self.names.global += 1;
                (Storage::StaticGlobal, format!("g_{}", self.names.global))
            }
            Home::Local => {
                self.names.local += 1;
                (Storage::Local, format!("l_{}", self.names.local))
            }
            Home::StaticLocal => {
                self.names.local += 1;
                (Storage::StaticLocal, format!("s_{}", self.names.local))
            }
        };
        let mut align = None;
        if self.on(Feature::Aligned) && self.c.coin(self.weight(Feature::Aligned).min(80), 600) {
            self.uses(Feature::Aligned);
            align = Some([16u32, 32, 64][self.c.index(3)]);
        }
        let name = self.name(&name);
        let var = self.b.program.vars.push(Var {
            name: Some(name),
            ty,
            storage,
            init,
            align,
            attrs: VarAttrs::default(),
            place: Place::NONE,
        });
        let locality = if home == Home::Local { Locality::Local } else { Locality::Global };
        let mut locs = if addressable { self.classes(ty.ty) } else { Locs::of(self.fresh_loc(locality)) };
        // Members may be volatile, too.
        if ty.quals.has(Quals::VOLATILE) || self.classes(ty.ty).meets(&Locs::of(Loc::VOLATILE)) {
            locs.add(Loc::VOLATILE);
        }
        let variable = Variable { var, ty, locs, addressable, assignable, depth, nullable };
        match home {
            Home::Global => {
                self.globals.push(variable);
                self.b.program.items.push(Item::Var(var));
            }
            _ => {
                let decl = self.b.stmt(StmtKind::Decl([var].into()));
                out.push(decl);
                self.reveal(variable);
            }
        }
        Some(variable)
    }

    /// A place for a variable whose address is never taken.
    pub fn fresh_loc(&mut self, locality: Locality) -> Loc {
        let next = if locality == Locality::Local { &mut self.f.next_loc } else { &mut self.next_global };
        let loc = *next;
        *next = loc.next(locality);
        loc
    }

    /// A pointer value as another pointer type that only adds qualifiers.
    pub fn convert_pointer(&mut self, e: ExprId, ty: TypeId) -> ExprId {
        super::dsl::built(self.b.convert(e, ty))
    }

    /// A new global that pointers may point to.
    fn new_target(&mut self, to: QType) -> Option<Variable> {
        self.c.open("target");
        let ty = to.ty;
        let init = self.static_init(ty.into());
        self.c.close();
        let var = self.numbered_global("g", ty, init);
        let variable = Variable {
            var,
            ty: ty.into(),
            locs: self.classes(ty),
            addressable: true,
            assignable: true,
            depth: Depth::STATIC,
            nullable: false,
        };
        self.globals.push(variable);
        Some(variable)
    }

    /// The address of something static of the type a pointer points to.
    pub fn static_address(&mut self, pointer: TypeId) -> Option<ExprId> {
        let to = self.b.program.types.pointee(pointer)?;
        // What stands at file scope sees no function's static variables.
        let globals = self.globals.clone();
        let e = self.address_among(to, Depth::STATIC, &globals)?;
        Some(self.convert_pointer(e, pointer))
    }

    /// The address of an object of this type that lives at least as long as a pointer at `depth`.
    pub fn address_of(&mut self, to: QType, depth: Depth) -> Option<ExprId> {
        let visible: Vec<Variable> = self.visible().filter(|v| v.addressable).copied().collect();
        self.address_among(to, depth, &visible)
    }

    /// The same, among these variables.
    fn address_among(&mut self, to: QType, depth: Depth, among: &[Variable]) -> Option<ExprId> {
        let mut found: Vec<(Variable, Option<u64>)> = Vec::new();
        {
            let types = &self.b.program.types;
            for v in among {
                if !v.addressable || v.depth > depth || !qualifies(v.ty.quals, to.quals) {
                    continue;
                }
                if v.ty.ty == to.ty {
                    found.push((*v, None));
                    continue;
                }
                match types.kind(v.ty.ty) {
                    TypeKind::Array { elem, len: ArrayLen::Fixed(len) }
                        if elem.ty == to.ty && self.on(Feature::PointerToElement) =>
                    {
                        found.push((*v, Some(*len)));
                    }
                    TypeKind::Record(id) if self.on(Feature::PointerToMember) => {
                        let record = &types.records[*id];
                        if record.kind == RecordKind::Union || record.attrs.packed {
                            continue;
                        }
                        for (i, field) in record.fields.iter().enumerate() {
                            if field.ty.ty == to.ty && field.bits.is_none() && qualifies(field.ty.quals, to.quals) {
                                found.push((*v, Some(i as u64)));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        if found.is_empty() || self.c.coin(1, 12) && self.b.program.exprs.len() < self.room {
            let target = self.new_target(to)?;
            let e = self.var(target.var);
            return Some(self.addr(e));
        }
        let (v, at) = found[self.c.index(found.len())];
        let e = self.var(v.var);
        let e = match (at, self.b.program.types.is_array(v.ty.ty)) {
            (None, _) => e,
            (Some(len), true) => {
                self.uses(Feature::PointerToElement);
                let i = self.c.range(0, i128::from(len) - 1);
                let i = self.int(i);
                self.at(e, i)
            }
            (Some(field), false) => {
                self.uses(Feature::PointerToMember);
                self.member(e, field as usize)
            }
        };
        Some(self.addr(e))
    }
}

/// Whether a pointer to something with qualifiers `to` may point to an object with these.
fn qualifies(object: Quals, to: Quals) -> bool {
    to.has(object.standard())
}
