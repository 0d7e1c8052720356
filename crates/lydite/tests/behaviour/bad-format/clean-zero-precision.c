// clean
#include <stdio.h>

int main(void)
{
    /* AddressSanitizer wants a terminator here; no byte of the array is printed, so none is needed. */
    char raw[3] = {'a', 'b', 'c'};
    printf("%.0s|\n", raw);
    printf("%.s|\n", raw);
    printf("%3.0s|\n", raw);
    return 0;
}
