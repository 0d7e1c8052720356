//! Sketches that go over bytes: parsing, hashes, checks, numbers in text, state machines.

/// Words from bytes and to bytes, loops that parse.
pub const BYTE_PARSE: &[&str] = &[
    "type E u8 s8 char; num N 4, 12; ret u32; in E a[N];
     return «(u32)(u8)a[0] | ((u32)(u8)a[1] << 8) | ((u32)(u8)a[2] << 16) | ((u32)(u8)a[3] << 24)
     ¦((u32)(u8)a[0] << 24) | ((u32)(u8)a[1] << 16) | ((u32)(u8)a[2] << 8) | (u8)a[3]
     ¦((a[3] & 255u) << 24) + ((a[1] & 255u) << 16) + ((a[2] & 255u) << 8) + (a[0] & 255u)
     ¦((u32)(u8)a[N - 4] << 24) | ((u32)(u8)a[N - 3] << 16) | ((u32)(u8)a[N - 2] << 8) | (u8)a[N - 1]»;",
    "type W u32 u64 u16; num N 8, 12; ret W; in u8 a[N]; W v = 0;
     «for (idx i = 0; i < bits(W) / 8; i++) v = (v << 8) | a[i];
     ¦for (sidx i = bits(W) / 8 - 1; i >= 0; i--) v = (v << 8) | a[i];
     ¦for (idx i = 0; i < bits(W) / 8; i++) v |= (W)a[i] << (8 * i);
     ¦auto p = a; for (idx i = 0; i < bits(W) / 8; i++) v = (v << 8) + *p++;»
     return v;",
    "type W u32 u64 u16; num N 8, 12; cost 400; io u8 a[N]; in W x;
     «for (idx i = 0; i < bits(W) / 8; i++) a[i] = x >> (8 * i);
     ¦for (idx i = 0; i < bits(W) / 8; i++) { a[i] = x; x >>= 8; }
     ¦for (idx i = 0; i < bits(W) / 8; i++) a[bits(W) / 8 - 1 - i] = (x >> (8 * i)) & 0xff;
     ¦auto p = a; for (idx i = 0; i < bits(W) / 8; i++) *p++ = (u8)(x >> (bits(W) - 8 - 8 * i));»",
    // There and back.
    "type W u32 u64 u16; cost 500; ret W; in W x; u8 b[8]; W y = 0;
     for (idx i = 0; i < bits(W) / 8; i++) b[i] = x >> (8 * i);
     «for (idx i = 0; i < bits(W) / 8; i++) y = (y << 8) | b[i];¦for (sidx i = bits(W) / 8 - 1; i >= 0; i--) y = (y << 8) | b[i];»
     return y;",
    // Kind, length, value.
    "num N 6, 24; cost 900; ret u32; in u8 a[N]; idx i = 0; u32 h = 0;
     while@12 (i + 1 < N) {
         u8 kind = a[i]; idx len = a[i + 1] & «3¦7»; i += 2;
         if (i + len > N) break;
         u32 v = 0; for (idx k = 0; k < len; k++) v = (v << 8) | a[i + k];
         switch (kind & 3) { case 0: h += v; break; case 1: h ^= v; break; case 2: h = h * 33 + v; break; default: h -= kind; }
         i += len;
     } return h;",
    // Numbers of any length.
    "num N 3, 10; cost 500; ret u64; in u8 a[N]; u64 v = 0; idx s = 0;
     for (idx i = 0; i < N; i++) {
         v |= (u64)(a[i] & 127) << s; s += 7; if (!(a[i] & 128)) break; «if (s > 56) break;¦if (s > 28) { s = 0; }»
     } return «v¦(v >> 1) ^ -(v & 1)»;",
    "cost 400; ret int; in u32 x; u8 b[6]; idx n = 0;
     do@5 { b[n] = x & 127; x >>= 7; if (x) b[n] |= 128; n++; } while (x);
     u32 s = 0; for (idx i = 0; i < n; i++) s = s * 3 + b[i];
     return s & 0x7fffffff;",
    // Characters of several bytes.
    "num N 4, 16; cost 900; ret u32; in u8 a[N]; idx i = 0; u32 sum = 0;
     while@16 (i < N) {
         u32 c = a[i]; idx more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
         if (i + more >= N) { «sum ^= c;¦» break; }
         c &= more ? 63 >> more : 127;
         for (idx k = 1; k <= more; k++) c = (c << 6) | (a[i + k] & 63);
         sum = sum * 5 + c; i += more + 1;
     } return sum;",
    // Lines and words.
    "num N 6, 20; cost 700; ret int; table char t[N] = words; idx words = 0, letters = 0; int inside = 0;
     for (idx i = 0; i < N - 1; i++) {
         int c = t[i];
         «if (c >= 97 && c <= 122) letters++;¦if ((u32)c - 97 < 26) letters++;»
         if (c == 32 || c == 10) inside = 0; else if (!inside) { inside = 1; words++; }
     } store letters; return words;",
    // Runs.
    "num N 4, 16; cost 900; ret int; in u8 a[N]; u8 o[N]; u8 c[N]; idx n = 0; idx i = 0;
     while@N (i < N) {
         idx k = 1; while@N (i + k < N && a[i + k] == a[i]) k++;
         o[n] = a[i]; c[n] = k; n++; i += k;
     }
     u32 h = 0; for (i = 0; i < n; i++) h = h * 7 + o[i] * c[i];
     store h; return n;",
    // Three bytes as four characters.
    "table char t[64] = any; ret u32; in u8 a; in u8 b; in u8 c;
     u32 v = ((u32)a << 16) | ((u32)b << 8) | c;
     return (u32)(u8)t[(v >> 18) & 63] << 24 | (u32)(u8)t[(v >> 12) & 63] << 16 | (u32)(u8)t[(v >> 6) & 63] << 8 | (u8)t[v & 63];",
    // Bits from the front of a stream.
    "num N 4, 12; num L 1, 11; cost 700; ret u32; in u8 a[N]; u32 acc = 0; idx have = 0; u32 h = 0;
     for (idx i = 0; i < N; i++) {
         acc = (acc << 8) | a[i]; have += 8;
         while@8 (have >= L) { have -= L; h = h * 17 + ((acc >> have) & ((1u << L) - 1)); }
     } return h;",
    // A value of floating kind by its bytes' weights.
    "num N 3, 10; cost 400; ret int; in u8 a[N]; int last = -1; idx gaps = 0;
     for (idx i = 0; i < N; i++) { if (a[i] == «0¦255¦a[0]») { if (last >= 0) gaps += i - last; last = i; } }
     return gaps;",
];

/// Hash functions.
pub const HASH: &[&str] = &[
    "type E u8 char s8; num N 4, 16; cost 500; ret u32; in E a[N];
     u32 h = «2166136261¦5381¦0¦const(u32)»;
     for (idx i = 0; i < N; i++) «{ h ^= (u8)a[i]; h *= 16777619; }¦h = h * 33 + a[i];¦h = ((h << 5) + h) ^ a[i];¦h = a[i] + (h << 6) + (h << 16) - h;¦h = 31 * h + (u8)a[i];¦{ h *= 16777619; h ^= a[i] & 255; }»
     return h;",
    "num N 4, 16; cost 600; ret u32; in u8 a[N]; u32 h = 0;
     for (idx i = 0; i < N; i++) { h += a[i]; h += h << 10; h ^= h >> 6; }
     h += h << 3; h ^= h >> 11; h += h << 15; return h;",
    "num N 4, 16; cost 500; ret u64; in u8 a[N]; u64 h = 0xcbf29ce484222325;
     «for (idx i = 0; i < N; i++) { h ^= a[i]; h *= 0x100000001b3; }¦auto p = a; auto end = a + N; while@N (p «<¦!=» end) { h ^= *p++; h *= 0x100000001b3; }»
     return «h¦h ^ (h >> 32)»;",
    // Finishers.
    "ret u32; in u32 h; «h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; h *= 0xc2b2ae35; h ^= h >> 16;
     ¦h = (h + 0x7ed55d16) + (h << 12); h = (h ^ 0xc761c23c) ^ (h >> 19); h = (h + 0x165667b1) + (h << 5); h = (h + 0xd3a2646c) ^ (h << 9);
     ¦h = ((h >> 16) ^ h) * 0x45d9f3b; h = ((h >> 16) ^ h) * 0x45d9f3b; h = (h >> 16) ^ h;» return h;",
    "ret u64; in u64 x; «x += 0x9e3779b97f4a7c15; x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9; x = (x ^ (x >> 27)) * 0x94d049bb133111eb; x ^= x >> 31;
     ¦x ^= x >> 33; x *= 0xff51afd7ed558ccd; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53; x ^= x >> 33;
     ¦x = (~x) + (x << 21); x ^= x >> 24; x = (x + (x << 3)) + (x << 8); x ^= x >> 14;» return x;",
    // Words with rotations.
    "num N 2, 10; cost 600; ret u32; in u32 a[N]; u32 h = const(u32);
     for (idx i = 0; i < N; i++) {
         u32 k = a[i]; k *= 0xcc9e2d51; k = (k << 15) | (k >> 17); k *= 0x1b873593;
         h ^= k; h = (h << 13) | (h >> 19); h = h * 5 + 0xe6546b64;
     } h ^= N * 4; h ^= h >> 16; return h;",
    // Generators.
    "num R 1, 8; ret u32; in u32 x; x |= 1; for (idx i = 0; i < R; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; } return x;",
    "num R 1, 8; ret u64; in u64 x; for (idx i = 0; i < R; i++) x = x * 6364136223846793005 + «1442695040888963407¦1»; return x >> 33;",
    "num R 1, 24; cost 500; ret u16; in u16 x; x |= 1; for (idx i = 0; i < R; i++) «x = (x >> 1) ^ (-(x & 1u) & 0xb400);¦{ u16 b = ((x >> 0) ^ (x >> 2) ^ (x >> 3) ^ (x >> 5)) & 1; x = (x >> 1) | (b << 15); }» return x;",
    // Two sums.
    "num N 4, 16; cost 500; ret u32; in u8 a[N]; u32 s = «1¦0», t = 0;
     for (idx i = 0; i < N; i++) { s = (s + a[i]) % «65521¦255»; t = (t + s) % «65521¦255»; }
     return (t << 16) | s;",
    // By a permutation.
    "num N 3, 12; cost 400; ret u8; in u8 a[N]; table u8 t[256] = permutation; u8 h = 0;
     for (idx i = 0; i < N; i++) h = t[h ^ a[i]]; return h;",
    "num N 3, 12; cost 400; ret u8; in u8 a[N]; table u8 t[16] = permutation; u8 h = 0;
     for (idx i = 0; i < N; i++) h = t[(h ^ a[i]) & 15] ^ (t[(h ^ a[i]) >> 4] << 4); return h;",
    // Rolling over a window.
    "num N 6, 20; num K 2, 4; cost 700; ret int; in u8 a[N]; u32 h = 0, p = 1; idx hits = 0;
     for (idx i = 0; i < K; i++) { h = h * 257 + a[i]; if (i) p *= 257; }
     u32 first = h;
     for (idx i = K; i < N; i++) { h = (h - a[i - K] * p) * 257 + a[i]; hits += (h & 3) == (first & 3); }
     store h; return hits;",
    // A small open-addressing table.
    "num N 3, 10; cost 1200; ret int; in u32 a[N]; u32 slot[16] = zero; u8 used[16] = zero; idx n = 0;
     for (idx i = 0; i < N; i++) {
         u32 h = (a[i] * 2654435761) >> 28;
         while@16 (used[h & 15] && slot[h & 15] != a[i]) h++;
         if (!used[h & 15]) { used[h & 15] = 1; slot[h & 15] = a[i]; n++; }
     } return n;",
    "ret u64; in u64 a; in u64 b; in u64 c; in u64 d; num R 1, 3;
     for (idx i = 0; i < R; i++) {
         a += b; b = (b << 13) | (b >> 51); b ^= a; a = (a << 32) | (a >> 32);
         c += d; d = (d << 16) | (d >> 48); d ^= c; a += d; d = (d << 21) | (d >> 43); d ^= a;
         c += b; b = (b << 17) | (b >> 47); b ^= c; c = (c << 32) | (c >> 32);
     } return a ^ b ^ c ^ d;",
];

/// Cyclic redundancy checks.
pub const CRC: &[&str] = &[
    "num N 2, 8; cost 1500; ret u32; in u8 a[N]; u32 c = «0xffffffff¦0¦const(u32)»;
     for (idx i = 0; i < N; i++) {
         c ^= a[i];
         for (idx k = 0; k < 8; k++) «c = c & 1 ? (c >> 1) ^ 0xedb88320 : c >> 1;¦c = (c >> 1) ^ (0xedb88320 & -(c & 1));¦{ if (c & 1) c = (c >> 1) ^ 0x82f63b78; else c >>= 1; }¦{ u32 m = -(c & 1); c = (c >> 1) ^ (0xeb31d82e & m); }»
     } return «~c¦c¦c ^ 0xffffffff»;",
    "num N 2, 8; cost 1500; ret u16; in u8 a[N]; u16 c = «0xffff¦0¦0x1d0f»;
     for (idx i = 0; i < N; i++) {
         c ^= (u16)(a[i] << 8);
         for (idx k = 0; k < 8; k++) «c = c & 0x8000 ? (c << 1) ^ 0x1021 : c << 1;¦if (c & 0x8000) c = (u16)(c << 1) ^ 0x8005; else c <<= 1;¦c = (c << 1) ^ ((c >> 15) * 0x1021);»
     } return c;",
    "num N 2, 8; cost 1200; ret u8; in u8 a[N]; u8 c = «0¦255»; idx i = 0;
     while@N (i < N) {
         c ^= a[i++]; idx k = 8;
         do@8 { «c = c & 0x80 ? (c << 1) ^ 7 : c << 1;¦c = (c << 1) ^ ((c & 0x80) ? 0x31 : 0);¦c = c & 1 ? (c >> 1) ^ 0x8c : c >> 1;» } while (--k);
     } return c;",
    "num N 3, 12; cost 500; ret u32; in u8 a[N]; table u32 t[256] = crc «3988292384¦2197175160»; u32 c = 0xffffffff;
     for (idx i = 0; i < N; i++) c = «t[(c ^ a[i]) & 255] ^ (c >> 8)¦(c >> 8) ^ t[(u8)c ^ a[i]]»;
     return ~c;",
    "num N 3, 12; cost 600; ret u32; in u8 a[N]; u32 t[16]; u32 c = «0xffffffff¦0»;
     for (idx i = 0; i < 16; i++) { u32 r = i; for (idx k = 0; k < 4; k++) r = r & 1 ? (r >> 1) ^ 0xedb88320 : r >> 1; t[i] = r; }
     for (idx i = 0; i < N; i++) { c = t[(c ^ a[i]) & 15] ^ (c >> 4); c = t[(c ^ (a[i] >> 4)) & 15] ^ (c >> 4); }
     return «~c¦c»;",
    "num N 3, 12; cost 500; ret u16; in u8 a[N]; table u16 t[256] = crc_high «4129¦32773»; u16 c = «0¦0xffff»;
     for (idx i = 0; i < N; i++) c = «(c << 8) ^ t[((c >> 8) ^ a[i]) & 255]¦t[(c >> 8) ^ a[i]] ^ (c << 8)»;
     return c;",
    "num N 3, 12; cost 400; ret u8; in u8 a[N]; table u8 t[256] = crc_high «7¦49¦29»; u8 c = «0¦const(u8)»;
     for (idx i = 0; i < N; i++) c = t[c ^ a[i]];
     return c;",
    // Over words, bit by bit.
    "num N 1, 4; cost 1800; ret u32; in u32 a[N]; u32 c = 0;
     for (idx i = 0; i < N; i++) for (sidx k = 31; k >= 0; k--) {
         u32 bit = ((a[i] >> k) ^ (c >> 31)) & 1; c <<= 1; «if (bit) c ^= 0x04c11db7;¦c ^= bit * 0x04c11db7;¦c ^= -bit & 0x04c11db7;»
     } return c;",
    // With the check appended the rest is zero.
    "num N 2, 6; cost 2500; ret int; in u8 a[N]; u16 c = 0;
     for (idx i = 0; i < N; i++) { c ^= a[i]; for (idx k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xa001 : c >> 1; }
     u16 d = 0;
     for (idx i = 0; i < N + 2; i++) {
         u8 b = i < N ? a[i < N ? i : 0] : i == N ? c & 255 : c >> 8;
         d ^= b; for (idx k = 0; k < 8; k++) d = d & 1 ? (d >> 1) ^ 0xa001 : d >> 1;
     } store c; return d;",
    "cost 900; ret u64; in u64 x; u64 c = ~x; for (idx k = 0; k < «8¦64»; k++) c = c & 1 ? (c >> 1) ^ 0xc96c5795d7870f42 : c >> 1; return c;",
];

/// Numbers to digits and back.
pub const NUMBER_TEXT: &[&str] = &[
    "type W u32 u16 u64; num B 2, 16; cost 1500; ret u32; in W x; char s[66]; idx n = 0; u32 h = 0;
     do@20 { int d = x % B; s[n++] = d < 10 ? 48 + d : 87 + d; x /= B; } while (x);
     «for (idx i = 0, j = n - 1; i < j; i++, j--) { char t = s[i]; s[i] = s[j]; s[j] = t; }¦» s[n] = 0;
     «for (idx i = 0; i < n; i++) h = h * 31 + s[i];¦for (idx i = 0; s[i]; i++) h = h * 31 + s[i];¦h = n * 256 + s[0];»
     return h;",
    "num N 2, 9; cost 500; ret int; table char t[N] = digits; int v = 0; idx i = 0;
     «while@N (t[i] >= 48 && t[i] <= 57) v = v * 10 + (t[i++] - 48);¦for (; t[i]; i++) v = 10 * v + t[i] - 48;¦for (const char *p = t; *p; ++p) v = v * 10 + (*p - 48);»
     return v;",
    "num N 2, 9; cost 600; ret u32; table char t[N] = hex; u32 v = 0;
     for (idx i = 0; t[i]; i++) {
         int c = t[i]; «int d = c <= 57 ? c - 48 : (c | 32) - 87;¦int d = (c & 15) + (c > 57 ? 9 : 0);
         ¦int d; if (c >= 48 && c <= 57) d = c - 48; else if (c >= 97 && c <= 102) d = c - 97 + 10; else d = c - 65 + 10;»
         v = (v << 4) | d;
     } return v;",
    // Text of a signed number and the number of the text.
    "type S s32 s16; cost 1500; ret int; in S x; char s[12]; idx n = 0; u32 u = x < 0 ? -(u32)x : (u32)x;
     do@10 { s[n++] = 48 + u % 10; u /= 10; } while (u); if (x < 0) s[n++] = 45;
     u32 v = 0; int neg = 0; sidx i = n - 1;
     if (s[i] == 45) { neg = 1; i--; } for (; i >= 0; i--) v = v * 10 + (s[i] - 48);
     return «(neg ? -v : v) == (u32)x¦neg ? -(v & 0x7fff) : v & 0x7fff»;",
    "type W u32 u64 u16; cost 900; ret W; in W x; W r = 0;
     «while@20 (x) { r = r * 10 + x % 10; x /= 10; }¦do@20 { r += x % 10; } while (x /= 10);¦W p = 1; while@20 (x) { r += p * ((x % 10 + 1) % 10); p *= 10; x /= 10; }
     ¦while@40 (x > 9) { r = 0; while@20 (x) { r += x % 10; x /= 10; } x = r; } r = x;»
     return r;",
    // Decimal digits in half bytes.
    "ret u32; in u16 x; cost 900; u32 b = 0;
     for (sidx i = 15; i >= 0; i--) {
         for (idx k = 0; k < 20; k += 4) if (((b >> k) & 15) >= 5) b += 3u << k;
         b = (b << 1) | ((x >> i) & 1);
     } return b;",
    "ret u32; in u32 b; cost 400; u32 v = 0; «for (sidx k = 28; k >= 0; k -= 4) v = v * 10 + ((b >> k) & 15) % 10;¦u32 p = 1; while@8 (b) { v += (b & 15) * p; p *= 10; b >>= 4; }» return v;",
    "ret u8; in u8 x; return «((x / 10) % 10 << 4) | x % 10¦(x >> 4) * 10 + (x & 15)¦x + 6 * (x / 10)»;",
    // Two digits at a time.
    "cost 600; ret u32; in u32 x; u8 s[10]; sidx n = 10;
     while@5 (x >= 100) { u32 r = x % 100; x /= 100; s[--n] = r % 10; s[--n] = r / 10; }
     if (x >= 10) { s[--n] = x % 10; s[--n] = x / 10; } else s[--n] = x;
     u32 h = 0; for (sidx i = n; i < 10; i++) h = h * 16 + s[i];
     return h;",
    // How many digits.
    "type W u32 u64; cost 300; ret int; in W x; table u32 p[10] = powers 10; idx n = 1;
     «while@10 (n < 10 && x >= p[n]) n++;¦for (; x >= 10; n++) x /= 10;¦W m = 10; while@20 (n < 9 && x >= m) { m *= 10; n++; }» return n;",
    // A sum written down.
    "num N 4, 14; cost 900; ret int; table char t[N] = formula; int sum = 0, term = 0, sign = 1;
     for (idx i = 0; i < N; i++) {
         int c = t[i];
         if (c >= 48 && c <= 57) term = term * 10 + (c - 48);
         else { sum += sign * term; term = 0; «if (c == 45) sign = -1; else sign = 1;¦sign = c == 45 ? -1 : 1;¦switch (c) { case 45: sign = -1; break; case 43: sign = 1; break; default: sign = -sign; }» }
     } return sum;",
    // Capital letters.
    "num N 3, 14; cost 500; ret u32; table char t[N] = letters; u32 h = 0;
     for (idx i = 0; t[i]; i++) { int c = t[i]; «if (c >= 97 && c <= 122) c -= 32;¦c = c >= 97 && c < 123 ? c & ~32 : c;¦if (c >= 65 && c <= 90) c |= 32;¦c = (c - 65 + 13) % 26 + 65;» h = h * 131 + c; }
     return h;",
];

/// State machines over bytes.
pub const STATE_MACHINE: &[&str] = &[
    "num N 6, 24; cost 900; ret int; table char t[N] = words; int state = 0; idx tokens = 0, bad = 0;
     for (idx i = 0; i < N; i++) {
         int c = t[i];
         switch (state) {
         case 0: if (c >= 48 && c <= 57) state = 1; else if (c >= 97 && c <= 122) state = 2; else if (c == 45) state = 3; break;
         case 1: if (c == 46) state = 4; else if (c < 48 || c > 57) { tokens++; state = 0; } break;
         case 2: if (c < 97) { tokens++; state = 0; } break;
         case 3: state = c >= 48 && c <= 57 ? 1 : 0; bad += state == 0; break;
         default: if (c < 48 || c > 57) { tokens++; state = 0; }
         }
     } store bad; return tokens * 8 + state;",
    "num N 4, 20; num K 2, 6; cost 600; ret int; in u8 a[N]; table u8 next[24] = below K; u32 s = 0, h = 0;
     for (idx i = 0; i < N; i++) { s = next[«s * 4 + (a[i] & 3)¦(s << 2) | (a[i] >> 6)¦s * 4 + a[i] % 4»]; h = h * 5 + s; }
     store h; return s;",
    // Brackets.
    "num N 4, 20; cost 800; ret int; table char t[N] = formula; int depth = 0, deepest = 0, wrong = 0;
     for (idx i = 0; t[i]; i++) switch (t[i]) {
         case 40: depth++; if (depth > deepest) deepest = depth; break;
         case 41: if (depth == 0) wrong++; else depth--; break;
         default: «break;¦deepest += 0;»
     } return wrong * 16 + deepest * 4 + depth;",
    // Escapes and comments.
    "type E u8 char; num N 4, 20; cost 800; ret int; in E a[N]; «int¦u8» s = 0; idx out = 0;
     for (idx i = 0; i < N; i++) {
         int c = a[i] & 7;
         if (s == 0) { if (c == 1) s = 1; else if (c == 2) s = 2; else out++; }
         else if (s == 1) { if (c == 3) { s = 3; } else { s = 0; out += 2; } }
         else if (s == 2) { s = 0; out++; }
         else if (c == «4¦3») s = 0;
     } store s; return out;",
    // A machine that writes.
    "num N 4, 16; cost 700; io u8 a[N]; u8 s = «0¦1¦2»;
     for (idx i = 0; i < N; i++) {
         u8 c = a[i];
         switch (s) {
         case 0: a[i] = c ^ 0x20; if (c & 1) s = 1; break;
         case 1: a[i] = c + 1; s = c & 2 ? 2 : 0;
         case 2: a[i] ^= «0x55¦c >> 1»; if (c > 127) s = 0; break;
         default: s = 0;
         }
     }",
    // A program for a tiny machine.
    "num N 4, 16; cost 1200; ret u32; in u8 a[N]; u32 acc = value(u32), x = 1; idx pc = 0, steps = 0;
     while@32 (pc < N && steps < 32) {
         u8 op = a[pc++]; steps++;
         switch (op & 7) {
         case 0: acc += x; break;
         case 1: acc ^= op; break;
         case 2: x = acc >> 3; break;
         case 3: acc = acc * 3 + 1; break;
         case 4: if (acc & 1 && pc < N) pc++; break;
         case 5: { u32 t = acc; acc = x; x = t; } break;
         case 6: if (x > 8) { x >>= 1; pc = 0; } break;
         default: acc = ~acc;
         }
     } return acc ^ x;",
    // A pattern with repetition.
    "num N 4, 20; cost 700; ret int; in u8 a[N]; u32 live = 1, hits = 0;
     for (idx i = 0; i < N; i++) {
         u32 c = a[i] & 3, next = 1;
         if (live & 1 && c == 0) next |= 2; if (live & 2 && c «== 1¦!= 0») next |= 2 | 4; if (live & 4 && c == 2) next |= 8;
         live = next; hits += (live >> 3) & 1;
     } store live; return hits;",
    // Debouncing.
    "num N 4, 20; num K 2, 4; cost 600; ret int; in u8 a[N]; int level = 0, run = 0, edges = 0;
     for (idx i = 0; i < N; i++) {
         int in_ = a[i] & 1;
         if (in_ == level) { run = 0; continue; }
         if (++run < K) continue;
         level = in_; run = 0; edges++;
     } return edges * 2 + level;",
    // Even numbers of ones, multiples, in binary.
    "type W u32 u64 u16; num M 3, 7; cost 700; ret int; in W x; u32 s = 0;
     «for (sidx i = bits(W) - 1; i >= 0; i--) s = (s * 2 + ((x >> i) & 1)) % M;
     ¦table u8 t[16] = below 8; for (idx i = 0; i < bits(W); i++) s = t[(s * 2 + ((x >> i) & 1)) & 15];»
     return s;",
    // States with names and a common end.
    "num N 4, 16; cost 800; ret int; in u8 a[N]; idx i = 0; int s = 0;
     for (;;) {
         if (i >= N) break;
         u8 c = a[i++];
         if (s == 0) { s = c < 64 ? 1 : c < 128 ? 2 : 0; continue; }
         if (s == 1) { if (c & 1) { s = 2; continue; } s = 3; }
         else if (s == 2) s = c & 2 ? 3 : 1;
         else { if (c == 0) return i; s = 0; }
     } return -s;",
];
