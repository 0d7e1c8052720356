// clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *s = malloc(16);
    strcpy(s, "key=value");
    char *eq = strchr(s, '=');
    printf("%d %d\n", (int)(eq - s), (int)(s + strlen(s) - eq));
    free(s);
    return 0;
}
