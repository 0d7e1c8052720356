// has: pointer-arithmetic 10
// C17 6.5.6p8 speaks of pointers to elements of an array, which a null pointer is not; UBSan agrees.
#include <stdio.h>

int main(void)
{
    char *p = NULL;
    int n = 0;
    printf("%d\n", p == NULL);
    char *q = p + n;
    printf("%d\n", q == NULL);
    return 0;
}
