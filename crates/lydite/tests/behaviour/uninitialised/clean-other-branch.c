// clean
#include <stdio.h>

int main(void)
{
    int x;
    int which = 1;
    switch (which) {
    case 1:
        x = 10;
        break;
    default:
        break;
    }
    printf("%d\n", which == 1 ? x : 0);
    goto over;
    int y = 3;
over:
    y = 4;
    printf("%d\n", y);
    return 0;
}
