//! The table of types: integers by the program's distribution, then arrays and structures of what was made before.

use super::parameter::Parameter;
use crate::feature::Feature;
use crate::general::vector;
use crate::make::state::Gen;
use crate::standard::Standard;
use lydite_lang::*;

/// The largest object, in bytes; in small programs it is smaller.
const LARGEST: u64 = 256;
/// The most members of a structure.
const MOST_MEMBERS: usize = 10;
/// The most structures of a program.
const MOST_STRUCTS: usize = 6;
/// How deep structures are nested.
const DEEPEST: u32 = 5;

/// Signed and unsigned types, in the order of the parameter's options.
const INTEGERS: [(TypeId, TypeId); 7] = [
    (TypeId::INT, TypeId::UINT),
    (TypeId::SCHAR, TypeId::UCHAR),
    (TypeId::SHORT, TypeId::USHORT),
    (TypeId::LONG, TypeId::ULONG),
    (TypeId::LONGLONG, TypeId::ULONGLONG),
    (TypeId::BOOL, TypeId::BOOL),
    (TypeId::INT128, TypeId::UINT128),
];

/// What a language allows a bit-field to be.
struct BitFieldRow {
    /// The language's name.
    language: &'static str,
    /// Since which C.
    since: Standard,
    types: &'static [TypeId],
    /// By how much it is narrower than its type at least.
    narrower: u32,
}

const ISO: Standard = Standard { year: 1999, gnu: false };
const GNU: Standard = Standard { year: 1999, gnu: true };

/// Types of bit-fields that the standard names.
const INTS: &[TypeId] = &[TypeId::INT, TypeId::UINT];
/// Those that compilers have beside them. (Whether plain `char` has a sign depends on the target.)
const ALL: &[TypeId] = &[
    TypeId::INT,
    TypeId::UINT,
    TypeId::SCHAR,
    TypeId::UCHAR,
    TypeId::SHORT,
    TypeId::USHORT,
    TypeId::LONG,
    TypeId::ULONG,
    TypeId::LONGLONG,
    TypeId::ULONGLONG,
    TypeId::BOOL,
];

/// The rules for bit-fields; the last row that a program may use counts.
const BIT_FIELDS: &[BitFieldRow] = &[
    BitFieldRow { language: "c", since: ISO, types: INTS, narrower: 1 },
    BitFieldRow { language: "c", since: GNU, types: ALL, narrower: 0 },
    // C++ allows wider ones than the type, too; C does not, and the tree is one of C.
    BitFieldRow { language: "c++", since: ISO, types: ALL, narrower: 0 },
    BitFieldRow { language: "sycl", since: ISO, types: ALL, narrower: 0 },
];

impl Gen {
    /// An integer type, if the family has a distribution of them.
    pub(crate) fn scalar_int_ty(&mut self) -> Option<TypeId> {
        let (signed, unsigned) = INTEGERS[self.pick(Parameter::IntegerType)?];
        if signed == TypeId::BOOL {
            return Some(signed);
        }
        let is_char = signed == TypeId::SCHAR;
        match self.pick_name(Parameter::Signedness, |name| is_char || name != "plain") {
            "signed" => Some(signed),
            "unsigned" => Some(unsigned),
            _ => Some(TypeId::CHAR),
        }
    }

    /// What stands for several values of a type: an array, used or new, or a vector.
    pub(super) fn several_ty(&mut self) -> TypeId {
        if self.pick_name(Parameter::ArrayForm, |_| true) == "vector" {
            return vector::new_type(self);
        }
        self.array_ty(self.largest())
    }

    fn largest(&self) -> u64 {
        (self.room as u64 / 16).clamp(16, LARGEST)
    }

    /// An array of at most so many bytes.
    fn array_ty(&mut self, most: u64) -> TypeId {
        self.uses(Feature::Array);
        let types = &self.b.program.types;
        let used: Vec<TypeId> = self.arrays.iter().copied().filter(|&ty| types.size_of(ty) <= Some(most)).collect();
        if self.reuses(used.len()) {
            return used[self.c.index(used.len())];
        }
        let fits = |g: &Gen, ty: &TypeId| g.b.program.types.size_of(*ty).is_some_and(|size| 2 * size <= most);
        let arrays: Vec<TypeId> = self.arrays.iter().copied().filter(|ty| fits(self, ty)).collect();
        let structs: Vec<TypeId> = self.structs.iter().copied().filter(|ty| fits(self, ty)).collect();
        let will_do = |name: &str| match name {
            "array" => !arrays.is_empty(),
            "struct" => !structs.is_empty(),
            _ => true,
        };
        let elem = match self.pick_name(Parameter::ArrayElement, will_do) {
            "array" => arrays[self.c.index(arrays.len())],
            "struct" => structs[self.c.index(structs.len())],
            "pointer" => self.pointer_to_scalar(),
            _ => self.scalar_ty(),
        };
        let size = self.b.program.types.size_of(elem).unwrap_or(1).max(1);
        let longest = (most / size).clamp(2, 10);
        let len = self.c.range(2, i128::from(longest)) as u64;
        let ty = self.b.program.types.array(elem.into(), ArrayLen::Fixed(len));
        self.arrays.push(ty);
        ty
    }

    fn pointer_to_scalar(&mut self) -> TypeId {
        let to = self.scalar_ty();
        self.b.program.types.pointer(to.into())
    }

    /// Whether a type is to be one of these many that there are.
    fn reuses(&mut self, used: usize) -> bool {
        self.pick_name(Parameter::TypeReuse, |name| name == "new" || used > 0) == "used"
    }

    /// A structure, used or new.
    pub(super) fn struct_ty(&mut self) -> TypeId {
        let ty = match self.structs.len() {
            used @ MOST_STRUCTS.. => self.structs[self.c.index(used)],
            used if self.reuses(used) => self.structs[self.c.index(used)],
            _ => match self.new_struct() {
                Some(ty) => ty,
                None => return self.scalar_ty(),
            },
        };
        self.note_struct(ty);
        ty
    }

    fn new_struct(&mut self) -> Option<TypeId> {
        self.c.open("struct");
        let mut fields = Vec::new();
        let count = 1 + self.c.index(MOST_MEMBERS);
        let mut left = self.largest();
        for i in 0..count {
            self.c.open("member");
            let field = self.member_field(i, left);
            left = left.saturating_sub(self.b.program.types.size_of(field.ty.ty).unwrap_or(0) + 8);
            fields.push(field);
            self.c.close();
        }
        let tag = self.tag('S');
        let (id, ty) = self.b.program.types.new_record(RecordKind::Struct, Some(tag));
        let made = self.b.program.types.complete_record(id, fields, RecordAttrs::default());
        self.c.close();
        made.ok()?;
        self.structs.push(ty);
        Some(ty)
    }

    /// A member of at most so many bytes.
    fn member_field(&mut self, i: usize, left: u64) -> Field {
        let types = &self.b.program.types;
        let fits = |ty: TypeId| types.size_of(ty).is_some_and(|size| size < left);
        let structs: Vec<TypeId> =
            self.structs.iter().copied().filter(|&ty| fits(ty) && self.nesting(ty) < DEEPEST).collect();
        let will_do = |name: &str| match name {
            "array" => left >= 16,
            "struct" => !structs.is_empty(),
            // The first of every structure can be read and written.
            "bit-field" => i > 0,
            _ => true,
        };
        match self.pick_name(Parameter::Member, will_do) {
            "bit-field" => self.bits_field(i),
            "array" => {
                let ty = self.array_ty(left.min(64));
                self.field(i, ty.into())
            }
            "struct" => {
                let ty = structs[self.c.index(structs.len())];
                self.field(i, ty.into())
            }
            "pointer" => {
                let ty = self.pointer_to_scalar();
                self.field(i, ty.into())
            }
            _ => {
                let ty = self.scalar_ty();
                self.field(i, ty.into())
            }
        }
    }

    /// How deep structures are nested in a type.
    fn nesting(&self, ty: TypeId) -> u32 {
        let types = &self.b.program.types;
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => self.nesting(elem.ty),
            TypeKind::Record(id) => {
                1 + types.records[*id].fields.iter().map(|f| self.nesting(f.ty.ty)).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn bits_field(&mut self, i: usize) -> Field {
        let (language, standard) = (self.options.language.row().name, self.options.standard);
        let is_ours = |row: &&BitFieldRow| row.language == language && standard.allows(row.since);
        let row = BIT_FIELDS.iter().rfind(is_ours).unwrap_or(&BIT_FIELDS[0]);
        let ty = row.types[self.c.index(row.types.len())];
        let most = i128::from(u32::from(self.int_of(ty).bits) - row.narrower);
        let (name, bits) = match self.pick_name(Parameter::BitFieldWidth, |_| true) {
            "zero" => (None, 0),
            "unnamed" => (None, self.c.range(1, most)),
            "9-16" => (Some(()), self.c.range(most.min(9), most.min(16))),
            "17-64" => (Some(()), self.c.range(most.min(17), most)),
            _ => (Some(()), self.c.range(1, most.min(8))),
        };
        let field = self.field(i, ty.into());
        Field { name: name.and(field.name), bits: Some(bits as u32), ..field }
    }
}
