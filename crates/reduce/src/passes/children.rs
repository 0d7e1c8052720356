//! Statements and expressions that become one of their parts.

use crate::edit::{Edit, Node, Proposal};
use crate::tidy::declares;
use crate::tree::Tree;
use lydite_lang::visit::{self, Child};
use lydite_lang::*;

pub(super) fn of_statements(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for (s, site) in tree.reach.stmts() {
        let mut propose = |weight: u32, edit: Edit| {
            found.push(Proposal::new(Node::Stmt(s), site.depth, weight.min(site.weight), edit));
        };
        match &p.stmts[s].kind {
            StmtKind::If(c, a, b) => {
                propose(4, Edit::StmtFrom(s, *a));
                if let Some(b) = b {
                    propose(4, Edit::StmtFrom(s, *b));
                    propose(4, Edit::Stmt(s, StmtKind::If(*c, *a, None)));
                }
                propose(4, Edit::Stmt(s, StmtKind::Expr(*c)));
            }
            StmtKind::While(c, body) | StmtKind::DoWhile(body, c) => {
                propose(4, Edit::StmtFrom(s, *body));
                propose(4, Edit::Stmt(s, StmtKind::Expr(*c)));
                if matches!(p.stmts[s].kind, StmtKind::DoWhile(..)) {
                    propose(1, Edit::Stmt(s, StmtKind::While(*c, *body)));
                }
            }
            StmtKind::For { init, cond, step, body } => {
                propose(10, Edit::StmtFrom(s, *body));
                let inits = init.iter().copied();
                propose(8, Edit::Block(s, inits.clone().chain([*body]).collect()));
                let kind = |init, cond, step| StmtKind::For { init, cond, step, body: *body };
                if init.is_some() {
                    propose(4, Edit::Stmt(s, kind(None, *cond, *step)));
                }
                if cond.is_some() {
                    propose(4, Edit::Stmt(s, kind(*init, None, *step)));
                }
                if step.is_some() {
                    propose(4, Edit::Stmt(s, kind(*init, *cond, None)));
                }
                if let (None, Some(cond), None) = (init, cond, step) {
                    propose(2, Edit::Stmt(s, StmtKind::While(*cond, *body)));
                }
            }
            StmtKind::Switch(c, body) => {
                for arm in arms(p, *body) {
                    propose(6, arm_edit(p, s, &arm));
                }
                propose(4, Edit::Stmt(s, StmtKind::Expr(*c)));
            }
            StmtKind::Label(_, inner) | StmtKind::Case(_, inner) | StmtKind::Default(inner) => {
                propose(3, Edit::StmtFrom(s, *inner));
            }
            StmtKind::Block(stmts) => {
                for (i, &inner) in stmts.iter().enumerate() {
                    if let StmtKind::Block(nested) = &p.stmts[inner].kind {
                        let mut all = stmts[..i].to_vec();
                        all.extend(nested.iter());
                        all.extend(&stmts[i + 1..]);
                        propose(2, Edit::Block(s, all));
                    }
                }
                let merged = assigned_where_declared(p, stmts);
                if !merged.is_empty() {
                    propose(6, Edit::All(merged));
                }
            }
            StmtKind::Return(Some(e)) => {
                propose(1, Edit::Stmt(s, StmtKind::Expr(*e)));
            }
            StmtKind::AsmBarrier(_) => propose(2, Edit::Stmt(s, StmtKind::AsmBarrier([].into()))),
            _ => {}
        }
    }
    found
}

/// `int x; x = e;` becomes `int x = e;`.
fn assigned_where_declared(p: &Program, stmts: &[StmtId]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for pair in stmts.windows(2) {
        let StmtKind::Decl(vars) = &p.stmts[pair[0]].kind else { continue };
        let (Some(&v), StmtKind::Expr(e)) = (vars.last(), &p.stmts[pair[1]].kind) else { continue };
        if let ExprKind::Assign(l, r) = p.exprs[*e].kind
            && matches!(p.exprs[l].kind, ExprKind::Var(x) if x == v)
            && p.vars[v].init.is_none()
        {
            edits.push(Edit::VarInit(v, Some(Init::Expr(r))));
            edits.push(Edit::Stmt(pair[1], StmtKind::Empty));
        }
    }
    edits
}

/// The statements from each label of a switch to the next `break`.
fn arms(p: &Program, body: StmtId) -> Vec<Vec<StmtId>> {
    let StmtKind::Block(stmts) = &p.stmts[body].kind else { return vec![vec![body]] };
    let is_label = |s: &StmtId| matches!(p.stmts[*s].kind, StmtKind::Case(..) | StmtKind::Default(_));
    let starts = stmts.iter().enumerate().filter(|(_, s)| is_label(s)).map(|(i, _)| i);
    starts
        .map(|start| {
            let rest = &stmts[start..];
            let end = rest.iter().position(|&s| matches!(p.stmts[s].kind, StmtKind::Break)).unwrap_or(rest.len());
            rest[..end].to_vec()
        })
        .collect()
}

/// The switch becomes one of its arms, without labels.
fn arm_edit(p: &Program, switch: StmtId, arm: &[StmtId]) -> Edit {
    let mut edits = Vec::new();
    for &s in arm {
        let mut inner = s;
        while let StmtKind::Case(_, next) | StmtKind::Default(next) = p.stmts[inner].kind {
            inner = next;
        }
        if matches!(p.stmts[inner].kind, StmtKind::Break) {
            edits.push(Edit::Stmt(s, StmtKind::Empty));
        } else if inner != s {
            edits.push(Edit::StmtFrom(s, inner));
        }
    }
    edits.push(Edit::Block(switch, arm.to_vec()));
    Edit::All(edits)
}

pub(super) fn of_expressions(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for (e, site) in tree.reach.exprs() {
        if matches!(p.exprs[e].kind, ExprKind::Cast(_, Written::Implicit, _)) {
            continue;
        }
        let mut propose = |edit: Edit| found.push(Proposal::new(site.node, site.depth, site.weight.min(6), edit));
        let mut parts = Vec::new();
        collect(p, e, &mut parts);
        let is_discarded = matches!(site.parent, Node::Stmt(s) if matches!(p.stmts[s].kind, StmtKind::Expr(_)));
        for part in parts {
            if is_discarded || fits(p, e, part) {
                propose(Edit::ExprFrom(e, part));
            }
        }
        match &p.exprs[e].kind {
            ExprKind::Deref(pointer) => {
                if let ExprKind::AddrOf(object) = p.exprs[*pointer].kind {
                    propose(Edit::ExprFrom(e, object));
                }
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                propose(Edit::Expr(e, ExprKind::Assign(*lhs, *rhs), p.ty(e)));
            }
            ExprKind::Builtin(Builtin::Expect, args) if !args.is_empty() => propose(Edit::ExprFrom(e, args[0])),
            ExprKind::StmtExpr(block) => {
                if let StmtKind::Block(stmts) = &p.stmts[*block].kind
                    && let Some(&last) = stmts.last()
                    && let StmtKind::Expr(value) = p.stmts[last].kind
                    && !stmts.iter().any(|&s| declares(p, s))
                {
                    propose(Edit::ExprFrom(e, value));
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a part may stand where the whole does, as far as one can tell before the text is read.
fn fits(p: &Program, whole: ExprId, part: ExprId) -> bool {
    let (a, b) = (p.ty(whole).ty, p.ty(part).ty);
    let types = &p.types;
    if p.is_lvalue(whole) && !p.is_lvalue(part) {
        return false;
    }
    a == b || types.is_arithmetic(a) && types.is_arithmetic(b) || types.is_pointer(a) && types.is_pointer(b)
}

/// The values and objects directly in an expression, with nothing between them but what C implies.
fn collect(p: &Program, e: ExprId, parts: &mut Vec<ExprId>) {
    visit::expr_children(p, e, &mut |child| {
        let Child::Expr(inner) = child else { return };
        match p.exprs[inner].kind {
            ExprKind::Cast(_, Written::Implicit, _) => collect(p, inner, parts),
            // What is read counts as part of the reader.
            _ if p.is_lvalue(inner) && !p.is_lvalue(e) && matches!(p.exprs[e].kind, ExprKind::Load(_)) => {
                collect(p, inner, parts);
            }
            ExprKind::Func(_) => {}
            _ => parts.push(inner),
        }
    });
}
