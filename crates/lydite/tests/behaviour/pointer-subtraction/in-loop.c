// has: pointer-subtraction 10
#include <stdio.h>

int main(void)
{
    int a[2] = {1, 2}, b[2] = {3, 4};
    int *all[3] = {a, a + 2, b};
    for (int i = 0; i < 3; i++) {
        printf("%d\n", i);
        if (all[i] - a == 77)
            printf("far\n");
    }
    return 0;
}
