//! Functions, made on demand and called again, and calls.

use super::dsl::built;
use super::effects::{Cx, Effects, Loc, Locality, Locs};
use super::policy::Leaves;
use super::state::{Callee, Depth, Frame, Gen, Variable};
use super::stmt::Production;
use crate::feature::Feature;
use lydite_lang::*;

/// The productions of this file.
pub const STATEMENTS: &[(Feature, Production)] = &[
    (Feature::CallStatement, Gen::call_statement),
    (Feature::VoidFunction, Gen::void_call),
    (Feature::StructResult, Gen::struct_result),
];

/// `f(...).member`
pub fn member_of_result(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (i, f) in g.callees.iter().enumerate() {
        let Some(record) = g.b.program.types.record_of(f.ret.ty) else { continue };
        if !f.reusable || !cx.may_call(&f.effects) || !g.affords(f.cost) {
            continue;
        }
        for (n, field) in g.b.program.types.records[record].fields.iter().enumerate() {
            let plain = field.name.is_some() && g.is_int(field.ty.ty) && field.ty.quals == Quals::NONE;
            if plain && g.readable(record, n) {
                found.push((i, n));
            }
        }
    }
    let (callee, field) = if found.is_empty() { return None } else { found[g.c.index(found.len())] };
    let e = g.call_of(callee, cx)?;
    Some(g.member(e, field))
}

/// The most functions that are made inside one another.
const MOST_NESTED: u32 = 4;

impl Frame {
    /// A function being begun.
    pub fn new(func: FuncId, ret: QType) -> Frame {
        Frame {
            func,
            ret,
            effects: Effects::default(),
            no_read: Locs::NONE,
            no_write: Locs::NONE,
            scopes: Vec::new(),
            next_loc: Loc::FIRST_LOCAL,
            exits: Vec::new(),
            times: 1,
            breakable: Vec::new(),
            begun_at: 0,
            room: usize::MAX,
            cost_before: 0,
            once: false,
            common: Vec::new(),
            nesting: 0,
            inlinable: true,
            nest: Vec::new(),
            avoid: Default::default(),
            order: Default::default(),
            same_from: 0,
            deepest: u32::MAX,
        }
    }
}

/// A call as an integer expression.
pub fn call_value(g: &mut Gen, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
    g.c.open("call");
    let e = g.some_call(Some(ty), cx);
    g.c.close();
    e
}

impl Gen {
    /// A call of a function that exists, or of a new one.
    fn some_call(&mut self, ty: Option<TypeId>, cx: &mut Cx) -> Option<ExprId> {
        let fits = |g: &Self, f: &Callee| match ty {
            Some(_) => g.is_int(f.ret.ty),
            None => f.ret.ty == TypeId::VOID,
        };
        let candidates: Vec<usize> = (0..self.callees.len())
            .filter(|&i| {
                let f = &self.callees[i];
                f.reusable && fits(self, f) && cx.may_call(&f.effects) && self.affords(f.cost)
            })
            .collect();
        // A new function runs about two hundred steps; where that is too much there is none.
        let may_make = self.making < MOST_NESTED && !self.is_full() && self.affords(2_000) && self.callees.len() < 60;
        let make = may_make && (candidates.is_empty() || self.c.coin(1, 3));
        let callee = if make {
            let ret = match ty {
                Some(ty) if self.c.coin(1, 2) && !matches!(self.b.program.types.kind(ty), TypeKind::Enum(_)) => ty,
                Some(_) => self.int_ty(),
                None => TypeId::VOID,
            };
            self.new_function(ret.into(), cx)?
        } else if candidates.is_empty() {
            return None;
        } else {
            candidates[self.c.index(candidates.len())]
        };
        self.call_of(callee, cx)
    }

    /// A call with arguments made here.
    pub fn call_of(&mut self, callee: usize, cx: &mut Cx) -> Option<ExprId> {
        let f = self.callees[callee].clone();
        if !cx.may_call(&f.effects) || !self.affords(f.cost) {
            return None;
        }
        let args = self.arguments(&f.params, cx)?;
        cx.eff.merge(&f.effects);
        self.spend(f.cost);
        Some(self.call(f.func, args))
    }

    /// A call whose first argument has been made since `outer`.
    pub fn call_after(&mut self, f: &Callee, first: ExprId, outer: Cx, cx: &mut Cx) -> Option<ExprId> {
        cx.unsequenced();
        let rest = self.arguments(&f.params[1..], cx);
        cx.leave(outer);
        let mut args = vec![first];
        args.extend(rest?);
        cx.eff.merge(&f.effects);
        self.spend(f.cost);
        Some(self.call(f.func, args))
    }

    /// Arguments for parameters of these types, in any order of evaluation.
    pub fn arguments(&mut self, params: &[QType], cx: &mut Cx) -> Option<Vec<ExprId>> {
        self.arguments_by(params, cx, |g, &param, cx| g.argument(param, cx))
    }

    /// An argument that `make` makes for each of these, in any order of evaluation.
    pub fn arguments_by<T>(
        &mut self,
        each: &[T],
        cx: &mut Cx,
        mut make: impl FnMut(&mut Self, &T, &mut Cx) -> Option<ExprId>,
    ) -> Option<Vec<ExprId>> {
        let outer = cx.enter();
        cx.depth = cx.depth.min(2);
        let args = each.iter().map(|item| {
            self.c.open("argument");
            let arg = make(self, item, cx);
            cx.unsequenced();
            self.c.close();
            arg
        });
        let args = args.collect();
        cx.leave(outer);
        args
    }

    fn argument(&mut self, param: QType, cx: &mut Cx) -> Option<ExprId> {
        let types = &self.b.program.types;
        if let Some(to) = types.pointee(param.ty) {
            let depth = self.depth();
            let e = self.address_of(to, depth)?;
            return Some(self.convert_pointer(e, param.ty));
        }
        if types.is_record(param.ty) {
            return self.record_value(param.ty, cx);
        }
        let e = self.value(param.ty, cx);
        let e = self.load(e);
        Some(self.convert(e, param.ty))
    }

    /// The value of a structure or union that may be read.
    pub fn record_value(&mut self, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
        let found: Vec<Variable> = self.visible().filter(|v| v.ty.ty == ty && cx.may_read(&v.locs)).copied().collect();
        let v = if found.is_empty() { return None } else { found[self.c.index(found.len())] };
        cx.read(&v.locs);
        if v.locs.meets(&Locs::of(Loc::VOLATILE)) {
            cx.write(&Locs::of(Loc::VOLATILE));
        }
        Some(self.get(v.var))
    }

    /// A new function; its place among the callees.
    pub fn new_function(&mut self, ret: QType, cx: &Cx) -> Option<usize> {
        self.c.open("function");
        let params = self.parameter_types();
        let callee = self.define(ret, &params, cx, |g, out| {
            let most = g.policy.block_size + 2;
            let wanted = 1 + g.c.index(most as usize);
            for _ in 0..wanted {
                if g.is_full() {
                    break;
                }
                g.stmt(out);
            }
            g.return_stmt(out);
        });
        self.c.close();
        Some(callee)
    }

    fn parameter_types(&mut self) -> Vec<QType> {
        let count = self.c.index(5);
        let mut params = Vec::new();
        for _ in 0..count {
            let weights = [
                100,
                self.weight(Feature::PointerArgument),
                if self.structs.is_empty() { 0 } else { self.weight(Feature::StructArgument) },
                if self.unions.is_empty() { 0 } else { self.weight(Feature::UnionArgument) },
            ];
            let ty = match self.c.weighted(&weights) {
                0 => self.scalar_ty(),
                1 => {
                    self.uses(Feature::PointerArgument);
                    let to = self.scalar_ty();
                    self.b.program.types.pointer(to.into())
                }
                2 => {
                    let ty = self.structs[self.c.index(self.structs.len())];
                    // Somebody must have one to give.
                    if !self.visible().any(|v| v.ty.ty == ty) {
                        continue;
                    }
                    self.uses(Feature::StructArgument);
                    ty
                }
                _ => {
                    let ty = self.unions[self.c.index(self.unions.len())];
                    if !self.visible().any(|v| v.ty.ty == ty) {
                        continue;
                    }
                    self.uses(Feature::UnionArgument);
                    ty
                }
            };
            params.push(ty.into());
        }
        params
    }

    /// Declares a function: its id and parameters.
    pub fn declare(&mut self, name: &str, ret: QType, params: &[QType], tail: ParamTail) -> (FuncId, Vec<VarId>) {
        let name = self.name(name);
        let types: Vec<TypeId> = params.iter().map(|p| p.ty).collect();
        let ty = self.b.program.types.function(ret, types, tail);
        let vars = params
            .iter()
            .map(|&ty| {
                self.names.param += 1;
                let name = format!("p_{}", self.names.param);
                let name = self.name(&name);
                self.b.program.vars.push(Var::new(Some(name), ty, Storage::Param, None))
            })
            .collect::<Vec<_>>();
        let func = self.b.program.funcs.push(Function::new(
            name,
            ty,
            vars.clone(),
            FuncSpec { is_static: true, ..FuncSpec::default() },
        ));
        (func, vars)
    }

    /// A fresh function name.
    pub fn func_name(&mut self) -> String {
        self.names.func += 1;
        format!("func_{}", self.names.func)
    }

    /// Makes a whole function with a body made by `make`, for a first call in context `cx`.
    pub fn define(
        &mut self,
        ret: QType,
        params: &[QType],
        cx: &Cx,
        make: impl FnOnce(&mut Self, &mut Vec<StmtId>),
    ) -> usize {
        let name = self.func_name();
        let (func, vars) = self.declare(&name, ret, params, ParamTail::Fixed);
        self.fill(func, &vars, cx, make)
    }

    /// Makes the body of a function that has been declared; its place among the callees.
    pub fn fill(
        &mut self,
        func: FuncId,
        vars: &[VarId],
        cx: &Cx,
        make: impl FnOnce(&mut Self, &mut Vec<StmtId>),
    ) -> usize {
        let ret = self.b.program.types.func_parts(self.b.program.funcs[func].ty).map_or(TypeId::VOID.into(), |f| f.ret);
        let mut frame = Frame::new(func, ret);
        frame.no_read = cx.no_read.outside();
        frame.no_write = cx.no_write.outside();
        frame.times = self.f.times;
        frame.begun_at = self.b.program.exprs.len();
        frame.room = (self.room / 5).max(60);
        frame.cost_before = self.cost;
        let outer = std::mem::replace(&mut self.f, frame);
        let (context, leaves) = (self.context.take(), std::mem::replace(&mut self.leaves, Leaves::Any));
        self.making += 1;
        let scope = self.parameter_variables(vars);
        self.f.scopes.push(scope);
        let mut out = Vec::new();
        make(self, &mut out);
        self.making -= 1;
        let body = self.block(out);
        (self.context, self.leaves) = (context, leaves);
        let frame = std::mem::replace(&mut self.f, outer);
        self.b.program.funcs[func].body = Some(body);
        self.b.program.items.push(Item::FuncDef(func));
        let cost = 4 + (self.cost - frame.cost_before) / frame.times.max(1);
        let effects = frame.effects.outside();
        self.attributes(func, &effects, frame.inlinable, ret);
        let params = vars.iter().map(|&v| self.b.program.vars[v].ty).collect();
        self.callees.push(Callee { func, ret, params, effects, cost, reusable: true });
        self.callees.len() - 1
    }

    /// Parameters as variables of the function's outermost scope.
    pub fn parameter_variables(&mut self, vars: &[VarId]) -> Vec<Variable> {
        vars.iter()
            .map(|&var| {
                let ty = self.b.program.vars[var].ty;
                let is_pointer = self.b.program.types.is_pointer(ty.ty);
                let addressable = !is_pointer && self.on(Feature::Pointer) && self.c.coin(1, 3);
                let locs = if addressable { self.classes(ty.ty) } else { Locs::of(self.fresh_loc(Locality::Local)) };
                Variable { var, ty, locs, addressable, assignable: true, depth: Depth::BODY, nullable: false }
            })
            .collect()
    }

    /// Attributes that are true of a function.
    fn attributes(&mut self, func: FuncId, effects: &Effects, inlinable: bool, ret: QType) {
        let mut attrs = FuncAttrs::default();
        let weights = [
            150,
            self.weight(Feature::NoInline),
            if inlinable { self.weight(Feature::AlwaysInline) } else { 0 },
            self.weight(Feature::HotCold),
            if inlinable { self.weight(Feature::Inline) } else { 0 },
        ];
        match self.c.weighted(&weights) {
            0 => {}
            1 => {
                self.uses(Feature::NoInline);
                attrs = attrs.with(FuncAttrs::NOINLINE);
            }
            2 => {
                self.uses(Feature::AlwaysInline);
                attrs = attrs.with(FuncAttrs::ALWAYS_INLINE);
                self.b.program.funcs[func].spec.is_inline = true;
            }
            3 => {
                self.uses(Feature::HotCold);
                attrs = attrs.with(if self.c.coin(1, 2) { FuncAttrs::HOT } else { FuncAttrs::COLD });
            }
            _ => {
                self.uses(Feature::Inline);
                self.b.program.funcs[func].spec.is_inline = true;
            }
        }
        let changes_nothing = effects.writes.is_empty() && ret.ty != TypeId::VOID;
        if changes_nothing && self.on(Feature::PureAttribute) && self.c.coin(1, 2) {
            self.uses(Feature::PureAttribute);
            let reads_nothing = effects.reads.is_empty();
            attrs = attrs.with(if reads_nothing { FuncAttrs::CONST } else { FuncAttrs::PURE });
        }
        self.b.program.funcs[func].attrs = attrs;
    }

    /// `return value;`
    pub fn return_stmt(&mut self, out: &mut Vec<StmtId>) {
        let ret = self.f.ret.ty;
        if ret == TypeId::VOID {
            let s = self.b.stmt(StmtKind::Return(None));
            out.push(s);
            return;
        }
        let mut cx = self.cx();
        let e = if self.b.program.types.is_record(ret) {
            match self.record_value(ret, &mut cx) {
                Some(e) => e,
                None => self.record_literal(ret),
            }
        } else if self.b.program.types.is_pointer(ret) {
            match self.static_address(ret) {
                Some(e) => e,
                None => self.lit(0, TypeId::INT),
            }
        } else {
            let e = self.value(ret, &mut cx);
            self.convert(e, ret)
        };
        let e = self.load(e);
        self.done(&cx);
        let s = self.b.stmt(StmtKind::Return(Some(e)));
        out.push(s);
    }

    /// `(struct S){...}` of constants.
    pub fn record_literal(&mut self, ty: TypeId) -> ExprId {
        let init = self.static_init(ty.into());
        self.uses(Feature::CompoundLiteral);
        let e = self.literal(ty, init);
        self.load(e)
    }

    fn call_statement(&mut self, out: &mut Vec<StmtId>) -> bool {
        let mut cx = self.cx();
        self.c.open("call");
        let e = self.some_call(Some(TypeId::INT), &mut cx);
        self.c.close();
        let Some(e) = e else { return false };
        self.uses(Feature::Call);
        self.push_expr(e, &cx, out);
        true
    }

    fn void_call(&mut self, out: &mut Vec<StmtId>) -> bool {
        let mut cx = self.cx();
        self.c.open("call");
        let e = self.some_call(None, &mut cx);
        self.c.close();
        let Some(e) = e else { return false };
        self.push_expr(e, &cx, out);
        true
    }

    /// `record = f(...);` or the member of a result.
    fn struct_result(&mut self, out: &mut Vec<StmtId>) -> bool {
        let mut cx = self.cx();
        let types = &self.b.program.types;
        let to: Vec<Variable> = self
            .visible()
            .filter(|v| {
                types.is_record(v.ty.ty)
                    && v.assignable
                    && v.ty.quals == Quals::NONE
                    && cx.may_write(&v.locs)
                    && !self.has_pointers(v.ty.ty)
            })
            .copied()
            .collect();
        if to.is_empty() {
            return false;
        }
        let to = to[self.c.index(to.len())];
        let existing: Vec<usize> = (0..self.callees.len())
            .filter(|&i| {
                let f = &self.callees[i];
                f.reusable && f.ret.ty == to.ty.ty && cx.may_call(&f.effects) && self.affords(f.cost)
            })
            .collect();
        let callee = if !existing.is_empty() && self.c.coin(1, 2) {
            existing[self.c.index(existing.len())]
        } else if self.making < MOST_NESTED && !self.is_full() && self.affords(2_000) {
            match self.new_function(to.ty.ty.into(), &cx) {
                Some(f) => f,
                None => return false,
            }
        } else {
            return false;
        };
        let Some(e) = self.call_of(callee, &mut cx) else { return false };
        cx.write(&to.locs);
        let l = self.var(to.var);
        let e = built(self.b.assign(l, e));
        self.push_expr(e, &cx, out);
        true
    }

    /// A function of the library, declared once.
    pub fn library_function(&mut self, name: &'static str, ret: QType, params: &[TypeId], tail: ParamTail) -> FuncId {
        if let Some(&(_, func)) = self.library.iter().find(|l| l.0 == name) {
            return func;
        }
        let ty = self.b.program.types.function(ret, params.to_vec(), tail);
        let interned = self.name(name);
        let func = self.b.program.funcs.push(Function::new(interned, ty, Vec::new(), FuncSpec::default()));
        self.b.program.items.push(Item::FuncDecl(func));
        self.library.push((name, func));
        func
    }
}
