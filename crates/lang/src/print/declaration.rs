//! Variables and their initialisers.

use super::expression::Level;
use super::{Construct, Printer, Reach};
use crate::dress::{self, Language};
use crate::tree::*;
use crate::types::*;

/// Whether the next initialiser of a list is for the next sub-object anyway.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// The sub-object with this index follows.
    Next(u64),
    /// Only a designator can say.
    Lost,
}

impl Printer<'_> {
    /// A variable's specifiers and declarator with its attributes, without storage class and initialiser.
    pub(super) fn variable(&mut self, var: VarId) {
        let info = &self.program.vars[var];
        if let Some(form) = self.container(var) {
            return self.container_declaration(var, form);
        }
        if info.attrs.thread_local {
            self.put(if self.is_cpp() { "thread_local " } else { "_Thread_local " });
        }
        // C++17 has no use for it any more.
        if info.attrs.register && self.language() == Language::C {
            self.put("register ");
        }
        let name = self.name_of(var);
        self.put_declaration(info.ty, &name);
        self.variable_attributes(info);
    }

    fn variable_attributes(&mut self, info: &Var) {
        if let Some(align) = info.align {
            self.put(&format!(" __attribute__((aligned({align})))"));
        }
        if info.attrs.used {
            self.put(if info.storage.is_static() { " __attribute__((used))" } else { " __attribute__((unused))" });
        }
    }

    /// A local declaration of one variable, without the semicolon.
    pub(super) fn local(&mut self, var: VarId) {
        let info = &self.program.vars[var];
        match info.storage {
            Storage::StaticLocal => {
                self.refuse_beyond(Reach::Cpp, Construct::StaticLocal);
                self.put("static ");
            }
            Storage::Extern => self.put("extern "),
            _ => {}
        }
        if self.language() == Language::Ispc {
            self.own_lane(var);
        }
        self.constexpr(var);
        self.variable(var);
        self.initialiser(info);
    }

    /// The value of a variable where it is defined.
    pub(super) fn initialiser(&mut self, info: &Var) {
        match &info.init {
            Some(init) => {
                self.put(" = ");
                self.init(init, info.ty.ty);
            }
            // C++ wants a value for what can't get one later.
            None if self.is_cpp() && info.storage != Storage::Extern && self.has_const(info.ty) => self.put(" = {}"),
            None => {}
        }
    }

    /// `constexpr`, for the constants that are to have it.
    pub(super) fn constexpr(&mut self, var: VarId) {
        if self.is_cpp() && self.dress.constants.contains(&var) && self.program.vars[var].init.is_some() {
            if !dress::may_be_constexpr(self.program, var) {
                self.refuse(Construct::Constexpr);
            }
            self.put("constexpr ");
        }
    }

    /// Several variables in one declaration, as in `for`; false (and nothing printed) if their specifiers differ.
    pub(super) fn locals_together(&mut self, vars: &[VarId]) -> Together {
        let mut parts = Vec::new();
        for &var in vars {
            if self.language() == Language::Ispc {
                self.own_lane(var);
            }
            let info = &self.program.vars[var];
            let name = self.name_of(var);
            parts.push(self.declare_parts(info.ty, &name));
        }
        let Some((base, _)) = parts.first().cloned() else { return Together::Printed };
        if parts.iter().any(|part| part.0 != base) {
            return Together::Impossible;
        }
        self.put(&base);
        for (i, (&var, (_, declarator))) in vars.iter().zip(&parts).enumerate() {
            self.put(if i == 0 { " " } else { ", " });
            self.put(declarator);
            let info = &self.program.vars[var];
            self.variable_attributes(info);
            self.initialiser(info);
        }
        Together::Printed
    }

    /// An initialiser of an object of this type.
    pub(super) fn init(&mut self, init: &Init, ty: TypeId) {
        match self.language() {
            Language::C => {}
            Language::Ispc => return self.lane_init(Some(init), ty),
            Language::Cpp(_) | Language::Sycl => return self.cpp_init(init, ty),
        }
        match init {
            Init::Expr(e) => self.expr(*e, Level::Assign),
            Init::Str(id) => self.string(*id),
            Init::List(items) => {
                self.put("{");
                let mut is_first = true;
                self.items(items, ty, &mut is_first);
                self.put("}");
            }
        }
    }

    fn items(&mut self, items: &[InitItem], ty: TypeId, is_first: &mut bool) {
        let mut position = Position::Next(0);
        for item in items {
            match *self.types().kind(ty) {
                TypeKind::Record(id) => position = self.member_item(item, id, position, is_first),
                TypeKind::Vector { elem, .. } => {
                    // Vectors have no designators: gaps are filled.
                    let start = if let Position::Next(next) = position { next } else { item.index };
                    for _ in start..item.index {
                        self.comma(is_first);
                        self.put("0");
                    }
                    for _ in item.index..=item.last {
                        self.comma(is_first);
                        self.init(&item.init, elem);
                    }
                    position = Position::Next(item.last + 1);
                }
                _ => {
                    let elem = self.types().array_parts(ty).map_or(ty, |(elem, _)| elem.ty);
                    self.comma(is_first);
                    if item.last != item.index {
                        self.put(&format!("[{} ... {}] = ", item.index, item.last));
                    } else if position != Position::Next(item.index) {
                        self.put(&format!("[{}] = ", item.index));
                    }
                    self.init(&item.init, elem);
                    position = Position::Next(item.last + 1);
                }
            }
        }
    }

    fn comma(&mut self, is_first: &mut bool) {
        if !*is_first {
            self.put(", ");
        }
        *is_first = false;
    }

    fn member_item(&mut self, item: &InitItem, id: RecordId, position: Position, is_first: &mut bool) -> Position {
        let record = &self.types().records[id];
        let Some(field) = record.fields.get(item.index as usize) else { return position };
        let follows = match position {
            Position::Next(next) => {
                // Unnamed bit-fields are passed over.
                (next..item.index)
                    .all(|i| record.fields.get(i as usize).is_some_and(|f| f.name.is_none() && f.bits.is_some()))
            }
            Position::Lost => false,
        };
        match (field.name, &item.init) {
            (None, Init::List(inner)) if !follows => {
                // An anonymous member can't be designated, only its members can.
                self.designated(inner, field.ty.ty, is_first);
                return Position::Lost;
            }
            (Some(name), _) if !follows => {
                self.comma(is_first);
                self.put(".");
                self.put(self.program.names.text(name));
                self.put(" = ");
            }
            _ => self.comma(is_first),
        }
        self.init(&item.init, field.ty.ty);
        Position::Next(item.index + 1)
    }

    /// The members of an anonymous member, each with its designator.
    fn designated(&mut self, items: &[InitItem], ty: TypeId, is_first: &mut bool) {
        let Some(id) = self.types().record_of(ty) else { return };
        for item in items {
            self.member_item(item, id, Position::Lost, is_first);
        }
    }
}

/// Whether several variables could be declared together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Together {
    Printed,
    Impossible,
}
