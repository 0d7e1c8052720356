//! Vectors: values in memory, worked on lane by lane.

use super::{Lower, Lowered};
use crate::code::*;
use lydite_lang::*;

impl Lower<'_> {
    fn vector_parts(&self, ty: TypeId) -> Lowered<(TypeId, u32)> {
        match self.p.types.vector_parts(ty) {
            Some(parts) => Ok(parts),
            None => self.unsupported("a vector operation on this type"),
        }
    }

    fn vector_op(&mut self, desc: VectorDesc, dst: Reg, operands: &[Reg]) {
        let a = self.reg(operands.len() as u32);
        for (i, &src) in operands.iter().enumerate() {
            self.emit(Op::Move { dst: a + i as u32, src });
        }
        self.image.vectors.push(desc);
        let desc = self.image.vectors.len() as u32 - 1;
        self.emit(Op::Vector { desc, dst, a });
    }

    pub(crate) fn vector_unary(&mut self, e: ExprId, op: UnOp, a: ExprId) -> Lowered<Reg> {
        let (elem, lanes) = self.vector_parts(self.p.ty(a).ty)?;
        let (result, _) = self.vector_parts(self.p.ty(e).ty)?;
        let operand = self.expr(a)?;
        self.site = Site::Expr(e);
        let dst = self.temp(self.p.ty(e).ty);
        self.vector_op(VectorDesc::Unary { op, elem, result, lanes }, dst, &[operand]);
        Ok(dst)
    }

    pub(crate) fn vector_binary(&mut self, e: ExprId, op: BinOp, a: ExprId, b: ExprId) -> Lowered<Reg> {
        let ra = self.expr(a)?;
        let rb = self.expr(b)?;
        self.site = Site::Expr(e);
        self.vector_operate(op, ra, rb, self.p.ty(a).ty, self.p.ty(b).ty, self.p.ty(e).ty)
    }

    pub(crate) fn vector_compound(&mut self, op: BinOp, a: Reg, b: Reg, ty: TypeId, rhs: ExprId) -> Lowered<Reg> {
        self.vector_operate(op, a, b, ty, self.p.ty(rhs).ty, ty)
    }

    fn vector_operate(&mut self, op: BinOp, a: Reg, b: Reg, left: TypeId, right: TypeId, to: TypeId) -> Lowered<Reg> {
        let (elem, lanes) = self.vector_parts(left)?;
        let (shift_elem, _) = self.vector_parts(right)?;
        let (result, _) = self.vector_parts(to)?;
        let dst = self.temp(to);
        self.vector_op(VectorDesc::Binary { op, elem, result, lanes, shift_elem }, dst, &[a, b]);
        Ok(dst)
    }

    pub(crate) fn vector_cast(&mut self, e: ExprId, kind: CastKind, a: Reg, from: TypeId) -> Lowered<Reg> {
        let to = self.p.ty(e).ty;
        if kind == CastKind::Splat {
            let (elem, lanes) = self.vector_parts(to)?;
            let dst = self.temp(to);
            self.vector_op(VectorDesc::Splat { elem, lanes }, dst, &[a]);
            return Ok(dst);
        }
        // The same bits under another type.
        let through = super::lvalue::Through::Union;
        let site = Site::Expr(e);
        if self.p.types.is_vector(from) && self.p.types.is_vector(to) {
            let dst = self.temp(to);
            let extent = self.extent_id(to);
            self.emit(Op::CopyBits { dst, src: a, extent });
            Ok(dst)
        } else if self.p.types.is_vector(to) {
            let dst = self.temp(to);
            let spot = super::lvalue::Spot { through, ..super::lvalue::Spot::named(dst) };
            self.store(&super::lvalue::Where::Memory(spot), from.into(), a, site)?;
            Ok(dst)
        } else {
            let spot = super::lvalue::Spot { through, ..super::lvalue::Spot::named(a) };
            self.load(&super::lvalue::Where::Memory(spot), to.into(), site)
        }
    }

    pub(crate) fn vector_builtin(&mut self, e: ExprId, b: Builtin, args: &[ExprId]) -> Lowered<Reg> {
        let p = self.p;
        let to = p.ty(e).ty;
        let (elem, lanes) = self.vector_parts(p.ty(args[0]).ty)?;
        let vectors = match b {
            Builtin::ShuffleVector => 2,
            _ => args.len(),
        };
        let mut operands = Vec::new();
        for &arg in &args[..vectors] {
            operands.push(self.vector_operand(arg)?);
        }
        self.site = Site::Expr(e);
        let dst = self.temp(to);
        let desc = match b {
            Builtin::ConvertVector => VectorDesc::Convert { from: elem, to: self.vector_parts(to)?.0, lanes },
            Builtin::Shuffle => {
                let (mask, _) = self.vector_parts(p.ty(args[args.len() - 1]).ty)?;
                VectorDesc::Shuffle { elem, mask, lanes, vectors: args.len() as u32 - 1 }
            }
            _ => {
                let indices = args[2..].iter().map(|&i| p.int_constant(i).unwrap_or(-1) as i32).collect();
                VectorDesc::ShuffleVector { elem, input_lanes: lanes, indices }
            }
        };
        self.vector_op(desc, dst, &operands);
        Ok(dst)
    }
}
