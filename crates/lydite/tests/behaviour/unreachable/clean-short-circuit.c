// clean
#include <stdio.h>

int main(void)
{
    int x = 3;
    x > 2 || (__builtin_unreachable(), 0);
    printf("%d\n", x);
    int y = x ? x : (__builtin_unreachable(), 0);
    printf("%d\n", y);
    printf("%d\n", (int)sizeof(({ __builtin_unreachable(); 1; })) == (int)sizeof(int));
    return 0;
}
