/* Conversions, operators, bit-fields, records: what C implies and other languages don't. */
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);

typedef enum { RED, GREEN = 5, BLUE } colour;

struct inner {
    signed char c;
    unsigned short u;
    const int k;
};

struct outer {
    unsigned a : 3;
    int b : 5;
    unsigned long long wide : 20;
    unsigned long long wider : 40;
    _Bool flag : 1;
    struct inner in[2];
    double d;
};

struct single {
    int x;
    unsigned char y;
    short table[3];
    float z;
};

const int seven = 7;
const unsigned char big = 300 & 255;
static const double half = 0.5;
const unsigned short powers[4] = {1, 2, [3] = 8};
unsigned char bytes[4] = {[1] = 255, 7};
struct outer whole = {5, -3, 0xfffff, 1ull << 39, 1, {[1] = {.u = 65535, .k = 9}}, 1.5};
struct single one = {1, 2, {3, 4, 5}, 0.25f};
union either { int i; unsigned char c[4]; } either = {.c = {1, 2, 3, 4}};
char text[4] = "abc", tight[3] = "abc";
int numbers[3] = {1, 2, 3};
int *pointer = &numbers[1];
void *anything;
colour paint = BLUE;
_Bool truth;
unsigned long long sum;

static int twice(int x) {
    return x * 2;
}

long conversions(signed char a, unsigned char b, short c, int d) {
    int i = d > 3 ? a : c;
    unsigned n = -1;
    long long w = (d > 3 ? b : b) << 20;
    unsigned small[2] = {a, -1};
    short from[3] = {d, b + c, (a < b) + 40000};
    float f = d;
    const float g = f / 3;
    truth = d & 2;
    colour next = d > 3 ? RED : GREEN;
    next = next + 1;
    paint = next;
    anything = &numbers[2];
    int *back = anything;
    *back += twice(i) + (a < c) + (!b == 0) - -d;
    a += 100;
    b <<= 3;
    c >>= 1;
    c = c ? c : a;
    i = i ? i : (c, d);
    return i + (n > a) + w + small[0] + small[1] + from[0] + from[1] + from[2] + (long)f + (long)(g * 1000) + truth + next + a
        + b + c + (~a & 15) + (-b) + (d ? a : b) + sizeof(struct inner);
}

long fields(struct outer *o, long step) {
    o->a += step;
    o->b -= step;
    o->wide = o->wide << 4;
    o->wider = o->wider << 1 | 1;
    o->flag = o->wide > 5;
    o->in[0].u = ~o->in[1].u - 1;
    o->in[1].c = -o->in[1].c + 200;
    long total = (step ? o->a : o->a) - 6;
    total += (step ? o->wide : o->wide) - 70000 < 0;
    total += (o->wide - 70000) < 0;
    total = total * 31 + o->b + o->wide % 97 + o->wider % 89 + o->flag + o->in[0].u + o->in[1].c + o->in[1].k;
    return total + (long)(o->d * 4);
}

void members(int by) {
    one.x += by * seven;
    one.y -= by;
    one.table[by & 1] = one.x * half;
    one.z = one.z * 3 - one.table[2];
}

int choose(unsigned value) {
    int result = 0;
    switch (value % 5) {
    case 0:
        result = 1;
        break;
    case 1: {
        int extra = 4;
        result += extra;
    }
    case 2:
        result += 10;
        break;
    default:
        for (;;) {
            if (++result > 3)
                break;
            else
                continue;
        }
    }
    do
        result--;
    while (result > 100);
    return result;
}

struct inner make(int n) {
    struct inner made = {n, n * 3, n};
    return made;
}

int main(void) {
    for (int i = 0; i < 6; i++) {
        sum = sum * 31 + conversions(i * 50, 250 + i, i - 300, i);
        sum = sum * 31 + fields(&whole, i);
        members(i);
        sum = sum * 31 + choose(i) + make(i).u + make(-i).c;
    }
    char copy[4];
    memcpy(copy, text, sizeof text);
    const char *word = copy[0] == 'a' ? "yes" : "no";
    for (int i = 0; i < 4; i++)
        sum = sum * 3 + bytes[i] + powers[i] + either.c[i] + copy[i];
    for (int i = 0; i < 3; i++)
        sum = sum * 3 + numbers[i] + tight[i] + one.table[i];
    printf("%llu %d %d %g %s %d\n", sum, one.x, one.y, one.z, word, (int)(sizeof(long) * big + *pointer + paint));
    return 0;
}
