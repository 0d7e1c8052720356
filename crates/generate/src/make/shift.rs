//! Right shifts of negative values, where they must not be: C leaves their meaning to implementations.
//!
//! A site that runs once is rewritten if it shifts a negative value; anywhere else the value is made unsigned beforehand.

use super::dsl::built;
use super::state::Gen;
use crate::feature::Feature;
use crate::options::Shifts;
use lydite_lang::*;

impl Gen {
    /// The left operand of a right shift that must not be negative: as an unsigned number where no rewrite may make it so.
    pub(crate) fn left_of(&mut self, op: BinOp, left: ExprId) -> ExprId {
        if op != BinOp::Shr || self.options.shifts == Shifts::Arithmetic {
            return left;
        }
        let left = self.load(left);
        let left = built(self.b.promote(left));
        let ty = self.b.type_of(left);
        let Some(t) = self.b.program.types.int_type(ty).filter(|t| t.signed) else { return left };
        let known = fold::integer(&self.b.program, left);
        let is_never = known.is_some_and(|v| v >= 0);
        // Without loops, a site that is to run once does.
        let may_rewrite = known.is_none() && t.bits <= 64 && self.runs_once() && self.has_parameters();
        if is_never || may_rewrite && self.on(Feature::RepairRewrite) {
            return left;
        }
        let kind = self.b.program.types.int_kind_of(ty).map_or(IntKind::UInt, convert::other_signedness);
        let unsigned = self.b.program.types.of_int_kind(kind);
        self.cast(left, unsigned)
    }

    /// Whether a site may shift a negative value that must not be.
    pub(super) fn shifts_negative(&self, e: ExprId) -> bool {
        let p = &self.b.program;
        match p.exprs[e].kind {
            ExprKind::Binary(BinOp::Shr, a, _) if self.options.shifts == Shifts::NonNegative => {
                is_signed(p, a) && fold::integer(p, a).is_none()
            }
            _ => false,
        }
    }
}

/// Whether an expression has a signed integer type.
pub fn is_signed(p: &Program, e: ExprId) -> bool {
    p.types.int_type(p.ty(e).ty).is_some_and(|t| t.signed)
}
