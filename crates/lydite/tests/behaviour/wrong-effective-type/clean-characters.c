// clean
#include <stdio.h>

int main(void)
{
    float f = 0.0f;
    unsigned char *p = (unsigned char *)&f;
    int sum = 0;
    for (size_t i = 0; i < sizeof f; i++)
        sum += p[i];
    printf("%d\n", sum);
    int x = 0;
    *(char *)&x = 0;
    *((signed char *)&x + 1) = 0;
    printf("%d\n", x);
    return 0;
}
