// clean
#include <stdio.h>

#define ASSUME(c) ((c) ? (void)0 : __builtin_unreachable())

int main(void)
{
    for (int i = 0; i < 3; i++) {
        ASSUME(i >= 0);
        ASSUME(i < 3);
        printf("%d\n", i);
    }
    return 0;
}
