//! Compile once, call one function many times.

use crate::{function, parse};
use lydite_lang::{Program, TypeId};
use lydite_machine::{Called, Compiled, Kind, Limits, Value, Verdict};

fn compiled(program: &Program) -> Compiled<'_> {
    Compiled::new(program).expect("supported")
}

#[track_caller]
fn returned(called: Called) -> Value {
    match called {
        Called::Returned(value) => value,
        Called::Ended(verdict) => panic!("{verdict:?}"),
    }
}

#[track_caller]
fn kind(called: &Called) -> Option<Kind> {
    match called {
        Called::Ended(verdict) => verdict.report().map(|r| r.kind),
        Called::Returned(value) => panic!("{value:?}"),
    }
}

#[test]
fn state_is_kept_from_call_to_call() {
    let program = parse(
        "static int total = 5; int add(int x) { static int calls; calls++; total += x; return total * 10 + calls % 10; }",
    );
    let compiled = compiled(&program);
    let mut instance = compiled.instance(&Limits::default()).expect("it starts");
    let add = function(&program, "add");
    let mut total = 5;
    for i in 1..=5000 {
        total += i % 3;
        let value = returned(instance.call(add, &[Value::of_int(i % 3)]));
        assert_eq!(value, Value::of_int(total * 10 + i % 10));
    }
    let mut fresh = compiled.instance(&Limits::default()).expect("it starts");
    assert_eq!(returned(fresh.call(add, &[Value::of_int(0)])), Value::of_int(51));
}

#[test]
fn each_call_has_the_whole_budget_and_the_same_steps() {
    let program = parse("int f(int n) { int t = 0; for (int i = 0; i < n; i++) t += i & 3; return t; }");
    let compiled = compiled(&program);
    let mut instance = compiled.instance(&Limits { steps: 2000, ..Limits::default() }).expect("it starts");
    let f = function(&program, "f");
    returned(instance.call(f, &[Value::of_int(50)]));
    let steps = instance.steps();
    for _ in 0..100 {
        returned(instance.call(f, &[Value::of_int(50)]));
        assert_eq!(instance.steps(), steps);
    }
    assert_eq!(kind(&instance.call(f, &[Value::of_int(100_000)])), Some(Kind::OutOfSteps));
    assert_eq!(instance.limits().steps, 2000);
}

#[test]
fn locals_of_thousands_of_calls_do_not_add_up() {
    let program = parse(
        "struct s { int a[64]; }; static struct s g(int n) { struct s s = {{n}}; return s; }
         int f(int n) { int a[100]; int v[n + 1]; a[0] = v[n] = n; return a[0] + v[n] + g(n).a[0]; }",
    );
    let compiled = compiled(&program);
    let mut instance = compiled.instance(&Limits { memory: 1 << 20, ..Limits::default() }).expect("it starts");
    let f = function(&program, "f");
    for i in 0..5000 {
        assert_eq!(returned(instance.call(f, &[Value::of_int(i % 50)])), Value::of_int(i % 50 * 3));
    }
}

#[test]
fn faults_are_reported_with_their_stack() {
    let program = parse("static int g(int x) { return 100 / x; }\nint f(int x) { return g(x) + 1; }");
    let compiled = compiled(&program);
    let f = function(&program, "f");
    let mut instance = compiled.instance(&Limits::default()).expect("it starts");
    assert_eq!(returned(instance.call(f, &[Value::of_int(7)])), Value::of_int(15));
    let called = instance.call(f, &[Value::of_int(0)]);
    let Called::Ended(Verdict::Undefined(report)) = called else { panic!("{called:?}") };
    assert_eq!(report.kind, Kind::DivideByZero);
    let names: Vec<_> = report.stack.iter().map(|f| f.function.as_str()).collect();
    assert_eq!(names, ["g", "f"]);
    let mut fresh = compiled.instance(&Limits::default()).expect("it starts");
    assert_eq!(returned(fresh.call(f, &[Value::of_int(50)])), Value::of_int(3));
}

#[test]
fn wide_and_floating_arguments() {
    let program = parse(
        "__int128 mix(int a, __int128 w, double d, float f, unsigned char c) { return w * a + (__int128)d + (int)f + c; }
         double half(float f) { return f / 2; }
         float single(double d) { return d; }
         unsigned __int128 top(unsigned __int128 x) { return x >> 1; }
         _Bool flip(_Bool b) { return !b; }
         int *same(int *p) { return p; }
         void nothing(void) { }",
    );
    let compiled = compiled(&program);
    let mut instance = compiled.instance(&Limits::default()).expect("it starts");
    let types = &program.types;
    let mut call = |name: &str, args: &[Value]| returned(instance.call(function(&program, name), args));
    let int128 = |v: i128| Value::int(types, TypeId::INT128, v);
    let wide = i128::from(i64::MAX) * 4;
    let mixed = call(
        "mix",
        &[
            Value::of_int(-3),
            int128(wide),
            Value::double(2.5),
            Value::float(-1.5),
            Value::int(types, TypeId::UCHAR, 200),
        ],
    );
    assert_eq!(mixed.as_int(types), Some(wide * -3 + 2 - 1 + 200));
    assert_eq!(call("half", &[Value::float(0.5)]), Value::double(0.25));
    assert_eq!(call("single", &[Value::double(1e-3)]), Value::float(1e-3));
    let top = call("top", &[Value::int(types, TypeId::UINT128, -1)]);
    assert_eq!((top.lo, top.hi), (u64::MAX, u64::MAX >> 1));
    assert_eq!(call("flip", &[Value::int(types, TypeId::BOOL, 0)]).lo, 1);
    assert_eq!(call("nothing", &[]), Value::VOID);
}

#[test]
fn calls_that_do_not_fit_are_refused() {
    let program = parse(
        "int f(int x) { return x; } int v(int x, ...) { return x; } struct s { int a[9]; } r(void) { struct s s = {{1}}; return s; }
         int elsewhere(int); int m(int x) { if (x) return 1; }",
    );
    let compiled = compiled(&program);
    let mut instance = compiled.instance(&Limits::default()).expect("it starts");
    let one = Value::of_int(1);
    for (name, args) in [
        ("f", &[][..]),
        ("f", &[one, one]),
        ("f", &[Value::double(1.0)]),
        ("v", &[one]),
        ("r", &[]),
        ("elsewhere", &[one]),
    ] {
        assert_eq!(kind(&instance.call(function(&program, name), args)), Some(Kind::WrongCall), "{name}");
    }
    let m = function(&program, "m");
    assert_eq!(returned(instance.call(m, &[one])), one);
    assert_eq!(kind(&instance.call(m, &[Value::of_int(0)])), Some(Kind::MissingReturn));
}

#[test]
fn output_and_exits_of_calls() {
    let program = parse("void say(int x) { printf(\"%d\\n\", x); } void leave(int x) { exit(x); }");
    let compiled = compiled(&program);
    let mut instance = compiled.instance(&Limits::default()).expect("it starts");
    let say = function(&program, "say");
    for i in 0..3 {
        returned(instance.call(say, &[Value::of_int(i)]));
    }
    assert_eq!(instance.take_output(), b"0\n1\n2\n");
    returned(instance.call(say, &[Value::of_int(9)]));
    assert_eq!(instance.take_output(), b"9\n");
    let left = instance.call(function(&program, "leave"), &[Value::of_int(3)]);
    assert_eq!(left, Called::Ended(Verdict::Exit(3)));
}
