use super::*;
use crate::build::Builder;
use crate::ops::{BinOp, IncDec, UnOp};
use crate::place::Place;
use crate::target::Target;

fn builder() -> Builder {
    Builder::new(Target::x86_64())
}

fn local(b: &mut Builder, name: &str, ty: impl Into<QType>) -> ExprId {
    let name = b.program.names.intern(name);
    let var = b.program.vars.push(Var {
        name: Some(name),
        ty: ty.into(),
        storage: Storage::Local,
        init: None,
        align: None,
        attrs: VarAttrs::default(),
        place: Place::NONE,
    });
    b.var(var)
}

fn field(b: &mut Builder, name: Option<&str>, ty: impl Into<QType>) -> Field {
    let name = name.map(|name| b.program.names.intern(name));
    Field { name, ty: ty.into(), bits: None, align: None, packed: false }
}

#[test]
fn types_as_in_messages() {
    let mut b = builder();
    let types = &mut b.program.types;
    let int = QType::from(TypeId::INT);
    let row = types.array(int, ArrayLen::Fixed(3));
    let matrix = types.array(row.into(), ArrayLen::Fixed(2));
    let to_row = types.pointer(row.into());
    let function = types.function(int, vec![TypeId::CHAR_PTR], ParamTail::Variadic);
    let to_function = types.pointer(function.into());
    let table = types.array(QType::from(to_function).with(Quals::CONST), ArrayLen::Unknown);
    let returns = types.function(to_function.into(), vec![], ParamTail::Fixed);
    let const_int = types.pointer(int.with(Quals::CONST));
    let const_pointer = types.pointer(QType::from(const_int).with(Quals::CONST));
    let bits = types.bit_int(crate::IntType::unsigned(17));
    let tag = b.program.names.intern("S");
    let (_, record) = b.program.types.new_record(RecordKind::Struct, Some(tag));
    let to_record = b.program.types.pointer(record.into());
    let (_, anonymous) = b.program.types.new_record(RecordKind::Union, None);
    for (id, text) in [
        (TypeId::UINT, "unsigned int"),
        (row, "int [3]"),
        (matrix, "int [2][3]"),
        (to_row, "int (*)[3]"),
        (function, "int (char *, ...)"),
        (table, "int (*const [])(char *, ...)"),
        (returns, "int (*(void))(char *, ...)"),
        (const_pointer, "const int *const *"),
        (bits, "unsigned _BitInt(17)"),
        (to_record, "struct S *"),
        (anonymous, "union <anonymous>"),
    ] {
        assert_eq!(ty(&b.program, id.into()), text);
    }
}

#[test]
fn constants_keep_their_types() {
    let mut b = builder();
    let bit_int = b.program.types.bit_int(crate::IntType::signed(100));
    for (value, ty, text) in [
        (5, TypeId::INT, "5"),
        (-5, TypeId::INT, "-5"),
        (i32::MIN.into(), TypeId::INT, "-2147483647 - 1"),
        (5, TypeId::ULONG, "5UL"),
        (i64::MIN.into(), TypeId::LONGLONG, "-9223372036854775807LL - 1"),
        (65, TypeId::CHAR, "(char)65"),
        (1, TypeId::BOOL, "(_Bool)1"),
        (-7, TypeId::INT128, "(__int128)-7"),
        (1 << 64, TypeId::UINT128, "(unsigned __int128)1ULL << 64 | 0ULL"),
        (i128::MIN, TypeId::INT128, "(__int128)((unsigned __int128)9223372036854775808ULL << 64 | 0ULL)"),
        (i64::MIN.into(), TypeId::INT128, "(__int128)(-9223372036854775807LL - 1)"),
        (1 << 70, bit_int, "(_BitInt(100))((unsigned _BitInt(100))64ULL << 64 | 0ULL)"),
        (-(1 << 99), bit_int, "(_BitInt(100))((unsigned _BitInt(100))34359738368ULL << 64 | 0ULL)"),
    ] {
        let e = b.int(value, ty);
        assert_eq!(expr(&b.program, e), text);
    }
    for (value, ty, text) in [
        (1.0, TypeId::DOUBLE, "1.0"),
        (0.1, TypeId::FLOAT, "0.1f"),
        (1e300, TypeId::DOUBLE, "1e300"),
        (-0.0, TypeId::DOUBLE, "-0.0"),
        (5e-324, TypeId::DOUBLE, "5e-324"),
        (f64::INFINITY, TypeId::FLOAT, "__builtin_inff()"),
        (f64::NAN, TypeId::DOUBLE, "__builtin_nan(\"\")"),
    ] {
        let e = b.float(value, ty);
        assert_eq!(expr(&b.program, e), text);
    }
}

#[test]
fn strings_are_escaped() {
    let mut b = builder();
    let narrow: Vec<u32> = b"a\"\\\n\x00\xff1\0".iter().map(|&c| c.into()).collect();
    let e = b.string(StrLit { elem: TypeId::CHAR, units: narrow });
    assert_eq!(expr(&b.program, e), r#""a\"\\\n\000\3771""#);
    let e = b.string(StrLit { elem: TypeId::INT, units: vec![0x20ac, u32::from(b'f'), 0] });
    assert_eq!(expr(&b.program, e), r#"L"\x20ac" L"f""#);
}

#[test]
fn parentheses_only_where_needed() {
    let mut b = builder();
    let a = local(&mut b, "a", TypeId::INT);
    let c = local(&mut b, "c", TypeId::INT);
    let sum = b.binary(BinOp::Add, a, c).unwrap();
    let product = b.binary(BinOp::Mul, sum, c).unwrap();
    assert_eq!(expr(&b.program, product), "(a + c) * c");
    let difference = b.binary(BinOp::Sub, a, sum).unwrap();
    assert_eq!(expr(&b.program, difference), "a - (a + c)");
    let left = b.binary(BinOp::Sub, sum, a).unwrap();
    assert_eq!(expr(&b.program, left), "a + c - a");
    let minus_one = b.int(-1, TypeId::INT);
    let negated = b.unary(UnOp::Neg, minus_one).unwrap();
    assert_eq!(expr(&b.program, negated), "- -1");
    let least = b.int(i32::MIN.into(), TypeId::INT);
    let shifted = b.binary(BinOp::Mul, least, a).unwrap();
    assert_eq!(expr(&b.program, shifted), "(-2147483647 - 1) * a");
    let decrement = b.inc_dec(IncDec::PreDec, a).unwrap();
    let negated = b.unary(UnOp::Neg, decrement).unwrap();
    assert_eq!(expr(&b.program, negated), "- --a");
    let assigned = b.assign(a, c).unwrap();
    let both = b.comma(assigned, c).unwrap();
    let chosen = b.cond(both, both, assigned).unwrap();
    assert_eq!(expr(&b.program, chosen), "(a = c, c) ? a = c, c : (a = c)");
}

#[test]
fn members_through_pointers_and_anonymous_members() {
    let mut b = builder();
    let (inner, inner_ty) = b.program.types.new_record(RecordKind::Union, None);
    let x = field(&mut b, Some("x"), TypeId::INT);
    b.program.types.complete_record(inner, vec![x], RecordAttrs::default()).unwrap();
    let tag = b.program.names.intern("S");
    let (outer, outer_ty) = b.program.types.new_record(RecordKind::Struct, Some(tag));
    let to_outer = b.program.types.pointer(outer_ty.into());
    let next = field(&mut b, Some("next"), to_outer);
    let unnamed = field(&mut b, None, inner_ty);
    b.program.types.complete_record(outer, vec![next, unnamed], RecordAttrs::default()).unwrap();
    let p = local(&mut b, "p", to_outer);
    let (x, next) = (b.program.names.intern("x"), b.program.names.intern("next"));
    let whole = b.deref(p).unwrap();
    let next = b.member_named(whole, next).unwrap();
    let whole = b.deref(next).unwrap();
    let e = b.member_named(whole, x).unwrap();
    assert_eq!(expr(&b.program, e), "p->next->x");
}

#[test]
fn tags_and_constants_of_inner_scopes_are_made_unique() {
    let mut b = builder();
    let tag = b.program.names.intern("S");
    let a = b.program.names.intern("A");
    for i in 0..2 {
        let (id, record) = b.program.types.new_record(RecordKind::Struct, Some(tag));
        let (kind, enumeration) = b.program.types.new_enum(None);
        b.program.types.enums[kind].constants = vec![(a, i)];
        b.program.types.enums[kind].complete = true;
        let x = field(&mut b, Some("x"), enumeration);
        b.program.types.complete_record(id, vec![x], RecordAttrs::default()).unwrap();
        let name = b.program.names.intern(&format!("v{i}"));
        let var = b.program.vars.push(Var {
            name: Some(name),
            ty: record.into(),
            storage: Storage::Global,
            init: None,
            align: None,
            attrs: VarAttrs::default(),
            place: Place::NONE,
        });
        b.program.items.push(Item::Var(var));
    }
    let text = program(&b.program);
    let expected = "\
enum anonymous_1 {
    A,
};

struct S {
    enum anonymous_1 x;
};

struct S v0;

enum anonymous_2 {
    A_1 = 1,
};

struct S_1 {
    enum anonymous_2 x;
};

struct S_1 v1;
";
    assert_eq!(text, expected);
}
