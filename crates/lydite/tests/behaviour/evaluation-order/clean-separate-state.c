// clean
#include <stdio.h>

static int a, b;

static int next_a(void)
{
    return ++a;
}

static int next_b(void)
{
    return b += 10;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d %d\n", next_a(), next_b());
    printf("%d\n", next_a() - next_b());
    return 0;
}
