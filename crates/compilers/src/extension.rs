//! What compilers may or may not accept beyond the oldest standard, as one-line programs.

/// Something that a compiler accepts or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extension {
    /// Its name.
    pub name: &'static str,
    /// The feature of the generator that may use it; the name, as a rule, and nothing if there is none.
    pub feature: &'static str,
    /// A program that needs it; it stands among others, so its names are its own.
    pub program: &'static str,
    /// The standard it needs, if not the compiler's own.
    pub standard: &'static str,
}

/// What a feature of the same name needs.
const fn needed(name: &'static str, program: &'static str) -> Extension {
    Extension { name, feature: name, program, standard: "" }
}

/// What no feature needs so far.
const fn other(name: &'static str, program: &'static str) -> Extension {
    Extension { name, feature: "", program, standard: "" }
}

/// What no feature needs so far, since C23.
const fn since_23(name: &'static str, program: &'static str) -> Extension {
    Extension { name, feature: "", program, standard: "c23" }
}

/// Every extension that is looked for. A row that a feature needs uses all that the feature may.
pub const EXTENSIONS: &[Extension] = &[
    needed("int128", "__int128 e_int128 = 1;"),
    Extension { standard: "c23", ..needed("bit-int", "_BitInt(17) e_bit_int = 1;") },
    needed("packed-struct", "struct __attribute__((packed)) e_packed { char a; int b; };"),
    needed("aligned", "int e_aligned __attribute__((aligned(32)));"),
    needed("may-alias", "typedef int __attribute__((may_alias)) e_may_alias;"),
    needed(
        "vector",
        "typedef int e_vector __attribute__((vector_size(16))); e_vector e_v(e_vector a) { return a + a; }",
    ),
    Extension {
        feature: "vector",
        ..other(
            "vector-shuffle",
            "typedef int e_lanes __attribute__((vector_size(16))); \
             e_lanes e_sh(e_lanes a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0); }",
        )
    },
    needed("switch-range", "int e_range(int x) { switch (x) { case 1 ... 5: return 1; default: return 0; } }"),
    needed("computed-goto", "int e_goto(void) { void *p = &&end; goto *p; end: return 0; }"),
    needed("vla", "int e_vla(int n) { int a[n]; a[0] = n; return a[0]; }"),
    needed("elvis", "int e_elvis(int x) { return x ?: 7; }"),
    needed("statement-expression", "int e_stmt(int x) { return ({ int y = x; y + 1; }); }"),
    needed("generic", "int e_generic(int x) { return _Generic(x, int: 1, default: 2); }"),
    needed(
        "overflow-builtin",
        "int e_ov(int a, int b) { int c; return __builtin_add_overflow(a, b, &c) + __builtin_sub_overflow(a, b, &c) + \
         __builtin_mul_overflow(a, b, &c); }",
    ),
    needed(
        "bit-builtin",
        "int e_bits(unsigned x) { return __builtin_popcount(x) + __builtin_parityl(x) + __builtin_ctz(x) + __builtin_clzll(x) + \
         __builtin_ffs(x) + __builtin_clrsb(x) + __builtin_bswap16(x) + __builtin_bswap32(x) + __builtin_bswap64(x); }",
    ),
    needed("expect", "int e_expect(int x) { if (__builtin_expect(x, 0)) return 1; return 2; }"),
    needed("unreachable", "int e_unreachable(int x) { if (x) return 1; __builtin_unreachable(); }"),
    needed("assume", "int e_assume(int x) { if (!x) __builtin_unreachable(); return x; }"),
    needed(
        "memory-builtin",
        "int e_memory(char *p, char *q) { __builtin_memcpy(p, q, 2); __builtin_memmove(p, q, 3); __builtin_memset(p, 1, 2); \
         return __builtin_memcmp(p, q, 4); }",
    ),
    needed(
        "string-builtin",
        "int e_string(char *p, char *q) { __builtin_strcpy(p, q); return __builtin_strlen(p) + __builtin_strspn(p, q) + \
         (__builtin_strstr(p, q) != 0) + (__builtin_strrchr(p, 1) != 0) + __builtin_strncmp(p, q, 3); }",
    ),
    needed("noinline", "__attribute__((noinline)) int e_noinline(void) { return 1; }"),
    needed("always-inline", "__attribute__((always_inline)) static inline int e_inline(void) { return 1; }"),
    needed("pure-attribute", "__attribute__((pure)) int e_pure(int x); __attribute__((const)) int e_const(int x);"),
    needed("hot-cold", "__attribute__((hot)) int e_hot(int x); __attribute__((cold)) int e_cold(int x);"),
    other("atomic", "_Atomic int e_atomic; int e_at(void) { return e_atomic++; }"),
    other("thread-local", "_Thread_local int e_thread_local;"),
    other("complex", "double _Complex e_complex;"),
    other("typeof", "int e_t; __typeof__(e_t) e_typeof;"),
    other("auto-type", "int e_auto(int x) { __auto_type y = x; return y; }"),
    other("static-assert", "_Static_assert(sizeof(int) == 4, \"int\");"),
    other("nested-function", "int e_nested(int x) { int f(int y) { return x + y; } return f(1); }"),
    other("asm", "int e_asm(int x) { __asm__ volatile(\"\" : \"+r\"(x)); return x; }"),
    other(
        "cleanup",
        "static void e_c(int *p) { *p = 0; } int e_cl(void) { int x __attribute__((cleanup(e_c))) = 1; return x; }",
    ),
    other("zero-length-array", "struct e_zero { int n; int a[0]; };"),
    other("float128", "_Float128 e_float128;"),
    since_23("constexpr", "constexpr int e_constexpr = 3;"),
    since_23("nullptr", "int *e_nullptr = nullptr;"),
    since_23("typed-enum", "enum e_enum : unsigned char { E_ENUM };"),
    since_23("attributes", "[[maybe_unused]] static int e_attr;"),
];
