// clean
#include <stdio.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4}, x = 9;
    int *end = a + 4;
    int *after = &x + 1;
    printf("%d\n", (int)(end - a));
    printf("%d\n", after[-1]);
    end -= 4;
    printf("%d\n", *end);
    return 0;
}
