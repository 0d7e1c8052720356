// has: uninitialised 8
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i ? i : x;
        printf("%d\n", sum += x);
    }
    return 0;
}
