// has: wrong-effective-type 8
#include <stdio.h>

int main(void)
{
    float f = 1.0f;
    printf("%g\n", f);
    printf("%d\n", *(int *)&f);
    return 0;
}
