// clean
#include <stdio.h>

union shape {
    struct { int kind; int side; } square;
    struct { int kind; int radius; double weight; } circle;
};

int main(void)
{
    union shape s = {.circle = {2, 5, 1.5}};
    printf("%d\n", s.square.kind);
    s.square.kind = 1;
    s.square.side = 4;
    printf("%d %d\n", s.circle.kind, s.circle.radius);
    return 0;
}
