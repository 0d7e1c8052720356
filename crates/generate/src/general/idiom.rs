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

/// The productions of this directory.
pub const STATEMENTS: &[(Feature, Production)] = &[
    (Feature::BitTricks, |g, out| g.idiom(words::BIT_TRICKS, out)),
    (Feature::Rotate, |g, out| g.idiom(words::ROTATE, out)),
    (Feature::MaskMerge, |g, out| g.idiom(words::MASK_MERGE, out)),
    (Feature::FixedPoint, |g, out| g.idiom(words::FIXED_POINT, out)),
    (Feature::Saturate, |g, out| g.idiom(words::SATURATE, out)),
    (Feature::CarryChain, |g, out| g.idiom(words::CARRY_CHAIN, out)),
    (Feature::ByteParse, |g, out| g.idiom(bytes::BYTE_PARSE, out)),
    (Feature::Hash, |g, out| g.idiom(bytes::HASH, out)),
    (Feature::Crc, |g, out| g.idiom(bytes::CRC, out)),
    (Feature::NumberText, |g, out| g.idiom(bytes::NUMBER_TEXT, out)),
    (Feature::StateMachine, |g, out| g.idiom(bytes::STATE_MACHINE, out)),
    (Feature::TableLookup, |g, out| g.idiom(arrays::TABLE_LOOKUP, out)),
    (Feature::Sort, |g, out| g.idiom(arrays::SORT, out)),
    (Feature::Search, |g, out| g.idiom(arrays::SEARCH, out)),
    (Feature::LinkedNodes, |g, out| g.idiom(arrays::LINKED_NODES, out)),
    (Feature::MatrixLoop, |g, out| g.idiom(arrays::MATRIX_LOOP, out)),
    (Feature::Reduction, |g, out| g.idiom(arrays::REDUCTION, out)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::policy::Policy;
    use crate::general::variable::Home;
    use crate::general::{Gen, repair, room};
    use crate::options::Options;
    use lydite_choices::Choices;
    use lydite_lang::*;
    use lydite_machine::{Limits, Verdict, run_total};

    const ALL: &[(&str, &[&str])] = &[
        ("bit-tricks", words::BIT_TRICKS),
        ("rotate", words::ROTATE),
        ("mask-merge", words::MASK_MERGE),
        ("fixed-point", words::FIXED_POINT),
        ("saturate", words::SATURATE),
        ("carry-chain", words::CARRY_CHAIN),
        ("byte-parse", bytes::BYTE_PARSE),
        ("hash", bytes::HASH),
        ("crc", bytes::CRC),
        ("number-text", bytes::NUMBER_TEXT),
        ("state-machine", bytes::STATE_MACHINE),
        ("table-lookup", arrays::TABLE_LOOKUP),
        ("sort", arrays::SORT),
        ("search", arrays::SEARCH),
        ("linked-nodes", arrays::LINKED_NODES),
        ("matrix-loop", arrays::MATRIX_LOOP),
        ("reduction", arrays::REDUCTION),
    ];

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
        for (name, sketches) in ALL {
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
