// has: divide-by-zero 11
#include <stdio.h>

#define WRAP(i, n) ((i) % (n))

int main(void)
{
    int size = 4;
    printf("%d\n", WRAP(10, size));
    size -= 4;
    printf("%d\n", WRAP(10, size));
    return 0;
}
