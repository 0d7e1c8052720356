// clean
#include <stdio.h>

int main(void)
{
    int i = 1;
    int j = (i++, i++, i);
    printf("%d %d\n", i, j);
    i = (i++, i + 1);
    printf("%d\n", i);
    for (int k = 0, n = 3; k < n; k++, n--)
        printf("%d %d\n", k, n);
    return 0;
}
