//! Total mode: what an operator means where C gives it no meaning.
//!
//! A generator that builds programs freely gives operators that could be undefined a [`Plan`]. In total mode
//! ([`crate::run_total`]) an operator has its plain meaning while that is defined and its plan's meaning where it is
//! not, and its site is marked. Rewriting the marked sites in the tree then gives a program that does the same
//! in plain mode, because every plan agrees with the plain meaning wherever that is defined. The exception is
//! [`Plan::Rewrite`], for sites that run once.

use lydite_lang::{BinOp, ExprId, IntType};

/// What to do where an operator is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// The result modulo 2^n; a shift's count, as an unsigned number of its own width, modulo n. A division or remainder
    /// that is undefined gives its left operand.
    Wrap,
    /// The left (or only) operand in the operator's type; `++` and `--` leave it as it is.
    Keep,
    /// A shift's count modulo the width, as in `b & (n - 1)`; all else as [`Plan::Wrap`].
    Mask,
    /// A divisor of zero is taken as one, `MIN / -1` gives `MIN` and `MIN % -1` gives 0; all else as [`Plan::Wrap`].
    One,
    /// Another operator or another count: the table of YARPGen. `a + b` and `a - b` change places, `a * b` becomes `a / b`
    /// (or `a - b`), `a / 0` and `a % 0` become `a * b`, `MIN / -1` and `MIN % -1` become `a - b`, `-a` becomes `+a`. A shift gets
    /// a count that `salt` chooses among those that are defined; where there is none, it gives its left operand.
    Rewrite {
        /// Chooses the count of a shift.
        salt: u16,
    },
    /// A floating value that is out of range becomes zero. `clz` and `ctz` of zero give the width, `abs` of the least value
    /// that value.
    Zero,
    /// On an integer expression that is used as an index: outside of `0..len` it becomes `(unsigned long long)v % len`.
    Index {
        /// The length of the array.
        len: u32,
    },
    /// On any scalar expression: marked if it is ever zero, null or false.
    Watch,
    /// On `__builtin_unreachable` and `__builtin_assume`: does nothing.
    Drop,
}

/// The meaning of an operator under a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The result.
    pub value: i128,
    /// The new count of a shift under [`Plan::Rewrite`], -1 if it gives its left operand; else 0.
    pub count: i128,
}

impl Repair {
    fn value(value: i128) -> Repair {
        Repair { value, count: 0 }
    }
}

impl Plan {
    /// Whether the plan looks at a value instead of replacing an operator.
    pub(crate) fn is_filter(self) -> bool {
        matches!(self, Plan::Index { .. } | Plan::Watch)
    }

    /// The meaning of `a op b` in type `t`, given that the plain one is undefined; `right` is the type of `b`.
    ///
    /// `None` if the plan says nothing about operators.
    pub fn binary(self, op: BinOp, t: IntType, right: IntType, a: i128, b: i128) -> Option<Repair> {
        match self {
            Plan::Wrap | Plan::Mask => Some(Repair::value(wrapped(op, t, right, a, b))),
            Plan::One if matches!(op, BinOp::Rem) => Some(Repair::value(0)),
            Plan::One => Some(Repair::value(wrapped(op, t, right, a, b))),
            Plan::Keep => Some(Repair::value(a)),
            Plan::Rewrite { salt } => Some(rewritten(op, t, right, a, b, salt)),
            Plan::Zero | Plan::Index { .. } | Plan::Watch | Plan::Drop => None,
        }
    }

    /// The meaning of `-a` in type `t`, given that the plain one is undefined.
    pub fn negation(self, t: IntType, a: i128) -> Option<Repair> {
        match self {
            // The negation of the least value wraps to itself.
            Plan::Wrap | Plan::Mask | Plan::One => Some(Repair::value(t.wrap(a.wrapping_neg()))),
            Plan::Keep | Plan::Rewrite { .. } => Some(Repair::value(a)),
            Plan::Zero | Plan::Index { .. } | Plan::Watch | Plan::Drop => None,
        }
    }
}

/// Modulo 2^n, and the left operand for what can't be divided.
fn wrapped(op: BinOp, t: IntType, right: IntType, a: i128, b: i128) -> i128 {
    match op {
        BinOp::Add => t.wrap(a.wrapping_add(b)),
        BinOp::Sub => t.wrap(a.wrapping_sub(b)),
        BinOp::Mul => t.wrap(a.wrapping_mul(b)),
        BinOp::Shl | BinOp::Shr => {
            let count = IntType::unsigned(right.bits).wrap(b) as u128 % u128::from(t.bits);
            match op {
                BinOp::Shl => t.wrap(a << count),
                _ if t.signed => a >> count,
                _ => ((a as u128) >> count) as i128,
            }
        }
        _ => a,
    }
}

fn rewritten(op: BinOp, t: IntType, right: IntType, a: i128, b: i128, salt: u16) -> Repair {
    let least = t.signed && a == t.min();
    match op {
        BinOp::Add => Repair::value(t.wrap(a.wrapping_sub(b))),
        BinOp::Sub => Repair::value(t.wrap(a.wrapping_add(b))),
        BinOp::Mul if least && b == -1 => Repair::value(t.wrap(a.wrapping_sub(b))),
        // What overflows has no factor of zero, and `MIN / -1` is the case above.
        BinOp::Mul => Repair::value(t.div(a, b).unwrap_or(a)),
        BinOp::Div | BinOp::Rem if b == 0 => Repair::value(0),
        BinOp::Div | BinOp::Rem => Repair::value(t.wrap(a.wrapping_sub(b))),
        BinOp::Shl | BinOp::Shr => new_count(op, t, right, a, b, salt),
        _ => Repair::value(a),
    }
}

/// A shift by another count, or none.
fn new_count(op: BinOp, t: IntType, right: IntType, a: i128, b: i128, salt: u16) -> Repair {
    let kept = Repair { value: a, count: -1 };
    let count_is_wrong = (right.signed && b < 0) || (b as u128) >= u128::from(t.bits);
    if !count_is_wrong || right.signed && b == right.min() {
        return kept;
    }
    let counts = match (op, t.signed) {
        (BinOp::Shl, true) if a < 0 => return kept,
        // The highest bit of the value stays below the sign.
        (BinOp::Shl, true) => u32::from(t.bits) - (128 - a.leading_zeros()),
        _ => u32::from(t.bits),
    };
    if counts == 0 {
        return kept;
    }
    let count = i128::from(u32::from(salt) % counts);
    let value = if op == BinOp::Shl { t.shl(a, count) } else { t.shr(a, count) };
    value.map_or(kept, |value| Repair { value, count })
}

/// Which expressions have a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plans {
    by_expr: Vec<Option<Plan>>,
    len: usize,
}

impl Plans {
    /// None.
    pub fn new() -> Plans {
        Plans::default()
    }

    /// Gives an expression a plan, in place of the one it has.
    pub fn set(&mut self, expr: ExprId, plan: Plan) {
        let at = expr.0 as usize;
        if self.by_expr.len() <= at {
            self.by_expr.resize(at + 1, None);
        }
        self.len += usize::from(self.by_expr[at].is_none());
        self.by_expr[at] = Some(plan);
    }

    /// The plan of an expression.
    pub fn get(&self, expr: ExprId) -> Option<Plan> {
        self.by_expr.get(expr.0 as usize).copied().flatten()
    }

    /// All plans, by expression.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, Plan)> + '_ {
        self.by_expr.iter().enumerate().filter_map(|(i, plan)| plan.map(|plan| (ExprId(i as u32), plan)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A site whose plan was needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The expression.
    pub expr: ExprId,
    /// Its left (or only) operand the first time, or the value that was looked at.
    pub a: i128,
    /// Its right operand the first time; the length for an index.
    pub b: i128,
    /// The new count of a shift under [`Plan::Rewrite`], -1 if it gives its left operand; else 0.
    pub count: i128,
}

/// The plans of a run and the marks it has made.
#[derive(Debug)]
pub(crate) struct Total<'p> {
    pub plans: &'p Plans,
    pub marks: Vec<Mark>,
    /// One bit per expression that has a mark.
    marked: Vec<u64>,
}

impl<'p> Total<'p> {
    pub fn new(plans: &'p Plans) -> Total<'p> {
        Total { plans, marks: Vec::new(), marked: vec![0; plans.by_expr.len().div_ceil(64)] }
    }

    /// Remembers the first time that something happens at a site.
    pub fn mark(&mut self, mark: Mark) {
        let (word, bit) = (mark.expr.0 as usize / 64, mark.expr.0 % 64);
        let Some(word) = self.marked.get_mut(word) else { return };
        if *word & (1 << bit) == 0 {
            *word |= 1 << bit;
            self.marks.push(mark);
        }
    }
}
