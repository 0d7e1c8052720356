/* LZ77 with hash chains, then canonical Huffman codes over the tokens; both undone and compared. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 4096, MIN_MATCH = 4, MAX_MATCH = 18, HASH_BITS = 10, MAX_CODE = 15 };

typedef unsigned char byte;

typedef struct {
    byte *data;
    size_t length, room;
} buffer;

static void buffer_put(buffer *b, byte c)
{
    if (b->length == b->room) {
        b->room = b->room ? b->room * 2 : 64;
        b->data = realloc(b->data, b->room);
        if (b->data == NULL)
            abort();
    }
    b->data[b->length++] = c;
}

static inline uint32_t read32(const byte *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

static inline unsigned hash4(const byte *p)
{
    uint32_t v = p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
    return v * 2654435761u >> (32 - HASH_BITS);
}

typedef struct {
    int heads[1 << HASH_BITS];
    int previous[WINDOW];
} matcher;

static void matcher_insert(matcher *m, const byte *text, int at)
{
    unsigned h = hash4(text + at);
    m->previous[at & (WINDOW - 1)] = m->heads[h];
    m->heads[h] = at;
}

static int matcher_find(const matcher *m, const byte *text, int at, int n, int *distance)
{
    int best = 0, limit = n - at < MAX_MATCH ? n - at : MAX_MATCH, tries = 32;
    if (limit < MIN_MATCH)
        return 0;
    for (int c = m->heads[hash4(text + at)]; c >= 0 && at - c < WINDOW && tries--; c = m->previous[c & (WINDOW - 1)]) {
        if (read32(text + c) != read32(text + at))
            continue;
        int length = MIN_MATCH;
        while (length < limit && text[c + length] == text[at + length])
            length++;
        if (length > best) {
            best = length;
            *distance = at - c;
        }
    }
    return best;
}

/* Groups of eight tokens behind a byte of flags: a literal, or 12 bits of distance and 4 of length. */
static buffer lz_pack(const byte *text, int n)
{
    buffer out = {0};
    matcher *m = malloc(sizeof *m);
    memset(m->heads, -1, sizeof m->heads);
    size_t flags_at = 0;
    unsigned bit = 8;
    for (int at = 0; at < n;) {
        if (bit == 8) {
            bit = 0;
            flags_at = out.length;
            buffer_put(&out, 0);
        }
        int distance = 0, length = matcher_find(m, text, at, n, &distance);
        if (length >= MIN_MATCH) {
            unsigned token = (unsigned)distance << 4 | (unsigned)(length - MIN_MATCH + 1);
            out.data[flags_at] |= 1u << bit;
            buffer_put(&out, token & 0xff);
            buffer_put(&out, token >> 8);
        } else {
            length = 1;
            buffer_put(&out, text[at]);
        }
        for (int end = at + length; at < end; at++)
            if (at + MIN_MATCH <= n)
                matcher_insert(m, text, at);
        bit++;
    }
    free(m);
    return out;
}

static buffer lz_unpack(const byte *in, size_t n)
{
    buffer out = {0};
    /* No bytes may also mean no buffer, and nothing may be added to a null pointer. */
    const byte *end = n ? in + n : in;
    while (in < end) {
        unsigned flags = *in++ | 0x100;
        for (; flags != 1 && in < end; flags >>= 1) {
            if (!(flags & 1)) {
                buffer_put(&out, *in++);
                continue;
            }
            unsigned token = in[0] | in[1] << 8;
            in += 2;
            for (unsigned length = (token & 15) + MIN_MATCH - 1, distance = token >> 4; length--;)
                buffer_put(&out, out.data[out.length - distance]);
        }
    }
    return out;
}

/* Code lengths from frequencies: repeated merging of the two lightest, halving weights while codes are too long. */
static void code_lengths(const unsigned counts[256], byte lengths[256])
{
    unsigned weights[256];
    memcpy(weights, counts, sizeof weights);
    for (;;) {
        int parents[511], nodes = 256;
        unsigned weight[511];
        bool open[511] = {false};
        int left = 0, deepest = 0;
        for (int i = 0; i < 256; i++) {
            weight[i] = weights[i];
            parents[i] = -1;
            left += open[i] = weights[i] > 0;
        }
        while (left > 1) {
            int a = -1, b = -1;
            for (int i = 0; i < nodes; i++) {
                if (!open[i])
                    continue;
                if (a < 0 || weight[i] < weight[a])
                    b = a, a = i;
                else if (b < 0 || weight[i] < weight[b])
                    b = i;
            }
            weight[nodes] = weight[a] + weight[b];
            parents[a] = parents[b] = nodes;
            parents[nodes] = -1;
            open[a] = open[b] = false;
            open[nodes++] = true;
            left--;
        }
        for (int i = 0; i < 256; i++) {
            lengths[i] = 0;
            if (!weights[i])
                continue;
            for (int n = i; parents[n] >= 0; n = parents[n])
                lengths[i]++;
            lengths[i] += lengths[i] == 0;
            deepest = lengths[i] > deepest ? lengths[i] : deepest;
        }
        if (deepest <= MAX_CODE)
            return;
        for (int i = 0; i < 256; i++)
            weights[i] = (weights[i] + 1) / 2;
    }
}

static void canonical(const byte lengths[256], uint16_t codes[256])
{
    unsigned per_length[MAX_CODE + 1] = {0}, next[MAX_CODE + 1] = {0};
    for (int i = 0; i < 256; i++)
        per_length[lengths[i]]++;
    per_length[0] = 0;
    for (int l = 1; l <= MAX_CODE; l++)
        next[l] = (next[l - 1] + per_length[l - 1]) << 1;
    for (int i = 0; i < 256; i++)
        if (lengths[i])
            codes[i] = (uint16_t)next[lengths[i]]++;
}

static buffer huffman_pack(const byte *in, size_t n, byte lengths[256])
{
    unsigned counts[256] = {0};
    uint16_t codes[256];
    for (size_t i = 0; i < n; i++)
        counts[in[i]]++;
    code_lengths(counts, lengths);
    canonical(lengths, codes);
    buffer out = {0};
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < n; i++) {
        bits = bits << lengths[in[i]] | codes[in[i]];
        for (have += lengths[in[i]]; have >= 8; have -= 8)
            buffer_put(&out, (byte)(bits >> (have - 8)));
    }
    if (have)
        buffer_put(&out, (byte)(bits << (8 - have)));
    return out;
}

static buffer huffman_unpack(const byte *in, size_t n, const byte lengths[256])
{
    uint16_t codes[256];
    canonical(lengths, codes);
    /* The symbols by length, then by code: those of a length have consecutive codes. */
    byte symbols[256];
    unsigned first[MAX_CODE + 2] = {0}, base[MAX_CODE + 1] = {0}, used = 0;
    for (int l = 1; l <= MAX_CODE; l++) {
        first[l] = used;
        for (int i = 0; i < 256; i++) {
            if (lengths[i] != l)
                continue;
            if (used == first[l])
                base[l] = codes[i];
            symbols[used++] = (byte)i;
        }
    }
    first[MAX_CODE + 1] = used;
    buffer out = {0};
    size_t at = 0;
    while (out.length < n) {
        unsigned code = 0;
        int length = 0, found = -1;
        do {
            code = code << 1 | (in[at / 8] >> (7 - at % 8) & 1u);
            at++;
            length++;
            unsigned index = code - base[length];
            if (code >= base[length] && index < first[length + 1] - first[length])
                found = symbols[first[length] + index];
        } while (found < 0);
        buffer_put(&out, (byte)found);
    }
    return out;
}

static unsigned adler(const byte *p, size_t n)
{
    unsigned a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void check(const char *name, const byte *text, size_t n)
{
    byte lengths[256];
    buffer lz = lz_pack(text, (int)n), coded = huffman_pack(lz.data, lz.length, lengths);
    buffer tokens = huffman_unpack(coded.data, lz.length, lengths), back = lz_unpack(tokens.data, tokens.length);
    bool same = back.length == n && (n == 0 || memcmp(back.data, text, n) == 0);
    printf("%-8s %5zu -> %5zu -> %5zu  %08x %s\n", name, n, lz.length, coded.length, adler(coded.data, coded.length), same ? "same" : "LOST");
    free(lz.data), free(coded.data), free(tokens.data), free(back.data);
}

int main(void)
{
    static byte data[3000];
    check("empty", data, 0);
    check("one", (const byte *)"x", 1);
    check("zeros", data, 2500);
    static const char *const nouns[] = {"machine", "compiler", "program", "register", "pointer"};
    static const char *const verbs[] = {"checks", "moves", "breaks", "reads"};
    size_t n = 0;
    uint32_t x = 1;
    while (n + 64 < sizeof data) {
        x = x * 1664525u + 1013904223u;
        n += (size_t)sprintf((char *)data + n, "the %s %s the %s number %u; ", nouns[x >> 28 & 3], verbs[x >> 26 & 3],
                             nouns[(x >> 20) % 5], (unsigned)(x >> 24));
    }
    check("text", data, n);
    for (size_t i = 0; i < sizeof data; i++) {
        x = x * 1664525u + 1013904223u;
        data[i] = x >> 24;
    }
    check("noise", data, 1500);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = i * i >> 5 & 0x1f;
    check("pattern", data, sizeof data);
    return 0;
}
