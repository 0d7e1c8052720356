/* Loops whose iterations are independent, with and without reductions. */
int printf(const char *, ...);

struct point {
    short x;
    long long y;
    float z[2];
};

int count = 37;
int values[40] = {5, -7, 300, [9] = 12, [30] = -100000};
signed char narrow[40];
unsigned char small[40] = {250, 9};
unsigned short medium[4][10] = {{1, 2, 3}, [3] = {[9] = 65535}};
long long wide[40];
unsigned long long huge[40] = {1, ~0ull};
_Bool flags[40];
float floats[40];
double doubles[40] = {0.1, 1e300};
struct point points[3] = {{1, 2, {3}}};
const int table[4] = {3, -1, 4, 1};
unsigned total = 3;
unsigned char product = 1;
int least = 1000, most;
unsigned bits = ~0u;
long long toggled;
_Bool some;
int scalar = 5;
short stepped;

static int helper(int x, unsigned char y) {
    const int steps[4] = {3, -1, 4};
    int r = 0;
    for (int k = 0; k < (y & 3) + 1; k++) {
        if ((x >> k & 1) == 0)
            continue;
        r += x > k ? steps[k & 3] : -k;
    }
    switch (x & 3) {
    case 0:
        return r;
    case 1:
        r *= 2;
        break;
    default:
        r -= y;
    }
    return r;
}

void independent(int n) {
    short offset = n * 3;
    for (int i = 0; i < 40; i++) {
        signed char t = values[i] + small[i];
        t += 100;
        narrow[i] = t;
        if (t > 3 && !(i % 3 == 0) || flags[i])
            wide[i] = (long long)(t & 127) << 33 | (unsigned)values[i];
        else
            wide[i] = t ? t : i;
        flags[i] = t & 4;
        small[i]++;
        small[i] *= 3;
        small[i] >>= 1;
    }
    for (unsigned char u = 2; u < count; u += 1) {
        huge[u] = huge[u] * 31 + (u < 9) + ~u + table[u & 3] + helper(values[u] & 255, u) + offset;
        if (u == 20)
            continue;
        floats[u] = values[u] / 4.0f + u;
        doubles[u] += floats[u] * 0.1 - (float)doubles[u] * 0x1p-30f;
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 10; j++)
            medium[i][j] = medium[i][j] * 7 + (i ^ j) - offset;
    for (long i = 0; i < 3; i++) {
        points[i].x -= values[i];
        points[i].y = points[i].x * 3ll;
        points[i].z[1] = points[i].z[0] + n;
    }
    offset--;
    scalar += offset;
}

int reduce(int n) {
    for (int i = 0; i < 40; i++)
        total += values[i] * 3;
    for (int i = 1; i < n; i++)
        product *= small[i] | 1;
    for (int i = 0; i < 40; i++) {
        if (values[i] < least)
            least = values[i];
        most = values[i] > most ? values[i] : most;
    }
    for (int i = 0; i < 40; i++) {
        bits &= ~(1u << (small[i] & 31));
        toggled ^= wide[i] + i;
    }
    some = some || least < 0;
    stepped++;
    --stepped;
    stepped += n;
    if (!scalar)
        return -1;
    while (scalar > 1000)
        scalar /= 3;
    n = n * 2 + __builtin_popcount(bits);
    return n + (some == 1) + stepped;
}

int main(void) {
    unsigned long long h = 0;
    for (int round = 0; round < 5; round++) {
        independent(round);
        h = h * 31 + reduce(30 + round);
    }
    for (int i = 0; i < 40; i++)
        h = h * 31 + values[i] + narrow[i] + small[i] + medium[i / 10][i % 10] + wide[i] + huge[i] + flags[i] + (long long)floats[i];
    for (int i = 0; i < 3; i++)
        h = h * 31 + points[i].x + points[i].y + (int)points[i].z[1];
    printf("%llu %u %d %d %d %u %lld %d %.17g\n", h, total, product, least, most, bits, toggled, scalar, doubles[30]);
    return 0;
}
