// clean
#include <stdio.h>

int main(void)
{
    int i = 0;
    printf("%d\n", i++ || i++);
    printf("%d\n", i);
    printf("%d\n", i++ && i++);
    printf("%d\n", i);
    int j = i++ ? i : -1;
    printf("%d %d\n", i, j);
    return 0;
}
