//! Tidies a function's code: removes checks that a register variable has a value where it is certain to have one,
//! and everything that is then of no use.
//!
//! The checks: a forward data-flow analysis over one function's code: the set of flags that are surely set at each block's start
//! is the intersection over its predecessors.

use crate::code::{Image, Op, Pc, Reg};

/// A function's code, which is the last in the image.
pub(crate) struct Tail {
    /// Where it starts.
    pub start: usize,
    /// Its switches start here.
    pub switches: usize,
}

/// Removes what a function does not need: checks that can't fail, flags that nobody checks.
pub(crate) fn tidy(image: &mut Image, tail: &Tail) {
    let mut flags = Flags::of(&image.code[tail.start..]);
    // One machine word of flags; a function with more keeps its checks.
    if flags.count > 0 {
        if flags.count <= 128 {
            remove_checks(image, tail.start, &flags);
        }
        flags = Flags::of(&image.code[tail.start..]);
    }
    compact(image, tail, &flags);
}

/// The flags that are checked, numbered.
#[derive(Default)]
struct Flags {
    /// By register: the number of the flag, [`Flags::NONE`] if it is not checked.
    bits: Vec<u32>,
    count: u32,
}

impl Flags {
    const NONE: u32 = u32::MAX;

    fn of(code: &[Op]) -> Flags {
        let mut flags = Flags::default();
        for op in code {
            if let Op::CheckInit { flag, .. } = *op {
                let at = flag as usize;
                if flags.bits.len() <= at {
                    flags.bits.resize(at + 1, Flags::NONE);
                }
                if flags.bits[at] == Flags::NONE {
                    flags.bits[at] = flags.count;
                    flags.count += 1;
                }
            }
        }
        flags
    }

    #[inline]
    fn get(&self, flag: Reg) -> Option<u32> {
        self.bits.get(flag as usize).copied().filter(|&bit| bit != Flags::NONE)
    }

    /// The bit of a flag, none if it is not checked.
    #[inline]
    fn bit(&self, flag: Reg) -> u128 {
        self.get(flag).map_or(0, |bit| 1 << bit)
    }
}

/// Drops instructions that do nothing, and moves every jump accordingly.
fn compact(image: &mut Image, tail: &Tail, checked: &Flags) {
    let start = tail.start;
    let useless = |op: &Op| match *op {
        Op::Nop => true,
        Op::SetFlag { flag, .. } => checked.get(flag).is_none(),
        _ => false,
    };
    let Some(first) = image.code[start..].iter().position(useless) else { return };
    let first = start + first;
    let mut moved = Vec::with_capacity(image.code.len() - first + 1);
    let mut to = first;
    for from in first..image.code.len() {
        moved.push(to as Pc);
        if !useless(&image.code[from]) {
            image.code[to] = image.code[from];
            image.sites[to] = image.sites[from];
            to += 1;
        }
    }
    moved.push(to as Pc);
    image.code.truncate(to);
    image.sites.truncate(to);
    let new = |pc: Pc| if (pc as usize) < first { pc } else { moved[pc as usize - first] };
    for op in &mut image.code[start..] {
        if let Some(target) = op.target_mut() {
            *target = new(*target);
        }
    }
    for table in &mut image.switches[tail.switches..] {
        table.default = new(table.default);
        table.cases.iter_mut().for_each(|c| c.2 = new(c.2));
    }
}

/// Replaces checks that can't fail by nothing.
fn remove_checks(image: &mut Image, start: usize, flags: &Flags) {
    let end = image.code.len();
    let mut leader = vec![false; end - start + 1];
    leader[0] = true;
    for pc in start..end {
        let mut jumps = false;
        successors(image, pc, |to, is_jump| {
            if is_jump {
                leader[to - start] = true;
                jumps = true;
            }
        });
        if jumps || ends_block(&image.code[pc]) {
            leader[pc + 1 - start] = true;
        }
    }
    // Flags surely set at each leader; everything at first, which the iteration lowers. A flag's register may serve
    // something else where its variable is out of scope; entering the scope clears the flag.
    let mut at: Vec<u128> = vec![u128::MAX; end - start];
    at[0] = 0;
    let mut work = vec![start];
    let mut seen = vec![false; end - start];
    let mut waiting = vec![false; end - start];
    while let Some(block) = work.pop() {
        seen[block - start] = true;
        waiting[block - start] = false;
        let mut set = at[block - start];
        let mut pc = block;
        loop {
            set = transfer(&image.code[pc], set, flags);
            let last = pc + 1 >= end || leader[pc + 1 - start];
            if last {
                successors(image, pc, |to, _| {
                    if to < end {
                        let old = at[to - start];
                        let new = old & set;
                        if new != old || !seen[to - start] {
                            at[to - start] = new;
                            if !std::mem::replace(&mut waiting[to - start], true) {
                                work.push(to);
                            }
                        }
                    }
                });
                break;
            }
            pc += 1;
        }
    }
    let mut block_set = 0;
    for pc in start..end {
        if leader[pc - start] {
            block_set = if seen[pc - start] { at[pc - start] } else { 0 };
        }
        if let Op::CheckInit { flag, .. } = image.code[pc]
            && block_set & flags.bit(flag) != 0
        {
            image.code[pc] = Op::Nop;
        }
        block_set = transfer(&image.code[pc], block_set, flags);
    }
}

#[inline]
fn transfer(op: &Op, set: u128, flags: &Flags) -> u128 {
    match *op {
        Op::SetFlag { flag, set: true } => set | flags.bit(flag),
        Op::SetFlag { flag, set: false } => set & !flags.bit(flag),
        // A passed check is as good as an assignment.
        Op::CheckInit { flag, .. } => set | flags.bit(flag),
        _ => set,
    }
}

fn ends_block(op: &Op) -> bool {
    matches!(
        op,
        Op::Return { .. } | Op::ReturnWide { .. } | Op::ReturnVoid | Op::ReturnMissing | Op::Fault { .. } | Op::Trap
    )
}

/// Calls `visit` with each place control may go next and whether a jump takes it there.
fn successors(image: &Image, pc: usize, mut visit: impl FnMut(usize, bool)) {
    let mut go = |to: Pc| visit(to as usize, true);
    match image.code[pc] {
        Op::Jump { to } => go(to),
        Op::Switch { table, .. } => {
            let table = &image.switches[table as usize];
            table.cases.iter().for_each(|c| go(c.2));
            go(table.default);
        }
        ref op if ends_block(op) => {}
        mut op => {
            if let Some(&mut to) = op.target_mut() {
                go(to);
            }
            visit(pc + 1, false);
        }
    }
}
