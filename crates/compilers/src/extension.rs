//! What compilers may or may not accept beyond the oldest standard, as one-line programs.

/// Something that a compiler accepts or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extension {
    /// Its name, that of the generator's feature where there is one.
    pub name: &'static str,
    /// A program that needs it; it stands among others, so its names are its own.
    pub program: &'static str,
    /// The standard it needs, if not the compiler's own.
    pub standard: &'static str,
}

const fn row(name: &'static str, program: &'static str) -> Extension {
    Extension { name, program, standard: "" }
}

/// Every extension that is looked for.
pub const EXTENSIONS: &[Extension] = &[
    row("int128", "__int128 e_int128 = 1;"),
    Extension { name: "bit-int", program: "_BitInt(17) e_bit_int = 1;", standard: "c23" },
    row("packed-struct", "struct __attribute__((packed)) e_packed { char a; int b; };"),
    row("aligned", "int e_aligned __attribute__((aligned(32)));"),
    row("may-alias", "typedef int __attribute__((may_alias)) e_may_alias;"),
    row("vector", "typedef int e_vector __attribute__((vector_size(16))); e_vector e_v(e_vector a) { return a + a; }"),
    row(
        "vector-shuffle",
        "typedef int e_lanes __attribute__((vector_size(16))); \
         e_lanes e_sh(e_lanes a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0); }",
    ),
    row("switch-range", "int e_range(int x) { switch (x) { case 1 ... 5: return 1; default: return 0; } }"),
    row("computed-goto", "int e_goto(void) { void *p = &&end; goto *p; end: return 0; }"),
    row("vla", "int e_vla(int n) { int a[n]; a[0] = n; return a[0]; }"),
    row("elvis", "int e_elvis(int x) { return x ?: 7; }"),
    row("statement-expression", "int e_stmt(int x) { return ({ int y = x; y + 1; }); }"),
    row("generic", "int e_generic(int x) { return _Generic(x, int: 1, default: 2); }"),
    row("atomic", "_Atomic int e_atomic; int e_at(void) { return e_atomic++; }"),
    row("thread-local", "_Thread_local int e_thread_local;"),
    row("complex", "double _Complex e_complex;"),
    row("typeof", "int e_t; __typeof__(e_t) e_typeof;"),
    row("auto-type", "int e_auto(int x) { __auto_type y = x; return y; }"),
    row("static-assert", "_Static_assert(sizeof(int) == 4, \"int\");"),
    row("overflow-builtin", "int e_ov(int a, int b) { int c; return __builtin_add_overflow(a, b, &c); }"),
    row("bit-builtin", "int e_bits(unsigned x) { return __builtin_popcount(x) + __builtin_bswap32(x); }"),
    row("expect", "int e_expect(int x) { if (__builtin_expect(x, 0)) return 1; return 2; }"),
    row("noinline", "__attribute__((noinline)) int e_noinline(void) { return 1; }"),
    row("always-inline", "__attribute__((always_inline)) static inline int e_inline(void) { return 1; }"),
    row("pure", "__attribute__((pure)) int e_pure(int x); __attribute__((const)) int e_const(int x);"),
    row("nested-function", "int e_nested(int x) { int f(int y) { return x + y; } return f(1); }"),
    row("asm", "int e_asm(int x) { __asm__ volatile(\"\" : \"+r\"(x)); return x; }"),
    row("cleanup", "void e_c(int *p); int e_cl(void) { int x __attribute__((cleanup(e_c))) = 1; return x; }"),
    row("zero-length-array", "struct e_zero { int n; int a[0]; };"),
    row("float128", "_Float128 e_float128;"),
    Extension { name: "constexpr", program: "constexpr int e_constexpr = 3;", standard: "c23" },
    Extension { name: "nullptr", program: "int *e_nullptr = nullptr;", standard: "c23" },
    Extension { name: "typed-enum", program: "enum e_enum : unsigned char { E_ENUM };", standard: "c23" },
    Extension { name: "attributes", program: "[[maybe_unused]] static int e_attr;", standard: "c23" },
];
