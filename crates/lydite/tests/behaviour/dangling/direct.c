// has: dangling 12
#include <stdio.h>

int main(void)
{
    int *p;
    {
        int x = 5;
        p = &x;
        printf("%d\n", *p);
    }
    printf("%d\n", *p);
    return 0;
}
