// has: shift-count 9
#include <stdio.h>

int main(void)
{
    unsigned x = 1;
    int count = 32;
    printf("%u\n", x << (count - 1));
    printf("%u\n", x << count);
    return 0;
}
