//! Attributes: the known ones understood, the others skipped.

use crate::error::Res;
use crate::parser::Parser;
use crate::token::T;
use lydite_lang::{FuncAttrs, IntKind, Place, QType, Quals, TypeId, TypeKind};

/// What a machine mode makes of a type: an integer of so many bytes, or a floating type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Bytes(u32),
    Float(TypeId),
    /// As wide as a register or pointer.
    Word,
}

const MODES: &[(&str, Mode)] = &[
    ("QI", Mode::Bytes(1)),
    ("byte", Mode::Bytes(1)),
    ("HI", Mode::Bytes(2)),
    ("SI", Mode::Bytes(4)),
    ("DI", Mode::Bytes(8)),
    ("TI", Mode::Bytes(16)),
    ("SF", Mode::Float(TypeId::FLOAT)),
    ("DF", Mode::Float(TypeId::DOUBLE)),
    ("TF", Mode::Float(TypeId::FLOAT128)),
    ("XF", Mode::Float(TypeId::LONGDOUBLE)),
    ("word", Mode::Word),
    ("pointer", Mode::Word),
    ("unwind_word", Mode::Word),
];

/// The attributes of a declaration that have a meaning here.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Attrs {
    pub(crate) packed: bool,
    pub(crate) align: Option<u32>,
    pub(crate) may_alias: bool,
    pub(crate) transparent: bool,
    pub(crate) vector_size: Option<u32>,
    pub(crate) mode: Option<Mode>,
    pub(crate) func: FuncAttrs,
    pub(crate) used: bool,
    /// An attribute that would change the meaning of a definition in a way we do not model.
    pub(crate) unsupported: Option<(&'static str, Place)>,
}

impl Attrs {
    pub(crate) fn merge(&mut self, other: Attrs) {
        self.packed |= other.packed;
        self.may_alias |= other.may_alias;
        self.transparent |= other.transparent;
        self.used |= other.used;
        self.align = self.align.max(other.align);
        self.vector_size = other.vector_size.or(self.vector_size);
        self.mode = other.mode.or(self.mode);
        self.func = self.func.with(other.func);
        self.unsupported = self.unsupported.or(other.unsupported);
    }
}

impl Parser<'_> {
    /// Whether an attribute starts here.
    pub(crate) fn at_attribute(&mut self) -> Res<bool> {
        Ok(match self.tok.kind {
            T::KwAttribute => true,
            T::LBracket => self.peek()?.kind == T::LBracket,
            _ => false,
        })
    }

    /// Attributes that may stand here.
    pub(crate) fn attributes(&mut self) -> Res<Attrs> {
        let mut attrs = Attrs::default();
        while self.at(T::KwAttribute) {
            self.gnu_attribute(&mut attrs)?;
        }
        Ok(attrs)
    }

    /// Attributes in either form, where `[[` can't start anything else.
    pub(crate) fn leading_attributes(&mut self) -> Res<Attrs> {
        let mut attrs = Attrs::default();
        while self.at_attribute()? {
            if self.at(T::KwAttribute) {
                self.gnu_attribute(&mut attrs)?;
            } else {
                self.bump()?;
                self.standard_attributes(&mut attrs)?;
            }
        }
        Ok(attrs)
    }

    fn gnu_attribute(&mut self, attrs: &mut Attrs) -> Res<()> {
        self.bump()?;
        self.expect(T::LParen)?;
        self.expect(T::LParen)?;
        while !self.at(T::RParen) {
            if self.eat(T::Comma)? {
                continue;
            }
            self.one_attribute(attrs)?;
        }
        self.expect(T::RParen)?;
        self.expect(T::RParen)?;
        Ok(())
    }

    /// `[ name, prefix::name(args) ]]` after the first bracket.
    fn standard_attributes(&mut self, attrs: &mut Attrs) -> Res<()> {
        self.expect(T::LBracket)?;
        while !self.at(T::RBracket) {
            if self.eat(T::Comma)? {
                continue;
            }
            if self.peek()?.kind == T::ColonColon {
                self.bump()?;
                self.bump()?;
            }
            self.one_attribute(attrs)?;
        }
        self.expect(T::RBracket)?;
        self.expect(T::RBracket)?;
        Ok(())
    }

    fn one_attribute(&mut self, attrs: &mut Attrs) -> Res<()> {
        let spelling = self.lex.spelling(&self.tok);
        if !spelling.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
            return Err(self.unexpected("an attribute's name"));
        }
        let word = std::str::from_utf8(spelling).unwrap_or_default();
        let word = word.strip_prefix("__").and_then(|w| w.strip_suffix("__")).unwrap_or(word);
        let place = self.tok.place;
        self.bump()?;
        match word {
            "packed" => attrs.packed = true,
            "may_alias" => attrs.may_alias = true,
            "transparent_union" => attrs.transparent = true,
            "aligned" => attrs.align = attrs.align.max(Some(self.aligned_operand(place)?)),
            "vector_size" => {
                self.expect(T::LParen)?;
                let size = self.constant_expression()?;
                self.expect(T::RParen)?;
                match u32::try_from(size) {
                    Ok(n) if n.is_power_of_two() && n <= 4096 => attrs.vector_size = Some(n),
                    _ => {
                        return Err(self.fail_at(place, format!("vector size {size} is not a power of two up to 4096")));
                    }
                }
            }
            "mode" => {
                self.expect(T::LParen)?;
                let name = String::from_utf8_lossy(self.lex.spelling(&self.tok)).into_owned();
                let bare = name.strip_prefix("__").and_then(|w| w.strip_suffix("__")).unwrap_or(&name);
                match MODES.iter().find(|row| row.0 == bare) {
                    Some(row) => attrs.mode = Some(row.1),
                    None => return Err(self.unsupported_at(place, format!("mode '{name}'"))),
                }
                self.bump()?;
                self.expect(T::RParen)?;
            }
            "cleanup" => attrs.unsupported = Some(("attribute 'cleanup'", place)),
            "alias" => attrs.unsupported = Some(("attribute 'alias'", place)),
            "ifunc" => attrs.unsupported = Some(("attribute 'ifunc'", place)),
            "ms_struct" => attrs.unsupported = Some(("attribute 'ms_struct'", place)),
            "scalar_storage_order" => attrs.unsupported = Some(("attribute 'scalar_storage_order'", place)),
            _ => {
                if let Some(attr) = FuncAttrs::find(word) {
                    attrs.func = attrs.func.with(attr);
                    attrs.used |= attr == FuncAttrs::USED || attr == FuncAttrs::UNUSED;
                }
            }
        }
        if self.at(T::LParen) {
            self.skip_parentheses()?;
        }
        Ok(())
    }

    /// The alignment in `aligned` or `aligned(n)`.
    fn aligned_operand(&mut self, place: Place) -> Res<u32> {
        if !self.eat(T::LParen)? {
            return Ok(
                if self.b.program.target().word == 8 { 16 } else { 8 }.max(self.b.program.target().long_double.1)
            );
        }
        let value = self.constant_expression()?;
        self.expect(T::RParen)?;
        self.alignment(value, place)
    }

    /// Checks an alignment asked for.
    pub(crate) fn alignment(&self, value: i128, place: Place) -> Res<u32> {
        match u32::try_from(value) {
            Ok(n) if n.is_power_of_two() && n <= 1 << 28 => Ok(n),
            _ => Err(self.fail_at(place, format!("requested alignment {value} is not a power of two"))),
        }
    }

    /// Skips a parenthesised group of any tokens.
    pub(crate) fn skip_parentheses(&mut self) -> Res<()> {
        let mut open = 0u32;
        loop {
            match self.tok.kind {
                T::LParen => open += 1,
                T::RParen => open -= 1,
                T::Eof => return Err(self.unexpected("')'")),
                _ => {}
            }
            self.bump()?;
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// The type that `mode` and `vector_size` make of a declaration's base type.
    pub(crate) fn with_type_attributes(&mut self, mut base: QType, attrs: &Attrs) -> Res<QType> {
        if let Some(mode) = attrs.mode {
            base.ty = self.moded(base.ty, mode)?;
        }
        if let Some(size) = attrs.vector_size {
            base.ty = self.vectorised(base.ty, size)?;
        }
        Ok(base)
    }

    fn moded(&mut self, base: TypeId, mode: Mode) -> Res<TypeId> {
        let types = &self.b.program.types;
        let signed = types.int_type(base).is_none_or(|t| t.signed);
        let bytes = match mode {
            Mode::Float(ty) => return Ok(ty),
            Mode::Word => types.target().word,
            Mode::Bytes(n) => n,
        };
        let eight = if types.target().int64_is_long { IntKind::Long } else { IntKind::LongLong };
        let kind = match bytes {
            1 => IntKind::SChar,
            2 => IntKind::Short,
            4 => IntKind::Int,
            8 => eight,
            _ => IntKind::Int128,
        };
        let kind = if signed { kind } else { lydite_lang::convert::other_signedness(kind) };
        Ok(self.b.program.types.of_int_kind(kind))
    }

    fn vectorised(&mut self, base: TypeId, size: u32) -> Res<TypeId> {
        let types = &self.b.program.types;
        let elem = base;
        let usable = matches!(types.kind(elem), TypeKind::Int(k) if !matches!(k, IntKind::Bool | IntKind::BitInt { .. }))
            || matches!(elem, TypeId::FLOAT | TypeId::DOUBLE);
        let one = types.size_of(elem).unwrap_or(0) as u32;
        if !usable || one == 0 || size < one {
            let text = self.type_text(elem.into());
            return Err(self.fail_at(self.tok.place, format!("a vector of {size} bytes of {text}")));
        }
        Ok(self.b.program.types.vector(elem, size / one))
    }

    /// Attributes that belong to the type a `typedef` names.
    pub(crate) fn typedef_attributes(&mut self, mut ty: QType, attrs: &Attrs) -> QType {
        if let Some(align) = attrs.align {
            ty.quals = ty.quals.with_align(align);
        }
        if attrs.may_alias {
            ty.quals = ty.quals.with(Quals::MAY_ALIAS);
        }
        if attrs.transparent
            && let Some(record) = self.b.program.types.record_of(ty.ty)
        {
            self.b.program.types.records[record].attrs.transparent = true;
        }
        ty
    }
}
