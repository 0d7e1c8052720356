// clean
#include <stdio.h>

int main(void)
{
    int a[3] = {1, 2, 3};
    int far = 10;
    printf("%d\n", *(a + (far - far + 1)));
    printf("%d\n", a[far - 8]);
    printf("%d\n", *(a + 3 - 1));
    return 0;
}
