//! The same input takes the same steps, on every target.

use crate::parse_for;
use lydite_lang::target::TARGETS;
use lydite_machine::{Limits, ProfileOptions, Verdict, run, run_with_profile};

const PROGRAM: &str = r#"
struct node { struct node *next; long value; char name[5]; };
union bits { unsigned u; unsigned char c[4]; struct { unsigned a : 5, b : 11, c : 16; } f; };
static unsigned state = 12345;
static unsigned next(void) { return state = state * 1103515245u + 12345u; }
static int compare(const void *a, const void *b) {
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}
int main(void) {
    struct node *head = 0;
    unsigned sum = 0, a[50];
    for (int i = 0; i < 50; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->value = (long)(next() % 1000);
        head = n;
        a[i] = next();
    }
    qsort(a, 50, sizeof a[0], compare);
    for (int i = 0; i < 50; i++) sum = sum * 31 + a[i];
    while (head) {
        struct node *n = head->next;
        sum = sum * 17 + (unsigned)head->value;
        free(head);
        head = n;
    }
    union bits b = {.u = sum};
    b.f.b += 3;
    int n = (int)(sum % 9) + 1;
    double v[n];
    for (int i = 0; i < n; i++) v[i] = i / 3.0;
    printf("%u %u %g %d\n", sum, b.f.b, v[n - 1], (char)200 < 0);
    return 0;
}
"#;

#[test]
fn runs_are_the_same_every_time_on_every_target() {
    for target in TARGETS {
        let program = parse_for(PROGRAM, target);
        let first = run(&program, &Limits::default());
        assert_eq!(first.verdict, Verdict::Exit(0), "{}", target.name);
        for _ in 0..2 {
            assert_eq!(run(&program, &Limits::default()), first, "{}", target.name);
        }
        let again = run(&parse_for(PROGRAM, target), &Limits::default());
        assert_eq!(again, first, "{}", target.name);
    }
}

#[test]
fn a_profile_changes_nothing() {
    for target in TARGETS {
        let program = parse_for(PROGRAM, target);
        let plain = run(&program, &Limits::default());
        let (profiled, _) = run_with_profile(&program, &Limits::default(), &ProfileOptions::default());
        assert_eq!((plain.verdict, plain.stdout), (profiled.verdict, profiled.stdout), "{}", target.name);
    }
}
