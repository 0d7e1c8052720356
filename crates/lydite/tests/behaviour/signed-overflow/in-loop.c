// has: signed-overflow 9
#include <stdio.h>

int main(void)
{
    int product = 1;
    for (int i = 1; i <= 20; i++) {
        printf("%d! = ", i);
        product *= i;
        printf("%d\n", product);
    }
    return 0;
}
