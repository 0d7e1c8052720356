// has: bad-library-argument 11
#include <stdio.h>
#include <string.h>

int main(void)
{
    char room[4] = "abc";
    void *none = NULL;
    memcpy(room, room + 2, 0);
    printf("%s\n", room);
    memcpy(room, none, 0);
    printf("%s\n", room);
    return 0;
}
