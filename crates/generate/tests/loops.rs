//! What the family `loops` promises of whole programs.

use lydite_choices::{Choices, Enumerate, Recording, mutate};
use lydite_generate::feature::Group;
use lydite_generate::{Family, Feature, Generated, Opaque, Options, Paths, Split, Standard, generate_with};
use lydite_lang::{CppStandard, ExprId, ExprKind, FuncId, Language, Program, Quals, StmtKind, Target, VarId, visit};
use std::collections::BTreeSet;

fn options(size: u32) -> Options {
    Options { size, ..Options::of(Family::Loops) }
}

fn made(options: &Options, seed: u64) -> Generated {
    let g = generate_with(options, Choices::from_seed(seed), "test");
    g.unwrap_or_else(|e| panic!("seed {seed}: {e}"))
}

fn without_policies(mut options: Options) -> Options {
    for policy in Feature::of(Family::Loops).filter(|f| f.row().group == Group::Policy) {
        options.weights.set(policy, 0);
    }
    options
}

fn loops(g: &Generated) -> usize {
    let is_loop = |kind: &StmtKind| matches!(kind, StmtKind::For { .. } | StmtKind::While(..) | StmtKind::DoWhile(..));
    g.program.stmts.iter().filter(|(_, s)| is_loop(&s.kind)).count()
}

#[test]
fn programs_are_defined_and_in_two_files() {
    for seed in 0..150 {
        let g = made(&options(3_000), seed);
        assert!(g.expected.starts_with(b"checksum = "), "seed {seed}");
        assert_eq!(g.files.len(), 2);
        let code = &g.files[1].text;
        assert!(!code.contains("main(") && !code.contains(" init("), "seed {seed}: the driver stays with the data");
        assert!(loops(&g) > 4, "seed {seed}");
    }
}

#[test]
fn every_mode_makes_programs() {
    for seed in 0..20 {
        let base = options(2_000);
        assert_eq!(made(&Options { split: Split::No, ..base.clone() }, seed).files.len(), 1);
        made(&Options { opaque: Opaque::Volatile, ..base.clone() }, seed);
        made(&Options { paths: Paths::All, ..base.clone() }, seed);
        made(&Options { each: true, swarm: false, ..base.clone() }, seed);
        made(&Options { standard: Standard::find("c99").expect("c99"), ..base.clone() }, seed);
        made(&without_policies(base.clone()), seed);
        for name in ["aarch64", "i686", "arm", "riscv64", "s390x"] {
            made(&Options { target: Target::find(name).expect(name), ..base.clone() }, seed);
        }
    }
}

#[test]
fn every_policy_is_used_and_can_be_switched_off() {
    let policies = || Feature::of(Family::Loops).filter(|f| f.row().group == Group::Policy);
    let mut used = BTreeSet::new();
    for seed in 0..250 {
        let g = made(&options(4_000), seed);
        used.extend(policies().filter(|&f| g.used(f).live > 0));
    }
    let missing: Vec<_> = policies().filter(|f| !used.contains(f)).map(|f| f.row().name).collect();
    assert!(missing.is_empty(), "never used: {missing:?}");
    for seed in 0..30 {
        let g = made(&without_policies(options(3_000)), seed);
        let still: Vec<_> = policies().filter(|&f| g.used(f).count > 0).map(|f| f.row().name).collect();
        assert!(still.is_empty(), "seed {seed}: {still:?}");
    }
}

#[test]
fn a_skeleton_tells_loops_and_their_aims() {
    let mut words = BTreeSet::new();
    for seed in 0..40 {
        let skeleton = made(&options(4_000), seed).skeleton();
        assert!(skeleton.starts_with("func_1\n"), "{skeleton}");
        words.extend(skeleton.split_whitespace().map(str::to_owned));
    }
    for word in
        ["sequence", "for", "while", "do", "stencil", "reduction", "carried", "vectorisable", "even-odd", "pattern"]
    {
        assert!(words.contains(word), "no skeleton says {word}");
    }
}

/// Where every iteration of a class sees the same values, operators are rewritten instead of guarded.
#[test]
fn classes_of_iterations_have_versions_of_their_own() {
    let mut base = options(4_000);
    base.swarm = false;
    for other in [Feature::SameValues, Feature::ManyClasses] {
        base.weights.set(other, 0);
    }
    base.weights.set(Feature::EvenOdd, 1_000);
    let mut versions = 0;
    for seed in 0..20 {
        let g = made(&base, seed);
        let code = &g.files[1].text;
        assert!(g.used(Feature::EvenOdd).count > 0, "seed {seed}");
        versions += code.matches(" % 2 == ").count();
    }
    assert!(versions > 40, "{versions}");
}

#[test]
fn recordings_and_mutations_replay_to_programs() {
    let mut source = Choices::from_seed(7);
    for seed in 0..25 {
        let first = made(&options(2_000), seed);
        let recording = Recording::from_bytes(&first.recording.to_bytes()).expect("a recording");
        let again = generate_with(&options(2_000), Choices::replay(&recording), "test").expect("a program");
        assert_eq!(first.files, again.files);
        let (mutant, _) = mutate(&first.recording, &mut source, &[]);
        let mutated = generate_with(&options(2_000), Choices::replay(&mutant), "test");
        assert!(mutated.is_ok(), "seed {seed}: {}", mutated.unwrap_err());
    }
}

#[test]
fn small_programs_are_small() {
    for (size, most) in [(20, 450), (400, 800), (800, 1_200)] {
        let mean = (0..100).map(|seed| made(&options(size), seed).tokens).sum::<usize>() / 100;
        assert!(mean < most, "{mean} tokens where {size} were asked for");
    }
}

#[test]
fn tiny_programs_can_be_enumerated() {
    let mut options = options(20);
    options.swarm = false;
    let mut enumerate = Enumerate::new(&[0]);
    let mut texts = BTreeSet::new();
    for _ in 0..60 {
        let Some(choices) = enumerate.choices() else { break };
        let g = generate_with(&options, choices, "test").expect("a program");
        enumerate.done(&g.recording);
        texts.insert(g.files.iter().map(|f| f.text.clone()).collect::<String>());
    }
    assert!(texts.len() > 1, "{}", texts.len());
}

/// What a function changes through a `restrict` pointer, it is given once and does not use otherwise.
#[test]
fn promises_to_be_apart_hold() {
    let mut promised = 0;
    for seed in 0..400 {
        let g = made(&options(3_000), seed);
        let p = &g.program;
        for (_, e) in p.exprs.iter() {
            let ExprKind::Call(callee, args) = &e.kind else { continue };
            let Some(func) = called(p, *callee) else { continue };
            let body = p.funcs[func].body;
            let given: Vec<Option<VarId>> = args.iter().map(|arg| array(p, *arg)).collect();
            for (&param, &var) in p.funcs[func].params.iter().zip(&given) {
                let ty = p.vars[param].ty;
                let changes = p.types.pointee(ty.ty).is_some_and(|to| !to.quals.has(Quals::CONST));
                let (true, true, Some(var)) = (ty.quals.has(Quals::RESTRICT), changes, var) else { continue };
                promised += 1;
                assert_eq!(given.iter().filter(|other| **other == Some(var)).count(), 1, "seed {seed}");
                let is_it = |p: &Program, e: ExprId| matches!(p.exprs[e].kind, ExprKind::Var(v) if v == var);
                assert!(!visit::any_expr(p, body.expect("a body"), &mut { is_it }), "seed {seed}");
            }
        }
    }
    assert!(promised > 50, "{promised}");
}

fn called(p: &Program, callee: ExprId) -> Option<FuncId> {
    match p.exprs[callee].kind {
        ExprKind::Func(func) => Some(func),
        ExprKind::Cast(_, _, inner) | ExprKind::AddrOf(inner) => called(p, inner),
        _ => None,
    }
}

fn array(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(var) if p.types.is_array(p.vars[var].ty.ty) => Some(var),
        ExprKind::Cast(_, _, inner) | ExprKind::PtrAdd(_, inner, _) => array(p, inner),
        _ => None,
    }
}

/// Clang adds floating numbers in another order where it is asked to vectorise.
#[test]
fn loops_with_floats_are_not_asked_to_be_vectorised() {
    let (mut asked, mut floats) = (0, 0);
    for seed in 0..200 {
        let g = made(&options(3_000), seed);
        for (stmt, pragmas) in &g.program.pragmas {
            let has_floats = visit::any_expr(&g.program, *stmt, &mut |p, e| p.types.is_float(p.ty(e).ty));
            let reorders = pragmas.iter().any(|pragma| pragma.kind().may_reorder());
            assert!(!(has_floats && reorders), "seed {seed}");
            asked += usize::from(reorders);
            floats += usize::from(has_floats);
        }
    }
    assert!(asked > 50 && floats > 50, "{asked} {floats}");
}

#[test]
fn every_language_has_words_for_it() {
    let languages =
        [Language::Cpp(CppStandard::Cpp11), Language::Cpp(CppStandard::Cpp20), Language::Ispc, Language::Sycl];
    for family in [Family::Scalar, Family::Loops] {
        for language in languages {
            for seed in 0..25 {
                let settings = Options { language, size: 2_000, ..Options::of(family) };
                let g = made(&settings, seed);
                assert_eq!((g.files.len(), g.files[1].extension), (2, language.row().extension));
            }
        }
    }
}
