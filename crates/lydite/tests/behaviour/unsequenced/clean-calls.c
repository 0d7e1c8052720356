// clean
#include <stdio.h>

static int next(int *p)
{
    return ++*p;
}

int main(void)
{
    int i = 1;
    i = next(&i);
    printf("%d\n", i);
    i = next(&i) + 1;
    printf("%d\n", i);
    int sum = next(&i) + next(&i);
    printf("%d %d\n", sum, i);
    return 0;
}
