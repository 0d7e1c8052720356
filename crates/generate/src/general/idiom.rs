//! Code as people write it: productions whose operators do something together.
//!
//! An idiom is a table of sketches: text in a small C-like language ([`sketch`]) with alternatives, drawn types and
//! numbers, inputs and a result. The same sketch becomes statements in place or a function ([`input`]), over values,
//! arrays and places of the program around it.

mod arrays;
mod bytes;
mod input;
mod sketch;
mod table;
mod text;
mod value;
mod words;

use super::stmt::Production;
use crate::feature::Feature;

/// Features and their sketches.
macro_rules! idioms {
    ($($feature:ident $sketches:path;)*) => {
        /// The productions of this directory.
        pub const STATEMENTS: &[(Feature, Production)] =
            &[$((Feature::$feature, |g, out| g.idiom($sketches, out))),*];
        #[cfg(test)]
        const SKETCHES: &[(Feature, &[&str])] = &[$((Feature::$feature, $sketches)),*];
    };
}

idioms! {
    BitTricks words::BIT_TRICKS;
    Rotate words::ROTATE;
    MaskMerge words::MASK_MERGE;
    FixedPoint words::FIXED_POINT;
    Saturate words::SATURATE;
    CarryChain words::CARRY_CHAIN;
    ByteParse bytes::BYTE_PARSE;
    Hash bytes::HASH;
    Crc bytes::CRC;
    NumberText bytes::NUMBER_TEXT;
    StateMachine bytes::STATE_MACHINE;
    TableLookup arrays::TABLE_LOOKUP;
    Sort arrays::SORT;
    Search arrays::SEARCH;
    LinkedNodes arrays::LINKED_NODES;
    MatrixLoop arrays::MATRIX_LOOP;
    Reduction arrays::REDUCTION;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::policy::Policy;
    use crate::general::repair;
    use crate::general::variable::Home;
    use crate::make::room;
    use crate::make::state::Gen;
    use crate::options::Options;
    use lydite_choices::Choices;
    use lydite_lang::*;
    use lydite_machine::{Limits, Verdict, run_total};

    /// A program of this seed to put idioms into.
    fn program(seed: u64) -> Gen {
        let options = Options { size: 300, ..Options::default() };
        let mut choices = Choices::from_seed(seed);
        let policy = Policy::draw(&mut choices, &options);
        let room = room(&mut choices, &options);
        let mut g = Gen::new(&options, choices, policy, room);
        g.fill_program();
        (g.room, g.cost) = (usize::MAX, 0);
        g
    }

    /// How the program ends if `main` begins with the sketch; none if nothing was made of it.
    fn verdict(mut g: Gen, sketch: &'static str) -> Option<Verdict> {
        let limits = Limits { steps: 1_000_000, memory: 16 << 20, output: 1 << 16, depth: 1_000 };
        let cx = g.cx();
        let mut made = false;
        let callee = g.define(TypeId::VOID.into(), &[], &cx, |g, out| {
            g.f.room = usize::MAX;
            made = g.idiom(&[sketch], out);
        });
        let call = g.call(g.callees[callee].func, Vec::new());
        let call = g.expr_stmt(call);
        let main = g.b.program.find_func("main").and_then(|f| g.b.program.funcs[f].body);
        let Some(main) = main else { panic!("no main") };
        let StmtKind::Block(stmts) = &g.b.program.stmts[main].kind else { panic!("main has no block") };
        let stmts: Vec<StmtId> = std::iter::once(call).chain(stmts.iter().copied()).collect();
        g.b.program.stmts[main].kind = StmtKind::Block(stmts.into());
        let plans = repair::plans(&g.b.program, &g.repairs);
        let (outcome, _) = run_total(&g.b.program, &limits, &plans);
        made.then_some(outcome.verdict)
    }

    /// Every sketch, in place and as a function, gives code that the machine calls defined.
    #[test]
    fn every_sketch_is_defined() {
        for (feature, sketches) in SKETCHES {
            let name = feature.row().name;
            for (n, &sketch) in sketches.iter().enumerate() {
                for seed in 0..8 {
                    let g = program(seed);
                    let may_be_none = !g.on(Feature::Call);
                    let verdict = verdict(g, sketch);
                    assert!(verdict.is_some() || may_be_none, "{name} {n} seed {seed} made nothing");
                    if let Some(verdict) = verdict {
                        assert_eq!(verdict, Verdict::Exit(0), "{name} {n} seed {seed}");
                    }
                }
            }
        }
    }

    /// Where lengths have one name, arrays of others do not fit.
    #[test]
    fn square_matrices_are_square() {
        let transpose = arrays::MATRIX_LOOP.iter().find(|sketch| sketch.contains("io E a[N][N]")).expect("a square");
        let mut made = 0;
        for seed in 0..60 {
            let mut g = program(seed);
            let mut ty: QType = TypeId::UINT.into();
            for len in [6, 5] {
                ty = g.b.program.types.array(ty, ArrayLen::Fixed(len)).into();
            }
            g.new_variable(ty, Home::Global, &mut Vec::new());
            if let Some(verdict) = verdict(g, transpose) {
                made += 1;
                assert_eq!(verdict, Verdict::Exit(0), "seed {seed}");
            }
        }
        assert!(made > 30, "{made} of 60");
    }
}
