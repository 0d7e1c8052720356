// clean
#include <stdio.h>

int main(void)
{
    unsigned short n = 1;
    unsigned turns = 0;
    for (;;) {
        n = (unsigned short)(n * 3);
        turns++;
        if (n == 1)
            break;
    }
    printf("%u\n", turns);
    return 0;
}
