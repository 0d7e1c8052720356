/* SHA-256, a relative of MD5, and CRC-32 with an incremental interface behind a table of functions. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t state[8];
    uint64_t length;
    union {
        uint8_t bytes[64];
        uint32_t words[16];
    } block;
} sha256_ctx;

typedef struct {
    uint32_t state[4];
    uint64_t length;
    uint8_t block[64];
} md5_ctx;

typedef struct {
    uint32_t value;
} crc_ctx;

#define ROR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define ROL(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define MIN(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ < b_ ? a_ : b_; })

static uint32_t k256[64];
static uint32_t k5[64];
static uint32_t crc_table[8][256];

/* Fractional bits of roots of primes, by integer search: no rounding to argue about. */
static uint32_t root_fraction(unsigned n, int power)
{
    /* x = floor(root(n) * 2^32) with x^power <= n * 2^(32*power), by bits; schoolbook with 32-bit digits. */
    uint64_t x = 0;
    for (int bit = 35; bit >= 0; bit--) {
        uint64_t y = x | (uint64_t)1 << bit;
        uint32_t digits[6] = {1};
        for (int p = 0; p < power; p++) {
            uint64_t low_carry = 0, high_carry = 0;
            uint32_t result[6] = {0};
            uint32_t y_low = (uint32_t)y, y_high = (uint32_t)(y >> 32);
            for (int i = 0; i < 6; i++) {
                uint64_t t = (uint64_t)digits[i] * y_low + low_carry + result[i];
                result[i] = (uint32_t)t;
                low_carry = t >> 32;
                if (i + 1 < 6) {
                    t = (uint64_t)digits[i] * y_high + high_carry + result[i + 1];
                    result[i + 1] = (uint32_t)t;
                    high_carry = t >> 32;
                }
            }
            memcpy(digits, result, sizeof digits);
        }
        uint32_t bound[6] = {0};
        bound[power] = n;
        int order = 0;
        for (int i = 5; i >= 0 && !order; i--)
            order = (digits[i] > bound[i]) - (digits[i] < bound[i]);
        if (order <= 0)
            x = y;
    }
    return (uint32_t)x;
}

static bool is_prime(unsigned n)
{
    for (unsigned d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n >= 2;
}

static uint32_t first_state[8];

static void make_tables(void)
{
    unsigned count = 0;
    for (unsigned n = 2; count < 64; n++) {
        if (!is_prime(n))
            continue;
        if (count < 8)
            first_state[count] = root_fraction(n, 2);
        k256[count++] = root_fraction(n, 3);
    }
    for (unsigned i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        crc_table[0][i] = c;
    }
    for (unsigned i = 0; i < 256; i++)
        for (int k = 1; k < 8; k++)
            crc_table[k][i] = crc_table[k - 1][i] >> 8 ^ crc_table[0][crc_table[k - 1][i] & 255];
    /* Only the first sixteen are MD5's own: this is a relative of MD5, not MD5. */
    static const uint32_t sines[16] = {0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
                                       0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
                                       0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821};
    for (int i = 0; i < 64; i++)
        k5[i] = ROL(sines[i & 15], i / 16 * 7 + 1);
}

static inline uint32_t load_be(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    v = __builtin_bswap32(v);
#endif
    return v;
}

static inline void store_be(uint8_t *p, uint32_t v)
{
    p[0] = v >> 24;
    p[1] = v >> 16;
    p[2] = v >> 8;
    p[3] = v;
}

static inline uint32_t load_le(const uint8_t p[static 4])
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static void sha256_block(sha256_ctx *c)
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
        w[i] = load_be(&c->block.bytes[4 * i]);
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ROR(a, 7) ^ ROR(a, 18) ^ a >> 3) + w[i - 7] + (ROR(b, 17) ^ ROR(b, 19) ^ b >> 10);
    }
    uint32_t s[8];
    memcpy(s, c->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ROR(s[4], 6) ^ ROR(s[4], 11) ^ ROR(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k256[i] + w[i];
        uint32_t t2 = (ROR(s[0], 2) ^ ROR(s[0], 13) ^ ROR(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        c->state[i] += s[i];
}

static void sha256_start(void *ctx)
{
    sha256_ctx *c = ctx;
    memset(c, 0, sizeof *c);
    memcpy(c->state, first_state, sizeof c->state);
}

static void sha256_feed(void *ctx, const void *data, size_t n)
{
    sha256_ctx *c = ctx;
    const uint8_t *p = data;
    while (n > 0) {
        size_t used = c->length % 64, take = MIN(n, 64 - used);
        memcpy(c->block.bytes + used, p, take);
        c->length += take;
        p += take;
        n -= take;
        if (c->length % 64 == 0)
            sha256_block(c);
    }
}

static void sha256_end(void *ctx, uint8_t *out)
{
    sha256_ctx *c = ctx;
    uint64_t bits = c->length * 8;
    sha256_feed(c, "\x80", 1);
    while (c->length % 64 != 56)
        sha256_feed(c, "", 1);
    uint8_t tail[8];
    store_be(tail, bits >> 32);
    store_be(tail + 4, (uint32_t)bits);
    sha256_feed(c, tail, sizeof tail);
    for (int i = 0; i < 8; i++)
        store_be(out + 4 * i, c->state[i]);
}

static void md5_block(md5_ctx *c)
{
    static const unsigned char turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = c->state[0], b = c->state[1], d = c->state[3], m[16];
    uint32_t cc = c->state[2];
    for (int i = 0; i < 16; i++)
        m[i] = load_le(c->block + 4 * i);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t f;
        unsigned g;
        switch (i >> 4) {
        case 0: f = (b & cc) | (~b & d), g = i; break;
        case 1: f = (d & b) | (~d & cc), g = (5 * i + 1) & 15; break;
        case 2: f = b ^ cc ^ d, g = (3 * i + 5) & 15; break;
        default: f = cc ^ (b | ~d), g = 7 * i & 15; break;
        }
        f += a + k5[i] + m[g];
        a = d, d = cc, cc = b;
        b += ROL(f, turns[i >> 4][i & 3]);
    }
    c->state[0] += a, c->state[1] += b, c->state[2] += cc, c->state[3] += d;
}

static void md5_start(void *ctx)
{
    *(md5_ctx *)ctx = (md5_ctx){.state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}};
}

static void md5_feed(void *ctx, const void *data, size_t n)
{
    md5_ctx *c = ctx;
    for (const uint8_t *p = data, *end = p + n; p < end; p++) {
        c->block[c->length++ & 63] = *p;
        if (!(c->length & 63))
            md5_block(c);
    }
}

static void md5_end(void *ctx, uint8_t *out)
{
    md5_ctx *c = ctx;
    uint64_t bits = c->length << 3;
    uint8_t pad[72] = {0x80};
    size_t n = ((55 - c->length) & 63) + 1;
    for (int i = 0; i < 8; i++)
        pad[n + i] = (uint8_t)(bits >> 8 * i);
    md5_feed(c, pad, n + 8);
    for (int i = 0; i < 16; i++)
        out[i] = c->state[i / 4] >> i % 4 * 8;
}

static void crc_start(void *ctx)
{
    ((crc_ctx *)ctx)->value = ~UINT32_C(0);
}

static void crc_feed(void *ctx, const void *data, size_t n)
{
    uint32_t c = ((crc_ctx *)ctx)->value;
    const uint8_t *p = data;
    for (; n >= 8; n -= 8, p += 8) {
        uint32_t low = c ^ load_le(p), high = load_le(p + 4);
        c = crc_table[7][low & 255] ^ crc_table[6][low >> 8 & 255] ^ crc_table[5][low >> 16 & 255] ^ crc_table[4][low >> 24];
        c ^= crc_table[3][high & 255] ^ crc_table[2][high >> 8 & 255] ^ crc_table[1][high >> 16 & 255] ^ crc_table[0][high >> 24];
    }
    while (n--)
        c = crc_table[0][(c ^ *p++) & 0xff] ^ c >> 8;
    ((crc_ctx *)ctx)->value = c;
}

static void crc_end(void *ctx, uint8_t *out)
{
    store_be(out, ~((crc_ctx *)ctx)->value);
}

static const struct digest {
    const char *name;
    size_t context, size;
    void (*start)(void *);
    void (*feed)(void *, const void *, size_t);
    void (*end)(void *, uint8_t *);
} digests[] = {
#define ROW(name, size) {#name, sizeof(name##_ctx), size, name##_start, name##_feed, name##_end}
    ROW(sha256, 32),
    ROW(md5, 16),
    ROW(crc, 4),
#undef ROW
};

static void show(const struct digest *d, const char *label, const void *data, size_t n, size_t step)
{
    void *ctx = malloc(d->context);
    uint8_t out[32];
    d->start(ctx);
    for (size_t at = 0; at < n; at += step)
        d->feed(ctx, (const char *)data + at, MIN(step, n - at));
    d->end(ctx, out);
    free(ctx);
    printf("%-6s %-7s ", d->name, label);
    for (size_t i = 0; i < d->size; i++)
        printf("%02" PRIx8, out[i]);
    putchar('\n');
}

int main(void)
{
    make_tables();
    printf("%08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n", first_state[0], first_state[7], k256[0], k256[63]);
    static unsigned char noise[1000];
    uint64_t x = 88172645463325252u;
    for (size_t i = 0; i < sizeof noise; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        noise[i] = x >> 24;
    }
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++) {
        const struct digest *d = digests + i;
        show(d, "empty", "", 0, 1);
        show(d, "abc", "abc", 3, 3);
        show(d, "check", "123456789", 9, 4);
        show(d, "noise", noise, sizeof noise, 1000);
        show(d, "pieces", noise, sizeof noise, 17);
        show(d, "odd", noise + 1, 129, 64);
    }
    return 0;
}
