// clean
#include <stdio.h>

int main(void)
{
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    printf("%d %d\n", p == q, p != q);
    q = p;
    printf("%d %d %d\n", p == q, p <= q, p < q);
    printf("%d\n", p == NULL);
    return 0;
}
