// has: write-to-const 11
#include <stdio.h>

int main(void)
{
    int open = 0;
    const int closed = 0;
    const int *all[2] = {&open, &closed};
    for (int i = 0; i < 2; i++) {
        printf("%d\n", i);
        *(int *)all[i] = 1;
    }
    return 0;
}
