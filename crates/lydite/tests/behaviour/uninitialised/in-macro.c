// has: uninitialised 10
#include <stdio.h>

#define ADD(total, x) ((total) += (x))

int main(void)
{
    int total;
    printf("before\n");
    ADD(total, 3);
    printf("%d\n", total);
    return 0;
}
