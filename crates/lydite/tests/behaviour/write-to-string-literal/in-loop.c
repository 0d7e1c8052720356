// has: write-to-string-literal 10
#include <stdio.h>

int main(void)
{
    char own[] = "mine";
    char *all[2] = {own, "theirs"};
    for (int i = 0; i < 2; i++) {
        printf("%s\n", all[i]);
        *all[i] = 'M';
    }
    return 0;
}
