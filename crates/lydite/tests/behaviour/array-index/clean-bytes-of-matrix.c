// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    unsigned char m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    unsigned char *p = (unsigned char *)&m;
    int sum = 0;
    for (size_t i = 0; i < sizeof m; i++)
        sum += p[i];
    printf("%d\n", sum);
    unsigned char copy[2][3];
    memcpy(copy, m, sizeof m);
    printf("%d\n", copy[1][2]);
    return 0;
}
