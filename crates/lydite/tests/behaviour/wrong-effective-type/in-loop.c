// has: wrong-effective-type 12
#include <stdio.h>

int main(void)
{
    unsigned a[4] = {1, 2, 3, 4};
    unsigned long long sum = 0;
    printf("%u\n", a[3]);
    void *v = a;
    unsigned short *p = v;
    for (int i = 0; i < 8; i++)
        sum += p[i];
    printf("%llu\n", sum);
    return 0;
}
