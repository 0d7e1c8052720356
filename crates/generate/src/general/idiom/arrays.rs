//! Sketches over arrays: tables, sorting, searching, linked nodes, matrices, reductions.

/// Constant tables and look-ups in them.
pub const TABLE_LOOKUP: &[&str] = &[
    "type W u8 s32 u16 u32 s16 u64; num N 4, 16; ret W; in u32 i; table W t[N] = any; return «t[i % N]¦t[i]¦i < N ? t[i] : const(W)»;",
    "type W u8 u16 u32; table W t[16] = «any¦permutation¦ones¦reversed»; ret W; in u32 x;
     return «t[x & 15]¦t[x & 15] ^ t[(x >> 4) & 15]¦t[(x ^ (x >> 4)) & 15]¦t[t[x & 15] & 15]»;",
    // Substitution, round by round.
    "table u8 t[16] = permutation; num R 1, 6; cost 700; ret u16; in u16 x; in u16 k;
     for (idx r = 0; r < R; r++) {
         x ^= k; u16 y = 0; for (idx i = 0; i < 16; i += 4) y |= t[(x >> i) & 15] << i;
         x = (y << 3) | (y >> 13); k = (k << 1) | (k >> 15);
     } return x;",
    "table u8 t[256] = permutation; num N 3, 12; cost 400; io u8 a[N]; «for (idx i = 0; i < N; i++) a[i] = t[a[i]];¦u8 c = 0; for (idx i = 0; i < N; i++) c = a[i] = t[a[i] ^ c];»",
    // Between the entries.
    "table s16 t[17] = any; ret s32; in u8 x; s32 a = t[x >> 4], b = t[(x >> 4) + 1]; return a + (((b - a) * (x & 15)) «>> 4¦/ 16»);",
    // Days.
    "table u16 t[13] = sorted; ret int; in u16 d; idx m = 0; while@12 (m < 11 && d >= t[m + 1]) m++; return m * 32 + (d - t[m]) % 32;",
    "table u8 len[12] = any; cost 400; ret u32; in u8 m; in u8 d; u32 n = d & 31; for (idx i = 0; i < m % 12u; i++) n += len[i] & 31; return n;",
    // A table made first.
    "type W u8 u32 u16; cost 900; num N 3, 12; ret W; in W x; in u8 a[N]; W t[32]; t[0] = x;
     for (idx i = 1; i < 32; i++) t[i] = t[i - 1] «* 3 + 1¦+ i¦^ (t[i - 1] << 1)¦- x»;
     W s = 0; for (idx i = 0; i < N; i++) s «+=¦^=» t[a[i] & 31]; return s;",
    // Two tables, one for the other.
    "table u8 p[8] = permutation; table s32 v[8] = any; ret s32; in u32 i; return «v[p[i & 7]]¦v[p[i % 8]] + p[i >> 29]¦v[p[p[i & 7] & 7] & 7]»;",
    "type W s32 u16 s8 u64; table W t[12] = any; cost 500; ret W; in u8 a; in u8 b; in u8 n; W s = 0;
     for (idx i = 0; i < n % 8u; i++) { s «+=¦^=¦-=» t[(a + i * b) % 12u]; } return s;",
    // The place of a value in a table.
    "type W u8 u16 s16; table W t[10] = permutation; cost 400; ret int; in W x; idx i = 0; while@10 (i < 10 && t[i] != x) i++; return i;",
    // How often each occurs.
    "type E u8 u32 s8 u16; num N 4, 20; cost 900; ret int; in E a[N]; u8 n[8] = zero; idx best = 0;
     for (idx i = 0; i < N; i++) «n[a[i] & 7]++;¦n[(u8)a[i] % 8u] += 1;»
     for (idx i = 1; i < 8; i++) if (n[i] > n[best]) best = i;
     store n[best]; return best;",
    "num R 1, 3; table u8 dx[4] = below 3; table u8 dy[4] = below 3; cost 400; ret int; in u32 way; int x = 0, y = 0;
     for (idx i = 0; i < R * 4; i++) { u32 d = (way >> (2 * i)) & 3; x += dx[d] - 1; y += dy[d] - 1; }
     return x * 100 + y;",
];

/// Sorting of small arrays.
pub const SORT: &[&str] = &[
    "type E s32 u8 u32 s16 s64 u16 s8 char long u64 ulong; num N 3, 10; cost 2500; io E a[N];
     «for (idx i = 0; i + 1 < N; i++) for (idx j = 0; j + 1 < N - i; j++) if (a[j] > a[j + 1]) { E t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
     ¦for (idx i = 1; i < N; i++) { E x = a[i]; sidx j = i; while@N (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; } a[j] = x; }
     ¦for (idx i = 0; i + 1 < N; i++) { idx m = i; for (idx j = i + 1; j < N; j++) if (a[j] < a[m]) m = j; E t = a[i]; a[i] = a[m]; a[m] = t; }»",
    "type E s32 u8 u32 s16 u64 s8 long; num N 3, 12; cost 2500; ret E; io E a[N]; int moved; idx rounds = 0;
     do@N { moved = 0; for (idx j = 1; j < N; j++) if (a[j - 1] «>¦<» a[j]) { E t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; moved = 1; } rounds++; } while (moved && rounds < N);
     store rounds; return a[«0¦N / 2¦N - 1»];",
    // With gaps.
    "type E s32 u8 u16 s64 u32; num N 4, 16; cost 3000; io E a[N];
     for (idx gap = N / 2; gap > 0; gap /= 2)
         for (idx i = gap; i < N; i++) {
             E x = a[i]; sidx j = i; while@N (j >= gap && a[j - gap] > x) { a[j] = a[j - gap]; j -= gap; } a[j] = x;
         }",
    // Back and forth.
    "type E s32 u8 s16 u32; num N 3, 10; cost 2500; io E a[N]; idx i = 1, steps = 0;
     while@60 (i < N && steps < 60) {
         if (i == 0 || a[i - 1] <= a[i]) i++; else { E t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; i--; } steps++;
     }",
    // By counting.
    "type E u8 u32 u16; num N 4, 16; cost 1500; ret u32; in E a[N]; u8 n[16] = zero; E s[N]; u32 h = 0;
     for (idx i = 0; i < N; i++) n[a[i] & 15]++;
     for (idx i = 1; i < 16; i++) n[i] += n[i - 1];
     for (sidx i = N - 1; i >= 0; i--) { idx at = --n[a[i] & 15]; s[at] = a[i]; }
     for (idx i = 0; i < N; i++) h = h * 31 + s[i];
     return h;",
    // A network.
    "type E s32 u8 s64 u16 u32; ret E; in E a; in E b; in E c; in E d; E t;
     if (a > b) { t = a; a = b; b = t; } if (c > d) { t = c; c = d; d = t; }
     if (a > c) { t = a; a = c; c = t; } if (b > d) { t = b; b = d; d = t; }
     «if (b > c) { t = b; b = c; c = t; }¦t = b < c ? b : c; c = b < c ? c : b; b = t;» store «a¦d»; return «b¦c»;",
    // By parts, with a stack of its own.
    "type E s32 u8 u32 s16; num N 4, 12; cost 4000; io E a[N]; s8 stack[32]; sidx top = 0; idx steps = 0;
     stack[top++] = 0; stack[top++] = N - 1;
     while@16 (top > 0 && steps < 40) {
         sidx hi = stack[--top]; sidx lo = stack[--top]; steps++;
         if (lo >= hi) continue;
         E p = a[«hi¦(lo + hi) / 2»]; sidx i = lo, j = hi;
         while@N (i <= j) {
             while@N (a[i] < p) i++; while@N (a[j] > p) j--;
             if (i <= j) { E t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }
         }
         if (top < 28) { stack[top++] = lo; stack[top++] = j; stack[top++] = i; stack[top++] = hi; }
     }",
    // By merging.
    "type E s32 u8 u16 s64; num N 4, 12; cost 3000; io E a[N]; E b[N];
     for (idx w = 1; w < N; w *= 2) {
         for (idx lo = 0; lo < N; lo += 2 * w) {
             idx mid = lo + w < N ? lo + w : N; idx hi = lo + 2 * w < N ? lo + 2 * w : N; idx i = lo, j = mid;
             for (idx k = lo; k < hi; k++) if (i < mid && (j >= hi || a[i < N ? i : 0] <= a[j < N ? j : 0])) b[k] = a[i++]; else b[k] = a[j++];
         }
         for (idx k = 0; k < N; k++) a[k] = b[k];
     }",
    // By a heap.
    "type E s32 u8 u32 s16; num N 4, 12; cost 4000; io E a[N];
     sidx n = N; sidx start = N / 2;
     while@30 (n > 1) {
         if (start > 0) start--; else { n--; E t = a[n]; a[n] = a[0]; a[0] = t; }
         sidx i = start; sidx k = 2 * i + 1;
         while@6 (k < n) {
             if (k + 1 < n && a[k + 1] > a[k]) k++;
             if (a[i] >= a[k]) break;
             E t = a[i]; a[i] = a[k]; a[k] = t; i = k; k = 2 * i + 1;
         }
     }",
    // Places sorted instead of values.
    "type E s32 u8 u32 s16 s64; num N 3, 10; cost 2000; ret u32; in E a[N]; u8 at[N]; u32 h = 0;
     for (idx i = 0; i < N; i++) at[i] = i;
     for (idx i = 1; i < N; i++) { u8 x = at[i]; sidx j = i; while@N (j > 0 && a[at[j - 1]] > a[x]) { at[j] = at[j - 1]; j--; } at[j] = x; }
     for (idx i = 0; i < N; i++) h = h * 11 + at[i];
     return h;",
    // Is it sorted, and the other way round.
    "type E s32 u8 u32 s16 char; num N 3, 16; cost 400; ret int; in E a[N]; for (idx i = 1; i < N; i++) if (a[i - 1] > a[i]) return i; return 0;",
    "type E s32 u8 u32 s16 char s64; num N 3, 16; cost 500; io E a[N]; «for (idx i = 0, j = N - 1; i < j; i++, j--) { E t = a[i]; a[i] = a[j]; a[j] = t; }¦for (idx i = 0; i < N / 2; i++) { E t = a[i]; a[i] = a[N - 1 - i]; a[N - 1 - i] = t; }»",
    // Parts around a value.
    "type E s32 u8 u32 s16; num N 3, 16; cost 700; ret int; io E a[N]; in E p; idx k = 0;
     for (idx i = 0; i < N; i++) if (a[i] < p) { E t = a[k]; a[k] = a[i]; a[i] = t; k++; }
     return k;",
];

/// Linear and binary search.
pub const SEARCH: &[&str] = &[
    "type E s32 u8 u32 s16 s64 char u16 long; num N 3, 16; cost 400; ret int; in E a[N]; in E x;
     for (idx i = 0; i < N; i++) if (a[i] «==¦>¦!=» x) return i; return -1;",
    "type E s32 u8 u32 s16 s64; num N 3, 16; cost 400; ret int; in E a[N]; in E x; idx i = 0;
     «while@N (i < N && a[i] != x) i++; return i;¦for (i = N; i > 0 && a[i - 1] != x; i--) ; return i;¦int found = -1; for (; i < N; i++) if (a[i] == x) { found = i; break; } return found;»",
    // By halves.
    "type E s32 u8 u16 s64; num N 4, 16; cost 700; ret int; in E x; table E t[N] = sorted; sidx lo = 0, hi = «N - 1¦N - 1»;
     while@6 (lo <= hi) { sidx mid = «(lo + hi) / 2¦lo + (hi - lo) / 2¦(lo + hi) >> 1»; if (t[mid] == x) return mid; if (t[mid] < x) lo = mid + 1; else hi = mid - 1; }
     return -1 - lo;",
    "type E s32 u8 u16 u32; num N 4, 16; cost 700; ret int; in E x; table E t[N] = sorted; idx lo = 0, n = N;
     «while@6 (n > 0) { idx half = n / 2; if (t[lo + half] < x) { lo += half + 1; n -= half + 1; } else n = half; } return lo;
     ¦while@6 (n > 1) { idx half = n / 2; lo = t[lo + half] <= x ? lo + half : lo; n -= half; } return lo + (t[lo] < x);»",
    "type E s32 u32 s64 u16; num N 4, 12; cost 900; ret int; in E x; in u8 a[N]; E s[N]; s[0] = a[0];
     for (idx i = 1; i < N; i++) s[i] = s[i - 1] + «a[i]¦1 + (a[i] & 15)»;
     idx lo = 0, hi = N; while@6 (lo < hi) { idx mid = (lo + hi) / 2; if (s[mid] <= x) lo = mid + 1; else hi = mid; }
     return lo;",
    // The extremes and where.
    "type E s32 u8 u32 s16 s64 s8; num N 3, 16; cost 500; ret int; in E a[N]; idx m = 0;
     for (idx i = 1; i < N; i++) if (a[i] «>¦<¦>=¦<=» a[m]) m = i; store a[m]; return m;",
    // Text in text.
    "num N 6, 20; cost 1200; ret int; table char t[N] = letters; table char w[3] = letters;
     for (idx i = 0; i + 1 < N; i++) { idx k = 0; while@2 (w[k] && t[i + k] == w[k]) k++; if (!w[k]) return i; }
     return -1;",
    "num N 6, 20; cost 1500; ret int; in u8 a[N]; idx best = 0;
     for (idx i = 0; i < N; i++) for (idx j = i + 1; j < N; j++) { if ((a[i] & 3) == (a[j] & 3)) { if (j - i > best) best = j - i; } }
     return best;",
    // What occurs twice, what occurs most.
    "type E s32 u8 u16; num N 3, 12; cost 1200; ret int; in E a[N];
     for (idx i = 0; i < N; i++) for (idx j = i + 1; j < N; j++) if (a[i] == a[j]) return i * 16 + j; return -1;",
    "type E u8 s32 u32; num N 3, 16; cost 700; ret E; in E a[N]; E c = a[0]; idx n = 0;
     for (idx i = 0; i < N; i++) if (n == 0) { c = a[i]; n = 1; } else if (a[i] == c) n++; else n--;
     store n; return c;",
    // With a pointer.
    "type E u8 s32 u32 s16 char; num N 3, 16; cost 400; ret int; in E a[N]; in E x; auto p = a; auto end = a + N;
     while@N (p != end && *p != x) p++; return «p - a¦p == end ? -1 : (int)(p - a)¦p < end»;",
    // A gap between neighbours, a pair with a sum.
    "type E s32 u8 u32 s16; num N 3, 16; cost 500; ret int; in E a[N]; E best = 0; idx at = 0;
     for (idx i = 1; i < N; i++) { E d = a[i] > a[i - 1] ? a[i] - a[i - 1] : a[i - 1] - a[i]; if (d > best) { best = d; at = i; } }
     store best; return at;",
    "num N 4, 16; cost 900; ret int; in u8 x; table u8 t[N] = sorted; sidx lo = 0, hi = N - 1;
     while@N (lo < hi) { int s = t[lo] + t[hi]; if (s == x) return lo * 16 + hi; if (s < x) lo++; else hi--; }
     return -1;",
    // The longest run.
    "type E s32 u8 u32 s16; num N 3, 16; cost 500; ret int; in E a[N]; idx best = 1, run = 1;
     for (idx i = 1; i < N; i++) { «if (a[i] >= a[i - 1]) run++; else run = 1;¦run = a[i] > a[i - 1] ? run + 1 : 1;» if (run > best) best = run; }
     return best;",
    // A root between two bounds.
    "cost 700; ret u32; in u32 x; u32 lo = 0, hi = 0xffff; while@17 (lo < hi) { u32 mid = (lo + hi + 1) / 2; if (mid * mid <= x) lo = mid; else hi = mid - 1; } return lo;",
];

/// Lists and trees through an array.
pub const LINKED_NODES: &[&str] = &[
    "type E s32 u8 u32 s64; type L s8 s16 int; num N 3, 10; cost 1200; ret E; in E a[N]; record R { E key; L next; }; R n[N]; sidx head = -1;
     for (idx i = 0; i < N; i++) { n[i].key = a[i]; «n[i].next = head; head = i;¦n[i].next = i + 1 < N ? i + 1 : -1; head = 0;» }
     E s = 0; for (sidx i = head; i >= 0; i = n[i].next) s «+=¦^=¦-=» n[i].key;
     return s;",
    // In order.
    "type E s32 u8 u16 s16; num N 3, 8; cost 2500; ret u32; in E a[N]; record R { E key; s8 next; }; R n[N]; sidx head = -1;
     for (idx i = 0; i < N; i++) {
         sidx at = head, last = -1; n[i].key = a[i];
         while@N (at >= 0 && n[at].key < a[i]) { last = at; at = n[at].next; }
         n[i].next = at; if (last >= 0) n[last].next = i; else head = i;
     }
     u32 h = 0; for (sidx i = head; i >= 0; i = n[i].next) h = h * 31 + n[i].key;
     return h;",
    // Turned round.
    "type E s32 u8 u32; num N 3, 10; cost 1500; ret u32; in E a[N]; record R { s16 next; E key; }; R n[N];
     for (idx i = 0; i < N; i++) { n[i].key = a[i]; n[i].next = i + 1 < N ? i + 1 : -1; }
     sidx at = 0, back = -1; while@N (at >= 0) { sidx next = n[at].next; n[at].next = back; back = at; at = next; }
     u32 h = 0; for (at = back; at >= 0; at = n[at].next) h = h * 7 + n[at].key;
     return h;",
    // With pointers.
    "type E s32 u8 u32 s64 u16; num N 3, 10; cost 1200; ret E; in E a[N]; record R { E key; R *next; }; R n[N];
     for (idx i = 0; i < N; i++) { n[i].key = a[i]; n[i].next = i + 1 < N ? &n[i + 1 < N ? i + 1 : 0] : (R *)0; }
     E s = 0; «for (R *p = n; p; p = p->next) s += p->key;¦R *p = &n[0]; while@N (p != (R *)0) { s ^= p->key; p = p->next; }¦R *p = n; do@N { s = s * 3 + p->key; p = p->next; } while (p);»
     return s;",
    "type E s32 u8 u32; num N 4, 10; cost 1800; ret u32; in E a[N]; record R { R *next; E key; }; R n[N]; R *head = (R *)0;
     for (idx i = 0; i < N; i++) { R *p = &n[i]; p->key = a[i]; p->next = head; head = p; }
     «R *back = (R *)0; while@N (head) { R *next = head->next; head->next = back; back = head; head = next; } head = back;
     ¦R **pp = &head; while@N (*pp) { if ((*pp)->key & 1) *pp = (*pp)->next; else pp = &(*pp)->next; }
     ¦for (R *p = head; p && p->next; p = p->next) { R *q = p->next; p->key ^= q->key; }»
     u32 h = 0; for (R *p = head; p; p = p->next) h = h * 13 + p->key;
     return h;",
    // A tree of values.
    "type E s32 u8 u32 s16; num N 3, 8; cost 2500; ret u32; in E a[N]; in E x; record R { E key; s8 left; s8 right; }; R n[N];
     for (idx i = 0; i < N; i++) { n[i].key = a[i]; n[i].left = -1; n[i].right = -1; }
     for (idx i = 1; i < N; i++) {
         sidx at = 0;
         for (;;) {
             if (a[i] < n[at].key) { if (n[at].left < 0) { n[at].left = i; break; } at = n[at].left; }
             else { if (n[at].right < 0) { n[at].right = i; break; } at = n[at].right; }
         }
     }
     u32 depth = 0; sidx at = 0;
     while@N (at >= 0 && n[at].key != x) { depth++; at = x < n[at].key ? n[at].left : n[at].right; }
     u32 h = 0; for (idx i = 0; i < N; i++) h = h * 5 + n[i].left * 2 + n[i].right;
     store depth; return h;",
    // Nodes taken and given back.
    "num N 4, 10; cost 1500; ret u32; in u8 a[N]; s8 next[8]; u8 value_[8] = zero; sidx free_ = 0, used = -1; u32 h = 0;
     for (idx i = 0; i < 8; i++) next[i] = i < 7 ? i + 1 : -1;
     for (idx i = 0; i < N; i++) {
         if (a[i] & 1 && used >= 0) { sidx at = used; used = next[at]; next[at] = free_; free_ = at; h = h * 3 + value_[at]; }
         else if (free_ >= 0) { sidx at = free_; free_ = next[at]; value_[at] = a[i]; next[at] = used; used = at; }
     } return h + used;",
    // Sets that are united.
    "num N 4, 10; cost 1800; ret int; in u8 a[N]; u8 up[8]; idx sets = 8; for (idx i = 0; i < 8; i++) up[i] = i;
     for (idx i = 0; i < N; i++) {
         u8 x = a[i] & 7, y = (a[i] >> 3) & 7;
         while@8 (up[x & 7] != x) «x = up[x & 7];¦{ up[x & 7] = up[up[x & 7] & 7]; x = up[x & 7]; }» while@8 (up[y & 7] != y) y = up[y & 7];
         if (x != y) { up[x & 7] = y; sets--; }
     } return sets;",
    // A ring.
    "num N 3, 10; num K 2, 5; cost 1500; ret int; s8 next[N]; sidx at = N - 1; idx left = N;
     for (idx i = 0; i < N; i++) next[i] = (i + 1) % N;
     while@N (left > 1) { for (idx k = 1; k < K; k++) at = next[at]; next[at] = next[next[at]]; left--; }
     return at;",
    // A queue on a graph.
    "cost 1500; ret u32; in u32 edges; u8 far[6]; u8 queue[6]; idx head = 0, tail = 0;
     for (idx i = 0; i < 6; i++) far[i] = 255; far[0] = 0; queue[tail++] = 0;
     while@6 (head < tail) {
         u8 v = queue[head++];
         for (idx w = 0; w < 6; w++) if (far[w] == 255 && (edges >> ((v * 5 + w) & 31)) & 1) { far[w] = far[v] + 1; if (tail < 6) queue[tail++] = w; }
     }
     u32 h = 0; for (idx i = 0; i < 6; i++) h = h * 7 + far[i];
     return h;",
];

/// Loops over matrices.
pub const MATRIX_LOOP: &[&str] = &[
    "type E u32 s32 u8 s16 u64; num N 2, 4; cost 2000; ret E; in E a[N][N]; in E b[N][N]; E c[N][N] = zero; E tr = 0;
     «for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) { E s = 0; for (idx k = 0; k < N; k++) s += a[i][k] * b[k][j]; c[i][j] = s; }
     ¦for (idx i = 0; i < N; i++) for (idx k = 0; k < N; k++) for (idx j = 0; j < N; j++) c[i][j] += a[i][k] * b[k][j];
     ¦for (idx j = 0; j < N; j++) for (idx i = 0; i < N; i++) for (idx k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];»
     for (idx i = 0; i < N; i++) tr «+=¦^=» c[i][«i¦N - 1 - i»];
     return tr;",
    "type E s32 u8 u32 s16 s64 char; num N 2, 6; cost 900; io E a[N][N];
     for (idx i = 0; i < N; i++) for (idx j = «i + 1¦0»; j < «N¦i»; j++) { E t = a[i][j]; a[i][j] = a[j][i]; a[j][i] = t; }",
    // Neighbours.
    "type E s32 u8 u32 s16; num N 3, 6; num M 3, 6; cost 2000; io E a[N][M]; E b[N][M];
     for (idx i = 0; i < N; i++) for (idx j = 0; j < M; j++) b[i][j] = a[i][j];
     for (idx i = 1; i < N - 1; i++) for (idx j = 1; j < M - 1; j++)
         a[i][j] = «(b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]) / 4¦b[i][j] * 4 - b[i - 1][j] - b[i + 1][j] - b[i][j - 1] - b[i][j + 1]¦b[i - 1][j - 1] ^ b[i + 1][j + 1]»;",
    "type E s32 u8 u32 s64 u16 s16; num N 3, 20; cost 900; io E a[N];
     «for (idx i = 1; i < N; i++) a[i] += a[i - 1];¦for (sidx i = N - 2; i >= 0; i--) a[i] «+=¦^=» a[i + 1];¦for (idx i = 2; i < N; i++) a[i] = a[i - 1] «+¦^» a[i - 2];
     ¦for (sidx i = N - 1; i > 0; i--) a[i] -= a[i - 1];¦for (idx i = 1; i + 1 < N; i++) a[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) / 4;¦for (idx i = 0; i + 2 < N; i += 2) a[i] = a[i + 2];»",
    "type E u32 s32 u8 u16; num N 2, 6; num M 2, 6; cost 1200; ret E; in E a[N][M]; E p[N][M];
     for (idx i = 0; i < N; i++) for (idx j = 0; j < M; j++)
         p[i][j] = a[i][j] + (i ? p[i ? i - 1 : 0][j] : 0) + (j ? p[i][j ? j - 1 : 0] : 0) - (i && j ? p[i ? i - 1 : 0][j ? j - 1 : 0] : 0);
     return p[N - 1][M - 1];",
    // A matrix and a vector.
    "type E u32 s32 u8 s16; num N 2, 6; num M 2, 6; cost 1200; io E y[N]; in E a[N][M]; in E x[M];
     «for (idx i = 0; i < N; i++) { E s = 0; for (idx j = 0; j < M; j++) s += a[i][j] * x[j]; y[i] = s; }¦for (idx j = 0; j < M; j++) for (idx i = 0; i < N; i++) y[i] += a[i][j] * x[j];»",
    // Convolution.
    "type E s32 u32 u8 s16; num N 5, 16; num K 2, 4; cost 1500; io E y[N]; in E x[N]; table s8 k[K] = any;
     for (idx i = K; i < N; i++) { E s = 0; for (idx j = 0; j < K; j++) s += x[i - j] * k[j]; y[i] = s; }",
    // Rows and columns.
    "type E s32 u8 u32 s64 s16; num N 2, 6; num M 2, 6; cost 1200; ret E; in E a[N][M]; E best = 0;
     for (idx «i = 0; i < N; i++» ) { E s = 0; for (idx j = 0; j < M; j++) s += a[i][j]; «if (i == 0 || s > best) best = s;¦best ^= s;¦best = best < s ? s : best;» }
     return best;",
    "type E s32 u8 u32 s16; num N 2, 6; num M 2, 6; cost 900; io E a[N][M]; in E k;
     for (idx «j = 0; j < M; j++) for (idx i = 0; i < N; i++)¦i = 0; i < N; i++) for (idx j = 0; j < M; j++)» a[i][j] «+= k¦^= k¦= a[i][j] * 3 + k¦= a[N - 1 - i][j]¦= i * M + j»;",
    // Shortest ways.
    "num N 3, 5; cost 2500; ret u32; in u8 a[N][N]; u16 d[N][N]; u32 h = 0;
     for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) d[i][j] = i == j ? 0 : a[i][j];
     for (idx k = 0; k < N; k++) for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
     for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) h = h * 3 + d[i][j];
     return h;",
    // Distance of texts.
    "num N 3, 6; num M 3, 6; cost 2500; ret int; table char s[N] = letters; table char t[M] = letters; u8 d[N + 1][M + 1];
     for (idx i = 0; i <= N; i++) d[i][0] = i; for (idx j = 0; j <= M; j++) d[0][j] = j;
     for (idx i = 1; i <= N; i++) for (idx j = 1; j <= M; j++) {
         int c = d[i - 1][j - 1] + (s[i - 1] != t[j - 1]); if (d[i - 1][j] + 1 < c) c = d[i - 1][j] + 1; if (d[i][j - 1] + 1 < c) c = d[i][j - 1] + 1; d[i][j] = c;
     } return d[N][M];",
    // Cells that live and die.
    "num N 3, 5; cost 2500; io u8 a[N][N]; u8 b[N][N];
     for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) {
         idx n = 0;
         for (idx y = 0; y < 3; y++) for (idx x = 0; x < 3; x++) if (y != 1 || x != 1) n += a[(i + y + N - 1) % N][(j + x + N - 1) % N] & 1;
         b[i][j] = n == 3 || (n == 2 && a[i][j] & 1);
     }
     for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) a[i][j] = b[i][j];",
    // One array as a matrix.
    "type E u32 s32 u8 s16; num N 2, 5; cost 1500; ret E; in E k; E a[N * N]; E s = 0;
     for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) a[i * N + j] = k «* (i + 1) + j¦^ (i * j)¦+ i - j»;
     for (idx i = 0; i < N; i++) for (idx j = 0; j < N; j++) s += a[i * N + j] * a[j * N + i];
     return s;",
    // A product to a power.
    "num R 1, 12; cost 800; ret u32; in u32 n; u32 a = 1, b = 1, c = 1, d = 0; u32 e = 1, f = 0, g = 0, h = 1; n &= 1023;
     while@10 (n) {
         if (n & 1) { u32 w = e * a + f * c, x = e * b + f * d, y = g * a + h * c, z = g * b + h * d; e = w; f = x; g = y; h = z; }
         u32 w = a * a + b * c, x = a * b + b * d, y = c * a + d * c, z = c * b + d * d; a = w; b = x; c = y; d = z; n >>= 1;
     } return f + R;",
];

/// Sums, minima, maxima, products, counts.
pub const REDUCTION: &[&str] = &[
    "type E s32 u32 u8 s16 s64 u16 s8 char long u64 ulong; num N 3, 20; cost 500; ret E; in E a[N]; E s = «0¦value(E)»;
     «for (idx i = 0; i < N; i++) s += a[i];¦for (idx i = 0; i < N; i++) s ^= a[i];¦for (sidx i = N - 1; i >= 0; i--) s -= a[i];¦for (idx i = 0; i < N; i++) s |= a[i];¦for (idx i = 0; i < N; i += 2) s += a[i];¦s = 1; for (idx i = 0; i < N; i++) s *= a[i];¦for (idx i = 0; i < N; i++) s = s * 31 + a[i];»
     return s;",
    "type E u8 s16 u16 s8 s32 u32; type A u32 s32 s64 u64; num N 3, 20; cost 600; ret A; in E a[N]; A s = 0;
     «for (idx i = 0; i < N; i++) s += a[i];¦for (idx i = 0; i < N; i++) s += (A)a[i] * a[i];¦for (idx i = 0; i < N; i++) if (a[i] & 1) s += a[i]; else s -= 1;¦for (idx i = 0; i < N; i++) s += (A)a[i] * (A)(i + 1);¦for (idx i = 0; i < N; i++) s += a[i] > 16 ? a[i] : 0;¦for (idx i = 0; i < N; i++) { if (a[i] == 0) continue; s += a[i]; }»
     return s;",
    "type E s32 u32 u8 s16 s64 s8 u16 long; num N 3, 20; cost 500; ret E; in E a[N]; E m = a[0];
     «for (idx i = 1; i < N; i++) if (a[i] > m) m = a[i];¦for (idx i = 1; i < N; i++) m = a[i] < m ? a[i] : m;¦for (idx i = 1; i < N; i++) m = m > a[i] ? m : a[i];¦E l = m; for (idx i = 1; i < N; i++) { if (a[i] > m) m = a[i]; if (a[i] < l) l = a[i]; } store l;»
     return m;",
    "type E s32 u8 s16 u32 s8 u16; type A s64 u32 s32; num N 3, 16; cost 700; ret A; in E a[N]; in E b[N]; A s = 0;
     for (idx i = 0; i < N; i++) «s += (A)a[i] * b[i];¦s += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];¦s += a[i] == b[i];¦s += a[i] & b[i];¦s ^= (A)a[i] + b[N - 1 - i];»
     return s;",
    "type E s32 u8 u32 s16 s64 char; num N 3, 20; cost 500; ret int; in E a[N]; in E x; idx n = 0;
     «for (idx i = 0; i < N; i++) if (a[i] == x) n++;¦for (idx i = 0; i < N; i++) n += a[i] > x;¦for (idx i = 0; i < N; i++) n += (a[i] & 1) != 0;¦for (idx i = 1; i < N; i++) n += a[i] != a[i - 1];¦for (idx i = 0; i < N && a[i] != x; i++) n++;»
     return n;",
    "type E s32 u8 u32 s16 s64; num N 3, 16; cost 400; ret int; in E a[N]; int r = «1¦0»;
     for (idx i = 0; i < N; i++) «r = r && a[i] > 0;¦r &= a[i] != 0;¦r |= a[i] < 8;¦if (a[i] > 100) { r = !r; break; }»
     return r;",
    // By fours, with a rest.
    "type E u32 s32 u8 u64; num N 4, 20; cost 700; ret E; in E a[N]; E s = 0, t = 0, u = 0, v = 0; idx i = 0;
     for (; i + 3 < N; i += 4) { s += a[i]; t += a[i + 1]; u «+=¦^=» a[i + 2]; v += a[i + 3]; }
     for (; i < N; i++) s += a[i];
     return s + t + u + v;",
    // With pointers.
    "type E s32 u8 u32 s16 char s64; num N 3, 20; cost 500; ret E; in E a[N]; E s = 0;
     «for (auto p = a; p < a + N; p++) s += *p;¦auto p = a + N; while@N (p > a) s ^= *--p;¦auto p = a; auto q = a + (N - 1); while@N (p < q) s += *p++ ^ *q--;¦auto p = a; idx n = N; do@N { s += *p++; } while (--n);»
     return s;",
    // Running values stored back.
    "type E s32 u8 u32 s16; num N 3, 16; cost 600; io E a[N]; E m = a[0];
     for (idx i = «0¦1»; i < N; i++) { «if (a[i] > m) m = a[i]; a[i] = m;¦m ^= a[i]; a[i] = m;¦E t = a[i]; a[i] = m; m = t;¦a[i] = a[i] * 2 + 1;» }",
    // The mean and the spread.
    "type E s16 u8 s8 u16; num N 3, 16; cost 900; ret s32; in E a[N]; s32 s = 0, q = 0;
     for (idx i = 0; i < N; i++) s += a[i];
     s32 mean = s / N;
     for (idx i = 0; i < N; i++) { s32 d = a[i] - mean; «q += d < 0 ? -d : d;¦q += d * d;» }
     store mean; return q / N;",
    // The largest sum of neighbours.
    "type E s32 s16 s8 s64; num N 3, 16; cost 600; ret E; in E a[N]; E best = a[0], here = a[0];
     for (idx i = 1; i < N; i++) { here = here > 0 ? here + a[i] : a[i]; if (here > best) best = here; }
     return best;",
    // Values of the program in a loop.
    "type E s32 u32 u8 s64 u16; num N 2, 12; cost 900; ret E; E s = 0; for (idx i = 0; i < N; i++) «s += value(E) + i;¦s ^= value(E) * (E)i;¦if (value(int)) s++; else s -= i;¦s = s * 3 + value(E);» return s;",
    "type E s32 u32 u8 s16 u64; num N 3, 16; cost 600; io E a[N]; in E b[N]; in E k;
     for (idx i = 0; i < N; i++) «a[i] = b[i];¦a[i] += b[i] * k;¦a[i] = a[i] > b[i] ? a[i] : b[i];¦if (b[i] > k) a[i] = k;¦a[N - 1 - i] = b[i];¦a[i] = b[i] ? a[i] / b[i] : 0;¦a[i] ^= b[i] >> 1;»",
];
