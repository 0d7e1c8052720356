//! What passes over the code need to know of an instruction.

use super::{Op, Pc, Reg};

impl Op {
    /// The target of a jump.
    pub fn target_mut(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpIfNot { to, .. }
            | Op::JumpLtS { to, .. }
            | Op::JumpGeS { to, .. }
            | Op::JumpLtU { to, .. }
            | Op::JumpGeU { to, .. }
            | Op::JumpEq { to, .. }
            | Op::JumpNe { to, .. }
            | Op::JumpEqImm { to, .. }
            | Op::JumpNeImm { to, .. }
            | Op::JumpLtSImm { to, .. }
            | Op::JumpGeSImm { to, .. } => Some(to),
            _ => None,
        }
    }

    /// The one register that an instruction writes and does nothing else with.
    pub fn result_mut(&mut self) -> Option<&mut Reg> {
        match self {
            Op::Const { dst, .. }
            | Op::Move { dst, .. }
            | Op::AddI32 { dst, .. }
            | Op::AddU32 { dst, .. }
            | Op::AddI64 { dst, .. }
            | Op::AddU64 { dst, .. }
            | Op::SubI32 { dst, .. }
            | Op::SubU32 { dst, .. }
            | Op::SubI64 { dst, .. }
            | Op::SubU64 { dst, .. }
            | Op::MulI32 { dst, .. }
            | Op::MulU32 { dst, .. }
            | Op::MulI64 { dst, .. }
            | Op::MulU64 { dst, .. }
            | Op::DivI32 { dst, .. }
            | Op::DivI64 { dst, .. }
            | Op::DivU { dst, .. }
            | Op::RemI32 { dst, .. }
            | Op::RemI64 { dst, .. }
            | Op::RemU { dst, .. }
            | Op::Shl { dst, .. }
            | Op::Shr { dst, .. }
            | Op::ShrNonNegative { dst, .. }
            | Op::And { dst, .. }
            | Op::Or { dst, .. }
            | Op::Xor { dst, .. }
            | Op::AddI32Imm { dst, .. }
            | Op::AddU32Imm { dst, .. }
            | Op::AddI64Imm { dst, .. }
            | Op::AddU64Imm { dst, .. }
            | Op::AndImm { dst, .. }
            | Op::Neg { dst, .. }
            | Op::Not { dst, .. }
            | Op::IsZero { dst, .. }
            | Op::NonZero { dst, .. }
            | Op::Eq { dst, .. }
            | Op::Ne { dst, .. }
            | Op::LtS { dst, .. }
            | Op::LeS { dst, .. }
            | Op::LtU { dst, .. }
            | Op::LeU { dst, .. }
            | Op::Sx8 { dst, .. }
            | Op::Zx8 { dst, .. }
            | Op::Sx16 { dst, .. }
            | Op::Zx16 { dst, .. }
            | Op::Sx32 { dst, .. }
            | Op::Zx32 { dst, .. }
            | Op::Load { dst, .. }
            | Op::LoadVar { dst, .. }
            | Op::LoadBits { dst, .. }
            | Op::F64 { dst, .. }
            | Op::F32 { dst, .. }
            | Op::IntToF { dst, .. }
            | Op::PtrAdd { dst, .. } => Some(dst),
            _ => None,
        }
    }
}
