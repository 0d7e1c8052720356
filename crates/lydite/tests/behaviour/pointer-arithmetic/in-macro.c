// has: pointer-arithmetic 10
#include <stdio.h>

#define BASE_ONE(a) ((a) - 1)

int main(void)
{
    static int table[3] = {10, 20, 30};
    printf("%d\n", table[0]);
    int *from_one = BASE_ONE(table);
    printf("%d\n", from_one != 0);
    return 0;
}
