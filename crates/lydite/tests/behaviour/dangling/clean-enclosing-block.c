// clean
#include <stdio.h>

int main(void)
{
    int *p, *q;
    int x = 1;
    {
        p = &x;
        *p = 2;
    }
    q = (int[]){3, 4};
    {
        *q += *p;
    }
    printf("%d %d %d\n", *p, q[0], q[1]);
    return 0;
}
