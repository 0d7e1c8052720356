/* Base64, hexadecimal, UTF-8 and UTF-16, variable-length integers, and bit streams; each must undo itself. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

static const char alphabet[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t base64_encode(char *restrict out, const void *restrict data, size_t n)
{
    const u8 *p = data;
    char *start = out;
    for (; n >= 3; n -= 3, p += 3) {
        u32 v = (u32)p[0] << 16 | p[1] << 8 | p[2];
        for (int shift = 18; shift >= 0; shift -= 6)
            *out++ = alphabet[v >> shift & 63];
    }
    if (n) {
        u32 v = (u32)p[0] << 16 | (n > 1 ? p[1] << 8 : 0);
        *out++ = alphabet[v >> 18];
        *out++ = alphabet[v >> 12 & 63];
        *out++ = n > 1 ? alphabet[v >> 6 & 63] : '=';
        *out++ = '=';
    }
    *out = '\0';
    return out - start;
}

static long base64_decode(u8 *out, const char *text)
{
    static signed char values[256];
    static bool ready;
    if (!ready) {
        memset(values, -1, sizeof values);
        for (int i = 0; i < 64; i++)
            values[(u8)alphabet[i]] = (signed char)i;
        ready = true;
    }
    u8 *start = out;
    u32 bits = 0;
    int have = 0, padding = 0;
    for (const u8 *p = (const u8 *)text; *p; p++) {
        if (*p == '=') {
            padding++;
            continue;
        }
        if (padding || values[*p] < 0)
            return -1 - (long)(p - (const u8 *)text);
        bits = bits << 6 | (u32)values[*p];
        if ((have += 6) >= 8)
            *out++ = (u8)(bits >> (have -= 8));
    }
    return have + padding * 2 - padding * 8 == 0 || (have == 2 && padding == 1) || (have == 4 && padding == 2) ? out - start : -1000;
}

enum { BAD = 0xfffd };

static u32 utf8_next(const u8 **at, const u8 *end)
{
    static const u32 least[] = {0, 0x80, 0x800, 0x10000};
    const u8 *p = *at;
    u32 c = *p++;
    int more = c < 0x80 ? 0 : (c & 0xe0) == 0xc0 ? 1 : (c & 0xf0) == 0xe0 ? 2 : (c & 0xf8) == 0xf0 ? 3 : -1;
    if (more > 0)
        c &= 0x3f >> more;
    int k = 0;
    for (; k < more && p < end && (*p & 0xc0) == 0x80; k++)
        c = c << 6 | (*p++ & 0x3f);
    *at = p;
    return more < 0 || k < more || c < least[more] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? BAD : c;
}

static u8 *utf8_put(u8 *out, u32 c)
{
    if (c < 0x80)
        *out++ = c;
    else if (c < 0x800)
        *out++ = 0xc0 | c >> 6, *out++ = 0x80 | (c & 63);
    else if (c < 0x10000)
        *out++ = 0xe0 | c >> 12, *out++ = 0x80 | (c >> 6 & 63), *out++ = 0x80 | (c & 63);
    else
        *out++ = 0xf0 | c >> 18, *out++ = 0x80 | (c >> 12 & 63), *out++ = 0x80 | (c >> 6 & 63), *out++ = 0x80 | (c & 63);
    return out;
}

static u16 *utf16_put(u16 *out, u32 c)
{
    if (c >= 0x10000) {
        c -= 0x10000;
        *out++ = 0xd800 + (c >> 10);
        c = 0xdc00 + (c & 0x3ff);
    }
    *out++ = c;
    return out;
}

static void show_utf(const char *label, const char *text, size_t n)
{
    const u8 *p = (const u8 *)text, *end = p + n;
    u16 wide[64], *w = wide;
    u8 again[256], *a = again;
    printf("%-9s", label);
    while (p < end) {
        u32 c = utf8_next(&p, end);
        printf(" U+%04" PRIX32, c);
        w = utf16_put(w, c);
        a = utf8_put(a, c);
    }
    printf(" | %td units, %s\n", w - wide, (size_t)(a - again) == n && !memcmp(again, text, n) ? "same" : "changed");
}

/* LEB128, signed as zigzag. */
static u64 zigzag(int64_t v)
{
    return (u64)v << 1 ^ (v < 0 ? ~UINT64_C(0) : 0);
}

static int64_t unzigzag(u64 v)
{
    return (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
}

static size_t put_varint(u8 out[static 10], u64 v)
{
    size_t n = 0;
    do
        out[n++] = (v & 0x7f) | (v > 0x7f ? 0x80 : 0);
    while (v >>= 7);
    return n;
}

static size_t get_varint(const u8 *in, u64 *v)
{
    size_t n = 0;
    *v = 0;
    do
        *v |= (u64)(in[n] & 0x7f) << 7 * n;
    while (in[n++] & 0x80 && n < 10);
    return n;
}

/* Bits, most significant first. */
struct bits {
    u8 *bytes;
    size_t at;
};

static void put_bits(struct bits *b, u32 value, int n)
{
    while (n-- > 0) {
        u8 mask = 0x80 >> (b->at & 7);
        if (value >> n & 1)
            b->bytes[b->at >> 3] |= mask;
        else
            b->bytes[b->at >> 3] &= ~mask;
        b->at++;
    }
}

static u32 get_bits(struct bits *b, int n)
{
    u32 v = 0;
    for (; n > 0; n--, b->at++)
        v = v << 1 | (b->bytes[b->at / 8] >> (7 - b->at % 8) & 1);
    return v;
}

/* Exponential Golomb codes. */
static void put_golomb(struct bits *b, u32 v)
{
    int width = 32 - __builtin_clz(++v);
    put_bits(b, 0, width - 1);
    put_bits(b, v, width);
}

static u32 get_golomb(struct bits *b)
{
    int zeros = 0;
    while (!get_bits(b, 1))
        zeros++;
    return (1u << zeros | get_bits(b, zeros)) - 1;
}

/* Fields of several widths to bytes and back, in network order, without looking at the host's. */
struct header {
    u8 version;
    u16 port;
    u32 length;
    u64 id;
    float ratio;
};

static void *put_be(void *out, u64 v, int n)
{
    u8 *p = out;
    while (n-- > 0)
        *p++ = v >> 8 * n;
    return p;
}

static u64 get_be(const u8 **p, int n)
{
    u64 v = 0;
    for (; n > 0; n--)
        v = v << 8 | *(*p)++;
    return v;
}

static size_t pack(u8 *out, const struct header *h)
{
    union { float f; u32 bits; } pun = {.f = h->ratio};
    void *p = out;
    p = put_be(p, h->version, 1);
    p = put_be(p, h->port, 2);
    p = put_be(p, h->length, 4);
    p = put_be(p, h->id, 8);
    p = put_be(p, pun.bits, 4);
    return (u8 *)p - out;
}

static struct header unpack(const u8 *in)
{
    struct header h;
    h.version = get_be(&in, 1);
    h.port = get_be(&in, 2);
    h.length = get_be(&in, 4);
    h.id = get_be(&in, 8);
    u32 bits = get_be(&in, 4);
    memcpy(&h.ratio, &bits, sizeof h.ratio);
    return h;
}

static void hex(const char *label, const u8 *p, size_t n)
{
    printf("%s:", label);
    while (n--)
        printf(" %02x", *p++);
    puts("");
}

int main(void)
{
    static const char *const samples[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\xff\xfe\x00"};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char encoded[16];
        u8 decoded[12];
        size_t n = i == 7 ? 3 : strlen(samples[i]), m = base64_encode(encoded, samples[i], n);
        long back = base64_decode(decoded, encoded);
        printf("%-8s %zu %s\n", encoded, m, back == (long)n && !memcmp(decoded, samples[i], n) ? "ok" : "WRONG");
    }
    u8 scratch[64];
    printf("%ld %ld %ld\n", base64_decode(scratch, "ab*d"), base64_decode(scratch, "a=b"), base64_decode(scratch, "abc"));

    show_utf("ascii", "Hi!", 3);
    show_utf("mixed", "\u00e9\u20ac\U0001F600z", 10);
    show_utf("overlong", "\xc0\x80\xe0\x80\x80", 5);
    show_utf("cut", "a\xe2\x82", 3);
    show_utf("surrogate", "\xed\xa0\x80", 3);
    show_utf("stray", "\x80\xffq", 3);

    static const int64_t numbers[] = {0, -1, 1, 63, -64, 64, 300, -1000000, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        u8 bytes[10];
        u64 back;
        size_t n = put_varint(bytes, zigzag(numbers[i]));
        bool same = get_varint(bytes, &back) == n && unzigzag(back) == numbers[i];
        printf("%" PRId64 ": %zu bytes%s\n", numbers[i], n, same ? "" : " WRONG");
    }

    struct bits b = {calloc(96, 1), 0};
    for (u32 i = 0; i < 40; i++)
        put_golomb(&b, i * i / 3);
    put_bits(&b, 0x2a5, 11);
    size_t total = b.at;
    hex("golomb", b.bytes, 12);
    b.at = 0;
    int wrong = 0;
    for (u32 i = 0; i < 40; i++)
        wrong += get_golomb(&b) != i * i / 3;
    printf("%zu bits, wrong %d, tail %" PRIx32 "\n", total, wrong, get_bits(&b, 11));
    free(b.bytes);

    struct header h = {3, 8080, 0xdeadbeef, 0x0123456789abcdef, -2.5f}, back;
    size_t n = pack(scratch + 1, &h);
    hex("header", scratch + 1, n);
    back = unpack(scratch + 1);
    printf("%d %d %" PRIx32 " %" PRIx64 " %g\n", back.version, back.port, back.length, back.id, back.ratio);
    return 0;
}
