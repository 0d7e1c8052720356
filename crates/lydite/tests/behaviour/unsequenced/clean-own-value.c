// clean
#include <stdio.h>

int main(void)
{
    int i = 1, a[3] = {1, 2, 3};
    i = i + 1;
    i += i;
    a[i - 4] = a[i - 4] + 1;
    i = a[0] = i * 2;
    printf("%d %d\n", i, a[0]);
    a[1] = a[1]++ ? a[2] : 0, i = -i;
    printf("%d\n", i);
    return 0;
}
