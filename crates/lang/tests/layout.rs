//! Sizes, alignments and positions of members against the compilers that define them.
//!
//! Random records are printed as C with static assertions of what we computed; bit-fields are checked by the bytes
//! of objects in which one bit-field is all ones. A target whose compiler is not installed is passed over with a note.

use lydite_lang::print;
use lydite_lang::target::{Endian, TARGETS, VaListForm};
use lydite_lang::*;
use std::path::Path;
use std::process::Command;

/// Records made for each target.
const RECORDS: usize = 2000;

/// A small generator of random numbers, so that every run checks the same records.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Makes random records in one program.
struct Maker {
    program: Program,
    dice: Dice,
    records: Vec<(RecordId, TypeId)>,
    enums: Vec<TypeId>,
    names: u32,
}

const SCALARS: &[TypeId] = &[
    TypeId::BOOL,
    TypeId::CHAR,
    TypeId::SCHAR,
    TypeId::UCHAR,
    TypeId::SHORT,
    TypeId::USHORT,
    TypeId::INT,
    TypeId::UINT,
    TypeId::LONG,
    TypeId::ULONG,
    TypeId::LONGLONG,
    TypeId::ULONGLONG,
    TypeId::FLOAT,
    TypeId::DOUBLE,
    TypeId::LONGDOUBLE,
    TypeId::VOID_PTR,
];

const BIT_FIELDS: &[TypeId] = &[
    TypeId::BOOL,
    TypeId::CHAR,
    TypeId::SCHAR,
    TypeId::UCHAR,
    TypeId::SHORT,
    TypeId::USHORT,
    TypeId::INT,
    TypeId::UINT,
    TypeId::LONG,
    TypeId::ULONG,
    TypeId::LONGLONG,
    TypeId::ULONGLONG,
];

impl Maker {
    fn new(target: &'static Target) -> Self {
        let mut program = Program::new(target);
        let mut enums = Vec::new();
        for (tag, kind, value) in
            [("small", IntKind::UChar, 1), ("usual", IntKind::UInt, 2), ("negative", IntKind::Int, -1)]
        {
            let name = program.names.intern(&format!("constant_{tag}"));
            let tag = program.names.intern(tag);
            let (id, ty) = program.types.new_enum(Some(tag));
            program.types.enums[id].constants = vec![(name, value)];
            program.types.enums[id].underlying = kind;
            program.types.enums[id].complete = true;
            enums.push(ty);
        }
        Maker { program, dice: Dice(0x9e37_79b9_7f4a_7c15), records: Vec::new(), enums, names: 0 }
    }

    fn name(&mut self) -> Option<Name> {
        self.names += 1;
        Some(self.program.names.intern(&format!("m{}", self.names)))
    }

    fn scalar(&mut self) -> TypeId {
        match self.dice.below(24) {
            0 if self.program.target().int128_align > 0 => self.dice.pick(&[TypeId::INT128, TypeId::UINT128]),
            1 => self.dice.pick(&self.enums.clone()),
            2 => {
                let elem = self.dice.pick(&[TypeId::CHAR, TypeId::SHORT, TypeId::INT, TypeId::LONGLONG, TypeId::FLOAT]);
                let size = self.program.types.size_of(elem).expect("a scalar");
                let total = self.dice.pick(&[8, 16, 32]);
                self.program.types.vector(elem, (total / size) as u32)
            }
            _ => self.dice.pick(SCALARS),
        }
    }

    fn member_type(&mut self) -> QType {
        let mut ty = self.scalar();
        if self.dice.one_in(5) && !self.records.is_empty() {
            let (id, record) = self.records[self.dice.below(self.records.len() as u64) as usize];
            let flexible = self.program.types.records[id].layout.as_ref().is_some_and(|l| l.flexible);
            if !flexible {
                ty = record;
            }
        }
        let mut ty = QType::from(ty);
        if self.dice.one_in(16) && !self.program.types.is_vector(ty.ty) {
            ty.quals = ty.quals.with_align(self.dice.pick(&[1, 2, 4, 8, 16]));
        } else if self.dice.one_in(5) {
            let len = self.dice.below(4);
            ty = self.program.types.array(ty, ArrayLen::Fixed(len)).into();
        } else if self.dice.one_in(16) && self.is_small_integer(ty.ty) {
            ty = ty.with(Quals::ATOMIC);
        }
        ty
    }

    /// An i686 record of one atomic `long long` is a number to GCC, and aligned less inside other records.
    fn is_small_integer(&self, ty: TypeId) -> bool {
        self.program.types.is_integer(ty) && self.program.types.size_of(ty) <= Some(4)
    }

    fn bit_field(&mut self) -> Field {
        let ty = if self.dice.one_in(8) { self.dice.pick(&self.enums.clone()) } else { self.dice.pick(BIT_FIELDS) };
        let width = u64::from(self.program.types.int_type(ty).expect("an integer").bits);
        let (name, bits) = match self.dice.below(8) {
            0 => (None, 0),
            1 => (None, 1 + self.dice.below(width) as u32),
            _ => (self.name(), 1 + self.dice.below(width) as u32),
        };
        // GCC gives an aligned bit-field as wide as its type the alignment of a variable, which on i686 is another.
        let may_align = name.is_some() && u64::from(bits) < width;
        let align = (may_align && self.dice.one_in(12)).then(|| self.dice.pick(&[1, 2, 4, 8]));
        let packed = name.is_some() && self.dice.one_in(10);
        Field { name, ty: ty.into(), bits: Some(bits), align, packed }
    }

    fn field(&mut self, depth: u32) -> Field {
        if self.dice.one_in(2) {
            return self.bit_field();
        }
        if depth < 2 && self.dice.one_in(10) {
            let ty = self.record(depth + 1, None).1;
            return Field { name: None, ty: ty.into(), bits: None, align: None, packed: false };
        }
        let ty = self.member_type();
        let align = self.dice.one_in(10).then(|| self.dice.pick(&[1, 2, 4, 8, 16]));
        let packed = self.dice.one_in(10);
        Field { name: self.name(), ty, bits: None, align, packed }
    }

    fn record(&mut self, depth: u32, tag: Option<Name>) -> (RecordId, TypeId) {
        let kind = if self.dice.one_in(4) { RecordKind::Union } else { RecordKind::Struct };
        let mut fields: Vec<Field> = (0..1 + self.dice.below(7)).map(|_| self.field(depth)).collect();
        if depth == 0 && kind == RecordKind::Struct && self.dice.one_in(12) {
            // A flexible array must not be the only named member.
            let first = self.name();
            fields.push(Field { name: first, ty: TypeId::INT.into(), bits: None, align: None, packed: false });
            let elem = QType::from(self.scalar());
            let ty = self.program.types.array(elem, ArrayLen::Unknown);
            fields.push(Field { name: self.name(), ty: ty.into(), bits: None, align: None, packed: false });
        }
        let attrs = RecordAttrs {
            packed: self.dice.one_in(8),
            align: self.dice.one_in(10).then(|| self.dice.pick(&[2, 4, 8, 16, 32])),
            pack: (depth == 0 && self.dice.one_in(10)).then(|| self.dice.pick(&[1, 2, 4, 8])),
            transparent: false,
            may_alias: false,
        };
        // A pragma reaches the anonymous records inside, which the tree says of each of them.
        let attrs_inside = attrs.pack;
        let (id, ty) = self.program.types.new_record(kind, tag);
        for field in &mut fields {
            if attrs_inside.is_some()
                && field.name.is_none()
                && let Some(inner) = self.program.types.record_of(field.ty.ty)
            {
                self.repack(inner, attrs_inside);
            }
        }
        if attrs.packed {
            fields.iter_mut().for_each(|field| field.packed = true);
        }
        self.program.types.complete_record(id, fields, attrs).expect("members have sizes");
        (id, ty)
    }

    fn repack(&mut self, id: RecordId, pack: Option<u32>) {
        let record = self.program.types.records[id].clone();
        for field in &record.fields {
            if field.name.is_none()
                && let Some(inner) = self.program.types.record_of(field.ty.ty)
            {
                self.repack(inner, pack);
            }
        }
        let attrs = RecordAttrs { pack, ..record.attrs };
        self.program.types.complete_record(id, record.fields, attrs).expect("it had a layout before");
    }

    /// A record with a variable of its type, so that it is printed.
    fn top_level(&mut self, i: usize) {
        let tag = self.program.names.intern(&format!("R{i}"));
        let made = self.record(0, Some(tag));
        let name = self.program.names.intern(&format!("v{i}"));
        let var = self.program.vars.push(Var {
            name: Some(name),
            ty: made.1.into(),
            storage: Storage::Global,
            init: None,
            align: None,
            attrs: VarAttrs::default(),
            place: Place::NONE,
        });
        self.program.items.push(Item::Var(var));
        self.records.push(made);
    }
}

/// A bit-field to be seen in an object file: its record, the path to it, its first bit and its width.
struct Probe {
    record: usize,
    member: String,
    bit: u64,
    bits: u32,
}

/// What C says about one record: assertions, and the bit-fields that only bytes can tell.
fn describe(program: &Program, record: RecordId, index: usize, base: u64, text: &mut String, probes: &mut Vec<Probe>) {
    let info = &program.types.records[record];
    let whole = print::ty(program, program_type(program, index));
    let Some(layout) = &info.layout else { panic!("record without layout") };
    for (field, place) in info.fields.iter().zip(&layout.fields) {
        let at = base + place.bit_offset;
        match (field.name, field.bits) {
            (Some(name), Some(bits)) => {
                let member = program.names.text(name).to_owned();
                probes.push(Probe { record: index, member, bit: at, bits });
            }
            (Some(name), None) => {
                let name = program.names.text(name);
                text.push_str(&format!(
                    "_Static_assert(__builtin_offsetof({whole}, {name}) == {}, \"{whole} {name} {at}\");\n",
                    at / 8
                ));
            }
            (None, None) => {
                if let Some(inner) = program.types.record_of(field.ty.ty) {
                    describe(program, inner, index, at, text, probes);
                }
            }
            (None, Some(_)) => {}
        }
    }
}

fn program_type(program: &Program, index: usize) -> QType {
    let Item::Var(var) = program.items[index] else { panic!("items are variables") };
    program.vars[var].ty
}

fn run(command: &mut Command) -> Option<(bool, String)> {
    let output = command.output().ok()?;
    Some((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Compiles with the target's compiler; none if it is not installed.
fn compile(target: &Target, source: &str, dir: &Path) -> Option<(bool, String)> {
    let file = dir.join(format!("{}.c", target.name));
    std::fs::write(&file, source).expect("a temporary file");
    let object = dir.join(format!("{}.o", target.name));
    let result = run(Command::new(format!("{}-gcc", target.triple))
        .args(["-std=gnu17", "-w", "-Wno-psabi", "-fno-toplevel-reorder", "-c"])
        .arg(&file)
        .arg("-o")
        .arg(&object));
    if result.is_none() {
        eprintln!("note: {}-gcc is not installed; its layout is not checked", target.triple);
    }
    result
}

fn temporary(name: &str) -> std::path::PathBuf {
    let dir = std::env::temp_dir().join(format!("lydite-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    dir
}

fn check_records(target: &'static Target) {
    let mut maker = Maker::new(target);
    for i in 0..RECORDS {
        maker.top_level(i);
    }
    let program = &maker.program;
    let mut source = print::program(program);
    let mut probes = Vec::new();
    for (i, &(record, ty)) in maker.records.iter().enumerate() {
        let name = print::ty(program, ty.into());
        let layout = program.types.records[record].layout.as_ref().expect("complete");
        source.push_str(&format!("_Static_assert(sizeof({name}) == {}, \"{name} size {0}\");\n", layout.size));
        source.push_str(&format!("_Static_assert(__alignof__({name}) == {}, \"{name} align {0}\");\n", layout.align));
        describe(program, record, i, 0, &mut source, &mut probes);
    }
    for (n, probe) in probes.iter().enumerate() {
        let name = print::ty(program, program_type(program, probe.record));
        source.push_str(&format!(
            "__attribute__((section(\"probe\"), aligned(64), used)) {name} p{n} = {{ .{} = -1 }};\n",
            probe.member
        ));
    }
    let dir = temporary(target.name);
    let Some((is_good, errors)) = compile(target, &source, &dir) else { return };
    let shown: Vec<&str> = errors.lines().filter(|line| line.contains("error")).take(20).collect();
    assert!(is_good, "{}: see {}\n{}", target.name, dir.display(), shown.join("\n"));
    check_probes(target, program, &probes, &dir);
    std::fs::remove_dir_all(&dir).expect("our own directory");
}

fn check_probes(target: &Target, program: &Program, probes: &[Probe], dir: &Path) {
    let (object, bytes) = (dir.join(format!("{}.o", target.name)), dir.join("probe.bin"));
    let copied = run(Command::new(format!("{}-objcopy", target.triple))
        .args(["-O", "binary", "--only-section=probe"])
        .arg(&object)
        .arg(&bytes));
    assert!(copied.is_some_and(|(is_good, _)| is_good), "objcopy");
    let bytes = std::fs::read(bytes).expect("what objcopy wrote");
    let mut at = 0usize;
    let mut wrong = Vec::new();
    for probe in probes {
        let ty = program_type(program, probe.record);
        let size = program.types.size_of(ty.ty).expect("complete") as usize;
        let mut expected = vec![0u8; size];
        for bit in probe.bit..probe.bit + u64::from(probe.bits) {
            let mask = match target.endian {
                Endian::Little => 1 << (bit % 8),
                Endian::Big => 0x80 >> (bit % 8),
            };
            expected[bit as usize / 8] |= mask;
        }
        at = at.next_multiple_of(64);
        let actual = &bytes[at..at + size];
        if actual != expected {
            wrong.push(format!("R{}.{}: {actual:x?} and not {expected:x?}", probe.record, probe.member));
        }
        at += size;
    }
    wrong.truncate(10);
    assert!(wrong.is_empty(), "{}: {}", target.name, wrong.join("\n"));
}

fn target(name: &str) -> &'static Target {
    Target::find(name).expect("a target of ours")
}

#[test]
fn records_x86_64() {
    check_records(target("x86_64"));
}
#[test]
fn records_aarch64() {
    check_records(target("aarch64"));
}
#[test]
fn records_i686() {
    check_records(target("i686"));
}
#[test]
fn records_arm() {
    check_records(target("arm"));
}
#[test]
fn records_riscv64() {
    check_records(target("riscv64"));
}
#[test]
fn records_s390x() {
    check_records(target("s390x"));
}

/// Sizes, alignments and signedness of the basic types, and the types behind the library's names.
#[test]
fn facts_of_every_target() {
    for target in TARGETS {
        let mut program = Program::new(target);
        let mut source = String::new();
        let mut all: Vec<TypeId> = SCALARS.to_vec();
        if target.int128_align > 0 {
            all.extend([TypeId::INT128, TypeId::UINT128]);
        }
        for (elem, lanes) in
            [(TypeId::CHAR, 8), (TypeId::INT, 4), (TypeId::INT, 8), (TypeId::DOUBLE, 8), (TypeId::SHORT, 64)]
        {
            all.push(program.types.vector(elem, lanes));
        }
        for ty in all {
            let name = print::ty(&program, ty.into());
            let (size, align) = (program.types.size_of(ty).expect("a scalar"), program.types.align_of(ty));
            source.push_str(&format!("_Static_assert(sizeof({name}) == {size}, \"size of {name} {size}\");\n"));
            // Of vectors beyond the registers it has, GCC's `_Alignof` says less than it gives them.
            let operator = if program.types.is_vector(ty) && size > 8 { "__alignof__" } else { "_Alignof" };
            source.push_str(&format!("_Static_assert({operator}({name}) == {align}, \"align of {name} {align}\");\n"));
            let atomic = program.types.align_of_q(QType::from(ty).with(Quals::ATOMIC));
            if program.types.is_integer(ty) {
                source.push_str(&format!(
                    "_Static_assert(_Alignof(_Atomic {name}) == {atomic}, \"atomic {name} {atomic}\");\n"
                ));
                let is_signed = i32::from(program.types.int_type(ty).expect("an integer").signed);
                source.push_str(&format!("_Static_assert((({name})-1 < 0) == {is_signed}, \"sign of {name}\");\n"));
            }
        }
        let int64 = if target.int64_is_long { TypeId::LONG } else { TypeId::LONGLONG };
        for (name, ty) in [
            ("__SIZE_TYPE__", program.types.size_type()),
            ("__PTRDIFF_TYPE__", program.types.ptrdiff_type()),
            ("__WCHAR_TYPE__", program.types.wchar_type()),
            ("__INT64_TYPE__", int64),
        ] {
            let ours = print::ty(&program, ty.into());
            source.push_str(&format!(
                "_Static_assert(__builtin_types_compatible_p({name}, {ours}), \"{name} {ours}\");\n"
            ));
        }
        let list = program.types.va_list_type();
        let size = program.types.size_of(list).expect("complete");
        source.push_str(&format!("_Static_assert(sizeof(__builtin_va_list) == {size}, \"va_list {size}\");\n"));
        let decays = i32::from(matches!(target.va_list, VaListForm::ArrayOfOne(_)));
        source.push_str(&format!(
            "int parameter(__builtin_va_list p) {{\n\
             _Static_assert((sizeof(p) != sizeof(__builtin_va_list)) == {decays}, \"va_list decays\"); return 0; }}\n"
        ));
        let dir = temporary(&format!("facts-{}", target.name));
        let Some((is_good, errors)) = compile(target, &source, &dir) else { continue };
        assert!(is_good, "{}\n{errors}", target.name);
        std::fs::remove_dir_all(&dir).expect("our own directory");
    }
}
