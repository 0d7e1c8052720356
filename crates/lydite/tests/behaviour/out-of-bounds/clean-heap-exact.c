// clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *text = "exactly";
    char *copy = malloc(strlen(text) + 1);
    memcpy(copy, text, strlen(text) + 1);
    copy[7] = '\0';
    printf("%s\n", copy);
    int *one = malloc(sizeof *one);
    one[0] = 1;
    printf("%d\n", *one);
    free(one);
    free(copy);
    return 0;
}
