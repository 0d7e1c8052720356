// clean
#include <stdio.h>

int main(void)
{
    unsigned short i = 1;
    int n = 0;
    while (i) {
        i++;
        n++;
    }
    printf("%d\n", n);
    for (unsigned char c = 255; c < 256 && n > 0; c--)
        n -= 100;
    printf("%d\n", n);
    return 0;
}
