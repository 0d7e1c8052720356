//! `qsort` and `bsearch`: library functions that call back, as state machines between guest calls.

use super::Machine;
use super::call::Next;
use crate::code::Reg;
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::memory::Overlap;
use crate::value::{Ptr, Value};

/// A library function that waits for the guest.
pub(super) struct Native {
    state: State,
    base: Ptr,
    size: u32,
    compare: u32,
    return_pc: u32,
    fp: usize,
    dst: Reg,
    window: usize,
}

impl Native {
    /// Where its caller goes on.
    pub(super) fn return_pc(&self) -> u32 {
        self.return_pc
    }
}

enum State {
    /// A bottom-up merge sort of the elements' numbers; stable, as glibc's is.
    Sort { from: Vec<u32>, to: Vec<u32>, width: usize, left: usize, i: usize, j: usize },
    /// A binary search for a key.
    Search { key: Ptr, low: u32, high: u32 },
}

impl Machine<'_> {
    /// Starts `qsort` (or `bsearch`).
    pub(super) fn start_native(
        &mut self,
        sort: bool,
        args: &[Value],
        return_pc: u32,
        fp: usize,
        base: Reg,
        dst: Reg,
    ) -> Run<Next> {
        let (name, rest) = if sort { ("qsort", args) } else { ("bsearch", &args[1..]) };
        let (array, count, size) = (rest[0].as_ptr(), rest[1].lo, rest[2].lo);
        if size == 0 {
            return fault(Kind::BadLibraryArgument, format!("{name}: elements of size zero"));
        }
        let compare = self.memory.function_at(rest[3].as_ptr())?;
        self.check_comparison(compare)?;
        let total = count.checked_mul(size).and_then(|t| u32::try_from(t).ok());
        let Some(total) = total else {
            return fault(Kind::BadLibraryArgument, format!("{name}: {count} elements of {size} bytes"));
        };
        self.memory.check_readable(array, total).map_err(|mut f| {
            f.detail = format!("{name}: {}", f.detail);
            f
        })?;
        let count = count as u32;
        let state = if sort {
            let from: Vec<u32> = (0..count).collect();
            State::Sort { to: Vec::with_capacity(from.len()), from, width: 1, left: 0, i: 0, j: 1 }
        } else {
            State::Search { key: args[0].as_ptr(), low: 0, high: count }
        };
        let window = fp + base as usize + 8;
        self.natives.push(Native { state, base: array, size: size as u32, compare, return_pc, fp, dst, window });
        self.native_continue()
    }

    fn check_comparison(&self, func: u32) -> Run<()> {
        let ty = self.image.funcs[func as usize].ty;
        let types = &self.p.types;
        let right = types.func_parts(ty).is_some_and(|f| {
            let pointer = |t| {
                types
                    .pointee(t)
                    .is_some_and(|to| to.ty == lydite_lang::TypeId::VOID && to.quals.has(lydite_lang::Quals::CONST))
            };
            f.ret.ty == lydite_lang::TypeId::INT && f.params.len() == 2 && f.params.iter().all(|&t| pointer(t))
        });
        if right {
            return Ok(());
        }
        let detail = format!("the comparison function has type '{}'", lydite_lang::print::ty(self.p, ty.into()));
        fault(Kind::WrongCall, detail)
    }

    /// Takes the answer of a comparison and goes on.
    pub(super) fn native_step(&mut self, order: i32) -> Run<Next> {
        let Some(native) = self.natives.last_mut() else { return Ok(Next::Continue) };
        match &mut native.state {
            State::Sort { from, to, i, j, .. } => {
                if order <= 0 {
                    to.push(from[*i]);
                    *i += 1;
                } else {
                    to.push(from[*j]);
                    *j += 1;
                }
            }
            State::Search { low, high, .. } => {
                let middle = *low + (*high - *low) / 2;
                match order.signum() {
                    -1 => *high = middle,
                    1 => *low = middle + 1,
                    _ => {
                        let found = native.base.offset(middle * native.size);
                        return self.native_end(found);
                    }
                }
            }
        }
        self.native_continue()
    }

    /// Asks for the next comparison, or ends.
    fn native_continue(&mut self) -> Run<Next> {
        let Some(native) = self.natives.last_mut() else { return Ok(Next::Continue) };
        let (base, size, compare, window) = (native.base, native.size, native.compare, native.window);
        match &mut native.state {
            State::Sort { from, to, width, left, i, j } => loop {
                let n = from.len();
                if *width >= n {
                    let order = std::mem::take(from);
                    self.permute(base, size, &order)?;
                    return self.native_end(Ptr::NULL);
                }
                let middle = (*left + *width).min(n);
                let right = (*left + 2 * *width).min(n);
                if *i < middle && *j < right {
                    let (a, b) = (base.offset(from[*i] * size), base.offset(from[*j] * size));
                    return self.call_back(compare, a, b, window);
                }
                to.extend(&from[*i..middle]);
                to.extend(&from[*j..right]);
                *left = right;
                if *left >= n {
                    std::mem::swap(from, to);
                    to.clear();
                    *width *= 2;
                    *left = 0;
                }
                *i = *left;
                *j = (*left + *width).min(n);
            },
            State::Search { key, low, high } => {
                if low >= high {
                    return self.native_end(Ptr::NULL);
                }
                let middle = *low + (*high - *low) / 2;
                let key = *key;
                self.call_back(compare, key, base.offset(middle * size), window)
            }
        }
    }

    fn native_end(&mut self, value: Ptr) -> Run<Next> {
        let Some(native) = self.natives.pop() else { return Ok(Next::Continue) };
        self.regs[native.fp + native.dst as usize] = value.0;
        Ok(Next::Resume { pc: native.return_pc, fp: native.fp })
    }

    /// Puts the elements in order, by way of a copy.
    fn permute(&mut self, base: Ptr, size: u32, order: &[u32]) -> Run<()> {
        let total = u64::from(size) * order.len() as u64;
        if total == 0 {
            return Ok(());
        }
        let copy = self.memory.malloc(total, 16)?;
        self.memory.copy_bytes(copy, base, total, Overlap::Forbidden)?;
        for (i, &from) in order.iter().enumerate() {
            let to = base.offset(i as u32 * size);
            self.memory.copy_bytes(to, copy.offset(from * size), size.into(), Overlap::Forbidden)?;
        }
        self.memory.free(copy)
    }
}
