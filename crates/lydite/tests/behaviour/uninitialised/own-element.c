// has: uninitialised 7
#include <stdio.h>

int main(void)
{
    puts("start");
    int a[2] = {a[1] + 1, 2};
    printf("%d\n", a[0]);
    return 0;
}
