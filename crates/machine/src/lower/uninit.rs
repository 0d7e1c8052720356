//! Removes checks that a register variable has a value where it is certain to have one.
//!
//! A forward data-flow analysis over one function's code: the set of flags that are surely set at each block's start
//! is the intersection over its predecessors.

use crate::code::{Image, Op, Pc, Reg};
use rustc_hash::FxHashMap;

/// Replaces unnecessary checks in the code from `start` to the end by nothing.
pub(crate) fn remove_checks(image: &mut Image, start: usize) {
    let mut flags: FxHashMap<Reg, usize> = FxHashMap::default();
    for op in &image.code[start..] {
        if let Op::CheckInit { flag, .. } = *op {
            let next = flags.len();
            flags.entry(flag).or_insert(next);
        }
    }
    // One machine word of flags; a function with more keeps its checks.
    if flags.is_empty() || flags.len() > 128 {
        return;
    }
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
    // Flags surely set at each leader; everything at first, which the iteration lowers. Registers are reused, so a
    // flag's register may hold something else where its variable is out of scope: only writes through `Const`
    // count as setting or clearing, any other write clears.
    let mut at: Vec<u128> = vec![u128::MAX; end - start];
    at[0] = 0;
    let mut work = vec![start];
    let mut seen = vec![false; end - start];
    while let Some(block) = work.pop() {
        seen[block - start] = true;
        let mut set = at[block - start];
        let mut pc = block;
        loop {
            set = transfer(&image.code[pc], set, &flags);
            let last = pc + 1 >= end || leader[pc + 1 - start];
            if last {
                successors(image, pc, |to, _| {
                    if to < end {
                        let old = at[to - start];
                        let new = old & set;
                        if new != old || !seen[to - start] {
                            at[to - start] = new;
                            if !work.contains(&to) {
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
            && block_set & (1 << flags[&flag]) != 0
        {
            image.code[pc] = Op::Nop;
        }
        block_set = transfer(&image.code[pc], block_set, &flags);
    }
}

fn transfer(op: &Op, set: u128, flags: &FxHashMap<Reg, usize>) -> u128 {
    match *op {
        Op::Const { dst, value } => match flags.get(&dst) {
            Some(&bit) if value == 1 => set | 1 << bit,
            Some(&bit) => set & !(1 << bit),
            None => set,
        },
        // A passed check is as good as an assignment.
        Op::CheckInit { flag, .. } => set | 1 << flags[&flag],
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
        Op::JumpIf { to, .. }
        | Op::JumpIfNot { to, .. }
        | Op::JumpLtS { to, .. }
        | Op::JumpGeS { to, .. }
        | Op::JumpLtU { to, .. }
        | Op::JumpGeU { to, .. }
        | Op::JumpEq { to, .. }
        | Op::JumpNe { to, .. } => {
            go(to);
            visit(pc + 1, false);
        }
        Op::Switch { table, .. } => {
            let table = &image.switches[table as usize];
            table.cases.iter().for_each(|c| go(c.2));
            go(table.default);
        }
        ref op if ends_block(op) => {}
        _ => visit(pc + 1, false),
    }
}
