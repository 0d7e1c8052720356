//! Steps that make room for others: inlining, unrolling, one variable in the place of another.

use crate::edit::{Edit, Node, Proposal, direct_callee, statements};
use crate::inline::{Inlining, Use};
use crate::reach::Site;
use crate::tree::Tree;
use lydite_lang::*;
use rustc_hash::FxHashMap;

/// The most trips of a loop that is unrolled.
const TRIPS: u64 = 3;
/// The most variables among which pairs are tried.
const VARIABLES: usize = 16;

/// The only calls of functions become their bodies.
pub(super) fn inline(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let sites: FxHashMap<Node, &Site> = tree.reach.sites.iter().map(|site| (site.node, site)).collect();
    let mut found = Vec::new();
    for (e, site) in tree.reach.exprs() {
        let ExprKind::Call(callee, args) = &p.exprs[e].kind else { continue };
        let Some(func) = direct_callee(p, *callee) else { continue };
        if tree.reach.calls(func) != 1 || p.funcs[func].body.is_none() || site.func == Some(func) {
            continue;
        }
        let how = match site.parent {
            Node::Stmt(s) => match p.stmts[s].kind {
                StmtKind::Expr(_) => Use::Dropped(s),
                StmtKind::Return(_) => Use::Returned(s),
                _ => Use::Value,
            },
            Node::Expr(outer) => assigned(p, &sites, outer).unwrap_or(Use::Value),
            _ => Use::Value,
        };
        let mut how = vec![how];
        if returns(p, func) == (1, 1) && !matches!(how[0], Use::Value) {
            how.push(Use::Value);
        }
        for how in how {
            let inlining = Inlining { call: e, func, args: args.to_vec(), how };
            found.push(Proposal::new(Node::Expr(e), 0, 1, Edit::Inline(inlining)));
        }
    }
    found
}

/// The statement `target = call;` that a call is in, perhaps converted.
fn assigned(p: &Program, sites: &FxHashMap<Node, &Site>, outer: ExprId) -> Option<Use> {
    match (&p.exprs[outer].kind, sites.get(&Node::Expr(outer))?.parent) {
        (ExprKind::Assign(target, _), Node::Stmt(s)) if matches!(p.stmts[s].kind, StmtKind::Expr(_)) => {
            Some(Use::Assigned(s, *target))
        }
        (ExprKind::Cast(_, Written::Implicit, _), Node::Expr(next)) => assigned(p, sites, next),
        (ExprKind::Cast(_, Written::Implicit, _), Node::Stmt(s)) => match p.stmts[s].kind {
            StmtKind::Return(_) => Some(Use::Returned(s)),
            _ => None,
        },
        _ => None,
    }
}

/// How many statements and how many returns a function has.
fn returns(p: &Program, func: FuncId) -> (usize, usize) {
    let (mut all, mut returns) = (0, 0);
    if let Some(body) = p.funcs[func].body {
        statements(p, body, &mut |p, s| match p.stmts[s].kind {
            StmtKind::Block(_) => {}
            StmtKind::Return(_) => (all, returns) = (all + 1, returns + 1),
            _ => all += 1,
        });
    }
    (all, returns)
}

/// Loops of few trips become as many copies of their body.
pub(super) fn unroll(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let Some(profile) = &tree.profile else { return Vec::new() };
    let mut found = Vec::new();
    for (s, site) in tree.reach.stmts() {
        let Some(loops) = profile.loops.get(&s) else { continue };
        if loops.most > TRIPS {
            continue;
        }
        let edit = match p.stmts[s].kind {
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                Edit::Unroll { loop_: s, init: None, body, step: None, trips: loops.most }
            }
            StmtKind::For { init, step, body, .. } => Edit::Unroll { loop_: s, init, body, step, trips: loops.most },
            _ => continue,
        };
        found.push(Proposal::new(Node::Stmt(s), 0, site.weight, edit));
    }
    found
}

/// What nobody calls moves to the beginning of `main`, or of the last function if there is none.
pub(super) fn hoist(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let defined = || p.items.iter().filter_map(|item| if let Item::FuncDef(f) = item { Some(*f) } else { None });
    let main = defined().find(|&f| p.names.text(p.funcs[f].name) == "main");
    let Some(into) = main.or_else(|| defined().next_back()) else { return Vec::new() };
    let idle = defined().filter(|&f| f != into && tree.reach.calls(f) == 0);
    idle.map(|f| Proposal::new(Node::Func(f), 0, 4, Edit::Move(f, into))).collect()
}

/// Every mention of a variable becomes one of another of its kind.
pub(super) fn unify(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut mentions: FxHashMap<VarId, Vec<ExprId>> = FxHashMap::default();
    for (e, _) in tree.reach.exprs() {
        if let ExprKind::Var(v) = p.exprs[e].kind {
            mentions.entry(v).or_default().push(e);
        }
    }
    let named: Vec<VarId> = tree.reach.declared.iter().copied().filter(|&v| p.vars[v].name.is_some()).collect();
    let mut found = Vec::new();
    if named.len() > VARIABLES {
        return found;
    }
    for &v in named.iter().rev().filter(|&&v| p.vars[v].storage != Storage::Param) {
        for &by in named.iter().filter(|&&by| by != v) {
            let (a, b) = (p.vars[v].ty.ty, p.vars[by].ty.ty);
            if a != b && !(p.types.is_arithmetic(a) && p.types.is_arithmetic(b)) {
                continue;
            }
            let rename = |&e: &ExprId| Edit::Expr(e, ExprKind::Var(by), p.vars[by].ty);
            let mut edits: Vec<Edit> = mentions.get(&v).into_iter().flatten().map(rename).collect();
            edits.push(Edit::DropVar(v));
            found.push(Proposal::new(Node::Var(v), 0, 3, Edit::All(edits)));
        }
    }
    found
}
