//! Deep, long and senseless inputs end in a message.

use lydite_cfront::{Error, Options, Preprocess, parse_bytes};

const DEEP: usize = 100_000;

fn parse(source: &[u8]) -> Result<(), Error> {
    let options = Options { preprocess: Preprocess::Never, ..Options::default() };
    parse_bytes(source, "t.c", &options).map(|_| ())
}

/// What comes before, again and again, in the middle, again and again, after.
const NESTED: &[(&str, &str, &str, &str, &str)] = &[
    ("int x = ", "(", "1", ")", ";"),
    ("int x = ", "-", "1", "", ";"),
    ("int x = ", "!", "1", "", ";"),
    ("int x = ", "(int)", "1", "", ";"),
    ("int x = ", "sizeof ", "1", "", ";"),
    ("int x = ", "1 + ", "1", "", ";"),
    ("int x = ", "1 ? 2 : ", "1", "", ";"),
    ("int x = ", "1 ? ", "1", " : 2", ";"),
    ("int x = ", "(int){", "1", "}", ";"),
    ("int x = ", "_Generic(1, int: ", "1", ")", ";"),
    ("int x[1] = ", "{", "1", "}", ";"),
    ("int ", "*", "x", "", ";"),
    ("int ", "(", "x", ")", ";"),
    ("int x", "[1]", "", "", ";"),
    ("int f", "(int (", "", "))", ";"),
    ("", "struct {", "int x;", "} a;", ""),
    ("", "typeof(", "int", ")", " x;"),
    ("int f(int x) {", "{", ";", "}", "}"),
    ("int f(int x) {", "if (x) ; else ", ";", "", "}"),
    ("int f(int x) {", "if (x) ", ";", "", "}"),
    ("int f(int x) {", "while (x) ", ";", "", "}"),
    ("int f(int x) {", "do ", ";", "while (x);", "}"),
    ("int f(int x) {", "switch (x) ", ";", "", "}"),
    ("int f(int x) {", "x = ", "1;", "", "}"),
    ("int f(int x) {", "x, ", "1;", "", "}"),
    ("int f(int x) {", "f(", "1", ")", ";}"),
    ("int f(int x) {", "({", "1;", "});", "}"),
    ("int f(int *x) { return ", "x[", "1", "]", ";}"),
    ("struct s { struct s *n; }; void f(struct s *p) { p", "->n", "", "", ";}"),
];

#[test]
fn deep_nesting_is_unsupported() {
    for (before, open, middle, close, after) in NESTED {
        let source = [*before, &open.repeat(DEEP), middle, &close.repeat(DEEP), after].concat();
        match parse(source.as_bytes()) {
            Err(Error::Unsupported { .. }) => {}
            other => panic!("{before}{open}...: {other:?}"),
        }
    }
}

#[test]
fn what_compilers_must_accept_is_accepted() {
    for (open, close, depth) in [("(", ")", 63), ("(", ")", 256), ("- ", "", 300), ("1 + ", "", 2000)] {
        let source = format!("int x = {}1{};", open.repeat(depth), close.repeat(depth));
        assert_eq!(parse(source.as_bytes()), Ok(()), "{open} {depth} times");
    }
    let cases: String = (0..2000).map(|i| format!("case {i}: ")).collect();
    assert_eq!(parse(format!("int f(int x) {{ switch (x) {{ {cases} return 1; }} return 0; }}").as_bytes()), Ok(()));
    let chain = "if (x) x = 1; else ".repeat(2000);
    assert_eq!(parse(format!("void f(int x) {{ {chain} ; }}").as_bytes()), Ok(()));
    assert_eq!(parse(format!("int f(void) {{ {}{} return 0; }}", "{".repeat(127), "}".repeat(127)).as_bytes()), Ok(()));
}

#[test]
fn long_lines_and_columns_past_the_end_of_places() {
    let source = format!("int x = {}y;", " ".repeat(200_000));
    assert_eq!(parse(source.as_bytes()).expect_err("undeclared").to_string(), "t.c:1:65535: error: 'y' undeclared");
    assert_eq!(parse(format!("int {};", "x".repeat(1_000_000)).as_bytes()), Ok(()));
    let number = format!("int x = {};", "9".repeat(1_000_000));
    assert!(parse(number.as_bytes()).is_err());
}

#[test]
fn garbage_is_an_error() {
    // A fixed sequence that looks like noise.
    let mut state = 1u64;
    for len in [1, 10, 1000, 100_000] {
        let bytes: Vec<u8> = (0..len)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as u8 | 1
            })
            .collect();
        assert!(parse(&bytes).is_err());
    }
    assert!(parse(&[0]).is_err());
    assert!(parse(b"\xff\xfe\x00").is_err());
}

#[test]
fn empty_objects_do_not_take_forever() {
    for source in ["int x[][0] = {1};", "struct { struct { int : 5; } s; } x[1 << 30] = {1};"] {
        assert!(matches!(parse(source.as_bytes()), Err(Error::Unsupported { .. })), "{source}");
    }
}

#[test]
fn designators_may_come_in_any_order() {
    let count = 100_000;
    for part in ["", ".b"] {
        let items: String = (0..count).rev().map(|i| format!("{part}[{i}] = {},", i & 7)).collect();
        let ty = if part.is_empty() { format!("int x[{count}]") } else { format!("struct {{ int b[{count}]; }} x") };
        assert_eq!(parse(format!("{ty} = {{{items}}};").as_bytes()), Ok(()));
    }
}

#[test]
fn every_prefix_of_a_program_ends_somehow() {
    let source = "typedef struct s { int a : 3; union { char *p[2]; float f; }; } T; enum e { A = 1, B };
        static int f(int n, T *t, ...) { __builtin_va_list l; int v[n]; L: switch (n) { case 1 ... 3: default: ; }
        for (int i = 0; i < n; i++) { if (t->p[i] && A) goto L; else do v[i] = sizeof(T) ? 'x' : L'y'; while (0); }
        T c = {.a = 1, .p = {[0 ... 1] = \"s\" \"t\"}}; return ({ __typeof__(n) k = (int){n}; k + c.a; }) + _Generic(n, int: 1, default: 2); }";
    assert_eq!(parse(source.as_bytes()), Ok(()));
    for end in 0..source.len() {
        // Only that it returns matters: some prefixes are programs.
        let _ = parse(&source.as_bytes()[..end]);
    }
}
