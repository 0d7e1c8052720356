// has: wrong-effective-type 10
#include <stdio.h>

int main(void)
{
    _Static_assert(sizeof(int *) == sizeof(float *), "same size");
    int x = 5;
    int *p = &x;
    printf("%d\n", *p);
    float *q = *(float **)&p;
    printf("%d\n", q == NULL);
    return 0;
}
