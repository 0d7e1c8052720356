// clean
#include <stdio.h>

typedef int number;

static int sum(int a[3], const int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

static number apply(number f(number), number x)
{
    return f(x);
}

static int inc(register int x)
{
    return x + 1;
}

int main(void)
{
    int v[3] = {1, 2, 3};
    int (*f)(int *, int) = sum;
    printf("%d\n", f(v, 3));
    printf("%d\n", apply(inc, 4));
    printf("%d %d\n", (*inc)(5), (**&inc)(6));
    return 0;
}
