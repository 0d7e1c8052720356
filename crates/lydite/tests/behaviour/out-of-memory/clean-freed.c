// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 5000; i++) {
        char *p = malloc(1 << 20);
        p[0] = (char)i;
        p[(1 << 20) - 1] = 1;
        sum += (unsigned char)p[0] + p[(1 << 20) - 1];
        free(p);
    }
    printf("%u\n", sum);
    return 0;
}
