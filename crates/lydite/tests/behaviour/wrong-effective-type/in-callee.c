// has: wrong-effective-type 7
#include <stdio.h>

static float both(int *i, float *f)
{
    *i = 1;
    return *f;
}

int main(void)
{
    union { int i; float f; } separate = {0};
    float f = 2.5f;
    int i = 0;
    printf("%g\n", both(&separate.i, &f));
    printf("%g\n", both(&i, (float *)&i));
    return 0;
}
