#include <stdio.h>

static int simple(int x) { switch (x) { case 1: return 10; case 2: return 20; case -1: return -10; default: return 0; } }
static int middle(int x) { int r = 0; switch (x) { case 1: r += 1; default: r += 10; break; case 2: r += 100; case 3: r += 1000; } return r; }
static const char *range(int c)
{
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'f':
    case 'A' ... 'F': return "hex";
    case 'g' ... 'z': case 'G' ... 'Z': return "letter";
    case -5 ... -1: return "negative";
    }
    return "other";
}
static int nested(int a, int b)
{
    switch (a) {
    case 0:
        switch (b) { case 0: return 0; case 1: return 1; default: break; }
        return 2;
    case 1:
        switch (b) { case 0: a = 5; break; case 1: a = 6; }
        break;
    }
    return a * 10;
}
static int in_loop(int n)
{
    int t = 0;
    for (int i = 0; i < n; i++) {
        switch (i % 4) {
        case 0: continue;
        case 1: t += 1; break;
        case 2: if (i > 5) goto out; t += 10;
        default: t += 100;
        }
        t += 1000;
    }
out:
    return t;
}
static void copy(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}
static int wide(long long x) { switch (x) { case 0x100000000LL: return 1; case 0: return 2; case -0x7fffffffffffffffLL: return 3; } return 4; }
static int narrow(unsigned char c) { switch (c) { case 255: return 1; case 0: return 2; } return 3; }

int main(void)
{
    for (int i = -2; i < 4; i++)
        printf("%d %d ", simple(i), middle(i));
    putchar('\n');
    const char *probe = "5bFxZ!";
    while (*probe)
        printf("%s ", range(*probe++));
    printf("%s %s\n", range(-3), range(-6));
    for (int i = 0; i < 9; i++)
        printf("%d ", nested(i / 3, i % 3));
    printf("%d %d\n", in_loop(5), in_loop(20));
    for (int n = 1; n < 20; n += 6) {
        char to[24] = {0};
        copy(to, "abcdefghijklmnopqrstu", n);
        puts(to);
    }
    printf("%d %d %d %d\n", wide(4294967296LL), wide(0), wide(-0x7fffffffffffffffLL), wide(1));
    printf("%d %d %d\n", narrow((unsigned char)-1), narrow(0), narrow(7));
    switch (3) { int hidden; case 3: hidden = 4; printf("%d\n", hidden); }
    switch (1) ;
    switch (2) case 2: puts("bare");
    switch (1) { default: ; }
    int hits = 0;
    switch (0) while (hits < 3) { case 0: hits++; }
    printf("%d\n", hits);
    return 0;
}
