// has: unreachable 9
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", i);
        if (i == 2)
            __builtin_unreachable();
    }
    return 0;
}
