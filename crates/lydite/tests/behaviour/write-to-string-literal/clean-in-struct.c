// clean
#include <stdio.h>

struct name {
    char text[8];
    const char *note;
};

int main(void)
{
    struct name n[2] = {{"ab", "first"}, {"cd", "second"}};
    n[1].text[0] = 'C';
    n[0].note = n[1].note;
    printf("%s %s %s\n", n[0].text, n[1].text, n[0].note);
    return 0;
}
