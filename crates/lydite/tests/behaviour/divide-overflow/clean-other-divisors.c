// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int low = INT_MIN;
    int divisors[] = {1, 2, -2, INT_MAX, INT_MIN};
    for (int i = 0; i < 5; i++)
        printf("%d %d\n", low / divisors[i], low % divisors[i]);
    return 0;
}
