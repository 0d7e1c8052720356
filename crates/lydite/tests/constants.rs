//! Random constant expressions have the value and the type that gcc and clang give them.

mod support;

use lydite_cfront::Options;
use lydite_lang::{BinOp, Expr, ExprKind, Init, Item, Program, TypeId, fold, print};
use proptest::prelude::*;
use std::process::Command;

/// Expressions in one file for the compilers, which take longer to start than to fold them.
const BATCH: usize = 60;

const LEAVES: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "31",
    "32",
    "63",
    "255",
    "-1",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "1u",
    "1l",
    "3ul",
    "-5ll",
    "9223372036854775807ll",
    "18446744073709551615ull",
    "0x80000000",
    "037777777777",
    "'a'",
    "'\\377'",
    "(char)200",
    "(short)-3",
    "(_Bool)2",
    "sizeof(int)",
    "sizeof(char[7])",
    "_Alignof(double)",
    "2.75",
    "-0.5f",
    "1e9",
];

const TYPES: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||"];

fn expression() -> impl Strategy<Value = String> {
    let leaf = proptest::sample::select(LEAVES).prop_map(str::to_owned);
    leaf.prop_recursive(5, 40, 3, |inner| {
        let unary = (proptest::sample::select(&["-", "~", "!", "+"][..]), inner.clone());
        let cast = (proptest::sample::select(TYPES), inner.clone());
        let binary = (inner.clone(), proptest::sample::select(OPERATORS), inner.clone());
        prop_oneof![
            2 => unary.prop_map(|(op, e)| format!("({op} {e})")),
            3 => cast.prop_map(|(ty, e)| format!("(({ty}){e})")),
            8 => binary.prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            1 => (inner.clone(), inner.clone(), inner).prop_map(|(c, a, b)| format!("({c} ? {a} : {b})")),
        ]
    })
}

/// Annex F gives such a division a value and compilers take it in an initializer, but gcc in no static assertion.
fn divides_float_by_zero(program: &Program, expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary(BinOp::Div, _, by) if fold::float(program, by) == Some(0.0))
}

/// An integer value with the name of its type; none if the expression is no integer constant or is undefined.
fn folded(expression: &str) -> Option<(String, String)> {
    let text = format!("__typeof__({expression}) value = {expression};");
    let program = lydite_cfront::parse_bytes(text.as_bytes(), "constant.c", &Options::default()).ok()?;
    let var = program.items.iter().find_map(|item| match item {
        Item::Var(var) => Some(&program.vars[*var]),
        _ => None,
    })?;
    let Some(Init::Expr(init)) = var.init else { return None };
    if program.exprs.iter().any(|(_, e)| divides_float_by_zero(&program, e)) {
        return None;
    }
    let value = fold::integer(&program, init)?;
    let bits = program.types.int_type(var.ty.ty)?;
    // Compared in the widest type, so that conversions of the comparison do not hide a difference.
    let wide = if bits.signed { TypeId::LONGLONG } else { TypeId::ULONGLONG };
    let mut builder = lydite_lang::Builder::new(program.target());
    let constant = builder.int(value, wide);
    Some((print::expr(&builder.program, constant), print::ty(&program, var.ty.plain())))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn constants_are_folded_as_compilers_do(expressions in proptest::collection::vec(expression(), BATCH)) {
        let mut text = String::new();
        let mut count = 0;
        for expression in &expressions {
            let Some((value, ty)) = folded(expression) else { continue };
            count += 1;
            text.push_str(&format!("_Static_assert({expression} == ({value}), \"value\");\n"));
            text.push_str(&format!("_Static_assert(__builtin_types_compatible_p(__typeof__({expression}), {ty}), \"type\");\n"));
        }
        prop_assume!(count > 0);
        let dir = tempfile::tempdir().expect("a temporary directory");
        let file = dir.path().join("constants.c");
        std::fs::write(&file, &text).expect("a file");
        for compiler in [support::gcc(), support::clang()].into_iter().flatten() {
            let mut command = Command::new(compiler);
            command.args(["-std=gnu17", "-w", "-fsyntax-only"]).arg(&file);
            let ran = support::run(&command, support::PATIENCE).expect("the compiler can be started");
            prop_assert!(ran.status == 0, "{compiler}: {}", ran.stderr);
        }
    }
}

/// The test above is about something: most random expressions are constants.
#[test]
fn most_expressions_fold() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let all = 400;
    let count = (0..all)
        .filter(|_| folded(&expression().new_tree(&mut runner).expect("an expression").current()).is_some())
        .count();
    assert!(count > all / 4, "{count} of {all}");
}
