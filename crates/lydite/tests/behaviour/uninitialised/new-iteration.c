// has: uninitialised 11
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int kept;
        if (i == 0)
            kept = 5;
        printf("%d\n", i);
        printf("%d\n", kept);
    }
    return 0;
}
