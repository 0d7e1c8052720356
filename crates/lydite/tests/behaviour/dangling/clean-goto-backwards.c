// clean
#include <stdio.h>

int main(void)
{
    int turn = 0;
    int *p = NULL;
again:;
    int x = turn;
    p = &x;
    *p += 10;
    printf("%d\n", x);
    if (++turn < 3)
        goto again;
    printf("%d\n", *p);
    return 0;
}
