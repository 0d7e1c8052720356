// clean
#include <stdio.h>

int main(void)
{
    int zero = 0;
    for (int d = -2; d <= 2; d++) {
        if (d == 0)
            continue;
        printf("%d %d\n", zero / d, zero % d);
    }
    return 0;
}
