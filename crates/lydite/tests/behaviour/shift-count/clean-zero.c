// clean
#include <stdio.h>

int main(void)
{
    int zero = 0;
    printf("%d %d\n", 5 << zero, 5 >> zero);
    printf("%d\n", -5 >> zero);
    printf("%u\n", ~0u << zero);
    return 0;
}
