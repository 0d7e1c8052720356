// has: write-to-string-literal 11
#include <stdio.h>

#define CUT(s, n) ((s)[n] = '\0')

int main(void)
{
    char own[] = "abcdef";
    CUT(own, 3);
    printf("%s\n", own);
    CUT("abcdef", 3);
    return 0;
}
