// clean
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int *p = (int *)(uintptr_t)4096;
    int *none = (int *)0;
    printf("%d %d\n", p != NULL, none == NULL);
    p = none;
    printf("%d\n", p == NULL);
    return 0;
}
