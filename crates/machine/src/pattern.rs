//! What the bytes of a declared type are: classes, pointers, const parts and padding.
//!
//! A pattern describes one *unit* (the innermost element of arrays), which repeats to fill an object, so a large
//! array costs nothing. The bytes of unions are [`class::UNTYPED`]: any member may live there.

use lydite_lang::types::{ArrayLen, FloatKind, IntKind, QType, Quals, RecordId, RecordKind, TypeId, TypeKind, Types};
use rustc_hash::FxHashMap;

/// The classes of bytes: which types may access them. Signed and unsigned types share a class.
pub mod class {
    /// No declared type: allocated memory before a store, and the bytes of unions.
    pub const UNTYPED: u8 = 0;
    /// The character types.
    pub const CHAR: u8 = 1;
    /// `_Bool`
    pub const BOOL: u8 = 2;
    /// `short`
    pub const SHORT: u8 = 3;
    /// `int`
    pub const INT: u8 = 4;
    /// `long`
    pub const LONG: u8 = 5;
    /// `long long`
    pub const LONG_LONG: u8 = 6;
    /// `__int128`
    pub const INT128: u8 = 7;
    /// `float`
    pub const FLOAT: u8 = 8;
    /// `double`
    pub const DOUBLE: u8 = 9;
    /// Pointers.
    pub const POINTER: u8 = 10;
    /// `_BitInt`
    pub const BIT_INT: u8 = 11;
    /// Anything else.
    pub const OTHER: u8 = 12;
    /// `long double`
    pub const LONG_DOUBLE: u8 = 13;
    /// Bytes between and after members.
    pub const PADDING: u8 = 14;
    /// Bytes that bit-fields share.
    pub const BIT_FIELD: u8 = 15;

    /// The class as messages name it.
    pub fn name(class: u8) -> &'static str {
        const NAMES: [&str; 16] = [
            "nothing yet",
            "char",
            "_Bool",
            "short",
            "int",
            "long",
            "long long",
            "__int128",
            "float",
            "double",
            "a pointer",
            "_BitInt",
            "another type",
            "long double",
            "padding",
            "a bit-field",
        ];
        NAMES[usize::from(class & 15)]
    }
}

/// Records larger than this have untyped bytes.
const LARGEST_UNIT: u64 = 16 << 20;

/// A pattern in [`Patterns`]; ids below 16 are the patterns of one class without a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PatternId(pub u32);

impl PatternId {
    /// Bytes without a declared type.
    pub const UNTYPED: PatternId = PatternId(0);
    /// Bytes that all have this class.
    pub const fn of_class(class: u8) -> PatternId {
        PatternId(class as u32 & 15)
    }
}

/// What the bytes of a type are.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The type, if there is one.
    pub ty: Option<QType>,
    /// The alignment of the type.
    pub align: u32,
    /// The class of each byte of the unit, in the high nibble.
    pub unit: Box<[u8]>,
    /// The one class of all bytes (in the high nibble), if they agree.
    pub uniform: Option<u8>,
    /// Offsets of the pointers in the unit, ascending, with their canonical pointee.
    pub pointers: Box<[(u32, u32)]>,
    /// Const parts of the unit, ascending: first byte and one past the last.
    pub consts: Box<[(u32, u32)]>,
    /// Whether some bytes are padding.
    pub has_padding: bool,
    /// Whether the type may alias anything.
    pub may_alias: bool,
    /// What follows the unit if the type is a record with a flexible array member.
    pub tail: Option<PatternId>,
}

impl Pattern {
    fn uniform(class: u8) -> Pattern {
        Pattern {
            ty: None,
            align: 1,
            unit: [class << 4].into(),
            uniform: Some(class << 4),
            pointers: Box::default(),
            consts: Box::default(),
            has_padding: class == class::PADDING,
            may_alias: false,
            tail: None,
        }
    }

    /// The canonical pointee of the pointer at an offset, if one is there.
    pub fn pointer_at(&self, offset: u32) -> Option<u32> {
        let offset = offset % (self.unit.len() as u32).max(1);
        let at = self.pointers.binary_search_by_key(&offset, |p| p.0).ok()?;
        Some(self.pointers[at].1)
    }

    /// Whether a range of bytes touches a const part.
    pub fn touches_const(&self, offset: u32, len: u32) -> bool {
        let unit = self.unit.len() as u32;
        if self.consts.is_empty() || len == 0 || unit == 0 {
            return false;
        }
        if len >= unit {
            return true;
        }
        let first = offset % unit;
        let end = first + len;
        self.consts.iter().any(|&(from, to)| (first < to && from < end) || (end > unit && from < end - unit))
    }
}

/// The key of a canonical type: qualifiers dropped at all levels, enumerations as their integer type, lengths of
/// arrays and parameters of functions (which compatible types may leave out) dropped too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Canonical {
    Leaf(TypeId),
    Int(IntKind),
    Pointer(u32),
    Array(u32),
    Function(u32),
}

/// All patterns and canonical types of one program.
#[derive(Clone, Debug)]
pub struct Patterns {
    patterns: Vec<Pattern>,
    ids: FxHashMap<QType, PatternId>,
    canonical: FxHashMap<Canonical, u32>,
    canonical_of: FxHashMap<TypeId, u32>,
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns {
            patterns: (0..16).map(Pattern::uniform).collect(),
            ids: FxHashMap::default(),
            canonical: FxHashMap::default(),
            canonical_of: FxHashMap::default(),
        }
    }
}

impl std::ops::Index<PatternId> for Patterns {
    type Output = Pattern;
    fn index(&self, id: PatternId) -> &Pattern {
        &self.patterns[id.0 as usize]
    }
}

impl Patterns {
    /// The pattern of a type.
    pub fn get(&mut self, types: &Types, ty: QType) -> PatternId {
        let key = QType { ty: ty.ty, quals: ty.quals.without(Quals::VOLATILE).without(Quals::RESTRICT) };
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let mut unit = self.build(types, key);
        unit.consts.sort_unstable();
        let first = unit.classes.first().copied();
        let tail = self.tail(types, key.ty);
        let pattern = Pattern {
            ty: Some(key),
            align: types.align_of_q(key),
            uniform: first.filter(|&c| tail.is_none() && unit.classes.iter().all(|&d| d == c)),
            has_padding: unit.classes.contains(&(class::PADDING << 4)),
            unit: unit.classes.into(),
            pointers: unit.pointers.into(),
            consts: unit.consts.into(),
            may_alias: key.quals.has(Quals::MAY_ALIAS)
                || types.record_of(key.ty).is_some_and(|r| types.records[r].attrs.may_alias),
            tail,
        };
        let id = PatternId(self.patterns.len() as u32);
        self.patterns.push(pattern);
        self.ids.insert(key, id);
        id
    }

    fn tail(&mut self, types: &Types, ty: TypeId) -> Option<PatternId> {
        let record = &types.records[types.record_of(ty)?];
        if !record.layout.as_ref()?.flexible {
            return None;
        }
        let (elem, _) = types.array_parts(record.fields.last()?.ty.ty)?;
        Some(self.get(types, elem))
    }

    fn build(&mut self, types: &Types, ty: QType) -> Unit {
        let size = types.size_of(ty.ty).unwrap_or(0);
        let mut unit = match *types.kind(ty.ty) {
            TypeKind::Array { elem, .. } => self.build(types, elem),
            TypeKind::Vector { elem, .. } => self.build(types, elem.into()),
            TypeKind::Record(id) => self.record(types, id),
            TypeKind::Pointer(to) => {
                let pointee = self.canonical(types, to.ty);
                Unit { pointers: vec![(0, pointee)], ..Unit::of(class::POINTER, size) }
            }
            _ => Unit::of(class_of(types, ty.ty), size),
        };
        if ty.quals.has(Quals::CONST) && !unit.classes.is_empty() {
            unit.consts = vec![(0, unit.classes.len() as u32)];
        }
        unit
    }

    fn record(&mut self, types: &Types, id: RecordId) -> Unit {
        let record = &types.records[id];
        let Some(layout) = &record.layout else { return Unit::default() };
        if record.kind == RecordKind::Union || layout.size > LARGEST_UNIT {
            return Unit::of(class::UNTYPED, layout.size);
        }
        let mut unit = Unit::of(class::PADDING, layout.size);
        for (field, place) in record.fields.iter().zip(&layout.fields) {
            if let Some(bits) = place.bits {
                if bits > 0 && field.name.is_some() {
                    let last = (place.bit_offset + u64::from(bits) - 1) / 8;
                    unit.classes[place.byte_offset() as usize..=last as usize].fill(class::BIT_FIELD << 4);
                }
                continue;
            }
            let part = self.build(types, field.ty);
            let size = types.size_of(field.ty.ty).unwrap_or(0);
            unit.place(place.byte_offset() as u32, size as u32, &part);
        }
        unit
    }

    /// The id of the canonical form of a type (above zero): pointers to types with equal ids may alias.
    pub fn canonical(&mut self, types: &Types, ty: TypeId) -> u32 {
        if let Some(&id) = self.canonical_of.get(&ty) {
            return id;
        }
        let key = match *types.kind(ty) {
            TypeKind::Int(kind) => Canonical::Int(kind),
            TypeKind::Enum(id) => Canonical::Int(types.enums[id].underlying),
            TypeKind::Pointer(to) => Canonical::Pointer(self.canonical(types, to.ty)),
            TypeKind::Array { elem, .. } => Canonical::Array(self.canonical(types, elem.ty)),
            TypeKind::Func(ref f) => Canonical::Function(self.canonical(types, f.ret.ty)),
            _ => Canonical::Leaf(ty),
        };
        let next = self.canonical.len() as u32 + 1;
        let id = *self.canonical.entry(key).or_insert(next);
        self.canonical_of.insert(ty, id);
        id
    }
}

/// A pattern under construction.
#[derive(Clone, Default)]
struct Unit {
    classes: Vec<u8>,
    pointers: Vec<(u32, u32)>,
    consts: Vec<(u32, u32)>,
}

impl Unit {
    fn of(class: u8, size: u64) -> Unit {
        Unit { classes: vec![class << 4; size as usize], ..Unit::default() }
    }

    /// Lays a part over this unit, repeated to fill a size.
    fn place(&mut self, offset: u32, size: u32, part: &Unit) {
        let step = part.classes.len() as u32;
        if step == 0 {
            return;
        }
        for at in (offset..offset + size).step_by(step as usize) {
            let Some(to) = self.classes.get_mut(at as usize..(at + step) as usize) else { return };
            to.copy_from_slice(&part.classes);
            self.pointers.extend(part.pointers.iter().map(|&(o, p)| (o + at, p)));
            self.consts.extend(part.consts.iter().map(|&(a, b)| (a + at, b + at)));
        }
    }
}

/// The class of the bytes of a scalar type.
pub fn class_of(types: &Types, ty: TypeId) -> u8 {
    match *types.kind(ty) {
        TypeKind::Float(FloatKind::Float) => class::FLOAT,
        TypeKind::Float(FloatKind::Double) => class::DOUBLE,
        TypeKind::Float(_) => class::LONG_DOUBLE,
        TypeKind::Pointer(_) => class::POINTER,
        TypeKind::VaListTag | TypeKind::Void => class::UNTYPED,
        _ => types.int_kind_of(ty).map_or(class::OTHER, class_of_int),
    }
}

fn class_of_int(kind: IntKind) -> u8 {
    use IntKind::*;
    match kind {
        Bool => class::BOOL,
        Char | SChar | UChar => class::CHAR,
        Short | UShort => class::SHORT,
        Int | UInt => class::INT,
        Long | ULong => class::LONG,
        LongLong | ULongLong => class::LONG_LONG,
        Int128 | UInt128 => class::INT128,
        BitInt { .. } => class::BIT_INT,
    }
}

/// Whether a type has, at an offset, a sub-object that is the record (or the whole is inside a union that may).
pub fn holds_record(types: &Types, ty: TypeId, offset: u64, record: RecordId) -> bool {
    match *types.kind(ty) {
        TypeKind::Record(id) => {
            if id == record && offset == 0 {
                return true;
            }
            let Some(layout) = &types.records[id].layout else { return false };
            let last = layout.fields.len().wrapping_sub(1);
            types.records[id].fields.iter().zip(&layout.fields).enumerate().any(|(i, (field, place))| {
                let start = place.byte_offset();
                let inside = match types.array_parts(field.ty.ty) {
                    Some((_, ArrayLen::Unknown | ArrayLen::Fixed(0))) if i == last => true,
                    _ => offset < start + types.size_of(field.ty.ty).unwrap_or(0),
                };
                place.bits.is_none()
                    && start <= offset
                    && inside
                    && holds_record(types, field.ty.ty, offset - start, record)
            })
        }
        TypeKind::Array { elem, .. } => {
            let size = types.size_of(elem.ty).unwrap_or(0);
            // Elements whose size is only known at run time are not looked into.
            size == 0 || holds_record(types, elem.ty, offset % size, record)
        }
        TypeKind::VaListTag => true,
        _ => false,
    }
}
