// has: dangling 11
#include <stdio.h>

int main(void)
{
    int *last = NULL;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        printf("%d\n", square);
        if (last)
            *last = square;
        last = &square;
    }
    return 0;
}
