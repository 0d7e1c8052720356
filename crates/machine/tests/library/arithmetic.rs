//! Wide and odd integers against a model; bit-fields; vectors.

use crate::{function, has, parse, prints, run};
use lydite_lang::{IntType, Program, TypeId};
use lydite_machine::{Called, Compiled, Instance, Kind, Limits, Value};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The operators, as C writes them.
const OPERATORS: &[&str] = &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "<=", "==", "!="];

/// One function per operator.
fn program_for(ty: &str) -> Program {
    let functions: String = OPERATORS
        .iter()
        .enumerate()
        .map(|(i, op)| {
            let result = if i < 10 { ty } else { "int" };
            let right = if matches!(*op, "<<" | ">>") { "int" } else { ty };
            format!("{result} f{i}({ty} a, {right} b) {{ return a {op} b; }}\n")
        })
        .collect();
    parse(&functions)
}

/// What C says of `a op b`: the mathematical result wrapped, or nothing if it is undefined.
fn model(op: &str, a: i128, b: i128, t: IntType) -> Option<i128> {
    let wrap = |v: i128| t.wrap(v);
    // Unsigned operands of 128 bits are their bit patterns.
    let full = t.bits == 128 && !t.signed;
    let exact = |v: Option<i128>| if t.signed { v.filter(|&v| t.fits(v)) } else { v };
    match op {
        "+" if t.signed => exact(a.checked_add(b)),
        "-" if t.signed => exact(a.checked_sub(b)),
        "*" if t.signed => exact(a.checked_mul(b)),
        "+" => Some(wrap(a.wrapping_add(b))),
        "-" => Some(wrap(a.wrapping_sub(b))),
        "*" => Some(wrap(a.wrapping_mul(b))),
        "/" | "%" if b == 0 => None,
        "/" if full => Some((a as u128 / b as u128) as i128),
        "%" if full => Some((a as u128 % b as u128) as i128),
        "/" => exact(a.checked_div(b)),
        // `MIN % -1` is undefined as `MIN / -1` is.
        "%" => exact(a.checked_div(b)).and(a.checked_rem(b)),
        "&" => Some(a & b),
        "|" => Some(a | b),
        "^" => Some(wrap(a ^ b)),
        "<<" | ">>" if b < 0 || b >= i128::from(t.bits) => None,
        "<<" if t.signed => {
            let fits = a >= 0 && (a == 0 || (a.leading_zeros() as i128 - (127 - i128::from(t.bits) + 1)) > b);
            fits.then(|| a << b)
        }
        "<<" => Some(wrap(a << b)),
        ">>" if full => Some((a as u128 >> b) as i128),
        ">>" => Some(a >> b),
        "<" if full => Some(((a as u128) < b as u128).into()),
        "<=" if full => Some((a as u128 <= b as u128).into()),
        "<" => Some((a < b).into()),
        "<=" => Some((a <= b).into()),
        "==" => Some((a == b).into()),
        _ => Some((a != b).into()),
    }
}

/// Numbers near the corners as often as others.
fn number() -> impl Strategy<Value = i128> {
    let shifted = (any::<i128>(), 0u32..128).prop_map(|(v, by)| v >> by);
    let corner = (0u32..128, -2i128..3).prop_map(|(bit, by)| (1i128 << bit).wrapping_add(by));
    let negative = (0u32..128, -2i128..3).prop_map(|(bit, by)| (-1i128 << bit).wrapping_add(by));
    prop_oneof![shifted, corner, negative, -3i128..200]
}

fn call(instance: &mut Instance<'_>, program: &Program, name: &str, args: &[Value]) -> Option<i128> {
    match instance.call(function(program, name), args) {
        Called::Returned(value) => value.as_int(&program.types),
        Called::Ended(_) => None,
    }
}

fn agrees_with_the_model(ty: &str, cases: u32) {
    let program = program_for(ty);
    let compiled = Compiled::new(&program).expect("supported");
    let mut runner = TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let first = &program.funcs[function(&program, "f0")];
    let id = program.vars[first.params[0]].ty.ty;
    let t = program.types.int_type(id).expect("an integer");
    let instance = std::cell::RefCell::new(compiled.instance(&Limits::default()).expect("it starts"));
    let outcome = runner.run(&(number(), number(), 0..OPERATORS.len()), |(a, b, i)| {
        let op = OPERATORS[i];
        let (a, b) = (t.wrap(a), if matches!(op, "<<" | ">>") { b.rem_euclid(140) - 2 } else { t.wrap(b) });
        let right = if matches!(op, "<<" | ">>") { TypeId::INT } else { id };
        let args = [Value::int(&program.types, id, a), Value::int(&program.types, right, b)];
        let got = call(&mut instance.borrow_mut(), &program, &format!("f{i}"), &args);
        if got.is_none() {
            *instance.borrow_mut() = compiled.instance(&Limits::default()).expect("it starts");
        }
        prop_assert_eq!(got, model(op, a, b, t), "{} {} {} in {}", a, op, b, ty);
        Ok(())
    });
    outcome.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn integers_of_128_bits() {
    agrees_with_the_model("__int128", 3000);
    agrees_with_the_model("unsigned __int128", 3000);
}

#[test]
fn integers_of_any_width() {
    for ty in ["_BitInt(2)", "_BitInt(7)", "_BitInt(33)", "_BitInt(64)", "_BitInt(65)", "_BitInt(127)", "_BitInt(128)"]
    {
        agrees_with_the_model(ty, 500);
        agrees_with_the_model(&format!("unsigned {ty}"), 500);
    }
    agrees_with_the_model("unsigned _BitInt(1)", 200);
}

#[test]
fn common_integers() {
    for ty in ["int", "unsigned", "long", "unsigned long"] {
        agrees_with_the_model(ty, 2000);
    }
}

#[test]
fn conversions_between_wide_integers_and_floats() {
    let program = parse(
        "double d(__int128 x) { return x; } double ud(unsigned __int128 x) { return x; }
         float f(__int128 x) { return x; } float uf(unsigned __int128 x) { return x; }
         __int128 i(double x) { return x; }",
    );
    let compiled = Compiled::new(&program).expect("supported");
    let types = &program.types;
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() });
    let instance = std::cell::RefCell::new(compiled.instance(&Limits::default()).expect("it starts"));
    let call = |name: &str, value: Value| match instance.borrow_mut().call(function(&program, name), &[value]) {
        Called::Returned(value) => value,
        Called::Ended(verdict) => panic!("{verdict:?}"),
    };
    let outcome = runner.run(&number(), |v| {
        let signed = Value::int(types, TypeId::INT128, v);
        let unsigned = Value::int(types, TypeId::UINT128, v);
        prop_assert_eq!(call("d", signed).as_f64(), v as f64);
        prop_assert_eq!(call("ud", unsigned).as_f64(), v as u128 as f64);
        prop_assert_eq!(call("f", signed).as_f32(), v as f32);
        prop_assert_eq!(call("uf", unsigned).as_f32(), v as u128 as f32);
        let back = v as f64;
        if back.abs() < 1e38 {
            prop_assert_eq!(call("i", Value::double(back)).as_int(types), Some(back as i128));
        }
        Ok(())
    });
    outcome.unwrap_or_else(|e| panic!("{e}"));
    has("int main(void) { double d = 1.8e38; __int128 i = d; return i > 0; }", Kind::FloatToInteger);
}

#[test]
fn bit_fields_through_unions() {
    prints(
        "union u { struct { unsigned a : 4, b : 12, c : 16; } s; unsigned u; unsigned char c[4]; };
         int main(void) {
             union u x, *p = &x;
             x.u = 0x12345678;
             printf(\"%x %x %x %x \", x.s.a, x.s.b, x.s.c, x.c[1]);
             x.s.b = 0xfff;
             p->s.a = 9;
             x.c[3] = 0xee;
             printf(\"%x %x\\n\", p->u, x.s.c);
         }",
        "8 567 1234 56 ee34fff9 ee34\n",
    );
    prints(
        "struct b { int a : 5; unsigned b : 7; long long c : 40; _Bool f : 1; short g : 9; };
         int main(void) {
             struct b b = {15, 127, (1LL << 39) - 1, 0, -256};
             int r = b.a++ + 0 * (b.b++, 0);
             printf(\"%d %d %u \", r, b.a, b.b);
             b.c++; b.f += 5; b.g--; b.b -= 1;
             printf(\"%lld %d %d %u \", (long long)b.c, b.f, b.g, b.b);
             printf(\"%d\\n\", (b.b = 300) + 1);
         }",
        "15 -16 0 -549755813888 1 255 127 45\n",
    );
}

#[test]
fn vectors() {
    prints(
        "typedef int v4 __attribute__((vector_size(16))); typedef unsigned char b16 __attribute__((vector_size(16)));
         typedef float f4 __attribute__((vector_size(16)));
         static v4 twice(v4 x) { return x * 2; }
         int main(void) {
             v4 a = {1, 2, 3, 4}, b = {4, 3, 2, 1};
             v4 c = twice(a + b * 2 - (v4){1, 1, 1, 1}), m = a > b;
             c[2] = 77;
             f4 f = (f4){1.5f, 2, 3, 4} * 2;
             b16 x = {1, 2, 3};
             x += 255;
             a <<= 1; a = ~a;
             printf(\"%d %d %d %d %g %d %d %d\\n\", c[0], c[2], m[0], m[3], f[0], x[0], x[15], a[3]);
         }",
        "16 77 0 -1 3 0 255 -9\n",
    );
    has(
        "typedef int v4 __attribute__((vector_size(16))); int main(void) { v4 a = {1}; int i = 4; return a[i]; }",
        Kind::ArrayIndex,
    );
    let outcome = run(
        "typedef short v8 __attribute__((vector_size(16))); int main(void) { v8 a = {1, 32767}; a += 1; return a[0]; }",
    );
    let detail = outcome.verdict.report().map(|r| r.detail.as_str());
    assert_eq!(detail, Some("32767 + 1 in 'short'"));
}

/// However many stores there are, each is held against its own field.
#[test]
fn floats_stored_to_many_fields() {
    let stores = "s.wide = d;\n".repeat(70_000);
    let text = format!(
        "struct {{ int wide : 20; int narrow : 4; }} s;
         int main(void) {{ double d = 9;\n{stores} s.narrow = d; return 0; }}"
    );
    let outcome = lydite_machine::run(&parse(&text), &Limits::default());
    let kind = outcome.verdict.report().map(|report| report.kind);
    assert_eq!(kind, Some(Kind::FloatToInteger));
}
