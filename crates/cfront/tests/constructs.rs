//! Every construct once, in sources whose `_Static_assert`s must hold; gcc, where there is one, must agree.

use lydite_cfront::{Options, Preprocess, parse_bytes};
use std::io::Write;
use std::process::{Command, Stdio};

/// Who else has to accept a source.
#[derive(Clone, Copy, PartialEq)]
enum Also {
    Gcc,
    /// Not in the oldest gcc we check with.
    Nobody,
}

const SOURCES: &[(&str, Also, &str)] = &[
    ("empty", Also::Gcc, ""),
    ("comments", Also::Gcc, "/* a */ int x; // b\n;"),
    (
        "type specifiers",
        Also::Gcc,
        "unsigned long int long a; short unsigned b; long double c(void); signed char d; _Bool e; __int128 f;
         _Static_assert(sizeof a == 8 && sizeof b == 2 && sizeof d == 1 && sizeof e == 1 && sizeof f == 16, \"\");
         double _Complex g(float _Complex); extern _Float128 h(_Float64x, _Float32); __extension__ typedef long long i;
         _Static_assert(sizeof(long double) == 16 && sizeof(double _Complex) == 16, \"\");",
    ),
    (
        "declarators",
        Also::Gcc,
        "int *(*f(int, char *))[3]; int (*g[4])(void); char *const *volatile p; int a[2][3];
         _Static_assert(sizeof(*f(0, 0)) == 24, \"\"); _Static_assert(sizeof g == 32, \"\");
         _Static_assert(sizeof a == 24 && sizeof a[0] == 12, \"\");
         void (*signal_(int, void (*)(int)))(int); int (x); int (*(y)); typedef int fn(int); fn z, *w;",
    ),
    (
        "bit-fields and layout",
        Also::Gcc,
        "struct s { unsigned a : 3, : 0, b : 5; int c; }; _Static_assert(sizeof(struct s) == 12, \"\");
         struct __attribute__((packed)) p { char c; int i; }; _Static_assert(sizeof(struct p) == 5, \"\");
         struct q { char c; int i __attribute__((packed)); } ; _Static_assert(sizeof(struct q) == 5, \"\");
         struct r { char c; _Alignas(16) int i; }; _Static_assert(sizeof(struct r) == 32, \"\");
         struct e {}; _Static_assert(sizeof(struct e) == 0, \"\");
         struct f { int n; char tail[]; }; _Static_assert(sizeof(struct f) == 4, \"\");
         union u { char c[5]; short h; }; _Static_assert(sizeof(union u) == 6, \"\");
         struct an { int a; union { int b; struct { int c, d; }; }; };
         _Static_assert(__builtin_offsetof(struct an, d) == 8, \"\");",
    ),
    (
        "pragma pack",
        Also::Gcc,
        "#pragma pack(push, 1)\nstruct a { char c; int i; };\n#pragma pack(pop)\nstruct b { char c; int i; };
         _Static_assert(sizeof(struct a) == 5 && sizeof(struct b) == 8, \"\");",
    ),
    (
        "aligned typedefs",
        Also::Gcc,
        "typedef int big __attribute__((aligned(32))); typedef int small __attribute__((aligned(1)));
         struct a { char c; small s; }; struct b { char c; big s; };
         _Static_assert(sizeof(struct a) == 5 && sizeof(struct b) == 64, \"\");
         _Static_assert(_Alignof(big) == 32, \"\"); int v __attribute__((aligned(64)));
         _Static_assert(__alignof__(v) == 64, \"\");",
    ),
    (
        "modes and vectors",
        Also::Gcc,
        "typedef unsigned u8 __attribute__((mode(QI))); typedef int i128 __attribute__((__mode__(TI)));
         typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16)));
         _Static_assert(sizeof(u8) == 1 && (u8)-1 == 255 && sizeof(i128) == 16 && sizeof(v4) == 16, \"\");
         v4 f(v4 a, v4 b) { v4 c = {1, 2}; c[1] = a[0]; return a + b * c; }
         f4 g(v4 a) { return __builtin_convertvector(a, f4); }
         v4 h(v4 a, v4 b, v4 m) { return __builtin_shuffle(a, b, m) + (a > b) + 1; }",
    ),
    (
        "enums",
        Also::Gcc,
        "enum a { A, B = 5, C, D = -1 }; enum b { E = 0x80000000u }; enum c { F = 1LL << 40 };
         enum __attribute__((packed)) d { G, H };
         _Static_assert(C == 6 && sizeof(enum a) == 4 && sizeof(enum b) == 4 && sizeof(enum c) == 8, \"\");
         _Static_assert(sizeof(enum d) == 1 && sizeof(F) == 8 && sizeof(A) == 4, \"\");
         _Static_assert((enum a)-1 < 0 && (enum b)-1 > 0, \"\"); enum fwd; enum fwd { X };",
    ),
    (
        "constants",
        Also::Gcc,
        "_Static_assert(0x10 == 16 && 010 == 8 && 0b11 == 3 && 1e3 == 1000.0 && 0x1p4 == 16 && .5f == 0.5, \"\");
         _Static_assert('a' == 97 && '\\377' == -1 && '\\x41' == 65 && 'ab' == 24930 && L'\\x100' == 256, \"\");
         _Static_assert(sizeof(1L) == 8 && sizeof(1u) == 4 && sizeof(0x80000000) == 4 && sizeof(2147483648) == 8, \"\");
         _Static_assert(sizeof(\"abc\" \"de\") == 6 && sizeof(L\"ab\") == 12 && sizeof(u\"ab\") == 6 && sizeof(U\"a\") == 8, \"\");
         _Static_assert(sizeof(u8\"é\") == 3 && sizeof(\"\\u00e9\") == 3, \"\"); _Static_assert(-1 < 0u == 0, \"\");",
    ),
    (
        "constant expressions",
        Also::Gcc,
        "_Static_assert((1 ? 2 : 1 / 0) == 2, \"\"); _Static_assert((int)3.9 == 3, \"\");
         _Static_assert((unsigned char)300 == 44 && (signed char)200 == -56 && (_Bool)0.5 == 1, \"\");
         _Static_assert(1 || 1 / 0, \"\"); _Static_assert((0 && 1 / 0) == 0, \"\"); _Static_assert(~0u >> 31 == 1, \"\");
         _Static_assert(sizeof(int[3 * 2]) == 24, \"\"); _Static_assert(7 % -3 == 1 && -7 / 2 == -3, \"\");
         _Static_assert(sizeof(sizeof 1) == 8 && _Alignof(double) == 8, \"\");
         _Static_assert((__int128)1 << 100 > 0, \"\"); _Static_assert(!0 + !5 == 1 && 5 - -5 == 10, \"\");",
    ),
    (
        "types of expressions",
        Also::Gcc,
        "#define T(e, t) _Static_assert(_Generic((e), t: 1, default: 0), #e)\n
         char c; short h; unsigned char uc; float f; struct { unsigned b : 3; unsigned w : 32; } s; long l; const int ci;
         T(c + c, int); T(-h, int); T(uc << 1L, int); T(f * 2, float); T(f + 1.0, double); T(s.b + 0, int);
         T(s.w + 0, unsigned); T(l + 1u, long); T(ci, int); T(&ci, const int *); T(\"a\", char *); T(1 ? 1 : 2L, long);
         T(1 ? (void *)0 : &c, char *); T((char)1, char); T(!c, int); T(c == h, int); T(&c - &c, long); T(sizeof 1, unsigned long);
         T((c, l), long); T('a', int); T(L'a', int); T(1.0f, float); T(&*\"x\", char *); T(c++, char); T(uc += 1, unsigned char);",
    ),
    (
        "initialisers",
        Also::Gcc,
        "int a[] = {1, 2, 3}; int b[] = {[5] = 1, [2] = 3, 4}; char c[] = \"abc\"; char d[] = {\"abcd\"}; char e[3] = \"xyz\";
         _Static_assert(sizeof a == 12 && sizeof b == 24 && sizeof c == 4 && sizeof d == 5, \"\");
         int m[][2] = {1, 2, 3, 4, 5}; _Static_assert(sizeof m == 24, \"\"); int n[][2] = {{1}, {2}}; _Static_assert(sizeof n == 16, \"\");
         struct in { int x, y; }; struct s { int p; struct in q[2]; char *r; };
         struct s s1 = {1, {{2, 3}, {4, 5}}, \"z\"}, s2 = {1, 2, 3, 4, 5, 0}, s3 = {.q[1].y = 5, \"after\", .p = 3};
         struct s s4 = {.q = {[0 ... 1] = {7, 8}}}; union { int i; float f; } u = {.f = 1.5f}; int r[10] = {[2 ... 5] = 1, [3] = 2};
         struct old { int a, b; } o = {b: 2, a: 1}; int *p = &a[1], *q = (int[]){1, 2, 3}; struct in *z = &(struct in){.y = 1};",
    ),
    (
        "compound literals and statement expressions",
        Also::Gcc,
        "struct s { int a, b; }; int g(struct s *); struct s h(void);
         int f(int n) { int *p = (int[2]){n, 2}; g(&(struct s){1, .b = n}); const char *q = (char[]){\"abc\"};
           return ({ int t = n; t++; t + *p; }) + h().b + ((struct s){3, 4}).a + *q + sizeof((int[]){1, 2, 3}); }",
    ),
    (
        "statements",
        Also::Gcc,
        "int f(int n) { int i, s = 0; for (i = 0; i < n; i++) { if (i == 3) continue; else if (i == 5) break; s += i; }
           for (int j = 0, k = 1; j < k; j++) ; while (n-- > 0) s++; do s--; while (s > 100);
           switch (n) { case 1: case 2 ... 4: s = 1; break; default: s = 2; int late; case 9: late = 1; s = late; }
           { int n = 5; s += n; } goto end; again: s = 0; end: if (s < -1000) goto again; ; return s; }
         void duff(char *to, char *from, int n) { switch (n % 4) { do { case 0: *to++ = *from++; case 3: *to++ = *from++;
           case 2: *to++ = *from++; case 1: *to++ = *from++; } while ((n -= 4) > 0); } }
         int computed(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }
         int local(void) { { __label__ x; goto x; x: ; } { __label__ x; goto x; x: ; } return 0; }
         void v(void) { return (void)0; } int fall(int n) { switch (n) { case 0: n++; __attribute__((fallthrough)); case 1: n++; } return n; }",
    ),
    (
        "variable length arrays",
        Also::Gcc,
        "int f(int n, int a[n][n + 1], int b[static 3], int c[const], int (*d)[*]);
         int f(int n, int a[n][n + 1], int b[static 3], int c[const], int (*d)[n]) { int v[n], w[n][2]; typedef int t[n]; t x;
           int (*p)[n] = &v; for (int i = 0, z[n]; i < n; i++) z[i] = 0; return sizeof v + sizeof(t) + sizeof(int[n + 1]) + sizeof *p + sizeof x + sizeof w + a[1][2] + b[0] + c[0] + (*d)[0]; }",
    ),
    (
        "linkage",
        Also::Gcc,
        "int a; int a; extern int a; int a = 1; extern int a; static int b; static int b = 2; extern int b; extern int c[]; int c[3];
         _Static_assert(sizeof c == 12, \"\"); int t[]; static int f(int); int g(void) { extern int a; int f(int); return a + f(b); }
         static int f(int x) { static int n = 3; static int *p = &n; return x + n++ + *p; } int k(); int k(int x) { return x; }
         static inline int i(void) { return 1; } extern inline __attribute__((gnu_inline)) int j(void) { return 1; } int j(void) { return 2; }",
    ),
    (
        "old style",
        Also::Gcc,
        "f(a, b) char a; float *b; { return a + *b; } int g(x, y, z) double y; { return x + y + z; } main() { h(1, 2); return f('a', 0); }
         static x;",
    ),
    (
        "typedef names hidden",
        Also::Gcc,
        "typedef int T; int f(void) { T T = 3; return T * T; } struct s { T T; }; int g(T (T)); void h(int T) { T = 1; }
         int k(void) { T : return 0; goto T; } T l(T), m; void n(void) { typedef char T; _Static_assert(sizeof(T) == 1, \"\"); }",
    ),
    (
        "typeof and friends",
        Also::Gcc,
        "int x; typeof(x) y; __typeof__(int *) p; typeof(&x) q; void f(void) { __auto_type z = 1.5f; _Static_assert(sizeof z == 4, \"\");
           const int c = 1; typeof(c + 0) d; d = 2; }
         _Static_assert(__builtin_types_compatible_p(typeof(y), int) && !__builtin_types_compatible_p(int, long), \"\");
         _Static_assert(__builtin_types_compatible_p(const int, int) && __builtin_types_compatible_p(int[], int[3]), \"\");
         _Static_assert(__builtin_choose_expr(1, 5, \"no\") == 5, \"\"); _Static_assert(__builtin_constant_p(3), \"\");",
    ),
    (
        "offsetof",
        Also::Gcc,
        "struct in { char c; int a[4]; }; struct s { short h; struct in i[2]; };
         _Static_assert(__builtin_offsetof(struct s, i[1].a[2]) == 36, \"\"); _Static_assert(__builtin_offsetof(struct s, i) == 4, \"\");
         _Static_assert((unsigned long)&((struct s *)0)->i == 4, \"\");
         unsigned long f(int n) { return __builtin_offsetof(struct s, i[n].a); }",
    ),
    (
        "variadics",
        Also::Gcc,
        "typedef __builtin_va_list va; int sum(int n, ...) { va ap, other; int s = 0; __builtin_va_start(ap, n); __builtin_va_copy(other, ap);
           while (n--) s += __builtin_va_arg(ap, int); double d = __builtin_va_arg(other, double); __builtin_va_end(ap); return s + d; }
         int use(va *p) { return __builtin_va_arg(*p, int); } int pass(va p) { return use(&p); } int out(const char *f, va a) { return __builtin_vprintf(f, a); }",
    ),
    (
        "builtins",
        Also::Gcc,
        "int f(unsigned x, int *p, char *s) { int r; if (__builtin_expect(x == 3, 1)) __builtin_unreachable();
           __builtin_memcpy(s, p, 4); __builtin_printf(\"%d\", __builtin_abs(-3)); if (__builtin_isnan(__builtin_nan(\"\"))) __builtin_abort();
           return __builtin_clz(x) + __builtin_add_overflow(x, 1, &r) + __builtin_bswap32(x) + (int)__builtin_inf() + __builtin_strlen(s)
             + __builtin_constant_p(x) + __sync_fetch_and_add(p, 1) + __atomic_load_n(p, 5) + __builtin_mul_overflow_p(x, x, (int)0); }
         int g(int *p, int *q) { int t; __atomic_load(p, &t, 5); __atomic_store(p, q, 5); __atomic_exchange(p, q, &t, 5);
           return __atomic_compare_exchange(p, q, &t, 0, 5, 5) + t; }
         double h = __builtin_huge_val(); float k = __builtin_nanf(\"0\"); double m = (double)1.79769313486231570814527423731704357e+308L;",
    ),
    (
        "asm barriers",
        Also::Gcc,
        "int f(int x) { int y; asm volatile(\"\" ::: \"memory\"); __asm__(\"\" : \"+r\"(x)); asm(\" \" : \"=r\"(y) : \"0\"(x), \"m\"(x)); return x + y; }
         int g(void) __asm__(\"other\"); extern int v __asm__(\"w\") __attribute__((unused));",
    ),
    (
        "attributes",
        Also::Gcc,
        "__attribute__((noreturn, cold)) void f(void); static int g(int) __attribute__((const, unused)); int h(void *) __attribute__((nonnull(1), access(read_only, 1)));
         typedef int ai __attribute__((may_alias)); typedef union { int *a; const int *b; } tu __attribute__((transparent_union)); void k(tu);
         void use(int *p) { k(p); } struct __attribute__((aligned(8), may_alias)) s { int x; } __attribute__((packed));
         [[gnu::unused]] static int at; int par([[maybe_unused]] int x) { [[gnu::unused]] int y; return x; } __attribute__((weak)) int weak_;
         int * __attribute__((unused)) ptr; struct { int x __attribute__((deprecated(\"no\"))); } dep;",
    ),
    (
        "qualifiers and atomics",
        Also::Gcc,
        "const int a = 1; volatile const int *const p = &a; int *restrict r; _Atomic int x; _Atomic(long) y; const int arr[2] = {1};
         typedef int A[3]; const A ca; int f(void) { x++; x += 2; y = x; return ca[1] + (int)y; } _Thread_local int t; static __thread int u;",
    ),
    (
        "digraphs and odd spellings",
        Also::Gcc,
        "int a<:2:> = <% 1, 2 %>; __inline__ static __const int *f(__volatile__ int *x) { return (int *)x; } __signed__ char c;",
    ),
    ("bit-precise integers", Also::Nobody, "_BitInt(7) a; unsigned _BitInt(128) b; _Static_assert(sizeof(_BitInt(7)) == 1 && sizeof b == 16, \"\"); int f(void) { return a + 1wb; }"),
    ("function names", Also::Gcc, "const char *f(void) { return __func__; } int g(void) { return sizeof __FUNCTION__ + sizeof(__PRETTY_FUNCTION__); }"),
    (
        "folded builtins",
        Also::Gcc,
        "enum { LOG = 31 - __builtin_clz(1000) }; _Static_assert(LOG == 9 && __builtin_popcount(255) == 8, \"\");
         _Static_assert(__builtin_ctz(8) == 3 && __builtin_ffs(0) == 0 && __builtin_ffsll(1LL << 40) == 41, \"\");
         _Static_assert(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(1) == 0x1000000, \"\");
         _Static_assert(__builtin_parity(7) == 1 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30, \"\");
         _Static_assert(__builtin_clzll(1) == 63 && __builtin_expect(3, 1) == 3, \"\"); int a[__builtin_popcount(7)];",
    ),
    ("elvis and ranges", Also::Gcc, "int f(int x) { return x ?: 3; } void *g(int *p) { return p ? p : (void *)0; } int h(int c) { switch (c) { case 'a' ... 'z': return 1; } return 0; }"),
];

fn options() -> Options {
    Options { preprocess: Preprocess::WhenNeeded, ..Options::default() }
}

fn gcc_accepts(source: &str) -> Option<bool> {
    let mut child = Command::new("gcc")
        .args(["-w", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(source.as_bytes()).ok()?;
    Some(child.wait().ok()?.success())
}

#[test]
fn all_are_accepted() {
    let mut wrong = Vec::new();
    for (name, also, source) in SOURCES {
        if let Err(error) = parse_bytes(source.as_bytes(), name, &options()) {
            wrong.push(error.to_string());
        }
        if *also == Also::Gcc && gcc_accepts(source) == Some(false) {
            wrong.push(format!("{name}: gcc disagrees"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
