#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int checked(int x) { assert(x > 0 && "must be positive"); return x * 2; }

int main(void)
{
    assert(1);
    assert(sizeof(int) == 4);
    int n = 3;
    assert(n == 3);
    assert((n++, n == 4));
    printf("%d %d\n", n, checked(5));
    static const int v[] = {0, 1, -1, 5, -5, INT_MAX, -INT_MAX};
    for (int i = 0; i < 7; i++)
        printf("%d %ld %lld\n", abs(v[i]), labs((long)v[i]), llabs((long long)v[i]));
    printf("%lld\n", llabs(-LLONG_MAX));
    printf("%d\n", labs(-LONG_MAX) == LONG_MAX);
    printf("%d\n", abs('a' - 'z'));
    if (n == 4)
        assert(n);
    else
        puts("else still belongs to if");
    return 0;
}
