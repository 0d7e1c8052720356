#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    div_t d = div(-7, 2);
    printf("%d %d\n", d.quot, d.rem);
    ldiv_t l = ldiv(100L, 7L);
    printf("%ld %ld\n", l.quot, l.rem);
    lldiv_t ll = lldiv(-100000000000LL, 7LL);
    printf("%lld %lld\n", ll.quot, ll.rem);
    return 0;
}
