//! Sketches about the bits of words: tricks, rotations, fields, fixed point, saturation, carries.

/// Reversal, parity, population count, powers of two.
pub const BIT_TRICKS: &[&str] = &[
    // Reversal by halves, then byte by byte.
    "type W u32 u64 u16 u8 ulong; ret W; in W x;
     x = ((x >> 1) & rep(W, 0x55)) | ((x & rep(W, 0x55)) << 1);
     «x = ((x >> 2) & rep(W, 0x33)) | ((x << 2) & rep(W, 0xcc));¦x = (x & rep(W, 0x33)) << 2 | ((x >> 2) & rep(W, 0x33));»
     x = ((x >> 4) & rep(W, 0x0f)) | ((x & rep(W, 0x0f)) << 4);
     W r = 0;
     for (idx i = 0; i < bits(W) / 8; i++) { r = (r << 8) | (x & 255); x >>= 8; }
     return r;",
    // Reversal bit by bit.
    "type W u8 u16 u32 u64; cost 800; ret W; in W x;
     W r = 0;
     «for (idx i = 0; i < bits(W); i++) { r = (r << 1) | (x & 1); x >>= 1; }
     ¦for (sidx i = bits(W) - 1; i >= 0; i--) { r |= (W)((x & 1) << i); x >>= 1; }
     ¦for (idx i = 0; i < bits(W); i++) if ((x >> i) & 1) r |= (W)1 << (bits(W) - 1 - i);»
     return r;",
    // Ones: all at once.
    "type W u32 u64 u16 u8 ulong; ret «int¦W»; in W x;
     x -= (x >> 1) & rep(W, 0x55);
     x = (x & rep(W, 0x33)) + ((x >> 2) & rep(W, 0x33));
     x = (x + (x >> 4)) & rep(W, 0x0f);
     return (W)(x * rep(W, 1)) >> (bits(W) - 8);",
    // Ones, leading zeros or trailing zeros by loops and tables.
    "type W u32 u8 u16 u64; cost 700; ret int; in W x;
     idx n = 0;
     «while@bits(W) (x) { x &= x - 1; n++; }
     ¦while@bits(W) (x) { n += x & 1; x >>= 1; }
     ¦table u8 t[16] = ones; while@16 (x) { n += t[x & 15]; x >>= 4; }
     ¦table u8 t[256] = ones; for (idx i = 0; i < bits(W); i += 8) n += t[(x >> i) & 255];
     ¦for (; n < bits(W) && !(x & 1); n++) x >>= 1;
     ¦for (; n < bits(W) && !((x >> (bits(W) - 1)) & 1); n++) x <<= 1;»
     return n;",
    // Parity.
    "type W u32 u64 u16 u8; ret int; in W x;
     «for (idx s = bits(W) / 2; s > 0; s >>= 1) x ^= x >> s; return x & 1;
     ¦int p = 0; while@bits(W) (x) { p = !p; x &= x - 1; } return p;
     ¦x ^= x >> (bits(W) / 2); for (idx s = bits(W) / 4; s >= 4; s /= 2) x ^= x >> s; return (0x6996 >> (x & 15)) & 1;
     ¦int p = 0; do@bits(W) { p ^= x & 1; } while (x >>= 1); return p;»",
    // The next power of two, and whether it is one.
    "type W u32 u64 u16 u8; ret W; in W x;
     «x--;¦» for (idx s = 1; s < bits(W); s «<<= 1¦*= 2») x |= x >> s;
     return «x + 1¦x - (x >> 1)¦x & ~(x >> 1)»;",
    "type W u32 u64 s32 u8; ret int; in W x; return «x && !(x & (x - 1))¦(x & (x - 1)) == 0¦x != 0 && (x & -x) == x»;",
    // The lowest bits.
    "type W u32 u64 u16 u8; ret W; in W x;
     return «x & -x¦x & (~x + 1)¦x & (x - 1)¦x | (x - 1)¦x & ~(x + 1)¦x ^ (x - 1)¦(x | (x + 1)) ^ x¦~x & (x - 1)»;",
    // The logarithm.
    "type W u32 u64 u16 u8; ret int; in W x; idx n = 0;
     «while@bits(W) (x >>= 1) n++;
     ¦for (idx s = bits(W) / 2; s; s >>= 1) if (x >> s) { x >>= s; n += s; }
     ¦for (; n < bits(W) - 1 && (x >> n) > 1; n++) ;»
     return n;",
    // The place of the lowest bit by multiplication.
    "ret int; in u32 x; table u8 t[32] = places; return t[((x & -x) * 0x077cb531) >> 27];",
    // Signs without branches.
    "type S s32 s64 s16 s8; ret S; in S x; in S y; S m = x >> (bits(S) - 1);
     return «(x ^ m) - m¦(x + m) ^ m¦y ^ ((x ^ y) & -(x < y))¦x ^ ((x ^ y) & -(x < y))¦(x > 0) - (x < 0)¦m | (x != 0)
     ¦(x & y) + ((x ^ y) >> 1)¦(x ^ y) < 0¦(x & m) | (y & ~m)»;",
    // Exchange without a third.
    "type W u32 s32 u64 u8; ret W; in W x; in W y;
     «x ^= y; y ^= x; x ^= y;¦if (x «<¦!=» y) { x ^= y; y ^= x; x ^= y; }¦W t = x; x = y; y = t;»
     return x - y;",
    // Gray code and back.
    "type W u32 u16 u8 u64; ret W; in W x;
     «return x ^ (x >> 1);
     ¦for (idx s = 1; s < bits(W); s <<= 1) x ^= x >> s; return x;
     ¦W r = x; while@bits(W) (x >>= 1) r ^= x; return r;»",
    // Bits apart and together.
    "ret u32; in u32 x; in u32 y;
     x &= 0xffff; x = (x | (x << 8)) & 0x00ff00ff; x = (x | (x << 4)) & 0x0f0f0f0f;
     x = (x | (x << 2)) & 0x33333333; x = (x | (x << 1)) & 0x55555555;
     «y = y & 0x55555555; y = (y | (y >> 1)) & 0x33333333; y = (y | (y >> 2)) & 0x0f0f0f0f;
      y = (y | (y >> 4)) & 0x00ff00ff; y = (y | (y >> 8)) & 0xffff; return x ^ y;
     ¦y &= 255; u32 z = 0; for (idx i = 0; i < 8; i++) z |= (y & (1u << i)) << (i + 1); return x | z;»",
    // Whether some byte is zero.
    "type W u32 u64 u16; ret W; in W x; «¦x ^= rep(W, 0x0a);» return (x - rep(W, 1)) & ~x & rep(W, 0x80);",
    // The next number with as many ones.
    "ret u32; in u32 x; x |= 1; x &= 0x7fffffff;
     u32 low = x & -x; u32 up = x + low; u32 ones = x ^ up; ones = (ones >> 2) / low; return up | ones;",
    // A set of small numbers in a word.
    "num N 3, 8; cost 500; ret int; in u8 a[N]; u64 seen = 0; idx n = 0;
     for (idx i = 0; i < N; i++) {
         u64 bit = (u64)1 << (a[i] & 63);
         «if (!(seen & bit)) n++;¦n += (seen & bit) == 0;» seen |= bit;
     } store seen; return n;",
];

/// Rotations by shifts.
pub const ROTATE: &[&str] = &[
    "type W u32 u64 u16 u8 ulong; num K 1, bits(W) - 1; ret W; in W x;
     return «(x << K) | (x >> (bits(W) - K))¦(x >> K) | (x << (bits(W) - K))¦(x << K) + (x >> (bits(W) - K))¦(x >> K) ^ (x << (bits(W) - K))»;",
    "type W u32 u64 u16 u8; type C u32 int u8; ret W; in W x; in C n;
     n &= bits(W) - 1;
     «return (x << n) | (x >> ((bits(W) - n) & (bits(W) - 1)));
     ¦if (n) x = (x «<< n¦>> n») | (x «>> (bits(W) - n)¦<< (bits(W) - n)»); return x;
     ¦return n ? (x >> n) | (x << (bits(W) - n)) : x;
     ¦while@bits(W) (n > 0) { x = (x << 1) | (x >> (bits(W) - 1)); n--; } return x;»",
    "type W u32 u64; ret W; in W x; in u32 n;
     return «(x << (n & (bits(W) - 1))) | (x >> (-n & (bits(W) - 1)))¦(x >> (n % bits(W))) | (x << ((bits(W) - n % bits(W)) % bits(W)))»;",
    // As in block ciphers and hashes.
    "type W u32 u64; num A 1, bits(W) - 1; num B 1, bits(W) - 1; num C 1, bits(W) - 1; ret W; in W x;
     return ((x >> A) | (x << (bits(W) - A))) ^ ((x >> B) | (x << (bits(W) - B))) ^ «(x >> C)¦((x >> C) | (x << (bits(W) - C)))»;",
    "num R 1, 4; cost 700; ret u32; in u32 a; in u32 b; in u32 c; in u32 d;
     for (idx i = 0; i < R; i++) {
         a += b; d ^= a; d = (d << 16) | (d >> 16);
         c += d; b ^= c; b = (b << 12) | (b >> 20);
         a += b; d ^= a; d = (d << 8) | (d >> 24);
         c += d; b ^= c; b = (b << 7) | (b >> 25);
     } store b; return a ^ «c¦d»;",
    "type W u32 u16 u8 u64; num N 3, 12; num K 1, bits(W) - 1; cost 600; io W a[N];
     for (idx i = 0; i < N; i++) a[i] = «(a[i] << K) | (a[i] >> (bits(W) - K))
     ¦(a[i] << (i & 7)) | (a[i] >> ((bits(W) - (i & 7)) & (bits(W) - 1)))¦(a[i] >> K) | (a[i] << (bits(W) - K))»;",
    "num N 2, 10; cost 500; ret u32; in u32 a[N]; u32 h = const(u32);
     for (idx i = 0; i < N; i++) { h ^= a[i]; h = (h << 5) | (h >> 27); «h *= 0x85ebca6b;¦h += i;¦» }
     return h;",
    // Of a part of a word.
    "num L 3, 24; num K 1, L - 1; ret u32; in u32 x; u32 m = (1u << L) - 1; u32 low = x & m;
     low = ((low << K) | (low >> (L - K))) & m; return (x & ~m) | low;",
    "ret u64; in u64 x; in u64 y; num A 1, 63; num B 1, 63;
     x += y; y = (y << A) | (y >> (64 - A)); y ^= x; x = (x << B) | (x >> (64 - B)); store y; return x;",
];

/// Fields of words.
pub const MASK_MERGE: &[&str] = &[
    "type W u32 u64 u16 u8; num L 1, bits(W) - 2; num S 0, bits(W) - L - 1; ret W; in W x;
     return «(x >> S) & (((W)1 << L) - 1)¦(x & ((((W)1 << L) - 1) << S)) >> S¦(W)(x << (bits(W) - L - S)) >> (bits(W) - L)»;",
    "type W u32 u64 u16 u8; num L 1, bits(W) - 2; num S 0, bits(W) - L - 1; ret W; in W x; in W y;
     W m = ((W)1 << L) - 1;
     «x &= ~(m << S); x |= (y & m) << S; return x;
     ¦return (x & ~(m << S)) | ((y & m) << S);
     ¦return x ^ ((x ^ (y << S)) & (m << S));
     ¦for (idx i = S; i < S + L; i++) { x &= ~((W)1 << i); x |= ((y >> (i - S)) & (W)1) << i; } return x;»",
    "type W u32 s32 u64 u8; ret W; in W x; in W y; in W m;
     return «(x & m) | (y & ~m)¦x ^ ((x ^ y) & m)¦((x ^ y) & m) ^ y¦(x & ~m) | (y & m)¦(x | m) & (y | ~m)»;",
    // Colours.
    "ret u16; in u8 r; in u8 g; in u8 b;
     return «((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3)¦((r & 0xf8) << 8) | ((g & 0xfc) << 3) | (b >> 3)¦((r >> 3) << 10) + ((g >> 3) << 5) + (b >> 3)»;",
    "ret u32; in u16 p;
     u8 r = (p >> 11) & 31, g = (p >> 5) & 63, b = p & 31;
     r = (r << 3) | (r >> 2); g = (g << 2) | (g >> 4); b = (b * 255 + 15) / 31;
     return ((u32)r << 16) | ((u32)g << 8) | b;",
    "ret u32; in u32 p; in u32 q;
     return «(((p ^ q) & 0xfefefefe) >> 1) + (p & q)¦((p & 0xff00ff) + (q & 0xff00ff)) & 0xff00ff | (((p >> 8 & 0xff00ff) + (q >> 8 & 0xff00ff)) & 0xff00ff) << 8»;",
    // Bytes together.
    "type E u8 s8; ret u32; in E a; in E b; in E c; in E d;
     return «(u32)(u8)a | ((u32)(u8)b << 8) | ((u32)(u8)c << 16) | ((u32)(u8)d << 24)
     ¦(((u32)a & 255) << 24) + (((u32)b & 255) << 16) + (((u32)c & 255) << 8) + ((u32)d & 255)»;",
    // A signed field.
    "num L 2, 20; num S 0, 31 - L; ret s32; in u32 x;
     «return (s32)(x << (32 - L - S)) >> (32 - L);
     ¦s32 v = (x >> S) & ((1u << L) - 1); s32 m = 1 << (L - 1); return (v ^ m) - m;
     ¦s32 v = (x >> S) & ((1u << L) - 1); if (v & (1 << (L - 1))) v -= 1 << L; return v;»",
    // A date in a word.
    "ret u16; in u16 d; in u8 by;
     u32 year = d >> 9, month = (d >> 5) & 15, day = d & 31;
     day += by & 31; if (day > 30) { day -= 30; month++; } if (month > 11) { month = 0; year = (year + 1) & 127; }
     return (year << 9) | (month << 5) | day;",
    // Bits set under a condition.
    "type W u32 u64 u8; num K 0, bits(W) - 1; ret W; in W x; in int f;
     W m = (W)1 << K;
     «return (x & ~m) | (-(W)(f != 0) & m);¦if (f) x |= m; else x &= ~m; return x;¦return f ? x | m : x & ~m;¦return x ^ ((-(W)!!f ^ x) & m);»",
    // Two fields exchanged.
    "num L 1, 8; num I 0, 7; num J 16, 23; ret u32; in u32 x;
     u32 t = ((x >> I) ^ (x >> J)) & ((1u << L) - 1); return x ^ ((t << I) | (t << J));",
    // Bytes the other way round.
    "type W u32 u16 u64; ret W; in W x; W r = 0;
     «for (idx i = 0; i < bits(W); i += 8) r |= ((x >> i) & (W)255) << (bits(W) - 8 - i); return r;
     ¦r = ((x & rep(W, 255)) >> 8) & (rep(W, 255) >> 8); r = (r & 255) | (x << (bits(W) - 8)); return r;
     ¦for (idx i = 0; i < bits(W) / 8; i++) { r = (r << 8) | ((x >> (i * 8)) & 0xff); } return r;»",
    // Fields of an array packed one after the other.
    "num N 2, 8; num L 2, 7; cost 600; ret u64; in u8 a[N]; u64 w = 0;
     for (idx i = 0; i < N; i++) w |= (u64)(a[i] & ((1 << L) - 1)) << (i * L);
     store w; u32 s = 0;
     for (idx i = 0; i < N; i++) s = s * 31 + ((w >> (i * L)) & ((1 << L) - 1));
     return w ^ s;",
];

/// Fixed-point arithmetic.
pub const FIXED_POINT: &[&str] = &[
    "num Q 4, 24; ret s32; in s32 x; in s32 y;
     return «(s32)(((s64)x * y) >> Q)¦(s32)(((s64)x * y + ((s64)1 << (Q - 1))) >> Q)¦(s32)((s64)x * y / ((s64)1 << Q))»;",
    "num Q 4, 16; ret s32; in s32 x; in s32 y;
     «if (y == 0) y = 1;¦y |= 1;» return (s32)((s64)x * ((s64)1 << Q) / y);",
    "num Q 4, 24; ret u32; in u32 x; in u32 y; return «((u64)x * y) >> Q¦((u64)x * y + ((u64)1 << (Q - 1))) >> Q¦((u64)x << Q) / (y | 1)»;",
    "ret s16; in s16 x; in s16 y; s32 p = (s32)x * y;
     «return p >> 15;¦p = (p + 0x4000) >> 15; if (p > 32767) p = 32767; return p;¦return (p + (p < 0 ? 32767 : 0)) >> 15;»",
    // Between two values.
    "type E u8 s16 u16; ret int; in E a; in E b; in u8 t;
     return «a + (((b - a) * t) >> 8)¦(a * (256 - t) + b * t) >> 8¦(a * (255 - t) + b * t + 127) / 255»;",
    // A polynomial.
    "num Q 6, 16; num N 2, 6; cost 500; ret s32; in s32 x; table s16 c[N] = any; x %= 1 << Q; s64 r = 0;
     «for (idx i = 0; i < N; i++) r = ((r * x) >> Q) + c[i];¦for (sidx i = N - 1; i >= 0; i--) r = r * x / ((s64)1 << Q) + c[i];»
     return (s32)r;",
    // A square root.
    "cost 400; ret u32; in u32 x;
     «u32 r = 0, bit = 0x40000000; while@16 (bit > x) bit >>= 2;
      while@16 (bit) { if (x >= r + bit) { x -= r + bit; r = (r >> 1) + bit; } else r >>= 1; bit >>= 2; } return r;
     ¦u32 r = 0; for (sidx i = 15; i >= 0; i--) { u32 t = r | (1u << i); if (t * t <= x) r = t; } return r;
     ¦u32 r = x, y; if (x < 2) r = x; else for (idx i = 0; i < 20; i++) { y = (r + x / r) / 2; if (y >= r) break; r = y; } return r;»",
    // Division by multiplication, and whether it is the same.
    "ret u32; in u32 x; u32 q = ((u64)x * 0xcccccccd) >> 35; return «q¦x - q * 10¦(q == x / 10) + x % 10»;",
    // Shares and averages.
    "type W u32 u16 s32; ret W; in W x; in W y; return «x * 100 / (y ? y : 1)¦(x & y) + ((x ^ y) >> 1)¦(x / 2) + (y / 2) + (x & y & 1)¦x - x / 3 + y / 3»;",
    "type E s16 u8 s32 u16; num N 3, 12; num K 1, 6; cost 500; ret s32; in E a[N]; s32 mean = 0;
     for (idx i = 0; i < N; i++) «mean += (((s32)a[i] << 4) - mean) >> K;¦mean += ((s32)a[i] - mean) / (1 << K);¦mean = mean - (mean >> K) + a[i];»
     return mean;",
    // Rotation by an angle, step by step.
    "num N 2, 8; cost 500; ret s32; in s16 x0; in s16 y0; s32 x = x0, y = y0; s32 z = const(s16);
     for (idx i = 0; i < N; i++) {
         s32 dx = y >> i, dy = x >> i;
         if (z >= 0) { x -= dx; y += dy; z -= 0x3244 >> i; } else { x += dx; y -= dy; z += 0x3244 >> i; }
     } store y; return x;",
    // Integer, fraction and rounding.
    "num Q 2, 12; ret s32; in s32 x; s32 one = 1 << Q;
     return «x & ~(one - 1)¦x & (one - 1)¦(x + (one >> 1)) >> Q¦(x + one - 1) & -one¦x / one * one¦x < 0 ? -((-x) >> Q) : x >> Q»;",
];

/// Saturating arithmetic, clamping, minimum and maximum.
pub const SATURATE: &[&str] = &[
    "type W u32 u8 u16 u64; ret W; in W x; in W y;
     «W s = x + y; return s < x ? max(W) : s;¦W s = x + y; s |= -(s < x); return s;¦return x > max(W) - y ? max(W) : x + y;
     ¦W s = x + y; if (s < y) s = max(W); return s;»",
    "type W u32 u8 u16 u64; ret W; in W x; in W y;
     «return x > y ? x - y : 0;¦W d = x - y; d &= -(d <= x); return d;¦if (x < y) x = y; return x - y;¦return x - (x < y ? x : y);»",
    "type S s8 s16 s32; twice D S; ret S; in S x; in S y;
     D t = (D)x «+¦-¦*» y;
     «if (t > max(S)) t = max(S); else if (t < min(S)) t = min(S); return t;
     ¦return t > max(S) ? max(S) : t < min(S) ? min(S) : t;
     ¦t = t < min(S) ? min(S) : t; return t > max(S) ? max(S) : (S)t;»",
    "type S s32 s64 s16 s8; ret S; in S x; in S y;
     if (y > 0 && x > max(S) - y) return max(S); if (y < 0 && x < min(S) - y) return min(S); return x + y;",
    "type S s32 s64; flip U S; ret S; in S x; in S y;
     U s = (U)x + (U)y; U sat = ((U)x >> (bits(S) - 1)) + (U)max(S);
     «if (((U)x ^ s) & ((U)y ^ s) & ((U)1 << (bits(S) - 1))) s = sat; return (S)s;
     ¦return (S)((s64)(((U)x ^ s) & ((U)y ^ s)) >> (bits(S) - 1) & 1 ? sat : s);»",
    // Clamping.
    "type S s32 s16 s64 u32 s8; ret S; in S x; in S a; in S b;
     «S lo = a < b ? a : b, hi = a < b ? b : a; return x < lo ? lo : x > hi ? hi : x;
     ¦if (a > b) { S t = a; a = b; b = t; } if (x < a) x = a; if (x > b) x = b; return x;
     ¦x = x > a ? x : a; return x < b ? x : b;»",
    "ret u8; in s32 v; «if (v & ~255) v = v < 0 ? 0 : 255; return v;¦return v < 0 ? 0 : v > 255 ? 255 : v;¦if (v & ~255) v = ~v >> 31; return v & 255;»",
    "ret s16; in s32 v; return «v > 32767 ? 32767 : v < -32768 ? -32768 : v¦v == (s16)v ? v : (v >> 31) ^ 0x7fff»;",
    // Minimum and maximum.
    "type S s32 u32 s64 s8 u16; ret S; in S x; in S y; in S z;
     return «x < y ? x : y¦x > y ? (x > z ? x : z) : (y > z ? y : z)¦(x < y ? x : y) - (y > z ? z : y)¦x > y ? y > z ? y : x > z ? z : x : x > z ? x : y > z ? z : y»;",
    "type S s32 s8 s16 s64; ret S; in S x; return «x == min(S) ? max(S) : x < 0 ? -x : x¦x < 0 ? (x == min(S) ? max(S) : -x) : x¦x >= 0 ? x : ~x»;",
    // A distance that fits.
    "type S s32 s16 s8; flip U S; ret U; in S x; in S y; return «x > y ? (U)x - (U)y : (U)y - (U)x¦(U)(x < y ? y : x) - (U)(x < y ? x : y)»;",
    // Over arrays.
    "type W u8 u16 u32; num N 3, 16; cost 600; io W a[N]; in W b[N];
     for (idx i = 0; i < N; i++) { W s = a[i] + b[i]; «a[i] = s < a[i] ? max(W) : s;¦if (s < b[i]) s = max(W); a[i] = s;» }",
    "type S s8 s16 s32; twice D S; num N 3, 16; cost 600; io S a[N]; in D k;
     for (idx i = 0; i < N; i++) { D t = a[i] «+¦-» k / 2; a[i] = t > max(S) ? max(S) : t < min(S) ? min(S) : t; }",
    // A counter that sticks.
    "num N 3, 12; cost 500; ret int; in u8 a[N]; u8 c = «1¦2»;
     for (idx i = 0; i < N; i++) if (a[i] & 1) { if (c < 3) c++; } else if (c > 0) c--;
     return c;",
    // A shift that sticks.
    "type U u32 u16 u64; ret U; in U x; in u8 n; n &= bits(U) - 1;
     return «x > (max(U) >> n) ? max(U) : (U)(x << n)¦(U)((U)(x << n) >> n) == x ? (U)(x << n) : max(U)»;",
];

/// Arithmetic on several words.
pub const CARRY_CHAIN: &[&str] = &[
    "type W u32 u64 u16 u8; num N 2, 8; cost 500; ret W; io W a[N]; in W b[N]; W c = 0;
     for (idx i = 0; i < N; i++) {
         W s = a[i] + c; W k = s < c; s += b[i];
         «k += s < b[i];¦k |= s < b[i];¦if (s < b[i]) k = 1;» a[i] = s; c = k;
     } return c;",
    "type W u32 u64 u16 u8; num N 2, 8; cost 500; ret W; io W a[N]; in W b[N]; W c = 0;
     for (idx i = 0; i < N; i++) {
         W d = a[i] - b[i]; W k = a[i] < b[i]; W e = d - c; «k |= d < c;¦k += e > d;» a[i] = e; c = k;
     } return c;",
    "type W u8 u16 u32; twice D W; num N 2, 8; cost 500; ret W; io W a[N]; in W m; D c = «0¦m»;
     for (idx i = 0; i < N; i++) { «D t = (D)a[i] * m + c; a[i] = t; c = t >> bits(W);¦c += (D)a[i] * m; a[i] = c; c >>= bits(W);» }
     return c;",
    "type W u8 u16 u32; twice D W; num N 2, 6; cost 500; ret W; io W a[N]; in W d; d |= 1; D r = 0;
     for (sidx i = N - 1; i >= 0; i--) { r = (D)(r << bits(W)) | a[i]; a[i] = r / d; r %= d; }
     return r;",
    "type W u8 u16 u32; twice D W; num N 2, 8; cost 500; ret D; in W a[N]; in W b[N]; D t = 0; D h = 0;
     for (idx i = 0; i < N; i++) { t += (D)a[i] + b[i]; h = h * 31 + (W)t; t >>= bits(W); }
     return h ^ t;",
    // A product of twice the width, from halves.
    "ret u64; in u64 x; in u64 y;
     u64 a = x >> 32, b = (u32)x, c = y >> 32, d = (u32)y;
     u64 bd = b * d, ad = a * d, bc = b * c, ac = a * c;
     u64 mid = (bd >> 32) + (u32)ad + (u32)bc;
     «u64 high = ac + (ad >> 32) + (bc >> 32) + (mid >> 32); u64 low = (mid << 32) | (u32)bd; return high ^ low;
     ¦return ac + (ad >> 32) + (bc >> 32) + (mid >> 32);»",
    "ret u32; in u32 x; in u32 y;
     u32 a = x >> 16, b = x & 0xffff, c = y >> 16, d = y & 0xffff;
     u32 t = b * d; u32 k = t >> 16; t = a * d + k; u32 m = t & 0xffff, h = t >> 16; t = b * c + m; k = t >> 16;
     return a * c + h + k;",
    // Shifts across words.
    "type W u32 u8 u16 u64; num N 2, 8; num K 1, bits(W) - 1; cost 500; ret W; io W a[N]; W c = 0;
     «for (idx i = 0; i < N; i++) { W t = a[i]; a[i] = (t << K) | c; c = t >> (bits(W) - K); }
     ¦for (sidx i = N - 1; i >= 0; i--) { W t = a[i]; a[i] = (t >> K) | c; c = t << (bits(W) - K); }»
     return c;",
    "type W u32 u8 u64; num N 2, 8; cost 300; ret int; io W a[N]; idx i;
     «for (i = 0; i < N; i++) if (++a[i]) break;¦i = 0; while@N (i < N && --a[i] == max(W)) i++;» return i;",
    "type W u32 s32 u8 u64; num N 2, 8; cost 300; ret int; in W a[N]; in W b[N];
     for (sidx i = N - 1; i >= 0; i--) if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
     return 0;",
    // The sum that wraps its carry round.
    "type W u16 u8 s16; num N 2, 16; cost 500; ret u16; in W a[N]; u32 s = 0;
     for (idx i = 0; i < N; i++) { s += a[i]; «s = (s & 0xffff) + (s >> 16);¦if (s & 0x80000000) s = (s & 0xffff) + (s >> 16);» }
     while@16 (s >> 16) s = (s & 0xffff) + (s >> 16);
     return ~s;",
    "type W u32 u16 u8; num N 2, 8; cost 400; io W a[N]; W c = 1;
     for (idx i = 0; i < N; i++) { W t = ~a[i] + c; c = c && t == 0; a[i] = t; }",
    // Two words without a loop.
    "type W u32 u64; ret W; in W al; in W ah; in W bl; in W bh;
     «W lo = al + bl; W hi = ah + bh + (lo < al);¦W lo = al - bl; W hi = ah - bh - (al < bl);»
     store lo; return hi;",
    // Digit by digit.
    "num N 2, 8; cost 500; ret int; io u8 a[N]; in u8 b[N]; u32 c = 0;
     for (idx i = 0; i < N; i++) { u32 t = a[i] % 10 + b[i] % 10 + c; «c = t / 10; a[i] = t % 10;¦c = t > 9; if (c) t -= 10; a[i] = t;» }
     return c;",
];
