//! Expressions: which operators, which leaves, and regions that keep to some of them.

use super::parameter::Parameter;
use crate::feature::Feature;
use crate::general::{Access, bit_builtin};
use crate::make::effects::Cx;
use crate::make::policy::{Leaves, OperatorContext};
use crate::make::state::Gen;
use lydite_lang::*;

/// The binary operators, in the order of the parameter's options.
const BINARY: [BinOp; 18] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::Lt,
    BinOp::Gt,
    BinOp::Le,
    BinOp::Ge,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::LogAnd,
    BinOp::LogOr,
];

/// The unary operators, in the order of the parameter's options.
const UNARY: [UnOp; 4] = [UnOp::Plus, UnOp::Neg, UnOp::BitNot, UnOp::LogNot];

impl Gen {
    /// An operator by the program's distribution.
    pub(crate) fn scalar_operator(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        let made = match self.pick_name(Parameter::Operator, |_| true) {
            "unary" => {
                let op = UNARY[self.pick(Parameter::UnaryOperator).unwrap_or(0)];
                Some(self.unary_of(op, ty, cx))
            }
            "ternary" => self.ternary(ty, cx),
            "cast" => self.explicit_cast(ty, cx),
            "conversion" => self.value_of_float(ty, cx),
            "builtin" => bit_builtin(self, ty, cx),
            _ => {
                let op = self.scalar_binary_operator(&BINARY).unwrap_or(BinOp::Add);
                let ty = if op.is_comparison() { self.scalar_ty() } else { ty };
                Some(self.binary_of(op, ty, cx))
            }
        };
        match made {
            Some(e) => e,
            None => self.scalar_leaf(ty, cx),
        }
    }

    /// One of these operators, if the family has a distribution of them and one is on.
    pub(crate) fn scalar_binary_operator(&mut self, among: &[BinOp]) -> Option<BinOp> {
        let option = self.pick_among(Parameter::BinaryOperator, |i| among.contains(&BINARY[i]))?;
        Some(BINARY[option])
    }

    /// A leaf by the program's distribution.
    pub(crate) fn scalar_leaf(&mut self, ty: TypeId, cx: &mut Cx) -> ExprId {
        let may_reuse = !self.f.common.is_empty() && self.leaves != Leaves::Constants && !self.is_full();
        let is_used = self.pick_name(Parameter::Subexpression, |name| name == "new" || may_reuse) == "used";
        if is_used && let Some(e) = self.reuse(cx) {
            return e;
        }
        let is_constant = match self.leaves {
            Leaves::Constants => true,
            Leaves::HalfConstants => self.c.coin(1, 2),
            Leaves::Any => self.pick(Parameter::Leaf) == Some(0),
        };
        if is_constant {
            return self.constant(ty);
        }
        match self.place(Access::Read, cx) {
            Some(spot) if self.is_int(spot.ty.ty) => self.read(spot, cx),
            Some(spot) => {
                self.uses(Feature::FloatConversion);
                let e = self.read(spot, cx);
                self.cast(e, ty)
            }
            None => self.constant(ty),
        }
    }

    /// Perhaps begins a region with operators or leaves of one sort: a statement, a block, or a part of a tree.
    pub(crate) fn scalar_region(&mut self) {
        if self.context.is_none()
            && let Some(n @ 1..) = self.pick(Parameter::Context)
        {
            self.context = Some(OperatorContext::ALL[n - 1]);
        }
        self.draw_leaves();
    }

    /// Perhaps has leaves of one sort from here on.
    pub(super) fn draw_leaves(&mut self) {
        if self.leaves == Leaves::Any {
            self.leaves = match self.pick_name(Parameter::ConstantLeaves, |_| true) {
                "half" => Leaves::HalfConstants,
                "all" => Leaves::Constants,
                _ => Leaves::Any,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_in_the_order_of_their_names() {
        let names = |p: Parameter| p.row().options.iter().map(|option| option.name);
        for (op, name) in BINARY.iter().zip(names(Parameter::BinaryOperator)) {
            assert_eq!(op.text(), name);
        }
        for (op, name) in UNARY.iter().zip(names(Parameter::UnaryOperator)) {
            assert_eq!(op.text(), name);
        }
        assert_eq!(
            (BINARY.len(), UNARY.len()),
            (names(Parameter::BinaryOperator).len(), names(Parameter::UnaryOperator).len())
        );
        assert_eq!(names(Parameter::Context).len(), OperatorContext::ALL.len() + 1);
    }
}
