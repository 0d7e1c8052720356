// clean
#include <stdio.h>

int main(void)
{
    double values[] = {1.9, -1.9, 0.5, -0.5, 100.999};
    for (int i = 0; i < 5; i++)
        printf("%d\n", (int)values[i]);
    int x = 10;
    x *= 0.75;
    printf("%d\n", x);
    return 0;
}
