#include <stdio.h>
#include <stdlib.h>

static void try(const char *s)
{
    char *end;
    double v = strtod(s, &end);
    printf("%s: %.17g '%s'\n", s, v, end);
}

int main(void)
{
    try("0"); try("1"); try("-1.5"); try("+2.25"); try("  3.5e2x"); try(".5"); try("5."); try("."); try("e5"); try("1e"); try("1e+"); try("1e5"); try("1E-5"); try("1e400"); try("-1e400"); try("1e-400");
    try("0.1"); try("0.30000000000000004"); try("123456789012345678901234567890"); try("2.2250738585072011e-308"); try("2.2250738585072014e-308"); try("4.9406564584124654e-324"); try("1.7976931348623157e308"); try("1.7976931348623159e308");
    try("0x1p4"); try("0x1.8p1"); try("0x.8"); try("0xA.Bp-2z"); try("0x"); try("0xp1"); try("inf"); try("INFINITY"); try("-infx"); try("nancy"); try("abc"); try(""); try("-"); try("-0");
    try("9007199254740993"); try("9007199254740992.999"); try("1.00000000000000011102230246251565404"); try("1.00000000000000011102230246251565405");
    try("0.000000000000000000000000000000000000000000000000001"); try("1_000"); try("1,5"); try("1.5.5"); try("--5");
    printf("%.9g %.9g\n", strtof("0.1", NULL), strtof("16777217", NULL));
    printf("%g %g\n", atof("2.5"), atof("x"));
    printf("%.17g %.17g %.17g\n", 0.1, 1e23, 8.5e-320);
    printf("%.9g %.9g\n", 3.14159265358979f, 1e-45f);
    printf("%d %d\n", strtod("0.1", NULL) == 0.1, strtod("1e22", NULL) == 1e22);
    return 0;
}
