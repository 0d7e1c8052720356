/* A JSON reader and writer: tagged unions, growing buffers, recursion with an error path. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_type;

static const char *const type_names[] = {
    [JSON_NULL] = "null",     [JSON_BOOL] = "bool",   [JSON_NUMBER] = "number",
    [JSON_STRING] = "string", [JSON_ARRAY] = "array", [JSON_OBJECT] = "object",
};

typedef struct json json;
typedef struct {
    char *key;
    json *value;
} json_member;

struct json {
    json_type type;
    union {
        bool boolean;
        double number;
        struct {
            char *bytes;
            size_t length;
        } string;
        struct {
            json **items;
            size_t count, room;
        } array;
        struct {
            json_member *members;
            size_t count, room;
        } object;
    };
};

typedef struct {
    const char *start, *at, *end;
    int depth;
    char error[96];
} parser;

typedef struct {
    char *data;
    size_t length, room;
} buffer;

#define MAX_DEPTH 32
#define ARRAY_LENGTH(a) (sizeof(a) / sizeof((a)[0]))

static int live;

static void *grab(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (p == NULL)
        abort();
    live++;
    return p;
}

static void drop(void *p)
{
    if (p) {
        live--;
        free(p);
    }
}

#define GROW(list, count, room)                                        \
    do {                                                               \
        if ((count) == (room)) {                                       \
            if (!(room))                                               \
                live++;                                                \
            (room) = (room) ? (room) * 2 : 2;                          \
            (list) = realloc((list), (room) * sizeof *(list));         \
            if (!(list))                                               \
                abort();                                               \
        }                                                              \
    } while (0)

static void put(buffer *b, char c)
{
    GROW(b->data, b->length, b->room);
    b->data[b->length++] = c;
}

static void puts_to(buffer *b, const char *s)
{
    while (*s)
        put(b, *s++);
}

static void json_free(json *j)
{
    if (!j)
        return;
    switch (j->type) {
    case JSON_STRING:
        drop(j->string.bytes);
        break;
    case JSON_ARRAY:
        for (size_t i = 0; i < j->array.count; i++)
            json_free(j->array.items[i]);
        drop(j->array.items);
        break;
    case JSON_OBJECT:
        for (size_t i = j->object.count; i-- > 0;) {
            drop(j->object.members[i].key);
            json_free(j->object.members[i].value);
        }
        drop(j->object.members);
        break;
    default:
        break;
    }
    drop(j);
}

__attribute__((format(printf, 2, 3))) static void *fail(parser *p, const char *format, ...)
{
    if (p->error[0])
        return NULL;
    va_list ap;
    va_start(ap, format);
    int n = snprintf(p->error, sizeof p->error, "offset %td: ", p->at - p->start);
    vsnprintf(p->error + n, sizeof p->error - (size_t)n, format, ap);
    va_end(ap);
    return NULL;
}

static void skip_space(parser *p)
{
    while (p->at < p->end && isspace((unsigned char)*p->at))
        p->at++;
}

static bool accept(parser *p, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(p->end - p->at) < n || memcmp(p->at, word, n) != 0)
        return false;
    p->at += n;
    return true;
}

static int hex4(parser *p)
{
    int v = 0;
    for (int i = 0; i < 4; i++) {
        if (p->at == p->end || !isxdigit((unsigned char)*p->at))
            return -1;
        int c = tolower((unsigned char)*p->at++);
        v = v * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return v;
}

static void put_utf8(buffer *b, unsigned code)
{
    static const struct {
        unsigned limit;
        unsigned char lead;
    } forms[] = {{0x80, 0x00}, {0x800, 0xc0}, {0x10000, 0xe0}, {0x110000, 0xf0}};
    size_t n = 0;
    while (code >= forms[n].limit)
        n++;
    put(b, (char)(forms[n].lead | (code >> (6 * n))));
    while (n-- > 0)
        put(b, (char)(0x80 | ((code >> (6 * n)) & 0x3f)));
}

static char *parse_raw_string(parser *p, size_t *length)
{
    buffer b = {0};
    p->at++;
    for (;;) {
        if (p->at == p->end) {
            fail(p, "unterminated string");
            goto bad;
        }
        unsigned char c = (unsigned char)*p->at++;
        if (c == '"')
            break;
        if (c < 0x20) {
            p->at--;
            fail(p, "control character 0x%02x", c);
            goto bad;
        }
        if (c != '\\') {
            put(&b, (char)c);
            continue;
        }
        static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        char e = p->at < p->end ? *p->at++ : '\0';
        const char *found = e ? strchr(from, e) : NULL;
        if (found) {
            put(&b, to[found - from]);
        } else if (e == 'u') {
            int code = hex4(p);
            if (code >= 0xd800 && code < 0xdc00 && accept(p, "\\u")) {
                int low = hex4(p);
                code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : -1;
            }
            if (code < 0 || (code >= 0xd800 && code < 0xe000)) {
                fail(p, "bad \\u escape");
                goto bad;
            }
            put_utf8(&b, (unsigned)code);
        } else {
            fail(p, "bad escape '%c'", e ? e : '?');
            goto bad;
        }
    }
    *length = b.length;
    put(&b, '\0');
    return b.data;
bad:
    drop(b.data);
    return NULL;
}

static json *parse_value(parser *p);

static json *fresh(json_type type)
{
    json *j = grab(sizeof *j);
    j->type = type;
    return j;
}

static json *parse_number(parser *p)
{
    char *end;
    errno = 0;
    double v = strtod(p->at, &end);
    if (end == p->at)
        return fail(p, "unexpected '%c'", *p->at);
    if (errno == ERANGE)
        return fail(p, "number out of range");
    p->at = end;
    json *j = fresh(JSON_NUMBER);
    j->number = v;
    return j;
}

static json *parse_array(parser *p)
{
    json *j = fresh(JSON_ARRAY);
    p->at++;
    skip_space(p);
    if (accept(p, "]"))
        return j;
    do {
        json *item = parse_value(p);
        if (!item)
            goto bad;
        GROW(j->array.items, j->array.count, j->array.room);
        j->array.items[j->array.count++] = item;
        skip_space(p);
    } while (accept(p, ","));
    if (accept(p, "]"))
        return j;
    fail(p, "expected ',' or ']'");
bad:
    json_free(j);
    return NULL;
}

static json *parse_object(parser *p)
{
    json *j = fresh(JSON_OBJECT);
    p->at++;
    skip_space(p);
    if (accept(p, "}"))
        return j;
    do {
        skip_space(p);
        if (p->at == p->end || *p->at != '"') {
            fail(p, "expected a key");
            goto bad;
        }
        size_t length;
        char *key = parse_raw_string(p, &length);
        if (!key)
            goto bad;
        GROW(j->object.members, j->object.count, j->object.room);
        json_member *m = &j->object.members[j->object.count++];
        *m = (json_member){.key = key};
        skip_space(p);
        if (!accept(p, ":")) {
            fail(p, "expected ':' after \"%s\"", key);
            goto bad;
        }
        if (!(m->value = parse_value(p)))
            goto bad;
        skip_space(p);
    } while (accept(p, ","));
    if (accept(p, "}"))
        return j;
    fail(p, "expected ',' or '}'");
bad:
    json_free(j);
    return NULL;
}

static json *parse_value(parser *p)
{
    json *j = NULL;
    skip_space(p);
    if (p->at == p->end)
        return fail(p, "unexpected end");
    if (++p->depth > MAX_DEPTH)
        return fail(p, "too deep");
    switch (*p->at) {
    case '{':
        j = parse_object(p);
        break;
    case '[':
        j = parse_array(p);
        break;
    case '"': {
        size_t length;
        char *bytes = parse_raw_string(p, &length);
        if (bytes) {
            j = fresh(JSON_STRING);
            j->string.bytes = bytes;
            j->string.length = length;
        }
        break;
    }
    default:
        if (accept(p, "null")) {
            j = fresh(JSON_NULL);
        } else if (accept(p, "true") || accept(p, "false")) {
            j = fresh(JSON_BOOL);
            j->boolean = p->at[-2] == 'u';
        } else {
            j = parse_number(p);
        }
    }
    p->depth--;
    return j;
}

static void write_string(buffer *b, const char *s, size_t n)
{
    put(b, '"');
    for (const char *end = s + n; s != end; s++) {
        char escape[8];
        if (*s == '"' || *s == '\\') {
            put(b, '\\');
            put(b, *s);
        } else if ((unsigned char)*s < 0x20 || (unsigned char)*s >= 0x7f) {
            snprintf(escape, sizeof escape, "<%02hhX>", (unsigned char)*s);
            puts_to(b, escape);
        } else {
            put(b, *s);
        }
    }
    put(b, '"');
}

static void write_json(buffer *b, const json *j, int indent)
{
    char number[32];
    switch (j->type) {
    case JSON_NULL:
        puts_to(b, "null");
        break;
    case JSON_BOOL:
        puts_to(b, j->boolean ? "true" : "false");
        break;
    case JSON_NUMBER:
        if (j->number == floor(j->number) && fabs(j->number) < 1e15)
            snprintf(number, sizeof number, "%lld", (long long)j->number);
        else
            snprintf(number, sizeof number, "%.17g", j->number);
        puts_to(b, number);
        break;
    case JSON_STRING:
        write_string(b, j->string.bytes, j->string.length);
        break;
    case JSON_ARRAY:
        put(b, '[');
        for (size_t i = 0; i < j->array.count; i++) {
            if (i)
                puts_to(b, ", ");
            write_json(b, j->array.items[i], indent);
        }
        put(b, ']');
        break;
    case JSON_OBJECT:
        put(b, '{');
        for (size_t i = 0; i < j->object.count; i++) {
            puts_to(b, i ? ",\n" : "\n");
            for (int k = 0; k <= indent; k++)
                puts_to(b, "  ");
            write_string(b, j->object.members[i].key, strlen(j->object.members[i].key));
            puts_to(b, ": ");
            write_json(b, j->object.members[i].value, indent + 1);
        }
        put(b, '}');
        break;
    }
}

static const json *lookup(const json *j, const char *path)
{
    while (j && *path) {
        size_t n = strcspn(path, ".");
        const json *next = NULL;
        if (j->type == JSON_OBJECT) {
            for (size_t i = 0; i < j->object.count && !next; i++)
                if (strlen(j->object.members[i].key) == n && !strncmp(j->object.members[i].key, path, n))
                    next = j->object.members[i].value;
        } else if (j->type == JSON_ARRAY) {
            char *end;
            unsigned long i = strtoul(path, &end, 10);
            if (end == path + n && i < j->array.count)
                next = j->array.items[i];
        }
        j = next;
        path += n;
        path += *path == '.';
    }
    return j;
}

int main(void)
{
    static const char *const texts[] = {
        "{\"name\": \"lydite\", \"tags\": [\"a\", \"b\\n\", \"\\u00e9\\ud83d\\ude00\"], \"n\": {\"pi\": 3.25, \"big\": 1e300, \"neg\": -17},"
        " \"t\": true, \"f\": false, \"z\": null, \"empty\": [{}, [], \"\"]}",
        "[1, 2.5, -0.125, 1e2, 123456789012]",
        "[1, 2",
        "{\"a\" 1}",
        "\"abc",
        "\"\\q\"",
        "\"\\ud800x\"",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "1e999",
        "[tru]",
        "",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        parser p = {.start = texts[i], .at = texts[i], .end = texts[i] + strlen(texts[i])};
        json *j = parse_value(&p);
        if (!j) {
            printf("%zu: error: %s (live %d)\n", i, p.error, live);
            continue;
        }
        buffer b = {0};
        write_json(&b, j, 0);
        put(&b, '\0');
        printf("%zu: %s\n", i, b.data);
        static const char *const paths[] = {"name", "tags.1", "n.pi", "tags.9", "empty.0", "3", "n.big.x"};
        for (size_t k = 0; k < ARRAY_LENGTH(paths); k++) {
            const json *found = lookup(j, paths[k]);
            printf("  %s -> %s\n", paths[k], found ? type_names[found->type] : "(none)");
        }
        drop(b.data);
        json_free(j);
    }
    printf("live %d\n", live);
    return live;
}
