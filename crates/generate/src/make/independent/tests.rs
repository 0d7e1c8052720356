use super::*;
use crate::options::{Options, Split};
use crate::{Family, generate};
use lydite_cfront::{Preprocess, parse_bytes};

#[test]
fn programs_of_loops_have_some() {
    let options = Options { split: Split::No, size: 3_000, ..Options::of(Family::Loops) };
    let (mut independent, mut reductions, mut others) = (0, 0, 0);
    for seed in 0..40 {
        let Ok(made) = generate(&options, seed, "test") else { panic!("seed {seed}") };
        let p = &made.program;
        for stmt in p.stmts.ids().filter(|s| dress::counted(p, *s).is_some()) {
            match independence(p, stmt) {
                Ok(parallel) if parallel.reductions.is_empty() => independent += 1,
                Ok(_) => reductions += 1,
                Err(_) => others += 1,
            }
        }
    }
    assert!(independent > 20 && reductions > 10 && others > 100, "{independent} {reductions} {others}");
}

/// What loops work on.
const DATA: &str = "
    int a[100], b[100], m[10][10], n, s, t; unsigned u, v; unsigned char c; short h; long long w; float f; volatile unsigned q;
    _Bool o; unsigned short us; struct { int x, y[9]; } r; int *p; int pure(int); int i;";

/// What is found of a loop: reductions by the names of variables, or what is in the way.
type Found = Result<&'static [(&'static str, ReduceOp)], Dependence>;

const PLAIN: Found = Ok(&[]);

/// Loops and what they are.
const LOOPS: &[(&str, Found)] = &[
    ("for (int i = 0; i < 100; i++) a[i] = b[i] + 1;", PLAIN),
    ("for (int i = 0; i < n; i++) { int t = b[i]; if (t > 3) t = 5; a[i] = t; }", PLAIN),
    ("for (int i = 0; i < 100; i++) if (b[i]) a[i] = b[99 - i];", PLAIN),
    ("for (int i = 0; i < 10; i++) { a[i] = i; m[i][3] = i; }", PLAIN),
    ("for (int i = 0; i < 10; i++) m[3][i] = b[i];", PLAIN),
    ("for (int i = 0; i < 10; i++) a[i] = __builtin_popcount(b[i]);", PLAIN),
    // Twice, but only stored to, by the same subscript.
    ("for (int i = 0; i < 100; i++) { a[i] = b[i]; a[i] = 3; }", PLAIN),
    ("for (int i = 0; i < 100; i++) a[i] += b[i];", PLAIN),
    // Other loops.
    ("for (int i = 0; i < 100; i += 2) a[i] = 1;", Err(Dependence::Form)),
    ("for (int i = 99; i >= 0; i--) a[i] = 1;", Err(Dependence::Form)),
    ("for (i = 0; i < 100; i++) a[i] = 1;", Err(Dependence::Form)),
    ("for (int i = 0; i < 100; i++) { if (b[i]) break; a[i] = 1; }", Err(Dependence::Form)),
    ("for (int i = 0; i < 100; i++) { a[i] = 1; i++; }", Err(Dependence::Form)),
    ("for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) m[i][j] = i;", Err(Dependence::Control)),
    ("for (int i = 0; i < 10; i++) switch (b[i]) { case 1: a[i] = 1; }", Err(Dependence::Control)),
    ("for (int i = 0; i < 10; i++) { if (b[i]) continue; a[i] = 1; }", Err(Dependence::Control)),
    // Pointers and calls.
    ("for (int i = 0; i < 100; i++) *(a + i) = 1;", Err(Dependence::Pointer)),
    ("for (int i = 0; i < 100; i++) p[i] = b[i];", Err(Dependence::Pointer)),
    ("for (int i = 0; i < 100; i++) a[i] = p[i];", Err(Dependence::Pointer)),
    ("for (int i = 0; i < 100; i++) a[i] = *&b[i];", Err(Dependence::Pointer)),
    ("for (int i = 0; i < 100; i++) a[i] = pure(b[i]);", Err(Dependence::Call)),
    ("for (int i = 0; i < 100; i++) a[i] = ({ 3; });", Err(Dependence::Call)),
    // What others use.
    ("for (int i = 1; i < 100; i++) a[i] = a[i - 1];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) a[i] = a[0];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) a[3] = b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 50; i++) { a[i] = 1; a[i + 50] = 2; }", Err(Dependence::Shared)),
    ("for (int i = 0; i < 10; i++) { m[i][3] = 1; m[3][i] = 2; }", Err(Dependence::Shared)),
    ("for (int i = 0; i < 10; i++) a[b[i]] = i;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) s = b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) r.x = b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < n; i++) n -= b[i];", Err(Dependence::Bound)),
    ("for (int i = 0; i < u; i++) u += 1;", Err(Dependence::Bound)),
    ("for (int i = 0; i < b[3]; i++) b[i] = 1;", Err(Dependence::Bound)),
    ("for (int i = 0; i < 100; i++) { int k = b[i]; k++; }", Err(Dependence::Nothing)),
    // Reductions.
    ("for (int i = 0; i < 100; i++) u += b[i];", Ok(&[("u", ReduceOp::Add)])),
    ("for (int i = 0; i < 100; i++) { u += b[i]; u -= a[i]; }", Ok(&[("u", ReduceOp::Add)])),
    ("for (int i = 0; i < 100; i++) if (b[i] > 3) u++;", Ok(&[("u", ReduceOp::Add)])),
    ("for (int i = 0; i < 100; i++) { a[i] = i; v *= b[i]; }", Ok(&[("v", ReduceOp::Mul)])),
    ("for (int i = 0; i < 100; i++) s ^= b[i];", Ok(&[("s", ReduceOp::Xor)])),
    ("for (int i = 0; i < 100; i++) w &= b[i];", Ok(&[("w", ReduceOp::And)])),
    ("for (int i = 0; i < 100; i++) h |= b[i];", Ok(&[("h", ReduceOp::Or)])),
    ("for (int i = 0; i < 100; i++) if (b[i] < s) s = b[i];", Ok(&[("s", ReduceOp::Min)])),
    ("for (int i = 0; i < 100; i++) if (s < b[i]) { s = b[i]; }", Ok(&[("s", ReduceOp::Max)])),
    ("for (int i = 0; i < 100; i++) s = b[i] > s ? b[i] : s;", Ok(&[("s", ReduceOp::Max)])),
    ("for (int i = 0; i < 100; i++) s = b[i] > s ? s : b[i];", Ok(&[("s", ReduceOp::Min)])),
    ("for (int i = 0; i < 100; i++) h = (short)b[i] < h ? (short)b[i] : h;", Ok(&[("h", ReduceOp::Min)])),
    ("for (int i = 0; i < 100; i++) { u += b[i]; s |= a[i]; }", Ok(&[("s", ReduceOp::Or), ("u", ReduceOp::Add)])),
    // Both are converted to `unsigned`.
    ("for (int i = 0; i < 100; i++) if (b[i] < u) u = b[i];", Ok(&[("u", ReduceOp::Min)])),
    // In `int`, what is narrow has room for what is narrow.
    ("for (int i = 0; i < 100; i++) c += h;", Ok(&[("c", ReduceOp::Add)])),
    ("for (int i = 0; i < 100; i++) c *= h;", Ok(&[("c", ReduceOp::Mul)])),
    ("for (int i = 0; i < 100; i++) us *= h;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) c += b[i];", Err(Dependence::Shared)),
    // Partial sums may overflow where the sum does not.
    ("for (int i = 0; i < 100; i++) s += b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) s++;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) u += w;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) f += 1;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) f = 2 < f ? 2 : f;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) u += f;", Err(Dependence::Shared)),
    // In more than one way, or read.
    ("for (int i = 0; i < 100; i++) { u += b[i]; u ^= 3; }", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) { u += b[i]; a[i] = u; }", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) u += u;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) if (u < 9) u += b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) a[i] = u += b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) u = u / 2;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) q += b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) o |= b[i];", Err(Dependence::Shared)),
    // Not the least.
    ("for (int i = 0; i < 100; i++) if (b[i] < s) s = a[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) if (b[i] < (int)u) u = b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) if (b[i] < h) h = b[i];", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) if (b[i] < s) s = b[i]; else s = 0;", Err(Dependence::Shared)),
    ("for (int i = 0; i < 100; i++) s = b[i] == s ? b[i] : s;", Err(Dependence::Shared)),
];

#[test]
fn loops_are_independent_or_not() {
    let options = lydite_cfront::Options { preprocess: Preprocess::Never, ..Default::default() };
    let mut wrong = String::new();
    for (text, wanted) in LOOPS {
        let whole = format!("{DATA} void f1(void) {{ {text} }}");
        let p = parse_bytes(whole.as_bytes(), "loop.c", &options).unwrap_or_else(|e| panic!("{text}: {e}"));
        let outermost = p.find_func("f1").and_then(|f| p.funcs[f].body).and_then(|body| match &p.stmts[body].kind {
            StmtKind::Block(stmts) => stmts.first().copied(),
            _ => None,
        });
        let found = independence(&p, outermost.unwrap_or_else(|| panic!("{text}: no loop")));
        let name = |var: VarId| p.vars[var].name.map_or("", |name| p.names.text(name));
        let found = found.map(|parallel| {
            let mut named: Vec<_> = parallel.reductions.iter().map(|&(var, op)| (name(var), op)).collect();
            named.sort_unstable();
            named
        });
        if found.as_deref() != wanted.as_deref() {
            wrong.push_str(&format!("{text}\n    {found:?}, not {wanted:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
