//! Statements that only add to a variable: the one dependence between iterations that leaves their order open.
//!
//! A partial result has other values on its way than the variable has in C. So a sum or product counts only if it can't overflow,
//! whatever it starts from.

use lydite_lang::*;

/// A statement `s op= x;`, or one that means the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// What is added to.
    pub var: VarId,
    /// In which way.
    pub op: ReduceOp,
    /// How often the statement mentions the variable for that.
    pub mentions: u32,
}

/// Recognises a reduction of integers.
pub fn recognise(p: &Program, stmt: StmtId) -> Option<Reduction> {
    let found = match p.stmts[stmt].kind {
        StmtKind::Expr(e) => in_expr(p, e),
        StmtKind::If(cond, then, None) => kept_if(p, cond, then),
        _ => None,
    }?;
    let ty = p.vars[found.var].ty;
    let is_plain = ty.quals == Quals::NONE && p.types.is_integer(ty.ty);
    (is_plain && dress::may_reduce(p, found.var, found.op)).then_some(found)
}

fn in_expr(p: &Program, e: ExprId) -> Option<Reduction> {
    match p.exprs[e].kind {
        ExprKind::Cast(CastKind::ToVoid, _, inner) => in_expr(p, inner),
        ExprKind::CompoundAssign { op, lhs, rhs, in_type } => {
            let var = variable(p, lhs)?;
            let op = operator(op)?;
            let value = p.types.int_type(p.ty(exact(p, rhs)).ty)?;
            let is_safe = stays(op, p.types.int_type(p.vars[var].ty.ty)?, value, p.types.int_type(in_type)?);
            is_safe.then_some(Reduction { var, op, mentions: 1 })
        }
        // In a promoted type there is room for one more.
        ExprKind::IncDec(_, place) => Some(Reduction { var: variable(p, place)?, op: ReduceOp::Add, mentions: 1 }),
        ExprKind::Assign(place, value) => {
            let var = variable(p, place)?;
            let ExprKind::Cond(cond, then, otherwise) = p.exprs[unwritten(p, value)].kind else { return None };
            let (x, op) = compared(p, cond, var)?;
            let is_x = |e| is_same(p, exact(p, e), x);
            let is_var = |e| loaded(p, exact(p, e)) == Some(var);
            let op = match () {
                () if is_x(then) && is_var(otherwise) => op,
                () if is_var(then) && is_x(otherwise) => other(op),
                () => return None,
            };
            fits(p, x, var).then_some(Reduction { var, op, mentions: 3 })
        }
        _ => None,
    }
}

/// `if (x < s) s = x;`
fn kept_if(p: &Program, cond: ExprId, then: StmtId) -> Option<Reduction> {
    let assignment = match &p.stmts[then].kind {
        StmtKind::Block(stmts) => match **stmts {
            [only] => only,
            _ => return None,
        },
        _ => then,
    };
    let StmtKind::Expr(e) = p.stmts[assignment].kind else { return None };
    let ExprKind::Assign(place, value) = p.exprs[e].kind else { return None };
    let var = variable(p, place)?;
    let (x, op) = compared(p, cond, var)?;
    (is_same(p, exact(p, value), x) && fits(p, x, var)).then_some(Reduction { var, op, mentions: 2 })
}

/// What a variable is compared with, and what it becomes if it is replaced by that where the comparison holds.
fn compared(p: &Program, cond: ExprId, var: VarId) -> Option<(ExprId, ReduceOp)> {
    let ExprKind::Binary(comparison, a, b) = p.exprs[unwritten(p, cond)].kind else { return None };
    let op = match comparison {
        BinOp::Lt | BinOp::Le => ReduceOp::Min,
        BinOp::Gt | BinOp::Ge => ReduceOp::Max,
        _ => return None,
    };
    let (a, b) = (exact(p, a), exact(p, b));
    match (loaded(p, a), loaded(p, b)) {
        (_, Some(right)) if right == var => Some((a, op)),
        (Some(left), _) if left == var => Some((b, other(op))),
        _ => None,
    }
}

fn other(op: ReduceOp) -> ReduceOp {
    if op == ReduceOp::Min { ReduceOp::Max } else { ReduceOp::Min }
}

fn operator(op: BinOp) -> Option<ReduceOp> {
    Some(match op {
        // What is taken away from partial results is taken away from their sum.
        BinOp::Add | BinOp::Sub => ReduceOp::Add,
        BinOp::Mul => ReduceOp::Mul,
        BinOp::And => ReduceOp::And,
        BinOp::Or => ReduceOp::Or,
        BinOp::Xor => ReduceOp::Xor,
        _ => return None,
    })
}

/// Whether no value of a variable and none of what is added make the operation overflow.
fn stays(op: ReduceOp, var: IntType, value: IntType, within: IntType) -> bool {
    match op {
        ReduceOp::Add => !within.signed || var.bits.max(value.bits) + 1 < within.bits,
        ReduceOp::Mul => !within.signed || var.bits + value.bits < within.bits,
        _ => true,
    }
}

/// Whether a variable has room for every value of an expression.
fn fits(p: &Program, e: ExprId, var: VarId) -> bool {
    holds(p, p.vars[var].ty.ty, p.ty(e).ty)
}

/// Whether a type has all values of another.
fn holds(p: &Program, ty: TypeId, of: TypeId) -> bool {
    match (p.types.int_type(ty), p.types.int_type(of)) {
        (Some(ty), Some(of)) if ty.signed == of.signed => of.bits <= ty.bits,
        (Some(ty), Some(of)) => ty.signed && of.bits < ty.bits,
        _ => false,
    }
}

/// The variable that a place is.
fn variable(p: &Program, place: ExprId) -> Option<VarId> {
    if let ExprKind::Var(var) = p.exprs[place].kind { Some(var) } else { None }
}

/// The variable that an expression is the value of.
fn loaded(p: &Program, e: ExprId) -> Option<VarId> {
    if let ExprKind::Load(place) = p.exprs[e].kind { variable(p, place) } else { None }
}

/// An expression without conversions that are not written.
fn unwritten(p: &Program, e: ExprId) -> ExprId {
    match p.exprs[e].kind {
        ExprKind::Cast(_, Written::Implicit, inner) => unwritten(p, inner),
        _ => e,
    }
}

/// An expression without conversions that are not written and change no value.
fn exact(p: &Program, e: ExprId) -> ExprId {
    match p.exprs[e].kind {
        ExprKind::Cast(_, Written::Implicit, inner) if holds(p, p.ty(e).ty, p.ty(inner).ty) => exact(p, inner),
        _ => e,
    }
}

/// Whether two expressions without effects are the same.
fn is_same(p: &Program, a: ExprId, b: ExprId) -> bool {
    let same = |a: ExprId, b: ExprId| is_same(p, a, b);
    p.ty(a) == p.ty(b)
        && match (&p.exprs[a].kind, &p.exprs[b].kind) {
            (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
            (ExprKind::Float(a), ExprKind::Float(b)) => a == b,
            (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
            (ExprKind::Load(a), ExprKind::Load(b)) => same(*a, *b),
            (ExprKind::Unary(o, a), ExprKind::Unary(q, b)) => o == q && same(*a, *b),
            (ExprKind::Cast(o, _, a), ExprKind::Cast(q, _, b)) => o == q && same(*a, *b),
            (ExprKind::Member(a, f), ExprKind::Member(b, g)) => f == g && same(*a, *b),
            (ExprKind::Index(a, i), ExprKind::Index(b, j)) => same(*a, *b) && same(*i, *j),
            (ExprKind::Binary(o, a, c), ExprKind::Binary(q, b, d)) => o == q && same(*a, *b) && same(*c, *d),
            (ExprKind::Cond(a, c, e), ExprKind::Cond(b, d, f)) => same(*a, *b) && same(*c, *d) && same(*e, *f),
            _ => false,
        }
}
