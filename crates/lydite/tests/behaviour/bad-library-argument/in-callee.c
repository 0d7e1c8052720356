// has: bad-library-argument 7
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from)
{
    strcpy(to, from);
}

int main(void)
{
    char room[8];
    copy(room, "seven");
    printf("%s\n", room);
    copy(NULL, "eight");
    return 0;
}
