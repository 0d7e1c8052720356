// has: uninitialised 13
#include <stdio.h>

int main(void)
{
    int which = 2;
    printf("before\n");
    switch (which) {
        int x = 5;
    case 1:
        x = 6;
    case 2:
        printf("%d\n", x);
    }
    return 0;
}
