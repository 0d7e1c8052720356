// clean
#include <stdio.h>

int main(void)
{
    int x = 0;
    int *p = &x, *end = p + 1;
    printf("%d %d\n", (int)(end - p), (int)(p - &x));
    return 0;
}
