// clean
#include <stdio.h>

static int say(int x)
{
    printf("%d\n", x);
    return x;
}

int main(void)
{
    say(1) && say(2);
    say(0) || say(3);
    say(4), say(5);
    say(6) ? say(7) : say(8);
    int a = say(9), b = say(10);
    printf("%d\n", a + b);
    printf("%d\n", say(say(11) + 1));
    return 0;
}
