// clean
#include <stdio.h>

int main(void)
{
    printf("%*d|%-*d|%.*f\n", 5, 42, 5, 42, 2, 3.14159);
    printf("%*d|%.*d|\n", -5, 42, -1, 42);
    printf("%0*d|%+*.*f\n", 6, -42, 8, 1, 2.25);
    return 0;
}
