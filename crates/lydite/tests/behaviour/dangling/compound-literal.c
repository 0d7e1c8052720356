// has: dangling 11
#include <stdio.h>

int main(void)
{
    int *p = NULL;
    for (int i = 0; i < 2; i++) {
        p = (int[]){i, i + 1};
        printf("%d\n", p[1]);
    }
    printf("%d\n", p[1]);
    return 0;
}
