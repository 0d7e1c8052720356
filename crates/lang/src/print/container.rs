//! Arrays as objects of the C++ library.

use super::expression::Level;
use super::{Construct, Printer};
use crate::dress::arrays::{dimensions, root};
use crate::dress::{self, ArrayForm, Language};
use crate::ops::CastKind;
use crate::tree::*;
use crate::types::*;

impl Printer<'_> {
    /// The form of the container that an lvalue of array type is or is part of.
    pub(super) fn form_of(&self, array: ExprId) -> Option<ArrayForm> {
        if self.dress.arrays.is_empty() || !matches!(self.language(), Language::Cpp(_)) {
            return None;
        }
        let var = root(self.program, array)?;
        self.container(var)
    }

    pub(super) fn container(&self, var: VarId) -> Option<ArrayForm> {
        let is_cpp = matches!(self.language(), Language::Cpp(_));
        Some(self.dress.form(var)).filter(|&form| is_cpp && form != ArrayForm::C)
    }

    /// What a subscript is applied to: a container itself, not a pointer to its elements.
    pub(super) fn subscripted(&self, base: ExprId) -> ExprId {
        match self.program.exprs[base].kind {
            ExprKind::Cast(CastKind::ArrayDecay, Written::Implicit, array)
                if self.form_of(array).is_some() || matches!(self.program.exprs[array].kind, ExprKind::Str(_)) =>
            {
                array
            }
            _ => base,
        }
    }

    /// Whether a subscript is written `.at(i)`.
    pub(super) fn is_at(&self, index: ExprId, base: ExprId) -> bool {
        let has_at = |form| matches!(form, ArrayForm::StdArray | ArrayForm::Vector);
        !self.dress.at.is_empty()
            && self.dress.at.contains(&index)
            && self.form_of(self.subscripted(base)).is_some_and(has_at)
    }

    /// A pointer to the first element of a container.
    pub(super) fn decayed(&mut self, array: ExprId, form: ArrayForm, least: Level) {
        match form {
            ArrayForm::Valarray | ArrayForm::C => self.at(Level::Unary, least, |p| {
                p.put_unary("&");
                p.expr(array, Level::Postfix);
                p.put("[0]");
            }),
            ArrayForm::StdArray | ArrayForm::Vector => self.at(Level::Postfix, least, |p| {
                p.expr(array, Level::Postfix);
                p.put(".data()");
            }),
        }
    }

    /// Whether a place is an element of a container, or what follows its last one: that has an address, but no element there.
    pub(super) fn may_be_past_end(&self, place: ExprId) -> bool {
        let ExprKind::Index(base, index) = self.program.exprs[place].kind else { return false };
        let array = self.subscripted(base);
        if self.form_of(array).is_none() {
            return false;
        }
        let len = match self.types().array_parts(self.program.ty(array).ty) {
            Some((_, ArrayLen::Fixed(len))) => len,
            _ => 0,
        };
        crate::fold::integer(self.program, index).is_none_or(|index| index < 0 || index >= len.into())
    }

    /// `a.data() + i`
    pub(super) fn element_pointer(&mut self, place: ExprId, least: Level) {
        let ExprKind::Index(base, index) = self.program.exprs[place].kind else { return };
        self.at(Level::Add, least, |p| {
            p.expr(base, Level::Add);
            p.put(" + ");
            p.expr(index, Level::Mul);
        });
    }

    /// `std::array<int, 3>` and its like, elements without qualifiers.
    fn container_type(&mut self, form: ArrayForm, elem: TypeId, lengths: &[u64]) -> String {
        let Some((len, rest)) = lengths.split_first() else { return self.declare(elem.into(), "") };
        let inner = self.container_type(form, elem, rest);
        let template = ArrayForm::TABLE.iter().find(|row| row.0 == form).map_or("", |row| row.1);
        match form {
            ArrayForm::StdArray => format!("{template}<{inner}, {len}>"),
            _ => format!("{template}<{inner}>"),
        }
    }

    /// The declaration of a container, without its initialiser.
    pub(super) fn container_declaration(&mut self, var: VarId, form: ArrayForm) {
        let info = &self.program.vars[var];
        if !dress::forms(self.program, var).contains(&form) {
            self.refuse(Construct::ArrayForm);
        }
        let Some((elem, lengths)) = dimensions(self.types(), info.ty) else { return };
        self.headers.extend(ArrayForm::TABLE.iter().filter(|row| row.0 == form).map(|row| row.2));
        let ty = self.container_type(form, elem.ty, &lengths);
        if elem.quals.has(Quals::CONST) {
            self.put("const ");
        }
        self.put(&ty);
        self.put(" ");
        let name = self.name_of(var);
        self.put(&name);
    }

    /// What follows the name of a container where it is defined: its size, or its elements.
    pub(super) fn container_value(&mut self, var: VarId, form: ArrayForm) {
        let info = &self.program.vars[var];
        let Some((elem, lengths)) = dimensions(self.types(), info.ty) else { return };
        match (&info.init, form) {
            (None, ArrayForm::StdArray) => self.put(" = {}"),
            (None, _) => {
                let size = self.container_size(form, elem.ty, &lengths);
                self.put(&size);
            }
            (Some(init), _) => {
                self.put(" = ");
                self.container_elements(form, info.ty.ty, elem.ty, &lengths, Some(init));
            }
        }
    }

    /// `(3, std::vector<int>(4))`: constructor arguments for zeros.
    fn container_size(&mut self, form: ArrayForm, elem: TypeId, lengths: &[u64]) -> String {
        let Some((len, rest)) = lengths.split_first() else { return String::new() };
        if rest.is_empty() {
            return format!("({len})");
        }
        let inner = format!("{}{}", self.container_type(form, elem, rest), self.container_size(form, elem, rest));
        match form {
            // These two have their arguments the other way round.
            ArrayForm::Valarray => format!("({inner}, {len})"),
            _ => format!("({len}, {inner})"),
        }
    }

    fn container_elements(&mut self, form: ArrayForm, ty: TypeId, elem: TypeId, lengths: &[u64], init: Option<&Init>) {
        let Some((&len, rest)) = lengths.split_first() else {
            return match init {
                Some(init) => self.braced(init, elem),
                None => self.put_zero(elem),
            };
        };
        let inner = self.types().array_parts(ty).map_or(ty, |(inner, _)| inner.ty);
        // The elements of `std::array` are those of an array inside it.
        let (open, close) = match form {
            ArrayForm::StdArray => ("{{".to_owned(), "}}"),
            _ => (format!("{}{{", self.container_type(form, elem, lengths)), "}"),
        };
        self.put(&open);
        match init {
            Some(Init::Str(id)) => self.characters(*id, elem, len),
            Some(Init::List(items)) => {
                for i in 0..len {
                    self.separate(i);
                    let own = items.iter().find(|item| item.index <= i && i <= item.last);
                    self.container_elements(form, inner, elem, rest, own.map(|item| &item.init));
                }
            }
            _ => {
                for i in 0..len {
                    self.separate(i);
                    self.container_elements(form, inner, elem, rest, None);
                }
            }
        }
        self.put(close);
    }

    fn characters(&mut self, id: StrId, elem: TypeId, len: u64) {
        let units = &self.program.strings[id].units;
        for i in 0..len {
            self.separate(i);
            let unit = units.get(i as usize).copied().unwrap_or(0);
            let value = self.types().int_type(elem).map_or(unit.into(), |int| int.wrap(unit.into()));
            self.int(value, elem, Level::Assign);
        }
    }
}
