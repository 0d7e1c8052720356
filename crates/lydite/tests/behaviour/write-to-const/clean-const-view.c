// clean
#include <stdio.h>

int main(void)
{
    int x = 1;
    const int *view = &x;
    *(int *)view = 2;
    printf("%d %d\n", x, *view);
    int *const fixed = &x;
    *fixed = 3;
    printf("%d\n", *view);
    return 0;
}
