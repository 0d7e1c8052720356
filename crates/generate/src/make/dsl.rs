//! Short names for making trees.
//!
//! Operands are well-typed by construction; the builder refusing one is a bug of ours.

use super::effects::{Cx, Effects, Locs};
use super::state::{Gen, Variable};
use crate::options::Shifts;
use lydite_lang::*;

/// The generator only asks for what C allows.
#[track_caller]
pub(crate) fn built(result: Result<ExprId, BuildError>) -> ExprId {
    match result {
        Ok(e) => e,
        Err(e) => panic!("the generator built something that is not C: {e}"),
    }
}

impl Gen {
    /// An integer constant.
    pub fn lit(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.b.int(value, ty)
    }

    /// An `int` constant.
    pub fn int(&mut self, value: i128) -> ExprId {
        self.b.int(value, TypeId::INT)
    }

    /// A variable as an lvalue.
    pub fn var(&mut self, var: VarId) -> ExprId {
        self.b.var(var)
    }

    /// The value of an lvalue (arrays decay).
    pub fn load(&mut self, e: ExprId) -> ExprId {
        built(self.b.rvalue(e))
    }

    /// The value of a variable.
    pub fn get(&mut self, var: VarId) -> ExprId {
        let e = self.b.var(var);
        self.load(e)
    }

    /// A binary operator; if it could be undefined the site gets a repair plan.
    pub fn bin(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let op = self.not_by_zero(op, b);
        let b = self.count_of(op, b);
        let a = self.left_of(op, a);
        let e = built(self.b.binary(op, a, b));
        self.plan_site(e);
        e
    }

    /// The right operand; a count of odd width, which may not even hold the width of what is shifted, becomes an `int`.
    fn count_of(&mut self, op: BinOp, right: ExprId) -> ExprId {
        let kind = self.b.program.types.int_kind_of(self.b.type_of(right));
        if op.is_shift() && matches!(kind, Some(IntKind::BitInt { .. })) {
            self.cast(right, TypeId::INT)
        } else {
            right
        }
    }

    /// A division by what a compiler sees to be zero tests its front end only (and gcc 12 fails on some, each time): another
    /// operator then.
    fn not_by_zero(&self, op: BinOp, right: ExprId) -> BinOp {
        let divides = matches!(op, BinOp::Div | BinOp::Rem);
        if divides && fold::integer(&self.b.program, right) == Some(0) { BinOp::Add } else { op }
    }

    /// A binary operator that is defined whatever the operands: no plan.
    pub fn raw(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        built(self.b.binary(op, a, b))
    }

    /// A unary operator.
    pub fn un(&mut self, op: UnOp, a: ExprId) -> ExprId {
        let e = built(self.b.unary(op, a));
        self.plan_site(e);
        e
    }

    /// An explicit conversion.
    pub fn cast(&mut self, e: ExprId, ty: TypeId) -> ExprId {
        // gcc 12 fails on `(_Bool)` of what it takes for a constant, each time: the same is said with a comparison.
        if ty == TypeId::BOOL && !matches!(self.b.program.exprs[e].kind, ExprKind::Load(_)) {
            let zero = self.int(0);
            return self.raw(BinOp::Ne, e, zero);
        }
        let e = built(self.b.cast(e, ty.into()));
        self.plan_conversion(e);
        e
    }

    /// A value whose type compilers agree on: a bit-field that was counted up, selected, or is the value of a block has its
    /// declared type to one and the promoted type to another.
    pub fn declared(&mut self, e: ExprId) -> ExprId {
        match self.b.program.bit_field_width(e) {
            Some(_) => self.cast(e, self.b.type_of(e)),
            None => e,
        }
    }

    /// An implicit conversion, as by assignment.
    pub fn convert(&mut self, e: ExprId, ty: TypeId) -> ExprId {
        let e = built(self.b.convert(e, ty));
        self.plan_conversion(e);
        e
    }

    /// `lvalue = value`
    pub fn assign(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        let ty = self.b.type_of(lhs);
        let rhs = self.load(rhs);
        // A bit-field's type has its width: a floating value is first brought into the range of the declared type.
        let narrows = self.b.program.bit_field_width(lhs).is_some() && self.is_float(self.b.type_of(rhs));
        let rhs = match self.b.program.types.is_arithmetic(ty) {
            true if narrows => self.cast(rhs, ty),
            true => self.convert(rhs, ty),
            false => rhs,
        };
        built(self.b.assign(lhs, rhs))
    }

    /// `lvalue op= value`; the lvalue must be free of effects.
    pub fn assign_op(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let op = self.not_by_zero(op, rhs);
        let rhs = self.count_of(op, rhs);
        if op == BinOp::Shr && self.options.shifts == Shifts::NonNegative {
            let left = self.copy_planned(lhs);
            let value = self.bin(op, left, rhs);
            return self.assign(lhs, value);
        }
        let e = built(self.b.compound_assign(op, lhs, rhs));
        self.plan_site(e);
        e
    }

    /// `++` or `--`; the lvalue must be free of effects.
    pub fn inc(&mut self, op: IncDec, lhs: ExprId) -> ExprId {
        let e = built(self.b.inc_dec(op, lhs));
        self.plan_site(e);
        e
    }

    /// `array[index]` with an index known to be in bounds.
    pub fn at(&mut self, array: ExprId, index: ExprId) -> ExprId {
        built(self.b.index(array, index))
    }

    /// `array[index]` with an index that is reduced to the array's length if it must be.
    pub fn at_any(&mut self, array: ExprId, index: ExprId, len: u64) -> ExprId {
        let index = self.reduced(index, len);
        built(self.b.index(array, index))
    }

    /// `*(array + index)`, the same otherwise.
    pub fn sum_any(&mut self, array: ExprId, index: ExprId, len: u64) -> ExprId {
        let index = self.reduced(index, len);
        let first = self.load(array);
        let sum = built(self.b.binary(BinOp::Add, first, index));
        self.deref(sum)
    }

    /// An integer that is reduced to `0..len` if it must be.
    pub fn reduced(&mut self, index: ExprId, len: u64) -> ExprId {
        let index = self.load(index);
        let index = built(self.b.promote(index));
        if let Some(v) = fold::integer(&self.b.program, index) {
            let v = v.rem_euclid(i128::from(len));
            return self.int(v);
        }
        // A node has one plan, and may be used again elsewhere: the index gets a node of its own, a conversion that is not
        // written.
        let wide = if self.b.type_of(index) == TypeId::LONGLONG { TypeId::ULONGLONG } else { TypeId::LONGLONG };
        let index = built(self.b.convert(index, wide));
        self.plan_index(index, len);
        index
    }

    /// A member.
    pub fn member(&mut self, base: ExprId, field: usize) -> ExprId {
        built(self.b.member(base, FieldIdx(field as u32)))
    }

    /// `*pointer`
    pub fn deref(&mut self, pointer: ExprId) -> ExprId {
        built(self.b.deref(pointer))
    }

    /// `&lvalue`
    pub fn addr(&mut self, lvalue: ExprId) -> ExprId {
        built(self.b.addr_of(lvalue))
    }

    /// `c ? a : b`
    pub fn cond(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        built(self.b.cond(c, a, b))
    }

    /// A call of a function.
    pub fn call(&mut self, func: FuncId, args: Vec<ExprId>) -> ExprId {
        let f = self.b.func(func);
        built(self.b.call(f, args))
    }

    /// A call of a builtin by its name in C.
    pub fn builtin(&mut self, name: &str, args: Vec<ExprId>) -> ExprId {
        let Some(row) = builtins::find(name) else { panic!("no builtin is called {name}") };
        let e = built(self.b.builtin(row, args));
        self.plan_site(e);
        e
    }

    /// A compound literal: an lvalue, which can't be copied.
    pub fn literal(&mut self, ty: TypeId, init: Option<Init>) -> ExprId {
        let var = self.b.program.vars.push(Var::new(None, ty, Storage::Local, init));
        self.uncopyable += 1;
        self.b.compound_literal(var)
    }

    /// A new variable at file scope.
    pub fn global(&mut self, name: &str, ty: impl Into<QType>, init: Option<Init>) -> VarId {
        let name = self.name(name);
        let var = self.b.program.vars.push(Var::new(Some(name), ty, Storage::StaticGlobal, init));
        self.b.program.items.push(Item::Var(var));
        var
    }

    /// The same, with the next number after the beginning of its name.
    pub fn numbered_global(&mut self, name: &str, ty: impl Into<QType>, init: Option<Init>) -> VarId {
        self.names.global += 1;
        let name = format!("{name}_{}", self.names.global);
        self.global(&name, ty, init)
    }

    /// An expression statement.
    pub fn expr_stmt(&mut self, e: ExprId) -> StmtId {
        self.b.stmt(StmtKind::Expr(e))
    }

    /// A block.
    pub fn block(&mut self, stmts: Vec<StmtId>) -> StmtId {
        self.b.stmt(StmtKind::Block(stmts.into()))
    }

    /// `if (c) then`
    pub fn if_stmt(&mut self, c: ExprId, then: StmtId, otherwise: Option<StmtId>) -> StmtId {
        let c = built(self.b.condition(c));
        self.b.stmt(StmtKind::If(c, then, otherwise))
    }

    /// `for (var = from; var < to; var++) body`, counting an existing `int`-like variable up.
    pub fn count_up(&mut self, var: VarId, from: i128, to: i128, body: StmtId) -> StmtId {
        let ty = self.b.program.vars[var].ty.ty;
        let (from, to) = (self.lit(from, ty), self.lit(to, ty));
        self.count(var, from, (BinOp::Lt, to), IncDec::PostInc, body)
    }

    /// `for (var = from; var op to; step) body`, counting an existing variable that stays away from its limits.
    pub fn count(&mut self, var: VarId, from: ExprId, (op, to): (BinOp, ExprId), step: IncDec, body: StmtId) -> StmtId {
        let place = self.var(var);
        let init = self.assign(place, from);
        let init = self.expr_stmt(init);
        let value = self.get(var);
        let cond = self.raw(op, value, to);
        let place = self.var(var);
        let step = built(self.b.inc_dec(step, place));
        self.b.stmt(StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body })
    }

    /// A fresh name.
    pub fn name(&mut self, text: &str) -> Name {
        self.b.program.names.intern(text)
    }

    /// A local variable that only the production that makes it knows: not in sight of other code. The declaration is added to `out`.
    pub fn private(&mut self, ty: QType, init: Option<Init>, out: &mut Vec<StmtId>) -> VarId {
        self.names.local += 1;
        let name = format!("t_{}", self.names.local);
        let name = self.name(&name);
        let var = self.b.program.vars.push(Var::new(Some(name), ty, Storage::Local, init));
        let decl = self.b.stmt(StmtKind::Decl([var].into()));
        out.push(decl);
        var
    }

    /// A private scalar with a first value, which is converted to its type.
    pub fn private_value(&mut self, ty: TypeId, value: ExprId, out: &mut Vec<StmtId>) -> VarId {
        let value = self.load(value);
        let value = self.convert(value, ty);
        self.private(ty.into(), Some(Init::Expr(value)), out)
    }

    /// A statement that is a full expression with these effects.
    pub fn push_expr(&mut self, e: ExprId, cx: &Cx, out: &mut Vec<StmtId>) {
        self.done(cx);
        let stmt = self.expr_stmt(e);
        out.push(stmt);
    }

    /// Notes that the function being made reads or writes places beyond what expressions noted.
    pub fn touches(&mut self, effects: &Effects) {
        self.f.effects.merge(effects);
    }

    /// Whether the function being made may read and write these places at all.
    pub fn may_touch(&self, reads: &Locs, writes: &Locs) -> bool {
        let cx = self.cx();
        cx.may_read(reads) && cx.may_write(writes)
    }

    /// Puts a variable in sight of what follows in the innermost block.
    pub fn reveal(&mut self, variable: Variable) {
        match self.f.scopes.last_mut() {
            Some(scope) => scope.push(variable),
            None => self.globals.push(variable),
        }
    }
}
