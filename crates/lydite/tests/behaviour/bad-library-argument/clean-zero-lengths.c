// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    char a[4] = "abc";
    printf("%d\n", memcmp(a, "xyz", 0));
    memset(a, 'x', 0);
    memmove(a + 4, a, 0);
    strncpy(a, "q", 0);
    strncat(a, "q", 0);
    printf("%s %d\n", a, (int)strlen(""));
    printf("%d\n", strncmp(a, "zzz", 0));
    return 0;
}
