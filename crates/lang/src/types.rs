//! C types, interned: equal types have equal ids.

use crate::entity::Arena;
use crate::int::IntType;
use crate::layout::{self, RecordLayout};
use crate::names::Name;
use crate::target::{Target, VaListForm};
use crate::tree::{ExprId, FieldIdx};
use rustc_hash::FxHashMap;

crate::entity_id! {
    /// A type without top-level qualifiers.
    TypeId
}
crate::entity_id! {
    /// A structure or union.
    RecordId
}
crate::entity_id! {
    /// An enumeration.
    EnumId
}
crate::entity_id! {
    /// The run-time length of a variable length array type.
    VlaId
}

/// Qualifiers, and the two attributes of a type that change what an access through it may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quals(u16);

impl Quals {
    /// No qualifiers.
    pub const NONE: Quals = Quals(0);
    /// `const`
    pub const CONST: Quals = Quals(1);
    /// `volatile`
    pub const VOLATILE: Quals = Quals(2);
    /// `restrict`
    pub const RESTRICT: Quals = Quals(4);
    /// `_Atomic`
    pub const ATOMIC: Quals = Quals(8);
    /// `__attribute__((may_alias))`
    pub const MAY_ALIAS: Quals = Quals(16);

    /// Both sets together; an alignment in `other` wins.
    #[inline]
    pub fn with(self, other: Quals) -> Quals {
        let align = if other.0 >> 8 != 0 { other.0 >> 8 } else { self.0 >> 8 };
        Quals((self.0 | other.0) & 0xff | align << 8)
    }
    /// This set without those of `other`.
    #[inline]
    pub fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }
    /// Whether all of `other` are in this set.
    #[inline]
    pub fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
    /// Only the qualifiers that C knows.
    #[inline]
    pub fn standard(self) -> Quals {
        Quals(self.0 & 15)
    }
    /// Only `may_alias`.
    pub fn may_alias(self) -> Quals {
        Quals(self.0 & 16)
    }
    /// The set with an `aligned` attribute of this many bytes (a power of two).
    pub fn with_align(self, align: u32) -> Quals {
        Quals(self.0 & 0xff | ((align.trailing_zeros() as u16 + 1) << 8))
    }
    /// The alignment an attribute of the type asks for.
    pub fn align(self) -> Option<u32> {
        (self.0 >> 8 != 0).then(|| 1 << ((self.0 >> 8) - 1))
    }
}

/// A type with its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QType {
    /// The type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub quals: Quals,
}

impl QType {
    /// This type with more qualifiers.
    #[inline]
    pub fn with(self, quals: Quals) -> QType {
        QType { ty: self.ty, quals: self.quals.with(quals) }
    }
    /// The type without qualifiers.
    #[inline]
    pub fn plain(self) -> QType {
        QType::from(self.ty)
    }
}

impl From<TypeId> for QType {
    #[inline]
    fn from(ty: TypeId) -> Self {
        QType { ty, quals: Quals::NONE }
    }
}

/// The integer types of C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// `_BitInt(bits)`
    BitInt {
        /// The width.
        bits: u16,
        /// Whether it is signed.
        signed: bool,
    },
}

/// The floating types of C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    /// `_Float128`, which headers declare.
    Float128,
}

/// The length of an array type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// A constant number of elements (zero is GNU's zero-length array).
    Fixed(u64),
    /// Not said: an incomplete array or a flexible array member.
    Unknown,
    /// Computed when its declaration is reached.
    Variable(VlaId),
    /// `[*]` or `[]` with a non-constant length in a prototype.
    Star,
}

/// A function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FuncType {
    /// What it returns.
    pub ret: QType,
    /// Its parameters, adjusted (arrays and functions to pointers), without qualifiers.
    pub params: Vec<TypeId>,
    /// What follows the parameters.
    pub tail: ParamTail,
}

/// What follows the named parameters of a function type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParamTail {
    /// Nothing: exactly these parameters.
    Fixed,
    /// `...`
    Variadic,
    /// Declared with `()`: arguments unknown.
    Unprototyped,
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `void`
    Void,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// A `_Complex` type, which headers may declare and nothing may use.
    Complex(FloatKind),
    /// A pointer.
    Pointer(QType),
    /// An array.
    Array {
        /// Its element.
        elem: QType,
        /// How many.
        len: ArrayLen,
    },
    /// A function.
    Func(Box<FuncType>),
    /// A structure or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A GNU vector.
    Vector {
        /// Its element, an integer or floating type.
        elem: TypeId,
        /// How many lanes, a power of two.
        lanes: u32,
    },
    /// The record inside `va_list`.
    VaListTag,
}

/// Structure or union.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum RecordKind {
    Struct,
    Union,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; none for unnamed bit-fields and anonymous members.
    pub name: Option<Name>,
    /// Its type.
    pub ty: QType,
    /// The width if it is a bit-field.
    pub bits: Option<u32>,
    /// Alignment asked for by an attribute or `_Alignas`.
    pub align: Option<u32>,
    /// Whether it has `__attribute__((packed))` (or its record has).
    pub packed: bool,
}

/// A structure or union type.
#[derive(Clone, Debug)]
pub struct Record {
    /// Structure or union.
    pub kind: RecordKind,
    /// Its tag.
    pub tag: Option<Name>,
    /// Its members in order.
    pub fields: Vec<Field>,
    /// Attributes of the whole.
    pub attrs: RecordAttrs,
    /// Where everything is; none while incomplete.
    pub layout: Option<RecordLayout>,
}

/// Attributes of a record.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct RecordAttrs {
    /// `packed`
    pub packed: bool,
    /// `aligned(n)`
    pub align: Option<u32>,
    /// The limit of `#pragma pack(n)`.
    pub pack: Option<u32>,
    /// `transparent_union`
    pub transparent: bool,
    /// `may_alias`
    pub may_alias: bool,
}

/// An enumeration type.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its tag.
    pub tag: Option<Name>,
    /// The integer type it is compatible with; `Int` until complete.
    pub underlying: IntKind,
    /// Its constants.
    pub constants: Vec<(Name, i128)>,
    /// Whether its list has been seen.
    pub complete: bool,
}

/// All types of one program, for one target.
#[derive(Clone, Debug)]
pub struct Types {
    target: &'static Target,
    kinds: Vec<TypeKind>,
    ids: FxHashMap<TypeKind, TypeId>,
    /// All records.
    pub records: Arena<RecordId, Record>,
    /// All enumerations.
    pub enums: Arena<EnumId, Enum>,
    /// The length expressions of variable length arrays, of type `size_t`.
    pub vlas: Arena<VlaId, ExprId>,
}

/// Ids that every [`Types`] gives to the basic types.
#[allow(missing_docs)]
impl TypeId {
    pub const VOID: TypeId = TypeId(0);
    pub const BOOL: TypeId = TypeId(1);
    pub const CHAR: TypeId = TypeId(2);
    pub const SCHAR: TypeId = TypeId(3);
    pub const UCHAR: TypeId = TypeId(4);
    pub const SHORT: TypeId = TypeId(5);
    pub const USHORT: TypeId = TypeId(6);
    pub const INT: TypeId = TypeId(7);
    pub const UINT: TypeId = TypeId(8);
    pub const LONG: TypeId = TypeId(9);
    pub const ULONG: TypeId = TypeId(10);
    pub const LONGLONG: TypeId = TypeId(11);
    pub const ULONGLONG: TypeId = TypeId(12);
    pub const INT128: TypeId = TypeId(13);
    pub const UINT128: TypeId = TypeId(14);
    pub const FLOAT: TypeId = TypeId(15);
    pub const DOUBLE: TypeId = TypeId(16);
    pub const LONGDOUBLE: TypeId = TypeId(17);
    pub const FLOAT128: TypeId = TypeId(18);
    pub const VOID_PTR: TypeId = TypeId(19);
    pub const CHAR_PTR: TypeId = TypeId(20);
}

impl Types {
    /// The basic types of a target.
    pub fn new(target: &'static Target) -> Self {
        use IntKind::*;
        let mut types = Types {
            target,
            kinds: Vec::new(),
            ids: FxHashMap::default(),
            records: Arena::default(),
            enums: Arena::default(),
            vlas: Arena::default(),
        };
        types.intern(TypeKind::Void);
        for kind in
            [Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128]
        {
            types.intern(TypeKind::Int(kind));
        }
        for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble, FloatKind::Float128] {
            types.intern(TypeKind::Float(kind));
        }
        types.pointer(TypeId::VOID.into());
        types.pointer(TypeId::CHAR.into());
        types
    }

    /// The target.
    #[inline]
    pub fn target(&self) -> &'static Target {
        self.target
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none (there always are).
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The id of a type.
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let id = TypeId(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// What a type is.
    #[inline]
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty.0 as usize]
    }

    /// A pointer type.
    pub fn pointer(&mut self, to: QType) -> TypeId {
        self.intern(TypeKind::Pointer(to))
    }

    /// An array type.
    pub fn array(&mut self, elem: QType, len: ArrayLen) -> TypeId {
        self.intern(TypeKind::Array { elem, len })
    }

    /// A vector type.
    pub fn vector(&mut self, elem: TypeId, lanes: u32) -> TypeId {
        self.intern(TypeKind::Vector { elem, lanes })
    }

    /// A function type.
    pub fn function(&mut self, ret: QType, params: Vec<TypeId>, tail: ParamTail) -> TypeId {
        self.intern(TypeKind::Func(Box::new(FuncType { ret, params, tail })))
    }

    /// `_BitInt(bits)`
    pub fn bit_int(&mut self, ty: IntType) -> TypeId {
        self.intern(TypeKind::Int(IntKind::BitInt { bits: ty.bits, signed: ty.signed }))
    }

    /// A new, incomplete record.
    pub fn new_record(&mut self, kind: RecordKind, tag: Option<Name>) -> (RecordId, TypeId) {
        let id =
            self.records.push(Record { kind, tag, fields: Vec::new(), attrs: RecordAttrs::default(), layout: None });
        (id, self.intern(TypeKind::Record(id)))
    }

    /// Gives a record its members and lays it out; fails if a member has no size.
    pub fn complete_record(
        &mut self,
        id: RecordId,
        fields: Vec<Field>,
        attrs: RecordAttrs,
    ) -> Result<(), layout::LayoutError> {
        let layout = layout::lay_out(self, self.records[id].kind, &fields, attrs)?;
        let record = &mut self.records[id];
        record.fields = fields;
        record.attrs = attrs;
        record.layout = Some(layout);
        Ok(())
    }

    /// A new, incomplete enumeration.
    pub fn new_enum(&mut self, tag: Option<Name>) -> (EnumId, TypeId) {
        let id = self.enums.push(Enum { tag, underlying: IntKind::UInt, constants: Vec::new(), complete: false });
        (id, self.intern(TypeKind::Enum(id)))
    }

    /// The width and signedness of an integer kind.
    #[inline]
    pub fn int_kind(&self, kind: IntKind) -> IntType {
        use IntKind::*;
        let word = self.target.word as u16 * 8;
        match kind {
            Bool => IntType::unsigned(1),
            Char => IntType { bits: 8, signed: self.target.char_signed },
            SChar => IntType::signed(8),
            UChar => IntType::unsigned(8),
            Short => IntType::signed(16),
            UShort => IntType::unsigned(16),
            Int => IntType::signed(32),
            UInt => IntType::unsigned(32),
            Long => IntType::signed(word),
            ULong => IntType::unsigned(word),
            LongLong => IntType::signed(64),
            ULongLong => IntType::unsigned(64),
            Int128 => IntType::signed(128),
            UInt128 => IntType::unsigned(128),
            BitInt { bits, signed } => IntType { bits, signed },
        }
    }

    /// The integer kind of an integer or enumeration type.
    #[inline]
    pub fn int_kind_of(&self, ty: TypeId) -> Option<IntKind> {
        match *self.kind(ty) {
            TypeKind::Int(kind) => Some(kind),
            TypeKind::Enum(id) => Some(self.enums[id].underlying),
            _ => None,
        }
    }

    /// Width and signedness of an integer or enumeration type (`_Bool` has width 1).
    #[inline]
    pub fn int_type(&self, ty: TypeId) -> Option<IntType> {
        self.int_kind_of(ty).map(|kind| self.int_kind(kind))
    }

    /// The interned type of an integer kind.
    pub fn of_int_kind(&mut self, kind: IntKind) -> TypeId {
        match kind {
            IntKind::Bool => TypeId::BOOL,
            IntKind::Char => TypeId::CHAR,
            IntKind::SChar => TypeId::SCHAR,
            IntKind::UChar => TypeId::UCHAR,
            IntKind::Short => TypeId::SHORT,
            IntKind::UShort => TypeId::USHORT,
            IntKind::Int => TypeId::INT,
            IntKind::UInt => TypeId::UINT,
            IntKind::Long => TypeId::LONG,
            IntKind::ULong => TypeId::ULONG,
            IntKind::LongLong => TypeId::LONGLONG,
            IntKind::ULongLong => TypeId::ULONGLONG,
            IntKind::Int128 => TypeId::INT128,
            IntKind::UInt128 => TypeId::UINT128,
            IntKind::BitInt { .. } => self.intern(TypeKind::Int(kind)),
        }
    }

    /// Whether this is an integer or enumeration type.
    #[inline]
    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Int(_) | TypeKind::Enum(_))
    }
    /// Whether this is a floating type.
    #[inline]
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Float(_))
    }
    /// Whether this is an integer or floating type.
    #[inline]
    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }
    /// Whether this is a pointer.
    #[inline]
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }
    /// Whether this is an arithmetic type or a pointer.
    #[inline]
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }
    /// Whether this is an array.
    #[inline]
    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. })
    }
    /// Whether this is a function type.
    #[inline]
    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Func(_))
    }
    /// Whether this is a vector.
    #[inline]
    pub fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Vector { .. })
    }
    /// Whether this is a record (or the record inside `va_list`).
    #[inline]
    pub fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Record(_) | TypeKind::VaListTag)
    }
    /// Whether this is a character type.
    #[inline]
    pub fn is_character(&self, ty: TypeId) -> bool {
        matches!(ty, TypeId::CHAR | TypeId::SCHAR | TypeId::UCHAR)
    }

    /// What a pointer points to.
    #[inline]
    pub fn pointee(&self, ty: TypeId) -> Option<QType> {
        match *self.kind(ty) {
            TypeKind::Pointer(to) => Some(to),
            _ => None,
        }
    }
    /// The element and length of an array.
    #[inline]
    pub fn array_parts(&self, ty: TypeId) -> Option<(QType, ArrayLen)> {
        match *self.kind(ty) {
            TypeKind::Array { elem, len } => Some((elem, len)),
            _ => None,
        }
    }
    /// The element and lanes of a vector.
    pub fn vector_parts(&self, ty: TypeId) -> Option<(TypeId, u32)> {
        match *self.kind(ty) {
            TypeKind::Vector { elem, lanes } => Some((elem, lanes)),
            _ => None,
        }
    }
    /// The parts of a function type.
    #[inline]
    pub fn func_parts(&self, ty: TypeId) -> Option<&FuncType> {
        match self.kind(ty) {
            TypeKind::Func(f) => Some(f),
            _ => None,
        }
    }
    /// The record of a record type.
    #[inline]
    pub fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match *self.kind(ty) {
            TypeKind::Record(id) => Some(id),
            _ => None,
        }
    }
    /// Whether the type is, or has inside it, a variable length array.
    pub fn is_variably_modified(&self, ty: TypeId) -> bool {
        match *self.kind(ty) {
            TypeKind::Array { len: ArrayLen::Variable(_), .. } => true,
            TypeKind::Array { elem, .. } => self.is_variably_modified(elem.ty),
            TypeKind::Pointer(to) => self.is_variably_modified(to.ty),
            _ => false,
        }
    }
    /// Whether the type's size is only known at run time.
    pub fn is_vla(&self, ty: TypeId) -> bool {
        match *self.kind(ty) {
            TypeKind::Array { len: ArrayLen::Variable(_), .. } => true,
            TypeKind::Array { elem, .. } => self.is_vla(elem.ty),
            _ => false,
        }
    }

    /// Size in bytes; none for incomplete types, functions and variable length arrays. `void` has none.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match *self.kind(ty) {
            TypeKind::Void | TypeKind::Func(_) => None,
            TypeKind::Int(kind) => Some(self.int_size(kind)),
            TypeKind::Enum(id) => Some(self.int_size(self.enums[id].underlying)),
            TypeKind::Float(kind) => Some(self.float_size(kind)),
            TypeKind::Complex(kind) => Some(self.float_size(kind) * 2),
            TypeKind::Pointer(_) => Some(self.target.word.into()),
            TypeKind::Array { elem, len: ArrayLen::Fixed(n) } => self.size_of(elem.ty)?.checked_mul(n),
            TypeKind::Array { .. } => None,
            TypeKind::Record(id) => self.records[id].layout.as_ref().map(|l| l.size),
            TypeKind::Vector { elem, lanes } => Some(self.size_of(elem)? * u64::from(lanes)),
            TypeKind::VaListTag => match self.target.va_list {
                VaListForm::ArrayOfOne(size) | VaListForm::Record(size) => Some(size.into()),
                VaListForm::Pointer => Some(self.target.word.into()),
            },
        }
    }

    fn int_size(&self, kind: IntKind) -> u64 {
        match kind {
            IntKind::Bool => 1,
            IntKind::BitInt { bits, .. } => {
                let bytes = u64::from(bits).div_ceil(8).next_power_of_two();
                if bytes <= 8 { bytes } else { u64::from(bits).div_ceil(64) * 8 }
            }
            _ => u64::from(self.int_kind(kind).bits) / 8,
        }
    }

    fn float_size(&self, kind: FloatKind) -> u64 {
        match kind {
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble => self.target.long_double.0.into(),
            FloatKind::Float128 => 16,
        }
    }

    /// Alignment in bytes as `_Alignof` gives it; 1 for types without a size.
    pub fn align_of(&self, ty: TypeId) -> u32 {
        let t = self.target;
        match *self.kind(ty) {
            TypeKind::Void | TypeKind::Func(_) => 1,
            TypeKind::Int(kind) => self.int_align(kind),
            TypeKind::Enum(id) => self.int_align(self.enums[id].underlying),
            TypeKind::Float(kind) | TypeKind::Complex(kind) => match kind {
                FloatKind::Float => 4,
                FloatKind::Double => t.double_align,
                FloatKind::LongDouble => t.long_double.1,
                FloatKind::Float128 => t.long_double.1.max(8),
            },
            TypeKind::Pointer(_) => t.word,
            TypeKind::Array { elem, .. } => self.align_of_q(elem),
            TypeKind::Record(id) => self.records[id].layout.as_ref().map_or(1, |l| l.align),
            // Eight bytes of integers are held like `long long`, which i686 aligns to four.
            TypeKind::Vector { elem, .. } => match self.size_of(ty).unwrap_or(1) as u32 {
                8 if self.is_integer(elem) => t.long_long_align,
                size => size.min(t.vector_align_max),
            },
            TypeKind::VaListTag => t.word,
        }
    }

    fn int_align(&self, kind: IntKind) -> u32 {
        let t = self.target;
        match kind {
            IntKind::LongLong | IntKind::ULongLong => t.long_long_align,
            IntKind::Int128 | IntKind::UInt128 => t.int128_align.max(8),
            IntKind::BitInt { .. } => (self.int_size(kind) as u32).min(t.long_long_align),
            kind => self.int_size(kind) as u32,
        }
    }

    /// Alignment of a qualified type: attributes may raise or (through a typedef) lower it, `_Atomic` raises it.
    pub fn align_of_q(&self, ty: QType) -> u32 {
        if let Some(align) = ty.quals.align() {
            return align;
        }
        let natural = self.align_of(ty.ty);
        if ty.quals.has(Quals::ATOMIC) {
            let size = self.size_of(ty.ty).unwrap_or(1);
            if size.is_power_of_two() && size <= 8 {
                return natural.max(size as u32);
            }
        }
        natural
    }

    /// `size_t`
    pub fn size_type(&self) -> TypeId {
        if self.target.size_is_long { TypeId::ULONG } else { TypeId::UINT }
    }
    /// `ptrdiff_t`
    pub fn ptrdiff_type(&self) -> TypeId {
        if self.target.size_is_long { TypeId::LONG } else { TypeId::INT }
    }
    /// `wchar_t`
    pub fn wchar_type(&self) -> TypeId {
        match (self.target.wchar_signed, self.target.name) {
            (false, _) => TypeId::UINT,
            (true, "i686") => TypeId::LONG,
            (true, _) => TypeId::INT,
        }
    }
    /// `__builtin_va_list`
    pub fn va_list_type(&mut self) -> TypeId {
        match self.target.va_list {
            VaListForm::ArrayOfOne(_) => {
                let tag = self.intern(TypeKind::VaListTag);
                self.array(tag.into(), ArrayLen::Fixed(1))
            }
            VaListForm::Record(_) | VaListForm::Pointer => self.intern(TypeKind::VaListTag),
        }
    }

    /// Finds a member by name, looking into anonymous members; the path of field indices to it.
    pub fn find_field(&self, record: RecordId, name: Name) -> Option<Vec<FieldIdx>> {
        for (i, field) in self.records[record].fields.iter().enumerate() {
            if field.name == Some(name) {
                return Some(vec![FieldIdx(i as u32)]);
            }
            if field.name.is_none()
                && field.bits.is_none()
                && let Some(inner) = self.record_of(field.ty.ty)
                && let Some(mut path) = self.find_field(inner, name)
            {
                path.insert(0, FieldIdx(i as u32));
                return Some(path);
            }
        }
        None
    }

    /// Whether two unqualified types are compatible (6.2.7), records and enumerations by identity.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Enum(e), TypeKind::Int(k)) | (TypeKind::Int(k), TypeKind::Enum(e)) => {
                self.enums[*e].underlying == *k
            }
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
                x.quals.standard() == y.quals.standard() && self.compatible(x.ty, y.ty)
            }
            (TypeKind::Array { elem: x, len: m }, TypeKind::Array { elem: y, len: n }) => {
                let lengths = match (m, n) {
                    (ArrayLen::Fixed(m), ArrayLen::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && x.quals.standard() == y.quals.standard() && self.compatible(x.ty, y.ty)
            }
            (TypeKind::Func(f), TypeKind::Func(g)) => {
                if !self.compatible(f.ret.ty, g.ret.ty) {
                    return false;
                }
                match (f.tail, g.tail) {
                    (ParamTail::Unprototyped, ParamTail::Unprototyped) => true,
                    (ParamTail::Unprototyped, ParamTail::Fixed) => self.all_promoted(&g.params),
                    (ParamTail::Fixed, ParamTail::Unprototyped) => self.all_promoted(&f.params),
                    (ft, gt) => {
                        ft == gt
                            && f.params.len() == g.params.len()
                            && f.params.iter().zip(&g.params).all(|(&x, &y)| self.compatible(x, y))
                    }
                }
            }
            _ => false,
        }
    }

    fn all_promoted(&self, params: &[TypeId]) -> bool {
        params.iter().all(|&p| p != TypeId::FLOAT && self.int_type(p).is_none_or(|t| t.bits >= 32))
    }
}
