//! Policies that are about a shape of code: what vectorisers, idiom recognisers and peephole optimisations look for.
//!
//! Sketches ([`crate::general::idiom`]) with the program's arrays and values; `hide(n)` is a number that no compiler sees.

use crate::feature::Feature;

/// Policies and their sketches.
pub const PATTERNS: &[(Feature, &[&str])] = &[
    (Feature::ByteLoop, BYTE_LOOP),
    (Feature::MemoryIdiom, MEMORY_IDIOM),
    (Feature::PointerWalk, POINTER_WALK),
    (Feature::Slp, SLP),
    (Feature::Epilogue, EPILOGUE),
    (Feature::Interleaved, INTERLEAVED),
    (Feature::Masked, MASKED),
    (Feature::Gather, GATHER),
    (Feature::StridedGroup, STRIDED_GROUP),
    (Feature::IfConversion, IF_CONVERSION),
    (Feature::Unswitch, UNSWITCH),
    (Feature::Distribution, DISTRIBUTION),
    (Feature::AliasVersion, ALIAS_VERSION),
    (Feature::StrengthReduction, STRENGTH_REDUCTION),
    (Feature::ExitValue, EXIT_VALUE),
    (Feature::PopcountLoop, POPCOUNT_LOOP),
    (Feature::BswapLoop, BSWAP_LOOP),
    (Feature::CrcLoop, CRC_LOOP),
    (Feature::CtzLoop, CTZ_LOOP),
    (Feature::SwitchLoop, SWITCH_LOOP),
    (Feature::MergeAccess, MERGE_ACCESS),
    (Feature::SaturateLoop, SATURATE_LOOP),
    (Feature::AverageLoop, AVERAGE_LOOP),
    (Feature::MulHighLoop, MUL_HIGH_LOOP),
    (Feature::CarryLoop, CARRY_LOOP),
    (Feature::BitFieldLoop, BIT_FIELD_LOOP),
    (Feature::SelectLoop, SELECT_LOOP),
];

/// Loops over bytes.
const BYTE_LOOP: &[&str] = &[
    "type B u8 s8 char; num N 16, 200; cost 3000; io B a[N]; in B b[N]; in B k;
     for (idx i = 0; i < hide(N); i++) «a[i] = b[i] ^ k;¦a[i] = b[i] & 0xdf;¦a[i] += b[i];¦a[i] = b[i] > k ? b[i] : k;¦a[i] = ~b[i];¦a[i] = b[i] << 1 | b[i] >> 7;»",
    "type B u8 char; num N 16, 200; cost 2500; ret int; in B a[N]; in B k; int n = 0;
     for (idx i = 0; i < hide(N); i++) «n += a[i] == k;¦if (a[i] >= 48 && a[i] <= 57) n++;¦n += a[i];¦n += a[i] > k ? a[i] - k : k - a[i];» return n;",
];

/// Loops that library functions can do.
const MEMORY_IDIOM: &[&str] = &[
    "type E s32 u8 u16 s64 char float double u32; num N 8, 100; cost 1200; io E a[N]; for (idx i = 0; i < «N¦hide(N)»; i++) a[i] = 0;",
    "type E u8 s8 char; num N 8, 100; cost 1200; io E a[N]; in E k; for (idx i = 0; i < «N¦hide(N)»; i++) a[i] = «k¦const(E)»;",
    "type E s32 u8 u16 s64 char float u32; num N 8, 100; cost 1200; io E a[N]; in E b[N]; for (idx i = 0; i < «N¦hide(N)»; i++) a[i] = b[i];",
    "type E s32 u8 u16 s64; num N 8, 100; cost 1200; io E a[N]; in E k; for (idx i = 0; i < «N¦hide(N)»; i++) a[i] = «k¦const(E)¦-1»;",
    "type E s32 u8 u16 s64; num N 8, 100; cost 1200; io E a[N]; for (idx i = 0; i + 1 < N; i++) a[i] = a[i + 1];",
    "num N 5, 40; cost 1000; ret int; table char s[N] = letters; idx n = 0; «while@40 (s[n]) n++;¦for (; s[n] != 0; n++) ;» return n;",
    "type E s32 u8 s16; num N 4, 30; num M 4, 30; cost 3000; io E a[N][M]; for (idx i = 0; i < N; i++) for (idx j = 0; j < M; j++) a[i][j] = 0;",
];

/// Pointers that walk over arrays.
const POINTER_WALK: &[&str] = &[
    "type E s32 u8 u16 s64 u32 float; num N 8, 100; cost 2000; io E a[N]; in E b[N]; auto p = a; auto q = b;
     «for (idx i = 0; i < hide(N); i++) *p++ = *q++;¦idx n = N; while@N (n > 0) { *p = *p + *q; p++; q++; n--; }¦for (; p < a + N; p++, q++) *p = *q;»",
    "type E s32 u8 u16 s64 u32; num N 8, 100; cost 2000; ret E; in E a[N]; E s = 0; «for (auto p = a; p != a + N; p++) s += *p;¦auto p = a + N; while@N (p > a) s ^= *--p;»
     return s;",
];

/// Neighbouring elements treated alike, without a loop.
const SLP: &[&str] = &[
    "type E s32 u32 s16 u8 u64 s64 float double; num N 8, 100; io E a[N]; in E b[N]; in E c[N];
     «a[0] = b[0] + c[0]; a[1] = b[1] + c[1]; a[2] = b[2] + c[2]; a[3] = b[3] + c[3];
     ¦a[0] = b[4] - c[0]; a[1] = b[5] - c[1]; a[2] = b[6] - c[2]; a[3] = b[7] - c[3];
     ¦a[4] = b[0] * c[4]; a[5] = b[1] * c[5]; a[6] = b[2] * c[6]; a[7] = b[3] * c[7];
     ¦a[0] = b[1] + c[0]; a[1] = b[0] + c[1]; a[2] = b[3] + c[2]; a[3] = b[2] + c[3];»",
    "type E s32 u32 s16 u8 u64; num N 8, 100; io E a[N]; in E b[N]; in E k;
     «a[0] = b[0] ^ k; a[1] = b[1] ^ k; a[2] = b[2] ^ k; a[3] = b[3] ^ k;
     ¦a[0] = (b[0] & 15) + k; a[1] = (b[1] & 15) + k; a[2] = (b[2] & 15) + k; a[3] = (b[3] & 15) + k; a[4] = (b[4] & 15) + k; a[5] = (b[5] & 15) + k; a[6] = (b[6] & 15) + k; a[7] = (b[7] & 15) + k;
     ¦a[0] = b[0] > k ? b[0] : k; a[1] = b[1] > k ? b[1] : k; a[2] = b[2] > k ? b[2] : k; a[3] = b[3] > k ? b[3] : k;
     ¦a[0] = b[0] + 1; a[1] = b[1] - 1; a[2] = b[2] + 1; a[3] = b[3] - 1;»",
    "type E s32 u32 u16 u64 float; num N 8, 100; ret E; in E b[N]; in E c[N];
     return «b[0] * c[0] + b[1] * c[1] + b[2] * c[2] + b[3] * c[3]¦b[0] + b[1] + b[2] + b[3] + b[4] + b[5] + b[6] + b[7]¦(b[0] + c[0]) * (b[1] + c[1]) + (b[2] + c[2]) * (b[3] + c[3])»;",
    "type E s32 u32 u16 s16; num N 8, 100; num K 1, 6; cost 2500; io E a[N]; in E b[N];
     for (idx i = 0; i + 3 < N; i += 4) { a[i] = b[i] + K; a[i + 1] = b[i + 1] + K; a[i + 2] = b[i + 2] + K; a[i + 3] = b[i + 3] + K; }",
];

/// Loops whose rest is worth a vector of its own.
const EPILOGUE: &[&str] = &[
    "type E u8 u16 s8 s16 char; num N 20, 200; cost 3000; io E a[N]; in E b[N]; in E c[N];
     for (idx i = 0; i < hide(N); i++) a[i] = b[i] «+¦-¦^¦&» c[i];",
    "type E u8 u16 u32; num N 20, 200; cost 3000; ret u32; in E a[N]; u32 s = 0; for (idx i = 0; i < hide(N); i++) s += a[i]; return s;",
];

/// Pairs, triples and quadruples of elements.
const INTERLEAVED: &[&str] = &[
    "type E s32 u32 u16 u8 s64 float; num N 16, 100; num M 8, 100; cost 2500; io E a[M]; in E b[N];
     for (idx i = 0; i < M && 2 * i + 1 < N; i++) a[i] = b[2 * i] «+¦-¦^» b[2 * i + 1];",
    "type E s32 u32 u16 u8 float; num N 16, 100; cost 2500; io E a[N]; in E b[N];
     for (idx i = 0; i < N / 2; i++) { a[2 * i] = b[2 * i + 1]; a[2 * i + 1] = b[2 * i]; }",
    "type E u8 u16 s32; num N 18, 100; cost 2500; io E a[N]; in E b[N]; in E k;
     for (idx i = 0; i < N / 3; i++) { a[3 * i] = b[3 * i] + k; a[3 * i + 1] = b[3 * i + 1] ^ k; a[3 * i + 2] = b[3 * i + 2] - k; }",
    "type E s32 u32 u16 float; num N 16, 100; cost 2500; ret E; in E a[N]; E s = 0, t = 0;
     for (idx i = 0; i < N / 2; i++) { s += a[2 * i]; t += a[2 * i + 1]; } return s - t;",
];

/// Stores under a condition.
const MASKED: &[&str] = &[
    "type E s32 u32 u16 u8 s64 float; num N 12, 100; cost 2500; io E a[N]; in E b[N]; in E k;
     for (idx i = 0; i < «N¦hide(N)»; i++) if (b[i] «>¦<¦!=¦==» k) a[i] = b[i] «+ k¦¦- k»;",
    "type E s32 u32 u16 s64; num N 12, 100; cost 2500; io E a[N]; in E b[N]; in E c[N];
     for (idx i = 0; i < «N¦hide(N)»; i++) if (b[i]) a[i] += c[i];",
];

/// Elements found through other elements.
const GATHER: &[&str] = &[
    "type E s32 u32 u16 s64 float; num N 12, 100; cost 2500; io E a[N]; in E b[N]; table u8 t[N] = «below N¦permutation»;
     for (idx i = 0; i < N; i++) «a[i] = b[t[i]];¦a[t[i]] = b[i];¦a[i] += b[t[i]];»",
    "type E s32 u32 u64; num N 12, 100; cost 2500; ret E; in E b[N]; table s32 t[N] = below N; E s = 0; for (idx i = 0; i < N; i++) s += b[t[i]]; return s;",
    "type E s32 u32 u16; num N 12, 100; cost 2500; io E a[N]; table u8 t[N] = below N; for (idx i = 0; i < N; i++) a[t[i]]++;",
];

/// Elements at equal distances.
const STRIDED_GROUP: &[&str] = &[
    "type E s32 u32 u16 u8 s64; num N 16, 100; num K 2, 5; cost 2500; io E a[N]; in E k; for (idx i = 0; i < N; i += K) a[i] = a[i] «+¦^» k;",
    "type E s32 u32 u16 s64; num N 6, 30; num M 4, 30; cost 2500; io E c[N]; in E a[N][M]; for (idx i = 0; i < N; i++) c[i] = a[i][«0¦1¦M - 1»];",
    "type E s32 u32 u16; num N 16, 100; cost 2500; ret E; in E a[N]; E s = 0; for (sidx i = N - 1; i >= 0; i -= 2) s += a[i]; return s;",
];

/// Branches that become selections.
const IF_CONVERSION: &[&str] = &[
    "type E s32 u32 u16 u8 s64; num N 12, 100; cost 3000; io E a[N]; in E b[N]; in E c[N]; in E k;
     for (idx i = 0; i < «N¦hide(N)»; i++) { E t; if (b[i] > k) t = c[i] + 1; else t = b[i]; «if (t & 1) t ^= k;¦if (t > c[i]) t = c[i];¦» a[i] = t; }",
    "type E s32 u32 s16; num N 12, 100; cost 3000; ret E; in E a[N]; in E k; E s = 0; for (idx i = 0; i < N; i++) { if (a[i] > k) s += a[i]; else s -= k; } return s;",
    "type E s32 u32; num N 12, 100; cost 3000; ret int; in E a[N]; in E k; int n = 0; for (idx i = 0; i < N; i++) if (a[i] < k) n++; return n;",
];

/// Conditions that do not change in a loop.
const UNSWITCH: &[&str] = &[
    "type E s32 u32 u16 s64; num N 12, 100; cost 2500; io E a[N]; in E b[N]; in int f; for (idx i = 0; i < hide(N); i++) { if (f «> 3¦& 1¦» ) a[i] = b[i]; else a[i] += b[i]; }",
    "type E s32 u32 u16; num N 12, 100; cost 2500; io E a[N]; in E k; in int f; in int h; for (idx i = 0; i < hide(N); i++) { if (f) { if (h) a[i] += k; else a[i] ^= k; } else a[i] = i; }",
    "type E s32 u32; num N 6, 40; num M 4, 30; cost 3000; io E a[N][M]; in int f; for (idx i = 0; i < N; i++) for (idx j = 0; j < M; j++) if (f > 2) a[i][j] = i + j; else a[i][j]--;",
];

/// A dependence and independent work in one loop.
const DISTRIBUTION: &[&str] = &[
    "type E u32 s32 u16 u64; num N 12, 100; cost 3000; io E a[N]; io E c[N]; in E b[N]; for (idx i = 1; i < hide(N); i++) { a[i] = a[i - 1] + b[i]; c[i] = b[i] «* 3¦^ 5¦» ; }",
    "type E u32 s32 u16; num N 12, 100; cost 3000; io E a[N]; io E c[N]; for (idx i = 0; i < hide(N); i++) { a[i] = 0; c[i] = c[i] * 2 + 1; }",
    "type E u32 s32 u8; num N 12, 100; cost 3000; io E a[N]; io E c[N]; in E b[N]; for (idx i = 0; i < N; i++) { a[i] = 0; c[i] = b[i]; }",
];

/// Functions whose pointers might overlap.
const ALIAS_VERSION: &[&str] = &[
    "type E s32 u32 u16 u8 s64 float; num N 12, 100; cost 3000; ret int; io E a[N]; in E b[N]; for (idx i = 0; i < hide(N); i++) { if (i > 1000) return 1; a[i] = b[i] «+ 1¦* 2¦» ; } return 0;",
    "type E s32 u32 u16 u8; num N 12, 100; cost 3000; ret int; io E a[N]; in E b[N]; in E c[N]; if (b[0] == 77) return 1; for (idx i = 0; i < hide(N); i++) a[i] = b[i] «+¦-¦^» c[i]; return 0;",
    // Two pointers into one array.
    "type E s32 u32 u16 u8 s64; num N 24, 100; num K 1, 8; cost 3000; io E a[N]; auto p = a; auto q = a + K; for (idx i = 0; i < hide(N - 8); i++) «q[i] = p[i] + 1;¦p[i] = q[i] ^ 3;¦p[i] += q[i];»",
    "type E s32 u32; num N 12, 100; cost 3000; ret int; io E a[N]; io E b[N]; if (b[0] == 77) return 1; for (idx i = 0; i + 1 < hide(N); i++) { a[i] = b[i] + 1; b[i + 1] = a[i] ^ 3; } return 0;",
];

/// Products with counters.
const STRENGTH_REDUCTION: &[&str] = &[
    "type E s32 u32 u16 u64; num N 12, 100; num K 3, 60; cost 2500; io E a[N]; for (idx i = 0; i < hide(N); i++) a[i] = i * K + «K¦i / 3¦i % 7»;",
    "type E s32 u32 u16; num N 16, 100; num K 3, 8; cost 3000; ret E; in E a[N]; E s = 0; for (idx i = 0; i < N / K; i++) for (idx j = 0; j < K; j++) s += a[i * K + j]; return s;",
    "type E u32 u64; num N 12, 80; cost 2000; ret E; in E x; E s = 0; for (idx i = 0; i < N; i++) s += x * i «+¦^» i * i; return s;",
];

/// Values after a loop that can be worked out.
const EXIT_VALUE: &[&str] = &[
    "num N 5, 100; num K 1, 9; cost 1000; ret u32; in u32 x; u32 s = x; for (idx i = 0; i < hide(N); i++) s += K; return s;",
    "num N 5, 100; cost 1000; ret u32; u32 s = 0; idx i; for (i = 0; i < hide(N); i++) s += i; return s * 100 + i;",
    "num N 5, 100; num K 2, 7; cost 1000; ret int; idx n = 0, i = 0; while@100 (i < hide(N)) { i += K; n++; } return n * 256 + i;",
    "num N 5, 60; cost 1000; ret u64; in u64 x; u64 p = 1; for (idx i = 0; i < hide(N); i++) p *= x; return p;",
];

/// Ones counted by a loop.
const POPCOUNT_LOOP: &[&str] = &[
    "type W u32 u64; cost 800; ret int; in W x; int n = 0; while@bits(W) (x) { x &= x - 1; n++; } return n;",
    "type W u32 u64; cost 800; ret int; in W x; int n = 0; while@bits(W) (x != 0) { n++; x &= x - 1; } return n + 1;",
];

/// Bytes in the other order.
const BSWAP_LOOP: &[&str] = &[
    "ret u32; in u32 x; return (x << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | (x >> 24);",
    "ret u64; in u64 x; u64 r = 0; for (idx i = 0; i < 8; i++) { r = (r << 8) | (x & 255); x >>= 8; } return r;",
    "ret u32; in u32 x; u32 r = 0; for (idx i = 0; i < 4; i++) { r = (r << 8) | (x & 255); x >>= 8; } return r;",
    "ret u16; in u16 x; return (x << 8) | (x >> 8);",
    "num N 8, 60; cost 2500; io u32 a[N]; for (idx i = 0; i < N; i++) a[i] = (a[i] << 24) | ((a[i] & 0xff00) << 8) | ((a[i] >> 8) & 0xff00) | (a[i] >> 24);",
];

/// Cyclic redundancy checks bit by bit.
const CRC_LOOP: &[&str] = &[
    "cost 900; ret u32; in u32 x; in u8 b; u32 c = x ^ b; for (idx i = 0; i < 8; i++) c = c & 1 ? (c >> 1) ^ 0xedb88320 : c >> 1; return c;",
    "cost 900; ret u16; in u16 x; in u8 b; u16 c = x ^ (u16)(b << 8); for (idx i = 0; i < 8; i++) { if (c & 0x8000) c = (c << 1) ^ 0x1021; else c <<= 1; } return c;",
    "num N 4, 30; cost 4000; ret u32; in u8 a[N]; u32 c = 0xffffffff; for (idx i = 0; i < N; i++) { c ^= a[i]; for (idx k = 0; k < 8; k++) c = (c >> 1) ^ (0xedb88320 & (0 - (c & 1))); } return c;",
];

/// Zeros counted by a loop.
const CTZ_LOOP: &[&str] = &[
    "type W u32 u64; cost 800; ret int; in W x; int n = 0; if (x) while@bits(W) (!(x & 1)) { x >>= 1; n++; } return n;",
    "type W u32 u64; cost 800; ret int; in W x; int n = 0; while@bits(W) (x >>= 1) n++; return n;",
    "type W u32 u64; cost 800; ret int; in W x; int n = bits(W); while@bits(W) (x) { x >>= 1; n--; } return n;",
];

/// Automata: a switch in a loop.
const SWITCH_LOOP: &[&str] = &[
    "num N 8, 60; cost 3000; ret int; in u8 a[N]; int state = 0, n = 0;
     for (idx i = 0; i < N; i++) { switch (state) { case 0: { if (a[i] & 1) state = 1; else n++; break; } case 1: { state = a[i] > 100 ? 2 : 0; break; } case 2: { n += 3; state = 0; break; } default: { n = 0; } } } return n * 4 + state;",
    "num N 8, 60; cost 3000; ret int; in u8 a[N]; int state = 0, n = 0; idx i = 0;
     while@200 (state != 3) { switch (state) { case 0: { if (i >= N) { state = 3; break; } state = a[i] & 1 ? 1 : 2; i++; break; } case 1: { n += 5; state = 0; break; } case 2: { n ^= 3; state = 0; break; } } } return n;",
];

/// Bytes that are one word.
const MERGE_ACCESS: &[&str] = &[
    "num N 8, 100; ret u32; in u8 a[N]; return «a[0] | (u32)a[1] << 8 | (u32)a[2] << 16 | (u32)a[3] << 24¦(u32)a[0] << 24 | (u32)a[1] << 16 | (u32)a[2] << 8 | a[3]¦(u32)a[1] << 8 | a[0]»;",
    "num N 8, 100; io u8 a[N]; in u32 x; «a[0] = x; a[1] = x >> 8; a[2] = x >> 16; a[3] = x >> 24;¦a[3] = x; a[2] = x >> 8; a[1] = x >> 16; a[0] = x >> 24;¦a[4] = x >> 8; a[5] = x;»",
    "type E u8 u16 s8; num N 8, 100; io E a[N]; a[0] = const(E); a[1] = const(E); a[2] = const(E); a[3] = const(E); «a[4] = 0; a[5] = 0; a[6] = 0; a[7] = 0;¦»",
    "type E u8 u16 u32; num N 8, 100; io E a[N]; in E b[N]; a[0] = b[0]; a[1] = b[1]; a[2] = b[2]; a[3] = b[3];",
];

/// Saturating arithmetic over arrays.
const SATURATE_LOOP: &[&str] = &[
    "num N 16, 100; cost 3000; io u8 a[N]; in u8 b[N]; for (idx i = 0; i < «N¦hide(N)»; i++) { int t = a[i] «+ b[i]; a[i] = t > 255 ? 255 : t;¦- b[i]; a[i] = t < 0 ? 0 : t;» }",
    "num N 16, 100; cost 3000; io s16 a[N]; in s16 b[N]; for (idx i = 0; i < N; i++) { int t = a[i] «+¦-» b[i]; if (t > 32767) t = 32767; if (t < 0 - 32768) t = 0 - 32768; a[i] = t; }",
    "type W u32 u64 u16; num N 16, 100; cost 3000; io W a[N]; in W b[N]; for (idx i = 0; i < N; i++) { W t = a[i] + b[i]; a[i] = t < b[i] ? max(W) : t; }",
];

/// Means of two, rounded up or down.
const AVERAGE_LOOP: &[&str] = &[
    "type E u8 u16; num N 16, 100; cost 3000; io E a[N]; in E b[N]; for (idx i = 0; i < «N¦hide(N)»; i++) a[i] = (a[i] + b[i] + 1) >> 1;",
    "type E u8 u16 s16; num N 16, 100; cost 3000; io E a[N]; in E b[N]; for (idx i = 0; i < N; i++) a[i] = (a[i] + b[i]) >> 1;",
    "num N 16, 100; cost 3000; io u32 a[N]; in u32 b[N]; for (idx i = 0; i < N; i++) a[i] = (a[i] «&¦|» b[i]) «+¦-» ((a[i] ^ b[i]) >> 1);",
];

/// The upper half of a product.
const MUL_HIGH_LOOP: &[&str] = &[
    "num N 16, 100; cost 3000; io u16 a[N]; in u16 b[N]; for (idx i = 0; i < «N¦hide(N)»; i++) a[i] = ((u32)a[i] * b[i]) >> 16;",
    "num N 16, 100; cost 3000; io s16 a[N]; in s16 b[N]; for (idx i = 0; i < N; i++) a[i] = (a[i] * b[i]) >> 16;",
    "num N 16, 100; cost 3000; io u32 a[N]; in u32 b[N]; for (idx i = 0; i < N; i++) a[i] = ((u64)a[i] * b[i]) >> 32;",
    "ret u32; in u32 x; in u32 y; return ((u64)x * y) >> 32;",
];

/// Words with carries.
const CARRY_LOOP: &[&str] = &[
    "type W u32 u64; num N 4, 40; cost 2500; io W a[N]; in W b[N]; W carry = 0; for (idx i = 0; i < N; i++) { W t = a[i] + b[i]; W c = t < b[i]; a[i] = t + carry; carry = c | (a[i] < carry); } store carry;",
    "ret u64; in u64 x; in u64 y; in u64 z; in u64 w; u64 low = x + y; u64 high = z + w + (low < x); return high ^ low;",
    "type W u32 u64; num N 4, 40; io W a[N]; in W b[N]; W t = a[0] + b[0]; W c = t < b[0]; a[0] = t; W u = a[1] + b[1]; W d = u < b[1]; a[1] = u + c; d |= a[1] < c; a[2] = a[2] + b[2] + d;",
];

/// Fields of words taken out and put in.
const BIT_FIELD_LOOP: &[&str] = &[
    "type W u32 u64 u16; num K 1, 7; num L 1, 8; num N 16, 100; cost 3000; io W a[N]; in W b[N]; for (idx i = 0; i < «N¦hide(N)»; i++) a[i] = (a[i] & ~(((W)((1 << L) - 1)) << K)) | ((b[i] & ((1 << L) - 1)) << K);",
    "type W u32 u64; num K 1, 20; num L 1, 11; ret W; in W x; in W y; return ((x >> K) & ((1u << L) - 1)) «+¦^» (y & ~(((W)((1u << L) - 1)) << K));",
    "num N 16, 100; cost 3000; io s32 a[N]; in u32 b[N]; num K 3, 20; for (idx i = 0; i < N; i++) a[i] = (s32)(b[i] << K) >> K;",
];

/// Least, greatest, absolute values and chains of selections.
const SELECT_LOOP: &[&str] = &[
    "type E s32 s16 u8 u16 s8 u32; num N 16, 100; cost 3000; io E a[N]; in E b[N]; in E lo; in E hi; for (idx i = 0; i < «N¦hide(N)»; i++) { E t = b[i]; t = t < lo ? lo : t; t = t > hi ? hi : t; a[i] = t; }",
    "type E s32 s16 s8; num N 16, 100; cost 3000; io E a[N]; in E b[N]; for (idx i = 0; i < N; i++) { int d = a[i] - b[i]; a[i] = d < 0 ? 0 - d : d; }",
    "type E s32 u32 s16 s64 u8; num N 16, 100; cost 3000; ret E; in E a[N]; E m = a[0]; for (idx i = 1; i < «N¦hide(N)»; i++) «if (a[i] > m) m = a[i];¦m = a[i] < m ? a[i] : m;» return m;",
    "num N 16, 100; cost 3000; ret u32; in u8 a[N]; in u8 b[N]; u32 s = 0; for (idx i = 0; i < «N¦hide(N)»; i++) { int d = a[i] - b[i]; s += d < 0 ? 0 - d : d; } return s;",
];
