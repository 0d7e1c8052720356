//! What is wrong is said where it is wrong.

use lydite_cfront::{Options, Preprocess, parse_bytes};

fn message(source: &str) -> String {
    let options = Options { preprocess: Preprocess::Never, ..Options::default() };
    match parse_bytes(source.as_bytes(), "t.c", &options) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

const ERRORS: &[(&str, &str)] = &[
    ("int x", "t.c:1:6: error: expected ';' before end of input"),
    ("int main(void) { return 1 }", "t.c:1:27: error: expected ';' before '}'"),
    ("int main(void) { return y; }", "t.c:1:25: error: 'y' undeclared"),
    ("int f(void) {\n  goto out;\n}", "t.c:2:8: error: label 'out' used but not defined"),
    ("int f(void) { a: a: return 0; }", "t.c:1:18: error: duplicate label 'a'"),
    ("int x; char x;", "t.c:1:13: error: conflicting types for 'x'"),
    ("int f(void); char f(void);", "t.c:1:19: error: conflicting types for 'f'"),
    ("int x = 1; int x = 2;", "t.c:1:16: error: redefinition of 'x'"),
    ("int f(void) { return 0; } int f(void) { return 1; }", "t.c:1:31: error: redefinition of 'f'"),
    ("int f(void) { int a; int a; return 0; }", "t.c:1:26: error: redeclaration of 'a'"),
    ("int f(int a) { int a; return 0; }", "t.c:1:20: error: redeclaration of 'a'"),
    ("typedef int t; int t;", "t.c:1:20: error: 't' redeclared as different kind of symbol"),
    ("struct s { int a; int a; };", "t.c:1:23: error: duplicate member 'a'"),
    ("struct s { struct s x; };", "t.c:1:21: error: member 'x' has incomplete type"),
    ("struct s { int a : 33; };", "t.c:1:16: error: member 'a' is a bit-field wider than its type"),
    ("struct s x;", "t.c:1:10: error: storage size of 'x' isn't known"),
    ("int a[-1];", "t.c:1:6: error: size of array is negative"),
    ("int n; int a[n];", "t.c:1:13: error: variably modified type at file scope"),
    ("_Static_assert(1 > 2, \"no\");", "t.c:1:1: error: static assertion failed: \"no\""),
    ("int f(int x) { switch (x) { case 1: case 1: return 0; } return 1; }", "t.c:1:37: error: duplicate case value"),
    ("int f(int x) { case 1: return 0; }", "t.c:1:16: error: case label not within a switch statement"),
    ("int f(void) { break; }", "t.c:1:15: error: break statement not within loop or switch"),
    ("int f(void) { switch (1) { continue; } }", "t.c:1:28: error: continue statement not within a loop"),
    ("int f(void) { else; }", "t.c:1:15: error: 'else' without a previous 'if'"),
    ("char *s = \"abc\nd\";", "t.c:1:11: error: missing terminating \" character"),
    ("int x = 08;", "t.c:1:9: error: invalid digit in octal or binary constant '08'"),
    ("int x = 1.5.5;", "t.c:1:9: error: invalid number '1.5.5'"),
    ("int x = '';", "t.c:1:9: error: empty character constant"),
    ("int x = @;", "t.c:1:9: error: stray '@' in program"),
    ("/* never closed", "t.c:1:1: error: unterminated comment"),
    ("# 7 \"other.h\"\nint x = y;", "other.h:7:9: error: 'y' undeclared"),
    ("#define A 1\nint x;", "t.c:1:1: error: directive '#define' needs a preprocessor"),
    ("long long long x;", "t.c:1:1: error: no such combination of type specifiers"),
    ("static extern int x;", "t.c:1:8: error: multiple storage classes in declaration specifiers"),
    ("union u; struct u x;", "t.c:1:17: error: 'u' defined as wrong kind of tag"),
    ("struct s { int a; } x = {.b = 1};", "t.c:1:27: error: no member 'b' in 'struct s'"),
    ("int a[2] = {[2] = 1};", "t.c:1:13: error: array index in initializer exceeds array bounds"),
    (
        "int f(void) { return _Generic(1, char: 2); }",
        "t.c:1:22: error: '_Generic' selector of type 'int' is not compatible with any association",
    ),
    ("int x = \"a\" \"b;", "t.c:1:13: error: missing terminating \" character"),
    ("int f(void); int x = f();", "t.c:1:22: error: initializer element is not constant"),
    ("int a; int x = a;", "t.c:1:16: error: initializer element is not constant"),
    ("int f(int n) { static int *p = &n; return *p; }", "t.c:1:33: error: initializer element is not constant"),
    ("int f(void) { static int *p = (int[]){1}; return *p; }", "t.c:1:31: error: initializer element is not constant"),
    ("enum { A, A };", "t.c:1:11: error: redeclaration of enumerator 'A'"),
    ("int f(x) int y; { return 0; }", "t.c:1:14: error: declaration for parameter 'y' but no such parameter"),
];

const UNSUPPORTED: &[(&str, &str)] = &[
    ("long double x;", "t.c:1:13: unsupported: an object of type 'long double'"),
    ("long double f(void); int g(void) { return f() > 1; }", "t.c:1:43: unsupported: arithmetic on 'long double'"),
    ("double x = 1.0L;", "t.c:1:12: unsupported: constants of type 'long double'"),
    ("int f(int x) { return (long double)x > 1; }", "t.c:1:23: unsupported: a value of type 'long double'"),
    ("double _Complex z;", "t.c:1:17: unsupported: an object of type '_Complex double'"),
    ("__float128 q;", "t.c:1:12: unsupported: an object of type '_Float128'"),
    ("_BitInt(200) b;", "t.c:1:1: unsupported: '_BitInt' of more than 128 bits"),
    ("int f(void) { asm(\"nop\"); return 0; }", "t.c:1:15: unsupported: inline assembly"),
    ("asm(\".globl x\");", "t.c:1:1: unsupported: file-scope assembly"),
    ("int f(void) { int g(void) { return 1; } return g(); }", "t.c:1:19: unsupported: nested functions"),
    (
        "int f(void) { return __builtin_return_address(0) != 0; }",
        "t.c:1:22: unsupported: builtin '__builtin_return_address'",
    ),
    (
        "void c(int *); int f(void) { int x __attribute__((cleanup(c))) = 1; return x; }",
        "t.c:1:51: unsupported: attribute 'cleanup'",
    ),
    ("_Decimal64 d;", "t.c:1:1: unsupported: type '_Decimal64'"),
];

#[test]
fn errors_have_place_and_message() {
    for (source, expected) in ERRORS.iter().chain(UNSUPPORTED) {
        assert_eq!(message(source), *expected, "for {source}");
    }
}

#[test]
fn a_missing_preprocessor_is_named() {
    let options =
        Options { preprocess: Preprocess::With(vec!["no-such-preprocessor-here".to_owned()]), ..Options::default() };
    let error = parse_bytes(b"#include <stdio.h>\n", "t.c", &options).expect_err("no preprocessor").to_string();
    assert!(error.contains("'no-such-preprocessor-here'") && error.starts_with("t.c: "), "{error}");
}

#[test]
fn a_missing_file_is_named() {
    let error = lydite_cfront::parse_file("does/not/exist.c".as_ref(), &Options::default()).expect_err("no file");
    assert!(error.to_string().starts_with("does/not/exist.c: "), "{error}");
}

#[test]
fn predefined_macros_are_found_without_directives() {
    let source = b"typedef __SIZE_TYPE__ size; size x = __INT_MAX__;\nint line[__LINE__];\n_Static_assert(sizeof line == 8, \"\");";
    match parse_bytes(source, "t.c", &Options::default()) {
        Ok(_) => {}
        // Without a preprocessor that is what is said.
        Err(error) => assert!(error.to_string().contains("there is no preprocessor"), "{error}"),
    }
}
