// has: out-of-memory 6
#include <stdio.h>

static int odd(unsigned n);

static int even(unsigned n) { return n == 1 ? 0 : odd(n + 2) ^ 1; } static int odd(unsigned n) { return n == 1 ? 1 : even(n + 2) ^ 1; }

int main(void)
{
    printf("before\n");
    printf("%d\n", even(0));
    return 0;
}
