//! What the family `scalar` promises of whole programs.

use lydite_choices::{Choices, mutate};
use lydite_generate::feature::Group;
use lydite_generate::{
    Family, Feature, Generated, Opaque, Options, PARAMETERS, Paths, Shifts, Split, Standard, generate, generate_with,
};
use lydite_lang::{
    BinOp, CppStandard, ExprId, ExprKind, Init, Item, Language, Program, StmtId, StmtKind, Target, TypeId, VarId,
    Written, visit,
};
use lydite_machine::plan::{Plan, Plans};
use lydite_machine::{Limits, Verdict, run_total};
use std::collections::BTreeSet;

fn options(size: u32) -> Options {
    Options { size, ..Options::of(Family::Scalar) }
}

fn made(options: &Options, seed: u64) -> Generated {
    let g = generate_with(options, Choices::from_seed(seed), "test");
    g.unwrap_or_else(|e| panic!("seed {seed}: {e}"))
}

fn texts(g: &Generated) -> Vec<&str> {
    g.files.iter().map(|file| file.text.as_str()).collect()
}

/// Programs of the usual size are defined at once and as large as asked for; together they use all there is.
#[test]
fn programs_are_defined_at_once_and_use_everything() {
    let usual = Options::of(Family::Scalar);
    let mut features = vec![0; Feature::all().len()];
    let mut chosen: Vec<Vec<u32>> = PARAMETERS.iter().map(|row| vec![0; row.options.len()]).collect();
    let mut tokens = 0;
    for seed in 1..=300 {
        let g = generate(&usual, seed, "test").unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert_eq!(g.attempts, 1, "seed {seed}");
        assert_eq!(g.files.len(), 2, "seed {seed}");
        assert!(g.expected.starts_with(b"checksum = "), "seed {seed}");
        assert!(g.tokens < 2 * usual.size as usize, "seed {seed} has {} tokens", g.tokens);
        tokens += g.tokens;
        for (total, uses) in features.iter_mut().zip(&g.uses) {
            *total += uses.count;
        }
        for (total, one) in chosen.iter_mut().flatten().zip(g.chosen.iter().flatten()) {
            *total += one;
        }
    }
    // Sizes are drawn between half of what is asked for and all of it.
    let (mean, wanted) = (tokens / 300, usual.size as usize * 3 / 4);
    assert!(mean.abs_diff(wanted) * 6 < wanted, "{mean} tokens, {wanted} wanted");
    for f in Feature::of(Family::Scalar) {
        assert!(features[f as usize] > 0, "{} is never used", f.row().name);
    }
    for (row, chosen) in PARAMETERS.iter().zip(&chosen) {
        for (option, &times) in row.options.iter().zip(chosen) {
            assert!(times > 0, "{} is never {}", row.name, option.name);
        }
    }
}

/// What is done with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    Write,
    Change,
    Address,
}

/// What functions do with variables, from their trees.
struct Accesses<'p> {
    p: &'p Program,
    found: Vec<(VarId, Access)>,
}

impl Accesses<'_> {
    fn stmt(&mut self, s: StmtId) {
        let mut children = Vec::new();
        visit::stmt_children(self.p, s, &mut |child| children.push(child));
        for child in children {
            self.child(child);
        }
    }

    fn child(&mut self, child: visit::Child) {
        match child {
            visit::Child::Stmt(s) => self.stmt(s),
            visit::Child::Expr(e) => self.value(e),
            visit::Child::Var(v) => {
                if let Some(init) = &self.p.vars[v].init {
                    let mut exprs = Vec::new();
                    visit::init_exprs(init, &mut |e| exprs.push(e));
                    exprs.into_iter().for_each(|e| self.value(e));
                }
            }
        }
    }

    fn value(&mut self, e: ExprId) {
        match self.p.exprs[e].kind {
            ExprKind::Load(place) => self.place(place, Access::Read),
            ExprKind::AddrOf(place) => self.place(place, Access::Address),
            ExprKind::Assign(to, value) => {
                self.place(to, Access::Write);
                self.value(value);
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.place(lhs, Access::Change);
                self.value(rhs);
            }
            ExprKind::Var(_) => self.place(e, Access::Read),
            _ => {
                let mut children = Vec::new();
                visit::expr_children(self.p, e, &mut |child| children.push(child));
                children.into_iter().for_each(|child| self.child(child));
            }
        }
    }

    /// Goes to the variable that a place is in, or whose value points to it.
    fn place(&mut self, e: ExprId, access: Access) {
        match self.p.exprs[e].kind {
            ExprKind::Var(v) => self.found.push((v, access)),
            ExprKind::Member(base, _) | ExprKind::Deref(base) | ExprKind::Load(base) | ExprKind::Cast(_, _, base) => {
                self.place(base, access);
            }
            ExprKind::Index(base, index) | ExprKind::Lane(base, index) | ExprKind::PtrAdd(_, base, index) => {
                self.place(base, access);
                self.value(index);
            }
            ExprKind::AddrOf(place) => self.place(place, access),
            _ => self.value(e),
        }
    }
}

fn name(p: &Program, v: VarId) -> &str {
    p.vars[v].name.map_or("", |name| p.names.text(name))
}

/// The statements of the program's own functions.
fn bodies(p: &Program) -> impl Iterator<Item = StmtId> {
    let own = p.funcs.iter().filter(|(_, f)| p.names.text(f.name).starts_with("func_"));
    own.filter_map(|(_, f)| f.body)
}

#[test]
fn inputs_are_not_written_and_outputs_are_not_read() {
    let mut times = [0; 3];
    for seed in 0..100 {
        let p = made(&options(4_000), seed).program;
        let mut accesses = Accesses { p: &p, found: Vec::new() };
        bodies(&p).for_each(|body| accesses.stmt(body));
        for (v, access) in accesses.found {
            let name = name(&p, v);
            let (class, allowed) = match name.split('_').next() {
                Some("in") => (0, access == Access::Read),
                Some("out") => (1, access == Access::Write),
                Some("mix") => (2, true),
                _ => continue,
            };
            assert!(allowed, "seed {seed}: {name} {access:?}");
            times[class] += 1;
        }
        // Pointers stay in their class.
        for item in &p.items {
            let Item::Var(v) = *item else { continue };
            let Some(Init::Expr(e)) = p.vars[v].init else { continue };
            let mut accesses = Accesses { p: &p, found: Vec::new() };
            accesses.value(e);
            for (target, _) in accesses.found {
                // What functions make to point to is of both kinds.
                let class = |v| name(&p, v).split('_').next().map(|class| if class == "g" { "mix" } else { class });
                let [own, other] = [v, target].map(class);
                assert_eq!(own, other, "seed {seed}: {} points to {}", name(&p, v), name(&p, target));
            }
        }
    }
    assert!(times.iter().all(|&n| n > 500), "inputs, outputs, mixed: {times:?}");
}

/// What calls, loops and effects there are in functions is repair's.
#[test]
fn functions_are_straight() {
    for seed in 0..60 {
        let p = made(&options(4_000), seed).program;
        let mut todo: Vec<visit::Child> = bodies(&p).map(visit::Child::Stmt).collect();
        assert!((1..=5).contains(&todo.len()), "seed {seed}");
        while let Some(child) = todo.pop() {
            match child {
                visit::Child::Stmt(s) => {
                    let kind = &p.stmts[s].kind;
                    let is_loop = matches!(kind, StmtKind::For { .. } | StmtKind::While(..) | StmtKind::DoWhile(..));
                    assert!(!is_loop && !matches!(kind, StmtKind::Goto(_)), "seed {seed}");
                    visit::stmt_children(&p, s, &mut |child| todo.push(child));
                }
                visit::Child::Expr(e) => {
                    if let ExprKind::Call(f, _) = p.exprs[e].kind {
                        let callee = lydite_lang::print::expr(&p, f);
                        assert!(callee.starts_with("safe_"), "seed {seed}: {callee}");
                    }
                    visit::expr_children(&p, e, &mut |child| todo.push(child));
                }
                visit::Child::Var(v) => {
                    if let Some(init) = &p.vars[v].init {
                        visit::init_exprs(init, &mut |e| todo.push(visit::Child::Expr(e)));
                    }
                }
            }
        }
    }
}

fn is_signed(p: &Program, e: ExprId) -> bool {
    p.types.int_type(p.ty(e).ty).is_some_and(|t| t.signed)
}

/// Every right shift is watched: none sees a negative value.
#[test]
fn negative_values_are_not_shifted_right_if_they_must_not_be() {
    let limits = Limits { steps: 5_000_000, memory: 64 << 20, output: 1 << 20, depth: 1_000 };
    let mut rewritten = 0;
    for family in [Family::Scalar, Family::General, Family::Loops] {
        for seed in 0..60 {
            let options = Options { shifts: Shifts::NonNegative, size: 4_000, ..Options::of(family) };
            let g = made(&options, seed);
            let p = &g.program;
            let mut plans = Plans::new();
            for (id, e) in p.exprs.iter() {
                match e.kind {
                    ExprKind::Binary(BinOp::Shr, a, _) if is_signed(p, a) => {
                        plans.set(id, Plan::NonNegative { salt: 0 });
                    }
                    ExprKind::CompoundAssign { op: BinOp::Shr, in_type, .. }
                        if p.types.int_type(in_type).is_some_and(|t| t.signed) =>
                    {
                        plans.set(id, Plan::NonNegative { salt: 0 });
                    }
                    _ => {}
                }
            }
            let (outcome, marks) = run_total(p, &limits, &plans);
            assert_eq!(outcome.verdict, Verdict::Exit(0), "{family:?} seed {seed}");
            assert!(marks.is_empty(), "{family:?} seed {seed}: {}", lydite_lang::print::expr(p, marks[0].expr));
            assert_eq!(outcome.stdout, g.expected, "{family:?} seed {seed}");
            rewritten += texts(&g).concat().matches(" + 2147483647 >> ").count();
        }
    }
    assert!(rewritten > 5, "{rewritten}");
}

/// Bit-fields are what the language allows; the value of a wide one is converted at once, as compilers differ in its type.
#[test]
fn bit_fields_follow_the_language() {
    let find = |name: &str| Standard::find(name).unwrap();
    let cpp = Language::Cpp(CppStandard::Cpp17);
    let rows = [(Language::C, find("c17"), 31), (Language::C, find("gnu17"), 64), (cpp, find("c17"), 64)];
    for (language, standard, most) in rows {
        let (mut types, mut widest, mut converted) = (BTreeSet::new(), 0, 0);
        for seed in 0..120 {
            let p = made(&Options { language, standard, ..options(3_000) }, seed).program;
            for (_, record) in p.types.records.iter() {
                for field in &record.fields {
                    let Some(bits) = field.bits else { continue };
                    types.insert(field.ty.ty);
                    widest = widest.max(bits);
                }
            }
            let is_wide = |e: ExprId| p.bit_field_width(e).is_some_and(|bits| bits > 32);
            for (_, e) in p.exprs.iter() {
                match e.kind {
                    ExprKind::Binary(_, a, b) => assert!(!is_wide(a) && !is_wide(b), "seed {seed}"),
                    ExprKind::Unary(_, a) => assert!(!is_wide(a), "seed {seed}"),
                    ExprKind::CompoundAssign { lhs, rhs, .. } => assert!(!is_wide(lhs) && !is_wide(rhs), "seed {seed}"),
                    ExprKind::Cast(_, Written::Explicit, a) => converted += usize::from(is_wide(a)),
                    _ => {}
                }
            }
        }
        match most {
            31 => assert_eq!((types, widest), (BTreeSet::from([TypeId::INT, TypeId::UINT]), 31)),
            _ => assert!(types.len() == 11 && widest > 60 && converted > 10, "{types:?} {widest} {converted}"),
        }
    }
}

#[test]
fn every_mode_makes_programs() {
    for seed in 0..15 {
        let base = options(2_000);
        assert_eq!(made(&Options { split: Split::No, ..base.clone() }, seed).files.len(), 1);
        made(&Options { paths: Paths::All, ..base.clone() }, seed);
        made(&Options { each: true, swarm: false, ..base.clone() }, seed);
        made(&Options { opaque: Opaque::Volatile, ..base.clone() }, seed + 20);
        for standard in ["c99", "c11", "c23", "gnu99"] {
            made(&Options { standard: Standard::find(standard).unwrap(), ..base.clone() }, seed);
        }
        for target in ["aarch64", "i686", "s390x"] {
            made(&Options { target: Target::find(target).unwrap(), ..base.clone() }, seed);
        }
        made(&options(20), seed);
    }
}

#[test]
fn without_policies_there_are_none() {
    let mut plain = options(3_000);
    for policy in Feature::of(Family::Scalar).filter(|f| f.row().group == Group::Policy) {
        plain.weights.set(policy, 0);
    }
    for seed in 0..20 {
        let g = made(&plain, seed);
        for policy in Feature::all().filter(|f| f.row().group == Group::Policy) {
            assert_eq!(g.used(policy).count, 0, "seed {seed}: {}", policy.row().name);
        }
        assert!(g.used(Feature::Assign).count > 0, "seed {seed}");
    }
}

#[test]
fn choices_replay_and_mutate() {
    let mut source = Choices::from_seed(7);
    for seed in 0..20 {
        let first = made(&options(2_000), seed);
        let again = generate_with(&options(2_000), Choices::replay(&first.recording), "test").unwrap();
        assert_eq!(texts(&first), texts(&again));
        let (mutant, _) = mutate(&first.recording, &mut source, &[]);
        let g = generate_with(&options(2_000), Choices::replay(&mutant), "test");
        assert!(g.is_ok(), "seed {seed}: {}", g.unwrap_err());
    }
}
