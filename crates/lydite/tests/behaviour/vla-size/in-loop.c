// has: vla-size 8
#include <stdio.h>

int main(void)
{
    for (int n = 2; n >= -1; n--) {
        printf("%d\n", n);
        int a[n];
        a[0] = n;
        printf("%d\n", a[0]);
    }
    return 0;
}
