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
    /// As [`Plan::Rewrite`], and for a right shift of a negative value (which C leaves to implementations), whatever its
    /// count: `(a + MAX) >> b`, and `b` if `a` is the least value. For operands of at most 64 bits.
    NonNegative {
        /// Chooses the count.
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
    /// The count of a shift under [`Plan::Rewrite`] and [`Plan::NonNegative`], -1 if it gives its left operand; else 0.
    pub count: i128,
}

impl Repair {
    fn value(value: i128) -> Repair {
        Repair { value, count: 0 }
    }
}

impl Plan {
    /// Whether the plan looks at values that are defined, so that what it stands at can't be folded.
    pub(crate) fn is_filter(self) -> bool {
        matches!(self, Plan::Index { .. } | Plan::Watch | Plan::NonNegative { .. })
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
            Plan::NonNegative { salt } if op == BinOp::Shr && t.signed && a < 0 => Some(raised(t, right, a, b, salt)),
            Plan::Rewrite { salt } | Plan::NonNegative { salt } => Some(rewritten(op, t, right, a, b, salt)),
            Plan::Zero | Plan::Index { .. } | Plan::Watch | Plan::Drop => None,
        }
    }

    /// The meaning of `-a` in type `t`, given that the plain one is undefined.
    pub fn negation(self, t: IntType, a: i128) -> Option<Repair> {
        match self {
            // The negation of the least value wraps to itself.
            Plan::Wrap | Plan::Mask | Plan::One => Some(Repair::value(t.wrap(a.wrapping_neg()))),
            Plan::Keep | Plan::Rewrite { .. } | Plan::NonNegative { .. } => Some(Repair::value(a)),
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

/// Whether no value of type `t` can be shifted by a count of type `right`.
fn is_wrong_count(t: IntType, right: IntType, b: i128) -> bool {
    (right.signed && b < 0) || (b as u128) >= u128::from(t.bits)
}

/// A right shift of a negative value: of one that is not negative, by a count that is defined.
fn raised(t: IntType, right: IntType, a: i128, b: i128, salt: u16) -> Repair {
    if a == t.min() {
        return Repair::value(t.wrap(b));
    }
    let is_wrong = is_wrong_count(t, right, b);
    if is_wrong && right.signed && b == right.min() {
        return Repair { value: a, count: -1 };
    }
    let count = if is_wrong { i128::from(salt % t.bits) } else { b };
    Repair { value: a.wrapping_add(t.max()) >> count, count }
}

/// A shift by another count, or none.
fn new_count(op: BinOp, t: IntType, right: IntType, a: i128, b: i128, salt: u16) -> Repair {
    let kept = Repair { value: a, count: -1 };
    if !is_wrong_count(t, right, b) || right.signed && b == right.min() {
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
    /// The count of a shift under [`Plan::Rewrite`] and [`Plan::NonNegative`], -1 if it gives its left operand; else 0.
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

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATORS: [BinOp; 7] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::Shl, BinOp::Shr];

    fn types(bits: u16) -> [IntType; 2] {
        [IntType::signed(bits), IntType::unsigned(bits)]
    }

    fn values(t: IntType) -> impl Iterator<Item = i128> {
        t.min()..=t.max()
    }

    /// What the table has for operands in a type where `a op b` is undefined, computed with operators that say if they are.
    fn replaced(op: BinOp, t: IntType, a: i128, b: i128) -> i128 {
        let other = match (op, a == t.min() && b == -1) {
            (BinOp::Add, _) => BinOp::Sub,
            (BinOp::Sub, _) => BinOp::Add,
            (BinOp::Mul, false) => BinOp::Div,
            (BinOp::Div | BinOp::Rem, false) => BinOp::Mul,
            _ => BinOp::Sub,
        };
        t.binary(other, a, b).unwrap_or_else(|fault| panic!("{a} {op:?} {b} in {t:?}: {fault:?}"))
    }

    /// Every row about operators with a common type, for all pairs of four bits: nothing undefined is left.
    #[test]
    fn no_replacement_of_arithmetic_is_undefined() {
        let mut sites = 0;
        for t in types(4) {
            for a in values(t) {
                for b in values(t) {
                    for op in &OPERATORS[..5] {
                        if t.binary(*op, a, b).is_err() {
                            let repair =
                                Plan::Rewrite { salt: 3 }.binary(*op, t, t, a, b).expect("a plan for operators");
                            assert_eq!(repair, Repair::value(replaced(*op, t, a, b)), "{a} {op:?} {b} in {t:?}");
                            sites += 1;
                        }
                    }
                }
            }
            let least = Plan::Rewrite { salt: 0 }.negation(t, t.min()).expect("a plan for operators");
            assert_eq!(least.value, t.min(), "+a is always defined");
        }
        assert!(sites > 200, "{sites}");
    }

    /// The rows about shifts, for all pairs of four bits, counts of other widths, and every signedness of both.
    #[test]
    fn no_replacement_of_shifts_is_undefined() {
        let mut rows = [0; 3];
        for (t, right) in types(4).into_iter().flat_map(|t| [3, 4, 5, 8].map(|bits| (t, types(bits)))) {
            for right in right {
                for (a, b) in values(t).flat_map(|a| values(right).map(move |b| (a, b))) {
                    for (op, salt) in [BinOp::Shl, BinOp::Shr].into_iter().flat_map(|op| [(op, 0), (op, 1), (op, 7)]) {
                        let Err(_) = t.binary(op, a, b) else { continue };
                        let what = format!("{a} {op:?} {b} in {t:?} and {right:?}");
                        let repair = Plan::Rewrite { salt }.binary(op, t, right, a, b).expect("a plan for operators");
                        if repair.count < 0 {
                            assert_eq!(repair.value, a, "{what}");
                            rows[0] += 1;
                            continue;
                        }
                        assert_eq!(t.binary(op, a, repair.count), Ok(repair.value), "{what}");
                        assert!(!(right.signed && b == right.min()), "the least count gives a: {what}");
                        rows[if b < 0 { 1 } else { 2 }] += 1;
                        // `b + c` or `b - c`, which never overflow: the result is a small number.
                        assert!(b < 0 || repair.count <= b, "{what}");
                    }
                }
            }
        }
        assert!(rows.iter().all(|&row| row > 100), "{rows:?}");
    }

    /// The two rows about negative values: nothing negative is shifted.
    #[test]
    fn no_negative_value_is_shifted_right() {
        let t = IntType::signed(4);
        for right in [3, 4, 5, 8].into_iter().flat_map(types) {
            for (a, b) in (t.min()..0).flat_map(|a| values(right).map(move |b| (a, b))) {
                for salt in [0, 2, 7] {
                    let what = format!("{a} >> {b} in {right:?}");
                    let repair = Plan::NonNegative { salt }.binary(BinOp::Shr, t, right, a, b).expect("a plan");
                    if a == t.min() {
                        assert_eq!(repair.value, t.wrap(b), "{what}");
                    } else if repair.count < 0 {
                        assert!(repair.value == a && b == right.min(), "{what}");
                    } else {
                        let left = t.binary(BinOp::Add, a, t.max()).expect("a sum of different signs");
                        assert!(left >= 0, "{what}");
                        assert_eq!(t.binary(BinOp::Shr, left, repair.count), Ok(repair.value), "{what}");
                        assert!(t.binary(BinOp::Shr, a, b).is_err() || repair.count == b, "{what}");
                    }
                }
            }
        }
    }
}
