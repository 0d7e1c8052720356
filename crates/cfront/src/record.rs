//! Structures and unions.

use crate::declarator::Naming;
use crate::error::Res;
use crate::parser::Parser;
use crate::specs::Class;
use crate::token::T;
use lydite_lang::layout::LayoutError;
use lydite_lang::{Field, Name, Place, RecordAttrs, RecordId, RecordKind, TypeId, TypeKind};
use rustc_hash::FxHashSet;

impl Parser<'_> {
    /// `struct` or `union` with what follows.
    pub(crate) fn record_specifier(&mut self) -> Res<TypeId> {
        let keyword = self.bump()?;
        let kind = if keyword.kind == T::KwStruct { RecordKind::Struct } else { RecordKind::Union };
        let mut attrs = self.leading_attributes()?;
        let mut tag = None;
        let mut place = self.tok.place;
        if self.at(T::Ident) {
            tag = Some(self.tok.name);
            place = self.bump()?.place;
            attrs.merge(self.attributes()?);
        }
        if !self.at(T::LBrace) {
            let Some(tag) = tag else { return Err(self.unexpected("'{' or a tag")) };
            // `struct tag;` declares a new type in this scope.
            let known = if self.at(T::Semi) { self.scopes.find_tag_here(tag) } else { self.scopes.find_tag(tag) };
            return match known {
                Some(ty) => self.check_tag_kind(ty, kind, tag, place).map(|()| ty),
                None => Ok(self.new_record(kind, Some(tag)).1),
            };
        }
        let pack = self.lex.pack;
        let here = tag.and_then(|tag| self.scopes.find_tag_here(tag));
        let (id, ty) = match (here, tag) {
            (Some(ty), Some(tag)) => {
                self.check_tag_kind(ty, kind, tag, place)?;
                let id = self.b.program.types.record_of(ty);
                match id {
                    Some(id) if self.b.program.types.records[id].layout.is_none() => (id, ty),
                    _ => {
                        let text = self.text(tag).to_owned();
                        return Err(self.fail_at(place, format!("redefinition of '{} {text}'", keyword.kind.text())));
                    }
                }
            }
            _ => self.new_record(kind, tag),
        };
        self.bump()?;
        self.enter()?;
        let (mut fields, places) = self.members()?;
        self.leave();
        self.expect(T::RBrace)?;
        attrs.merge(self.attributes()?);
        if attrs.packed {
            fields.iter_mut().for_each(|f| f.packed = true);
        }
        let record_attrs = RecordAttrs {
            packed: attrs.packed,
            align: attrs.align,
            pack,
            transparent: attrs.transparent,
            may_alias: attrs.may_alias,
        };
        if let Some((message, place)) = attrs.unsupported {
            return Err(self.unsupported_at(place, message));
        }
        self.complete(id, fields, &places, record_attrs, place)?;
        Ok(ty)
    }

    fn new_record(&mut self, kind: RecordKind, tag: Option<Name>) -> (RecordId, TypeId) {
        let (id, ty) = self.b.program.types.new_record(kind, tag);
        if let Some(tag) = tag {
            self.scopes.bind_tag(tag, ty);
        }
        (id, ty)
    }

    fn check_tag_kind(&self, ty: TypeId, kind: RecordKind, tag: Name, place: Place) -> Res<()> {
        let types = &self.b.program.types;
        match types.record_of(ty) {
            Some(id) if types.records[id].kind == kind => Ok(()),
            _ => Err(self.fail_at(place, format!("'{}' defined as wrong kind of tag", self.text(tag)))),
        }
    }

    fn complete(
        &mut self,
        id: RecordId,
        fields: Vec<Field>,
        places: &[Place],
        attrs: RecordAttrs,
        place: Place,
    ) -> Res<()> {
        let names: Vec<Option<Name>> = fields.iter().map(|f| f.name).collect();
        // A union or structure holding the record itself has no layout yet, so it counts as incomplete.
        let result = self.b.program.types.complete_record(id, fields, attrs);
        result.map_err(|error| {
            let (index, what) = match error {
                LayoutError::Incomplete(i) => (i, "has incomplete type"),
                LayoutError::TooWide(i) => (i, "is a bit-field wider than its type"),
                LayoutError::TooLarge => return self.fail_at(place, "the type is too large"),
            };
            let name = names.get(index).copied().flatten().map_or("<anonymous>", |n| self.text(n));
            self.fail_at(places.get(index).copied().unwrap_or(place), format!("member '{name}' {what}"))
        })
    }

    fn members(&mut self) -> Res<(Vec<Field>, Vec<Place>)> {
        let mut fields = Vec::new();
        let mut places = Vec::new();
        while !self.at(T::RBrace) {
            if self.eat(T::Semi)? || self.eat(T::KwExtension)? {
                continue;
            }
            if self.at(T::KwStaticAssert) {
                self.static_assert()?;
                continue;
            }
            self.member_declaration(&mut fields, &mut places)?;
        }
        self.check_names(&fields, &places)?;
        Ok((fields, places))
    }

    fn member_declaration(&mut self, fields: &mut Vec<Field>, places: &mut Vec<Place>) -> Res<()> {
        let leading = self.leading_attributes()?;
        let mut specs = self.specifiers()?;
        specs.attrs.merge(leading);
        if specs.empty {
            return Err(self.unexpected("a member's type"));
        }
        if specs.class != Class::None {
            return Err(self.fail_at(specs.place, "a storage class in a member declaration"));
        }
        if self.at(T::Semi) {
            // An anonymous structure or union; anything else declares nothing.
            if let Some(record) = self.b.program.types.record_of(specs.ty.ty)
                && self.b.program.types.records[record].tag.is_none()
            {
                let align = specs.align.max(specs.attrs.align);
                fields.push(Field { name: None, ty: specs.ty, bits: None, align, packed: specs.attrs.packed });
                places.push(specs.place);
            }
            self.bump()?;
            return Ok(());
        }
        loop {
            let vlas = self.vlas.len();
            let (name, place, derivs) = if self.at(T::Colon) {
                (None, self.tok.place, Vec::new())
            } else {
                let declarator = self.declarator(Naming::Named)?;
                (declarator.name, declarator.place, declarator.derivs)
            };
            let mut bits = None;
            if self.eat(T::Colon)? {
                let width = self.constant_expression()?;
                let Ok(width) = u32::try_from(width) else {
                    return Err(self.fail_at(place, "negative width of a bit-field"));
                };
                bits = Some(width);
            }
            let mut attrs = specs.attrs;
            attrs.merge(self.attributes()?);
            let base = self.with_type_attributes(specs.ty, &attrs)?;
            let ty = self.apply(base, &derivs)?;
            if self.vlas.len() > vlas {
                return Err(self.unsupported_at(place, "a variable length array in a structure"));
            }
            self.check_member(ty.ty, bits, name, place)?;
            let align = specs.align.max(attrs.align);
            fields.push(Field { name, ty, bits, align, packed: attrs.packed });
            places.push(place);
            if !self.eat(T::Comma)? {
                break;
            }
            specs.attrs.merge(self.attributes()?);
        }
        if self.at(T::RBrace) {
            return Ok(());
        }
        self.expect(T::Semi)?;
        Ok(())
    }

    fn check_member(&self, ty: TypeId, bits: Option<u32>, name: Option<Name>, place: Place) -> Res<()> {
        let types = &self.b.program.types;
        let text = name.map_or("<anonymous>", |n| self.text(n));
        if types.is_function(ty) {
            return Err(self.fail_at(place, format!("member '{text}' declared as a function")));
        }
        if bits.is_some() && !types.is_integer(ty) {
            return Err(self.fail_at(place, format!("bit-field '{text}' has invalid type")));
        }
        if bits == Some(0) && name.is_some() {
            return Err(self.fail_at(place, format!("zero width for bit-field '{text}'")));
        }
        Ok(())
    }

    fn check_names(&self, fields: &[Field], places: &[Place]) -> Res<()> {
        let mut seen = FxHashSet::default();
        for (field, place) in fields.iter().zip(places) {
            if let Some(name) = field.name
                && !seen.insert(name)
            {
                return Err(self.fail_at(*place, format!("duplicate member '{}'", self.text(name))));
            }
        }
        Ok(())
    }

    /// Whether a type is one we do not model the values of.
    pub(crate) fn unmodelled(&self, ty: TypeId) -> bool {
        match self.b.program.types.kind(ty) {
            TypeKind::Complex(_) => true,
            TypeKind::Float(_) => !matches!(ty, TypeId::FLOAT | TypeId::DOUBLE),
            TypeKind::Array { elem, .. } => self.unmodelled(elem.ty),
            _ => false,
        }
    }
}
