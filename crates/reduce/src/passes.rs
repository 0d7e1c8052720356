//! What can be tried: each pass lists edits of a tree, in a fixed order.

mod calls;
mod children;
mod constants;
mod fields;
mod functions;
mod initialisers;
mod names;
mod numbers;
mod parameters;
mod pragmas;
mod pumps;
mod statements;
mod types;
mod unreached;
mod unused;
mod values;

use crate::edit::Proposal;
use crate::promises;
use crate::tree::{Needs, Tree};
use lydite_lang::*;

/// When a pass has its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// While the program is large: whole functions and statements.
    Coarse,
    /// When these find nothing more: expressions, declarations.
    Fine,
    /// When there is little left: types, numbers, names.
    Polish,
}

/// A pass.
pub(crate) struct Pass {
    pub name: &'static str,
    pub stage: Stage,
    pub needs: Needs,
    pub list: fn(&Tree) -> Vec<Proposal>,
}

/// The schedule: what takes most away for the least comes first.
pub(crate) const PASSES: &[Pass] = &[
    Pass {
        name: "promises",
        stage: Stage::Coarse,
        needs: Needs::Nothing,
        list: |tree| promises::proposals(&tree.program),
    },
    Pass { name: "unreached", stage: Stage::Coarse, needs: Needs::Profile, list: unreached::list },
    Pass { name: "functions", stage: Stage::Coarse, needs: Needs::Profile, list: functions::list },
    Pass { name: "statements", stage: Stage::Coarse, needs: Needs::Nothing, list: statements::list },
    Pass { name: "pragmas", stage: Stage::Coarse, needs: Needs::Nothing, list: pragmas::list },
    Pass { name: "unused", stage: Stage::Coarse, needs: Needs::Nothing, list: unused::list },
    Pass { name: "constants", stage: Stage::Fine, needs: Needs::Profile, list: constants::seen },
    Pass { name: "initialisers", stage: Stage::Fine, needs: Needs::Nothing, list: initialisers::list },
    Pass { name: "parameters", stage: Stage::Fine, needs: Needs::Profile, list: parameters::list },
    Pass { name: "fields", stage: Stage::Fine, needs: Needs::Nothing, list: fields::list },
    Pass { name: "values", stage: Stage::Fine, needs: Needs::Profile, list: values::list },
    Pass { name: "calls", stage: Stage::Fine, needs: Needs::Nothing, list: calls::list },
    Pass { name: "parts of statements", stage: Stage::Fine, needs: Needs::Nothing, list: children::of_statements },
    Pass { name: "parts of expressions", stage: Stage::Fine, needs: Needs::Nothing, list: children::of_expressions },
    Pass { name: "zeros", stage: Stage::Fine, needs: Needs::Nothing, list: constants::plain },
    Pass { name: "names", stage: Stage::Polish, needs: Needs::Nothing, list: names::list },
    Pass { name: "types", stage: Stage::Polish, needs: Needs::Nothing, list: types::list },
    Pass { name: "lengths", stage: Stage::Polish, needs: Needs::Nothing, list: initialisers::lengths },
    Pass { name: "numbers", stage: Stage::Polish, needs: Needs::Nothing, list: numbers::list },
    Pass { name: "idle functions", stage: Stage::Polish, needs: Needs::Nothing, list: pumps::hoist },
    Pass { name: "one variable for another", stage: Stage::Polish, needs: Needs::Nothing, list: pumps::unify },
];

/// Steps that may enlarge the program, kept only if the passes then make it smaller than before.
pub(crate) const PUMPS: &[Pass] = &[
    Pass { name: "inline", stage: Stage::Polish, needs: Needs::Nothing, list: pumps::inline },
    Pass { name: "unroll", stage: Stage::Polish, needs: Needs::Profile, list: pumps::unroll },
];

/// Whether an expression is a number already.
fn is_number(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int(_) | ExprKind::Wide(_) | ExprKind::Float(_) => true,
        ExprKind::Cast(_, Written::Implicit, inner) => is_number(p, inner),
        _ => false,
    }
}

/// A constant node for a value.
fn number(value: i128, ty: TypeId) -> (ExprKind, QType) {
    let kind = match i64::try_from(value) {
        Ok(small) => ExprKind::Int(small),
        Err(_) => ExprKind::Wide(Box::new(value)),
    };
    (kind, ty.into())
}
