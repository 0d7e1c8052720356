// has: shift-count 10
#include <stdio.h>

int main(void)
{
    int count = 0;
    int *p = &count;
    printf("%d\n", 8 >> *p);
    --*p;
    printf("%d\n", 8 >> *p);
    return 0;
}
