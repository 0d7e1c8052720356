// has: vla-size 12
#include <stdio.h>

#define ROOM(type, name, n) type name[n]

int main(void)
{
    int n = 1;
    ROOM(int, one, n);
    one[0] = 5;
    printf("%d\n", one[0]);
    ROOM(long, none, n - 1);
    printf("%d\n", (int)sizeof none);
    return 0;
}
