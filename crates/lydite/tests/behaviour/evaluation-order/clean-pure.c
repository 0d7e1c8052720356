// clean
#include <stdio.h>

static int square(int x)
{
    return x * x;
}

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    printf("%d %d\n", square(3) - square(4), fib(10) - fib(9));
    int a[3] = {square(1), square(2), square(3)};
    a[square(1)] = square(5);
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return 0;
}
