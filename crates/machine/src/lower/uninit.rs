//! Tidies a function's code: removes checks that a register variable has a value where it is certain to have one,
//! and everything that is then of no use.
//!
//! The checks: a forward data-flow analysis over one function's code: the set of flags that are surely set at each block's start
//! is the intersection over its predecessors.

use crate::code::{Image, Op, Pc, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function's code, which is the last in the image.
pub(crate) struct Tail {
    /// Where it starts.
    pub start: usize,
    /// Its switches start here.
    pub switches: usize,
}

/// Removes what a function does not need: checks that can't fail, flags that nobody checks.
pub(crate) fn tidy(image: &mut Image, tail: &Tail) {
    let mut flags: FxHashMap<Reg, usize> = FxHashMap::default();
    for op in &image.code[tail.start..] {
        if let Op::CheckInit { flag, .. } = *op {
            let next = flags.len();
            flags.entry(flag).or_insert(next);
        }
    }
    // One machine word of flags; a function with more keeps its checks.
    if !flags.is_empty() && flags.len() <= 128 {
        remove_checks(image, tail.start, &flags);
    }
    let mut checked: FxHashSet<Reg> = FxHashSet::default();
    for op in &image.code[tail.start..] {
        if let Op::CheckInit { flag, .. } = *op {
            checked.insert(flag);
        }
    }
    compact(image, tail, &checked);
}

/// Drops instructions that do nothing, and moves every jump accordingly.
fn compact(image: &mut Image, tail: &Tail, checked: &FxHashSet<Reg>) {
    let start = tail.start;
    let useless = |op: &Op| match *op {
        Op::Nop => true,
        Op::SetFlag { flag, .. } => !checked.contains(&flag),
        _ => false,
    };
    if !image.code[start..].iter().any(useless) {
        return;
    }
    let mut moved = Vec::with_capacity(image.code.len() - start + 1);
    let mut to = start;
    for from in start..image.code.len() {
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
    let new = |pc: Pc| moved[pc as usize - start];
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
fn remove_checks(image: &mut Image, start: usize, flags: &FxHashMap<Reg, usize>) {
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
    while let Some(block) = work.pop() {
        seen[block - start] = true;
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
        block_set = transfer(&image.code[pc], block_set, flags);
    }
}

fn transfer(op: &Op, set: u128, flags: &FxHashMap<Reg, usize>) -> u128 {
    match *op {
        Op::SetFlag { flag, set: has } => match flags.get(&flag) {
            Some(&bit) if has => set | 1 << bit,
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
