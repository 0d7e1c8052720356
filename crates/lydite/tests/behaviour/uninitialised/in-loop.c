// has: uninitialised 11
#include <stdio.h>

int main(void)
{
    int a[5], sum = 0;
    for (int i = 0; i < 4; i++)
        a[i] = i;
    for (int i = 0; i < 5; i++) {
        printf("%d\n", i);
        sum += a[i];
    }
    return sum;
}
