// clean
#include <stdio.h>

static int safe(int a, int b)
{
    return b != 0 ? a / b : a;
}

int main(void)
{
    int zero = 0;
    printf("%d %d\n", safe(7, 2), safe(7, 0));
    printf("%d\n", zero != 0 && 5 / zero > 1);
    printf("%d\n", zero == 0 || 5 % zero > 1);
    return 0;
}
