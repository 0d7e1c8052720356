//! What the family `general` promises of whole programs.

use lydite_choices::{Choices, Enumerate, mutate};
use lydite_generate::{Feature, Generated, Opaque, Options, Paths, Split, Standard, generate, generate_with};
use lydite_lang::{
    ExprKind, IncDec, Init, Item, Program, QType, Quals, StmtKind, Target, TypeKind, Var, Written, print,
};
use lydite_machine::{Limits, Verdict, run};
use std::collections::BTreeSet;

fn options(size: u32) -> Options {
    Options { size, ..Options::default() }
}

fn made(options: &Options, seed: u64) -> Generated {
    let g = generate_with(options, Choices::from_seed(seed), "test");
    g.unwrap_or_else(|e| panic!("seed {seed}: {e}"))
}

fn text(g: &Generated) -> &str {
    &g.files[0].text
}

#[test]
fn programs_are_defined_and_print_a_checksum() {
    for seed in 0..150 {
        let g = made(&options(6_000), seed);
        assert!(g.expected.starts_with(b"checksum = "), "seed {seed}");
        assert!(text(&g).starts_with("/* test */\n"));
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for seed in 0..20 {
        let first = generate(&options(8_000), seed, "x").unwrap();
        let again = generate(&options(8_000), seed, "x").unwrap();
        assert_eq!(first.files, again.files);
        assert_eq!(first.expected, again.expected);
    }
}

#[test]
fn a_recording_replays_to_the_same_bytes() {
    for seed in 0..20 {
        let first = made(&options(8_000), seed);
        let bytes = first.recording.to_bytes();
        let recording = lydite_choices::Recording::from_bytes(&bytes).unwrap();
        let again = generate_with(&options(8_000), Choices::replay(&recording), "test").unwrap();
        assert_eq!(text(&first), text(&again));
        assert!(first.recording.same_choices(&again.recording));
    }
}

#[test]
fn mutations_replay_to_programs() {
    let mut source = Choices::from_seed(7);
    for seed in 0..40 {
        let first = made(&options(3_000), seed);
        let (mutant, _) = mutate(&first.recording, &mut source, &[]);
        let g = generate_with(&options(3_000), Choices::replay(&mutant), "test");
        assert!(g.is_ok(), "seed {seed}: {}", g.unwrap_err());
    }
}

#[test]
fn other_targets_have_outputs_of_their_own() {
    for name in ["aarch64", "i686", "arm", "riscv64", "s390x"] {
        let target = Target::find(name).unwrap();
        for seed in 0..25 {
            made(&Options { target, ..options(4_000) }, seed);
        }
    }
}

#[test]
fn every_mode_makes_programs() {
    for seed in 0..20 {
        let base = options(3_000);
        let split = made(&Options { split: Split::Two, ..base.clone() }, seed);
        assert_eq!(split.files.len(), 2);
        let opaque = made(&Options { opaque: Opaque::Volatile, ..base.clone() }, seed);
        assert!(opaque.program.items.len() >= split.program.items.len());
        let each = made(&Options { each: true, ..base.clone() }, seed);
        assert_eq!(each.expected.iter().filter(|b| **b == b'\n').count(), text(&each).matches("printf(").count() - 1);
        for standard in ["c99", "c11", "c23", "gnu99", "gnu23"] {
            made(&Options { standard: Standard::find(standard).unwrap(), ..base.clone() }, seed);
        }
        made(&Options { swarm: false, ..base }, seed);
    }
}

/// Variables whose names begin like this.
fn named<'a>(program: &'a Program, start: &str) -> Vec<(&'a str, &'a Var)> {
    let vars = program.vars.iter().filter_map(|(_, v)| Some((program.names.text(v.name?), v)));
    vars.filter(|(name, _)| name.starts_with(start)).collect()
}

/// What arrays are made of in the end, with all qualifiers.
fn element(program: &Program, ty: QType) -> QType {
    match program.types.kind(ty.ty) {
        TypeKind::Array { elem, .. } => element(program, elem.with(ty.quals)),
        _ => ty,
    }
}

#[test]
fn opaque_programs_get_their_data_from_volatile_variables() {
    let mut sorts = [0; 4];
    for seed in 0..40 {
        let Generated { program, .. } = made(&Options { opaque: Opaque::Volatile, ..options(4_000) }, seed);
        let (hidden, globals): (Vec<_>, Vec<_>) =
            named(&program, "g_").into_iter().partition(|(name, _)| name.ends_with("_first"));
        for (name, var) in globals {
            let twin = hidden.iter().find(|(other, _)| other.strip_suffix("_first") == Some(name));
            let quals = element(&program, var.ty).quals;
            let is_seen = quals.has(Quals::CONST) || quals.has(Quals::VOLATILE);
            assert_eq!(twin.is_none(), is_seen, "seed {seed}: {name}");
            let Some((_, twin)) = twin else { continue };
            assert!(var.init.is_none() && twin.ty == var.ty.with(Quals::VOLATILE), "seed {seed}: {name}");
            let types = &program.types;
            let sort = [types.is_arithmetic(var.ty.ty), types.is_array(var.ty.ty), types.is_record(var.ty.ty)];
            sorts[sort.iter().position(|&is| is).unwrap_or(3)] += 1;
        }
    }
    assert!(sorts.iter().all(|&count| count > 20), "scalars, arrays, records and pointers: {sorts:?}");
}

#[test]
fn static_variables_of_functions_are_in_the_checksum() {
    let (mut told, mut folded) = (0, 0);
    for seed in 0..60 {
        let g = made(&Options { each: true, ..options(12_000) }, seed);
        let output = String::from_utf8(g.expected.clone()).unwrap();
        let lines: Vec<(&str, &str)> = output.lines().filter_map(|line| line.split_once(" = ")).collect();
        for (name, var) in named(&g.program, "s_") {
            if !g.program.types.is_arithmetic(var.ty.ty) {
                continue;
            }
            let line = format!("checksum after {name}");
            let at = lines.iter().position(|(what, _)| *what == line);
            let at = at.unwrap_or_else(|| panic!("seed {seed}: nothing is said of {name}"));
            told += 1;
            folded += usize::from(at > 0 && lines[at].1 != lines[at - 1].1);
        }
    }
    // Those whose declarations never run are not.
    assert!(folded * 2 > told && told > 20, "{folded} of {told}");
}

/// gcc promotes `s.f++` and `({ s.f; })` as bit-fields, clang as their declared type; in a selection both promote, but we do not.
#[test]
fn bit_fields_that_compilers_disagree_on_are_cast() {
    let mut found = 0;
    for seed in 0..200 {
        let Generated { program, .. } = made(&options(6_000), seed);
        let (mut settled, mut values) = (BTreeSet::new(), BTreeSet::new());
        let mut doubtful = Vec::new();
        for (id, e) in program.exprs.iter() {
            match &e.kind {
                ExprKind::Cast(_, Written::Explicit, e) => drop(settled.insert(*e)),
                ExprKind::IncDec(IncDec::PostInc | IncDec::PostDec, e) if program.bit_field_width(*e).is_some() => {
                    doubtful.push(id);
                }
                ExprKind::Generic(g) => {
                    let associations = g.choices.iter().map(|(_, e)| *e);
                    doubtful.extend(associations.filter(|e| program.bit_field_width(*e).is_some()));
                }
                ExprKind::StmtExpr(block) => {
                    let StmtKind::Block(stmts) = &program.stmts[*block].kind else { continue };
                    let last = stmts.last().map(|s| &program.stmts[*s].kind);
                    values.extend(if let Some(StmtKind::Expr(e)) = last { Some(*e) } else { None });
                }
                _ => {}
            }
        }
        doubtful.extend(values.iter().filter(|e| program.bit_field_width(**e).is_some()));
        for (_, s) in program.stmts.iter() {
            if let StmtKind::Expr(e) = s.kind
                && !values.contains(&e)
            {
                settled.insert(e);
            }
        }
        found += doubtful.len();
        for e in doubtful {
            assert!(settled.contains(&e), "seed {seed}: {}", print::expr(&program, e));
        }
    }
    assert!(found > 20, "{found}");
}

/// Other values in the data take other paths; in a program whose paths are all clean none is undefined.
#[test]
fn programs_clean_on_all_paths_stay_defined_with_other_data() {
    let limits = Limits { steps: 50_000_000, memory: 64 << 20, output: 1 << 20, depth: 10_000 };
    let mut changed = 0;
    for seed in 0..60 {
        let g = made(&Options { paths: Paths::All, ..options(4_000) }, seed);
        for round in 1..4 {
            let mut program = g.program.clone();
            disturb(&mut program, round);
            let outcome = run(&program, &limits);
            assert!(
                matches!(outcome.verdict, Verdict::Exit(0)),
                "seed {seed}, round {round}: {:?}",
                outcome.verdict.report()
            );
            changed += usize::from(outcome.stdout != g.expected);
        }
    }
    assert!(changed > 100, "data made a difference in {changed} runs only");
}

/// Gives static scalars other first values.
fn disturb(program: &mut Program, round: i64) {
    let vars: Vec<_> =
        program.items.iter().filter_map(|i| if let Item::Var(v) = i { Some(*v) } else { None }).collect();
    for var in vars {
        let mut todo: Vec<Init> = program.vars[var].init.iter().cloned().collect();
        while let Some(init) = todo.pop() {
            match init {
                Init::List(items) => todo.extend(items.into_iter().map(|i| i.init)),
                Init::Expr(e) => {
                    let ty = program.ty(e).ty;
                    let Some(t) = program.types.int_type(ty) else { continue };
                    if let ExprKind::Int(v) = &mut program.exprs[e].kind {
                        let new = t.wrap(i128::from(*v) * 7 + i128::from(round) * 13);
                        *v = i64::try_from(new).unwrap_or(*v);
                    }
                }
                Init::Str(_) => {}
            }
        }
    }
}

#[test]
fn features_can_be_chosen() {
    let mut only = options(3_000);
    only.weights.only(&[Feature::While, Feature::Arithmetic]);
    for seed in 0..10 {
        let g = made(&only, seed);
        for unwanted in [Feature::Struct, Feature::Call, Feature::Pointer, Feature::SwitchDense, Feature::For] {
            assert_eq!(g.used(unwanted).count, 0, "{unwanted:?}");
        }
    }
    let mut without = options(3_000);
    without.weights.set(Feature::While, 0);
    assert!((0..10).all(|seed| made(&without, seed).used(Feature::While).count == 0));
}

#[test]
fn tiny_programs_are_enumerated_in_order() {
    let mut options = options(20);
    options.swarm = false;
    options.weights.only(&[Feature::Assign]);
    let mut enumerate = Enumerate::new(&[0]);
    let (mut sequences, mut texts) = (Vec::new(), BTreeSet::new());
    while let Some(choices) = enumerate.choices() {
        let g = generate_with(&options, choices, "test").unwrap();
        enumerate.done(&g.recording);
        sequences.push(format!("{:?}", g.recording.items()));
        texts.insert(text(&g).to_owned());
        if sequences.len() == 300 {
            break;
        }
    }
    assert_eq!(sequences.len(), 300, "there are more tiny programs than that");
    let distinct: BTreeSet<_> = sequences.iter().collect();
    assert_eq!(distinct.len(), 300, "no sequence comes twice");
    assert!(texts.len() > 1);
}
