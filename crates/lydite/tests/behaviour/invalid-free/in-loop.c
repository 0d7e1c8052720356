// has: invalid-free 11
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int fixed = 0;
    int *all[3] = {malloc(sizeof(int)), NULL, &fixed};
    for (int i = 0; i < 3; i++) {
        printf("%d\n", i);
        free(all[i]);
    }
    return 0;
}
