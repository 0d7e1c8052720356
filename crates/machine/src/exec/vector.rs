//! Vector instructions: lane by lane through memory.

use super::Machine;
use crate::code::{Reg, VectorDesc};
use crate::fault::Run;
use crate::memory::{Access, Aliasing};
use crate::value::Ptr;
use lydite_lang::*;

impl Machine<'_> {
    fn lane_access(&mut self, elem: TypeId) -> Option<Access> {
        if let Some(known) = self.lane_accesses.get(&elem) {
            return known.clone();
        }
        let mut patterns = self.memory.patterns().clone();
        let access = Access::new(&self.p.types, &mut patterns, elem.into(), Aliasing::Any).map(|a| a.aligned_to(1));
        self.lane_accesses.insert(elem, access.clone());
        access
    }

    fn lanes(&mut self, at: Ptr, elem: TypeId, lanes: u32) -> Run<Vec<i128>> {
        let Some(access) = self.lane_access(elem) else {
            return crate::fault::fault(crate::kinds::Kind::Unsupported, "vectors of this type");
        };
        let signed = self.p.types.int_type(elem).is_some_and(|t| t.signed);
        let size = u32::from(access.size);
        (0..lanes)
            .map(|i| {
                let at = at.offset(i * size);
                if size == 16 {
                    let (lo, hi) = self.memory.load_wide(at, &access)?;
                    return Ok((u128::from(hi) << 64 | u128::from(lo)) as i128);
                }
                let v = self.memory.load(at, &access)?;
                Ok(if signed { i128::from(v as i64) } else { i128::from(v) })
            })
            .collect()
    }

    fn set_lanes(&mut self, at: Ptr, elem: TypeId, values: &[i128]) -> Run<()> {
        let Some(access) = self.lane_access(elem) else {
            return crate::fault::fault(crate::kinds::Kind::Unsupported, "vectors of this type");
        };
        let size = u32::from(access.size);
        for (i, &v) in values.iter().enumerate() {
            let at = at.offset(i as u32 * size);
            if size == 16 {
                self.memory.store_wide(at, &access, v as u64, (v >> 64) as u64)?;
            } else {
                self.memory.store(at, &access, v as u64)?;
            }
        }
        Ok(())
    }

    pub(super) fn vector(&mut self, desc: &VectorDesc, fp: usize, dst: Reg, a: Reg) -> Run<()> {
        let operand = |m: &Self, i: u32| Ptr(m.regs[fp + (a + i) as usize]);
        let to = Ptr(self.regs[fp + dst as usize]);
        match desc {
            VectorDesc::Binary { op, elem, result, lanes, shift_elem } => {
                let x = self.lanes(operand(self, 0), *elem, *lanes)?;
                let y = self.lanes(operand(self, 1), *shift_elem, *lanes)?;
                let mut out = Vec::with_capacity(x.len());
                for (&x, &y) in x.iter().zip(&y) {
                    let v = self.lane_operation(*op, *elem, x, y)?;
                    out.push(if op.is_comparison() { -v } else { v });
                }
                self.set_lanes(to, *result, &out)
            }
            VectorDesc::Unary { op, elem, result, lanes } => {
                let x = self.lanes(operand(self, 0), *elem, *lanes)?;
                let mut out = Vec::with_capacity(x.len());
                for &x in &x {
                    out.push(match op {
                        UnOp::Plus => x,
                        UnOp::Neg if *elem == TypeId::DOUBLE => x ^ (1 << 63),
                        UnOp::Neg if *elem == TypeId::FLOAT => x ^ (1 << 31),
                        UnOp::Neg => self.lane_operation(BinOp::Sub, *elem, 0, x)?,
                        UnOp::BitNot => self.p.types.int_type(*elem).map_or(!x, |t| t.wrap(!x)),
                        UnOp::LogNot => -self.lane_operation(BinOp::Eq, *elem, x, 0)?,
                    });
                }
                self.set_lanes(to, *result, &out)
            }
            VectorDesc::Splat { elem, lanes } => {
                let lo = self.regs[fp + a as usize];
                let wide = crate::lower::repr(&self.p.types, *elem).registers() == 2;
                let hi = if wide { self.regs[fp + a as usize + 1] } else { 0 };
                let v = (u128::from(hi) << 64 | u128::from(lo)) as i128;
                self.set_lanes(to, *elem, &vec![v; *lanes as usize])
            }
            VectorDesc::Convert { from, to: elem, lanes } => {
                let x = self.lanes(operand(self, 0), *from, *lanes)?;
                let out = x.into_iter().map(|v| self.convert_lane(v, *from, *elem)).collect::<Run<Vec<_>>>()?;
                self.set_lanes(to, *elem, &out)
            }
            VectorDesc::Shuffle { elem, mask, lanes, vectors } => {
                let mut pool = Vec::new();
                for i in 0..*vectors {
                    pool.extend(self.lanes(operand(self, i), *elem, *lanes)?);
                }
                let mask = self.lanes(operand(self, *vectors), *mask, *lanes)?;
                let out: Vec<i128> = mask.iter().map(|&m| pool[m as usize & (pool.len() - 1)]).collect();
                self.set_lanes(to, *elem, &out)
            }
            VectorDesc::ShuffleVector { elem, input_lanes, indices } => {
                let mut pool = self.lanes(operand(self, 0), *elem, *input_lanes)?;
                pool.extend(self.lanes(operand(self, 1), *elem, *input_lanes)?);
                // An index of -1 leaves the lane unspecified; zero is one of the values it may have.
                let out: Vec<i128> = indices
                    .iter()
                    .map(|&i| usize::try_from(i).ok().and_then(|i| pool.get(i)).copied().unwrap_or(0))
                    .collect();
                self.set_lanes(to, *elem, &out)
            }
        }
    }

    /// An operation on one lane, in the element's own type: lanes are not promoted.
    fn lane_operation(&self, op: BinOp, elem: TypeId, x: i128, y: i128) -> Run<i128> {
        self.scalar(op, elem, x, y)
    }

    fn convert_lane(&self, v: i128, from: TypeId, to: TypeId) -> Run<i128> {
        let types = &self.p.types;
        let as_float = match from {
            TypeId::DOUBLE => Some(f64::from_bits(v as u64)),
            TypeId::FLOAT => Some(f64::from(f32::from_bits(v as u32))),
            _ => None,
        };
        Ok(match (as_float, to) {
            (Some(f), TypeId::DOUBLE) => i128::from(f.to_bits()),
            (Some(f), TypeId::FLOAT) => i128::from((f as f32).to_bits()),
            (Some(f), to) => {
                let t = types.int_type(to).unwrap_or(IntType::signed(32));
                match t.from_f64(f) {
                    Some(v) => v,
                    None => {
                        let detail = format!("{f:?} does not fit in '{}'", print::ty(self.p, to.into()));
                        return crate::fault::fault(crate::kinds::Kind::FloatToInteger, detail);
                    }
                }
            }
            (None, TypeId::DOUBLE) => {
                i128::from(types.int_type(from).unwrap_or(IntType::signed(64)).to_f64(v).to_bits())
            }
            (None, TypeId::FLOAT) => {
                i128::from(types.int_type(from).unwrap_or(IntType::signed(64)).to_f32(v).to_bits())
            }
            (None, to) => types.int_type(to).map_or(v, |t| t.wrap(v)),
        })
    }
}
