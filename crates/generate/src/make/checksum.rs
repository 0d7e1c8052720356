//! `main`: runs the program's functions and prints a checksum of all its data.

use super::dsl::built;
use super::effects::{Locality, Locs};
use super::state::{Gen, Variable};
use crate::options::{Opaque, Shifts};
use lydite_lang::*;

/// What `main` needs to fold values into the checksum.
struct Checksum {
    sum: VarId,
    mix: FuncId,
    mix_float: Option<FuncId>,
    counters: Vec<VarId>,
}

/// A static variable of a function, and the pointer through which `main` finds it.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The variable.
    var: VarId,
    /// The pointer; null as long as the declaration has not been passed.
    pointer: VarId,
}

impl Gen {
    /// `kept_1 = &s_1;`: only its function sees a static variable, so the checksum gets to it through a pointer.
    pub fn keep(&mut self, v: Variable, out: &mut Vec<StmtId>) {
        if !self.has_scalars(v.ty.ty) {
            return;
        }
        let ty = self.b.program.types.pointer(v.ty);
        let name = format!("kept_{}", self.kept.len() + 1);
        let pointer = self.global(&name, ty, None);
        let (to, object) = (self.var(pointer), self.var(v.var));
        let address = self.addr(object);
        let e = built(self.b.assign(to, address));
        let mut cx = self.cx();
        // Nothing else writes there, but calls of this function do.
        cx.write(&Locs::of(self.fresh_loc(Locality::Global)));
        self.push_expr(e, &cx, out);
        self.kept.push(Kept { var: v.var, pointer });
    }

    /// Makes `main`, which calls these functions in order.
    pub fn make_main(&mut self, roots: &[FuncId]) {
        let globals = self.globals.clone();
        let kept = self.kept.clone();
        let types: Vec<TypeId> =
            globals.iter().map(|v| v.ty.ty).chain(kept.iter().map(|k| self.b.program.vars[k.var].ty.ty)).collect();
        let has_floats = types.iter().any(|&ty| self.has_floats(ty));
        // All data there is, but for what only the checksum needs.
        let is_data = |var: &VarId| kept.iter().all(|k| k.pointer != *var);
        let vars =
            self.b.program.items.iter().filter_map(|item| if let Item::Var(var) = item { Some(*var) } else { None });
        let data: Vec<VarId> = vars.filter(is_data).collect();
        let zero = self.lit(0, TypeId::ULONGLONG);
        let sum = self.global("checksum", TypeId::ULONGLONG, Some(Init::Expr(zero)));
        let mix = self.make_mix(sum);
        let mix_float = has_floats.then(|| self.make_mix_float(mix));
        let (main, _) = self.declare("main", TypeId::INT.into(), &[], ParamTail::Fixed);
        self.b.program.funcs[main].spec.is_static = false;
        let outer = std::mem::replace(&mut self.f, super::state::Frame::new(main, TypeId::INT.into()));
        let mut out = Vec::new();
        // Hidden values are copied by loops, too, of data that is not in the checksum as well.
        let hidden = data.iter().map(|&var| self.b.program.vars[var].ty).filter(|_| self.options.opaque != Opaque::No);
        let copied = hidden.filter(|&ty| !self.has_constants(ty)).map(|ty| ty.ty);
        let deepest = types.iter().copied().chain(copied).map(|ty| self.dimensions(ty)).max().unwrap_or(0);
        let counters = (0..deepest).map(|i| self.main_counter(i, &mut out)).collect();
        let checksum = Checksum { sum, mix, mix_float, counters };
        if self.options.opaque == Opaque::Volatile {
            self.hide_values(&data, &checksum.counters, &mut out);
        }
        for &root in roots {
            let call = self.call(root, Vec::new());
            let s = self.expr_stmt(call);
            out.push(s);
        }
        let char_const = QType::from(TypeId::CHAR).with(Quals::CONST);
        let format = self.b.program.types.pointer(char_const);
        let printf = self.library_function("printf", TypeId::INT.into(), &[format], ParamTail::Variadic);
        for v in &globals {
            let e = self.var(v.var);
            let before = out.len();
            self.fold(e, &checksum, 0, &mut out);
            if out.len() > before {
                self.print_after(printf, v.var, &checksum, &mut out);
            }
        }
        for k in &kept {
            let pointer = self.get(k.pointer);
            let e = self.deref(pointer);
            let mut inner = Vec::new();
            self.fold(e, &checksum, 0, &mut inner);
            let (passed, inner) = (self.get(k.pointer), self.block(inner));
            let s = self.if_stmt(passed, inner, None);
            out.push(s);
            self.print_after(printf, k.var, &checksum, &mut out);
        }
        self.print_sum(printf, "checksum = %X\n", &checksum, &mut out);
        let zero = self.int(0);
        let s = self.b.stmt(StmtKind::Return(Some(zero)));
        out.push(s);
        let body = self.block(out);
        self.b.program.funcs[main].body = Some(body);
        self.b.program.items.push(Item::FuncDef(main));
        self.f = outer;
    }

    /// Where each variable is to be told: the checksum so far.
    fn print_after(&mut self, printf: FuncId, var: VarId, c: &Checksum, out: &mut Vec<StmtId>) {
        if self.options.each {
            let name = self.b.program.vars[var].name.map_or("", |n| self.b.program.names.text(n));
            let text = format!("checksum after {name} = %X\n");
            self.print_sum(printf, &text, c, out);
        }
    }

    fn main_counter(&mut self, i: usize, out: &mut Vec<StmtId>) -> VarId {
        let var = self.private(TypeId::INT.into(), None, out);
        let name = self.name(["i", "j", "k", "l", "m", "n"].get(i).copied().unwrap_or("o"));
        self.b.program.vars[var].name = Some(name);
        var
    }

    /// `static void mix(unsigned long long v)`
    fn make_mix(&mut self, sum: VarId) -> FuncId {
        let (func, params) = self.declare("mix", TypeId::VOID.into(), &[TypeId::ULONGLONG.into()], ParamTail::Fixed);
        let v = self.name("v");
        self.b.program.vars[params[0]].name = Some(v);
        let (s, v) = (self.get(sum), self.get(params[0]));
        let mixed = self.raw(BinOp::Xor, s, v);
        let factor = self.lit(0x9E37_79B9_7F4A_7C15, TypeId::ULONGLONG);
        let mixed = self.raw(BinOp::Mul, mixed, factor);
        let to = self.var(sum);
        let first = built(self.b.assign(to, mixed));
        let (s, n) = (self.get(sum), self.int(29));
        let high = self.raw(BinOp::Shr, s, n);
        let to = self.var(sum);
        let second = built(self.b.compound_assign(BinOp::Xor, to, high));
        let (first, second) = (self.expr_stmt(first), self.expr_stmt(second));
        let body = self.block(vec![first, second]);
        self.b.program.funcs[func].body = Some(body);
        self.b.program.items.push(Item::FuncDef(func));
        func
    }

    /// `static void mix_float(double d)`: its bits, but for those of what is not a number, which C leaves open.
    fn make_mix_float(&mut self, mix: FuncId) -> FuncId {
        let (func, params) = self.declare("mix_float", TypeId::VOID.into(), &[TypeId::DOUBLE.into()], ParamTail::Fixed);
        let d = self.name("d");
        self.b.program.vars[params[0]].name = Some(d);
        let mut out = Vec::new();
        let zero = self.lit(0, TypeId::ULONGLONG);
        let bits = self.private(TypeId::ULONGLONG.into(), Some(Init::Expr(zero)), &mut out);
        let name = self.name("bits");
        self.b.program.vars[bits].name = Some(name);
        let constant = QType::from(TypeId::VOID).with(Quals::CONST);
        let from = self.b.program.types.pointer(constant);
        let size = self.b.program.types.size_type();
        let memcpy =
            self.library_function("memcpy", TypeId::VOID_PTR.into(), &[TypeId::VOID_PTR, from, size], ParamTail::Fixed);
        let (bits_place, d_place) = (self.var(bits), self.var(params[0]));
        let (to, from) = (self.addr(bits_place), self.addr(d_place));
        let size = built(self.b.sizeof_type(TypeId::DOUBLE.into()));
        let copy = self.call(memcpy, vec![to, from, size]);
        let copy = self.expr_stmt(copy);
        let (a, b) = (self.get(params[0]), self.get(params[0]));
        let is_number = self.raw(BinOp::Eq, a, b);
        let s = self.if_stmt(is_number, copy, None);
        out.push(s);
        let bits = self.get(bits);
        let call = self.call(mix, vec![bits]);
        let s = self.expr_stmt(call);
        out.push(s);
        let body = self.block(out);
        self.b.program.funcs[func].body = Some(body);
        self.b.program.items.push(Item::FuncDef(func));
        func
    }

    fn has_floats(&self, ty: TypeId) -> bool {
        let types = &self.b.program.types;
        match types.kind(ty) {
            TypeKind::Float(_) => true,
            TypeKind::Array { elem, .. } => self.has_floats(elem.ty),
            TypeKind::Vector { elem, .. } => self.has_floats(*elem),
            TypeKind::Record(id) => types.records[*id].fields.iter().any(|f| self.has_floats(f.ty.ty)),
            _ => false,
        }
    }

    /// Whether a type has anything in it that the checksum takes: all but pointers.
    fn has_scalars(&self, ty: TypeId) -> bool {
        let types = &self.b.program.types;
        match types.kind(ty) {
            TypeKind::Pointer(_) => false,
            TypeKind::Array { elem, .. } => self.has_scalars(elem.ty),
            TypeKind::Record(id) => {
                let fields = types.records[*id].fields.iter().enumerate();
                fields.into_iter().any(|(i, f)| f.name.is_some() && self.readable(*id, i) && self.has_scalars(f.ty.ty))
            }
            _ => true,
        }
    }

    /// How deep arrays are nested in a type.
    fn dimensions(&self, ty: TypeId) -> usize {
        let types = &self.b.program.types;
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => 1 + self.dimensions(elem.ty),
            TypeKind::Vector { .. } => 1,
            TypeKind::Record(id) => {
                types.records[*id].fields.iter().map(|f| self.dimensions(f.ty.ty)).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Statements that fold every scalar of a place into the checksum.
    fn fold(&mut self, e: ExprId, c: &Checksum, depth: usize, out: &mut Vec<StmtId>) {
        let ty = self.b.type_of(e);
        match self.b.program.types.kind(ty).clone() {
            TypeKind::Array { len: ArrayLen::Fixed(len), .. } => self.fold_elements(e, len, c, depth, out),
            TypeKind::Vector { lanes, .. } => self.fold_elements(e, lanes.into(), c, depth, out),
            TypeKind::Record(id) => {
                for i in 0..self.b.program.types.records[id].fields.len() {
                    if self.b.program.types.records[id].fields[i].name.is_some() && self.readable(id, i) {
                        let copy = super::repair::copy(&mut self.b.program, e);
                        let member = self.member(copy, i);
                        self.fold(member, c, depth, out);
                    }
                }
            }
            TypeKind::Float(_) => {
                let Some(mix_float) = c.mix_float else { return };
                let v = self.load(e);
                let call = self.call(mix_float, vec![v]);
                let s = self.expr_stmt(call);
                out.push(s);
            }
            TypeKind::Int(_) | TypeKind::Enum(_) => {
                if self.int_of(ty).bits > 64 {
                    let copy = super::repair::copy(&mut self.b.program, e);
                    let (v, n) = (self.load(copy), self.int(64));
                    let v = match self.options.shifts {
                        Shifts::Arithmetic => v,
                        Shifts::NonNegative => self.cast(v, TypeId::UINT128),
                    };
                    let high = self.raw(BinOp::Shr, v, n);
                    self.mix(high, c, out);
                }
                let v = self.load(e);
                self.mix(v, c, out);
            }
            _ => {}
        }
    }

    fn mix(&mut self, v: ExprId, c: &Checksum, out: &mut Vec<StmtId>) {
        let call = self.call(c.mix, vec![v]);
        let s = self.expr_stmt(call);
        out.push(s);
    }

    fn fold_elements(&mut self, e: ExprId, len: u64, c: &Checksum, depth: usize, out: &mut Vec<StmtId>) {
        let Some(&counter) = c.counters.get(depth) else { return };
        let i = self.get(counter);
        let element = self.at(e, i);
        let mut inner = Vec::new();
        self.fold(element, c, depth + 1, &mut inner);
        if inner.is_empty() {
            return;
        }
        let body = if inner.len() == 1 { inner[0] } else { self.block(inner) };
        let s = self.count_up(counter, 0, i128::from(len), body);
        out.push(s);
    }

    fn print_sum(&mut self, printf: FuncId, text: &str, c: &Checksum, out: &mut Vec<StmtId>) {
        let units = text.bytes().map(u32::from).chain([0]).collect();
        let format = self.b.string(StrLit { elem: TypeId::CHAR, units });
        let (low, high, n) = (self.get(c.sum), self.get(c.sum), self.int(32));
        let high = self.raw(BinOp::Shr, high, n);
        let both = self.raw(BinOp::Xor, low, high);
        let both = built(self.b.cast(both, TypeId::UINT.into()));
        let call = self.call(printf, vec![format, both]);
        let s = self.expr_stmt(call);
        out.push(s);
    }
}
