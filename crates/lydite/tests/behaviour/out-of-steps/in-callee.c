// has: out-of-steps 6
#include <stdio.h>

static volatile unsigned ticks;

static void spin(void) { do { ticks++; } while (1); }

int main(void)
{
    printf("before\n");
    spin();
    return 0;
}
