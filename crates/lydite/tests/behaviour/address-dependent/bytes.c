// has: address-dependent 11
#include <stdio.h>

int main(void)
{
    int x = 1;
    int *p = &x;
    printf("%d\n", x);
    const unsigned char *bytes = (const unsigned char *)&p;
    for (size_t i = 0; i < sizeof p; i++)
        printf("%02x", bytes[i]);
    printf("\n");
    return 0;
}
