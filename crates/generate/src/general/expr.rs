//! Expressions of arithmetic type.
//!
//! [`Gen::value`] makes one with a type in mind; what it returns may have another integer type, as in code people
//! write. Kinds of expressions are productions in one table, picked by the program's weights.

use super::effects::{Cx, Locs};
use super::place::Access;
use super::policy::{Leaves, OperatorContext};
use super::repair::Style;
use super::state::{Common, Gen};
use super::{beyond, builtin, call, extra};
use crate::feature::Feature;
use lydite_lang::*;

/// Makes an integer expression, or does not if it can't here.
pub type Production = fn(&mut Gen, TypeId, &mut Cx) -> Option<ExprId>;

/// Every kind of integer expression but leaves.
const EXPRESSIONS: &[(Feature, Production)] = &[
    (Feature::Arithmetic, |g, ty, cx| g.binary(ty, cx, &[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem])),
    (Feature::Bitwise, |g, ty, cx| g.binary(ty, cx, &[BinOp::And, BinOp::Or, BinOp::Xor])),
    (Feature::Shift, |g, ty, cx| g.binary(ty, cx, &[BinOp::Shl, BinOp::Shr])),
    (Feature::Unary, Gen::unary),
    (Feature::Compare, Gen::comparison),
    (Feature::Logical, Gen::logical),
    (Feature::Ternary, Gen::ternary),
    (Feature::Elvis, Gen::elvis),
    (Feature::Comma, Gen::comma),
    (Feature::EmbeddedAssign, Gen::embedded_assign),
    (Feature::IncDec, Gen::embedded_increment),
    (Feature::Cast, Gen::explicit_cast),
    (Feature::FloatConversion, Gen::value_of_float),
    (Feature::SizeOf, Gen::size_of),
    (Feature::Call, call::call_value),
    (Feature::StructResult, call::member_of_result),
    (Feature::FunctionPointer, beyond::function_pointer::value),
    (Feature::FunctionTable, beyond::function_pointer::table_value),
    (Feature::Variadic, beyond::variadic::value),
    (Feature::PointerResult, beyond::result::value),
    (Feature::BitBuiltin, builtin::bit_builtin),
    (Feature::Expect, builtin::expect),
    (Feature::CompoundLiteral, extra::compound_literal),
    (Feature::StatementExpression, extra::statement_expression),
    (Feature::Generic, extra::generic),
    (Feature::PointerCompare, extra::pointer_compare),
    (Feature::NullPointer, extra::null_test),
];

/// How many expressions are kept to be used again.
const MOST_COMMON: usize = 24;
/// The most nodes one has where sizes are kept to.
const LARGEST_COMMON: usize = 60;

impl Gen {
    /// An expression of an arithmetic type, roughly the one asked for: an integer for an integer, floating for floating.
    pub fn value(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        if self.is_float(ty) {
            return self.float_expr(ty, cx);
        }
        self.c.open("expr");
        let (context, leaves) = (self.context, self.leaves);
        if cx.depth >= 2 {
            self.enter_region();
        }
        let before = cx.eff;
        let made = self.b.program.exprs.len();
        let cost = self.cost;
        let uncopyable = self.uncopyable;
        cx.eff = Default::default();
        let e = self.int_expr(ty, cx);
        let eff = cx.eff;
        cx.eff = before;
        cx.eff.merge(&eff);
        (self.context, self.leaves) = (context, leaves);
        let is_common = eff.writes.is_empty() && cx.depth >= 1 && uncopyable == self.uncopyable;
        if is_common && self.on(Feature::CommonSubexpression) {
            let cost = 4 + (self.cost - cost) / self.f.times.max(1);
            self.remember(Common { expr: e, reads: eff.reads, depth: self.f.scopes.len(), cost }, made);
        }
        self.c.close();
        e
    }

    /// Keeps an expression that may be used again; `made` is how many there were before it.
    fn remember(&mut self, common: Common, made: usize) {
        let is_large = self.b.program.exprs.len() - made > LARGEST_COMMON;
        if self.has_parameters() && is_large {
            return;
        }
        if self.f.common.len() < MOST_COMMON {
            self.f.common.push(common);
        } else if self.has_parameters() {
            // Large functions would otherwise use what stands at their beginning for ever.
            self.f.common[made % MOST_COMMON] = common;
        }
    }

    /// Perhaps begins a region with operators or leaves of one sort.
    fn enter_region(&mut self) {
        if self.has_parameters() {
            if self.c.coin(1, 4) {
                self.scalar_region();
            }
            return;
        }
        if self.context.is_none() && self.on(Feature::OperatorContext) {
            let w = self.weight(Feature::OperatorContext).min(200);
            if self.c.coin(w, 600) {
                self.uses(Feature::OperatorContext);
                self.context = Some(OperatorContext::ALL[self.c.index(6)]);
            }
        }
        if self.leaves == Leaves::Any && self.on(Feature::ConstantTree) {
            let w = self.weight(Feature::ConstantTree).min(100);
            if self.c.coin(w, 500) {
                self.uses(Feature::ConstantTree);
                self.leaves = if self.c.coin(1, 3) { Leaves::Constants } else { Leaves::HalfConstants };
            }
        }
    }

    fn int_expr(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        if cx.depth == 0 || self.is_full() || self.leaves == Leaves::Constants && cx.depth < 2 {
            return self.leaf(ty, cx);
        }
        if let Some(context) = self.context
            && self.c.coin(4, 5)
        {
            if self.has_parameters()
                && self.c.coin(1, 5)
                && let Some(op) = context.unary()
            {
                return self.unary_of(op, ty, cx);
            }
            if context == OperatorContext::Logical
                && let Some(e) = self.logical(ty, cx)
            {
                return e;
            }
            if let Some(e) = self.binary(ty, cx, context.operators()) {
                return e;
            }
        }
        (self.options.family.row().productions.operator)(self, ty, cx)
    }

    /// An expression of any kind that is on.
    pub fn any_operator(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        let mut weights = [0u32; EXPRESSIONS.len() + 1];
        weights[0] = 60;
        for (w, (feature, _)) in weights[1..].iter_mut().zip(EXPRESSIONS) {
            *w = self.policy.weight(*feature);
        }
        // Arguments of calls are simpler.
        match self.c.weighted(&weights) {
            0 => self.leaf(ty, cx),
            n => {
                let (feature, production) = EXPRESSIONS[n - 1];
                match production(self, ty, cx) {
                    Some(e) => {
                        self.uses(feature);
                        e
                    }
                    None => self.leaf(ty, cx),
                }
            }
        }
    }

    /// A constant, a place, or an expression used before.
    pub fn leaf(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        (self.options.family.row().productions.leaf)(self, ty, cx)
    }

    /// A leaf by the program's weights.
    pub fn any_leaf(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        let constants = match self.leaves {
            Leaves::Any => self.policy.constant_leaves,
            Leaves::HalfConstants => 100,
            Leaves::Constants => 10_000,
        };
        let reuse = if self.f.common.is_empty() { 0 } else { self.weight(Feature::CommonSubexpression) / 3 };
        match self.c.weighted(&[constants, 100, reuse]) {
            0 => self.constant(ty),
            1 => match self.place(Access::Read, cx) {
                Some(spot) if self.is_int(spot.ty.ty) => self.read(spot, cx),
                Some(spot) => {
                    let e = self.read(spot, cx);
                    self.cast(e, ty)
                }
                None => self.constant(ty),
            },
            _ => match self.reuse(cx) {
                Some(e) => e,
                None => self.constant(ty),
            },
        }
    }

    /// A copy of an expression used before, if it may stand here.
    pub fn reuse(&mut self, cx: &mut Cx) -> Option<ExprId> {
        let at = self.c.index(self.f.common.len());
        let Common { expr, reads, cost, .. } = *self.f.common.get(at)?;
        if !cx.may_read(&reads) || !self.affords(cost) {
            return None;
        }
        cx.read(&reads);
        self.spend(cost);
        self.uses(Feature::CommonSubexpression);
        Some(self.copy_planned(expr))
    }

    /// A copy of an expression free of effects, with the plans of its sites.
    pub fn copy_planned(&mut self, e: ExprId) -> ExprId {
        let first = self.b.program.exprs.len();
        let new = super::repair::copy(&mut self.b.program, e);
        // Both trees have the same shape: walk them together.
        let mut pairs = vec![(e, new)];
        while let Some((old, new)) = pairs.pop() {
            match self.repairs.sites.get(&old) {
                // What ran once there may run more often here: it gets another plan.
                Some(Style::Rewrite(_)) => self.plan_site(new),
                Some(&style) => {
                    self.repairs.sites.insert(new, style);
                }
                None => {}
            }
            let mut children = [Vec::new(), Vec::new()];
            for (list, node) in children.iter_mut().zip([old, new]) {
                visit::expr_children(&self.b.program, node, &mut |c| {
                    if let visit::Child::Expr(c) = c {
                        list.push(c);
                    }
                });
            }
            let [olds, news] = children;
            pairs.extend(olds.into_iter().zip(news).filter(|(_, n)| n.0 as usize >= first));
        }
        new
    }

    /// A binary operator of this list.
    pub fn binary(&mut self, ty: TypeId, cx: &mut Cx, operators: &[BinOp]) -> Option<ExprId> {
        let op = match self.scalar_binary_operator(operators) {
            Some(op) => op,
            None => operators[self.c.index(operators.len())],
        };
        Some(self.binary_of(op, ty, cx))
    }

    /// This binary operator.
    pub fn binary_of(&mut self, op: BinOp, ty: TypeId, cx: &mut Cx) -> ExprId {
        let outer = cx.enter();
        let left_ty = self.operand_ty(ty);
        let a = self.value(left_ty, cx);
        cx.unsequenced();
        let b = if op.is_shift() {
            self.shift_count(left_ty, cx)
        } else {
            let right_ty = self.operand_ty(ty);
            self.value(right_ty, cx)
        };
        cx.leave(outer);
        self.bin(op, a, b)
    }

    /// The type to make an operand with: mostly the one in mind.
    fn operand_ty(&mut self, ty: TypeId) -> TypeId {
        if self.c.coin(2, 3) { ty } else { self.int_ty() }
    }

    fn shift_count(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        if self.c.coin(1, 2) {
            let bits = i128::from(self.int_of(ty).bits.max(8));
            let n = self.c.range(0, bits - 1);
            return self.int(n);
        }
        self.value(TypeId::INT, cx)
    }

    fn unary(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let outer = cx.enter();
        let e = self.value(ty, cx);
        cx.leave(outer);
        let op = [UnOp::BitNot, UnOp::Neg, UnOp::LogNot, UnOp::Plus][self.c.weighted(&[4, 4, 3, 1])];
        Some(self.un(op, e))
    }

    /// This unary operator.
    pub fn unary_of(&mut self, op: UnOp, ty: TypeId, cx: &mut Cx) -> ExprId {
        let outer = cx.enter();
        let e = self.value(ty, cx);
        cx.leave(outer);
        self.un(op, e)
    }

    fn comparison(&mut self, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
        const OPS: [BinOp; 6] = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Gt, BinOp::Le, BinOp::Ge];
        let op = OPS[self.c.index(6)];
        let ty = self.scalar_ty();
        let outer = cx.enter();
        let a = self.value(ty, cx);
        cx.unsequenced();
        let b = self.value(ty, cx);
        cx.leave(outer);
        Some(self.raw(op, a, b))
    }

    fn logical(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let op = [BinOp::LogAnd, BinOp::LogOr][self.c.index(2)];
        let outer = cx.enter();
        let a = self.value(ty, cx);
        // The right operand comes after the left one, if at all.
        let b = self.value(ty, cx);
        cx.leave(outer);
        Some(self.raw(op, a, b))
    }

    /// `c ? a : b`
    pub fn ternary(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let outer = cx.enter();
        let c = self.value(TypeId::INT, cx);
        let a = self.value(ty, cx);
        let b = self.value(ty, cx);
        cx.leave(outer);
        Some(self.cond(c, a, b))
    }

    fn elvis(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let outer = cx.enter();
        let a = self.value(ty, cx);
        let b = self.value(ty, cx);
        cx.leave(outer);
        Some(super::dsl::built(self.b.elvis(a, b)))
    }

    fn comma(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let outer = cx.enter();
        let a = self.value(ty, cx);
        let b = self.value(ty, cx);
        cx.leave(outer);
        let b = self.load(b);
        Some(super::dsl::built(self.b.comma(a, b)))
    }

    fn embedded_assign(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        if cx.is_pure() {
            return None;
        }
        let outer = cx.enter();
        let rhs = self.value(ty, cx);
        cx.unsequenced();
        let spot = self.place(Access::Write, cx);
        cx.leave(outer);
        let spot = spot?;
        if !self.is_int(spot.ty.ty) {
            return None;
        }
        cx.write(&spot.locs);
        Some(self.assign(spot.e, rhs))
    }

    fn embedded_increment(&mut self, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
        if cx.is_pure() {
            return None;
        }
        let spot = self.place(Access::Change, cx)?;
        if !self.may_increment(&spot) {
            return None;
        }
        cx.read(&spot.locs);
        cx.write(&spot.locs);
        let op = [IncDec::PreInc, IncDec::PostInc, IncDec::PreDec, IncDec::PostDec][self.c.index(4)];
        let e = self.inc(op, spot.e);
        Some(self.declared(e))
    }

    /// A conversion that is written.
    pub fn explicit_cast(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let outer = cx.enter();
        let inner = self.value(ty, cx);
        cx.leave(outer);
        let to = self.int_ty();
        Some(self.cast(inner, to))
    }

    /// A floating value as an integer.
    pub fn value_of_float(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let outer = cx.enter();
        let inner = self.float_expr(TypeId::DOUBLE, cx);
        cx.leave(outer);
        Some(self.cast(inner, ty))
    }

    fn size_of(&mut self, _: TypeId, _: &mut Cx) -> Option<ExprId> {
        let ty = self.variable_ty();
        if self.c.coin(1, 4) && self.options.standard.year >= 2011 {
            return Some(self.b.alignof_type(ty));
        }
        self.b.sizeof_type(ty).ok()
    }

    /// An expression of floating type.
    pub fn float_expr(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        self.c.open("float");
        let e = if cx.depth == 0 || self.is_full() {
            self.float_leaf(ty, cx)
        } else {
            match self.c.weighted(&[50, 70, 10, 15, 15]) {
                0 => self.float_leaf(ty, cx),
                1 => {
                    let op = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div][self.c.weighted(&[4, 4, 3, 1])];
                    let outer = cx.enter();
                    let a = self.float_expr(ty, cx);
                    cx.unsequenced();
                    let b = self.float_expr(ty, cx);
                    cx.leave(outer);
                    self.raw(op, a, b)
                }
                2 => {
                    let outer = cx.enter();
                    let a = self.float_expr(ty, cx);
                    cx.leave(outer);
                    super::dsl::built(self.b.unary(UnOp::Neg, a))
                }
                3 => {
                    let outer = cx.enter();
                    let c = self.value(TypeId::INT, cx);
                    let a = self.float_expr(ty, cx);
                    let b = self.float_expr(ty, cx);
                    cx.leave(outer);
                    self.cond(c, a, b)
                }
                _ => {
                    let outer = cx.enter();
                    let a = self.value(TypeId::INT, cx);
                    cx.leave(outer);
                    self.uses(Feature::FloatConversion);
                    self.cast(a, ty)
                }
            }
        };
        self.c.close();
        e
    }

    fn float_leaf(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        if self.c.coin(1, 2)
            && let Some(spot) = self.place(Access::Read, cx)
        {
            let e = self.read(spot, cx);
            return if self.is_float(spot.ty.ty) { e } else { self.cast(e, ty) };
        }
        self.constant(ty)
    }

    /// A condition.
    pub fn condition(&mut self, cx: &mut Cx) -> ExprId {
        let e = self.value(TypeId::INT, cx);
        super::dsl::built(self.b.condition(e))
    }

    /// What an expression free of effects reads; used where it will stand more than once.
    pub fn pure_value(&mut self, ty: TypeId, depth: u32) -> (ExprId, Locs) {
        let mut cx = self.cx().pure();
        cx.depth = depth;
        let e = self.value(ty, &mut cx);
        self.done(&cx);
        (e, cx.eff.reads)
    }
}
