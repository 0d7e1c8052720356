/* A report: records read from text, sorted, grouped, and printed in columns with every kind of format. */
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned day : 5, month : 4;
    int year : 13;
} date;

typedef struct {
    char name[20];
    date when;
    long units;
    double price;
    enum region { NORTH, SOUTH, EAST, WEST, REGIONS } region;
} sale;

static const char *const region_names[REGIONS] = {"north", "south", "east", "west"};

static const char ledger[] =
    "widget,2023-01-15,120,2.50,north\n"
    "gadget,2022-11-03,7,149.99,east\n"
    "sprocket,2023-02-28,3000,0.125,west\n"
    "widget,2021-06-30,-20,2.50,south\n"
    "doohickey,2023-12-31,1,99999.995,north\n"
    "gadget,2022-02-29,3,150,east\n"
    "gizmo with a long name,2023-03-01,42,1e-3,west\n"
    "sprocket,2023-02-27,x,0.5,west\n"
    "widget,2023-07-04,64,2.75,nowhere\n"
    "gadget,2023-08-09,12,12.345678,south\n";

static int days_in(int year, int month)
{
    static const signed char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

static long day_number(date d)
{
    long n = d.day;
    for (int m = 1; m < (int)d.month; m++)
        n += days_in(d.year, m);
    long y = d.year - 1;
    return n + y * 365 + y / 4 - y / 100 + y / 400;
}

static const char *weekday(date d)
{
    return &"Sun\0Mon\0Tue\0Wed\0Thu\0Fri\0Sat"[day_number(d) % 7 * 4];
}

static int problems;

__attribute__((format(printf, 2, 3))) static bool complain(int line, const char *format, ...)
{
    char text[100];
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int needed = vsnprintf(NULL, 0, format, list);
    va_end(list);
    vsnprintf(text, sizeof text, format, again);
    va_end(again);
    printf("line %d: %s (%d characters)\n", line, text, needed);
    problems++;
    return false;
}

static bool parse_date(const char *s, date *d)
{
    char *end;
    long y = strtol(s, &end, 10);
    if (*end++ != '-')
        return false;
    long m = strtol(end, &end, 10);
    if (*end++ != '-' || m < 1 || m > 12)
        return false;
    long day = strtol(end, &end, 10);
    if (*end || day < 1 || day > days_in((int)y, (int)m))
        return false;
    *d = (date){.day = day, .month = m, .year = y};
    return true;
}

static bool parse_sale(char *line, int number, sale *s)
{
    char *fields[5], *at = line;
    for (int i = 0; i < 5; i++) {
        if (!at)
            return complain(number, "only %d fields", i);
        fields[i] = at;
        if ((at = strchr(at, ',')))
            *at++ = '\0';
    }
    memset(s, 0, sizeof *s);
    strncpy(s->name, fields[0], sizeof s->name - 1);
    if (!parse_date(fields[1], &s->when))
        return complain(number, "no such day: \"%s\"", fields[1]);
    char *end;
    s->units = strtol(fields[2], &end, 10);
    if (*end)
        return complain(number, "'%c' in a number", *end);
    s->price = strtod(fields[3], NULL);
    for (s->region = NORTH; s->region < REGIONS; s->region++)
        if (!strcmp(region_names[s->region], fields[4]))
            return true;
    return complain(number, "%-10.4s| is not a region%%", fields[4]);
}

static int compare_sales(const void *a, const void *b)
{
    const sale *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    if (order)
        return order;
    long m = day_number(x->when), n = day_number(y->when);
    return (m > n) - (m < n);
}

static void rule(int width, char c)
{
    char line[width + 1];
    memset(line, c, (size_t)width);
    line[width] = 0;
    puts(line);
}

static char *money(char *out, double v)
{
    char plain[40];
    int n = snprintf(plain, sizeof plain, "%.2f", fabs(v));
    char *p = out;
    if (v < 0)
        *p++ = '(';
    for (int i = 0; i < n; i++) {
        if (i && i < n - 3 && (n - 3 - i) % 3 == 0)
            *p++ = ',';
        *p++ = plain[i];
    }
    strcpy(p, v < 0 ? ")" : "");
    return out;
}

static void table(const sale *sales, size_t count)
{
    char text[40];
    printf("%-20s %-3s %10s %8s %12s %6s\n", "item", "day", "date", "units", "worth", "where");
    rule(64, '=');
    for (const sale *s = sales; s < sales + count; s++) {
        if (s > sales && strcmp(s->name, s[-1].name))
            rule(64, '-');
        printf("%-20.15s %s %04d-%02u-%02u %+8ld %12s %6.3s\n", s->name, weekday(s->when), s->when.year, (unsigned)s->when.month,
               (unsigned)s->when.day, s->units, money(text, (double)s->units * s->price), region_names[s->region]);
    }
    rule(64, '=');
}

static void summary(const sale *sales, size_t count)
{
    struct {
        long units;
        double worth, least, most;
        unsigned count;
    } totals[REGIONS] = {[0 ... REGIONS - 1] = {.least = DBL_MAX, .most = -DBL_MAX}};
    for (size_t i = 0; i < count; i++) {
        __typeof__(totals[0]) *t = &totals[sales[i].region];
        double worth = (double)sales[i].units * sales[i].price;
        t->units += sales[i].units;
        t->worth += worth;
        t->least = fmin(t->least, worth);
        t->most = fmax(t->most, worth);
        t->count++;
    }
    for (int r = 0; r < REGIONS; r++) {
        if (!totals[r].count) {
            printf("%*s: nothing\n", 8, region_names[r]);
            continue;
        }
        int stars;
        (void)frexp(fabs(totals[r].worth), &stars);
        printf("%*s: %ld units, %g, mean %.3e, [%G, %.1f] %.*s\n", 8, region_names[r], totals[r].units, totals[r].worth,
               totals[r].worth / totals[r].count, totals[r].least, totals[r].most, stars, "**************************");
    }
}

static void formats(void)
{
    printf("[%5d|%-5d|%05d|%+d|% d|%5.3d|%.0d|%x|%#o|%#X]\n", 42, 42, 42, 42, 42, 7, 0, 255, 8, 255);
    printf("[%hhd|%hu|%ld|%llu|%jd|%zu|%td]\n", (signed char)-3, (unsigned short)65535, LONG_MIN < 0 ? 5L : 0L, ULLONG_MAX,
           (intmax_t)-9, (size_t)77, (ptrdiff_t)-4);
    printf("[%8.3f|%-8.2e|%08.1f|%g|%g|%g|%#g|%a]\n", 3.14159, 31415.9, -2.55, 1e5, 1e6, 1e-5, 2.0, 0.5);
    printf("[%f|%F|%e|%g|%5.1f|%-7f|%+f]\n", INFINITY, -INFINITY, NAN < 0 ? 1.0 : INFINITY, -0.0, INFINITY, 1.5, 0.0);
    printf("[%s|%10s|%-10s|%.2s|%c|%%|%3c|%-3c|]\n", "text", "right", "left", "cut", 'x', 'y', 'z');
    printf("[%*d|%-*d|%.*f|%*.*f]\n", 6, 1, 6, 2, 3, 2.0 / 3, 9, 4, 1.0 / 3);
    printf("[%" PRIu8 "|%" PRId16 "|%" PRIx32 "|%" PRIo64 "|%" PRIuMAX "]\n", (uint8_t)200, (int16_t)-300, UINT32_C(0xbeef), UINT64_C(511),
           UINTMAX_MAX);
    int so_far, total = printf("counted%n so far\n", &so_far);
    printf("%d %d\n", so_far, total);
    char small[8];
    int needed = snprintf(small, sizeof small, "%s=%d", "overflowing", 12345);
    printf("%s %d\n", small, needed);
}

int main(void)
{
    sale sales[16];
    size_t count = 0;
    char *copy = malloc(sizeof ledger), *line = copy;
    memcpy(copy, ledger, sizeof ledger);
    for (int number = 1; *line; number++) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;
        *end = '\0';
        count += parse_sale(line, number, &sales[count]);
        line = next;
    }
    free(copy);
    qsort(sales, count, sizeof sales[0], compare_sales);
    table(sales, count);
    summary(sales, count);
    formats();
    const sale key = {.name = "sprocket", .when = {28, 2, 2023}};
    const sale *found = bsearch(&key, sales, count, sizeof *sales, compare_sales);
    printf("found %s at %td, %d problems, size %zu\n", found ? found->name : "nothing", found ? found - sales : -1, problems, sizeof(date));
    return problems == 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
