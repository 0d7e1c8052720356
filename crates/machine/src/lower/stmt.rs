//! Statements.

use super::scope::{Exits, SwitchFrame};
use super::{Lower, Lowered, Profiling, Repr};
use crate::code::*;
use crate::kinds::Kind;
use lydite_lang::*;

impl Lower<'_> {
    /// Runs code that evaluates a full expression: temporaries and registers it uses end with it.
    pub(crate) fn full<T>(&mut self, exprs: &[ExprId], run: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let makes = exprs.iter().any(|&e| self.effects.makes_temporaries(e));
        let mark = makes.then(|| {
            let dst = self.reg(1);
            self.emit(Op::TempMark { dst });
            dst
        });
        let result = run(self)?;
        if let Some(mark) = mark {
            self.emit(Op::TempRelease { mark });
        }
        Ok(result)
    }

    pub(crate) fn stmt(&mut self, s: StmtId) -> Lowered<()> {
        let mark = self.frame.next_register;
        let outer = std::mem::replace(&mut self.frame.temporaries, mark);
        self.site = Site::Stmt(s);
        if !matches!(self.p.stmts[s].kind, StmtKind::Label(..) | StmtKind::Case(..) | StmtKind::Default(_)) {
            self.record(s);
        }
        self.deeper(|l| l.stmt_inner(s))?;
        self.frame.next_register = mark;
        self.frame.temporaries = outer;
        Ok(())
    }

    /// Records that a statement begins, if that is asked for.
    fn record(&mut self, s: StmtId) {
        match self.options.profile {
            Profiling::Off => {}
            Profiling::Statements => _ = self.emit(Op::Cover { stmt: s }),
            Profiling::On => _ = self.emit(Op::ProfileStmt { stmt: s }),
        }
    }

    fn stmt_inner(&mut self, s: StmtId) -> Lowered<()> {
        let p = self.p;
        match &p.stmts[s].kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.full(&[*e], |l| l.effect(*e))?,
            StmtKind::Decl(vars) => {
                for &var in vars.iter() {
                    self.declare(var)?;
                }
            }
            StmtKind::VlaLength(vla) => self.vla_length(*vla)?,
            StmtKind::Block(stmts) => self.block_with_value(s, stmts, None)?,
            StmtKind::If(c, a, b) => {
                let to_else = self.jump_unless_released(*c)?;
                self.stmt(*a)?;
                match b {
                    None => self.patch_all(&to_else),
                    Some(b) => {
                        self.site = Site::Stmt(s);
                        let end = self.emit(Op::Jump { to: 0 });
                        self.patch_all(&to_else);
                        self.stmt(*b)?;
                        self.patch_all(&[end]);
                    }
                }
            }
            StmtKind::While(c, body) => self.looped(s, None, Some(*c), None, *body, Test::First)?,
            StmtKind::DoWhile(body, c) => self.looped(s, None, Some(*c), None, *body, Test::Last)?,
            StmtKind::For { init, cond, step, body } => {
                let mut vars: Vec<VarId> = self.effects.literals(s).to_vec();
                if let Some(init) = init
                    && let StmtKind::Decl(declared) = &p.stmts[*init].kind
                {
                    vars.extend(declared.iter());
                }
                let entry = self.effects.has_entry(*body);
                let scope = self.open_block(&vars, |_| entry);
                self.looped(s, *init, *cond, *step, *body, Test::First)?;
                self.site = Site::Stmt(s);
                self.close_block(scope);
            }
            StmtKind::Switch(c, body) => self.switch(s, *c, *body)?,
            StmtKind::Case(range, body) => {
                let at = (self.here(), self.frame.scope());
                self.frame.join = at.0;
                if let Some(switch) = self.frame.switches.last_mut() {
                    switch.cases.push((range.0, range.1, at.0, at.1));
                }
                self.stmt(*body)?;
            }
            StmtKind::Default(body) => {
                let at = (self.here(), self.frame.scope());
                self.frame.join = at.0;
                if let Some(switch) = self.frame.switches.last_mut() {
                    switch.default = Some(at);
                }
                self.stmt(*body)?;
            }
            StmtKind::Label(label, body) => {
                self.define_label(*label);
                self.stmt(*body)?;
            }
            StmtKind::Goto(label) => self.goto(*label),
            StmtKind::GotoComputed(e) => {
                let ptr = self.expr(*e)?;
                self.site = Site::Stmt(s);
                self.goto_computed(ptr);
            }
            StmtKind::Break => {
                let Some(scope) = self.frame.exits.last().map(|x| x.scope) else {
                    return self.unsupported("a 'break' outside of a loop or switch");
                };
                self.leave_to(scope);
                let jump = self.emit(Op::Jump { to: 0 });
                if let Some(exits) = self.frame.exits.last_mut() {
                    exits.breaks.push(jump);
                }
            }
            StmtKind::Continue => {
                let Some(n) = self.frame.exits.iter().rposition(|x| x.continues.is_some()) else {
                    return self.unsupported("a 'continue' outside of a loop");
                };
                self.leave_to(self.frame.exits[n].scope);
                let jump = self.emit(Op::Jump { to: 0 });
                if let Some(continues) = &mut self.frame.exits[n].continues {
                    continues.push(jump);
                }
            }
            StmtKind::Return(value) => self.return_stmt(s, *value)?,
            StmtKind::AsmBarrier(operands) => {
                for &e in operands.iter() {
                    if p.is_lvalue(e) {
                        self.lvalue(e, super::lvalue::Use::Access)?;
                    } else {
                        self.effect(e)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Like [`Lower::jump_unless`]; if the condition makes temporaries they are released on both ways.
    fn jump_unless_released(&mut self, c: ExprId) -> Lowered<Vec<Pc>> {
        if !self.effects.makes_temporaries(c) {
            return self.jump_unless(c);
        }
        let mark = self.reg(1);
        self.emit(Op::TempMark { dst: mark });
        let r = self.expr(c)?;
        let ty = self.p.ty(c).ty;
        let t = self.truth(r, ty);
        self.emit(Op::TempRelease { mark });
        Ok(vec![self.emit(Op::JumpIfNot { c: t, to: 0 })])
    }

    fn return_stmt(&mut self, s: StmtId, value: Option<ExprId>) -> Lowered<()> {
        if self.frame.noreturn {
            if let Some(e) = value {
                self.effect(e)?;
            }
            let name = self.frame.func.map_or("", |f| self.p.names.text(self.p.funcs[f].name));
            self.fault(Kind::NoreturnReturned, format!("'{name}'"));
            return Ok(());
        }
        let ret = self.frame.func.map_or(TypeId::VOID, |f| self.return_type(f));
        let Some(e) = value else {
            self.site = Site::Stmt(s);
            let missing = ret != TypeId::VOID;
            self.emit(if missing { Op::ReturnMissing } else { Op::ReturnVoid });
            return Ok(());
        };
        let src = self.expr(e)?;
        self.site = Site::Stmt(s);
        match self.repr(ret) {
            Repr::Void => self.emit(Op::ReturnVoid),
            Repr::Wide(_) => self.emit(Op::ReturnWide { src }),
            Repr::Memory => {
                let extent = self.extent_id(ret);
                let dst = self.frame.result.unwrap_or(0);
                self.emit(Op::CopyInit { dst, src, extent });
                self.emit(Op::ReturnVoid)
            }
            _ => self.emit(Op::Return { src }),
        };
        Ok(())
    }

    /// A block; its last expression's value goes to the register if one is asked for.
    pub(crate) fn block_with_value(
        &mut self,
        s: StmtId,
        stmts: &[StmtId],
        value: Option<(Reg, ExprId)>,
    ) -> Lowered<()> {
        let p = self.p;
        let mut vars: Vec<VarId> = self.effects.literals(s).to_vec();
        // A declaration is skipped if a jump can land behind it in this block.
        let mut entries_behind = Vec::new();
        let mut last_entry = None;
        for (i, &stmt) in stmts.iter().enumerate() {
            if let StmtKind::Decl(declared) = &p.stmts[stmt].kind {
                vars.extend(declared.iter());
                let last = *last_entry.get_or_insert_with(|| stmts.iter().rposition(|&s| self.effects.has_entry(s)));
                if last.is_some_and(|last| last > i) {
                    entries_behind.extend(declared.iter().copied());
                }
            }
        }
        let scope = self.open_block(&vars, |v| entries_behind.contains(&v));
        for &stmt in stmts {
            if let StmtKind::VlaLength(vla) = p.stmts[stmt].kind {
                let reg = self.reg(1);
                self.vla_regs.insert(vla, reg);
            }
        }
        let (body, last) = match value {
            Some(_) => (&stmts[..stmts.len() - 1], stmts.last()),
            None => (stmts, None),
        };
        for &stmt in body {
            self.stmt(stmt)?;
        }
        if let (Some((dst, e)), Some(&last)) = (value, last) {
            self.last_value(last, dst, e)?;
        }
        self.site = Site::Stmt(s);
        self.close_block(scope);
        Ok(())
    }

    fn last_value(&mut self, stmt: StmtId, dst: Reg, e: ExprId) -> Lowered<()> {
        match &self.p.stmts[stmt].kind {
            StmtKind::Expr(value) => {
                self.record(stmt);
                let r = self.expr(*value)?;
                if self.repr_of(e) == Repr::Memory {
                    // The record may be a variable of the block, which ends here.
                    let extent = self.extent_id(self.p.ty(e).ty);
                    self.emit(Op::CopyInit { dst, src: r, extent });
                } else {
                    let registers = self.repr_of(e).registers();
                    self.copy_register(dst, r, registers);
                }
                Ok(())
            }
            StmtKind::Label(label, inner) => {
                self.define_label(*label);
                self.last_value(*inner, dst, e)
            }
            _ => self.stmt(stmt),
        }
    }

    fn looped(
        &mut self,
        s: StmtId,
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        test: Test,
    ) -> Lowered<()> {
        if let Some(init) = init {
            self.stmt(init)?;
        }
        let profiled = self.options.profile == Profiling::On;
        self.site = Site::Stmt(s);
        if profiled {
            self.emit(Op::ProfileLoopEnter { stmt: s });
        }
        // The test sits at the end; a loop that tests first jumps there.
        let first = (test == Test::First && cond.is_some()).then(|| self.emit(Op::Jump { to: 0 }));
        let top = self.here();
        if profiled {
            self.emit(Op::ProfileLoopTrip { stmt: s });
        }
        let scope = self.frame.scope();
        self.frame.exits.push(Exits { scope, breaks: Vec::new(), continues: Some(Vec::new()) });
        self.stmt(body)?;
        let exits = self.frame.exits.pop().expect("pushed above");
        self.patch_all(&exits.continues.unwrap_or_default());
        self.site = Site::Stmt(s);
        if let Some(step) = step {
            let mark = self.frame.next_register;
            self.full(&[step], |l| l.effect(step))?;
            self.frame.next_register = mark;
        }
        if let Some(first) = first {
            self.patch_all(&[first]);
        }
        match cond {
            Some(c) => {
                let mark = self.frame.next_register;
                let out = self.jump_unless_released(c)?;
                self.frame.next_register = mark;
                self.site = Site::Stmt(s);
                self.emit(Op::Jump { to: top });
                self.patch_all(&out);
            }
            None => {
                self.emit(Op::Jump { to: top });
            }
        }
        self.patch_all(&exits.breaks);
        if profiled {
            self.emit(Op::ProfileLoopExit { stmt: s });
        }
        Ok(())
    }

    fn switch(&mut self, s: StmtId, c: ExprId, body: StmtId) -> Lowered<()> {
        let Repr::Int(ty) = self.repr_of(c) else { return self.unsupported("a 'switch' on a 128-bit integer") };
        let a = self.full(&[c], |l| l.expr(c))?;
        self.site = Site::Stmt(s);
        let table = self.image.switches.len() as u32;
        self.image.switches.push(SwitchTable::default());
        self.emit(Op::Switch { a, table });
        let scope = self.frame.scope();
        self.frame.switches.push(SwitchFrame { scope, cases: Vec::new(), default: None, ty });
        self.frame.exits.push(Exits { scope, breaks: Vec::new(), continues: None });
        self.stmt(body)?;
        let exits = self.frame.exits.pop().expect("pushed above");
        let switch = self.frame.switches.pop().expect("pushed above");
        self.site = Site::Stmt(s);
        let skip = self.emit(Op::Jump { to: 0 });
        let mut filled = SwitchTable { signed: ty.signed, ..SwitchTable::default() };
        for (lo, hi, pc, to) in switch.cases {
            let target = self.edge(switch.scope, to, pc);
            filled.cases.push((lo as u64, hi as u64, target));
        }
        if switch.ty.signed {
            filled.cases.sort_unstable_by_key(|c| c.0 as i64);
        } else {
            filled.cases.sort_unstable_by_key(|c| c.0);
        }
        let default = switch.default.map(|(pc, to)| self.edge(switch.scope, to, pc));
        self.patch_all(&[skip]);
        self.patch_all(&exits.breaks);
        filled.default = default.unwrap_or_else(|| self.here());
        self.image.switches[table as usize] = filled;
        Ok(())
    }
}

/// When a loop tests its condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    First,
    Last,
}
