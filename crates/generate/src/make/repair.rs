//! Repair at the site.
//!
//! Every operator that could be undefined is a site with a [`Style`] that the choices picked. The machine runs the
//! program in total mode, where an operator that goes wrong means what its style says, and marks the sites where that
//! happened. Exactly those are then rewritten in the tree (all of them for `--paths all`). Guards work the other way
//! round: they are made with the program and taken out again if they never did anything.

use super::dsl::built;
use super::safe::SafeFunctions;
use super::shift::is_signed;
use super::state::Gen;
use crate::feature::Feature;
use crate::loops::Avoid;
use crate::options::{Paths, Shifts};
use lydite_lang::*;
use lydite_machine::Covered;
use lydite_machine::plan::{Mark, Plan, Plans};
use rustc_hash::FxHashMap;

/// How a site is made safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Computed in the unsigned type and converted back.
    Cast,
    /// A conditional expression that keeps the left operand.
    Guard,
    /// A function that does the same.
    Function,
    /// A count or divisor that is brought into range.
    Mask,
    /// Another operator; only where a site runs once.
    Rewrite(u16),
    /// An index reduced to the length.
    Index(u32),
}

/// A guard that is taken out if it never did anything.
#[derive(Clone, Debug)]
pub struct GuardSite {
    /// What is watched: the guard's condition.
    pub watch: ExprId,
    /// The node with the guard.
    pub node: ExprId,
    /// What it is without.
    pub plain: ExprId,
    /// Statements that are only there for the guard.
    pub helpers: Vec<StmtId>,
    /// What it is for.
    pub feature: Feature,
}

/// All sites of a program.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    /// Operators and how they are repaired.
    pub sites: FxHashMap<ExprId, Style>,
    /// Guards.
    pub guards: Vec<GuardSite>,
    /// Promises to the compiler and the statements to take out if they do not hold.
    pub promises: Vec<(ExprId, StmtId)>,
    /// What may be shifted to the right.
    pub shifts: Shifts,
}

impl Repairs {
    /// Whether a site that went wrong is to become another operator.
    pub fn rewrites(&self, marks: &[Mark]) -> bool {
        marks.iter().any(|m| matches!(self.sites.get(&m.expr), Some(Style::Rewrite(_))))
    }

    /// Gives every site that was to become another operator a plan that holds however often it runs.
    pub fn forgo_rewrites(&mut self, program: &Program) {
        for (&expr, style) in &mut self.sites {
            if matches!(style, Style::Rewrite(_)) {
                *style = if divides(program, expr) { Style::Function } else { Style::Cast };
            }
        }
    }
}

impl Gen {
    /// Gives a site its plan if it needs one.
    pub fn plan_site(&mut self, e: ExprId) {
        if self.shifts_negative(e) {
            let style = Style::Rewrite(self.c.word(6) as u16);
            self.repairs.sites.insert(e, style);
        } else if self.could_fail(e) {
            let style = self.draw_style(e);
            self.repairs.sites.insert(e, style);
        }
    }

    /// Gives a conversion from a floating type its plan.
    pub fn plan_conversion(&mut self, e: ExprId) {
        let p = &self.b.program;
        if let ExprKind::Cast(CastKind::FloatToInt, _, inner) = p.exprs[e].kind {
            let style = if is_leaf(&self.b.program, inner) { Style::Guard } else { Style::Function };
            self.repairs.sites.insert(e, style);
        }
    }

    /// Gives an index its plan; the node must be nobody else's.
    pub(crate) fn plan_index(&mut self, index: ExprId, len: u64) {
        self.repairs.sites.insert(index, Style::Index(len as u32));
    }

    fn could_fail(&self, e: ExprId) -> bool {
        let p = &self.b.program;
        let int = |e: ExprId| p.types.int_type(p.ty(e).ty);
        let value = |e: ExprId| fold::integer(p, e);
        match &p.exprs[e].kind {
            ExprKind::Binary(op, a, b) => {
                let (Some(t), Some(_)) = (int(*a), int(*b)) else { return false };
                operator_could_fail(*op, t, value(*a), value(*b))
            }
            ExprKind::Unary(UnOp::Neg, a) => {
                int(*a).is_some_and(|t| t.signed && value(*a).is_none_or(|v| v == t.min()))
            }
            ExprKind::CompoundAssign { op, rhs, in_type, .. } => {
                let Some(t) = p.types.int_type(*in_type) else { return false };
                operator_could_fail(*op, t, None, value(*rhs))
            }
            // Narrow types are computed in `int`, where one more always fits; those of odd widths are not. A bit-field
            // that is narrower than its type has room in it and is converted back.
            ExprKind::IncDec(_, lhs) => {
                let odd = matches!(p.types.int_kind_of(p.ty(*lhs).ty), Some(IntKind::BitInt { .. }));
                int(*lhs).is_some_and(|t| {
                    t.signed && (t.bits >= 32 || odd) && p.bit_field_width(*lhs).is_none_or(|w| w >= u32::from(t.bits))
                })
            }
            ExprKind::Builtin(Builtin::Clz | Builtin::Ctz, _) => true,
            _ => false,
        }
    }

    fn draw_style(&mut self, e: ExprId) -> Style {
        let (op, simple) = match &self.b.program.exprs[e].kind {
            ExprKind::Binary(op, a, b) => (Some(*op), is_leaf(&self.b.program, *a) && is_leaf(&self.b.program, *b)),
            ExprKind::CompoundAssign { op, rhs, .. } => (Some(*op), is_leaf(&self.b.program, *rhs)),
            ExprKind::Unary(_, a) => (None, is_leaf(&self.b.program, *a)),
            ExprKind::Builtin(..) => return Style::Guard,
            _ => return if self.c.coin(1, 2) { Style::Guard } else { Style::Cast },
        };
        let is_binary = matches!(self.b.program.exprs[e].kind, ExprKind::Binary(..));
        let is_divide = matches!(op, Some(BinOp::Div | BinOp::Rem));
        let is_shift = op.is_some_and(BinOp::is_shift);
        let w = |f| self.weight(f);
        let once = self.runs_once();
        let weights = [
            if is_divide { 0 } else { w(Feature::RepairCast) },
            if simple { w(Feature::RepairGuard) } else { 0 },
            w(Feature::RepairFunction),
            if is_shift || is_divide && simple && is_binary { w(Feature::RepairMask) } else { 0 },
            if once { self.options.family.row().rewrites * w(Feature::RepairRewrite) } else { 0 },
        ];
        match self.c.weighted(&weights) {
            0 if is_divide => Style::Function,
            0 => Style::Cast,
            1 => Style::Guard,
            2 => Style::Function,
            3 => Style::Mask,
            _ => Style::Rewrite(self.c.word(6) as u16),
        }
    }

    /// Whether what is made here runs once at most: another operator holds for the values of one run only.
    pub(super) fn runs_once(&self) -> bool {
        let same = self.f.times == 1 || self.f.avoid != Avoid::Tracked;
        self.f.once && same && self.options.paths == Paths::Executed
    }

    /// A guard: `node` is what stands in the program, `plain` what it is without the guard.
    pub fn guard(&mut self, watch: ExprId, node: ExprId, plain: ExprId, helpers: Vec<StmtId>, feature: Feature) {
        self.repairs.guards.push(GuardSite { watch, node, plain, helpers, feature });
    }
}

/// Whether an expression is a variable or constant: cheap and safe to repeat.
fn is_leaf(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int(_) | ExprKind::Wide(_) | ExprKind::Float(_) => true,
        ExprKind::Load(l) => matches!(p.exprs[l].kind, ExprKind::Var(_)) && !p.ty(l).quals.has(Quals::VOLATILE),
        ExprKind::Cast(_, Written::Implicit, inner) => is_leaf(p, inner),
        _ => false,
    }
}

fn operator_could_fail(op: BinOp, t: IntType, a: Option<i128>, b: Option<i128>) -> bool {
    if let (Some(a), Some(b)) = (a, b) {
        return t.binary(op, a, b).is_err();
    }
    match op {
        BinOp::Add | BinOp::Sub => t.signed && b != Some(0),
        BinOp::Mul => t.signed && !matches!(b, Some(0 | 1)),
        BinOp::Div | BinOp::Rem => b.is_none_or(|v| v == 0 || v == -1),
        BinOp::Shl => t.signed || b.is_none_or(|v| !(0..i128::from(t.bits)).contains(&v)),
        BinOp::Shr => b.is_none_or(|v| !(0..i128::from(t.bits)).contains(&v)),
        _ => false,
    }
}

/// What the machine is told.
pub fn plans(program: &Program, repairs: &Repairs) -> Plans {
    let mut plans = Plans::new();
    for (&expr, &style) in &repairs.sites {
        plans.set(expr, machine_plan(program, expr, style, repairs.shifts));
    }
    for guard in &repairs.guards {
        plans.set(guard.watch, Plan::Watch);
    }
    for &(expr, _) in &repairs.promises {
        plans.set(expr, Plan::Drop);
    }
    plans
}

fn machine_plan(program: &Program, expr: ExprId, style: Style, shifts: Shifts) -> Plan {
    let is_conversion = matches!(program.exprs[expr].kind, ExprKind::Cast(..) | ExprKind::Builtin(..));
    if is_conversion && !matches!(style, Style::Index(_)) {
        return Plan::Zero;
    }
    match style {
        Style::Cast => Plan::Wrap,
        Style::Guard | Style::Function => Plan::Keep,
        Style::Mask if divides(program, expr) => Plan::One,
        Style::Mask => Plan::Mask,
        Style::Rewrite(salt) => match program.exprs[expr].kind {
            ExprKind::Binary(BinOp::Shr, a, _) if shifts == Shifts::NonNegative && is_signed(program, a) => {
                Plan::NonNegative { salt }
            }
            _ => Plan::Rewrite { salt },
        },
        Style::Index(len) => Plan::Index { len },
    }
}

fn divides(program: &Program, e: ExprId) -> bool {
    matches!(
        program.exprs[e].kind,
        ExprKind::Binary(BinOp::Div | BinOp::Rem, ..) | ExprKind::CompoundAssign { op: BinOp::Div | BinOp::Rem, .. }
    )
}

/// Rewrites what must be rewritten; says for which features, once each time.
pub fn apply(
    b: &mut Builder,
    repairs: &Repairs,
    marks: &[Mark],
    covered: &Covered,
    paths: Paths,
) -> Vec<(Feature, ExprId)> {
    let marked: FxHashMap<ExprId, &Mark> = marks.iter().map(|m| (m.expr, m)).collect();
    // Operands are made before operators, so the inner sites come first and are copied in their final form.
    let mut sites: Vec<(ExprId, Style)> = match paths {
        Paths::All => repairs.sites.iter().map(|(&e, &s)| (e, s)).collect(),
        Paths::Executed => marks.iter().filter_map(|m| Some((m.expr, *repairs.sites.get(&m.expr)?))).collect(),
    };
    if paths == Paths::Executed {
        sites.extend(dead_indices(&b.program, repairs, covered));
    }
    sites.sort_by_key(|s| s.0);
    sites.dedup_by_key(|s| s.0);
    let mut rewriter = Rewriter { b, safe: SafeFunctions::default(), done: Vec::new(), shifts: repairs.shifts };
    for (expr, style) in sites {
        rewriter.site(expr, style, marked.get(&expr).copied());
    }
    for guard in &repairs.guards {
        if marked.contains_key(&guard.watch) || paths == Paths::All {
            rewriter.done.push((guard.feature, guard.node));
            continue;
        }
        let plain = rewriter.b.program.exprs[guard.plain].clone();
        rewriter.b.program.exprs[guard.node] = plain;
        for &stmt in &guard.helpers {
            rewriter.b.program.stmts[stmt].kind = StmtKind::Empty;
        }
    }
    for &(expr, stmt) in &repairs.promises {
        if marked.contains_key(&expr) || paths == Paths::All {
            rewriter.b.program.stmts[stmt].kind = StmtKind::Empty;
        }
    }
    let Rewriter { b, safe, done, .. } = rewriter;
    safe.finish(b);
    done
}

/// Indices in statements that never ran, and in operands that may not be evaluated though their statement runs. A compiler that
/// works one out may ask the linker for an address it can't reach, so they are reduced, too.
fn dead_indices(p: &Program, repairs: &Repairs, covered: &Covered) -> Vec<(ExprId, Style)> {
    let mut found = Vec::new();
    let mut todo: Vec<(visit::Child, Certainty)> = Vec::new();
    for s in p.stmts.ids() {
        let begins = if covered.begins(s) { Certainty::Runs } else { Certainty::MayNotRun };
        visit::stmt_children(p, s, &mut |child| {
            // A body that is left early never comes to these.
            let late = match (&p.stmts[s].kind, child) {
                (StmtKind::DoWhile(_, e), visit::Child::Expr(c)) => *e == c,
                (StmtKind::For { step: Some(e), .. }, visit::Child::Expr(c)) => *e == c,
                _ => false,
            };
            todo.push((child, if late { Certainty::MayNotRun } else { begins }));
        });
        while let Some((child, certainty)) = todo.pop() {
            match child {
                visit::Child::Expr(e) => {
                    if let (Certainty::MayNotRun, Some(style @ Style::Index(_))) = (certainty, repairs.sites.get(&e)) {
                        found.push((e, *style));
                    }
                    let mut first = true;
                    visit::expr_children(p, e, &mut |child| {
                        let runs = std::mem::take(&mut first) || !is_conditional(&p.exprs[e].kind);
                        todo.push((child, if runs { certainty } else { Certainty::MayNotRun }));
                    });
                }
                visit::Child::Var(v) => {
                    if let Some(init) = &p.vars[v].init {
                        visit::init_exprs(init, &mut |e| todo.push((visit::Child::Expr(e), certainty)));
                    }
                }
                visit::Child::Stmt(_) => {}
            }
        }
    }
    found
}

/// Whether an expression is known to be evaluated.
#[derive(Clone, Copy)]
enum Certainty {
    Runs,
    MayNotRun,
}

/// Whether only the first operand is always evaluated.
fn is_conditional(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Cond(..) | ExprKind::Elvis(..) | ExprKind::Binary(BinOp::LogAnd | BinOp::LogOr, ..))
}

struct Rewriter<'a> {
    b: &'a mut Builder,
    safe: SafeFunctions,
    done: Vec<(Feature, ExprId)>,
    shifts: Shifts,
}

impl Rewriter<'_> {
    fn site(&mut self, expr: ExprId, style: Style, mark: Option<&Mark>) {
        let feature = match style {
            Style::Cast => Feature::RepairCast,
            Style::Guard => Feature::RepairGuard,
            Style::Function => Feature::RepairFunction,
            Style::Mask | Style::Index(_) => Feature::RepairMask,
            Style::Rewrite(_) => Feature::RepairRewrite,
        };
        self.done.push((feature, expr));
        let old = self.b.program.exprs[expr].clone();
        let ty = old.ty.ty;
        // What stood at the site moves to a node of its own where it is still needed.
        let new = match (&old.kind, style) {
            (_, Style::Index(len)) => {
                let inner = self.b.program.exprs.push(old.clone());
                let wide = self.cast(inner, TypeId::ULONGLONG);
                if len.is_power_of_two() && len > 1 {
                    let mask = self.b.int(i128::from(len - 1), TypeId::ULONGLONG);
                    self.binary(BinOp::And, wide, mask)
                } else {
                    let len = self.b.int(i128::from(len), TypeId::ULONGLONG);
                    self.binary(BinOp::Rem, wide, len)
                }
            }
            (&ExprKind::Binary(op, x, y), style) => self.operator(op, ty, x, y, style, mark),
            (&ExprKind::Unary(UnOp::Neg, x), style) => self.negation(ty, x, style),
            (&ExprKind::Cast(_, _, x), _) => {
                let simple = self.is_leaf(x);
                self.float_to_int(x, ty, simple)
            }
            (ExprKind::Builtin(..), _) => self.counted(&old),
            (&ExprKind::CompoundAssign { op, lhs, rhs, in_type }, style) => {
                let left = self.copy(lhs);
                let left = built(self.b.rvalue(left));
                let left = built(self.b.convert(left, in_type));
                let value = self.operator(op, in_type, left, rhs, style, mark);
                built(self.b.assign(lhs, value))
            }
            (&ExprKind::IncDec(op, lhs), style) => self.increment(op, lhs, style),
            _ => return,
        };
        let new = if self.b.type_of(new) == ty || matches!(style, Style::Index(_)) {
            new
        } else {
            built(self.b.convert(new, ty))
        };
        let node = self.b.program.exprs[new].clone();
        self.b.program.exprs[expr] = node;
    }

    fn cast(&mut self, e: ExprId, ty: TypeId) -> ExprId {
        built(self.b.cast(e, ty.into()))
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        built(self.b.binary(op, a, b))
    }

    /// A tree of its own with the same meaning.
    fn copy(&mut self, e: ExprId) -> ExprId {
        copy(&mut self.b.program, e)
    }

    fn is_leaf(&self, e: ExprId) -> bool {
        is_leaf(&self.b.program, e)
    }

    fn unsigned(&mut self, ty: TypeId) -> TypeId {
        match self.b.program.types.int_kind_of(ty) {
            Some(kind) if self.b.program.types.int_kind(kind).signed => {
                let kind = convert::other_signedness(kind);
                self.b.program.types.of_int_kind(kind)
            }
            _ => ty,
        }
    }

    fn int_type(&self, e: ExprId) -> IntType {
        self.b.program.types.int_type(self.b.type_of(e)).unwrap_or(IntType::signed(32))
    }

    /// `x op y` in type `ty`, made safe.
    fn operator(&mut self, op: BinOp, ty: TypeId, x: ExprId, y: ExprId, style: Style, mark: Option<&Mark>) -> ExprId {
        match style {
            Style::Rewrite(_) => match mark {
                Some(mark) => self.rewritten(op, ty, x, y, mark),
                None => self.safe_call(op, ty, x, y),
            },
            Style::Cast | Style::Mask if matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) => {
                let u = self.unsigned(ty);
                let (x, y) = (self.cast(x, u), self.cast(y, u));
                let e = self.binary(op, x, y);
                self.cast(e, ty)
            }
            Style::Cast | Style::Mask if op.is_shift() => {
                let bits = self.b.program.types.int_type(ty).map_or(32, |t| t.bits);
                let count = self.masked(y, bits);
                if op == BinOp::Shr {
                    return self.binary(op, x, count);
                }
                let u = self.unsigned(ty);
                let x = self.cast(x, u);
                let e = self.binary(op, x, count);
                self.cast(e, ty)
            }
            Style::Mask if self.is_leaf(x) && self.is_leaf(y) => {
                let bad = self.safe.undefined(self.b, op, ty, x, y);
                let one = self.b.int(1, self.b.type_of(y));
                let y = self.copy(y);
                let divisor = built(self.b.cond(bad, one, y));
                self.binary(op, x, divisor)
            }
            Style::Guard if self.is_leaf(x) && self.is_leaf(y) => {
                let bad = self.safe.undefined(self.b, op, ty, x, y);
                let (kept, left, right) = (self.copy(x), self.copy(x), self.copy(y));
                let plain = self.binary(op, left, right);
                built(self.b.cond(bad, kept, plain))
            }
            _ => self.safe_call(op, ty, x, y),
        }
    }

    fn safe_call(&mut self, op: BinOp, ty: TypeId, x: ExprId, y: ExprId) -> ExprId {
        let right = self.b.type_of(y);
        let func = self.safe.binary(self.b, op, ty, right);
        let f = self.b.func(func);
        built(self.b.call(f, vec![x, y]))
    }

    fn masked(&mut self, count: ExprId, bits: u16) -> ExprId {
        let ty = self.b.type_of(count);
        if bits.is_power_of_two() {
            let mask = self.b.int(i128::from(bits - 1), ty);
            return self.binary(BinOp::And, count, mask);
        }
        let u = self.unsigned(ty);
        let count = self.cast(count, u);
        let bits = self.b.int(bits.into(), u);
        self.binary(BinOp::Rem, count, bits)
    }

    /// The other operator that the table has for this site.
    fn rewritten(&mut self, op: BinOp, ty: TypeId, x: ExprId, y: ExprId, mark: &Mark) -> ExprId {
        let t = self.b.program.types.int_type(ty).unwrap_or(IntType::signed(32));
        let least = t.signed && mark.a == t.min();
        let is_raised = op == BinOp::Shr && self.shifts == Shifts::NonNegative && t.signed && mark.a < 0;
        let other = match op {
            BinOp::Add => BinOp::Sub,
            BinOp::Sub => BinOp::Add,
            BinOp::Mul if least && mark.b == -1 => BinOp::Sub,
            BinOp::Mul => BinOp::Div,
            BinOp::Div | BinOp::Rem if mark.b == 0 => BinOp::Mul,
            BinOp::Div | BinOp::Rem => BinOp::Sub,
            // In place of the least value, the count.
            _ if is_raised && least => return built(self.b.rvalue(y)),
            _ => {
                if mark.count < 0 {
                    let kept = built(self.b.rvalue(x));
                    // The count may have effects; it is still evaluated.
                    if self.is_leaf(y) {
                        return kept;
                    }
                    return built(self.b.comma(y, kept));
                }
                let shift = self.shifted_count(y, mark);
                let x = if is_raised { self.raised(x, ty, t) } else { x };
                return self.binary(op, x, shift);
            }
        };
        self.binary(other, x, y)
    }

    /// `x + MAX`, for a negative `x` that is not the least value.
    fn raised(&mut self, x: ExprId, ty: TypeId, t: IntType) -> ExprId {
        let max = self.b.int(t.max(), ty);
        self.binary(BinOp::Add, x, max)
    }

    /// `y + c` or `y - c`, which is the count the machine chose.
    fn shifted_count(&mut self, y: ExprId, mark: &Mark) -> ExprId {
        let ty = self.b.type_of(y);
        let t = self.int_type(y);
        // What is far off in a wide type is not brought back.
        let offset = mark.count.saturating_sub(mark.b);
        if offset == 0 {
            return y;
        }
        let (op, offset) = if offset > 0 { (BinOp::Add, offset) } else { (BinOp::Sub, -offset) };
        if t.bits <= 64 && t.fits(offset) {
            let offset = self.b.int(offset, ty);
            return self.binary(op, y, offset);
        }
        // A count that far off can't be brought back in its own type.
        let count = self.b.int(mark.count, ty);
        if self.is_leaf(y) { count } else { built(self.b.comma(y, count)) }
    }

    fn negation(&mut self, ty: TypeId, x: ExprId, style: Style) -> ExprId {
        match style {
            Style::Cast | Style::Mask => {
                let u = self.unsigned(ty);
                let x = self.cast(x, u);
                let e = built(self.b.unary(UnOp::Neg, x));
                self.cast(e, ty)
            }
            Style::Rewrite(_) => built(self.b.unary(UnOp::Plus, x)),
            Style::Guard if self.is_leaf(x) => {
                let (c, kept, plain) = (self.copy(x), self.copy(x), self.copy(x));
                let least = self.least(ty);
                let bad = self.binary(BinOp::Eq, c, least);
                let plain = built(self.b.unary(UnOp::Neg, plain));
                built(self.b.cond(bad, kept, plain))
            }
            _ => {
                let func = self.safe.negation(self.b, ty);
                let f = self.b.func(func);
                built(self.b.call(f, vec![x]))
            }
        }
    }

    fn least(&mut self, ty: TypeId) -> ExprId {
        let min = self.b.program.types.int_type(ty).map_or(0, IntType::min);
        self.b.int(min, ty)
    }

    fn float_to_int(&mut self, x: ExprId, ty: TypeId, simple: bool) -> ExprId {
        if simple {
            let (check, value) = (self.copy(x), self.copy(x));
            let fits = self.safe.fits(self.b, check, ty);
            let value = self.cast(value, ty);
            let zero = self.b.int(0, ty);
            let e = built(self.b.cond(fits, value, zero));
            return self.cast(e, ty);
        }
        let func = self.safe.conversion(self.b, ty);
        let f = self.b.func(func);
        let e = built(self.b.call(f, vec![x]));
        self.cast(e, ty)
    }

    /// `x ? __builtin_clz(x) : width`
    fn counted(&mut self, old: &Expr) -> ExprId {
        let ExprKind::Builtin(_, args) = &old.kind else { return self.b.int(0, old.ty.ty) };
        let x = args[0];
        let bits = self.int_type(x).bits;
        let plain = self.b.program.exprs.push(old.clone());
        let check = self.copy(x);
        // A parameter's type converts the argument; nothing else would convert the condition.
        if let ExprKind::Cast(_, written, _) = &mut self.b.program.exprs[check].kind {
            *written = Written::Explicit;
        }
        let width = self.b.int(bits.into(), old.ty.ty);
        built(self.b.cond(check, plain, width))
    }

    fn increment(&mut self, op: IncDec, lhs: ExprId, style: Style) -> ExprId {
        let ty = self.b.type_of(lhs);
        let binary = if matches!(op, IncDec::PreInc | IncDec::PostInc) { BinOp::Add } else { BinOp::Sub };
        let left = self.copy(lhs);
        let left = built(self.b.rvalue(left));
        let left = built(self.b.promote(left));
        let (in_type, one) = (self.b.type_of(left), self.b.int(1, TypeId::INT));
        let one = built(self.b.convert(one, in_type));
        if style == Style::Cast || !op.is_post() {
            let value = self.operator(binary, in_type, left, one, style, None);
            let changed = built(self.b.assign(lhs, value));
            if !op.is_post() {
                return changed;
            }
            // The old value is the new one taken back, modulo 2^n.
            let u = self.unsigned(ty);
            let changed = self.cast(changed, u);
            let one = self.b.int(1, u);
            let back = if binary == BinOp::Add { BinOp::Sub } else { BinOp::Add };
            let e = self.binary(back, changed, one);
            return self.cast(e, ty);
        }
        // x == MAX ? x : x++
        let plain = built(self.b.inc_dec(op, lhs));
        let bad = self.safe.undefined(self.b, binary, in_type, left, one);
        let kept = self.copy(lhs);
        built(self.b.cond(bad, kept, plain))
    }
}

/// A copy of a tree of expressions.
pub fn copy(p: &mut Program, e: ExprId) -> ExprId {
    let mut node = p.exprs[e].clone();
    match &mut node.kind {
        ExprKind::Load(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Deref(a)
        | ExprKind::AddrOf(a)
        | ExprKind::Member(a, _)
        | ExprKind::IncDec(_, a)
        | ExprKind::Cast(_, _, a)
        | ExprKind::VaArg(a) => *a = copy(p, *a),
        ExprKind::Binary(_, a, b)
        | ExprKind::PtrAdd(_, a, b)
        | ExprKind::PtrDiff(a, b)
        | ExprKind::Index(a, b)
        | ExprKind::Lane(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::Elvis(a, b)
        | ExprKind::Comma(a, b) => {
            *a = copy(p, *a);
            *b = copy(p, *b);
        }
        ExprKind::CompoundAssign { lhs, rhs, .. } => {
            *lhs = copy(p, *lhs);
            *rhs = copy(p, *rhs);
        }
        ExprKind::Cond(a, b, c) => {
            *a = copy(p, *a);
            *b = copy(p, *b);
            *c = copy(p, *c);
        }
        ExprKind::Call(f, args) => {
            *f = copy(p, *f);
            for a in args.iter_mut() {
                *a = copy(p, *a);
            }
        }
        ExprKind::Builtin(_, args) => {
            for a in args.iter_mut() {
                *a = copy(p, *a);
            }
        }
        ExprKind::Generic(g) => {
            for choice in &mut g.choices {
                choice.1 = copy(p, choice.1);
            }
        }
        // Leaves; the bodies of statement expressions and literals are never copied.
        _ => {}
    }
    p.exprs.push(node)
}
