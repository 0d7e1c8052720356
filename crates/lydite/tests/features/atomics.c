#include <stdatomic.h>
#include <stdio.h>

static _Atomic int counter;
static atomic_int other = 5;
static _Atomic(long long) wide = 1;
struct box { _Atomic unsigned n; int plain; };

int main(void)
{
    counter++;
    counter += 10;
    ++counter;
    counter -= 2;
    printf("%d\n", counter);
    int old = counter--;
    printf("%d %d\n", old, counter);
    counter = 7;
    int copy = counter;
    printf("%d\n", copy);
    counter |= 8;
    counter &= 13;
    counter ^= 1;
    counter <<= 2;
    printf("%d\n", counter);
    counter *= 3;
    counter /= 2;
    printf("%d\n", counter);
    wide <<= 40;
    wide |= 3;
    printf("%lld\n", wide);
    struct box b = {1, 2};
    b.n += 5;
    b.n--;
    b.plain = b.n;
    printf("%u %d\n", b.n, b.plain);
    other += counter;
    printf("%d\n", other);
    _Atomic int *p = &other;
    *p = 3;
    (*p)++;
    printf("%d\n", *p);
    _Atomic unsigned char c = 255;
    c++;
    printf("%d\n", c);
    c -= 1;
    printf("%d\n", c);
    _Atomic _Bool flag = 0;
    flag = 5;
    printf("%d\n", flag);
    _Atomic int a[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++)
        a[i] *= i + 1;
    printf("%d %d %d\n", a[0], a[1], a[2]);
    if (counter > 0 && other)
        puts("used in conditions");
    _Atomic double d = 1.5;
    d = d + 1;
    printf("%g\n", d);
    return 0;
}
