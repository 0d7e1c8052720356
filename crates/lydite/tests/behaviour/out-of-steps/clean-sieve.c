// clean
#include <stdio.h>

int main(void)
{
    static char composite[50000];
    int count = 0;
    for (int i = 2; i < 50000; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = 2 * i; j < 50000; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}
