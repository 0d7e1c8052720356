// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t n = 4 << 20;
    unsigned char *p = calloc(n, 1);
    p[n - 1] = 7;
    unsigned sum = 0;
    for (size_t i = 0; i < n; i += 4095)
        sum += p[i];
    printf("%u %d\n", sum, p[n - 1]);
    free(p);
    return 0;
}
