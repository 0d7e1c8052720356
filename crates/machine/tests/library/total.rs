//! Total mode against the C that a generator would print for each plan.

use crate::parse;
use lydite_lang::{BinOp, CastKind, ExprId, ExprKind, Program, UnOp};
use lydite_machine::{Limits, Mark, Outcome, Plan, Plans, Verdict, run, run_total};

/// The plan for every operator that may be undefined; where it is defined no plan makes a difference.
fn plan_all(program: &Program, plan: Plan) -> Plans {
    plan_where(program, plan, |kind| match kind {
        ExprKind::Binary(..) | ExprKind::CompoundAssign { .. } | ExprKind::IncDec(..) => true,
        ExprKind::Unary(op, _) => *op == UnOp::Neg,
        ExprKind::Cast(kind, ..) => *kind == CastKind::FloatToInt,
        ExprKind::Builtin(..) | ExprKind::Call(..) => true,
        _ => false,
    })
}

fn plan_where(program: &Program, plan: Plan, wanted: impl Fn(&ExprKind) -> bool) -> Plans {
    let mut plans = Plans::new();
    for (id, _) in program.exprs.iter().filter(|(_, e)| wanted(&e.kind)) {
        plans.set(id, plan);
    }
    plans
}

fn total(program: &Program, plans: &Plans) -> (Outcome, Vec<Mark>) {
    run_total(program, &Limits::default(), plans)
}

#[track_caller]
fn text(outcome: &Outcome, source: &str) -> String {
    assert_eq!(outcome.verdict, Verdict::Exit(0), "{source}");
    String::from_utf8(outcome.stdout.clone()).expect("text")
}

/// An integer type under test.
struct Type {
    name: &'static str,
    unsigned: &'static str,
    bits: u32,
    signed: bool,
}

const fn ty(name: &'static str, unsigned: &'static str, bits: u32, signed: bool) -> Type {
    Type { name, unsigned, bits, signed }
}

const TYPES: &[Type] = &[
    ty("_BitInt(4)", "unsigned _BitInt(4)", 4, true),
    ty("unsigned _BitInt(4)", "unsigned _BitInt(4)", 4, false),
    ty("_BitInt(7)", "unsigned _BitInt(7)", 7, true),
    ty("_BitInt(8)", "unsigned _BitInt(8)", 8, true),
    ty("int", "unsigned", 32, true),
    ty("unsigned", "unsigned", 32, false),
    ty("long", "unsigned long", 64, true),
    ty("unsigned long", "unsigned long", 64, false),
    ty("_BitInt(100)", "unsigned _BitInt(100)", 100, true),
    ty("__int128", "unsigned __int128", 128, true),
    ty("unsigned __int128", "unsigned __int128", 128, false),
];

impl Type {
    /// All values of narrow types, the corners of others.
    fn values(&self) -> Vec<i128> {
        if self.bits <= 4 {
            return (0..16).collect();
        }
        let mut values: Vec<i128> = (-3..4).collect();
        for bit in [self.bits / 2, self.bits - 2, self.bits - 1] {
            values.extend([-1, 0, 1].map(|by| (1i128 << bit).wrapping_add(by)));
            values.push((1i128 << bit).wrapping_neg());
        }
        values
    }

    fn array(&self, name: &str, values: &[i128]) -> String {
        let items: Vec<String> = values.iter().map(|&v| self.literal(v)).collect();
        format!("static {} {name}[{}] = {{{}}};\n", self.name, values.len(), items.join(", "))
    }

    fn literal(&self, v: i128) -> String {
        let (high, low) = ((v >> 64) as u64, v as u64);
        format!("({})((unsigned __int128){high}ull << 64 | {low}ull)", self.name)
    }

    /// Definitions the printed forms use.
    fn prelude(&self, count: &str) -> String {
        let Type { name, unsigned, bits, signed } = self;
        let (max, min) = if *signed { ("((T)((U)-1 >> 1))", "(-MAX - 1)") } else { ("((T)-1)", "0") };
        let overflow = |op: &str, check: &str| format!("static int {op}(T a, T b) {{ return {check}; }}\n");
        let checks = match signed {
            true => [
                overflow("add_over", "b > 0 ? a > MAX - b : a < MIN - b"),
                overflow("sub_over", "b > 0 ? a < MIN + b : a > MAX + b"),
                overflow(
                    "mul_over",
                    "a == 0 || b == 0 ? 0 : a > 0 ? (b > 0 ? a > MAX / b : b < MIN / a) : (b > 0 ? a < MIN / b : a < MAX / b)",
                ),
                overflow("div_over", "b == 0 || a == MIN && b == -1"),
            ],
            false => [
                overflow("add_over", "0"),
                overflow("sub_over", "0"),
                overflow("mul_over", "0"),
                overflow("div_over", "b == 0"),
            ],
        }
        .concat()
        .replace("MIN", min)
        .replace("MAX", max);
        format!(
            "typedef {name} T; typedef {unsigned} U; typedef {count} C;\n{checks}
             static int count_over(C b) {{ return b < 0 || b >= {bits}; }}
             static int shl_over(T a, C b) {{ return count_over(b) || {signed} && (a < 0 || a > {max} >> b); }}
             static int counts(T a) {{ int n = {bits}; if ({signed}) for (; a > 0; a /= 2) n--; return n; }}\n",
            signed = u8::from(*signed),
        )
    }
}

/// An operator under test: how C writes it, when it is undefined, and what it then is under each plan.
struct Row {
    op: &'static str,
    undefined: &'static str,
    wrap: &'static str,
    one: &'static str,
    rewrite: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        op: "a + b",
        undefined: "add_over(a, b)",
        wrap: "(T)((U)a + (U)b)",
        one: "(T)((U)a + (U)b)",
        rewrite: "a - b",
    },
    Row {
        op: "a - b",
        undefined: "sub_over(a, b)",
        wrap: "(T)((U)a - (U)b)",
        one: "(T)((U)a - (U)b)",
        rewrite: "a + b",
    },
    Row {
        op: "a * b",
        undefined: "mul_over(a, b)",
        wrap: "(T)((U)a * (U)b)",
        one: "(T)((U)a * (U)b)",
        rewrite: "(div_over(a, b) ? a - b : a / b)",
    },
    Row {
        op: "a / b",
        undefined: "div_over(a, b)",
        wrap: "a",
        one: "(b ? a : a / 1)",
        rewrite: "(b == 0 ? a * b : a - b)",
    },
    Row {
        op: "a % b",
        undefined: "div_over(a, b)",
        wrap: "a",
        one: "(b ? 0 : a % 1)",
        rewrite: "(b == 0 ? a * b : a - b)",
    },
    Row {
        op: "a << c",
        undefined: "shl_over(a, c)",
        wrap: "(T)((U)a << (UC)c % BITS)",
        one: "(T)((U)a << (UC)c % BITS)",
        rewrite: "(!count_over(c) || c == CMIN || SIGNED && a < 0 ? a : a << SALT % counts(a))",
    },
    Row {
        op: "a >> c",
        undefined: "count_over(c)",
        wrap: "a >> (UC)c % BITS",
        one: "a >> (UC)c % BITS",
        rewrite: "(c == CMIN ? a : a >> SALT % BITS)",
    },
];

const SALT: u16 = 29;
const PLANS: &[Plan] = &[Plan::Wrap, Plan::Keep, Plan::Mask, Plan::One, Plan::Rewrite { salt: SALT }];

impl Row {
    fn meaning(&self, plan: Plan, t: &Type, unsigned_count: &str, least_count: &str) -> String {
        let repaired = match plan {
            Plan::Keep => "a",
            Plan::One => self.one,
            Plan::Rewrite { .. } => self.rewrite,
            _ => self.wrap,
        };
        format!("{} ? ({repaired}) : ({})", self.undefined, self.op)
            .replace("(UC)", &format!("({unsigned_count})"))
            .replace("BITS", &t.bits.to_string())
            .replace("SIGNED", if t.signed { "1" } else { "0" })
            .replace("SALT", &SALT.to_string())
            .replace("CMIN", least_count)
    }
}

/// A program that prints `f` for all pairs of values.
fn over_all_pairs(t: &Type, count: &str, body: &str) -> String {
    let values = t.values();
    let mut counts: Vec<i64> = (-5..5).collect();
    counts.extend([15, 16, 31, 32, 63, 64, 99, 100, 127, 128, 1000, i32::MAX.into(), i32::MIN.into()]);
    let counts: Vec<String> = counts.iter().map(|c| format!("({count}){c}")).collect();
    format!(
        "{prelude}{values}static {count} counts_of[{n}] = {{{list}}};
         T f(T a, T b, C c) {{ {body} }}
         void show(T r) {{
             unsigned __int128 u = (unsigned __int128)r;
             printf(\"%llx.%llx \", (unsigned long long)(u >> 64), (unsigned long long)u);
         }}
         int main(void) {{
             for (int i = 0; i < {m}; i++) for (int j = 0; j < {m}; j++) show(f(A[i], A[j], 1));
             for (int i = 0; i < {m}; i++) for (int j = 0; j < {n}; j++) show(f(A[i], 1, counts_of[j]));
             return 0;
         }}\n",
        prelude = t.prelude(count),
        values = t.array("A", &values),
        n = counts.len(),
        m = values.len(),
        list = counts.join(", "),
    )
}

fn agrees(t: &Type, count: &str, plan: Plan, operator: &str, printed: &str) {
    let source = over_all_pairs(t, count, operator);
    let program = parse(&source);
    let (outcome, marks) = total(&program, &plan_all(&program, plan));
    let repaired = over_all_pairs(t, count, printed);
    let expected = run(&parse(&repaired), &Limits::default());
    assert_eq!(text(&outcome, &source), text(&expected, &repaired), "{plan:?}: {operator}\n{printed}\nin {}", t.name);
    // Marked if and only if the plain program is undefined.
    let plain = run(&program, &Limits::default()).verdict;
    assert_eq!(marks.is_empty(), plain == Verdict::Exit(0), "{plan:?}: {operator} in {}", t.name);
    if let Some(report) = plain.report() {
        assert_eq!(report.expr, Some(marks[0].expr), "{plain:?}");
    }
    assert!(marks.len() <= 1, "one site, one mark: {marks:?}");
}

#[test]
fn binary_operators_mean_what_is_printed_for_them() {
    for t in TYPES {
        for row in ROWS {
            for &plan in PLANS {
                let operator = format!("return {};", row.op);
                let printed = format!("return {};", row.meaning(plan, t, "unsigned", "-2147483647 - 1"));
                agrees(t, "int", plan, &operator, &printed);
            }
        }
    }
}

#[test]
fn a_pair_is_marked_exactly_if_it_is_undefined() {
    let t = &TYPES[0];
    for row in ROWS {
        for a in -8..8 {
            for b in -8..8 {
                let source = format!(
                    "int main(void) {{ _BitInt(4) a = {}, b = {}; int c = {b}; (void)({}); return 0; }}",
                    t.literal(a),
                    t.literal(b),
                    row.op,
                );
                let program = parse(&source);
                let plain = run(&program, &Limits::default()).verdict;
                let (_, marks) = total(&program, &plan_all(&program, Plan::Wrap));
                match marks[..] {
                    [] => assert_eq!(plain, Verdict::Exit(0), "{source}"),
                    [mark] => {
                        assert!(matches!(plain, Verdict::Undefined(_)), "{source}");
                        assert_eq!((mark.a, mark.b), (a, b), "{source}");
                    }
                    _ => panic!("{marks:?}: {source}"),
                }
            }
        }
    }
}

#[test]
fn compound_assignments_mean_what_is_printed_for_them() {
    for t in TYPES {
        for row in ROWS {
            for &plan in PLANS {
                let compound = row.op.replacen(' ', "", 1).replacen(' ', "= ", 1);
                let operator = format!("{compound}; return a;");
                let printed = format!("return {};", row.meaning(plan, t, "unsigned", "-2147483647 - 1"));
                agrees(t, "int", plan, &operator, &printed);
            }
        }
    }
}

#[test]
fn the_type_of_a_count_matters() {
    for t in TYPES.iter().filter(|t| t.bits != 7) {
        for row in ROWS.iter().filter(|r| r.op.contains("c")) {
            for &plan in PLANS {
                let operator = format!("return {};", row.op);
                // No value of an unsigned type is its least but zero, which is no wrong count.
                agrees(
                    t,
                    "unsigned long",
                    plan,
                    &operator,
                    &format!("return {};", row.meaning(plan, t, "unsigned long", "0")),
                );
                let printed = row.meaning(plan, t, "unsigned __int128", "(__int128)((unsigned __int128)1 << 127)");
                agrees(t, "__int128", plan, &operator, &format!("return {printed};"));
            }
        }
    }
}

#[test]
fn negation_and_steps_mean_what_is_printed_for_them() {
    for t in TYPES {
        let (neg, up, down) = match t.signed {
            true => ("sub_over(0, a)", "add_over(a, 1)", "sub_over(a, 1)"),
            false => ("0", "0", "0"),
        };
        for &plan in PLANS {
            let (minus, plus, less) = match plan {
                Plan::Keep => ("a", "a", "a"),
                Plan::Rewrite { .. } => ("a", "a - 1", "a + 1"),
                _ => ("(T)(0 - (U)a)", "(T)((U)a + 1)", "(T)((U)a - 1)"),
            };
            agrees(t, "int", plan, "return -a;", &format!("return {neg} ? {minus} : -a;"));
            let stepped = format!("return {up} ? {plus} : a + 1;");
            agrees(t, "int", plan, "return ++a;", &stepped);
            agrees(t, "int", plan, "a++; return a;", &stepped);
            agrees(t, "int", plan, "static T x; x = a; x++; return x;", &stepped);
            agrees(t, "int", plan, "T r = a++; return r;", "return a;");
            let stepped = format!("return {down} ? {less} : a - 1;");
            agrees(t, "int", plan, "return --a;", &stepped);
            agrees(t, "int", plan, "T *p = &a; (*p)--; return a;", &stepped);
        }
    }
}

#[test]
fn constants_in_instructions_are_operands_too() {
    for t in TYPES.iter().filter(|t| t.signed && t.bits >= 32) {
        for &plan in PLANS {
            for (op, other, check) in [("+", "-", "add_over"), ("-", "+", "sub_over")] {
                for constant in ["5", "-3", "2147483647"] {
                    let repaired = match plan {
                        Plan::Keep => "a".to_owned(),
                        Plan::Rewrite { .. } => format!("a {other} ({constant})"),
                        _ => format!("(T)((U)a {op} (U)({constant}))"),
                    };
                    let printed = format!("return {check}(a, {constant}) ? {repaired} : a {op} ({constant});");
                    agrees(t, "int", plan, &format!("return a {op} ({constant});"), &printed);
                    agrees(t, "int", plan, &format!("a {op}= ({constant}); return a;"), &printed);
                }
            }
        }
    }
}

#[test]
fn narrow_objects_compute_in_int() {
    let source = "signed char c = -128; short s = 32767; struct { int f : 5; } b = { 15 };
        int main(void) { c <<= 33; s++; b.f += 1; c -= 1; printf(\"%d %d %d\", c, s, b.f); return 0; }";
    let program = parse(source);
    let (outcome, marks) = total(&program, &plan_all(&program, Plan::Wrap));
    // (signed char)(int)((unsigned)-128 << 1) is 0; the others fit in int and are converted back.
    assert_eq!(text(&outcome, source), "-1 -32768 -16");
    assert_eq!(marks.len(), 1, "only the shift is undefined: {marks:?}");
    assert_eq!((marks[0].a, marks[0].b), (-128, 33));
}

#[test]
fn sites_are_marked_once_and_in_order() {
    let source = "int main(void) { int x = 2147483647, y = 0;
        for (int i = 0; i < 3; i++) { y = 7 / i; x = x + i; } return y; }";
    let program = parse(source);
    let (_, marks) = total(&program, &plan_all(&program, Plan::Wrap));
    let ops: Vec<_> = marks
        .iter()
        .map(|m| match program.exprs[m.expr].kind {
            ExprKind::Binary(op, ..) => (op, m.a, m.b),
            _ => panic!("{m:?}"),
        })
        .collect();
    assert_eq!(ops, [(BinOp::Div, 7, 0), (BinOp::Add, 2147483647, 1)]);
}

#[test]
fn constant_expressions_are_repaired_when_they_run() {
    let source = "int g(int x) { return x; }
        int main(void) {
            int a[2] = { 2147483647 + 1, 1 / 0 };
            int t = g(1) + (1 << 31);
            if (a[0] == -2147483647 - 1 && 5 % 0 == 5) printf(\"%d %d\", a[1], t);
            return 0;
        }";
    let program = parse(source);
    let (outcome, marks) = total(&program, &plan_all(&program, Plan::Wrap));
    assert_eq!(text(&outcome, source), "1 -2147483647");
    assert_eq!(marks.len(), 4);
}

#[test]
fn plans_that_are_not_needed_change_nothing() {
    let source = "int a[9]; int main(void) { unsigned h = 1; for (int i = 0; i < 900; i++) {
            a[i % 9] += i * 3 - (i << 2); h = h * 31u + (unsigned)a[i / 100]; if (i % 7 == 3 && !(i & 8)) h ^= -i; }
        printf(\"%u\", h); return 0; }";
    let program = parse(source);
    let plain = run(&program, &Limits::default());
    for &plan in PLANS {
        let (outcome, marks) = total(&program, &plan_all(&program, plan));
        assert_eq!(outcome, plain, "the same steps, too");
        assert_eq!(marks, []);
    }
}

#[test]
fn floats_out_of_range_become_zero() {
    for ty in ["int", "unsigned char", "unsigned", "long", "unsigned long", "_BitInt(9)", "__int128", "_Bool"] {
        for value in ["1e300", "-1e300", "nan()", "-5.0", "3.9"] {
            let body = |cast: &str| {
                format!(
                    "double nan(void) {{ double z = 0; return z / z; }}
                     int main(void) {{ double d = {value}; {ty} r = {cast}; printf(\"%lld\", (long long)r); return 0; }}"
                )
            };
            let source = body(&format!("({ty})d"));
            let program = parse(&source);
            let (outcome, marks) = total(&program, &plan_all(&program, Plan::Zero));
            let plain = run(&program, &Limits::default());
            assert_eq!(marks.is_empty(), plain.verdict == Verdict::Exit(0), "{source}");
            let expected = if marks.is_empty() { text(&plain, &source) } else { "0".to_owned() };
            assert_eq!(text(&outcome, &source), expected, "{source}");
        }
    }
}

#[test]
fn builtins_of_zero_and_absolute_values() {
    for (call, expected) in [
        ("__builtin_clz(zero)", "32"),
        ("__builtin_ctz(zero)", "32"),
        ("__builtin_clzl(zero)", "64"),
        ("__builtin_ctzll(zero)", "64"),
        ("abs(-2147483647 - 1 - zero)", "-2147483648"),
        ("llabs(-9223372036854775807ll - 1 + zero)", "-9223372036854775808"),
    ] {
        let source = format!(
            "int abs(int); long long llabs(long long);
             int main(void) {{ int zero = 0; printf(\"%lld\", (long long){call}); return 0; }}"
        );
        let program = parse(&source);
        assert!(matches!(run(&program, &Limits::default()).verdict, Verdict::Undefined(_)), "{source}");
        let (outcome, marks) = total(&program, &plan_all(&program, Plan::Zero));
        assert_eq!(text(&outcome, &source), expected, "{source}");
        assert_eq!(marks.len(), 1);
    }
}

#[test]
fn unreachable_and_assume_are_dropped() {
    let source = "int main(void) { int x = 3;
        if (x == 3) __builtin_unreachable(); __builtin_assume(x == 4); __builtin_assume(x == 3);
        if (x == 5) __builtin_unreachable(); printf(\"%d\", x); return 0; }";
    let program = parse(source);
    let (outcome, marks) = total(&program, &plan_all(&program, Plan::Drop));
    assert_eq!(text(&outcome, source), "3");
    let order: Vec<ExprId> = marks.iter().map(|m| m.expr).collect();
    let mut sorted = order.clone();
    sorted.sort();
    assert_eq!((order.len(), &order), (2, &sorted), "in source order: {marks:?}");
}

#[test]
fn code_behind_a_dropped_unreachable_is_still_checked() {
    let source = "int main(int c, char **v) { int x; if (c == 1) __builtin_unreachable(); else x = 1; return x; }";
    let program = parse(source);
    let (outcome, _) = total(&program, &plan_all(&program, Plan::Drop));
    assert!(matches!(outcome.verdict, Verdict::Undefined(_)), "'x' has no value: {:?}", outcome.verdict);
}

/// The last operand of every subscript.
fn indices(program: &Program) -> Vec<ExprId> {
    let index = |kind: &ExprKind| match kind {
        ExprKind::Index(_, i) => Some(*i),
        _ => None,
    };
    program.exprs.iter().filter_map(|(_, e)| index(&e.kind)).collect()
}

#[test]
fn indices_are_brought_inside() {
    for ty in ["int", "signed char", "unsigned char", "long", "unsigned long", "short"] {
        for len in [1u32, 3, 8, 300] {
            for value in [-300i64, -129, -2, -1, 0, 1, 2, 7, 8, 127, 128, 255, 299, 300, i64::MAX, i64::MIN] {
                let source = |index: &str| {
                    format!(
                        "int a[{len}]; int main(void) {{ for (int k = 0; k < {len}; k++) *(a + k) = k;
                         {ty} i = ({ty}){value}{suffix}; printf(\"%d\", a[{index}]); return 0; }}",
                        suffix = if value == i64::MIN { "ull" } else { "ll" },
                    )
                    .replace(&i64::MIN.to_string(), "9223372036854775808")
                };
                let free = source("i");
                let program = parse(&free);
                let mut plans = Plans::new();
                indices(&program).into_iter().for_each(|i| plans.set(i, Plan::Index { len }));
                let (outcome, marks) = total(&program, &plans);
                let printed = source(&format!("(unsigned long long)i % {len}"));
                let inside = run(&program, &Limits::default()).verdict == Verdict::Exit(0);
                let expected = if inside { &free } else { &printed };
                let expected = text(&run(&parse(expected), &Limits::default()), expected);
                assert_eq!(text(&outcome, &free), expected, "{free}");
                assert_eq!(marks.is_empty(), inside, "{free}");
            }
        }
    }
}

#[test]
fn an_index_leaves_its_variable_alone() {
    let source = "int a[4] = { 5, 6, 7, 8 };
        int main(void) { int i = 6; int x = a[i]; a[i] = 1; a[-1] += 2; printf(\"%d %d %d %d\", i, x, a[2], a[3]); return 0; }";
    let program = parse(source);
    let mut plans = Plans::new();
    indices(&program).into_iter().for_each(|i| plans.set(i, Plan::Index { len: 4 }));
    let (outcome, marks) = total(&program, &plans);
    assert_eq!(text(&outcome, source), "6 7 1 10");
    assert_eq!(marks.iter().map(|m| (m.a, m.b)).collect::<Vec<_>>(), [(6, 4), (6, 4), (-1, 4)]);
}

/// How many sites are marked if everything of a kind is watched.
fn watched(source: &str, wanted: impl Fn(&ExprKind) -> bool) -> usize {
    let program = parse(source);
    let plans = plan_where(&program, Plan::Watch, wanted);
    assert!(!plans.is_empty(), "{source}");
    let (outcome, marks) = total(&program, &plans);
    assert_eq!(outcome.verdict, run(&program, &Limits::default()).verdict, "watching changes nothing: {source}");
    marks.len()
}

#[test]
fn conditions_are_watched_wherever_they_stand() {
    let is_less = |kind: &ExprKind| matches!(kind, ExprKind::Binary(BinOp::Lt, ..));
    for (form, seen) in [
        ("if (x < y) r = 1;", 1),
        ("if (y < x) r = 1;", 0),
        ("if (x < y && r) r = 1;", 1),
        ("if (r == 0 && x < y) r = 1;", 1),
        ("if (r && x < y) r = 1;", 0),
        ("if (!(x < y)) r = 1;", 1),
        ("if (!(y < x)) r = 1;", 0),
        ("r = x < y ? 1 : 2;", 1),
        ("r = (x < y) || 1;", 1),
        ("while (x < y) r = 1;", 1),
        ("do r = 1; while (x < y);", 1),
        ("for (int i = 0; i < 2; i++) r = 1;", 1),
        ("x < y;", 1),
        ("r = (y < x) + (x < y);", 1),
        ("if (x < 3) r = 1;", 1),
        ("if (1 < 0) r = 1;", 1),
        ("int a[2] = { 1 < 0, 1 };", 1),
        ("r = r + (1 < 0);", 1),
        ("switch (x < y) { case 0: r = 1; }", 1),
    ] {
        let source = format!("int main(void) {{ int x = 5, y = 4, r = 0; {form} return 0; }}");
        assert_eq!(watched(&source, is_less), seen, "{source}");
    }
}

#[test]
fn pointers_and_other_scalars_are_watched() {
    let loads = |kind: &ExprKind| matches!(kind, ExprKind::Load(_));
    for (body, seen) in [
        ("int *p = 0; if (p) return 1;", 1),
        ("int v = 1, *p = &v; if (!p) return 1; return *p - 1;", 0),
        ("double d = 0.0; if (d) return 1;", 1),
        ("float d = -0.0f; return d != 0;", 1),
        ("double d = 0.5; if (!d) return 1;", 0),
        ("__int128 w = (__int128)1 << 70; if (!w) return 1;", 0),
        ("__int128 w = 0; if (w) return 1;", 1),
        ("char c[2] = { 0, 1 }; c[1] = c[0];", 1),
        ("int (*f)(void) = 0; if (f) return f();", 1),
    ] {
        let source = format!("int main(void) {{ {body} return 0; }}");
        assert!(watched(&source, loads) >= seen, "{source}");
        if seen == 0 {
            assert_eq!(watched(&source, loads), 0, "{source}");
        }
    }
    let calls = |kind: &ExprKind| matches!(kind, ExprKind::Call(..) | ExprKind::IncDec(..) | ExprKind::Assign(..));
    assert_eq!(watched("int f(void) { return 0; } int main(void) { f(); return 0; }", calls), 1);
    assert_eq!(watched("int main(void) { int x = 0; x++; return x - 1; }", calls), 1);
    assert_eq!(watched("int main(void) { char a = 1, b = 0; a = b; return 0; }", calls), 1);
}

#[test]
fn what_has_no_plan_still_ends_the_run() {
    let program = parse("int main(void) { int x = 2147483647; x = x + 1; return x / 0; }");
    let adds = |kind: &ExprKind| matches!(kind, ExprKind::Binary(BinOp::Add, ..));
    let (outcome, marks) = total(&program, &plan_where(&program, Plan::Wrap, adds));
    assert!(matches!(outcome.verdict, Verdict::Undefined(_)));
    assert_eq!(marks.len(), 1);
    let (outcome, marks) = total(&program, &Plans::new());
    assert!(matches!(outcome.verdict, Verdict::Undefined(_)) && marks.is_empty());
    // A plan of another kind is none.
    let (outcome, _) = total(&program, &plan_where(&program, Plan::Zero, adds));
    assert!(matches!(outcome.verdict, Verdict::Undefined(_)));
}

#[test]
fn negative_values_are_not_shifted_right_where_the_plan_says_so() {
    let source = "int s[5] = { -5, -2147483647 - 1, 7, -1, 8 };
        int main(void) {
            long w = -6;
            printf(\"%d %d %d %d %ld %d\", s[0] >> 1, s[1] >> 3, s[2] >> 1, s[3] >> 40, w >> 2, s[4] + (-9 >> 1));
            return 0;
        }";
    let program = parse(source);
    let (outcome, marks) = total(&program, &plan_all(&program, Plan::NonNegative { salt: 2 }));
    assert_eq!(text(&outcome, source), "1073741821 3 3 536870911 2305843009213693950 1073741827");
    assert_eq!(marks.len(), 5, "all but 7 >> 1: {marks:?}");
}
