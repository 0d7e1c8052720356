// has: bad-format 9
#include <stdio.h>

#define LOG(...) printf(__VA_ARGS__)

int main(void)
{
    LOG("%s %d\n", "ok", 1);
    LOG("%s %d\n", "missing");
    return 0;
}
