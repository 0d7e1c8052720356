//! Conversions between scalars.

use super::{Lower, Lowered, Repr};
use crate::code::*;
use lydite_lang::*;

impl Lower<'_> {
    /// An integer in one register wrapped to a type of at most 64 bits, given what it may hold now.
    pub(crate) fn wrap(&mut self, a: Reg, from: Option<IntType>, to: IntType) -> Reg {
        if let Some(from) = from {
            let fits = to.bits >= 64
                || from.bits < to.bits && (!from.signed || to.signed)
                || from == to
                || from.bits == to.bits && from.signed == to.signed;
            if fits {
                return a;
            }
        }
        let dst = self.reg(1);
        self.emit(match (to.bits, to.signed) {
            (64, _) => return a,
            (8, true) => Op::Sx8 { dst, a },
            (8, false) => Op::Zx8 { dst, a },
            (16, true) => Op::Sx16 { dst, a },
            (16, false) => Op::Zx16 { dst, a },
            (32, true) => Op::Sx32 { dst, a },
            (32, false) => Op::Zx32 { dst, a },
            (bits, signed) => Op::WrapBits { bits: bits as u8, signed, dst, a },
        });
        dst
    }

    /// An integer of any representation as two registers.
    pub(crate) fn widened(&mut self, a: Reg, from: Repr) -> Reg {
        match from {
            Repr::Int(t) => {
                let dst = self.reg(2);
                self.emit(Op::Widen { signed: t.signed, dst, a });
                dst
            }
            _ => a,
        }
    }

    pub(crate) fn int_to_int(&mut self, a: Reg, from: TypeId, to: TypeId) -> Reg {
        match (self.repr(from), self.repr(to)) {
            (Repr::Int(f), Repr::Int(t)) => self.wrap(a, Some(f), t),
            (Repr::Wide(_), Repr::Int(t)) => self.wrap(a, None, t),
            (f, Repr::Wide(_)) => {
                let wide = self.widened(a, f);
                let ty = self.int_id(to);
                let dst = self.reg(2);
                self.emit(Op::WideWrap { ty, dst, a: wide });
                dst
            }
            _ => a,
        }
    }

    /// Whether a value is not zero, in one register.
    pub(crate) fn truth(&mut self, a: Reg, ty: TypeId) -> Reg {
        if ty == TypeId::BOOL {
            return a;
        }
        let dst = self.reg(1);
        let op = match self.repr(ty) {
            Repr::F32 => Op::NonZeroF32 { dst, a },
            Repr::F64 => Op::NonZeroF64 { dst, a },
            Repr::Wide(_) => {
                self.emit(Op::WideIsZero { dst, a });
                Op::IsZero { dst, a: dst }
            }
            _ => Op::NonZero { dst, a },
        };
        self.emit(op);
        dst
    }

    pub(crate) fn cast(&mut self, e: ExprId, kind: CastKind, operand: ExprId) -> Lowered<Reg> {
        let p = self.p;
        let to = p.ty(e).ty;
        match kind {
            CastKind::ArrayDecay => return self.decay(e, operand),
            CastKind::FuncDecay => return self.function_pointer(operand),
            CastKind::ToVoid => {
                self.effect(operand)?;
                return Ok(0);
            }
            CastKind::NullToPtr => return Ok(self.constant(0)),
            _ => {}
        }
        let from = p.ty(operand).ty;
        let a = self.expr(operand)?;
        self.site = Site::Expr(e);
        Ok(match kind {
            CastKind::IntToInt => self.int_to_int(a, from, to),
            CastKind::ToBool => self.truth(a, from),
            CastKind::IntToFloat => {
                let double = self.repr(to) == Repr::F64;
                let dst = self.reg(1);
                match self.repr(from) {
                    Repr::Wide(_) => {
                        let ty = self.int_id(from);
                        self.emit(Op::WideToFloat { ty, double, dst, a });
                    }
                    Repr::Int(t) => {
                        self.emit(Op::IntToF { signed: t.signed, double, dst, a });
                    }
                    _ => return self.unsupported("this conversion"),
                }
                dst
            }
            CastKind::FloatToInt => {
                let double = self.repr(from) == Repr::F64;
                let ty = self.int_id(to);
                if let Repr::Wide(_) = self.repr(to) {
                    let dst = self.reg(2);
                    self.emit(Op::FloatToWide { ty, double, dst, a });
                    dst
                } else {
                    let dst = self.reg(1);
                    self.emit(Op::FToInt { ty, double, dst, a });
                    dst
                }
            }
            CastKind::FloatToFloat => {
                let dst = self.reg(1);
                match (self.repr(from), self.repr(to)) {
                    (Repr::F32, Repr::F64) => self.emit(Op::F32ToF64 { dst, a }),
                    (Repr::F64, Repr::F32) => self.emit(Op::F64ToF32 { dst, a }),
                    _ => return Ok(a),
                };
                dst
            }
            CastKind::IntToPtr => {
                let a = match self.repr(from) {
                    Repr::Int(t) => {
                        // Negative integers of a narrower type extend to the pointer's width first.
                        let word = IntType::unsigned(p.target().word as u16 * 8);
                        self.wrap(a, Some(t), word)
                    }
                    _ => a,
                };
                let dst = self.reg(1);
                self.emit(Op::IntToPtr { dst, a });
                dst
            }
            CastKind::PtrToInt => {
                let dst = self.reg(1);
                self.emit(Op::PtrToInt { dst, a });
                let word = if p.target().word == 8 { TypeId::ULONGLONG } else { TypeId::UINT };
                self.int_to_int(dst, word, to)
            }
            CastKind::PtrToPtr => {
                let to = p.types.pointee(to).expect("a pointer");
                let align = p.types.align_of_q(to);
                let from_align = p.types.pointee(from).map_or(1, |f| p.types.align_of_q(f));
                if align > from_align && p.types.size_of(to.ty).is_some() {
                    self.emit(Op::CheckAlign { ptr: a, align });
                }
                a
            }
            CastKind::Splat | CastKind::VectorBits => self.vector_cast(e, kind, a, from)?,
            CastKind::Same => {
                if self.repr(from) == Repr::Memory && from == to {
                    a
                } else {
                    // GNU cast to a union: a fresh union whose member holds the value.
                    let dst = self.temp(to);
                    let whole = super::lvalue::Spot {
                        through: super::lvalue::Through::Union,
                        ..super::lvalue::Spot::named(dst)
                    };
                    self.store(&super::lvalue::Where::Memory(whole), from.into(), a, Site::Expr(e))?;
                    dst
                }
            }
            _ => return self.unsupported("this conversion"),
        })
    }

    /// The address of an array's first element.
    fn decay(&mut self, e: ExprId, array: ExprId) -> Lowered<Reg> {
        match self.lvalue(array, super::lvalue::Use::Address)? {
            super::lvalue::Where::Memory(spot) => {
                self.site = Site::Expr(e);
                Ok(self.spot_pointer(&spot))
            }
            _ => self.unsupported("an array in registers"),
        }
    }

    /// Memory for a value of a type that an expression makes.
    pub(crate) fn temp(&mut self, ty: TypeId) -> Reg {
        let local = self.temporary(ty);
        let dst = self.reg(1);
        self.emit(Op::Temp { dst, local });
        dst
    }
}
