// has: pointer-arithmetic 9
#include <stdio.h>

int main(void)
{
    int a[3] = {1, 2, 3};
    int far = 10;
    printf("%d\n", *(a + (far - far)));
    printf("%d\n", *(a + far - far));
    return 0;
}
