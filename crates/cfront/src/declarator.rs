//! Declarators: names with the pointers, arrays and functions around them.

use crate::error::Res;
use crate::parser::{Parser, Pending};
use crate::scope::What;
use crate::specs::{Class, Stated};
use crate::token::T;
use lydite_lang::{ArrayLen, ParamTail, Place, QType, Quals, TypeId, TypeKind, fold};

/// One step from a name towards its base type.
#[derive(Clone, Debug)]
pub(crate) enum Deriv {
    Pointer(Quals),
    Array {
        len: ArrayLen,
        /// Qualifiers in the brackets of a parameter.
        quals: Quals,
    },
    Func(Box<FuncDeriv>),
}

/// The parameters of a function declarator.
#[derive(Clone, Debug)]
pub(crate) struct FuncDeriv {
    /// Positions in [`Parser::pending`].
    pub(crate) params: Vec<u32>,
    pub(crate) tail: ParamTail,
    /// The names of an old-style definition.
    pub(crate) names: Vec<(lydite_lang::Name, Place)>,
}

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    Named,
    Abstract,
    Either,
}

/// A declarator as read.
#[derive(Debug)]
pub(crate) struct Declarator {
    pub(crate) name: Option<lydite_lang::Name>,
    pub(crate) place: Place,
    /// From the name outwards.
    pub(crate) derivs: Vec<Deriv>,
}

impl Parser<'_> {
    /// Reads a declarator.
    pub(crate) fn declarator(&mut self, naming: Naming) -> Res<Declarator> {
        let mut declarator = Declarator { name: None, place: self.tok.place, derivs: Vec::new() };
        self.declarator_into(naming, &mut declarator)?;
        Ok(declarator)
    }

    fn declarator_into(&mut self, naming: Naming, out: &mut Declarator) -> Res<()> {
        self.enter()?;
        let mut pointers = Vec::new();
        while self.at(T::Star) {
            self.bump()?;
            let quals = self.pointer_qualifiers()?;
            pointers.push(quals);
        }
        let kind = self.tok.kind;
        match kind {
            T::Ident if naming != Naming::Abstract => {
                out.name = Some(self.tok.name);
                out.place = self.tok.place;
                self.bump()?;
                if self.at(T::LBracket) && self.peek()?.kind == T::LBracket {
                    self.leading_attributes()?;
                }
            }
            T::LParen if naming == Naming::Named || self.parenthesis_groups()? => {
                self.bump()?;
                self.attributes()?;
                self.declarator_into(naming, out)?;
                self.expect(T::RParen)?;
            }
            _ if naming == Naming::Named => return Err(self.unexpected("an identifier or '('")),
            _ => out.place = self.tok.place,
        }
        loop {
            match self.tok.kind {
                T::LBracket => {
                    let array = self.array_suffix()?;
                    out.derivs.push(array);
                }
                T::LParen => {
                    let func = self.parameters()?;
                    out.derivs.push(Deriv::Func(Box::new(func)));
                }
                _ => break,
            }
        }
        out.derivs.extend(pointers.into_iter().rev().map(Deriv::Pointer));
        self.leave();
        Ok(())
    }

    fn pointer_qualifiers(&mut self) -> Res<Quals> {
        let mut quals = Quals::NONE;
        loop {
            let one = match self.tok.kind {
                T::KwConst => Quals::CONST,
                T::KwVolatile => Quals::VOLATILE,
                T::KwRestrict => Quals::RESTRICT,
                T::KwAtomic => Quals::ATOMIC,
                T::KwAttribute => {
                    self.attributes()?;
                    continue;
                }
                T::KwExtension => Quals::NONE,
                _ => return Ok(quals),
            };
            quals = quals.with(one);
            self.bump()?;
        }
    }

    /// Whether `(` in a declarator that may be abstract groups, or else starts parameters.
    fn parenthesis_groups(&mut self) -> Res<bool> {
        let next = self.peek()?;
        Ok(match next.kind {
            T::RParen | T::Ellipsis => false,
            T::KwAttribute | T::Star | T::LParen | T::LBracket => true,
            T::KwRegister => false,
            kind => !self.token_starts_type(kind, next.name) && kind == T::Ident,
        })
    }

    fn array_suffix(&mut self) -> Res<Deriv> {
        let place = self.bump()?.place;
        let mut quals = Quals::NONE;
        loop {
            match self.tok.kind {
                T::KwStatic => {}
                T::KwConst => quals = quals.with(Quals::CONST),
                T::KwVolatile => quals = quals.with(Quals::VOLATILE),
                T::KwRestrict => quals = quals.with(Quals::RESTRICT),
                T::KwAtomic => quals = quals.with(Quals::ATOMIC),
                _ => break,
            }
            self.bump()?;
        }
        if self.eat(T::RBracket)? {
            return Ok(Deriv::Array { len: ArrayLen::Unknown, quals });
        }
        if self.at(T::Star) && self.peek()?.kind == T::RBracket {
            self.bump()?;
            self.bump()?;
            return Ok(Deriv::Array { len: ArrayLen::Star, quals });
        }
        let e = self.assignment()?;
        self.expect(T::RBracket)?;
        self.b.place = place;
        let ty = self.b.type_of(e);
        if !self.b.program.types.is_integer(ty) {
            return Err(self.fail_at(place, "size of array has non-integer type"));
        }
        let len = match fold::integer(&self.b.program, e) {
            Some(n) if n < 0 && self.b.program.types.int_type(ty).is_some_and(|t| t.signed) => {
                return Err(self.fail_at(place, "size of array is negative"));
            }
            Some(n) => match u64::try_from(n) {
                Ok(n) if n < 1 << 60 => ArrayLen::Fixed(n),
                _ => return Err(self.fail_at(place, "size of array is too large")),
            },
            None if self.scopes.level() == 0 => {
                return Err(self.fail_at(place, "variably modified type at file scope"));
            }
            None => {
                let size_type = self.b.program.types.size_type();
                let e = self.b.convert(e, size_type);
                let e = self.built(e)?;
                let vla = self.b.program.types.vlas.push(e);
                self.vlas.push(vla);
                ArrayLen::Variable(vla)
            }
        };
        Ok(Deriv::Array { len, quals })
    }

    /// `( parameters )`
    fn parameters(&mut self) -> Res<FuncDeriv> {
        self.bump()?;
        let mut func = FuncDeriv { params: Vec::new(), tail: ParamTail::Fixed, names: Vec::new() };
        if self.eat(T::RParen)? {
            func.tail = ParamTail::Unprototyped;
            return Ok(func);
        }
        if self.at(T::KwVoid) && self.peek()?.kind == T::RParen {
            self.bump()?;
            self.bump()?;
            return Ok(func);
        }
        if self.at(T::Ident) && !self.starts_type() {
            let next = self.peek()?.kind;
            if next == T::Comma || next == T::RParen {
                return self.old_style_names(func);
            }
        }
        self.scopes.enter();
        loop {
            if self.eat(T::Ellipsis)? {
                func.tail = ParamTail::Variadic;
                break;
            }
            let pending = self.parameter()?;
            self.pending.push(pending);
            let index = self.pending.len() as u32 - 1;
            func.params.push(index);
            if let Some(name) = pending.name {
                if self.scopes.find_here(name).is_some() {
                    let text = self.text(name).to_owned();
                    return Err(self.fail_at(pending.place, format!("redefinition of parameter '{text}'")));
                }
                self.scopes.bind(name, What::Pending(index));
            }
            if !self.eat(T::Comma)? {
                break;
            }
        }
        self.scopes.leave();
        self.expect(T::RParen)?;
        Ok(func)
    }

    fn old_style_names(&mut self, mut func: FuncDeriv) -> Res<FuncDeriv> {
        func.tail = ParamTail::Unprototyped;
        loop {
            let name = self.expect(T::Ident)?;
            func.names.push((name.name, name.place));
            if !self.eat(T::Comma)? {
                break;
            }
        }
        self.expect(T::RParen)?;
        Ok(func)
    }

    fn parameter(&mut self) -> Res<Pending> {
        self.leading_attributes()?;
        let specs = self.specifiers()?;
        if specs.empty || specs.stated == Stated::Implicit {
            return Err(self.unexpected("a parameter's type"));
        }
        if !matches!(specs.class, Class::None | Class::Register) {
            return Err(self.fail_at(specs.place, "storage class specified for a parameter"));
        }
        let vlas = self.vlas.len();
        let declarator = self.declarator(Naming::Either)?;
        let attrs = self.attributes()?;
        let base = self.with_type_attributes(specs.ty, &specs.attrs)?;
        let base = self.with_type_attributes(base, &attrs)?;
        let ty = self.adjusted(base, &declarator.derivs, vlas)?;
        if ty.ty == TypeId::VOID {
            return Err(self.fail_at(declarator.place, "a parameter of type 'void'"));
        }
        Ok(Pending { name: declarator.name, ty, place: declarator.place, var: None })
    }

    /// The type of a parameter: arrays and functions become pointers.
    fn adjusted(&mut self, base: QType, derivs: &[Deriv], vlas: usize) -> Res<QType> {
        if let Some((Deriv::Array { len, quals }, inner)) = derivs.split_first() {
            // The outermost length has no bearing on the parameter's type.
            if let ArrayLen::Variable(vla) = *len
                && let Some(at) = self.vlas[vlas..].iter().position(|v| *v == vla)
            {
                self.vlas.remove(vlas + at);
            }
            let elem = self.apply(base, inner)?;
            let ty = self.derive(TypeKind::Pointer(elem), elem.ty)?;
            return Ok(QType { ty, quals: *quals });
        }
        let ty = self.apply(base, derivs)?;
        match *self.b.program.types.kind(ty.ty) {
            TypeKind::Array { elem, .. } => {
                let pointer = self.derive(TypeKind::Pointer(elem), elem.ty)?;
                Ok(pointer.into())
            }
            TypeKind::Func(_) => {
                let pointer = self.derive(TypeKind::Pointer(ty), ty.ty)?;
                Ok(pointer.into())
            }
            _ => Ok(ty),
        }
    }

    /// The type a declarator makes of a base type.
    pub(crate) fn apply(&mut self, base: QType, derivs: &[Deriv]) -> Res<QType> {
        let mut ty = base;
        for deriv in derivs.iter().rev() {
            ty = match deriv {
                Deriv::Pointer(quals) => {
                    let pointer = self.derive(TypeKind::Pointer(ty), ty.ty)?;
                    QType { ty: pointer, quals: *quals }
                }
                Deriv::Array { len, .. } => self.array_of(ty, *len)?.into(),
                Deriv::Func(func) => self.function_returning(ty, func)?.into(),
            };
        }
        Ok(ty)
    }

    fn array_of(&mut self, elem: QType, len: ArrayLen) -> Res<TypeId> {
        let types = &self.b.program.types;
        if types.is_function(elem.ty) {
            return Err(self.fail_at(self.tok.place, "declaration of an array of functions"));
        }
        let size = types.size_of(elem.ty);
        let runtime =
            matches!(types.kind(elem.ty), TypeKind::Array { len: ArrayLen::Variable(_) | ArrayLen::Star, .. })
                || types.is_vla(elem.ty);
        if size.is_none() && !runtime {
            let text = self.type_text(elem);
            return Err(self.fail_at(self.tok.place, format!("an array of incomplete type {text}")));
        }
        if let (Some(size), ArrayLen::Fixed(n)) = (size, len)
            && size.checked_mul(n).is_none_or(|total| total >= 1 << 62)
        {
            return Err(self.fail_at(self.tok.place, "size of array is too large"));
        }
        self.derive(TypeKind::Array { elem, len }, elem.ty)
    }

    fn function_returning(&mut self, ret: QType, func: &FuncDeriv) -> Res<TypeId> {
        let types = &self.b.program.types;
        if types.is_function(ret.ty) || types.is_array(ret.ty) {
            return Err(self.fail_at(self.tok.place, "a function that returns a function or an array"));
        }
        let params = func.params.iter().map(|&i| self.pending[i as usize].ty.ty).collect();
        let kind = TypeKind::Func(Box::new(lydite_lang::FuncType { ret: ret.plain(), params, tail: func.tail }));
        self.derive(kind, ret.ty)
    }

    /// A type name, as in a cast.
    pub(crate) fn type_name(&mut self) -> Res<QType> {
        let specs = self.specifiers()?;
        if specs.stated != Stated::Type {
            return Err(self.unexpected("a type name"));
        }
        if specs.class != Class::None {
            return Err(self.fail_at(specs.place, "a storage class in a type name"));
        }
        let declarator = self.declarator(Naming::Abstract)?;
        let attrs = self.attributes()?;
        let base = self.with_type_attributes(specs.ty, &specs.attrs)?;
        let base = self.with_type_attributes(base, &attrs)?;
        let ty = self.apply(base, &declarator.derivs)?;
        Ok(ty)
    }
}
