// clean
#include <stdio.h>

int main(void)
{
    int *p = NULL;
    int *q = &*p;
    printf("%d\n", q == NULL);
    return 0;
}
