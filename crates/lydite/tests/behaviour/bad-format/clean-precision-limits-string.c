// clean
#include <stdio.h>

int main(void)
{
    char raw[3] = {'a', 'b', 'c'};
    printf("%.3s|\n", raw);
    printf("%.*s|\n", 2, raw);
    printf("%5.1s|%-5.2s|\n", raw, raw);
    return 0;
}
