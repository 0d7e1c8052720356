//! What texts become: places, initialisers, functions, items.

use lydite_cfront::{Options, Preprocess, parse_bytes};
use lydite_lang::{
    ArrayLen, ExprKind, Init, Item, ParamTail, Program, StmtKind, Storage, Target, TypeId, Var, fold, print,
};

fn parse(source: &str) -> Program {
    let options = Options { preprocess: Preprocess::Never, ..Options::default() };
    parse_bytes(source.as_bytes(), "t.c", &options).unwrap_or_else(|e| panic!("{e}"))
}

fn var<'a>(program: &'a Program, name: &str) -> &'a Var {
    let name = program.names.find(name).expect("name");
    program.vars.iter().find(|(_, v)| v.name == Some(name)).expect("variable").1
}

/// An initialiser as text: values, and `index:` before what is not in sequence.
fn shape(program: &Program, init: &Init) -> String {
    match init {
        Init::Expr(e) => match (fold::integer(program, *e), fold::float(program, *e)) {
            (Some(v), _) => v.to_string(),
            (_, Some(v)) => format!("{v:?}"),
            _ => "expr".to_owned(),
        },
        Init::Str(id) => {
            let text: String = program.strings[*id].units.iter().filter_map(|u| char::from_u32(*u)).collect();
            format!("{text:?}")
        }
        Init::List(items) => {
            let mut next = 0;
            let parts: Vec<String> = items
                .iter()
                .map(|item| {
                    let inner = shape(program, &item.init);
                    let label = match (item.index == next, item.last == item.index) {
                        (true, true) => String::new(),
                        (false, true) => format!("{}:", item.index),
                        _ => format!("{}-{}:", item.index, item.last),
                    };
                    next = item.last + 1;
                    format!("{label}{inner}")
                })
                .collect();
            format!("{{{}}}", parts.join(" "))
        }
    }
}

const INITIALISERS: &[(&str, &str)] = &[
    ("int x = 3;", "3"),
    ("int x = {3};", "3"),
    ("int x[3] = {1, 2};", "{1 2}"),
    ("int x[] = {[2] = 1, 5, [0] = 7};", "{7 2:1 5}"),
    ("int x[6] = {[1 ... 4] = 1, [2] = 2};", "{1:1 2 3-4:1}"),
    ("int x[6] = {[2] = 2, [1 ... 4] = 1};", "{1-4:1}"),
    ("int x[2][2] = {1, 2, 3, 4};", "{{1 2} {3 4}}"),
    ("int x[2][2] = {{1}, 3, 4};", "{{1} {3 4}}"),
    ("int x[2][2] = {[1][1] = 4, [0] = {1, 2}};", "{{1 2} {1:4}}"),
    ("struct { int a; struct { int b, c; } d; int e; } x = {1, 2, 3, 4};", "{1 {2 3} 4}"),
    ("struct { int a; struct { int b, c; } d; int e; } x = {.d.b = 2, 3, 4};", "{1:{2 3} 4}"),
    ("struct { int a; struct { int b, c; }; int e; } x = {.c = 3, 4};", "{1:{1:3} 4}"),
    ("struct { int a : 3, : 5, b : 2; } x = {1, 1};", "{1 2:1}"),
    ("union { int a; char b[4]; } x = {5};", "{5}"),
    ("union { int a; char b[4]; } x = {.b = \"ab\"};", "{1:\"ab\\0\"}"),
    ("union { int a; double b; } x = {.a = 1, .b = 2};", "{1:2.0}"),
    ("struct { union { int a, b; } u; int c; } x = {1, 2};", "{{1} 2}"),
    ("char x[] = \"ab\";", "\"ab\\0\""),
    ("char x[] = {\"ab\"};", "\"ab\\0\""),
    ("char x[2][3] = {\"ab\", \"cd\"};", "{\"ab\\0\" \"cd\\0\"}"),
    ("char x[2][3] = {\"ab\", {1, 2}};", "{\"ab\\0\" {1 2}}"),
    ("struct { char s[3]; int n; } x[] = {\"ab\", 1, {\"cd\", 2}};", "{{\"ab\\0\" 1} {\"cd\\0\" 2}}"),
    ("int x[3] = {1, 2, 3, 4, 5};", "{1 2 3}"),
    ("int x[] = {};", "{}"),
    ("float x = 1;", "1.0"),
    ("struct { int n; int t[]; } x = {2, {7, 8}};", "{2 {7 8}}"),
    ("struct { int z[0]; int n; } x = {.n = 4};", "{1:4}"),
    ("int x[3] = (int[3]){1, 2, 3};", "{1 2 3}"),
];

#[test]
fn initialisers_are_normalised() {
    for (source, expected) in INITIALISERS {
        let program = parse(source);
        let init = var(&program, "x").init.as_ref().expect("initialiser");
        assert_eq!(shape(&program, init), *expected, "for {source}");
    }
}

#[test]
fn places_are_those_of_operators() {
    let program = parse(
        "int g(int *p, int q) {\n  int v = q;\n  p[1] = v + g(p, 2) * -q;\n  return (q)->x;\n}"
            .replace("(q)->x", "p[v]")
            .as_str(),
    );
    let at = |wanted: fn(&ExprKind) -> bool| {
        let places: Vec<_> = program
            .exprs
            .iter()
            .filter(|(_, e)| wanted(&e.kind))
            .map(|(_, e)| (e.place.line, e.place.column))
            .collect();
        places
    };
    assert_eq!(at(|k| matches!(k, ExprKind::Assign(..))), [(3, 8)]);
    assert_eq!(at(|k| matches!(k, ExprKind::Binary(..))), [(3, 22), (3, 12)]);
    assert_eq!(at(|k| matches!(k, ExprKind::Call(..))), [(3, 14)]);
    assert_eq!(at(|k| matches!(k, ExprKind::Unary(..))), [(3, 24)]);
    assert_eq!(at(|k| matches!(k, ExprKind::Index(..))), [(3, 4), (4, 11)]);
    let returns = program.stmts.iter().find(|(_, s)| matches!(s.kind, StmtKind::Return(_))).expect("return").1;
    assert_eq!((returns.place.line, returns.place.column), (4, 3));
    let function = &program.funcs[program.find_func("g").expect("g")];
    assert_eq!((function.place.column, function.end.line, function.end.column), (5, 5, 1));
}

#[test]
fn line_markers_name_files() {
    let program = parse("# 10 \"a.h\" 1\nint x;\n# 3 \"b.c\" 2\n\nint y;");
    let (x, y) = (var(&program, "x").place, var(&program, "y").place);
    assert_eq!((program.files.name(x), x.line), ("a.h", 10));
    assert_eq!((program.files.name(y), y.line), ("b.c", 4));
}

#[test]
fn linkage_and_items() {
    let program = parse(
        "extern int a; static int b = 1; int c[]; void f(void); int a = 2; int c[4]; void f(void) { static int d; int e; }
         void h(void) { extern int b; undeclared(b); }",
    );
    let storage = |name| var(&program, name).storage;
    assert_eq!(storage("a"), Storage::Global);
    assert_eq!(storage("b"), Storage::StaticGlobal);
    assert_eq!(storage("d"), Storage::StaticLocal);
    assert_eq!(storage("e"), Storage::Local);
    assert_eq!(program.vars.iter().count(), 5);
    let (_, len) = program.types.array_parts(var(&program, "c").ty.ty).expect("array");
    assert_eq!(len, ArrayLen::Fixed(4));
    let f = program.find_func("f").expect("f");
    let undeclared = program.find_func("undeclared").expect("undeclared");
    assert_eq!(program.types.func_parts(program.funcs[undeclared].ty).expect("type").tail, ParamTail::Unprototyped);
    let h = program.find_func("h").expect("h");
    let tail = &program.items[program.items.len() - 3..];
    assert_eq!(tail, [Item::FuncDef(f), Item::FuncDecl(undeclared), Item::FuncDef(h)]);
}

#[test]
fn prototype_parameters_are_not_variables() {
    let program = parse("int f(int a, char *b); void g(int n, int m[n][n]); int h(int x) { return x; }");
    // `n` is one because the array's length refers to it.
    let names: Vec<_> = program.vars.iter().filter_map(|(_, v)| v.name).map(|n| program.names.text(n)).collect();
    assert_eq!(names, ["n", "x"]);
}

#[test]
fn variable_lengths_are_evaluated_where_they_stand() {
    let program = parse(
        "int f(int n, int p[n][n + 1]) { int a[n], b[n][3]; typedef char t[n]; return sizeof(t) + sizeof(int[n]); }",
    );
    let function = &program.funcs[program.find_func("f").expect("f")];
    assert_eq!(function.param_vlas.len(), 1);
    let StmtKind::Block(body) = &program.stmts[function.body.expect("body")].kind else { panic!("a block") };
    let shape: String = body
        .iter()
        .map(|s| match program.stmts[*s].kind {
            StmtKind::VlaLength(_) => 'L',
            StmtKind::Decl(_) => 'D',
            StmtKind::Return(_) => 'R',
            _ => '?',
        })
        .collect();
    assert_eq!(shape, "LDLDLR");
    assert_eq!(program.stmts.iter().filter(|(_, s)| matches!(s.kind, StmtKind::VlaLength(_))).count(), 4);
}

#[test]
fn old_style_parameters_arrive_promoted() {
    let program = parse("int f(a, b, c) char a; float b; long c; { return a + b + c; }");
    let function = &program.funcs[program.find_func("f").expect("f")];
    let types: Vec<_> = function.params.iter().map(|p| program.vars[*p].ty.ty).collect();
    assert_eq!(types, [TypeId::INT, TypeId::DOUBLE, TypeId::LONG]);
    assert_eq!(var(&program, "a").ty.ty, TypeId::CHAR);
}

#[test]
fn library_functions_are_known_without_declaration() {
    let program = parse("int main(void) { void *p = malloc(3); __builtin_memcpy(p, p, 0); abort(); }");
    let ret = |name| {
        program.types.func_parts(program.funcs[program.find_func(name).expect("function")].ty).expect("type").ret.ty
    };
    assert_eq!(ret("malloc"), TypeId::VOID_PTR);
    assert_eq!(ret("__builtin_memcpy"), TypeId::VOID_PTR);
    assert_eq!(ret("abort"), TypeId::VOID);
}

#[test]
fn targets_differ() {
    let source = "_Static_assert(sizeof(long) == 4 && (char)200 == 200 && sizeof(void *) == 4, \"\"); typedef __builtin_va_list l;";
    let parse_for = |name: &str| {
        let target = Target::find(name).expect("target");
        let options = Options { preprocess: Preprocess::Never, target, ..Options::default() };
        parse_bytes(source.as_bytes(), "t.c", &options).map(|_| ())
    };
    assert_eq!(parse_for("arm"), Ok(()));
    assert!(parse_for("x86_64").is_err());
}

/// Pragmas about loops stay with their loops, through any number of printings; others are not kept.
#[test]
fn pragmas_of_loops() {
    let text = "int a[9];\n\nint main(void) {\n    #pragma clang loop vectorize(enable)\n    #pragma GCC ivdep\n    for (int i = 0; i < 9; i++)\n        a[i] = i;\n    \
                if (a[0])\n        #pragma GCC unroll 4\n        while (a[1])\n            a[1] -= 1;\n    #pragma omp simd\n    do\n        a[2]++;\n    while (a[2] < 9);\n    return 0;\n}\n";
    let program = parse(text);
    assert_eq!(program.pragmas.values().map(Vec::len).sum::<usize>(), 4);
    assert_eq!(print::program(&program), text);
    let program = parse(
        "int main(void) {\n#pragma GCC ivdep\nint x = 0;\n#pragma omp parallel for\nwhile (x) x = 0; return x; }",
    );
    assert!(program.pragmas.is_empty());
}
