// has: null-dereference 8
#include <stdio.h>

int main(void)
{
    int *p = NULL;
    printf("before\n");
    printf("%d\n", *p);
    return 0;
}
