// has: divide-by-zero 8
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int i = 3; i >= -3; i--) {
        sum += 12 / i;
        printf("%d: %d\n", i, sum);
    }
    return 0;
}
