//! The types of a program: which scalars its variables have, and its structures, unions and enumerations.

use super::effects::{Loc, Locs};
use super::state::Gen;
use crate::feature::Feature;
use crate::scalar::parameter::Parameter;
use lydite_lang::*;

/// The largest object, in bytes.
const LARGEST: u64 = 2048;

impl Gen {
    /// An integer type by the program's weights.
    pub fn int_ty(&mut self) -> TypeId {
        if let Some(ty) = self.scalar_int_ty() {
            return ty;
        }
        let w = |f| self.weight(f);
        let weights = [
            w(Feature::Int).max(1),
            w(Feature::Char),
            w(Feature::Short),
            w(Feature::Long),
            w(Feature::LongLong),
            w(Feature::Bool) / 2,
            if self.enums.is_empty() { 0 } else { w(Feature::Enum) / 2 },
            w(Feature::Int128) / 2,
            w(Feature::BitInt) / 2,
        ];
        let pick = self.c.weighted(&weights);
        let signed = self.c.coin(self.policy.signed, 100);
        let choose = |s, u| if signed { s } else { u };
        let (ty, feature) = match pick {
            0 => (choose(TypeId::INT, TypeId::UINT), Feature::Int),
            1 => {
                let plain = self.c.coin(1, 4);
                (if plain { TypeId::CHAR } else { choose(TypeId::SCHAR, TypeId::UCHAR) }, Feature::Char)
            }
            2 => (choose(TypeId::SHORT, TypeId::USHORT), Feature::Short),
            3 => (choose(TypeId::LONG, TypeId::ULONG), Feature::Long),
            4 => (choose(TypeId::LONGLONG, TypeId::ULONGLONG), Feature::LongLong),
            5 => (TypeId::BOOL, Feature::Bool),
            6 => (self.enums[self.c.index(self.enums.len())], Feature::Enum),
            7 => (choose(TypeId::INT128, TypeId::UINT128), Feature::Int128),
            _ => {
                let bits = [7u16, 13, 24, 33, 47, 63][self.c.index(6)];
                (self.b.program.types.bit_int(IntType { bits, signed }), Feature::BitInt)
            }
        };
        self.uses(feature);
        ty
    }

    /// An integer type that arithmetic is done in without conversions: `int` or wider.
    pub fn wide_ty(&mut self) -> TypeId {
        const WIDE: [TypeId; 6] =
            [TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::ULONG, TypeId::LONGLONG, TypeId::ULONGLONG];
        WIDE[self.c.index(6)]
    }

    /// An arithmetic type by the program's weights.
    pub fn scalar_ty(&mut self) -> TypeId {
        match self.pick(Parameter::Floating) {
            Some(1) => return TypeId::FLOAT,
            Some(2) => return TypeId::DOUBLE,
            Some(_) => return self.int_ty(),
            None => {}
        }
        let floats = [self.weight(Feature::Float) / 2, self.weight(Feature::Double) / 2];
        match self.c.weighted(&[300, floats[0], floats[1]]) {
            0 => self.int_ty(),
            1 => {
                self.uses(Feature::Float);
                TypeId::FLOAT
            }
            _ => {
                self.uses(Feature::Double);
                TypeId::DOUBLE
            }
        }
    }

    /// Whether arithmetic on a type is exact integer arithmetic.
    pub fn is_int(&self, ty: TypeId) -> bool {
        self.b.program.types.is_integer(ty)
    }

    /// Whether it is a floating type.
    pub fn is_float(&self, ty: TypeId) -> bool {
        self.b.program.types.is_float(ty)
    }

    /// Width and signedness; of `int` for what is not an integer.
    pub fn int_of(&self, ty: TypeId) -> IntType {
        self.b.program.types.int_type(ty).unwrap_or(IntType::signed(32))
    }

    /// The class of places of a scalar type: what pointers to it may reach.
    pub fn class(&self, ty: TypeId) -> Loc {
        let types = &self.b.program.types;
        match types.kind(ty) {
            TypeKind::Pointer(_) => Loc::POINTERS,
            TypeKind::Vector { elem, .. } => self.class(*elem),
            TypeKind::Float(FloatKind::Float) => Loc(26),
            TypeKind::Float(_) => Loc(27),
            _ => match types.int_kind_of(ty) {
                Some(IntKind::Bool) => Loc(1),
                Some(IntKind::Char | IntKind::SChar | IntKind::UChar) => Loc(2),
                Some(IntKind::Short | IntKind::UShort) => Loc(3),
                Some(IntKind::Int | IntKind::UInt) => Loc(4),
                Some(IntKind::Long | IntKind::ULong) => Loc(5),
                Some(IntKind::LongLong | IntKind::ULongLong) => Loc(6),
                Some(IntKind::Int128 | IntKind::UInt128) => Loc(7),
                _ => Loc::ODD,
            },
        }
    }

    /// The classes of all scalars of a type.
    pub fn classes(&self, ty: TypeId) -> Locs {
        let mut set = Locs::NONE;
        self.add_classes(ty, &mut set);
        set
    }

    fn add_classes(&self, ty: TypeId, set: &mut Locs) {
        let types = &self.b.program.types;
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => self.add_classes(elem.ty, set),
            TypeKind::Record(id) => {
                let record = &types.records[*id];
                if record.kind == RecordKind::Union {
                    set.add(Loc::UNIONS);
                    return;
                }
                for field in &record.fields {
                    if field.ty.quals.has(Quals::VOLATILE) {
                        set.add(Loc::VOLATILE);
                    }
                    self.add_classes(field.ty.ty, set);
                }
            }
            _ => set.add(self.class(ty)),
        }
    }

    /// Draws the program's structures, unions and enumerations.
    pub fn make_types(&mut self) {
        self.c.open("types");
        if self.on(Feature::Enum) {
            for _ in 0..self.c.index(3) {
                self.make_enum();
            }
        }
        if self.on(Feature::Struct) {
            for _ in 0..self.c.index(6) {
                self.make_struct();
            }
        }
        if self.on(Feature::Union) {
            for _ in 0..self.c.index(3) {
                self.make_union();
            }
        }
        self.c.close();
    }

    /// The name of the next type.
    pub fn tag(&mut self, letter: char) -> Name {
        let n = self.names.ty;
        self.names.ty += 1;
        self.name(&format!("{letter}{n}"))
    }

    fn make_enum(&mut self) {
        self.c.open("enum");
        let tag = self.tag('E');
        let (id, ty) = self.b.program.types.new_enum(Some(tag));
        let count = 2 + self.c.index(5);
        let mut value: i128 = self.c.range(-3, 3);
        let mut constants = Vec::new();
        let n = self.names.ty;
        for i in 0..count {
            let name = self.name(&format!("e{n}_{i}"));
            constants.push((name, value));
            value += if self.c.coin(3, 4) { 1 } else { 1 + self.c.range(0, 1000) };
        }
        let signed = constants.iter().any(|c| c.1 < 0);
        let e = &mut self.b.program.types.enums[id];
        e.constants = constants;
        e.underlying = if signed { IntKind::Int } else { IntKind::UInt };
        e.complete = true;
        self.enums.push(ty);
        self.c.close();
    }

    /// A member with the name of its place.
    pub fn field(&mut self, i: usize, ty: QType) -> Field {
        let name = self.name(&format!("f{i}"));
        Field { name: Some(name), ty, bits: None, align: None, packed: false }
    }

    fn make_struct(&mut self) {
        self.c.open("struct");
        let packed = self.on(Feature::PackedStruct) && self.c.coin(self.weight(Feature::PackedStruct).min(90), 200);
        let all_bits = self.on(Feature::BitField) && self.c.coin(1, 8);
        let mut fields = Vec::new();
        let count = 1 + self.c.index(7);
        for i in 0..count {
            self.c.open("field");
            let bits =
                self.on(Feature::BitField) && (all_bits || self.c.coin(self.weight(Feature::BitField).min(90), 250));
            let field = if bits { self.bit_field(i, i > 0) } else { self.plain_field(i, packed) };
            fields.push(field);
            self.c.close();
        }
        // An unnamed field of width zero must not be all there is.
        if fields.iter().all(|f| f.name.is_none()) {
            let f = self.field(count, TypeId::INT.into());
            fields.push(f);
        }
        let tag = self.tag('S');
        let (id, ty) = self.b.program.types.new_record(RecordKind::Struct, Some(tag));
        let attrs = RecordAttrs { packed, ..RecordAttrs::default() };
        if self.b.program.types.complete_record(id, fields, attrs).is_ok()
            && self.b.program.types.size_of(ty).is_some_and(|s| (1..=256).contains(&s))
        {
            self.structs.push(ty);
        }
        self.c.close();
    }

    fn bit_field(&mut self, i: usize, may_be_empty: bool) -> Field {
        let signed = self.c.coin(1, 2);
        let ty = if signed { TypeId::INT } else { TypeId::UINT };
        if may_be_empty && self.c.coin(1, 12) {
            return Field { name: None, ty: ty.into(), bits: Some(0), align: None, packed: false };
        }
        let bits = 1 + self.c.range(0, 31) as u32;
        let mut field = self.field(i, ty.into());
        if self.on(Feature::Volatile) && self.c.coin(1, 20) {
            field.ty = field.ty.with(Quals::VOLATILE);
        }
        field.bits = Some(bits);
        field
    }

    fn plain_field(&mut self, i: usize, packed: bool) -> Field {
        let nested = self.on(Feature::NestedStruct) && !self.structs.is_empty();
        let weights = [
            100,
            if self.on(Feature::Array) { 15 } else { 0 },
            if nested { 20 } else { 0 },
            if self.on(Feature::Pointer) && !packed { 12 } else { 0 },
            if self.unions.is_empty() { 0 } else { 10 },
        ];
        let ty: QType = match self.c.weighted(&weights) {
            0 => self.scalar_ty().into(),
            1 => {
                let elem = self.scalar_ty();
                let len = 1 + self.c.range(0, 7) as u64;
                self.b.program.types.array(elem.into(), ArrayLen::Fixed(len)).into()
            }
            2 => {
                let i = self.c.index(self.structs.len());
                self.structs[i].into()
            }
            3 => {
                let to = self.int_ty();
                self.b.program.types.pointer(to.into()).into()
            }
            _ => {
                let i = self.c.index(self.unions.len());
                self.unions[i].into()
            }
        };
        let mut field = self.field(i, ty);
        if self.on(Feature::Volatile) && self.c.coin(1, 25) && self.b.program.types.is_arithmetic(ty.ty) {
            field.ty = field.ty.with(Quals::VOLATILE);
        }
        field
    }

    /// Members of a union are integers; which may be read is [`Gen::readable`]'s business.
    fn make_union(&mut self) {
        self.c.open("union");
        let same_size = self.c.coin(1, 2);
        let count = 2 + self.c.index(3);
        let base = [TypeId::UCHAR, TypeId::USHORT, TypeId::UINT, TypeId::ULONGLONG][self.c.index(4)];
        let size = self.b.program.types.size_of(base).unwrap_or(1);
        let mut fields = Vec::new();
        for i in 0..count {
            let ty: TypeId = if same_size {
                match self.c.index(3) {
                    0 => base,
                    1 => {
                        let kind =
                            self.b.program.types.int_kind_of(base).map_or(IntKind::Int, convert::other_signedness);
                        self.b.program.types.of_int_kind(kind)
                    }
                    _ => self.b.program.types.array(TypeId::UCHAR.into(), ArrayLen::Fixed(size)),
                }
            } else {
                [TypeId::UCHAR, TypeId::SHORT, TypeId::UINT, TypeId::INT, TypeId::LONGLONG, TypeId::ULONG]
                    [self.c.index(6)]
            };
            let f = self.field(i, ty.into());
            fields.push(f);
        }
        let tag = self.tag('U');
        let (id, ty) = self.b.program.types.new_record(RecordKind::Union, Some(tag));
        if self.b.program.types.complete_record(id, fields, RecordAttrs::default()).is_ok() {
            self.unions.push(ty);
        }
        self.c.close();
    }

    /// Whether a member of a union may be read whatever was stored: it is no longer than any other.
    pub fn readable(&self, record: RecordId, field: usize) -> bool {
        let types = &self.b.program.types;
        let record = &types.records[record];
        if record.kind == RecordKind::Struct {
            return true;
        }
        let size = |f: &Field| types.size_of(f.ty.ty).unwrap_or(0);
        record.fields.iter().all(|f| size(&record.fields[field]) <= size(f))
    }

    /// An array of this element with one to three dimensions.
    pub fn array_of(&mut self, elem: QType) -> TypeId {
        let mut dims = 1;
        if self.on(Feature::MultiArray) && self.c.coin(self.weight(Feature::MultiArray).min(90), 120) {
            dims = 2 + self.c.index(2);
            self.uses(Feature::MultiArray);
        }
        self.uses(Feature::Array);
        let size = self.b.program.types.size_of(elem.ty).unwrap_or(1).max(1);
        let mut ty = elem;
        let mut total = size;
        for _ in 0..dims {
            let most = (LARGEST / total).clamp(1, 10);
            let len = 1 + self.c.range(0, i128::from(most) - 1) as u64;
            total *= len;
            ty = self.b.program.types.array(ty, ArrayLen::Fixed(len)).into();
        }
        ty.ty
    }
}
