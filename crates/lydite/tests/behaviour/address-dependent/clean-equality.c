// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a = 1, b = 1;
    int *p = &a, *q = &b, *r = p;
    printf("%d %d %d\n", p == q, p == r, p != NULL);
    printf("%d\n", memcmp(&p, &r, sizeof p));
    return 0;
}
