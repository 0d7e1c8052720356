//! Enumerations.

use crate::error::Res;
use crate::parser::Parser;
use crate::token::T;
use lydite_lang::{IntKind, Name, TypeId, TypeKind};

impl Parser<'_> {
    /// `enum` with what follows.
    pub(crate) fn enum_specifier(&mut self) -> Res<TypeId> {
        self.bump()?;
        let mut attrs = self.leading_attributes()?;
        let mut tag = None;
        let mut place = self.tok.place;
        if self.at(T::Ident) {
            tag = Some(self.tok.name);
            place = self.bump()?.place;
        }
        let mut fixed = None;
        if self.at(T::Colon) && tag.is_some() | (self.peek()?.kind != T::Number) {
            self.bump()?;
            let ty = self.specifiers()?.ty.ty;
            fixed = self.b.program.types.int_kind_of(ty);
        }
        if !self.at(T::LBrace) {
            let Some(tag) = tag else { return Err(self.unexpected("'{' or a tag")) };
            let known = if self.at(T::Semi) { self.scopes.find_tag_here(tag) } else { self.scopes.find_tag(tag) };
            return match known {
                Some(ty) if matches!(self.b.program.types.kind(ty), TypeKind::Enum(_)) => Ok(ty),
                Some(_) => Err(self.fail_at(place, format!("'{}' defined as wrong kind of tag", self.text(tag)))),
                None => {
                    let ty = self.new_enum(Some(tag));
                    if let (Some(kind), TypeKind::Enum(id)) = (fixed, self.b.program.types.kind(ty).clone()) {
                        self.b.program.types.enums[id].underlying = kind;
                    }
                    Ok(ty)
                }
            };
        }
        let ty = match tag.and_then(|tag| self.scopes.find_tag_here(tag)) {
            Some(ty) => ty,
            None => self.new_enum(tag),
        };
        let TypeKind::Enum(id) = *self.b.program.types.kind(ty) else {
            return Err(self.fail_at(place, "tag defined as wrong kind"));
        };
        if self.b.program.types.enums[id].complete {
            return Err(self.fail_at(place, "redefinition of an enumeration"));
        }
        self.bump()?;
        let first = self.scopes.constants.len();
        let constants = self.enumerators()?;
        self.expect(T::RBrace)?;
        attrs.merge(self.attributes()?);
        let least = constants.iter().map(|c| c.1).min().unwrap_or(0);
        let greatest = constants.iter().map(|c| c.1).max().unwrap_or(0);
        let kind = match fixed {
            Some(kind) => kind,
            None => self.underlying(least, greatest, attrs.packed, place)?,
        };
        let info = &mut self.b.program.types.enums[id];
        info.underlying = kind;
        info.complete = true;
        info.constants = constants;
        // Constants that do not fit `int` have the enumeration's type (GNU).
        for constant in &mut self.scopes.constants[first..] {
            if i32::try_from(constant.0).is_err() {
                constant.1 = ty;
            }
        }
        Ok(ty)
    }

    fn new_enum(&mut self, tag: Option<Name>) -> TypeId {
        let (_, ty) = self.b.program.types.new_enum(tag);
        if let Some(tag) = tag {
            self.scopes.bind_tag(tag, ty);
        }
        ty
    }

    fn enumerators(&mut self) -> Res<Vec<(Name, i128)>> {
        let mut constants = Vec::new();
        let mut next = 0i128;
        loop {
            let token = self.expect(T::Ident)?;
            self.leading_attributes()?;
            if self.eat(T::Eq)? {
                next = self.constant_expression()?;
            }
            if i64::try_from(next).is_err() && u64::try_from(next).is_err() {
                return Err(self.fail_at(token.place, "enumerator value outside the range of any integer type"));
            }
            if self.scopes.find_here(token.name).is_some() {
                let text = self.text(token.name).to_owned();
                return Err(self.fail_at(token.place, format!("redeclaration of enumerator '{text}'")));
            }
            let ty = match next {
                v if i32::try_from(v).is_ok() => TypeId::INT,
                v if v > i128::from(i64::MAX) => TypeId::ULONGLONG,
                _ if self.b.program.target().word == 8 => TypeId::LONG,
                _ => TypeId::LONGLONG,
            };
            self.scopes.bind_const(token.name, next, ty);
            constants.push((token.name, next));
            next += 1;
            if !self.eat(T::Comma)? || self.at(T::RBrace) {
                return Ok(constants);
            }
        }
    }

    /// The integer type GCC gives an enumeration.
    fn underlying(&self, least: i128, greatest: i128, packed: bool, place: lydite_lang::Place) -> Res<IntKind> {
        use IntKind::*;
        let small: &[IntKind] = if packed { &[UChar, SChar, UShort, Short] } else { &[] };
        let types = &self.b.program.types;
        small
            .iter()
            .chain(&[UInt, Int, ULong, Long, ULongLong, LongLong])
            .copied()
            .find(|&kind| {
                let t = types.int_kind(kind);
                // Unsigned is preferred whenever there is no negative value.
                (t.signed == (least < 0)) && t.fits(least) && t.fits(greatest)
            })
            .ok_or_else(|| self.fail_at(place, "enumeration values exceed the range of the largest integer"))
    }
}
