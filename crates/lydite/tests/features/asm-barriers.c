#include <stdio.h>

static int shared = 1;
static int opaque(int x) { __asm__ volatile("" : "+r"(x)); return x; }
static void barrier(void) { __asm__ __volatile__("" ::: "memory"); }
static void keep(void *p) { asm volatile("" : : "g"(p) : "memory"); }

int main(void)
{
    int a = opaque(5);
    printf("%d\n", a);
    shared = 2;
    barrier();
    printf("%d\n", shared);
    int room[3] = {1, 2, 3};
    keep(room);
    printf("%d\n", room[2]);
    for (int i = 0; i < 3; i++) {
        asm volatile("");
        shared += i;
    }
    printf("%d\n", shared);
    __asm__("");
    asm("" : "+r"(a) : : "memory", "cc");
    printf("%d\n", a + 1);
    long long wide = 1ll << 40;
    asm volatile("" : "+r"(wide));
    printf("%lld\n", wide);
    unsigned char c = 200;
    asm volatile("" : "+r"(c));
    printf("%d\n", c);
    int *p = room;
    asm volatile("" : "+r"(p));
    printf("%d\n", p[1]);
    int m = 4;
    asm volatile("" : "+m"(m));
    printf("%d\n", m);
    asm volatile("" : [x] "+r"(m) : [y] "r"(a), "i"(3));
    printf("%d\n", m);
    if (m)
        asm volatile("" ::: "memory");
    else
        puts("never");
    __sync_synchronize();
    puts("done");
    return 0;
}
