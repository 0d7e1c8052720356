/* Filling paragraphs: greedy and least-raggedness, hanging indents, justified lines; strings cut in place. */
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *start;
    unsigned short length;
    unsigned short ends_sentence : 1, breaks_after : 1;
} word;

typedef struct {
    word *items;
    size_t count, room;
} words;

typedef struct {
    int width, first_indent, indent;
    enum align { LEFT, RIGHT, CENTRE, JUSTIFY } align;
    bool optimal;
} style;

static const char text[] =
    "When in the course of a program's life it becomes necessary to break a line, a decent respect to the reader requires that "
    "the breaks fall evenly.  A greedy filler takes each word as it comes; it is quick, but it leaves ragged edges. \n"
    "\n"
    "The better way is to weigh all the ways at once!  Dynamic programming makes this cheap: the best filling of the first n "
    "words is the best filling of fewer words, plus one line.\tTabs, and hyphen-ated words-with-many-parts, count too.\n"
    "\n\n"
    "Short.\n";

static void push(words *w, word item)
{
    if (w->count == w->room) {
        size_t room = w->room + w->room / 2 + 4;
        word *items = realloc(w->items, sizeof(word[room]));
        if (!items) {
            perror("realloc");
            exit(EXIT_FAILURE);
        }
        w->items = items;
        w->room = room;
    }
    w->items[w->count++] = item;
}

static words split(char *paragraph)
{
    words w = {0};
    for (char *p = strtok(paragraph, " \t\n"); p; p = strtok(NULL, " \t\n")) {
        for (char *dash; (dash = strchr(p, '-')) && dash[1]; p = dash + 1)
            push(&w, (word){.start = p, .length = dash - p + 1, .breaks_after = 1});
        size_t n = strlen(p);
        push(&w, (word){p, n, .ends_sentence = strchr(".!?", p[n - 1]) != NULL});
    }
    return w;
}

static int gap_after(const word *w)
{
    return w->breaks_after ? 0 : w->ends_sentence ? 2 : 1;
}

/* The natural width of words [from, to). */
static int measure(const words *w, size_t from, size_t to)
{
    int width = 0;
    for (size_t i = from; i < to; i++)
        width += w->items[i].length + (i + 1 < to ? gap_after(&w->items[i]) : 0);
    return width;
}

static size_t break_greedily(const words *w, const style *s, size_t *breaks)
{
    size_t lines = 0, from = 0;
    while (from < w->count) {
        int room = s->width - (lines ? s->indent : s->first_indent);
        size_t to = from + 1;
        while (to < w->count && measure(w, from, to + 1) <= room)
            to++;
        breaks[lines++] = from = to;
    }
    return lines;
}

static size_t break_well(const words *w, const style *s, size_t *breaks)
{
    size_t n = w->count;
    long *cost = malloc((n + 1) * sizeof *cost);
    size_t *previous = calloc(n + 1, sizeof *previous);
    cost[0] = 0;
    for (size_t to = 1; to <= n; to++) {
        cost[to] = LONG_MAX;
        for (size_t from = to; from-- > 0;) {
            long slack = s->width - (from ? s->indent : s->first_indent) - measure(w, from, to);
            if (slack < 0 && from + 1 < to)
                break;
            long here = slack < 0 ? 1000000 : to == n ? 0 : slack * slack * slack;
            if (cost[from] != LONG_MAX && cost[from] + here < cost[to]) {
                cost[to] = cost[from] + here;
                previous[to] = from;
            }
        }
    }
    size_t lines = 0;
    for (size_t at = n; at; at = previous[at])
        breaks[lines++] = at;
    for (size_t i = 0, j = lines; i + 1 < j; i++) {
        size_t t = breaks[i];
        breaks[i] = breaks[--j];
        breaks[j] = t;
    }
    free(previous);
    free(cost);
    return lines;
}

static void put_line(const words *w, size_t from, size_t to, const style *s, int indent, bool last)
{
    char line[128], *out = line;
    int natural = measure(w, from, to), spare = s->width - indent - natural;
    int gaps = 0, pad = 0;
    for (size_t i = from; i + 1 < to; i++)
        gaps += !w->items[i].breaks_after;
    switch (s->align) {
    case RIGHT:
        pad = spare;
        break;
    case CENTRE:
        pad = spare / 2;
        break;
    case LEFT:
    case JUSTIFY:
        break;
    }
    memset(out, ' ', indent + (pad > 0 ? pad : 0));
    out += indent + (pad > 0 ? pad : 0);
    bool stretch = s->align == JUSTIFY && !last && gaps > 0 && spare > 0;
    for (size_t i = from, gap = 0; i < to; i++) {
        out = (char *)memcpy(out, w->items[i].start, w->items[i].length) + w->items[i].length;
        if (i + 1 == to || w->items[i].breaks_after)
            continue;
        int spaces = gap_after(&w->items[i]);
        if (stretch) {
            spaces += (int)((gap + 1) * spare / gaps - gap * spare / gaps);
            gap++;
        }
        out += sprintf(out, "%*s", spaces, "");
    }
    *out = '\0';
    printf("|%-*s|\n", s->width, line);
}

static int raggedness(const words *w, const size_t *breaks, size_t lines, const style *s)
{
    int worst = 0;
    for (size_t i = 0, from = 0; i + 1 < lines; from = breaks[i++]) {
        int slack = s->width - (i ? s->indent : s->first_indent) - measure(w, from, breaks[i]);
        worst = slack > worst ? slack : worst;
    }
    return worst;
}

static void fill(const char *paragraph, size_t length, const style *s)
{
    char *copy = strndup(paragraph, length);
    words w = split(copy);
    size_t *breaks = malloc(w.count * sizeof *breaks);
    size_t lines = (s->optimal ? break_well : break_greedily)(&w, s, breaks);
    for (size_t i = 0, from = 0; i < lines; from = breaks[i++])
        put_line(&w, from, breaks[i], s, i ? s->indent : s->first_indent, i + 1 == lines);
    printf("  %zu words, %zu lines, worst %d\n", w.count, lines, raggedness(&w, breaks, lines, s));
    free(breaks);
    free(w.items);
    free(copy);
}

/* A case-changing filter with its state in a struct passed by value. */
typedef struct {
    bool at_start;
    unsigned changed;
} title_state;

static title_state title(title_state s, char *c)
{
    if (s.at_start && islower((unsigned char)*c)) {
        *c = (char)toupper((unsigned char)*c);
        s.changed++;
    }
    s.at_start = !isalpha((unsigned char)*c) && *c != '\'';
    return s;
}

int main(void)
{
    static const style styles[] = {
        {.width = 40, .optimal = false},
        {.width = 40, .optimal = true, .align = JUSTIFY, .first_indent = 4},
        {.width = 32, .indent = 2, .align = RIGHT},
        {.width = 26, .align = CENTRE, .optimal = true},
        {.width = 9, .optimal = true},
    };
    for (const style *s = styles; s != styles + sizeof styles / sizeof *styles; ++s) {
        printf("width %d, %s\n", s->width, (const char *[]){"left", "right", "centre", "justify"}[s->align]);
        const char *p = text;
        while (*p) {
            const char *end = strstr(p, "\n\n");
            size_t n = end ? (size_t)(end - p) : strlen(p);
            if (s->width > 20 || n < 20)
                fill(p, n, s);
            p += n;
            p += strspn(p, "\n");
        }
    }
    char heading[] = "the reader's digest of line-breaking, part two";
    title_state state = {.at_start = true};
    for (char *c = heading; *c; c++)
        state = title(state, c);
    printf("%s (%u)\n", heading, state.changed);
    return 0;
}
