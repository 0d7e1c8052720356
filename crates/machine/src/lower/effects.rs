//! What expressions may read and write: decides which variables can live in registers, and which groups of
//! unsequenced operands (6.5p2-3) could conflict and must be watched when they run.

use super::Repr;
use super::depth::Depth;
use super::facts::FactTable;
use lydite_lang::visit::{Child, expr_children, init_exprs, stmt_children};
use lydite_lang::*;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A set of kinds of access.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Access(pub u8);

impl Access {
    pub const NONE: Access = Access(0);
    /// Of a named variable.
    pub const READ: Access = Access(1);
    pub const WRITE: Access = Access(2);
    /// Through a pointer or in a callee: could be any variable whose address is known.
    pub const READ_MEMORY: Access = Access(4);
    pub const WRITE_MEMORY: Access = Access(8);
    const ANY_WRITE: Access = Access(2 | 8);
    pub const MEMORY: Access = Access(4 | 8);
    pub const ALL: Access = Access(15);

    fn with(self, other: Access) -> Access {
        Access(self.0 | other.0)
    }
    fn meets(self, other: Access) -> bool {
        self.0 & other.0 != 0
    }
}

/// What one operand may touch.
#[derive(Default)]
struct Touched {
    reads: Vec<VarId>,
    writes: Vec<VarId>,
    memory: Access,
}

/// Operands of an expression that are not sequenced with one another, each as what evaluating it does.
enum Operand {
    /// The value of an expression.
    Value(ExprId),
    /// Finding out which object an lvalue designates.
    Address(ExprId),
    /// That, and reading it.
    AddressAndRead(ExprId),
}

/// What is decided about an expression, one bit each.
mod bit {
    pub const WATCHED: u8 = 1;
    pub const WATCHED_STORE: u8 = 2;
}

/// The facts about one program.
pub struct Effects<'p> {
    p: &'p Program,
    address_taken: Vec<bool>,
    forced: Vec<bool>,
    facts: FactTable<'p>,
    /// By expression: see [`bit`].
    bits: Vec<u8>,
    functions: Vec<Access>,
    /// Accesses of expressions that call something.
    memo: Vec<Option<Access>>,
    literals: FxHashMap<StmtId, Vec<VarId>>,
    entries: Vec<Option<bool>>,
    /// Operands of the expression at hand; empty in between.
    operands: Vec<Operand>,
    depth: Depth,
    labels: FxHashMap<FuncId, Vec<LabelId>>,
    falls_off: Vec<bool>,
}

impl<'p> Effects<'p> {
    /// Walks the whole program.
    pub(super) fn new(p: &'p Program, reprs: Rc<[Repr]>) -> Self {
        let mut this = Effects {
            p,
            address_taken: vec![false; p.vars.len()],
            forced: vec![false; p.vars.len()],
            facts: FactTable::new(p, reprs),
            bits: vec![0; p.exprs.len()],
            functions: vec![Access::NONE; p.funcs.len()],
            memo: vec![None; p.exprs.len()],
            literals: FxHashMap::default(),
            entries: vec![None; p.stmts.len()],
            operands: Vec::new(),
            depth: Depth::default(),
            labels: FxHashMap::default(),
            falls_off: vec![false; p.funcs.len()],
        };
        let mut calls: Vec<Vec<FuncId>> = vec![Vec::new(); p.funcs.len()];
        for (id, func) in p.funcs.iter() {
            if let Some(body) = func.body {
                let mut scan = Scan { func: id, block: body, calls: &mut calls[id.0 as usize] };
                this.scan_stmt(body, &mut scan);
                this.falls_off[id.0 as usize] |= this.may_fall_off(body);
            }
        }
        for (_, var) in p.vars.iter() {
            if var.storage.is_static()
                && let Some(init) = &var.init
            {
                let mut none = Vec::new();
                init_exprs(init, &mut |e| {
                    let mut scan = Scan { func: FuncId(u32::MAX), block: StmtId(u32::MAX), calls: &mut none };
                    this.scan_expr(e, &mut scan);
                });
            }
        }
        for &callee in calls.iter().flatten() {
            let func = &p.funcs[callee];
            if func.body.is_none() {
                this.functions[callee.0 as usize] = library_access(p.names.text(func.name));
            }
        }
        this.close_over_calls(&calls);
        for (_, func) in p.funcs.iter() {
            if let Some(body) = func.body {
                this.groups_in_stmt(body);
            }
        }
        this
    }

    /// Whether a variable must be an object in memory although it is a scalar.
    pub fn in_memory(&self, var: VarId) -> bool {
        self.address_taken[var.0 as usize] || self.forced[var.0 as usize]
    }
    /// Whether an expression's operands could conflict.
    pub fn watched(&self, e: ExprId) -> bool {
        self.bits[e.0 as usize] & bit::WATCHED != 0
    }
    /// Whether an assignment's store could conflict with the side effects of its operands.
    pub fn watched_store(&self, e: ExprId) -> bool {
        self.bits[e.0 as usize] & bit::WATCHED_STORE != 0
    }
    /// Whether an expression makes records or vectors that need memory.
    pub fn makes_temporaries(&self, e: ExprId) -> bool {
        self.facts.get(e).makes_temporaries()
    }
    /// The compound literals that belong to a block.
    pub fn literals(&self, block: StmtId) -> &[VarId] {
        self.literals.get(&block).map_or(&[], Vec::as_slice)
    }
    /// The labels of a function whose address is taken.
    pub fn address_labels(&self, func: FuncId) -> &[LabelId] {
        self.labels.get(&func).map_or(&[], Vec::as_slice)
    }
    /// Whether control may leave a function without a value: at its end, or by a `return` that has none.
    pub fn falls_off(&self, func: FuncId) -> bool {
        self.falls_off[func.0 as usize]
    }
    /// Whether the expressions of an initialiser list, whose order is not fixed (6.7.9p23), could conflict.
    pub fn initialisers_conflict(&mut self, exprs: &[ExprId]) -> bool {
        if !exprs.iter().any(|&e| self.has_effect(e)) {
            return false;
        }
        let touched: Vec<Touched> = exprs.iter().map(|&e| self.touched(&Operand::Value(e))).collect();
        (0..touched.len()).any(|i| (0..touched.len()).any(|j| i != j && self.conflicts(&touched[i], &touched[j])))
    }

    /// Whether evaluating an expression changes anything.
    pub fn has_effect(&mut self, e: ExprId) -> bool {
        self.access(e).meets(Access::ANY_WRITE)
    }

    /// Whether a jump from outside could land inside a statement.
    pub fn has_entry(&mut self, s: StmtId) -> bool {
        self.entry(s, Bound::Free)
    }

    fn entry(&mut self, s: StmtId, bound: Bound) -> bool {
        if bound == Bound::Free
            && let Some(known) = self.entries[s.0 as usize]
        {
            return known;
        }
        let p = self.p;
        let found = match &p.stmts[s].kind {
            StmtKind::Label(..) => true,
            StmtKind::Case(_, body) | StmtKind::Default(body) => bound == Bound::Free || self.entry(*body, bound),
            StmtKind::Switch(_, body) => self.entry(*body, Bound::InSwitch),
            _ => {
                // Labels inside statement expressions can't be reached from outside.
                let mut found = false;
                stmt_children(p, s, &mut |c| {
                    if let Child::Stmt(s) = c {
                        found = found || self.entry(s, bound);
                    }
                });
                found
            }
        };
        if bound == Bound::Free {
            self.entries[s.0 as usize] = Some(found);
        }
        found
    }

    fn may_fall_off(&self, s: StmtId) -> bool {
        match &self.p.stmts[s].kind {
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_) => false,
            StmtKind::Block(stmts) => stmts.last().is_none_or(|&s| self.may_fall_off(s)),
            StmtKind::If(_, a, Some(b)) => self.may_fall_off(*a) || self.may_fall_off(*b),
            StmtKind::Label(_, s) => self.may_fall_off(*s),
            _ => true,
        }
    }

    // First walk: addresses, literals, labels, what functions do.

    fn scan_stmt(&mut self, s: StmtId, scan: &mut Scan<'_>) {
        let p = self.p;
        let outer = scan.block;
        match p.stmts[s].kind {
            StmtKind::Block(_) | StmtKind::For { .. } => scan.block = s,
            StmtKind::Return(None) => {
                if let Some(falls_off) = self.falls_off.get_mut(scan.func.0 as usize) {
                    *falls_off = true;
                }
            }
            _ => {}
        }
        stmt_children(p, s, &mut |child| self.scan_child(child, scan));
        scan.block = outer;
    }

    fn scan_child(&mut self, child: Child, scan: &mut Scan<'_>) {
        match child {
            Child::Expr(e) => self.scan_expr(e, scan),
            Child::Stmt(s) => self.scan_stmt(s, scan),
            Child::Var(v) if self.p.vars[v].storage.is_static() => {}
            Child::Var(v) => {
                if let Some(init) = &self.p.vars[v].init {
                    init_exprs(init, &mut |e| self.scan_expr(e, scan));
                }
            }
        }
    }

    /// An expression of a statement or initialiser.
    fn scan_expr(&mut self, e: ExprId, scan: &mut Scan<'_>) {
        let facts = self.facts.get(e);
        self.add_effect(scan.func, facts.seen_by_caller());
        if facts.is_special() {
            self.scan_special(e, scan);
        }
    }

    fn scan_special(&mut self, e: ExprId, scan: &mut Scan<'_>) {
        let p = self.p;
        match &p.exprs[e].kind {
            ExprKind::AddrOf(lv) => {
                if let Some(var) = root(p, *lv) {
                    self.address_taken[var.0 as usize] = true;
                }
            }
            ExprKind::CompoundLiteral(var) => {
                if !p.vars[*var].storage.is_static() {
                    self.literals.entry(scan.block).or_default().push(*var);
                }
                self.address_taken[var.0 as usize] = true;
            }
            ExprKind::LabelAddr(label) => {
                let labels = self.labels.entry(p.labels[*label].func).or_default();
                if !labels.contains(label) {
                    labels.push(*label);
                }
            }
            ExprKind::Call(f, _) => match direct_callee(p, *f) {
                Some(callee) => scan.calls.push(callee),
                None => self.add_effect(scan.func, Access::MEMORY),
            },
            _ => {}
        }
        expr_children(p, e, &mut |child| match child {
            Child::Expr(e) => {
                if self.facts.get(e).is_special() {
                    stacker::maybe_grow(64 << 10, 4 << 20, || self.scan_special(e, scan));
                }
            }
            child => self.scan_child(child, scan),
        });
    }

    fn add_effect(&mut self, func: FuncId, access: Access) {
        if let Some(f) = self.functions.get_mut(func.0 as usize) {
            *f = f.with(access);
        }
    }

    /// What a node itself does, without its operands: the lvalue it reads, the lvalue it writes, or memory.
    fn direct(&self, e: ExprId) -> Direct {
        match &self.p.exprs[e].kind {
            ExprKind::Load(lv) => Direct { read: Some(*lv), ..Direct::default() },
            ExprKind::Assign(lv, _) => Direct { write: Some(*lv), ..Direct::default() },
            ExprKind::CompoundAssign { lhs, .. } | ExprKind::IncDec(_, lhs) => {
                Direct { read: Some(*lhs), write: Some(*lhs), memory: Access::NONE }
            }
            ExprKind::VaArg(_) => Direct { memory: Access::MEMORY, ..Direct::default() },
            ExprKind::Builtin(b, _) => Direct { memory: builtin_access(*b), ..Direct::default() },
            _ => Direct::default(),
        }
    }

    fn close_over_calls(&mut self, calls: &[Vec<FuncId>]) {
        loop {
            let mut changed = false;
            for (caller, callees) in calls.iter().enumerate() {
                let all = callees.iter().fold(self.functions[caller], |a, c| a.with(self.functions[c.0 as usize]));
                changed |= all != self.functions[caller];
                self.functions[caller] = all;
            }
            if !changed {
                return;
            }
        }
    }

    // Second walk: groups of operands.

    fn groups_in_stmt(&mut self, s: StmtId) {
        let p = self.p;
        stmt_children(p, s, &mut |child| self.groups_in_child(child));
    }

    fn groups_in_child(&mut self, child: Child) {
        match child {
            Child::Expr(e) => self.groups_in_expr(e),
            Child::Stmt(s) => self.groups_in_stmt(s),
            Child::Var(v) => match &self.p.vars[v].init {
                None | Some(Init::Str(_)) => {}
                Some(Init::Expr(e)) => self.groups_in_expr(*e),
                Some(init) => {
                    let mut exprs = Vec::new();
                    init_exprs(init, &mut |e| exprs.push(e));
                    // Decided now, while variables can still be made objects.
                    if exprs.len() > 1 {
                        self.initialisers_conflict(&exprs);
                    }
                    exprs.into_iter().for_each(|e| self.groups_in_expr(e));
                }
            },
        }
    }

    fn groups_in_expr(&mut self, e: ExprId) {
        let statements = matches!(self.p.exprs[e].kind, ExprKind::StmtExpr(_));
        // Nothing inside an expression without side effects can conflict.
        if !statements && !self.access(e).meets(Access::ANY_WRITE) {
            return;
        }
        self.check_group(e);
        let p = self.p;
        if self.depth.enter() {
            stacker::maybe_grow(Depth::RED_ZONE, Depth::STACK, || {
                expr_children(p, e, &mut |child| self.groups_in_child(child));
            });
        } else {
            expr_children(p, e, &mut |child| self.groups_in_child(child));
        }
        self.depth.leave();
    }

    fn list_operands(&self, e: ExprId, list: &mut Vec<Operand>) {
        use Operand::*;
        match &self.p.exprs[e].kind {
            ExprKind::Binary(op, a, b) if !op.is_logical() => list.extend([Value(*a), Value(*b)]),
            ExprKind::PtrAdd(_, a, b) | ExprKind::PtrDiff(a, b) | ExprKind::Index(a, b) => {
                list.extend([Value(*a), Value(*b)]);
            }
            ExprKind::Lane(a, b) => {
                list.extend([if self.p.is_lvalue(*a) { Address(*a) } else { Value(*a) }, Value(*b)])
            }
            ExprKind::Assign(l, r) => list.extend([Address(*l), Value(*r)]),
            ExprKind::CompoundAssign { lhs, rhs, .. } => list.extend([AddressAndRead(*lhs), Value(*rhs)]),
            ExprKind::Call(f, args) => list.extend(std::iter::once(f).chain(args.iter()).map(|&a| Value(a))),
            ExprKind::Builtin(_, args) => list.extend(args.iter().map(|&a| Value(a))),
            _ => {}
        }
    }

    fn check_group(&mut self, e: ExprId) {
        let mut operands = std::mem::take(&mut self.operands);
        self.list_operands(e, &mut operands);
        let (mut writers, mut active) = (0, 0);
        for operand in &operands {
            let access = self.operand_access(operand);
            writers += u32::from(access.meets(Access::ANY_WRITE));
            active += u32::from(access != Access::NONE);
        }
        if writers > 0 && active > 1 {
            let touched: Vec<Touched> = operands.iter().map(|o| self.touched(o)).collect();
            let mut conflict = false;
            for i in 0..touched.len() {
                for j in 0..touched.len() {
                    if i != j {
                        conflict |= self.conflicts(&touched[i], &touched[j]);
                    }
                }
            }
            if conflict {
                self.bits[e.0 as usize] |= bit::WATCHED;
            }
        }
        operands.clear();
        self.operands = operands;
        // The store of an assignment against the side effects of its operands.
        let stored = match self.p.exprs[e].kind {
            ExprKind::Assign(l, _) => Some(l),
            ExprKind::CompoundAssign { lhs, .. } | ExprKind::IncDec(_, lhs) => Some(lhs),
            _ => None,
        };
        if let Some(lv) = stored
            && self.parts_write(e, lv)
        {
            let mut inner = Touched::default();
            self.touch_address(lv, &mut inner);
            if let ExprKind::Assign(_, r) | ExprKind::CompoundAssign { rhs: r, .. } = self.p.exprs[e].kind {
                self.touch(r, &mut inner);
            }
            let mut own = Touched::default();
            match root(self.p, lv) {
                Some(v) => own.writes.push(v),
                None => own.memory = Access::WRITE_MEMORY,
            }
            inner.reads.clear();
            inner.memory = Access(inner.memory.0 & Access::WRITE_MEMORY.0);
            if self.conflicts(&inner, &own) {
                self.bits[e.0 as usize] |= bit::WATCHED_STORE;
            }
        }
    }

    /// Whether an operand of an assignment to an lvalue has side effects.
    fn parts_write(&mut self, e: ExprId, lv: ExprId) -> bool {
        let right = match self.p.exprs[e].kind {
            ExprKind::Assign(_, r) | ExprKind::CompoundAssign { rhs: r, .. } => self.access(r),
            _ => Access::NONE,
        };
        right.with(self.operand_access(&Operand::Address(lv))).meets(Access::ANY_WRITE)
    }

    fn operand_access(&mut self, operand: &Operand) -> Access {
        match operand {
            Operand::Value(e) => self.access(*e),
            Operand::Address(e) | Operand::AddressAndRead(e) => {
                let mut access = Access::NONE;
                let p = self.p;
                expr_children(p, *e, &mut |child| access = access.with(self.child_access(child)));
                if matches!(operand, Operand::AddressAndRead(_)) { access.with(Access::READ) } else { access }
            }
        }
    }

    fn child_access(&mut self, child: Child) -> Access {
        match child {
            Child::Expr(e) => self.access(e),
            Child::Stmt(s) => {
                let p = self.p;
                let mut all = Access::NONE;
                stmt_children(p, s, &mut |c| all = all.with(self.child_access(c)));
                all
            }
            Child::Var(v) => {
                let mut access = Access::NONE;
                if let Some(init) = &self.p.vars[v].init {
                    init_exprs(init, &mut |e| access = access.with(self.access(e)));
                }
                access
            }
        }
    }

    /// What evaluating an expression does, roughly.
    fn access(&mut self, e: ExprId) -> Access {
        if let Some(known) = self.facts.get(e).access() {
            return known;
        }
        if let Some(known) = self.memo[e.0 as usize] {
            return known;
        }
        let access = stacker::maybe_grow(64 << 10, 4 << 20, || {
            let mut access = self.own_access(self.direct(e));
            if let ExprKind::Call(f, _) = &self.p.exprs[e].kind {
                access = access.with(match direct_callee(self.p, *f) {
                    Some(callee) => self.functions[callee.0 as usize],
                    None => Access::MEMORY,
                });
            }
            let p = self.p;
            let mut all = access;
            expr_children(p, e, &mut |c| all = all.with(self.child_access(c)));
            all
        });
        self.memo[e.0 as usize] = Some(access);
        access
    }

    /// What a node does itself, roughly.
    fn own_access(&self, direct: Direct) -> Access {
        let mut access = direct.memory;
        if let Some(lv) = direct.read {
            access = access.with(if root(self.p, lv).is_some() { Access::READ } else { Access::READ_MEMORY });
        }
        if let Some(lv) = direct.write {
            access = access.with(if root(self.p, lv).is_some() { Access::WRITE } else { Access::WRITE_MEMORY });
        }
        access
    }

    fn touched(&mut self, operand: &Operand) -> Touched {
        let mut touched = Touched::default();
        match operand {
            Operand::Value(e) => self.touch(*e, &mut touched),
            Operand::Address(lv) => self.touch_address(*lv, &mut touched),
            Operand::AddressAndRead(lv) => {
                self.touch_address(*lv, &mut touched);
                match root(self.p, *lv) {
                    Some(v) => touched.reads.push(v),
                    None => touched.memory = touched.memory.with(Access::READ_MEMORY),
                }
            }
        }
        touched
    }

    fn touch_address(&mut self, lv: ExprId, out: &mut Touched) {
        let p = self.p;
        expr_children(p, lv, &mut |child| match child {
            Child::Expr(e) if p.is_lvalue(e) => self.touch_address(e, out),
            child => self.touch_child(child, out),
        });
    }

    fn touch_child(&mut self, child: Child, out: &mut Touched) {
        match child {
            Child::Expr(e) => self.touch(e, out),
            Child::Stmt(s) => {
                let p = self.p;
                stmt_children(p, s, &mut |c| self.touch_child(c, out));
            }
            // What a declaration or compound literal initialises is new.
            Child::Var(v) => {
                if let Some(init) = &self.p.vars[v].init {
                    init_exprs(init, &mut |e| self.touch(e, out));
                }
            }
        }
    }

    fn touch(&mut self, e: ExprId, out: &mut Touched) {
        if self.access(e) == Access::NONE {
            return;
        }
        stacker::maybe_grow(64 << 10, 4 << 20, || {
            let direct = self.direct(e);
            out.memory = out.memory.with(direct.memory);
            if let Some(lv) = direct.read {
                match root(self.p, lv) {
                    Some(v) => out.reads.push(v),
                    None => out.memory = out.memory.with(Access::READ_MEMORY),
                }
            }
            if let Some(lv) = direct.write {
                match root(self.p, lv) {
                    Some(v) => out.writes.push(v),
                    None => out.memory = out.memory.with(Access::WRITE_MEMORY),
                }
            }
            if let ExprKind::Call(f, _) = &self.p.exprs[e].kind {
                out.memory = out.memory.with(match direct_callee(self.p, *f) {
                    Some(callee) => self.functions[callee.0 as usize],
                    None => Access::MEMORY,
                });
            }
            let p = self.p;
            expr_children(p, e, &mut |child| self.touch_child(child, out));
        });
    }

    /// Whether the first operand may write what the second touches; variables both name must then be objects.
    fn conflicts(&mut self, a: &Touched, b: &Touched) -> bool {
        let mut found = false;
        for v in &a.writes {
            if b.reads.contains(v) || b.writes.contains(v) {
                self.forced[v.0 as usize] = true;
                found = true;
            }
        }
        let b_memory = b.memory.meets(Access::MEMORY);
        if a.memory.meets(Access::WRITE_MEMORY)
            && (b_memory || b.reads.iter().chain(&b.writes).any(|&v| self.reachable(v)))
        {
            found = true;
        }
        if b_memory && a.writes.iter().any(|&v| self.reachable(v)) {
            found = true;
        }
        found
    }

    /// Whether a variable can be reached through memory.
    fn reachable(&self, v: VarId) -> bool {
        let var = &self.p.vars[v];
        var.storage.is_static()
            || self.address_taken[v.0 as usize]
            || self.p.types.is_array(var.ty.ty)
            || self.p.types.is_record(var.ty.ty)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Cases belong to a switch outside.
    Free,
    /// Cases belong to a switch inside.
    InSwitch,
}

#[derive(Clone, Copy, Default)]
struct Direct {
    read: Option<ExprId>,
    write: Option<ExprId>,
    memory: Access,
}

struct Scan<'a> {
    func: FuncId,
    block: StmtId,
    calls: &'a mut Vec<FuncId>,
}

/// The variable an lvalue is a part of; none if it is reached through a pointer.
pub(super) fn root(p: &Program, lv: ExprId) -> Option<VarId> {
    match &p.exprs[lv].kind {
        ExprKind::Var(v) | ExprKind::CompoundLiteral(v) => Some(*v),
        ExprKind::Member(base, _) | ExprKind::Lane(base, _) => root(p, *base),
        ExprKind::Index(ptr, _) => match &p.exprs[*ptr].kind {
            ExprKind::Cast(CastKind::ArrayDecay, _, array) => root(p, *array),
            _ => None,
        },
        ExprKind::Generic(g) => root(p, g.choices[g.chosen].1),
        _ => None,
    }
}

/// The function a call names.
pub fn direct_callee(p: &Program, callee: ExprId) -> Option<FuncId> {
    match &p.exprs[callee].kind {
        ExprKind::Cast(CastKind::FuncDecay, _, f) => direct_callee(p, *f),
        ExprKind::Func(f) => Some(*f),
        ExprKind::Deref(e) | ExprKind::AddrOf(e) => direct_callee(p, *e),
        _ => None,
    }
}

/// Library functions that change nothing.
const READERS: &[&str] = &[
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "memcmp",
    "bcmp",
    "memchr",
    "strchr",
    "strrchr",
    "strstr",
    "strspn",
    "strcspn",
    "strpbrk",
    "atoi",
    "atol",
    "atoll",
    "atof",
];

fn library_access(name: &str) -> Access {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    match crate::libc::find(name) {
        Some(function) if crate::exec::libc_is_pure(function) => Access::NONE,
        Some(_) if READERS.contains(&plain) => Access::READ_MEMORY,
        _ => Access::MEMORY,
    }
}

pub(super) fn builtin_access(b: Builtin) -> Access {
    use Builtin::*;
    match b {
        AddOverflow | SubOverflow | MulOverflow => Access::WRITE_MEMORY,
        VaStart
        | VaCopy
        | VaEnd
        | AtomicLoad
        | AtomicStore
        | AtomicExchange
        | AtomicCompareExchange
        | AtomicFetchAdd
        | AtomicFetchSub
        | AtomicFetchAnd
        | AtomicFetchOr
        | AtomicFetchXor
        | AtomicAddFetch
        | AtomicSubFetch
        | AtomicAndFetch
        | AtomicOrFetch
        | AtomicXorFetch
        | SyncValCompareSwap
        | SyncBoolCompareSwap => Access::MEMORY,
        _ => Access::NONE,
    }
}
