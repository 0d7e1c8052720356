// clean
#include <stdio.h>

struct inner {
    int a[3];
    int b;
};

int main(void)
{
    int a[4] = {1};
    struct inner s = {.a = {[1] = 5}};
    char text[6] = "ab";
    printf("%d %d\n", a[0], a[3]);
    printf("%d %d %d %d\n", s.a[0], s.a[1], s.a[2], s.b);
    printf("%d\n", text[5]);
    return 0;
}
