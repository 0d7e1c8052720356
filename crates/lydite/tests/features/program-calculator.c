/* A small language: a tokenizer, a recursive parser to a tree, a compiler to stack code, and both ways to run it. */
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPERATORS(X)                                                                 \
    X(ADD, "+", 5, a + b)                                                            \
    X(SUB, "-", 5, a - b)                                                            \
    X(MUL, "*", 6, a * b)                                                            \
    X(DIV, "/", 6, b == 0 ? 0 : (a == INT64_MIN && b == -1) ? a : a / b)             \
    X(MOD, "%", 6, b == 0 || b == -1 ? 0 : a % b)                                    \
    X(LT, "<", 4, a < b)                                                             \
    X(EQ, "==", 3, a == b)                                                           \
    X(AND, "&&", 2, a && b)                                                          \
    X(OR, "||", 1, a || b)

typedef enum {
    T_END, T_NUMBER, T_NAME, T_OPEN, T_CLOSE, T_ASSIGN, T_SEMICOLON, T_QUESTION, T_COLON, T_COMMA, T_NOT,
#define X(name, text, level, value) T_##name,
    OPERATORS(X)
#undef X
    T_COUNT
} token_type;

static const struct {
    const char *text;
    token_type type;
    int level;
} symbols[] = {
    {"(", T_OPEN, 0}, {")", T_CLOSE, 0}, {";", T_SEMICOLON, 0}, {"?", T_QUESTION, 0}, {":", T_COLON, 0}, {",", T_COMMA, 0},
#define X(name, text, level, value) {text, T_##name, level},
    OPERATORS(X)
#undef X
    {"=", T_ASSIGN, 0}, {"!", T_NOT, 0},
};

#define LENGTH(a) (sizeof(a) / sizeof *(a))

typedef struct {
    token_type type;
    int level;
    union {
        int64_t number;
        char name[16];
    } u;
} token;

typedef enum { N_NUMBER, N_NAME, N_ASSIGN, N_BINARY, N_NEGATE, N_NOT, N_CHOOSE, N_CALL, N_SEQUENCE } node_type;

typedef struct node {
    node_type type : 8;
    unsigned op : 8;
    unsigned name : 16;
    union {
        int64_t number;
        struct node *kids[3];
    };
} node;

static node pool[512];
static size_t pool_used;
static char names[32][16];
static unsigned name_count;
static int64_t values[32];

static const char *input;
static token current;
static char message[80];
static int failed;

static void error(const char *format, ...)
{
    if (failed)
        return;
    failed = 1;
    va_list list;
    va_start(list, format);
    (void)vsnprintf(message, sizeof message, format, list);
    va_end(list);
}

static void advance(void)
{
    current = (token){T_END};
    while (isspace((unsigned char)*input))
        ++input;
    if (!*input)
        return;
    if (isdigit((unsigned char)*input)) {
        char *end;
        current.type = T_NUMBER;
        current.u.number = strtoll(input, &end, 0);
        input = end;
        return;
    }
    if (isalpha((unsigned char)*input) || *input == '_') {
        size_t n = 0;
        for (; isalnum((unsigned char)*input) || *input == '_'; input++)
            if (n + 1 < sizeof current.u.name)
                current.u.name[n++] = *input;
        current.u.name[n] = 0;
        current.type = T_NAME;
        return;
    }
    for (size_t i = 0; i < LENGTH(symbols); i++) {
        size_t n = strlen(symbols[i].text);
        if (strncmp(input, symbols[i].text, n) == 0) {
            current.type = symbols[i].type;
            current.level = symbols[i].level;
            input += n;
            return;
        }
    }
    error("bad character '%c'", *input++);
}

static node *make(node_type type, node *a, node *b, node *c)
{
    if (pool_used == LENGTH(pool)) {
        error("too long");
        pool_used = 0;
    }
    node *n = &pool[pool_used++];
    *n = (node){.type = type, .kids = {a, b, c}};
    return n;
}

static unsigned intern(const char *name)
{
    unsigned i = 0;
    while (i < name_count && strcmp(names[i], name))
        i++;
    if (i == name_count) {
        if (i == LENGTH(names)) {
            error("too many names");
            return 0;
        }
        strcpy(names[name_count++], name);
    }
    return i;
}

static int expect(token_type type, const char *what)
{
    if (current.type != type) {
        error("expected %s", what);
        return 0;
    }
    advance();
    return 1;
}

static node *expression(void);

static node *primary(void)
{
    node *n;
    switch (current.type) {
    case T_NUMBER:
        n = make(N_NUMBER, 0, 0, 0);
        n->number = current.u.number;
        advance();
        return n;
    case T_NAME: {
        unsigned name = intern(current.u.name);
        advance();
        if (current.type == T_OPEN) {
            advance();
            node *a = expression(), *b = NULL;
            if (current.type == T_COMMA)
                advance(), b = expression();
            expect(T_CLOSE, "')'");
            n = make(N_CALL, a, b, NULL);
        } else {
            n = make(N_NAME, 0, 0, 0);
        }
        n->name = name;
        return n;
    }
    case T_OPEN:
        advance();
        n = expression();
        expect(T_CLOSE, "')'");
        return n;
    case T_SUB:
        advance();
        return make(N_NEGATE, primary(), 0, 0);
    case T_NOT:
        advance();
        return make(N_NOT, primary(), 0, 0);
    default:
        error("expected a value");
        return make(N_NUMBER, 0, 0, 0);
    }
}

static node *climb(int level)
{
    node *left = primary();
    while (!failed && current.level >= level && current.level > 0) {
        unsigned op = current.type;
        int next = current.level + 1;
        advance();
        node *right = climb(next);
        left = make(N_BINARY, left, right, NULL);
        left->op = op;
    }
    return left;
}

static node *expression(void)
{
    node *n = climb(1);
    if (current.type == T_ASSIGN && n->type == N_NAME) {
        unsigned name = n->name;
        advance();
        n = make(N_ASSIGN, expression(), 0, 0);
        n->name = name;
    } else if (current.type == T_QUESTION) {
        advance();
        node *yes = expression();
        expect(T_COLON, "':'");
        n = make(N_CHOOSE, n, yes, expression());
    }
    return n;
}

static node *program(void)
{
    node *n = expression();
    while (current.type == T_SEMICOLON && !failed) {
        advance();
        if (current.type == T_END)
            break;
        n = make(N_SEQUENCE, n, expression(), NULL);
    }
    if (current.type != T_END)
        error("unexpected text");
    return n;
}

static int64_t apply(unsigned op, int64_t a, int64_t b)
{
    switch (op) {
#define X(name, text, level, value) case T_##name: return value;
        OPERATORS(X)
#undef X
    }
    return 0;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b ? gcd(b, a % b) : a < 0 ? -a : a;
}

static int64_t power(int64_t a, int64_t n)
{
    int64_t r = 1;
    for (; n > 0; n >>= 1, a = (int64_t)((uint64_t)a * (uint64_t)a))
        if (n & 1)
            r = (int64_t)((uint64_t)r * (uint64_t)a);
    return r;
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static const struct function {
    const char *name;
    int64_t (*call)(int64_t, int64_t);
} functions[] = {{"gcd", gcd}, {"pow", power}, {"max", larger}};

static int64_t call(unsigned name, int64_t a, int64_t b)
{
    for (const struct function *f = functions; f < functions + LENGTH(functions); f++)
        if (!strcmp(f->name, names[name]))
            return (*f->call)(a, b);
    error("no function %s", names[name]);
    return 0;
}

static int64_t walk(const node *n)
{
    switch (n->type) {
    case N_NUMBER: return n->number;
    case N_NAME: return values[n->name];
    case N_ASSIGN: return values[n->name] = walk(n->kids[0]);
    case N_NEGATE: return -walk(n->kids[0]);
    case N_NOT: return !walk(n->kids[0]);
    case N_CHOOSE: return walk(n->kids[walk(n->kids[0]) ? 1 : 2]);
    case N_SEQUENCE: return walk(n->kids[0]), walk(n->kids[1]);
    case N_CALL: {
        int64_t a = walk(n->kids[0]);
        return call(n->name, a, n->kids[1] ? walk(n->kids[1]) : 0);
    }
    case N_BINARY: {
        int64_t a = walk(n->kids[0]);
        if (n->op == T_AND || n->op == T_OR)
            return (n->op == T_OR) == !!a ? !!a : !!walk(n->kids[1]);
        return apply(n->op, a, walk(n->kids[1]));
    }
    }
    return 0;
}

/* Stack code: one byte of operation, operands in the bytes after it. */
enum { OP_PUSH, OP_LOAD, OP_STORE, OP_NEG, OP_NOT, OP_JUMP, OP_JUMP_IF_NOT, OP_BINARY, OP_CALL, OP_POP, OP_BOOL, OP_DUP, OP_STOP };
static unsigned char code[1024];
static int here;

static void emit(int op) { code[here++] = (unsigned char)op; }

static int emit_jump(int op)
{
    emit(op);
    here += 2;
    return here;
}

static void land(int from)
{
    int16_t distance = (int16_t)(here - from);
    memcpy(code + from - 2, &distance, sizeof distance);
}

static void compile(const node *n)
{
    int a, b;
    switch (n->type) {
    case N_NUMBER:
        emit(OP_PUSH);
        memcpy(&code[here], &n->number, sizeof n->number);
        here += sizeof n->number;
        break;
    case N_NAME: emit(OP_LOAD), emit(n->name); break;
    case N_ASSIGN: compile(n->kids[0]), emit(OP_STORE), emit(n->name); break;
    case N_NEGATE: compile(n->kids[0]), emit(OP_NEG); break;
    case N_NOT: compile(n->kids[0]), emit(OP_NOT); break;
    case N_SEQUENCE: compile(n->kids[0]), emit(OP_POP), compile(n->kids[1]); break;
    case N_CHOOSE:
        compile(n->kids[0]);
        a = emit_jump(OP_JUMP_IF_NOT);
        compile(n->kids[1]);
        b = emit_jump(OP_JUMP);
        land(a);
        compile(n->kids[2]);
        land(b);
        break;
    case N_CALL:
        compile(n->kids[0]);
        if (n->kids[1])
            compile(n->kids[1]);
        else
            compile(&(const node){.type = N_NUMBER});
        emit(OP_CALL), emit(n->name);
        break;
    case N_BINARY:
        compile(n->kids[0]);
        if (n->op == T_AND || n->op == T_OR) {
            emit(OP_BOOL), emit(OP_DUP);
            if (n->op == T_OR)
                emit(OP_NOT);
            a = emit_jump(OP_JUMP_IF_NOT);
            emit(OP_POP), compile(n->kids[1]), emit(OP_BOOL);
            land(a);
        } else {
            compile(n->kids[1]), emit(OP_BINARY), emit(n->op);
        }
    }
}

static int64_t execute(void)
{
    static const void *const labels[] = {&&push, &&load, &&store, &&neg, &&not, &&jump, &&branch,
                                         &&binary, &&callf, &&pop, &&boolean, &&dup, &&stop};
    int64_t stack[64], *top = stack;
    const unsigned char *pc = code;
    int16_t distance;
#define NEXT goto *labels[*pc++]
    NEXT;
push: memcpy(top++, pc, 8), pc += 8; NEXT;
load: *top++ = values[*pc++]; NEXT;
store: values[*pc++] = top[-1]; NEXT;
neg: top[-1] = -top[-1]; NEXT;
not: top[-1] = !top[-1]; NEXT;
jump: memcpy(&distance, pc, 2), pc += 2 + distance; NEXT;
branch: memcpy(&distance, pc, 2), pc += *--top ? 2 : 2 + distance; NEXT;
binary: top--, top[-1] = apply(*pc++, top[-1], top[0]); NEXT;
callf: top--, top[-1] = call(*pc++, top[-1], *top); NEXT;
pop: --top; NEXT;
boolean: top[-1] = top[-1] != 0; NEXT;
dup: *top = top[-1], top++; NEXT;
stop: return *--top;
#undef NEXT
}

int main(void)
{
    static const char *const lines[] = {
        "1 + 2 * 3 - 4", "(1 + 2) * -(3 - 10) % 5", "x = 6; y = x * 7; y - x", "z = x = 0x10; z / 3", "!x || y && 2 < 1",
        "x < 17 ? x == 16 ? 100 : 200 : 300", "gcd(84, 30) + pow(3, 13)", "max(pow(2, 40), 7) / 0", "0 && nope(1)", "1 || nope(1)",
        "a = b = c = 5; a * b * c; ", "1 +", "(2", "$", "nope(4)", "1 2", "((((((((1))))))))", "- - !0",
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        failed = 0, pool_used = 0, here = 0;
        input = lines[i];
        advance();
        node *tree = program();
        if (!failed) {
            int64_t before[LENGTH(values)];
            memcpy(before, values, sizeof values);
            int64_t walked = walk(tree);
            memcpy(values, before, sizeof values);
            compile(tree);
            emit(OP_STOP);
            int64_t ran = failed ? walked : execute();
            if (!failed)
                printf("%-36s = %lld%s (%d bytes)\n", lines[i], (long long)walked, walked == ran ? "" : " DIFFERS", here);
        }
        if (failed)
            printf("%-36s : %s\n", lines[i], message);
    }
    for (unsigned i = 0; i < name_count; i++)
        printf("%s=%lld%c", names[i], (long long)values[i], i + 1 < name_count ? ' ' : '\n');
    return 0;
}
