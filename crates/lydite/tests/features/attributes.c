#include <stdio.h>
#include <stdlib.h>

static int add(int a, int b) __attribute__((const, unused, warn_unused_result));
static int add(int a, int b) { return a + b; }
__attribute__((noinline, noclone, cold)) static int slow(int x) { return x * 3; }
static inline __attribute__((always_inline, pure)) int fast(const int *p) { return *p + 1; }
__attribute__((format(printf, 1, 2))) static void log_line(const char *f, ...) { puts(f); }
__attribute__((nonnull(1))) static int length(const char *s) { int n = 0; while (*s++) n++; return n; }
__attribute__((malloc, alloc_size(1))) static void *get(size_t n) { return malloc(n); }
static int used_later __attribute__((used, section(".data"))) = 4;
static int weak_value __attribute__((aligned(32))) = 5;
__attribute__((unused)) static int never(void) { return 1; }
typedef int word __attribute__((may_alias));
typedef struct { char c; int i; } __attribute__((packed)) tight;
struct pad { char c; int i __attribute__((packed)); char d; } ;
struct __attribute__((packed, aligned(2))) half { char a; int b; };
union __attribute__((transparent_union)) either { int *i; unsigned *u; };
static int via(union either e) { return *e.i; }
enum __attribute__((packed)) small { S1, S2 = 200 };
[[gnu::unused]] static int modern(int x) { return x; }
__attribute__((noreturn)) static void leave(void) { puts("bye"); exit(0); }
__attribute__((optimize("O0"))) static int opt(int x) { return x; }
__attribute__((made_up_attribute(1, "two"))) static int unknown(int x) { return x - 1; }
__attribute__((deprecated("old"))) static int old_one(void) { return 6; }

int main(void)
{
    int x __attribute__((unused)) = 1, y = 2;
    printf("%d %d %d\n", add(x, y), slow(4), fast(&y));
    log_line("logged");
    printf("%d\n", length("abcd"));
    int *p = get(sizeof *p);
    *p = 9;
    printf("%d\n", *p);
    free(p);
    printf("%d %d\n", used_later, weak_value);
    float f = 1.0f;
    printf("%x\n", *(word *)&f);
    printf("%d %d %d\n", (int)sizeof(tight), (int)sizeof(struct pad), (int)sizeof(struct half));
    tight t = {'a', 7};
    t.i++;
    printf("%d\n", t.i);
    printf("%d\n", via(&y));
    printf("%d %d\n", (int)sizeof(enum small), S2);
    printf("%d %d %d %d\n", modern(3), opt(4), unknown(5), old_one());
    switch (y) {
    case 2:
        y++;
        __attribute__((fallthrough));
    case 3:
        y += 10;
    }
    printf("%d\n", y);
    int cleaned = 0;
    if (__builtin_expect(cleaned, 0))
        puts("never");
lbl: __attribute__((unused));
    for (int i __attribute__((unused)) = 0; i < 1; i++)
        ;
    leave();
}
