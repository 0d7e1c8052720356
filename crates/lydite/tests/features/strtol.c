#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void try(const char *s, int base)
{
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, base);
    printf("%s/%d: %lld '%s' %d\n", s, base, v, end, errno == ERANGE);
}
static void tryu(const char *s, int base)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(s, &end, base);
    printf("%s/%d: %llu '%s' %d\n", s, base, v, end, errno == ERANGE);
}

int main(void)
{
    try("0", 10); try("42", 10); try("-42", 10); try("+7", 10); try("  \t\n 12abc", 10); try("abc", 10); try("", 10); try("-", 10); try("- 5", 10);
    try("0x1f", 0); try("0x1f", 16); try("1F", 16); try("0xg", 0); try("0x", 16); try("017", 0); try("08", 0); try("0", 0); try("z", 36); try("Zz9", 36); try("102", 2); try("777", 8);
    try("9223372036854775807", 10); try("9223372036854775808", 10); try("-9223372036854775808", 10); try("-9223372036854775809", 10); try("99999999999999999999999x", 10);
    tryu("18446744073709551615", 10); tryu("18446744073709551616", 10); tryu("-1", 10); tryu("0xffffffffffffffff", 16); tryu("+5 6", 10); tryu("-0x10", 0);
    printf("%ld\n", strtol("123", NULL, 10));
    printf("%lu\n", strtoul("456", NULL, 10));
    printf("%d %ld %lld\n", atoi(" 12 "), atol("-34"), atoll("5600000000"));
    char *end;
    long sum = 0;
    const char *list = "1 22 333 x";
    for (;;) {
        long v = strtol(list, &end, 10);
        if (end == list)
            break;
        sum += v;
        list = end;
    }
    printf("%ld '%s'\n", sum, list);
    printf("%d\n", strtol("99999999999999999999", NULL, 10) == LONG_MAX);
    printf("%d\n", strtoul("99999999999999999999", NULL, 10) == ULONG_MAX);
    return 0;
}
