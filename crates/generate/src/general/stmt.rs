//! Statements: one table of productions, and the simple ones.

use super::place::Access;
use super::policy::Leaves;
use super::state::{Breakable, Depth, Gen};
use super::variable::Home;
use super::{beyond, call, control, idiom, loops, switch};
use crate::feature::Feature;
use lydite_lang::*;

/// Adds statements to a block; says whether it did.
pub type Production = fn(&mut Gen, &mut Vec<StmtId>) -> bool;

/// Every kind of statement.
const STATEMENTS: &[&[(Feature, Production)]] = &[
    SIMPLE,
    control::STATEMENTS,
    loops::STATEMENTS,
    switch::STATEMENTS,
    call::STATEMENTS,
    beyond::STATEMENTS,
    idiom::STATEMENTS,
];

const SIMPLE: &[(Feature, Production)] = &[
    (Feature::Assign, Gen::assign_stmt),
    (Feature::CompoundAssign, Gen::compound_assign_stmt),
    (Feature::IncDecStatement, Gen::increment_stmt),
    (Feature::LocalVariable, Gen::local_stmt),
    (Feature::StaticLocal, Gen::static_local_stmt),
    (Feature::StructAssign, Gen::struct_assign_stmt),
    (Feature::Retarget, Gen::retarget_stmt),
];

impl Gen {
    /// One statement of any kind.
    pub fn stmt(&mut self, out: &mut Vec<StmtId>) {
        self.c.open("stmt");
        let first_use = self.used.len();
        let before = out.len();
        (self.options.family.row().productions.statement)(self, out);
        if let Some(&last) = out.get(before..).and_then(|new| new.last()) {
            for used in &mut self.used[first_use..] {
                used.stmt.get_or_insert(last);
            }
        }
        self.c.close();
    }

    /// One statement by the program's weights.
    pub fn any_stmt(&mut self, out: &mut Vec<StmtId>) {
        let before = out.len();
        let mut weights: Vec<u32> = Vec::with_capacity(96);
        for table in STATEMENTS {
            weights.extend(table.iter().map(|row| self.policy.weight(row.0)));
        }
        let mut n = self.c.weighted(&weights);
        let mut row = None;
        for table in STATEMENTS {
            if n < table.len() {
                row = Some(table[n]);
                break;
            }
            n -= table.len();
        }
        if let Some((feature, production)) = row {
            (self.context, self.leaves) = (None, Leaves::Any);
            if production(self, out) {
                self.uses(feature);
            } else if out.len() == before && !self.assign_stmt(out) {
                // Nothing can be assigned yet: a variable is what is missing.
                self.local_stmt(out);
            }
        }
    }

    /// The statements of a block, in a scope of their own.
    pub fn body(&mut self, most: u32) -> Vec<StmtId> {
        let mut out = Vec::new();
        self.c.open("block");
        self.f.scopes.push(Vec::new());
        self.f.nesting += 1;
        let wanted = 1 + self.c.index(most.max(1) as usize);
        for _ in 0..wanted {
            if self.is_full() {
                break;
            }
            self.stmt(&mut out);
        }
        self.f.nesting -= 1;
        self.pop_scope();
        self.c.close();
        out
    }

    /// A block of statements.
    pub fn block_stmt(&mut self) -> StmtId {
        let stmts = self.body(self.policy.block_size);
        self.block(stmts)
    }

    /// Whether statements may be nested deeper.
    pub fn may_nest(&self) -> bool {
        self.f.nesting < self.policy.nesting && !self.is_full()
    }

    /// `place = value;`
    pub fn assign_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        let mut cx = self.cx();
        let ty = self.scalar_ty();
        let outer = cx.enter();
        let rhs = self.value(ty, &mut cx);
        cx.unsequenced();
        let Some(spot) = self.place_to_store(&mut cx) else { return false };
        cx.leave(outer);
        cx.write(&spot.locs);
        let e = self.assign(spot.e, rhs);
        self.push_expr(e, &cx, out);
        true
    }

    /// A place to store to. What the right operand only reads may be stored to: the store comes after.
    fn place_to_store(&mut self, cx: &mut super::effects::Cx) -> Option<super::place::Spot> {
        let base = self.cx();
        let saved = cx.no_write;
        cx.no_write = base.no_write;
        cx.no_write.merge(&cx.eff.writes);
        let spot = self.place(Access::Write, cx);
        cx.no_write = saved;
        spot
    }

    /// `place op= value;`
    pub fn compound_assign_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        const OPS: [BinOp; 10] = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Xor,
            BinOp::Or,
            BinOp::And,
            BinOp::Mul,
            BinOp::Shl,
            BinOp::Shr,
            BinOp::Div,
            BinOp::Rem,
        ];
        let mut cx = self.cx();
        let outer = cx.enter();
        let rhs = self.value(TypeId::INT, &mut cx);
        cx.unsequenced();
        let spot = self.place(Access::Change, &mut cx);
        cx.leave(outer);
        let Some(spot) = spot else { return false };
        let op = OPS[self.c.index(if self.is_int(spot.ty.ty) { 10 } else { 2 })];
        if spot.ty.ty == TypeId::BOOL {
            return false;
        }
        cx.read(&spot.locs);
        cx.write(&spot.locs);
        let e = self.assign_op(op, spot.e, rhs);
        self.push_expr(e, &cx, out);
        true
    }

    fn increment_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        let mut cx = self.cx();
        let Some(spot) = self.place(Access::Change, &mut cx) else { return false };
        if !self.may_increment(&spot) {
            return false;
        }
        cx.read(&spot.locs);
        cx.write(&spot.locs);
        let op = [IncDec::PostInc, IncDec::PostDec, IncDec::PreInc, IncDec::PreDec][self.c.index(4)];
        let e = self.inc(op, spot.e);
        self.push_expr(e, &cx, out);
        true
    }

    /// A new local variable.
    pub fn local_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        let ty = self.variable_ty();
        // Large objects are made anew each time a block is entered.
        if self.f.times > 50 && !self.b.program.types.is_scalar(ty.ty) {
            let ty = self.scalar_ty();
            return self.new_variable(ty.into(), Home::Local, out).is_some();
        }
        self.new_variable(ty, Home::Local, out).is_some()
    }

    fn static_local_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        // A function with a memory of its own is not a function of what its callers see.
        if !self.f.no_write.is_empty() {
            return false;
        }
        let ty = self.variable_ty();
        let Some(v) = self.new_variable(ty, Home::StaticLocal, out) else { return false };
        self.keep(v, out);
        true
    }

    fn struct_assign_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        let cx = self.cx();
        let types = &self.b.program.types;
        let records: Vec<_> = self.visible().filter(|v| types.is_record(v.ty.ty)).copied().collect();
        if records.is_empty() {
            return false;
        }
        let to = records[self.c.index(records.len())];
        let may_point = self.has_pointers(to.ty.ty);
        let from: Vec<_> = records
            .iter()
            .filter(|v| v.ty.ty == to.ty.ty && v.var != to.var && (!may_point || v.depth <= to.depth))
            .copied()
            .collect();
        if from.is_empty() || !to.assignable || to.ty.quals != Quals::NONE || !cx.may_write(&to.locs) {
            return false;
        }
        let from = from[self.c.index(from.len())];
        if !cx.may_read(&from.locs) {
            return false;
        }
        let mut cx = cx;
        cx.read(&from.locs);
        cx.write(&to.locs);
        let (l, r) = (self.var(to.var), self.get(from.var));
        let e = super::dsl::built(self.b.assign(l, r));
        self.push_expr(e, &cx, out);
        true
    }

    /// Whether a type has pointers in it.
    pub fn has_pointers(&self, ty: TypeId) -> bool {
        let types = &self.b.program.types;
        match types.kind(ty) {
            TypeKind::Pointer(_) => true,
            TypeKind::Array { elem, .. } => self.has_pointers(elem.ty),
            TypeKind::Record(id) => types.records[*id].fields.iter().any(|f| self.has_pointers(f.ty.ty)),
            _ => false,
        }
    }

    /// `pointer = &other;`
    fn retarget_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        let cx = self.cx();
        let types = &self.b.program.types;
        let pointers: Vec<_> = self
            .visible()
            .filter(|v| v.assignable && types.is_pointer(v.ty.ty) && cx.may_write(&v.locs))
            .copied()
            .collect();
        if pointers.is_empty() {
            return false;
        }
        let p = pointers[self.c.index(pointers.len())];
        let Some(to) = self.b.program.types.pointee(p.ty.ty) else { return false };
        if self.b.program.types.is_function(to.ty) {
            return false;
        }
        let value = if p.nullable && self.c.coin(1, 3) {
            self.uses(Feature::NullPointer);
            let zero = self.int(0);
            super::dsl::built(self.b.cast(zero, p.ty.ty.into()))
        } else {
            // What outlives the variable may be pointed to; parameters may only get what lives longer than the call.
            let depth = if p.depth == Depth::STATIC { Depth::STATIC } else { p.depth };
            let Some(e) = self.address_of(to, depth) else { return false };
            self.convert_pointer(e, p.ty.ty)
        };
        let mut cx = cx;
        cx.write(&p.locs);
        let l = self.var(p.var);
        let e = super::dsl::built(self.b.assign(l, value));
        self.push_expr(e, &cx, out);
        true
    }

    /// The innermost loop that `continue` may refer to, if jumps out of everything inside it are allowed.
    pub fn in_loop(&self) -> bool {
        self.f.breakable.iter().rev().find(|b| **b != Breakable::Switch) == Some(&Breakable::Loop)
    }
}
