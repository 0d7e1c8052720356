// has: evaluation-order 16
#include <stdio.h>

static unsigned state = 1;

static unsigned next(void)
{
    return state = state * 5 + 1;
}

int main(void)
{
    unsigned sum = 0;
    printf("%u\n", next());
    for (int i = 0; i < 3; i++)
        sum += next() - next() * 2;
    printf("%u\n", sum);
    return 0;
}
