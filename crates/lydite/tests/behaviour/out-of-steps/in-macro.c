// has: out-of-steps 10
#include <stdio.h>

#define FOREVER for (;;)

int main(void)
{
    volatile int x = 0;
    printf("before\n");
    FOREVER x = !x;
}
