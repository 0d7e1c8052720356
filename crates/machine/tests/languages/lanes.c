/* What ISPC writes differently: pointers, structures, conversions of every kind, reductions into locals. */
int printf(const char *, ...);

struct box {
    signed char c;
    unsigned long long u;
    double d;
    short s[3];
};

struct nest {
    struct box inner;
    float f;
    _Bool b;
};

int numbers[16] = {3, -9, 27, -81, 243};
long long longs[16];
unsigned char bytes[16] = {1, 128, 255};
double reals[16] = {0.1, -2.5, 1e9};
float singles[16] = {1.5f, -0.0f, 3e38f, 700.25f};
struct nest nests[2] = {{{1, 2, 3, {4, 5}}, 6, 1}};
struct box one = {.s = {7}};
unsigned long long sum;
int result;

static void store(int *at, int value) {
    *at = value;
    at[1] += value;
}

static long long pick(long long which, struct box b) {
    switch (which) {
    case -1:
        return b.s[0] * 100;
    case 0x7fffffffll:
        return b.c;
    case 2:
    case 3:
        b.u++;
        break;
    default:
        b.u -= 3;
    }
    return b.u + (long long)b.d;
}

void pointers(int n) {
    int *p = &numbers[n & 7];
    const int *q = numbers + 3;
    store(p, *q - n);
    p++;
    *p += q[1] ? (q + 1)[0] : -1;
    if (p && q != p)
        numbers[15] += p - numbers;
    int *nothing = 0;
    numbers[14] = !nothing + (nothing == p);
    struct nest copy = nests[n & 1], *to = &nests[1];
    copy.inner.s[n % 3] -= n;
    copy.b = copy.f > 2;
    to->inner = copy.inner;
    nests[0].f += copy.b;
    nests[0].b = !nests[0].b;
    one = to->inner;
    longs[n & 15] = pick(n - 2, one) + pick(0x7fffffffll, nests[0].inner) + pick(-1, one);
}

void convert(int n) {
    for (int i = 0; i < 16; i++) {
        unsigned u = numbers[i];
        float f = u;
        double d = f * 0.5 + bytes[i];
        long long l = (long long)d + (signed char)bytes[i];
        singles[i] = singles[i] > 1e30f ? 1.0f : singles[i] / 3;
        reals[i] += d / (n + 1) - (l & 1 ? -singles[i] : singles[i]);
        longs[i] ^= l << (i & 3) ^ (unsigned char)(i * 77) ^ (-2147483647 - 1);
        bytes[i] -= (unsigned)singles[i] % 251u;
        bytes[i] |= (i < 3) | (n > 2) << 3;
        int k = 3;
        do {
            k--;
            if (k == n)
                break;
            longs[i] += k, longs[i] -= i;
        } while (k > 0);
    }
}

int reduce(int n) {
    unsigned short small = n;
    unsigned every = ~0u, some = 0;
    float fewest = 100;
    for (int i = 0; i < 16; i++) {
        small += bytes[i];
        every &= numbers[i] | 0xff00u;
        some |= bytes[i];
        fewest = singles[i] < fewest ? singles[i] : fewest;
    }
    return small + (int)(every % 1000) + (int)some + (int)(fewest * 8);
}

int main(void) {
    for (int i = 0; i < 9; i++) {
        pointers(i);
        convert(i);
        result = result * 7 % 100003 + reduce(i);
    }
    for (int i = 0; i < 16; i++)
        sum = sum * 31 + numbers[i] + longs[i] + bytes[i] + (long long)(reals[i] * 16) + (int)(singles[i] * 64);
    for (int i = 0; i < 2; i++)
        sum = sum * 31 + nests[i].inner.c + nests[i].inner.u + nests[i].inner.s[2] + (int)nests[i].f + nests[i].b;
    printf("%llu %d %.17g %d\n", sum, result, reals[3], one.s[0]);
    return 0;
}
