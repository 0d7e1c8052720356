//! Where values come from: variables that only carry one from one place to another, pointers that only name an object.

use super::functions::small_type;
use super::{is_number, number};
use crate::edit::{Edit, Node, Proposal, is_var};
use crate::reach::Site;
use crate::tree::Tree;
use lydite_lang::*;
use lydite_machine::Seen;
use rustc_hash::FxHashMap;

/// The most places that get a copy of an expression.
const COPIES: usize = 3;

/// How a variable is mentioned.
#[derive(Default)]
struct Mentions {
    /// Reads of all of it.
    reads: Vec<ExprId>,
    /// Statements `v = e;`
    writes: Vec<(StmtId, ExprId)>,
    /// Statements `v += e;` and `v++;`
    changes: Vec<StmtId>,
    /// Anything else.
    others: Vec<(ExprId, Node)>,
}

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mentions = mentions(tree);
    let mut found = Vec::new();
    for &v in &tree.reach.declared {
        let none = Mentions::default();
        let own = mentions.get(&v).unwrap_or(&none);
        let mut propose = |weight, edits| found.push(Proposal::new(Node::Var(v), 0, weight, Edit::All(edits)));
        for &(s, value) in &own.writes {
            if is_number(p, value) && p.vars[v].storage != Storage::Param {
                propose(2, vec![Edit::VarInit(v, Some(Init::Expr(value))), Edit::Stmt(s, StmtKind::Empty)]);
            }
        }
        let is_param = p.vars[v].storage == Storage::Param;
        if is_param || !own.others.is_empty() || !own.changes.is_empty() || own.reads.len() > COPIES {
            found.extend(pointer(tree, v, own));
            continue;
        }
        match (&p.vars[v].init, &own.writes[..]) {
            (Some(Init::Expr(value)), []) => propose(6, carried(v, own, *value, None)),
            (_, &[(s, value)]) => propose(6, carried(v, own, value, Some(s))),
            _ => {}
        }
        found.extend(pointer(tree, v, own));
    }
    found.extend(evaluated(tree));
    found.extend(known(tree, &mentions));
    found
}

/// Variables of which every read always gave the same value: the reads become these values and the writes go.
fn known(tree: &Tree, mentions: &FxHashMap<VarId, Mentions>) -> Vec<Proposal> {
    let p = &*tree.program;
    let Some(profile) = &tree.profile else { return Vec::new() };
    let mut found = Vec::new();
    for &v in &tree.reach.declared {
        let Some(own) = mentions.get(&v) else { continue };
        let mut edits = Vec::new();
        for &read in &own.reads {
            let seen = profile.exprs.get(&read);
            let constant = match seen.map(|seen| (seen.more, &seen.values[..])) {
                Some((false, &[Seen::Int(value)])) => Some(number(value, small_type(value, p.ty(read).ty))),
                // It is never read here.
                None => Some(number(0, TypeId::INT)),
                _ => None,
            };
            edits.extend(constant.map(|(kind, ty)| Edit::Expr(read, kind, ty)));
        }
        let statements = own.changes.iter().chain(own.writes.iter().map(|(s, _)| s));
        if edits.len() == own.reads.len() && own.others.is_empty() && p.vars[v].storage != Storage::Param {
            edits.extend(statements.map(|&s| Edit::Stmt(s, StmtKind::Empty)));
            edits.push(Edit::DropVar(v));
            found.push(Proposal::new(Node::Var(v), 1, 4, Edit::All(edits)));
        }
    }
    found
}

fn mentions(tree: &Tree) -> FxHashMap<VarId, Mentions> {
    let p = &*tree.program;
    let sites: FxHashMap<Node, &Site> = tree.reach.sites.iter().map(|site| (site.node, site)).collect();
    let mut all: FxHashMap<VarId, Mentions> = FxHashMap::default();
    for (e, site) in tree.reach.exprs() {
        let ExprKind::Var(v) = p.exprs[e].kind else { continue };
        let own = all.entry(v).or_default();
        let Node::Expr(outer) = site.parent else {
            own.others.push((e, site.parent));
            continue;
        };
        let statement = sites.get(&site.parent).map(|site| site.parent);
        match (&p.exprs[outer].kind, statement) {
            (ExprKind::Load(_), _) => own.reads.push(outer),
            (ExprKind::Assign(l, r), Some(Node::Stmt(s)))
                if *l == e && matches!(p.stmts[s].kind, StmtKind::Expr(_)) =>
            {
                own.writes.push((s, *r));
            }
            (ExprKind::CompoundAssign { lhs: l, .. } | ExprKind::IncDec(_, l), Some(Node::Stmt(s)))
                if *l == e && matches!(p.stmts[s].kind, StmtKind::Expr(_)) =>
            {
                own.changes.push(s);
            }
            _ => own.others.push((e, site.parent)),
        }
    }
    all
}

/// Reads become what was written; the write and the variable go.
fn carried(v: VarId, own: &Mentions, value: ExprId, write: Option<StmtId>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = own.reads.iter().map(|&read| Edit::ExprFrom(read, value)).collect();
    edits.extend(write.map(|s| Edit::Stmt(s, StmtKind::Empty)));
    edits.push(Edit::DropVar(v));
    edits
}

/// `*p` becomes what `p` points to at first.
fn pointer(tree: &Tree, v: VarId, own: &Mentions) -> Option<Proposal> {
    let p = &*tree.program;
    let first = match (&p.vars[v].init, &own.writes[..]) {
        (Some(Init::Expr(value)), _) => *value,
        (_, [(_, value), ..]) => *value,
        _ => return None,
    };
    let target = address(p, first)?;
    let mut edits = Vec::new();
    for (e, _) in tree.reach.exprs() {
        match p.exprs[e].kind {
            ExprKind::Deref(pointer) | ExprKind::Index(pointer, _) if is_var(p, pointer, v) && alike(p, e, target) => {
                edits.push(Edit::ExprFrom(e, target));
            }
            _ => {}
        }
    }
    (!edits.is_empty()).then(|| Proposal::new(Node::Var(v), 1, 2, Edit::All(edits)))
}

/// Whether one object can stand for another: a member of one must be a member of the other.
fn alike(p: &Program, a: ExprId, b: ExprId) -> bool {
    let (a, b) = (p.ty(a).ty, p.ty(b).ty);
    a == b || p.types.is_arithmetic(a) && p.types.is_arithmetic(b)
}

/// The object that an expression is the address of.
fn address(p: &Program, e: ExprId) -> Option<ExprId> {
    match p.exprs[e].kind {
        ExprKind::AddrOf(object) => Some(object),
        ExprKind::Cast(_, _, inner) => address(p, inner),
        _ => None,
    }
}

/// `int unused = e;` becomes `e;`.
fn evaluated(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for (s, site) in tree.reach.stmts() {
        let StmtKind::Decl(vars) = &p.stmts[s].kind else { continue };
        let is_unused = vars.iter().all(|&v| tree.reach.uses(v) == 0);
        if is_unused
            && let [v] = **vars
            && let Some(Init::Expr(value)) = p.vars[v].init
        {
            found.push(Proposal::new(site.node, 2, 3, Edit::Stmt(s, StmtKind::Expr(value))));
        }
    }
    found
}
