// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    int x = 5;
    int *p = &x, *q, *r;
    memcpy(&q, &p, sizeof p);
    printf("%d\n", *q);
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&r;
    for (size_t i = 0; i < sizeof p; i++)
        to[i] = from[i];
    *r = 6;
    printf("%d\n", x);
    return 0;
}
