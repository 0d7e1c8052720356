#include <stdio.h>
#include <string.h>

static unsigned char composite[2000001];

int main(void)
{
    int count = 0;
    for (int round = 0; round < 3; round++) {
        memset(composite, 0, sizeof composite);
        count = 0;
        for (int i = 2; i <= 2000000; i++) {
            if (composite[i])
                continue;
            count++;
            for (long j = (long)i * i; j <= 2000000; j += i)
                composite[j] = 1;
        }
    }
    printf("%d\n", count);
    return 0;
}
