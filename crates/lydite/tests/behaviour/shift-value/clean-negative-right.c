// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int x = -7;
    printf("%d %d\n", x >> 1, x >> 31);
    printf("%d\n", INT_MIN >> 31);
    printf("%d\n", INT_MIN >> 1);
    printf("%d\n", x * 4);
    return 0;
}
