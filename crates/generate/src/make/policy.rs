//! Deliberate biases: weights drawn anew for each program, operator contexts, how leaves are chosen.
//!
//! Programs whose decisions all come from one distribution end up alike. Each program therefore switches some
//! features off (swarm testing) and draws a factor for the weight of each other one, for the weights of types and
//! repairs, and for how deep expressions get.

use crate::feature::{FEATURES, Feature, Group};
use crate::options::Options;
use lydite_choices::Choices;
use lydite_lang::{BinOp, UnOp};

/// Groups of operators that optimisations look for together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperatorContext {
    /// Addition, subtraction, negation.
    Additive,
    /// Complement, and, or, exclusive or.
    Bitwise,
    /// And, or, not.
    Logical,
    /// Multiplication and division.
    Multiplicative,
    /// Bitwise with shifts.
    BitwiseShift,
    /// Additive with multiplicative.
    AdditiveMultiplicative,
}

impl OperatorContext {
    /// Every context.
    pub const ALL: [OperatorContext; 6] = [
        OperatorContext::Additive,
        OperatorContext::Bitwise,
        OperatorContext::Logical,
        OperatorContext::Multiplicative,
        OperatorContext::BitwiseShift,
        OperatorContext::AdditiveMultiplicative,
    ];

    /// Its unary operator.
    pub fn unary(self) -> Option<UnOp> {
        match self {
            OperatorContext::Additive | OperatorContext::AdditiveMultiplicative => Some(UnOp::Neg),
            OperatorContext::Bitwise | OperatorContext::BitwiseShift => Some(UnOp::BitNot),
            OperatorContext::Logical => Some(UnOp::LogNot),
            OperatorContext::Multiplicative => None,
        }
    }

    /// Its binary operators.
    pub fn operators(self) -> &'static [BinOp] {
        use BinOp::*;
        match self {
            OperatorContext::Additive => &[Add, Sub],
            OperatorContext::Bitwise => &[And, Or, Xor],
            OperatorContext::Logical => &[LogAnd, LogOr],
            OperatorContext::Multiplicative => &[Mul, Div],
            OperatorContext::BitwiseShift => &[And, Or, Xor, Shl, Shr],
            OperatorContext::AdditiveMultiplicative => &[Add, Sub, Mul, Div],
        }
    }
}

/// How the leaves of a tree are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// By weight.
    Any,
    /// Every other one is a constant.
    HalfConstants,
    /// All are constants.
    Constants,
}

/// The weights of one program.
#[derive(Clone, Debug)]
pub struct Policy {
    weights: Vec<u32>,
    /// How deep expressions get.
    pub expression_depth: u32,
    /// Weight of constants among leaves, in percent.
    pub constant_leaves: u32,
    /// How many statements a block has at most.
    pub block_size: u32,
    /// How deep statements are nested at most.
    pub nesting: u32,
    /// How many iterations loops aim at.
    pub trips: u64,
    /// Weight of `signed` against `unsigned`, in percent.
    pub signed: u32,
}

/// Factors on a weight in percent, and how likely each is.
const FACTORS: [(u32, u32); 6] = [(0, 22), (25, 12), (50, 16), (100, 25), (200, 16), (400, 9)];

impl Policy {
    /// Draws the weights of a program.
    pub fn draw(c: &mut Choices, options: &Options) -> Policy {
        c.open("policy");
        let chances: Vec<u32> = FACTORS.iter().map(|f| f.1).collect();
        // What the family does not have is off.
        let mut weights = vec![0; FEATURES.len()];
        for f in Feature::of(options.family) {
            let row = f.row();
            let mut weight = row.weight * options.weights.get(f) / 100;
            if row.weight > 0 && options.weights.get(f) > 0 {
                weight = weight.max(1);
            }
            let is_lacking = !f.is_in(options.language);
            if is_lacking || !options.standard.allows(row.since) || f == Feature::Int128 && options.target.word < 8 {
                weight = 0;
            }
            // Policies draw also if they are off: programs with and without one have all other weights in common.
            if options.swarm && (weight > 0 || row.group == Group::Policy) {
                let factor = FACTORS[c.weighted(&chances)].0;
                // What programs are made of is never switched off altogether.
                let factor = if factor == 0 && is_staple(f) { 25 } else { factor };
                weight = if factor == 0 || weight == 0 { 0 } else { (weight * factor / 100).max(1) };
            }
            weights[f as usize] = weight;
        }
        // What lacks something it needs is off; what the whole family does without is not missed.
        let is_missed = |n: &Feature| n.row().families.contains(&options.family);
        loop {
            let mut changed = false;
            for f in Feature::all() {
                let mut needs = f.row().needs.iter().filter(|n| is_missed(n));
                if weights[f as usize] > 0 && needs.any(|n| weights[*n as usize] == 0) {
                    weights[f as usize] = 0;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let policy = Policy {
            weights,
            expression_depth: 2 + c.index(4) as u32,
            constant_leaves: 10 + 10 * c.index(4) as u32,
            block_size: 2 + c.index(5) as u32,
            nesting: 2 + c.index(4) as u32,
            trips: 3 + c.range(0, 20) as u64,
            signed: 20 + 20 * c.index(4) as u32,
        };
        c.close();
        policy
    }

    /// A feature's weight.
    pub fn weight(&self, feature: Feature) -> u32 {
        self.weights[feature as usize]
    }

    /// Switches a feature off for a while.
    pub fn switch_off(&mut self, feature: Feature) {
        self.weights[feature as usize] = 0;
    }

    /// Gives a feature its weight back.
    pub fn restore(&mut self, feature: Feature, weight: u32) {
        self.weights[feature as usize] = weight;
    }
}

fn is_staple(f: Feature) -> bool {
    matches!(f, Feature::Int | Feature::Assign | Feature::Arithmetic | Feature::RepairFunction)
}
