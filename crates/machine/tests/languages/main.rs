//! Programs in other languages: what a C program does on the machine, its text in C++, ISPC and SYCL does, too.
//!
//! The programs are beside this file. SYCL is checked with the header in `crates/lang/shims`, which runs kernels on the
//! host; ISPC with `ispc`, if it is in the PATH.

mod support;

use lydite_cfront::{Options, parse_file};
use lydite_lang::dress::{at_sites, counted, forms, may_be_constexpr, may_be_static};
use lydite_lang::*;
use lydite_machine::{Limits, Verdict};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::find;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages")
}

fn read(name: &str) -> Program {
    let file = folder().join(format!("{name}.c"));
    parse_file(&file, &Options::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// What the machine says that a program prints.
fn expected(program: &Program) -> String {
    let outcome = lydite_machine::run(program, &Limits::default());
    assert!(matches!(outcome.verdict, Verdict::Exit(0)), "{:?}", outcome.verdict);
    String::from_utf8(outcome.stdout).unwrap()
}

/// The half with data and `main`, and that with all other functions.
fn halves(program: &Program) -> (Program, Program) {
    let is_main = |p: &Program, f: FuncId| p.names.text(p.funcs[f].name) == "main";
    let mut whole = program.clone();
    for id in whole.vars.ids() {
        if whole.vars[id].storage == Storage::StaticGlobal {
            whole.vars[id].storage = Storage::Global;
        }
    }
    let (mut driver, mut code) = (whole.clone(), whole);
    for item in &mut driver.items {
        if let Item::FuncDef(f) = *item
            && !is_main(program, f)
        {
            *item = Item::FuncDecl(f);
            driver.funcs[f].body = None;
        }
    }
    for id in code.vars.ids() {
        if code.vars[id].storage == Storage::Global {
            code.vars[id].storage = Storage::Extern;
            code.vars[id].init = None;
        }
    }
    code.items.retain(|item| !matches!(item, Item::FuncDef(f) | Item::FuncDecl(f) if is_main(program, *f)));
    (driver, code)
}

/// A C++ dress in which everything that can be is of one form, in one wrap.
fn dressed(program: &Program, standard: CppStandard, form: ArrayForm, wrap: Wrap) -> Dress {
    let mut dress = Dress::new(Language::Cpp(standard));
    for var in program.vars.ids() {
        if form != ArrayForm::C && forms(program, var).contains(&form) {
            dress.arrays.insert(var, form);
            dress.at.extend(at_sites(program, var).into_iter().step_by(2));
        }
        if wrap != Wrap::Plain && may_be_constexpr(program, var) {
            dress.constants.insert(var);
        }
    }
    for (record, info) in program.types.records.iter() {
        let fields = (0..info.fields.len() as u32).map(FieldIdx);
        let fields = fields.filter(|&field| wrap != Wrap::Plain && may_be_static(program, record, field));
        dress.static_members.extend(fields.map(|field| (record, field)));
    }
    dress.wraps.extend(program.funcs.ids().map(|func| (func, wrap)));
    dress
}

/// Every loop that could be parallel and, as its author says, is, with the reductions that the test programs have.
fn parallel(program: &Program, language: Language) -> Dress {
    const REDUCTIONS: &[(&str, ReduceOp)] = &[
        ("total", ReduceOp::Add),
        ("product", ReduceOp::Mul),
        ("least", ReduceOp::Min),
        ("most", ReduceOp::Max),
        ("bits", ReduceOp::And),
        ("toggled", ReduceOp::Xor),
        ("small", ReduceOp::Add),
        ("every", ReduceOp::And),
        ("some", ReduceOp::Or),
        ("fewest", ReduceOp::Min),
    ];
    let mut dress = Dress::new(language);
    for (stmt, _) in program.stmts.iter() {
        let Some(found) = counted(program, stmt) else { continue };
        // Only the functions under test: not `main`, not the helper, whose loop is not independent.
        let is_in = |name: &str| {
            let body = program.find_func(name).and_then(|f| program.funcs[f].body);
            body.is_some_and(|body| inside(program, body, stmt))
        };
        if !["independent", "convert", "reduce"].into_iter().any(is_in) {
            continue;
        }
        let mut reductions = Vec::new();
        for (name, op) in REDUCTIONS {
            let name = program.names.find(name);
            for (id, var) in program.vars.iter().filter(|(_, var)| var.name == name && name.is_some()) {
                if program.types.is_scalar(var.ty.ty) && mentions(program, found.body, id) {
                    reductions.push((id, *op));
                }
            }
        }
        dress.parallel.insert(stmt, Parallel { reductions });
    }
    dress
}

fn inside(p: &Program, root: StmtId, stmt: StmtId) -> bool {
    let mut found = root == stmt;
    visit::stmt_children(p, root, &mut |child| {
        if let visit::Child::Stmt(inner) = child {
            found |= inside(p, inner, stmt);
        }
    });
    found
}

fn mentions(p: &Program, stmt: StmtId, var: VarId) -> bool {
    fn in_expr(p: &Program, e: ExprId, var: VarId) -> bool {
        let mut found = matches!(p.exprs[e].kind, ExprKind::Var(v) if v == var);
        visit::expr_children(p, e, &mut |child| {
            if let visit::Child::Expr(inner) = child {
                found |= in_expr(p, inner, var);
            }
        });
        found
    }
    let mut found = false;
    visit::stmt_children(p, stmt, &mut |child| match child {
        visit::Child::Expr(e) => found |= in_expr(p, e, var),
        visit::Child::Stmt(s) => found |= mentions(p, s, var),
        visit::Child::Var(_) => {}
    });
    found
}

/// Compiles files in a directory and runs what comes out.
fn build_and_run(dir: &Path, compiler: &str, options: &[&str], files: &[(&str, &str)]) -> String {
    let mut command = Command::new(compiler);
    command.current_dir(dir).args(options).args(["-w", "-o", "program"]);
    for (name, text) in files {
        if !text.is_empty() {
            std::fs::write(dir.join(name), text).unwrap();
        }
        command.arg(name);
    }
    let ran = support::run(&mut command);
    assert!(ran.success, "{compiler} {options:?}\n{}\n{}", ran.stderr, files.iter().map(|f| f.1).collect::<String>());
    let mut program = Command::new(dir.join("program"));
    let ran = support::run(program.current_dir(dir));
    assert!(ran.success, "{compiler} {options:?}: {}\n{}", ran.stderr, files[0].1);
    ran.stdout
}

fn cpp_compilers() -> Vec<&'static str> {
    let found: Vec<&str> = ["g++", "clang++"].into_iter().filter(|name| find(name).is_some()).collect();
    if found.is_empty() {
        eprintln!("skipped: neither g++ nor clang++ is installed");
    }
    found
}

fn check_cpp(name: &str) {
    let program = read(name);
    let wanted = expected(&program);
    let (driver, code) = halves(&program);
    let dir = tempfile::tempdir().unwrap();
    let forms = [ArrayForm::C, ArrayForm::StdArray, ArrayForm::Vector, ArrayForm::Valarray];
    let wraps = [Wrap::Plain, Wrap::Template, Wrap::Lambda];
    let mut seen = Vec::new();
    // Every form with every wrap, the versions of C++ in turn.
    let mut versions = CppStandard::TABLE.iter().cycle();
    for (form, wrap) in forms.into_iter().flat_map(|form| wraps.map(|wrap| (form, wrap))) {
        let (version, option) = versions.next().unwrap();
        let dress = dressed(&program, *version, form, wrap);
        let standard = format!("-std={}", option.replace("c++", "gnu++"));
        let halves =
            [&driver, &code].map(|half| print::program_as(half, &dress).unwrap_or_else(|e| panic!("{name}: {e}")));
        let whole = print::program_as(&program, &dress).unwrap_or_else(|e| panic!("{name}: {e}"));
        // A program without arrays looks the same in all forms.
        if seen.contains(&halves) {
            continue;
        }
        for compiler in cpp_compilers() {
            let options = [standard.as_str(), "-O1"];
            let files = [("driver.cpp", halves[0].as_str()), ("code.cpp", halves[1].as_str())];
            assert_eq!(
                build_and_run(dir.path(), compiler, &options, &files),
                wanted,
                "{compiler} {form:?} {wrap:?} {files:?}"
            );
            if wrap == Wrap::Plain {
                assert_eq!(
                    build_and_run(dir.path(), compiler, &options, &[("whole.cpp", &whole)]),
                    wanted,
                    "{compiler} {whole}"
                );
            }
        }
        seen.push(halves);
    }
}

#[test]
fn scalars_in_cpp() {
    check_cpp("scalars");
}

#[test]
fn arrays_in_cpp() {
    check_cpp("arrays");
}

#[test]
fn vectors_in_cpp() {
    check_cpp("vectors");
}

#[test]
fn loops_in_cpp() {
    check_cpp("loops");
}

#[test]
fn conversions_in_cpp() {
    check_cpp("lanes");
}

/// The forms that arrays may have, by name.
#[test]
fn forms_follow_uses() {
    use ArrayForm::*;
    let program = read("arrays");
    for (name, wanted) in [
        ("plain", vec![C, StdArray, Vector, Valarray]),
        ("square", vec![C, StdArray, Vector, Valarray]),
        ("flags", vec![C, StdArray, Valarray]),
        ("pointed", vec![C, StdArray, Vector, Valarray]),
        ("rows", vec![C, StdArray]),
        ("flat", vec![C]),
    ] {
        let name = program.names.find(name);
        let (var, _) = program.vars.iter().find(|(_, var)| var.name == name).unwrap();
        assert_eq!(forms(&program, var), wanted);
    }
    let program = read("scalars");
    let record = |tag: &str| {
        let tag = program.names.find(tag);
        program.types.records.iter().find(|(_, record)| record.tag == tag).unwrap().0
    };
    assert!(may_be_static(&program, record("single"), FieldIdx(0)));
    assert!(!may_be_static(&program, record("outer"), FieldIdx(6)));
    assert!(!may_be_static(&program, record("inner"), FieldIdx(1)));
}

fn check_sycl(name: &str, loops: usize) {
    let program = read(name);
    let wanted = expected(&program);
    let (driver, code) = halves(&program);
    let driver = print::program_as(&driver, &Dress::new(Language::Cpp(CppStandard::Cpp17))).unwrap();
    let code = print::program_as(&code, &parallel(&program, Language::Sycl)).unwrap();
    assert_eq!(code.matches("parallel_for").count(), loops, "{code}");
    let dir = tempfile::tempdir().unwrap();
    let shims = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lang/shims");
    for compiler in cpp_compilers() {
        let options = ["-std=c++17", "-O1", "-I", shims.to_str().unwrap()];
        let files = [("driver.cpp", driver.as_str()), ("code.cpp", code.as_str())];
        assert_eq!(build_and_run(dir.path(), compiler, &options, &files), wanted, "{compiler}");
    }
}

#[test]
fn loops_in_sycl() {
    check_sycl("loops", 4);
}

#[test]
fn conversions_in_sycl() {
    check_sycl("lanes", 1);
}

fn check_ispc(name: &str, loops: usize) {
    let program = read(name);
    let (driver, code) = halves(&program);
    let driver = print::program_as(&driver, &Dress::new(Language::Cpp(CppStandard::Cpp11))).unwrap();
    let parallel = print::program_as(&code, &parallel(&program, Language::Ispc)).unwrap();
    assert_eq!(parallel.matches("foreach").count(), loops, "{parallel}");
    let plain = print::program_as(&code, &Dress::new(Language::Ispc)).unwrap();
    assert_eq!(plain.matches("foreach").count(), 0, "{plain}");
    let (Some(ispc), Some(cpp)) = (find("ispc"), cpp_compilers().first().copied()) else {
        eprintln!("skipped: ispc is not installed");
        return;
    };
    let wanted = expected(&program);
    let dir = tempfile::tempdir().unwrap();
    for (text, target) in [(&plain, "sse2-i32x4"), (&parallel, "sse2-i32x4"), (&parallel, "sse2-i32x8")] {
        for level in ["-O0", "-O2"] {
            std::fs::write(dir.path().join("code.ispc"), text).unwrap();
            let mut command = Command::new(&ispc);
            command.current_dir(dir.path()).args(["code.ispc", "-o", "code.o", "--pic", "--opt=disable-fma", "--woff"]);
            command.arg(level).arg(format!("--target={target}"));
            let ran = support::run(&mut command);
            assert!(ran.success, "{}\n{text}", ran.stderr);
            let files = [("driver.cpp", driver.as_str()), ("code.o", "")];
            assert_eq!(build_and_run(dir.path(), cpp, &["-std=c++11"], &files), wanted, "{target} {level}\n{text}");
        }
    }
}

#[test]
fn loops_in_ispc() {
    check_ispc("loops", 8);
}

#[test]
fn conversions_in_ispc() {
    check_ispc("lanes", 2);
}

#[test]
fn printed_forms() {
    for (name, form, wrap) in [
        ("scalars", ArrayForm::C, Wrap::Plain),
        ("scalars", ArrayForm::C, Wrap::Template),
        ("arrays", ArrayForm::StdArray, Wrap::Plain),
        ("arrays", ArrayForm::Vector, Wrap::Lambda),
        ("arrays", ArrayForm::Valarray, Wrap::Plain),
    ] {
        let program = read(name);
        let text = print::program_as(&program, &dressed(&program, CppStandard::Cpp17, form, wrap)).unwrap();
        insta::assert_snapshot!(format!("{name}_{form:?}_{wrap:?}"), text);
    }
    let program = read("loops");
    let (_, code) = halves(&program);
    for language in [Language::Ispc, Language::Sycl] {
        let text = print::program_as(&code, &parallel(&program, language)).unwrap();
        insta::assert_snapshot!(format!("loops_{language}"), text);
    }
}

#[test]
fn what_a_language_lacks_is_named() {
    let cpp = Language::Cpp(CppStandard::Cpp20);
    for (text, language, construct) in [
        ("int main(void) { goto end; end: return 0; }", cpp, print::Construct::Goto),
        ("int f(int n) { int a[n]; return sizeof a; }", cpp, print::Construct::VariableLength),
        ("_BitInt(9) z;", cpp, print::Construct::Type),
        ("int class;", cpp, print::Construct::Keyword),
        ("int main(void) { _Bool b = 0; b++; return b; }", cpp, print::Construct::Operator),
        ("int f(a) int a; { return a; }", cpp, print::Construct::OldStyle),
        (
            "int f(int x) { switch (x) { case 1:; int y = 2; x = y; case 2: x++; } return x; }",
            cpp,
            print::Construct::JumpOverDeclaration,
        ),
        ("struct s { int a : 3; } s; int f(void) { return s.a; }", Language::Ispc, print::Construct::BitField),
        ("int main(void) { return 0; }", Language::Ispc, print::Construct::Main),
        ("__int128 x; int f(void) { return x; }", Language::Ispc, print::Construct::Type),
        ("int *p; int f(void) { return *p; }", Language::Sycl, print::Construct::PointerInData),
        (
            "int x; int f(void) { return x; } int g(void) { return f() + x; }",
            Language::Sycl,
            print::Construct::NestedKernel,
        ),
    ] {
        let program = lydite_cfront::parse_bytes(text.as_bytes(), "t.c", &Options::default()).unwrap();
        let error = print::program_as(&program, &Dress::new(language)).unwrap_err();
        assert_eq!(error.construct, construct, "{text}: {error}");
        assert!(error.to_string().starts_with(&language.to_string()), "{error}");
    }
}

#[test]
fn pragmas_are_for_c_and_cpp() {
    let text = "int a[9];\nvoid f(void) {\n#pragma GCC ivdep\n#pragma clang loop unroll_count(4)\nfor (int i = 0; i < 9; i++) a[i] = i;\n}";
    let program = lydite_cfront::parse_bytes(text.as_bytes(), "t.c", &Options::default()).unwrap();
    for (language, wanted) in
        [(Language::C, 2), (Language::Cpp(CppStandard::Cpp14), 2), (Language::Ispc, 0), (Language::Sycl, 0)]
    {
        let text = print::program_as(&program, &Dress::new(language)).unwrap();
        assert_eq!(text.matches("    #pragma ").count(), wanted, "{text}");
        assert_eq!(text == print::program(&program), language == Language::C);
    }
}
