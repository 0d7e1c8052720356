//! Walking the tree.

use crate::tree::*;

/// A child of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Child {
    /// An expression that is evaluated.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
    /// A variable that is declared here, with its initialiser.
    Var(VarId),
}

/// Visits the direct children of an expression that are evaluated with it, in source order.
pub fn expr_children(p: &Program, e: ExprId, visit: &mut impl FnMut(Child)) {
    use ExprKind::*;
    match &p.exprs[e].kind {
        Int(_) | Wide(_) | Float(_) | Str(_) | Var(_) | Func(_) | SizeOf(_) | AlignOf(_) | LabelAddr(_) => {}
        // The lengths were evaluated where the type was declared.
        SizeOfVla(_) => {}
        Load(a) | Unary(_, a) | Deref(a) | AddrOf(a) | Member(a, _) | IncDec(_, a) | Cast(_, _, a) | VaArg(a) => {
            visit(Child::Expr(*a));
        }
        Binary(_, a, b)
        | PtrAdd(_, a, b)
        | PtrDiff(a, b)
        | Index(a, b)
        | Lane(a, b)
        | Assign(a, b)
        | Elvis(a, b)
        | Comma(a, b)
        | CompoundAssign { lhs: a, rhs: b, .. } => {
            visit(Child::Expr(*a));
            visit(Child::Expr(*b));
        }
        Cond(a, b, c) => {
            for e in [a, b, c] {
                visit(Child::Expr(*e));
            }
        }
        Call(f, args) => {
            visit(Child::Expr(*f));
            args.iter().for_each(|&a| visit(Child::Expr(a)));
        }
        Builtin(_, args) => args.iter().for_each(|&a| visit(Child::Expr(a))),
        CompoundLiteral(v) => visit(Child::Var(*v)),
        StmtExpr(s) => visit(Child::Stmt(*s)),
        Generic(g) => visit(Child::Expr(g.choices[g.chosen].1)),
    }
}

/// Visits the direct children of a statement, in source order.
pub fn stmt_children(p: &Program, s: StmtId, visit: &mut impl FnMut(Child)) {
    use StmtKind::*;
    match &p.stmts[s].kind {
        Empty | Goto(_) | Break | Continue => {}
        VlaLength(vla) => visit(Child::Expr(p.types.vlas[*vla])),
        Expr(e) | GotoComputed(e) => visit(Child::Expr(*e)),
        Decl(vars) => vars.iter().for_each(|&v| visit(Child::Var(v))),
        Block(stmts) => stmts.iter().for_each(|&s| visit(Child::Stmt(s))),
        If(c, a, b) => {
            visit(Child::Expr(*c));
            visit(Child::Stmt(*a));
            b.iter().for_each(|&b| visit(Child::Stmt(b)));
        }
        While(c, body) | Switch(c, body) => {
            visit(Child::Expr(*c));
            visit(Child::Stmt(*body));
        }
        DoWhile(body, c) => {
            visit(Child::Stmt(*body));
            visit(Child::Expr(*c));
        }
        For { init, cond, step, body } => {
            init.iter().for_each(|&s| visit(Child::Stmt(s)));
            cond.iter().for_each(|&e| visit(Child::Expr(e)));
            step.iter().for_each(|&e| visit(Child::Expr(e)));
            visit(Child::Stmt(*body));
        }
        Case(_, body) | Default(body) | Label(_, body) => visit(Child::Stmt(*body)),
        Return(e) => e.iter().for_each(|&e| visit(Child::Expr(e))),
        AsmBarrier(operands) => operands.iter().for_each(|&e| visit(Child::Expr(e))),
    }
}

/// Visits the expressions of an initialiser.
pub fn init_exprs(init: &Init, visit: &mut impl FnMut(ExprId)) {
    match init {
        Init::Expr(e) => visit(*e),
        Init::Str(_) => {}
        Init::List(items) => items.iter().for_each(|item| init_exprs(&item.init, visit)),
    }
}

/// Whether some expression of a statement, at any depth, is such.
pub fn any_expr(p: &Program, s: StmtId, is_such: &mut impl FnMut(&Program, ExprId) -> bool) -> bool {
    let mut todo = vec![Child::Stmt(s)];
    while let Some(child) = todo.pop() {
        match child {
            Child::Stmt(s) => stmt_children(p, s, &mut |child| todo.push(child)),
            Child::Expr(e) if is_such(p, e) => return true,
            Child::Expr(e) => expr_children(p, e, &mut |child| todo.push(child)),
            Child::Var(v) => {
                if let Some(init) = &p.vars[v].init {
                    init_exprs(init, &mut |e| todo.push(Child::Expr(e)));
                }
            }
        }
    }
    false
}
