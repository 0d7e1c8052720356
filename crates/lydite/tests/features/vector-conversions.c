#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef short s4 __attribute__((vector_size(8)));
typedef long long l2 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef unsigned char b8 __attribute__((vector_size(8)));

int main(void)
{
    f4 f = {1.0f, -1.0f, 0.5f, 2.0f};
    v4 bits = (v4)f;
    for (int i = 0; i < 4; i++) printf("%x ", (unsigned)bits[i]);
    putchar('\n');
    v4 mask = f > 0.75f;
    v4 picked = (bits & mask) | ((v4){7, 7, 7, 7} & ~mask);
    for (int i = 0; i < 4; i++) printf("%x ", (unsigned)picked[i]);
    putchar('\n');
    v4 c = __builtin_convertvector(f * 3.0f, v4);
    for (int i = 0; i < 4; i++) printf("%d ", c[i]);
    putchar('\n');
    s4 s = __builtin_convertvector((v4){1, 70000, -1, 32767}, s4);
    for (int i = 0; i < 4; i++) printf("%d ", s[i]);
    putchar('\n');
    f4 g = __builtin_convertvector((v4){1, 16777217, -5, 0}, f4);
    for (int i = 0; i < 4; i++) printf("%.1f ", g[i]);
    putchar('\n');
    u4 u = (u4)(v4){-1, 2, -3, 4};
    for (int i = 0; i < 4; i++) printf("%u ", u[i]);
    putchar('\n');
    l2 l = {1, -1};
    l += l;
    v4 halves = (v4)l;
    printf("%lld %lld %d\n", l[0], l[1], halves[2] + halves[3]);
    int mem[4] = {9, 8, 7, 6};
    v4 loaded;
    memcpy(&loaded, mem, sizeof loaded);
    loaded *= loaded;
    memcpy(mem, &loaded, sizeof mem);
    printf("%d %d %d %d\n", mem[0], mem[1], mem[2], mem[3]);
    d4 d = {1, 2, 3, 4};
    d = d / 2.0;
    printf("%g %g %d\n", d[0], d[3], (int)sizeof d);
    b8 b = {250, 251, 252, 253, 254, 255, 0, 1};
    b += 3;
    for (int i = 0; i < 8; i++) printf("%d ", b[i]);
    putchar('\n');
    union { v4 v; int a[4]; } un = {.v = {4, 3, 2, 1}};
    printf("%d %d\n", un.a[0], un.a[3]);
    un.a[1] = 30;
    printf("%d\n", un.v[1]);
    return 0;
}
