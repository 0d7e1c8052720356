//! What of a program can be reached from its top level, and where it stands.

use crate::edit::Node;
use lydite_lang::visit::{self, Child};
use lydite_lang::*;
use rustc_hash::FxHashMap;

/// A statement or expression in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub node: Node,
    /// The statement, expression or variable around it.
    pub parent: Node,
    /// The function it is in.
    pub func: Option<FuncId>,
    /// How many statements and expressions are around it.
    pub depth: u32,
    /// How many nodes it has.
    pub weight: u32,
}

/// Everything reachable, in the order of the text, parents before their children.
pub(crate) struct Reach {
    pub sites: Vec<Site>,
    /// How often each variable is mentioned.
    pub vars: FxHashMap<VarId, u32>,
    /// How often each function is mentioned.
    pub funcs: FxHashMap<FuncId, u32>,
    /// Variables that are declared: at file scope, in blocks, as parameters.
    pub declared: Vec<VarId>,
}

impl Reach {
    pub(crate) fn of(p: &Program) -> Reach {
        let mut walk = Walk {
            p,
            func: None,
            out: Reach {
                sites: Vec::new(),
                vars: FxHashMap::default(),
                funcs: FxHashMap::default(),
                declared: Vec::new(),
            },
        };
        let mut seen_vars = rustc_hash::FxHashSet::default();
        for &item in &p.items {
            match item {
                Item::Var(v) if seen_vars.insert(v) => walk.var(v, 0),
                Item::FuncDef(f) => {
                    walk.func = Some(f);
                    let function = &p.funcs[f];
                    walk.out.declared.extend(&function.params);
                    if let Some(body) = function.body {
                        walk.stmt(body, Node::Func(f), 0);
                    }
                    walk.func = None;
                }
                _ => {}
            }
        }
        walk.out
    }

    pub(crate) fn uses(&self, v: VarId) -> u32 {
        self.vars.get(&v).copied().unwrap_or(0)
    }

    pub(crate) fn calls(&self, f: FuncId) -> u32 {
        self.funcs.get(&f).copied().unwrap_or(0)
    }

    pub(crate) fn stmts(&self) -> impl DoubleEndedIterator<Item = (StmtId, &Site)> {
        self.sites.iter().filter_map(|site| match site.node {
            Node::Stmt(s) => Some((s, site)),
            _ => None,
        })
    }

    pub(crate) fn exprs(&self) -> impl DoubleEndedIterator<Item = (ExprId, &Site)> {
        self.sites.iter().filter_map(|site| match site.node {
            Node::Expr(e) => Some((e, site)),
            _ => None,
        })
    }
}

struct Walk<'p> {
    p: &'p Program,
    func: Option<FuncId>,
    out: Reach,
}

impl Walk<'_> {
    fn enter(&mut self, node: Node, parent: Node, depth: u32) -> usize {
        self.out.sites.push(Site { node, parent, func: self.func, depth, weight: 1 });
        self.out.sites.len() - 1
    }

    fn leave(&mut self, at: usize) {
        self.out.sites[at].weight = (self.out.sites.len() - at) as u32;
    }

    fn stmt(&mut self, s: StmtId, parent: Node, depth: u32) {
        let at = self.enter(Node::Stmt(s), parent, depth);
        let mut children = Vec::new();
        visit::stmt_children(self.p, s, &mut |child| children.push(child));
        self.children(&children, Node::Stmt(s), depth + 1);
        self.leave(at);
    }

    fn expr(&mut self, e: ExprId, parent: Node, depth: u32) {
        let at = self.enter(Node::Expr(e), parent, depth);
        match &self.p.exprs[e].kind {
            ExprKind::Var(v) => *self.out.vars.entry(*v).or_default() += 1,
            ExprKind::Func(f) => *self.out.funcs.entry(*f).or_default() += 1,
            _ => {}
        }
        let mut children = Vec::new();
        visit::expr_children(self.p, e, &mut |child| children.push(child));
        self.children(&children, Node::Expr(e), depth + 1);
        self.leave(at);
    }

    fn var(&mut self, v: VarId, depth: u32) {
        self.out.declared.push(v);
        let Some(init) = &self.p.vars[v].init else { return };
        let mut exprs = Vec::new();
        visit::init_exprs(init, &mut |e| exprs.push(e));
        for e in exprs {
            self.expr(e, Node::Var(v), depth);
        }
    }

    fn children(&mut self, children: &[Child], parent: Node, depth: u32) {
        for &child in children {
            match child {
                Child::Expr(e) => self.expr(e, parent, depth),
                Child::Stmt(s) => self.stmt(s, parent, depth),
                Child::Var(v) => self.var(v, depth),
            }
        }
    }
}

/// The deepest tree that is printed.
const DEPTH: u32 = 4096;

/// Whether a program has at most this many nodes; edits that copy parts of each other can tie a tree into a knot.
pub(crate) fn is_finite(p: &Program, most: usize) -> bool {
    let mut left = most;
    p.items.iter().all(|item| match *item {
        Item::Var(v) => bounded(p, Child::Var(v), 0, &mut left),
        Item::FuncDef(f) => p.funcs[f].body.is_none_or(|body| bounded(p, Child::Stmt(body), 0, &mut left)),
        Item::FuncDecl(_) => true,
    })
}

fn bounded(p: &Program, node: Child, depth: u32, left: &mut usize) -> bool {
    if *left == 0 || depth > DEPTH {
        return false;
    }
    *left -= 1;
    let mut fine = true;
    let mut visit = |child| fine = fine && bounded(p, child, depth + 1, left);
    match node {
        Child::Stmt(s) => visit::stmt_children(p, s, &mut visit),
        Child::Expr(e) => visit::expr_children(p, e, &mut visit),
        Child::Var(v) => {
            if let Some(init) = &p.vars[v].init {
                visit::init_exprs(init, &mut |e| visit(Child::Expr(e)));
            }
        }
    }
    fine
}
