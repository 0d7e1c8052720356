// clean
#include <stdio.h>

static void set(int *p)
{
    *p = 8;
}

int main(void)
{
    int x, y, z;
    printf("%d\n", sizeof x == sizeof(int));
    set(&x);
    for (int i = 0; i < 2; i++)
        y = i;
    if (x > 5)
        z = 1;
    else
        z = 2;
    printf("%d %d %d\n", x, y, z);
    return 0;
}
