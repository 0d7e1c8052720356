//! What can be said of each expression on its own, found in one pass over the arena.
//!
//! Operands are nearly always made before the operators that use them, so they are nearly always known when they are
//! asked for; the others are found on the way.

use super::effects::{Access, builtin_access, root};
use super::{Repr, makes_temporary};
use lydite_lang::visit::{Child, expr_children, init_exprs, stmt_children};
use lydite_lang::*;
use std::rc::Rc;

/// What an expression and its operands do: accesses in the low bits, what callers could notice of them in the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts(u16);

impl Facts {
    const NONE: Facts = Facts(0);
    const UNKNOWN: Facts = Facts(u16::MAX);
    /// Accesses to memory, moved here, are those that a caller of the function could notice.
    const SEEN: u32 = 4;
    /// There is more to its accesses: calls, whose effects are not known yet.
    const CALLS: Facts = Facts(1 << 8);
    /// It makes records or vectors that need memory.
    const TEMPORARIES: Facts = Facts(1 << 9);
    /// It takes an address, calls, or holds literals or statements.
    const SPECIAL: Facts = Facts(1 << 10);

    fn with(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }
    fn has(self, other: Facts) -> bool {
        self.0 & other.0 != 0
    }
    fn memory(access: Access) -> Facts {
        Facts(u16::from(access.0) | u16::from(access.0) << Facts::SEEN)
    }

    /// What it accesses, unless that depends on what is called.
    pub fn access(self) -> Option<Access> {
        (!self.has(Facts::CALLS)).then_some(Access(self.0 as u8 & Access::ALL.0))
    }
    /// What callers of its function could notice, apart from calls.
    pub fn seen_by_caller(self) -> Access {
        Access((self.0 >> Facts::SEEN) as u8 & Access::MEMORY.0)
    }
    /// Whether it makes records or vectors that need memory.
    pub fn makes_temporaries(self) -> bool {
        self.has(Facts::TEMPORARIES)
    }
    /// Whether it has to be walked for addresses, calls, literals and statements.
    pub fn is_special(self) -> bool {
        self.has(Facts::SPECIAL)
    }
}

/// The facts about all expressions of a program.
pub(super) struct FactTable<'p> {
    p: &'p Program,
    reprs: Rc<[Repr]>,
    table: Vec<Facts>,
}

impl<'p> FactTable<'p> {
    /// One pass.
    pub fn new(p: &'p Program, reprs: Rc<[Repr]>) -> Self {
        let mut this = FactTable { p, reprs, table: vec![Facts::UNKNOWN; p.exprs.len()] };
        for (e, _) in p.exprs.iter() {
            this.find(e);
        }
        this
    }

    /// What is known of an expression.
    pub fn get(&self, e: ExprId) -> Facts {
        self.table[e.0 as usize]
    }

    #[inline]
    fn find(&mut self, e: ExprId) -> Facts {
        let known = self.table[e.0 as usize];
        if known != Facts::UNKNOWN {
            return known;
        }
        self.compute(e)
    }

    /// What is known of an operand, found now if it is not.
    #[inline]
    fn operand(&mut self, e: ExprId) -> Facts {
        let known = self.table[e.0 as usize];
        if known != Facts::UNKNOWN { known } else { stacker::maybe_grow(64 << 10, 4 << 20, || self.compute(e)) }
    }

    fn compute(&mut self, e: ExprId) -> Facts {
        let node = &self.p.exprs[e];
        // The usual nodes, without the detour over their children.
        let facts = match node.kind {
            ExprKind::Int(_) | ExprKind::Var(_) | ExprKind::Float(_) | ExprKind::Func(_) => Facts::NONE,
            ExprKind::Load(lv) => self.operand(lv).with(self.touches(lv, Access::READ, Access::READ_MEMORY)),
            ExprKind::Assign(lv, value) => {
                let operands = self.operand(lv).with(self.operand(value));
                operands.with(self.touches(lv, Access::WRITE, Access::WRITE_MEMORY))
            }
            ExprKind::Member(a, _) | ExprKind::Deref(a) => self.operand(a),
            ExprKind::Index(a, b) => self.operand(a).with(self.operand(b)),
            ExprKind::Cast(_, _, a) | ExprKind::Unary(_, a) => self.operand(a).with(self.temporary(node.ty.ty)),
            ExprKind::Binary(_, a, b) => self.operand(a).with(self.operand(b)).with(self.temporary(node.ty.ty)),
            _ => return self.compute_any(e),
        };
        self.table[e.0 as usize] = facts;
        facts
    }

    /// An operator's result that needs memory.
    #[inline]
    fn temporary(&self, ty: TypeId) -> Facts {
        if self.reprs[ty.0 as usize] == Repr::Memory { Facts::TEMPORARIES } else { Facts::NONE }
    }

    fn compute_any(&mut self, e: ExprId) -> Facts {
        let p = self.p;
        let mut facts = self.own(e);
        expr_children(p, e, &mut |child| {
            facts = facts.with(match child {
                Child::Expr(c) => self.operand(c),
                child => self.inside(child),
            });
        });
        self.table[e.0 as usize] = facts;
        facts
    }

    /// Statements and variables inside an expression; temporaries of theirs are not those of the expression.
    fn inside(&mut self, child: Child) -> Facts {
        let p = self.p;
        let mut facts = Facts::NONE;
        match child {
            Child::Expr(e) => facts = self.find(e),
            Child::Stmt(s) => stmt_children(p, s, &mut |c| facts = facts.with(self.inside(c))),
            // What a static initialiser does is done elsewhere.
            Child::Var(v) if p.vars[v].storage.is_static() => facts = Facts::CALLS,
            Child::Var(v) => {
                if let Some(init) = &p.vars[v].init {
                    init_exprs(init, &mut |e| facts = facts.with(self.find(e)));
                }
            }
        }
        Facts(facts.0 & !Facts::TEMPORARIES.0)
    }

    /// What a node does itself, without its operands.
    fn own(&self, e: ExprId) -> Facts {
        let p = self.p;
        let facts = match &p.exprs[e].kind {
            ExprKind::Load(lv) => return self.touches(*lv, Access::READ, Access::READ_MEMORY),
            ExprKind::Assign(lv, _) => return self.touches(*lv, Access::WRITE, Access::WRITE_MEMORY),
            ExprKind::IncDec(_, lv) | ExprKind::CompoundAssign { lhs: lv, .. } => {
                let read = self.touches(*lv, Access::READ, Access::READ_MEMORY);
                read.with(self.touches(*lv, Access::WRITE, Access::WRITE_MEMORY))
            }
            ExprKind::VaArg(_) => Facts::memory(Access::MEMORY),
            ExprKind::Builtin(b, _) => Facts::memory(builtin_access(*b)),
            ExprKind::Call(..) => Facts::CALLS.with(Facts::SPECIAL),
            ExprKind::AddrOf(_) | ExprKind::CompoundLiteral(_) | ExprKind::LabelAddr(_) | ExprKind::StmtExpr(_) => {
                Facts::SPECIAL
            }
            _ => Facts::NONE,
        };
        if makes_temporary(p, &self.reprs, e) { facts.with(Facts::TEMPORARIES) } else { facts }
    }

    fn touches(&self, lv: ExprId, named: Access, memory: Access) -> Facts {
        match root(self.p, lv) {
            Some(v) if self.p.vars[v].storage.is_static() => {
                Facts(u16::from(named.0) | u16::from(memory.0) << Facts::SEEN)
            }
            Some(_) => Facts(named.0.into()),
            None => Facts::memory(memory),
        }
    }
}
