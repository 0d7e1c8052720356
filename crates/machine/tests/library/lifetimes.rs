//! Lifetimes: temporaries, statement expressions, jumps into and out of blocks, arrays of variable length.

use crate::{has, prints};
use lydite_machine::Kind;

#[test]
fn temporaries_of_records() {
    prints(
        "struct s { int a[3]; char c; };
         static struct s f(int x) { struct s s = {{x, x + 1, x + 2}, 'c'}; return s; }
         static int sum(struct s a, struct s b) { a.a[0] += b.a[1]; return a.a[0]; }
         int main(void) {
             int i = 1;
             struct s a = f(1), b = f(10), c;
             c = i ? a : b;
             printf(\"%d %d %c %d %d\\n\", f(5).a[i], *f(6).a, f(1).c, c.a[0], (a = b).a[2]);
             printf(\"%d %d\\n\", (0, b).a[1], sum(f(1), f(2)) + sum(a, a));
             int t = 0;
             for (struct s s = f(0); s.a[0] < 3; s = f(s.a[0] + 1)) t += f(s.a[0]).a[s.a[0]];
             while (f(i).a[0] < 4) i++;
             printf(\"%d %d %d\\n\", t, i, ({ struct s s = f(20); s; }).a[1]);
         }",
        "6 6 c 1 12\n11 25\n6 4 21\n",
    );
    has(
        "struct s { int a[3]; }; static struct s f(void) { struct s s = {{1}}; return s; }
         int main(void) { int *p = f().a; return *p; }",
        Kind::Dangling,
    );
}

#[test]
fn records_in_variable_arguments_are_copies() {
    prints(
        "struct s { int a, b; } g = {1, 2};
         static int f(int n, ...) {
             g.a = 99;
             __builtin_va_list l;
             __builtin_va_start(l, n);
             struct s s = __builtin_va_arg(l, struct s);
             __builtin_va_end(l);
             return s.a * 10 + s.b;
         }
         int main(void) { printf(\"%d\\n\", f(1, g)); }",
        "12\n",
    );
}

#[test]
fn jumps_begin_and_end_lifetimes() {
    prints(
        "int main(void) {
             int n = 0, t = 0, k = 0;
             again: { int x = n * 2, *p = &x; t += *p; if (++n < 5) goto again; }
             goto in;
             { int y; in: y = 7; int *q = &y; k += *q; if (k < 20) goto in; }
             for (int i = 0; i < 3; i++) { int z[2] = {i, i + 1}, *p = z; if (i == 1) continue; t += p[1]; if (i == 2) goto out; }
             out:
             switch (k) { int w; case 21: w = 5; int *r = &w; printf(\"%d %d %d\\n\", t, k, *r); }
         }",
        "24 21 5\n",
    );
    let dangling = "int main(void) { int *p = 0, n = 0; again: ; { int x = n; if (p) return *p; p = &x; if (n++ < 1) goto again; } }";
    has(dangling, Kind::Dangling);
    has("int main(void) { int *p; { p = &(int){5}; } return *p; }", Kind::Dangling);
    has("static int *f(int x) { return &x; } int main(void) { return *f(1); }", Kind::Dangling);
}

#[test]
fn declarations_that_are_passed_again_or_skipped() {
    let loops =
        "int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 5; s += x; } return s; }";
    has(loops, Kind::Uninitialised);
    let again = "int main(void) { int n = 0; again: ; int x; if (n == 0) { x = 1; n++; goto again; } return x; }";
    has(again, Kind::Uninitialised);
    let skipped = "int main(void) { goto in; { int x = 3; in: return x; } }";
    has(skipped, Kind::Uninitialised);
    let computed = "static int f(int n) { void *t[] = {&&a}; int x; if (n) x = 1; else goto *t[0]; a: return x; }
                    int main(void) { return f(1) - 1 + f(0); }";
    has(computed, Kind::Uninitialised);
}

#[test]
fn arrays_of_variable_length() {
    prints(
        "static int sum(int r, int c, int m[r][c]) {
             int t = 0;
             for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) t += m[i][j];
             return t + (int)(sizeof m[0] / sizeof(int));
         }
         int main(void) {
             int r = 2, c = 3, n = 0, t = 0;
             int m[r][c];
             for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) m[i][j] = i * c + j;
             again: ;
             int v[n + 1];
             v[n] = n;
             if (++n < 300) goto again;
             for (int i = 1; i < 9; i++) { int w[i]; w[i - 1] = i; t += w[i - 1]; if (i == 6) break; }
             int k = 3;
             unsigned long a = sizeof(int[k++]);
             printf(\"%d %d %d %lu %d\\n\", sum(r, c, m), n, t, a, k);
         }",
        "18 300 21 12 4\n",
    );
    has("int main(void) { int n = 3; int m[n][n]; int i = 3; m[0][i] = 5; return 0; }", Kind::ArrayIndex);
    has("int main(void) { int n = -1; int m[n]; return sizeof m; }", Kind::VlaSize);
}

#[test]
fn computed_gotos() {
    prints(
        "static int run(const unsigned char *c) {
             static const void *const t[] = {&&inc, &&dec, &&dbl, &&end};
             int a = 0;
             goto *t[*c++];
             inc: a++; goto *t[*c++];
             dec: a--; goto *t[*c++];
             dbl: a *= 2; goto *t[*c++];
             end: return a;
         }
         int main(void) { printf(\"%d\\n\", run((const unsigned char[]){0, 0, 2, 2, 1, 3})); }",
        "7\n",
    );
}

#[test]
fn deep_recursion_needs_no_host_stack() {
    prints(
        "static int f(int n) { return n ? 1 + f(n - 1) : 0; } int main(void) { printf(\"%d\\n\", f(90000)); }",
        "90000\n",
    );
}
