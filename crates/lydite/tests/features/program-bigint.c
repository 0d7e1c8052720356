/* Big integers: addition, Karatsuba and schoolbook multiplication, long division, powers, factorials, decimal text. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t digit;
typedef uint64_t twice;

typedef struct {
    digit *digits; /* least significant first, no leading zeros */
    int count;
    int sign;
} big;

static int live;

static digit *digits_new(int n)
{
    digit *d = calloc(n > 0 ? (size_t)n : 1, sizeof *d);
    assert(d);
    live++;
    return d;
}

static void big_free(big *b)
{
    free(b->digits);
    live--;
    b->digits = NULL;
    b->count = 0;
}

static big trim(big b)
{
    while (b.count > 0 && b.digits[b.count - 1] == 0)
        b.count--;
    if (!b.count)
        b.sign = 1;
    return b;
}

static big from_int(int64_t v)
{
    uint64_t u = v < 0 ? -(uint64_t)v : (uint64_t)v;
    big b = {digits_new(2), 2, v < 0 ? -1 : 1};
    b.digits[0] = (digit)u;
    b.digits[1] = (digit)(u >> 32);
    return trim(b);
}

static int compare_digits(const digit *a, int n, const digit *b, int m)
{
    if (n != m)
        return n < m ? -1 : 1;
    while (n-- > 0)
        if (a[n] != b[n])
            return a[n] < b[n] ? -1 : 1;
    return 0;
}

/* out += a; the carry is propagated inside out. */
static void add_into(digit *out, const digit *a, int n)
{
    twice carry = 0;
    for (int i = 0; i < n || carry; i++) {
        carry += (twice)out[i] + (i < n ? a[i] : 0);
        out[i] = (digit)carry;
        carry >>= 32;
    }
}

static void subtract_from(digit *out, const digit *a, int n)
{
    int64_t borrow = 0;
    for (int i = 0; i < n || borrow; i++) {
        borrow += (int64_t)out[i] - (i < n ? a[i] : 0);
        out[i] = (digit)borrow;
        borrow >>= 32;
    }
}

static big add_signed(const big *a, const big *b, int b_sign)
{
    int n = (a->count > b->count ? a->count : b->count) + 1;
    big r = {digits_new(n), n, a->sign};
    const big *large = a, *small = b;
    if (a->sign != b_sign && compare_digits(a->digits, a->count, b->digits, b->count) < 0) {
        large = b, small = a;
        r.sign = b_sign;
    }
    memcpy(r.digits, large->digits, large->count * sizeof(digit));
    (a->sign == b_sign ? add_into : subtract_from)(r.digits, small->digits, small->count);
    return trim(r);
}

static big add(big a, big b) { return add_signed(&a, &b, b.sign); }
static big subtract(big a, big b) { return add_signed(&a, &b, -b.sign); }

static void school(digit *out, const digit *a, int n, const digit *b, int m)
{
    memset(out, 0, (size_t)(n + m) * sizeof *out);
    for (int i = 0; i < n; i++) {
        digit carry = 0;
        for (int j = 0; j < m; j++) {
            twice t = (twice)a[i] * b[j] + out[i + j] + carry;
            out[i + j] = (digit)t;
            carry = t >> 32;
        }
        out[i + m] = carry;
    }
}

static void karatsuba(digit *restrict out, const digit *a, const digit *b, int n)
{
    if (n < 8) {
        school(out, a, n, b, n);
        return;
    }
    int low = n / 2, high = n - low;
    digit sums[2 * (high + 1)], middle[2 * (high + 1)];
    digit *sa = sums, *sb = sums + high + 1;
    memset(sums, 0, sizeof sums);
    memcpy(sa, a + low, high * sizeof *a);
    add_into(sa, a, low);
    memcpy(sb, b + low, high * sizeof *b);
    add_into(sb, b, low);
    karatsuba(out, a, b, low);
    karatsuba(out + 2 * low, a + low, b + low, high);
    karatsuba(middle, sa, sb, high + 1);
    subtract_from(middle, out, 2 * low);
    subtract_from(middle, out + 2 * low, 2 * high);
    int length = 2 * (high + 1);
    while (length > 0 && middle[length - 1] == 0)
        length--;
    add_into(out + low, middle, length);
}

static big multiply(big a, big b)
{
    int n = a.count > b.count ? a.count : b.count;
    big r = {NULL, a.count + b.count, a.sign * b.sign};
    if (n >= 8 && 2 * a.count > n && 2 * b.count > n) {
        digit *x = digits_new(2 * n), *y = x + n;
        memcpy(x, a.digits, a.count * sizeof *x);
        memcpy(y, b.digits, b.count * sizeof *y);
        r.digits = digits_new(2 * n);
        karatsuba(r.digits, x, y, n);
        free(x);
        live--;
    } else {
        r.digits = digits_new(r.count);
        school(r.digits, a.digits, a.count, b.digits, b.count);
    }
    return trim(r);
}

static digit divide_small(big *b, digit by)
{
    twice rest = 0;
    for (int i = b->count; i-- > 0;) {
        rest = rest << 32 | b->digits[i];
        b->digits[i] = (digit)(rest / by);
        rest %= by;
    }
    *b = trim(*b);
    return (digit)rest;
}

/* Knuth's algorithm D on magnitudes; b has at least two digits. */
static big divide(big a, big b, big *rest)
{
    int n = b.count, m = a.count - n, shift = __builtin_clz(b.digits[n - 1]);
    digit *u = digits_new(a.count + 1), *v = digits_new(n);
    for (int i = n; i-- > 0;)
        v[i] = b.digits[i] << shift | (i && shift ? b.digits[i - 1] >> (32 - shift) : 0);
    u[a.count] = shift ? a.digits[a.count - 1] >> (32 - shift) : 0;
    for (int i = a.count; i-- > 0;)
        u[i] = a.digits[i] << shift | (i && shift ? a.digits[i - 1] >> (32 - shift) : 0);
    big q = {digits_new(m + 1), m >= 0 ? m + 1 : 0, a.sign * b.sign};
    for (int j = m; j >= 0; j--) {
        twice top = (twice)u[j + n] << 32 | u[j + n - 1];
        twice guess = top / v[n - 1], left = top % v[n - 1];
        while (guess >> 32 || guess * v[n - 2] > (left << 32 | u[j + n - 2])) {
            guess--;
            left += v[n - 1];
            if (left >> 32)
                break;
        }
        int64_t borrow = 0;
        for (int i = 0; i < n; i++) {
            twice p = guess * v[i];
            int64_t t = (int64_t)u[i + j] - borrow - (int64_t)(p & 0xffffffff);
            u[i + j] = (digit)t;
            borrow = (int64_t)(p >> 32) - (t >> 32);
        }
        int64_t t = (int64_t)u[j + n] - borrow;
        u[j + n] = (digit)t;
        if (t < 0) {
            guess--;
            twice carry = 0;
            for (int i = 0; i < n; i++) {
                carry += (twice)u[i + j] + v[i];
                u[i + j] = (digit)carry;
                carry >>= 32;
            }
            u[j + n] += (digit)carry;
        }
        q.digits[j] = (digit)guess;
    }
    *rest = (big){digits_new(n), n, a.sign};
    for (int i = 0; i < n; i++)
        rest->digits[i] = u[i] >> shift | (shift ? (twice)u[i + 1] << (32 - shift) : 0);
    *rest = trim(*rest);
    free(u);
    free(v);
    live -= 2;
    return trim(q);
}

static char *to_text(big b)
{
    big copy = {digits_new(b.count), b.count, 1};
    memcpy(copy.digits, b.digits, b.count * sizeof(digit));
    size_t room = (size_t)b.count * 10 + 3;
    char *text = malloc(room), *at = text + room;
    *--at = '\0';
    do {
        digit part = divide_small(&copy, 1000000000);
        for (int i = 0; i < 9 && (part || copy.count || i == 0); i++, part /= 10)
            *--at = (char)('0' + part % 10);
    } while (copy.count);
    if (b.sign < 0)
        *--at = '-';
    memmove(text, at, text + room - at);
    big_free(&copy);
    return text;
}

static big from_text(const char *s)
{
    big r = from_int(0), billion;
    bool negative = *s == '-';
    s += negative;
    for (size_t n = strlen(s), take; n; n -= take, s += take) {
        take = n % 9 ? n % 9 : 9;
        int64_t part = 0, scale = 1;
        for (size_t i = 0; i < take; i++, scale *= 10)
            part = part * 10 + (s[i] - '0');
        billion = from_int(scale);
        big scaled = multiply(r, billion), piece = from_int(part), sum = add(scaled, piece);
        big_free(&r), big_free(&billion), big_free(&scaled), big_free(&piece);
        r = sum;
    }
    if (negative && r.count)
        r.sign = -1;
    return r;
}

static big power(int64_t base, unsigned n)
{
    big r = from_int(1), square = from_int(base);
    while (n) {
        big next;
        if (n & 1) {
            next = multiply(r, square);
            big_free(&r);
            r = next;
        }
        if (n >>= 1) {
            next = multiply(square, square);
            big_free(&square);
            square = next;
        }
    }
    big_free(&square);
    return r;
}

static void show(const char *name, big b)
{
    char *text = to_text(b);
    size_t n = strlen(text);
    if (n <= 70)
        printf("%s = %s\n", name, text);
    else
        printf("%s = %.30s...%s (%zu digits)\n", name, text, text + n - 30, n);
    big back = from_text(text);
    if (back.sign != b.sign || compare_digits(back.digits, back.count, b.digits, b.count))
        printf("%s does not come back\n", name);
    big_free(&back);
    free(text);
}

int main(void)
{
    big factorial = from_int(1);
    for (int i = 2; i <= 200; i++) {
        big n = from_int(i), next = multiply(factorial, n);
        big_free(&n), big_free(&factorial);
        factorial = next;
    }
    show("200!", factorial);
    big p = power(3, 2000), q = power(-7, 333), r;
    show("3^2000", p);
    show("(-7)^333", q);
    big product = multiply(p, p), square = power(9, 2000);
    big difference = subtract(product, square);
    show("3^2000^2 - 9^2000", difference);
    big quotient = divide(factorial, q, &r);
    show("200! / (-7)^333", quotient);
    show("200! % (-7)^333", r);
    big check = multiply(quotient, q), total = add(check, r), zero = subtract(total, factorial);
    printf("check: %d digits\n", zero.count);
    big small = from_text("-123456789012345678901234567890"), one = from_int(1), sum = add(small, one);
    show("sum", sum);
    big a = from_int(INT64_MIN), b = multiply(a, a);
    show("2^126", b);
    big *all[] = {&factorial, &p, &q, &r, &product, &square, &difference, &quotient, &check, &total, &zero, &small, &one, &sum, &a, &b};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        big_free(all[i]);
    printf("live %d\n", live);
    return 0;
}
