// has: float-to-integer 11
#include <stdio.h>

#define PERCENT(x) ((unsigned char)((x) * 100))

int main(void)
{
    double x = 2.55;
    printf("%d\n", PERCENT(x));
    x = 2.57;
    printf("%d\n", PERCENT(x));
    return 0;
}
