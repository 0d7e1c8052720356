// clean
#include <stdio.h>

int main(void)
{
    printf("no directives\n", 1, 2.5, "three");
    printf("%d\n", 1, 2);
    printf("%%\n", 5);
    return 0;
}
