// clean
#include <stdio.h>

int main(void)
{
    int x = 4;
    int *p = NULL, *q = &x;
    printf("%d %d %d\n", p == NULL, q == NULL, p == q);
    printf("%d %d\n", !p, p ? *p : -1);
    printf("%d\n", p && *p);
    if (q)
        printf("%d\n", *q);
    return 0;
}
