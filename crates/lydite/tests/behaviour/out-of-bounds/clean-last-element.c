// clean
#include <stdio.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4};
    char s[4] = "abc";
    printf("%d %d\n", a[3], 3[a]);
    printf("%d\n", s[3]);
    int *p = &a[3];
    printf("%d %d\n", p[0], p[-3]);
    return 0;
}
