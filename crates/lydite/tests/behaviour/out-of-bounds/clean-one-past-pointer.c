// clean
#include <stdio.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int *end = a + 4, sum = 0;
    for (int *p = a; p != end; p++)
        sum += *p;
    printf("%d\n", sum);
    printf("%d\n", end[-1]);
    printf("%d\n", (int)(&a[4] - a));
    return 0;
}
