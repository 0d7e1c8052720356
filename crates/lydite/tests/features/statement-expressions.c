#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ __typeof__(a) t = (a); (a) = (b); (b) = t; })
#define ARRAY_SUM(a) ({ int s = 0; for (unsigned i = 0; i < sizeof(a) / sizeof *(a); i++) s += (a)[i]; s; })

struct point { int x, y; };

static int early(int n)
{
    int r = ({ if (n < 0) return -1; n * 2; });
    return r + 1;
}

int main(void)
{
    int i = 3, j = 4;
    printf("%d\n", MAX(i++, j));
    printf("%d\n", i);
    SWAP(i, j);
    printf("%d %d\n", i, j);
    printf("%g\n", MAX(1.5, 2));
    int a[] = {1, 2, 3};
    printf("%d\n", ARRAY_SUM(a));
    int x = ({ int y = 5; y += 2; y; });
    printf("%d\n", x);
    struct point p = ({ struct point q = {1, 2}; q.x += 10; q; });
    printf("%d %d\n", p.x, p.y);
    printf("%d\n", ({ struct point q = {7, 8}; q; }).y);
    ({ puts("effect only"); });
    printf("%d %d\n", early(-5), early(5));
    int n = 0;
    while (({ n++; n < 4; }))
        printf("%d ", n);
    putchar('\n');
    for (int k = ({ 2; }); ({ k > 0; }); ({ k--; }))
        printf("%d ", k);
    putchar('\n');
    printf("%d\n", ({ int t = 0; for (int k = 0; k < 10; k++) { if (k == 5) break; t += k; } t; }));
    printf("%d\n", ({ ({ ({ 1; }) + 1; }) + 1; }));
    int cond = 1;
    printf("%s\n", cond ? ({ const char *s = "yes"; s; }) : ({ puts("never"); "no"; }));
    printf("%d\n", (int)sizeof(({ (short)1; })) );
    for (int k = 0; k < 3; k++) {
        int v = ({ if (k == 1) continue; k * 100; });
        printf("%d ", v);
    }
    putchar('\n');
    printf("%d\n", ({ switch (i) { case 4: j = 9; break; default: j = 1; } j; }));
    char buf[8];
    puts(({ char *q = buf; for (char c = 'a'; c < 'f'; c++) *q++ = c; *q = 0; buf; }));
    return 0;
}
