// clean
#include <stdio.h>

int main(void)
{
    int a[3] = {1, 2, 3};
    int *p = &a[3];
    int *q = &*p;
    printf("%d %d\n", p == q, sizeof *p == sizeof(int));
    int (*whole)[3] = &a;
    printf("%d\n", (int *)(whole + 1) == a + 3);
    return 0;
}
