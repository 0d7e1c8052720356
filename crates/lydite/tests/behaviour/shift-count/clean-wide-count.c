// clean
#include <stdio.h>

int main(void)
{
    unsigned long long count = 3;
    signed char small = 4;
    int x = 1;
    printf("%d\n", x << count);
    printf("%d\n", x << small);
    printf("%d\n", sizeof(x << count) == sizeof(int));
    return 0;
}
