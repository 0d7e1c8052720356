// clean
#include <stdio.h>

int main(void)
{
    int i = 1, a = i++, b = i++;
    printf("%d %d %d\n", i, a, b);
    if (i++ > 2)
        i++;
    printf("%d\n", i);
    int v[] = {i++};
    printf("%d %d\n", v[0], i);
    return 0;
}
