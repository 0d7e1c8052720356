//! Policies that are patterns: sketches of straight code that scalar optimisations look for.
//!
//! Without loops and with one result each, so that they become statements in place. What a pattern is to trigger is the
//! sentence of its feature.

use crate::feature::Feature;

/// Features and their sketches.
pub(super) const PATTERNS: &[(Feature, &[&str])] = &[
    (Feature::SaturatingArithmetic, SATURATING),
    (Feature::RoundingAverage, AVERAGE),
    (Feature::MultiplyHigh, HIGH),
    (Feature::CarryWords, CARRY),
    (Feature::FieldMove, FIELDS),
    (Feature::SelectChain, SELECTS),
    (Feature::ByteSwap, SWAPS),
    (Feature::LoadMerge, LOADS),
    (Feature::StoreMerge, STORES),
    (Feature::JumpThreading, JUMPS),
    (Feature::Neighbours, NEIGHBOURS),
    (Feature::RangeChain, RANGES),
];

const SATURATING: &[&str] = &[
    "type W u32 u8 u16 u64; ret W; in W x; in W y;
     W s = x + y; return «s < x ? max(W) : s¦s < y ? max(W) : s¦s | -(W)(s < x)¦x > max(W) - y ? max(W) : s»;",
    "type W u32 u8 u16 u64; ret W; in W x; in W y;
     return «x > y ? x - y : 0¦x >= y ? (W)(x - y) : (W)0¦(x > y ? x : y) - y¦x - (x < y ? x : y)»;",
    "type S s8 s16 s32; twice D S; ret S; in S x; in S y;
     D t = (D)x «+¦-¦*» y; return «t > max(S) ? max(S) : t < min(S) ? min(S) : t¦t < min(S) ? min(S) : t > max(S) ? max(S) : (S)t»;",
    "type S s32 s64; flip U S; ret S; in S x; in S y;
     U s = (U)x + (U)y; U sat = ((U)x >> (bits(S) - 1)) + (U)max(S);
     if (((U)x ^ s) & ((U)y ^ s) & ((U)1 << (bits(S) - 1))) s = sat; return (S)s;",
    "type S s32 s64 s16; ret S; in S x; in S y; S r;
     if (y > 0 && x > max(S) - y) r = max(S); else if (y < 0 && x < min(S) - y) r = min(S); else r = x + y; return r;",
    "type U u32 u16 u64; num K 1, bits(U) - 1; ret U; in U x;
     return «x > (max(U) >> K) ? max(U) : (U)(x << K)¦(U)((U)(x << K) >> K) == x ? (U)(x << K) : max(U)»;",
];

const AVERAGE: &[&str] = &[
    "type W u32 u64 u16 u8; ret W; in W x; in W y;
     return «(x & y) + ((x ^ y) >> 1)¦(x | y) - ((x ^ y) >> 1)¦(x >> 1) + (y >> 1) + (x & y & 1)¦(x >> 1) + (y >> 1) + ((x | y) & 1)»;",
    "type W u8 u16 u32; twice D W; ret W; in W x; in W y; return ((D)x + (D)y «+ 1¦» ) >> 1;",
    "type S s8 s16 s32; twice D S; ret S; in S x; in S y; return «((D)x + y) >> 1¦((D)x + y + 1) >> 1¦((D)x + y) / 2»;",
    "type W u32 u64; num K 1, 16; ret W; in W x; return «(x + ((W)1 << (K - 1))) >> K¦(x >> K) + ((x >> (K - 1)) & 1)»;",
];

const HIGH: &[&str] = &[
    "type W u32 u16; twice D W; ret W; in W x; in W y; return «((D)x * y) >> bits(W)¦((D)x * y + ((D)1 << (bits(W) - 1))) >> bits(W)¦(W)((D)y * (D)x >> bits(W))»;",
    "type S s32 s16; twice D S; ret S; in S x; in S y; return «((D)x * y) >> bits(S)¦(S)((D)x * (D)y >> (bits(S) - 1))»;",
    "ret u64; in u64 x; in u64 y;
     u64 a = x >> 32, b = (u32)x, c = y >> 32, d = (u32)y;
     u64 bd = b * d, ad = a * d, bc = b * c, ac = a * c;
     u64 mid = (bd >> 32) + (u32)ad + (u32)bc;
     «store (mid << 32) | (u32)bd;¦» return ac + (ad >> 32) + (bc >> 32) + (mid >> 32);",
    // Division by a constant, as compilers write it.
    "ret u32; in u32 x; u32 q = ((u64)x * «0xcccccccd) >> 35¦0xaaaaaaab) >> 33¦0x38e38e39) >> 33»; return «q¦x - q * 10¦q + x / 10»;",
    "type W u32 s32 u64 s64 u16 s8; num K 2, 100; ret W; in W x; return «x / K¦x % K¦x / K + x % K¦x - x / K * K»;",
];

const CARRY: &[&str] = &[
    "type W u32 u64 ulong; ret W; in W al; in W ah; in W bl; in W bh;
     W lo = al + bl; W hi = ah + bh + «(lo < al)¦(lo < bl)¦(al > max(W) - bl)»; store lo; return hi;",
    "type W u32 u64 ulong; ret W; in W al; in W ah; in W bl; in W bh;
     W lo = al - bl; W hi = ah - bh - «(al < bl)¦(lo > al)»; store lo; return hi;",
    "type W u32 u64 u16; num N 3, 4; ret W; io W a[N]; in W b[N];
     W s = a[0] + b[0]; W c = s < b[0]; a[0] = s;
     W t = a[1] + c; c = t < c; s = t + b[1]; «c |= s < t;¦c += s < b[1];» a[1] = s;
     t = a[2] + c; c = t < c; s = t + b[2]; c |= s < t; a[2] = s; return c;",
    "type W u32 u64; num K 1, bits(W) - 1; ret W; in W lo; in W hi;
     «store lo << K; return (hi << K) | (lo >> (bits(W) - K));¦store hi >> K; return (lo >> K) | (hi << (bits(W) - K));»",
    "type W u32 u64; ret int; in W al; in W ah; in W bl; in W bh;
     return «ah < bh || (ah == bh && al < bl)¦ah != bh ? ah < bh : al < bl¦(ah > bh) - (ah < bh)»;",
];

const FIELDS: &[&str] = &[
    "type W u32 u64 u16 u8; num L 1, bits(W) - 2; num S 0, bits(W) - L - 1; ret W; in W x;
     return «(x >> S) & (((W)1 << L) - 1)¦(x & ((((W)1 << L) - 1) << S)) >> S¦(W)(x << (bits(W) - L - S)) >> (bits(W) - L)»;",
    "type W u32 u64 u16 u8; num L 1, bits(W) - 2; num S 0, bits(W) - L - 1; ret W; in W x; in W y;
     W m = ((W)1 << L) - 1;
     return «(x & ~(m << S)) | ((y & m) << S)¦x ^ ((x ^ (y << S)) & (m << S))¦(x & ~(m << S)) + ((y & m) << S)»;",
    "num L 2, 20; num S 0, 31 - L; ret s32; in u32 x;
     «return (s32)(x << (32 - L - S)) >> (32 - L);
     ¦s32 v = (x >> S) & ((1u << L) - 1); s32 m = 1 << (L - 1); return (v ^ m) - m;»",
    "type W u32 s32 u64 u8; ret W; in W x; in W y; in W m;
     return «(x & m) | (y & ~m)¦x ^ ((x ^ y) & m)¦((x ^ y) & m) ^ y¦(x | m) & (y | ~m)»;",
    "num L 1, 8; num I 0, 7; num J 16, 23; ret u32; in u32 x;
     u32 t = ((x >> I) ^ (x >> J)) & ((1u << L) - 1); return x ^ ((t << I) | (t << J));",
    "type W u32 u64 u8; num K 0, bits(W) - 1; ret W; in W x; in int f; W m = (W)1 << K;
     «return (x & ~m) | (-(W)(f != 0) & m);¦if (f) x |= m; else x &= ~m; return x;¦return f ? x | m : x & ~m;»",
    "type W u32 u64 u16; num K 1, bits(W) - 1; ret W; in W x;
     return «(x << K) | (x >> (bits(W) - K))¦(x >> K) + (x << (bits(W) - K))»;",
];

const SELECTS: &[&str] = &[
    "type S s32 u32 s64 s8 u16; ret S; in S x; in S y; in S z;
     return «x < y ? x : y¦x > y ? (x > z ? x : z) : (y > z ? y : z)¦(x < y ? x : y) ^ (y > z ? z : y)¦x > y ? y > z ? y : x > z ? z : x : x > z ? x : y > z ? z : y»;",
    "type S s32 s16 s64 u32 s8; ret S; in S x; in S a; in S b;
     «S lo = a < b ? a : b, hi = a < b ? b : a; return x < lo ? lo : x > hi ? hi : x;
     ¦if (x < a) x = a; if (x > b) x = b; return x;¦x = x > a ? x : a; return x < b ? x : b;»",
    "type S s32 s64 s16 s8; flip U S; ret U; in S x; in S y;
     return «x < 0 ? -(U)x : (U)x¦x > y ? (U)x - (U)y : (U)y - (U)x¦(U)((x ^ (x >> (bits(S) - 1))) - (x >> (bits(S) - 1)))»;",
    "type S s32 s64 s8; ret S; in S x; return «(x > 0) - (x < 0)¦x < 0 ? -1 : x > 0¦x >= 0 ? x : ~x¦x == 0 ? 1 : x»;",
    "type W u32 s32 u8 s64; ret W; in W x; in W y; in W c;
     return «c ? x : y¦c == x ? x : y¦(c & 1) ? x + y : x - y¦c ? x & y : y¦x == y ? x - y : c¦-(c != 0) & x¦(c < x) * y»;",
    "type W u32 s32 u16; ret W; in W x; in W y; W r = x;
     if (x == const(W)) r = y; if (y == const(W)) r = x ^ y; if (r > const(W)) r = const(W); return r;",
];

const SWAPS: &[&str] = &[
    "ret u32; in u32 x; return «(x << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | (x >> 24)¦(x >> 24) + ((x >> 8) & 65280) + ((x << 8) & 16711680) + (x << 24)¦((x & 0xff) << 24) | ((x & 0xff00) << 8) | ((x & 0xff0000) >> 8) | ((x & 0xff000000) >> 24)»;",
    "ret u16; in u16 x; return «(x << 8) | (x >> 8)¦((x & 255) << 8) | ((x >> 8) & 255)»;",
    "ret u64; in u64 x;
     x = ((x & 0x00ff00ff00ff00ff) << 8) | ((x >> 8) & 0x00ff00ff00ff00ff);
     x = ((x & 0x0000ffff0000ffff) << 16) | ((x >> 16) & 0x0000ffff0000ffff); return (x << 32) | (x >> 32);",
    "type W u32 u64 u16 u8; ret W; in W x;
     x = ((x >> 1) & rep(W, 0x55)) | ((x & rep(W, 0x55)) << 1);
     x = ((x >> 2) & rep(W, 0x33)) | ((x & rep(W, 0x33)) << 2);
     return ((x >> 4) & rep(W, 0x0f)) | ((x & rep(W, 0x0f)) << 4);",
    "type W u32 u64; ret W; in W x; x -= (x >> 1) & rep(W, 0x55); x = (x & rep(W, 0x33)) + ((x >> 2) & rep(W, 0x33));
     x = (x + (x >> 4)) & rep(W, 0x0f); return (W)(x * rep(W, 1)) >> (bits(W) - 8);",
];

const LOADS: &[&str] = &[
    "num N 4, 8; ret u32; in u8 a[N];
     return «(u32)a[0] | ((u32)a[1] << 8) | ((u32)a[2] << 16) | ((u32)a[3] << 24)¦((u32)a[0] << 24) | ((u32)a[1] << 16) | ((u32)a[2] << 8) | (u32)a[3]
     ¦(u32)a[1] + ((u32)a[0] << 8) + ((u32)a[3] << 16) + ((u32)a[2] << 24)»;",
    "type E u8 s8; num N 2, 10; ret u16; in E a[N]; return «((u8)a[1] << 8) | (u8)a[0]¦((u8)a[0] << 8) | (u8)a[1]»;",
    "num N 2, 8; ret u32; in u16 a[N]; return «(u32)a[0] | ((u32)a[1] << 16)¦((u32)a[0] << 16) | a[1]¦((u32)a[1] << 16) + a[0]»;",
    "num N 8, 10; ret u64; in u8 a[N];
     u64 lo = (u64)a[0] | ((u64)a[1] << 8) | ((u64)a[2] << 16) | ((u64)a[3] << 24);
     u64 hi = (u64)a[4] | ((u64)a[5] << 8) | ((u64)a[6] << 16) | ((u64)a[7] << 24); return «(hi << 32) | lo¦lo ^ hi¦(lo << 32) + hi»;",
    "num N 2, 8; ret u64; in u32 a[N]; return «(u64)a[0] | ((u64)a[1] << 32)¦((u64)a[0] << 32) + a[1]»;",
    "type W u8 u16 u32; num N 4, 8; ret int; in W a[N]; in W b[N];
     return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] «&& a[3] == b[3]¦»;",
];

const STORES: &[&str] = &[
    "num N 4, 8; io u8 a[N]; in u32 x;
     «a[0] = x; a[1] = x >> 8; a[2] = x >> 16; a[3] = x >> 24;¦a[0] = x >> 24; a[1] = x >> 16; a[2] = x >> 8; a[3] = x;
     ¦a[3] = x >> 24; a[0] = x; a[2] = x >> 16; a[1] = x >> 8;»",
    "type E u16 s16; num N 2, 8; io E a[N]; in u32 x; «a[0] = x; a[1] = x >> 16;¦a[1] = x; a[0] = x >> 16;»",
    "type W u8 u16 u32 s32 s8; num N 4, 10; io W a[N]; in W x;
     «a[0] = 0; a[1] = 0; a[2] = 0; a[3] = 0;¦a[0] = 1; a[1] = 2; a[2] = 3; a[3] = x;¦a[0] = x; a[1] = x; a[2] = x; a[3] = x;
     ¦a[1] = const(W); a[0] = const(W); a[3] = const(W); a[2] = const(W);»",
    "type W u8 u16 u32; num N 4, 10; io W a[N]; in W b[N];
     «a[0] = b[0]; a[1] = b[1]; a[2] = b[2]; a[3] = b[3];¦a[0] = b[3]; a[1] = b[2]; a[2] = b[1]; a[3] = b[0];
     ¦a[0] = ~b[0]; a[1] = ~b[1]; a[2] = ~b[2]; a[3] = ~b[3];»",
    "num N 8, 10; io u8 a[N]; in u64 x;
     a[0] = x; a[1] = x >> 8; a[2] = x >> 16; a[3] = x >> 24; a[4] = x >> 32; a[5] = x >> 40; a[6] = x >> 48; a[7] = x >> 56;",
];

const JUMPS: &[&str] = &[
    "type S s32 u32 u8 s64; ret S; in S x; in S y; S r = y;
     if (x == 1) r = x + 2; else if (x == 2) r = y ^ 5;
     if (x == 1) r ^= 7; if (x != 2) r |= 1; if (r == 3 || x == 1) r -= x; return r;",
    "ret int; in u32 x; in int y; int state = 0;
     if (x & 1) state = 1; else if (x & 2) state = 2;
     if (state == 1) { y ^= 11; if (x & 4) state = 3; } else if (state == 2) y |= 6;
     if (state == 3) y -= 1; else if (!state) y = ~y; return y;",
    "ret int; in u8 x; in int y; int r = 0;
     switch (x & 3) { case 0: r = 5; break; case 1: r = y; break; case 2: r = -1; break; default: r = 9; }
     switch (x & 3) { case 1: r ^= 2; break; case 3: r = r & 6; default: r |= 8; }
     if ((x & 3) == 1) r ^= 3; return r;",
    "type S s32 u32 s16; ret S; in S x; in S y; int f = x > y; S r = x;
     if (f) r = y; «if (!f) r ^= 5;¦if (f && y) r = x & y;» if (f == (x > y)) r ^= 1; else r = 0; return r;",
    "ret int; in s32 x; int a = x < 0, b = x > 100; int r = 0;
     if (a || b) r = 1; if (a) r |= 2; if (b && !a) r |= 4; if (!a && !b) r = 8; if (r == 8) r = x & 15; return r;",
    "ret u32; in u32 x; in u32 y; u32 z = 0; if (x) z = y; if (z) z = x ^ z; if (x && z) z += x; return z ? z : y;",
];

const NEIGHBOURS: &[&str] = &[
    "type W u32 u16 u8 u64 s32; num N 4, 10; io W a[N]; in W b[N]; in W k;
     «a[0] = b[0] ^ k; a[1] = b[1] ^ k; a[2] = b[2] ^ k; a[3] = b[3] ^ k;
     ¦a[0] += b[0]; a[1] += b[1]; a[2] += b[2]; a[3] += b[3];
     ¦a[0] = b[0] * k; a[1] = b[1] * k; a[2] = b[2] * k; a[3] = b[3] * k;
     ¦a[0] = (b[0] & k) | 1; a[1] = (b[1] & k) | 1; a[2] = (b[2] & k) | 1; a[3] = (b[3] & k) | 1;
     ¦a[0] = b[0] > k ? b[0] : k; a[1] = b[1] > k ? b[1] : k; a[2] = b[2] > k ? b[2] : k; a[3] = b[3] > k ? b[3] : k;
     ¦a[0] = b[0] + k; a[1] = b[1] - k; a[2] = b[2] + k; a[3] = b[3] - k;
     ¦a[0] = b[0] >> 1; a[1] = b[1] >> 2; a[2] = b[2] >> 1; a[3] = b[3] >> 3;»",
    "type W u32 u16 u64 s32; num N 4, 10; ret W; in W a[N]; in W b[N];
     return «a[0] + a[1] + a[2] + a[3]¦(a[0] ^ b[0]) + (a[1] ^ b[1]) + (a[2] ^ b[2]) + (a[3] ^ b[3])¦a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
     ¦(a[0] | a[1]) | (a[2] | a[3])¦(a[0] < b[0]) + (a[1] < b[1]) + (a[2] < b[2]) + (a[3] < b[3])»;",
    "type E float double; num N 4, 10; io E a[N]; in E b[N];
     «a[0] = b[0] + 1; a[1] = b[1] + 1; a[2] = b[2] + 1; a[3] = b[3] + 1;¦a[0] = b[0] * 2; a[1] = b[1] * 2; a[2] = b[2] * 2; a[3] = b[3] * 2;
     ¦a[0] = a[0] - b[0]; a[1] = a[1] - b[1]; a[2] = a[2] - b[2]; a[3] = a[3] - b[3];»",
    "type W u8 s8 u16 s16; type D s32 u32; num N 4, 10; num M 4, 10; io D a[N]; in W b[M];
     «a[0] = b[0]; a[1] = b[1]; a[2] = b[2]; a[3] = b[3];¦a[0] = b[0] * 3; a[1] = b[1] * 3; a[2] = b[2] * 3; a[3] = b[3] * 3;
     ¦a[0] = a[0] ^ b[3]; a[1] = a[1] ^ b[2]; a[2] = a[2] ^ b[1]; a[3] = a[3] ^ b[0];»",
    "type W u32 s32 u16; in W x; in W y; record R { W p; W q; W r; W s; }; R v; R w;
     v.p = x; v.q = y; v.r = x ^ y; v.s = x & y;
     «w.p = v.p ^ 3; w.q = v.q ^ 3; w.r = v.r ^ 3; w.s = v.s ^ 3;¦w.p = v.q; w.q = v.p; w.r = v.s; w.s = v.r;
     ¦w.p = v.p | y; w.q = v.q | y; w.r = v.r | y; w.s = v.s | y;» store w.p ^ w.q; store w.r | w.s;",
];

const RANGES: &[&str] = &[
    "type S s32 u32 s64 u8 s16; num A 0, 60; num B 61, 120; ret int; in S x;
     return «A < x && x < B¦x >= A && x <= B¦!(x < A || x > B)¦x > A && x < B && x != A + 1¦(u32)x - A < B - A¦x < A || B < x»;",
    "type S s32 u32 s16 s8; ret int; in S x; in S a; in S b;
     return «a < x && x < b¦a <= x && x <= b¦x < a || x > b¦x != a && x != b¦x == a || x == b¦a < x && x < b && a < b»;",
    "type S s32 u8 u32; num A 0, 20; ret int; in S x;
     return «x == A || x == A + 1 || x == A + 2¦x == A || x == A + 2 || x == A + 5¦x != A && x != A + 1¦(x & 1) && x > A || x == A»;",
    "type S s32 u32 s64; num A 0, 50; num B 51, 90; num C 91, 120; ret int; in S x; int r;
     if (x < A) r = 1; else if (x < B) r = 2; else if (x < C) r = 3; else r = 4; «if (x >= B && r > 2) r ^= 8;¦if (x >= A && x < B) r |= 16;» return r;",
    "type S s32 s64; ret int; in S x; in S y;
     return «x > 0 && y > 0¦x < 0 || y < 0¦(x < 0) == (y < 0)¦(x | y) == 0¦x == 0 && y == 0¦(x & y) < 0¦x > -1 && y > -1»;",
    "type S u32 u8 u16; num K 1, 7; ret int; in S x; return «(x & K) == K && x > K¦x < 8 && (0x5b >> x & 1)¦x / 4 == K¦(x >> 2) == K || x == 0»;",
];
