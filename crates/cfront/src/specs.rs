//! Declaration specifiers: storage classes, qualifiers, type specifiers.

use crate::attr::Attrs;
use crate::error::Res;
use crate::parser::Parser;
use crate::scope::What;
use crate::token::T;
use lydite_lang::{FloatKind, IntType, Place, QType, Quals, TypeId, TypeKind};

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// Whether a declaration's type was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stated {
    Type,
    /// Only storage classes or qualifiers: implicit `int`.
    Implicit,
    /// `__auto_type`: the initialiser's.
    Inferred,
}

/// What stands before the declarators.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Specs {
    pub(crate) ty: QType,
    pub(crate) stated: Stated,
    pub(crate) class: Class,
    pub(crate) inline: bool,
    pub(crate) thread_local: bool,
    pub(crate) attrs: Attrs,
    /// From `_Alignas`.
    pub(crate) align: Option<u32>,
    pub(crate) place: Place,
    /// Whether nothing at all was read.
    pub(crate) empty: bool,
}

/// Counts of the basic type words, four bits each.
mod word {
    pub(super) const VOID: u64 = 1;
    pub(super) const CHAR: u64 = 1 << 4;
    pub(super) const SHORT: u64 = 1 << 8;
    pub(super) const INT: u64 = 1 << 12;
    pub(super) const LONG: u64 = 1 << 16;
    pub(super) const FLOAT: u64 = 1 << 20;
    pub(super) const DOUBLE: u64 = 1 << 24;
    pub(super) const SIGNED: u64 = 1 << 28;
    pub(super) const UNSIGNED: u64 = 1 << 32;
    pub(super) const BOOL: u64 = 1 << 36;
    pub(super) const COMPLEX: u64 = 1 << 40;
    pub(super) const INT128: u64 = 1 << 44;
    pub(super) const FLOAT128: u64 = 1 << 48;
    pub(super) const BITINT: u64 = 1 << 52;
    pub(super) const FLOAT64X: u64 = 1 << 56;
}

/// Every legal combination of type words but those with `_Complex` and `_BitInt`.
const COMBINATIONS: &[(u64, TypeId)] = {
    use word::*;
    &[
        (INT, TypeId::INT),
        (VOID, TypeId::VOID),
        (CHAR, TypeId::CHAR),
        (SIGNED + CHAR, TypeId::SCHAR),
        (UNSIGNED + CHAR, TypeId::UCHAR),
        (SHORT, TypeId::SHORT),
        (SHORT + INT, TypeId::SHORT),
        (SIGNED + SHORT, TypeId::SHORT),
        (SIGNED + SHORT + INT, TypeId::SHORT),
        (UNSIGNED + SHORT, TypeId::USHORT),
        (UNSIGNED + SHORT + INT, TypeId::USHORT),
        (SIGNED, TypeId::INT),
        (SIGNED + INT, TypeId::INT),
        (UNSIGNED, TypeId::UINT),
        (UNSIGNED + INT, TypeId::UINT),
        (LONG, TypeId::LONG),
        (LONG + INT, TypeId::LONG),
        (SIGNED + LONG, TypeId::LONG),
        (SIGNED + LONG + INT, TypeId::LONG),
        (UNSIGNED + LONG, TypeId::ULONG),
        (UNSIGNED + LONG + INT, TypeId::ULONG),
        (2 * LONG, TypeId::LONGLONG),
        (2 * LONG + INT, TypeId::LONGLONG),
        (SIGNED + 2 * LONG, TypeId::LONGLONG),
        (SIGNED + 2 * LONG + INT, TypeId::LONGLONG),
        (UNSIGNED + 2 * LONG, TypeId::ULONGLONG),
        (UNSIGNED + 2 * LONG + INT, TypeId::ULONGLONG),
        (INT128, TypeId::INT128),
        (SIGNED + INT128, TypeId::INT128),
        (UNSIGNED + INT128, TypeId::UINT128),
        (FLOAT, TypeId::FLOAT),
        (DOUBLE, TypeId::DOUBLE),
        (LONG + DOUBLE, TypeId::LONGDOUBLE),
        (FLOAT64X, TypeId::LONGDOUBLE),
        (FLOAT128, TypeId::FLOAT128),
        (BOOL, TypeId::BOOL),
    ]
};

impl Parser<'_> {
    /// Whether the current token starts a type name.
    pub(crate) fn starts_type(&self) -> bool {
        self.token_starts_type(self.tok.kind, self.tok.name)
    }

    pub(crate) fn token_starts_type(&self, kind: T, name: lydite_lang::Name) -> bool {
        match kind {
            T::Ident => matches!(self.scopes.find(name), Some(What::Typedef(_))),
            T::KwVoid
            | T::KwChar
            | T::KwShort
            | T::KwInt
            | T::KwLong
            | T::KwFloat
            | T::KwDouble
            | T::KwSigned
            | T::KwUnsigned
            | T::KwBool
            | T::KwComplex
            | T::KwImaginary
            | T::KwInt128
            | T::KwFloat128
            | T::KwFloat64x
            | T::KwFloat16
            | T::KwDecimal
            | T::KwBitInt
            | T::KwStruct
            | T::KwUnion
            | T::KwEnum
            | T::KwTypeof
            | T::KwConst
            | T::KwVolatile
            | T::KwRestrict
            | T::KwAtomic
            | T::KwVaList
            | T::KwAttribute
            | T::KwAutoType => true,
            _ => false,
        }
    }

    /// Whether the current token starts a declaration.
    pub(crate) fn starts_declaration(&self) -> bool {
        match self.tok.kind {
            T::KwTypedef
            | T::KwExtern
            | T::KwStatic
            | T::KwAuto
            | T::KwRegister
            | T::KwInline
            | T::KwNoreturn
            | T::KwThreadLocal
            | T::KwAlignas
            | T::KwStaticAssert => true,
            _ => self.starts_type(),
        }
    }

    /// Reads declaration specifiers.
    pub(crate) fn specifiers(&mut self) -> Res<Specs> {
        let place = self.tok.place;
        let start = self.tok.start;
        let mut specs = Specs {
            ty: TypeId::INT.into(),
            stated: Stated::Implicit,
            class: Class::None,
            inline: false,
            thread_local: false,
            attrs: Attrs::default(),
            align: None,
            place,
            empty: false,
        };
        let mut words = 0u64;
        let mut base: Option<QType> = None;
        let mut quals = Quals::NONE;
        let mut bits = 0;
        loop {
            let one = match self.tok.kind {
                T::Ident => {
                    if base.is_some() || words != 0 || specs.stated == Stated::Inferred {
                        break;
                    }
                    let Some(What::Typedef(ty)) = self.scopes.find(self.tok.name) else { break };
                    base = Some(ty);
                    self.bump()?;
                    continue;
                }
                T::KwConst => {
                    quals = quals.with(Quals::CONST);
                    self.bump()?;
                    continue;
                }
                T::KwVolatile => {
                    quals = quals.with(Quals::VOLATILE);
                    self.bump()?;
                    continue;
                }
                T::KwRestrict => {
                    quals = quals.with(Quals::RESTRICT);
                    self.bump()?;
                    continue;
                }
                T::KwAtomic => {
                    self.bump()?;
                    quals = quals.with(Quals::ATOMIC);
                    if self.at(T::LParen) {
                        self.bump()?;
                        base = Some(self.type_name()?);
                        self.expect(T::RParen)?;
                    }
                    continue;
                }
                T::KwTypedef => self.storage(&mut specs, Class::Typedef)?,
                T::KwExtern => self.storage(&mut specs, Class::Extern)?,
                T::KwStatic => self.storage(&mut specs, Class::Static)?,
                T::KwAuto => self.storage(&mut specs, Class::Auto)?,
                T::KwRegister => self.storage(&mut specs, Class::Register)?,
                T::KwInline => {
                    specs.inline = true;
                    0
                }
                T::KwNoreturn => {
                    specs.attrs.func = specs.attrs.func.with(lydite_lang::FuncAttrs::NORETURN);
                    0
                }
                T::KwThreadLocal => {
                    specs.thread_local = true;
                    0
                }
                T::KwExtension => 0,
                T::KwAttribute => {
                    let attrs = self.attributes()?;
                    specs.attrs.merge(attrs);
                    continue;
                }
                T::KwAlignas => {
                    let align = self.alignas()?;
                    specs.align = specs.align.max(align);
                    continue;
                }
                T::KwStruct | T::KwUnion | T::KwEnum | T::KwTypeof | T::KwVaList => {
                    if base.is_some() || words != 0 {
                        return Err(self.fail_at(self.tok.place, "two or more data types in declaration specifiers"));
                    }
                    base = Some(match self.tok.kind {
                        T::KwStruct | T::KwUnion => self.record_specifier()?.into(),
                        T::KwEnum => self.enum_specifier()?.into(),
                        T::KwTypeof => self.typeof_specifier()?,
                        _ => {
                            self.bump()?;
                            self.b.program.types.va_list_type().into()
                        }
                    });
                    continue;
                }
                T::KwAutoType => {
                    specs.stated = Stated::Inferred;
                    0
                }
                T::KwVoid => word::VOID,
                T::KwChar => word::CHAR,
                T::KwShort => word::SHORT,
                T::KwInt => word::INT,
                T::KwLong => word::LONG,
                T::KwFloat => word::FLOAT,
                T::KwDouble => word::DOUBLE,
                T::KwSigned => word::SIGNED,
                T::KwUnsigned => word::UNSIGNED,
                T::KwBool => word::BOOL,
                T::KwComplex => word::COMPLEX,
                T::KwInt128 => word::INT128,
                T::KwFloat128 => word::FLOAT128,
                T::KwFloat64x => word::FLOAT64X,
                T::KwFloat16 | T::KwDecimal | T::KwImaginary => {
                    let text = String::from_utf8_lossy(self.lex.spelling(&self.tok)).into_owned();
                    return Err(self.unsupported_at(self.tok.place, format!("type '{text}'")));
                }
                T::KwBitInt => {
                    bits = self.bit_int_width()?;
                    words += word::BITINT;
                    continue;
                }
                _ => break,
            };
            if one != 0 && base.is_some() || words >> one.trailing_zeros().min(60) & 15 > 2 {
                return Err(self.fail_at(self.tok.place, "two or more data types in declaration specifiers"));
            }
            words += one;
            self.bump()?;
        }
        specs.empty = self.tok.start == start;
        let mut ty = match base {
            Some(ty) => ty,
            None if words == 0 => TypeId::INT.into(),
            None => self.combined(words, bits, place)?.into(),
        };
        if base.is_some() || words != 0 {
            specs.stated = Stated::Type;
        }
        if self.b.program.target().int128_align == 0 && matches!(ty.ty, TypeId::INT128 | TypeId::UINT128) {
            return Err(self.unsupported_at(place, "'__int128' on this target"));
        }
        if specs.attrs.may_alias {
            ty.quals = ty.quals.with(Quals::MAY_ALIAS);
        }
        specs.ty = self.qualified(ty, quals)?;
        Ok(specs)
    }

    fn storage(&mut self, specs: &mut Specs, class: Class) -> Res<u64> {
        if specs.class != Class::None && specs.class != class {
            return Err(self.fail_at(self.tok.place, "multiple storage classes in declaration specifiers"));
        }
        specs.class = class;
        Ok(0)
    }

    /// A type with more qualifiers; those of an array are its elements'.
    pub(crate) fn qualified(&mut self, ty: QType, quals: Quals) -> Res<QType> {
        if quals == Quals::NONE {
            return Ok(ty);
        }
        match *self.b.program.types.kind(ty.ty) {
            TypeKind::Array { elem, len } => {
                let elem = self.qualified(elem, quals)?;
                let array = self.derive(TypeKind::Array { elem, len }, elem.ty)?;
                Ok(QType { ty: array, quals: ty.quals })
            }
            _ => Ok(ty.with(quals)),
        }
    }

    fn combined(&mut self, words: u64, bits: u16, place: Place) -> Res<TypeId> {
        if let Some(row) = COMBINATIONS.iter().find(|row| row.0 == words) {
            return Ok(row.1);
        }
        let rest = words & !(15 * word::COMPLEX);
        if rest != words {
            let kind = match rest {
                word::FLOAT => FloatKind::Float,
                0 | word::DOUBLE => FloatKind::Double,
                word::FLOAT128 => FloatKind::Float128,
                _ => FloatKind::LongDouble,
            };
            return Ok(self.b.program.types.intern(TypeKind::Complex(kind)));
        }
        let signed = words & (15 * word::UNSIGNED) == 0;
        if words & (15 * word::BITINT) == word::BITINT
            && matches!(words & !word::BITINT, 0 | word::SIGNED | word::UNSIGNED)
        {
            let least = if signed { 2 } else { 1 };
            if bits < least {
                return Err(self.fail_at(place, format!("'_BitInt({bits})' needs at least {least} bits")));
            }
            return Ok(self.b.program.types.bit_int(IntType { bits, signed }));
        }
        Err(self.fail_at(place, "no such combination of type specifiers"))
    }

    fn bit_int_width(&mut self) -> Res<u16> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        let width = self.constant_expression()?;
        self.expect(T::RParen)?;
        match width {
            1..=128 => Ok(width as u16),
            129.. => Err(self.unsupported_at(place, "'_BitInt' of more than 128 bits")),
            _ => Err(self.fail_at(place, "'_BitInt' needs a positive width")),
        }
    }

    /// `_Alignas(type or constant)`; zero asks for nothing.
    fn alignas(&mut self) -> Res<Option<u32>> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        let value = if self.starts_type() {
            let ty = self.type_name()?;
            self.b.program.types.align_of_q(ty).into()
        } else {
            self.constant_expression()?
        };
        self.expect(T::RParen)?;
        if value == 0 { Ok(None) } else { self.alignment(value, place).map(Some) }
    }

    fn typeof_specifier(&mut self) -> Res<QType> {
        self.bump()?;
        self.expect(T::LParen)?;
        self.enter()?;
        let ty = if self.starts_type() {
            self.type_name()?
        } else {
            let e = self.expression()?;
            let ty = self.b.program.ty(e);
            // An lvalue's alignment is knowledge about the object, not part of its type.
            QType { ty: ty.ty, quals: ty.quals.standard() }
        };
        self.leave();
        self.expect(T::RParen)?;
        Ok(ty)
    }
}
