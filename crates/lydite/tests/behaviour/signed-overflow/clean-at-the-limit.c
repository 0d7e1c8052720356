// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int a = INT_MAX - 1;
    int b = INT_MIN + 1;
    printf("%d %d\n", a + 1, b - 1);
    printf("%d %d\n", -INT_MAX, -(INT_MIN + 1));
    printf("%d\n", INT_MAX + INT_MIN);
    printf("%d\n", INT_MIN - INT_MIN);
    return 0;
}
