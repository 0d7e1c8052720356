//! The table of symbols: global variables that are read, written, or both.

use super::parameter::Parameter;
use crate::feature::Feature;
use crate::general::Access;
use crate::make::effects::{Locality, Locs};
use crate::make::state::{Depth, Gen, Variable};
use lydite_lang::*;

/// What functions do with a global variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// They read it and write it.
    Mixed,
    /// They read it.
    Input,
    /// They write it.
    Output,
}

impl Class {
    /// In the order of the parameter's options.
    const ALL: [Class; 3] = [Class::Mixed, Class::Input, Class::Output];

    /// What names begin with.
    fn name(self) -> &'static str {
        match self {
            Class::Mixed => "mix",
            Class::Input => "in",
            Class::Output => "out",
        }
    }
}

impl Gen {
    /// Makes the data of a program, and the types it needs.
    pub(super) fn make_data(&mut self) {
        self.c.open("data");
        // At least one of each class, and no more than expressions can use.
        let most = (self.room / 40).clamp(1, 60);
        let count = 3 + self.c.index(most);
        for n in 0..count {
            // First values must leave room for functions.
            if n >= Class::ALL.len() && self.b.program.exprs.len() > self.room / 5 {
                break;
            }
            self.c.open("datum");
            let class = match Class::ALL.get(n) {
                Some(&class) => class,
                None => Class::ALL[self.pick(Parameter::DataClass).unwrap_or(0)],
            };
            // Pointers need something to point to.
            let may_point = n >= Class::ALL.len();
            match self.pick_name(Parameter::VariableType, |name| name != "pointer" || may_point) {
                "array" => {
                    let ty = self.several_ty();
                    self.new_datum(class, ty);
                }
                "struct" => {
                    let ty = self.struct_ty();
                    self.new_datum(class, ty);
                }
                "pointer" => self.new_pointer(class),
                _ => {
                    let ty = self.scalar_ty();
                    self.new_datum(class, ty);
                }
            }
            self.c.close();
        }
        self.c.close();
    }

    /// An array that a pattern asks for, more often than not a global one.
    pub(crate) fn scalar_array(&mut self, elem: TypeId, dims: &[u64], access: Access) -> Option<Variable> {
        if !self.c.coin(3, 4) {
            return None;
        }
        let of = |g: &mut Gen, inner: QType, &len: &u64| g.b.program.types.array(inner, ArrayLen::Fixed(len)).into();
        let ty = dims.iter().rev().fold(elem.into(), |inner, len| of(self, inner, len)).ty;
        let class = if access == Access::Read { Class::Input } else { Class::Mixed };
        let init = self.static_init(ty.into());
        Some(self.add_datum(class, ty, init))
    }

    fn new_datum(&mut self, class: Class, ty: TypeId) {
        let init = self.static_init(ty.into());
        self.add_datum(class, ty, init);
    }

    fn add_datum(&mut self, class: Class, ty: TypeId, init: Option<Init>) -> Variable {
        let mut qualified = QType::from(ty);
        if class == Class::Input && self.on(Feature::Const) && self.c.coin(self.weight(Feature::Const).min(150), 200) {
            self.uses(Feature::Const);
            qualified = qualified.with(Quals::CONST);
        }
        let var = self.numbered_global(class.name(), qualified, init);
        // Pointers of functions may point to what is both read and written only.
        let is_pointer = self.b.program.types.is_pointer(ty);
        let addressable = class == Class::Mixed && !is_pointer && self.on(Feature::Pointer) && self.c.coin(2, 3);
        let locs = match addressable {
            true => self.classes(ty),
            false => Locs::of(self.fresh_loc(Locality::Global)),
        };
        let assignable = class != Class::Input;
        let variable =
            Variable { var, ty: qualified, locs, addressable, assignable, depth: Depth::STATIC, nullable: false };
        match class {
            Class::Output => self.outputs.push(variable),
            _ => self.globals.push(variable),
        }
        variable
    }

    /// The variables of a class.
    fn of_class(&self, class: Class) -> Vec<Variable> {
        match class {
            Class::Output => self.outputs.clone(),
            Class::Input => self.globals.iter().filter(|v| !v.assignable).copied().collect(),
            Class::Mixed => self.globals.iter().filter(|v| v.assignable).copied().collect(),
        }
    }

    /// A pointer to a variable of the same class or a part of it, or to such a pointer. What it points to never changes.
    fn new_pointer(&mut self, class: Class) {
        let types = &self.b.program.types;
        let (pointers, objects): (Vec<Variable>, Vec<Variable>) =
            self.of_class(class).into_iter().partition(|v| types.is_pointer(v.ty.ty));
        let to_pointer = self.weight(Feature::PointerToPointer).min(60);
        if !pointers.is_empty() && to_pointer > 0 && self.c.coin(to_pointer, 120) {
            self.uses(Feature::PointerToPointer);
            let target = pointers[self.c.index(pointers.len())];
            let place = self.var(target.var);
            return self.point_to(class, place);
        }
        let may_point = |v: &&Variable| class != Class::Mixed || v.addressable;
        let objects: Vec<Variable> = objects.iter().filter(may_point).copied().collect();
        if objects.is_empty() {
            let ty = self.scalar_ty();
            return self.new_datum(class, ty);
        }
        let target = objects[self.c.index(objects.len())];
        match self.part_of(target) {
            Some(place) => self.point_to(class, place),
            None => {
                let ty = self.scalar_ty();
                self.new_datum(class, ty);
            }
        }
    }

    fn point_to(&mut self, class: Class, place: ExprId) {
        let mut to = self.b.program.ty(place);
        // Nothing is written through a pointer to what is only read.
        let is_pointer = self.b.program.types.is_pointer(to.ty);
        if class == Class::Input && !is_pointer {
            to = to.with(Quals::CONST);
        }
        let ty = self.b.program.types.pointer(to);
        let e = self.addr(place);
        let e = self.convert_pointer(e, ty);
        self.add_datum(class, ty, Some(Init::Expr(e)));
    }

    /// A variable, or a part of it, that pointers may point to.
    fn part_of(&mut self, v: Variable) -> Option<ExprId> {
        let mut place = self.var(v.var);
        loop {
            let ty = self.b.program.ty(place).ty;
            match self.b.program.types.kind(ty).clone() {
                TypeKind::Array { len: ArrayLen::Fixed(len), .. } => {
                    if !self.on(Feature::PointerToElement) {
                        return None;
                    }
                    self.uses(Feature::PointerToElement);
                    let i = self.c.range(0, i128::from(len) - 1);
                    let i = self.int(i);
                    place = self.at(place, i);
                }
                // A structure is pointed to as a whole, or one of its members is.
                TypeKind::Record(id) if self.on(Feature::PointerToMember) && self.c.coin(3, 4) => {
                    let fields = &self.b.program.types.records[id].fields;
                    let members: Vec<usize> =
                        (0..fields.len()).filter(|&i| fields[i].name.is_some() && fields[i].bits.is_none()).collect();
                    if members.is_empty() {
                        return None;
                    }
                    self.uses(Feature::PointerToMember);
                    let i = members[self.c.index(members.len())];
                    place = self.member(place, i);
                }
                TypeKind::Vector { .. } => return None,
                _ => return Some(place),
            }
        }
    }
}
