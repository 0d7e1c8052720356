//! From a sketch to code: where its inputs come from, and where its result goes.

use super::sketch::{Calm, Returns, Sketch, Sym};
use crate::family::Family;
use crate::feature::Feature;
use crate::general::effects::{Cx, Effects, Locality, Locs};
use crate::general::place::Access;
use crate::general::state::{Depth, Gen, Variable};
use lydite_lang::*;

/// The most functions that are made inside one another.
const MOST_NESTED: u32 = 4;

/// An input of a sketch.
struct Input {
    name: &'static str,
    elem: TypeId,
    /// Lengths; none for a value.
    dims: Vec<u64>,
    changes: bool,
    /// The array of the program that it is.
    found: Option<Variable>,
}

/// How a function gets an input.
enum Parameter {
    /// As an argument made where it is called.
    Value,
    /// As a pointer to this array.
    Array(VarId, Locs),
    /// Not at all: it uses this variable of file scope, or makes its own array.
    Inside,
}

/// What fills an array.
const FILL: &str = "
    «u32 s = value(u32);¦u32 s = const(u32);»
    for (idx i = 0; i < N; i++) {
        «s = s * 1664525 + 1013904223; a[i] = s >> 11;
        ¦s ^= s << 13; s ^= s >> 17; s ^= s << 5; a[i] = s;
        ¦a[i] = s; s += 0x9e3779b9;
        ¦a[i] = s >> (i & 15); s = s * 69069 + 1;
        ¦a[i] = (s >> 8) & 15; s = s * 1103515245 + 12345;»
    }";
const FILL_ROWS: &str = "
    «u32 s = value(u32);¦u32 s = const(u32);»
    for (idx i = 0; i < N; i++) for (idx j = 0; j < M; j++) {
        «s = s * 1664525 + 1013904223; a[i][j] = s >> 13;
        ¦a[i][j] = s; s += 0x9e3779b9;
        ¦a[i][j] = (s >> 8) & 15; s = s * 1103515245 + 12345;»
    }";

impl Gen {
    /// Statements or a function made from one of these sketches.
    pub(crate) fn idiom(&mut self, sketches: &[&'static str], out: &mut Vec<StmtId>) -> bool {
        self.c.open("idiom");
        let made = self.try_idiom(sketches, out);
        self.c.close();
        made
    }

    fn try_idiom(&mut self, sketches: &[&'static str], out: &mut Vec<StmtId>) -> bool {
        if self.is_full() || self.f.scopes.is_empty() {
            return false;
        }
        let text = sketches[self.c.index(sketches.len())];
        let sketch = Sketch::new(text, self);
        // Made once and called once.
        if !self.affords(3 * sketch.cost) {
            return false;
        }
        // Loops call what sketches make, where a language lets functions touch data.
        let is_called = self.options.family == Family::Loops && Feature::Call.is_in(self.options.language);
        let may_call = self.on(Feature::Call) || is_called;
        let may_make = self.making < MOST_NESTED && self.callees.len() < 60 && may_call;
        let must_make = sketch.return_count() > 1;
        if must_make && !may_make {
            return false;
        }
        if may_make && (must_make || self.c.coin(1, 2)) {
            self.as_function(sketch, out)
        } else {
            self.in_place(sketch, out)
        }
    }

    fn in_place(&mut self, mut sketch: Sketch, out: &mut Vec<StmtId>) -> bool {
        let (inputs, ret) = self.header(&mut sketch);
        for input in &inputs {
            let (var, _) = if input.dims.is_empty() {
                let mut cx = self.cx();
                let e = self.value(input.elem, &mut cx);
                self.done(&cx);
                (self.private_value(input.elem, e, out), None)
            } else {
                self.array_here(input, out)
            };
            sketch.bind(input.name, Sym::Var(var, Calm::No, None));
        }
        sketch.statements(self, Returns::Value, out);
        if let (Some(e), Some(ret)) = (sketch.result, ret) {
            // It goes on in expressions: only a conversion that is written counts there.
            let e = if self.b.type_of(e) == ret { e } else { self.cast(e, ret) };
            self.give(e, ret, out);
        }
        true
    }

    /// Reads the header: the inputs and the type of the result.
    fn header(&mut self, sketch: &mut Sketch) -> (Vec<Input>, Option<TypeId>) {
        let mut inputs = Vec::new();
        let mut ret = None;
        loop {
            if sketch.draws(self) {
                continue;
            }
            match sketch.peek() {
                "ret" => {
                    sketch.next();
                    let word = sketch.next();
                    ret = sketch.type_named(self, word);
                    sketch.expect(";");
                }
                "in" | "io" => {
                    let input = self.input(sketch);
                    inputs.push(input);
                }
                _ => {
                    sketch.end_header();
                    return (inputs, ret);
                }
            }
        }
    }

    fn input(&mut self, sketch: &mut Sketch) -> Input {
        let changes = sketch.next() == "io";
        let (word, name) = (sketch.next(), sketch.next());
        let mut lengths = Vec::new();
        while sketch.accept("[") {
            lengths.push(sketch.next());
            sketch.expect("]");
        }
        sketch.expect(";");
        let mut found = None;
        if !lengths.is_empty() {
            let types = sketch.possible_types(word);
            let ranges: Vec<(i128, i128)> = lengths.iter().map(|l| sketch.possible_numbers(l)).collect();
            let candidates: Vec<Variable> = self
                .visible()
                .filter(|v| self.array_fits(v, &types, &ranges, changes) && self.lengths_agree(v, &lengths))
                .copied()
                .collect();
            if !candidates.is_empty() && self.c.coin(2, 3) {
                let v = candidates[self.c.index(candidates.len())];
                let (elem, dims) = self.array_shape(v.ty);
                sketch.settle(word, Sym::Type(elem.ty));
                for (length, dim) in lengths.iter().zip(dims) {
                    sketch.settle(length, Sym::Num(i128::from(dim)));
                }
                found = Some(v);
            }
        }
        let elem = sketch.type_named(self, word).unwrap_or(TypeId::INT);
        let dims = lengths.iter().map(|l| sketch.length(self, l)).collect();
        Input { name, elem, dims, changes, found }
    }

    fn array_shape(&self, ty: QType) -> (QType, Vec<u64>) {
        let mut elem = ty;
        let mut dims = Vec::new();
        while let Some((inner, ArrayLen::Fixed(len))) = self.b.program.types.array_parts(elem.ty) {
            dims.push(len);
            elem = inner.with(elem.quals);
        }
        (elem, dims)
    }

    /// Whether lengths of the same name are the same in the variable: `a[N][N]` is a square.
    fn lengths_agree(&self, v: &Variable, names: &[&str]) -> bool {
        let (_, dims) = self.array_shape(v.ty);
        let mut pairs = names.iter().zip(&dims).enumerate();
        pairs.all(|(i, (name, len))| names.iter().zip(&dims).take(i).all(|(n, l)| n != name || l == len))
    }

    fn array_fits(&self, v: &Variable, types: &[TypeId], ranges: &[(i128, i128)], changes: bool) -> bool {
        let (elem, dims) = self.array_shape(v.ty);
        let cx = self.cx();
        dims.len() == ranges.len()
            && types.contains(&elem.ty)
            && !elem.quals.has(Quals::VOLATILE)
            && dims.iter().zip(ranges).all(|(&d, r)| (r.0..=r.1).contains(&i128::from(d)))
            && cx.may_read(&v.locs)
            && (!changes || v.assignable && !elem.quals.has(Quals::CONST) && cx.may_write(&v.locs))
    }

    /// The array of an input in the function being made, and its places if others see it.
    fn array_here(&mut self, input: &Input, out: &mut Vec<StmtId>) -> (VarId, Option<Locs>) {
        let access = if input.changes { Access::Change } else { Access::Read };
        let array = self.options.family.row().productions.array;
        let made = input.found.or_else(|| array(self, input.elem, &input.dims, access));
        if let Some(v) = made {
            let writes = if input.changes { v.locs } else { Locs::NONE };
            self.touches(&Effects { reads: v.locs, writes });
            return (v.var, Some(v.locs));
        }
        if !input.changes && self.c.coin(1, 4) {
            return (self.constant_table(input.elem, &input.dims, "any", 0, out), None);
        }
        let mut ty: QType = input.elem.into();
        for &len in input.dims.iter().rev() {
            ty = self.b.program.types.array(ty, ArrayLen::Fixed(len)).into();
        }
        let total: u64 = input.dims.iter().product();
        // Where there are no loops, none fills arrays.
        if self.has_parameters() || input.dims.len() == 1 && total <= 8 && self.c.coin(1, 2) {
            let mut items = Vec::new();
            for index in 0..total {
                let e = if self.c.coin(1, 2) { self.pure_value(input.elem, 1).0 } else { self.constant(input.elem) };
                let e = self.load(e);
                let e = self.convert(e, input.elem);
                items.push(InitItem { index, last: index, init: Init::Expr(e) });
            }
            let var = self.private(ty, Some(Init::List(items)), out);
            if self.has_parameters() && input.changes {
                // What becomes of it is for others to read.
                self.reveal_local(var, ty);
            }
            return (var, None);
        }
        let var = self.private(ty, None, out);
        let mut fill = Sketch::new(if input.dims.len() == 1 { FILL } else { FILL_ROWS }, self);
        fill.bind("a", Sym::Var(var, Calm::No, None));
        for (name, &len) in ["N", "M"].into_iter().zip(&input.dims) {
            fill.bind(name, Sym::Num(i128::from(len)));
        }
        fill.statements(self, Returns::Value, out);
        (var, None)
    }

    /// A table of constants: at file scope, static, or on the stack.
    pub(super) fn constant_table(
        &mut self,
        elem: TypeId,
        dims: &[u64],
        kind: &str,
        parameter: i128,
        out: &mut Vec<StmtId>,
    ) -> VarId {
        let total: u64 = dims.iter().product();
        let values = self.table_elements(kind, total, elem, parameter);
        let mut inits: Vec<Init> = values
            .into_iter()
            .map(|v| {
                if self.is_float(elem) {
                    return Init::Expr(self.b.float(self.int_of(TypeId::INT).wrap(v) as f64, elem));
                }
                let narrow = self.int_of(elem).bits < 32;
                let v = self.int_of(elem).wrap(v);
                let e = self.lit(v, if narrow { TypeId::INT } else { elem });
                Init::Expr(self.convert(e, elem))
            })
            .collect();
        let mut ty: QType = QType::from(elem).with(Quals::CONST);
        for &len in dims.iter().rev() {
            ty = self.b.program.types.array(ty, ArrayLen::Fixed(len)).into();
            let mut rows = Vec::new();
            while !inits.is_empty() {
                let rest = inits.split_off((len as usize).min(inits.len()));
                let row = inits.into_iter().enumerate();
                let row = row.map(|(i, init)| InitItem { index: i as u64, last: i as u64, init }).collect();
                rows.push(Init::List(row));
                inits = rest;
            }
            inits = rows;
        }
        let init = inits.pop();
        let is_static = if Feature::StaticLocal.is_in(self.options.language) { 2 } else { 0 };
        match self.c.weighted(&[3, is_static, if total <= 16 { 1 } else { 0 }]) {
            0 => self.numbered_global("table", ty, init),
            1 => {
                let var = self.private(ty, init, out);
                self.b.program.vars[var].storage = Storage::StaticLocal;
                var
            }
            _ => self.private(ty, init, out),
        }
    }

    /// `{0}` for an array of so many dimensions.
    pub(super) fn zero_list(&mut self, elem: TypeId, dims: usize) -> Init {
        let zero = self.int(0);
        let zero = self.convert(zero, elem);
        let mut init = Init::Expr(zero);
        for _ in 0..dims {
            init = Init::List(vec![InitItem { index: 0, last: 0, init }]);
        }
        init
    }

    fn as_function(&mut self, mut sketch: Sketch, out: &mut Vec<StmtId>) -> bool {
        let (inputs, ret) = self.header(&mut sketch);
        let mut types: Vec<QType> = Vec::new();
        let mut parameters = Vec::new();
        for input in &inputs {
            let parameter = self.parameter(input, out);
            match &parameter {
                Parameter::Value => types.push(input.elem.into()),
                Parameter::Array(var, _) => {
                    let (elem, dims) = self.array_shape(self.b.program.vars[*var].ty);
                    // A pointer to a row does not get `const` by conversion.
                    let may_add = dims.len() == 1;
                    let reads_only = !input.changes && (elem.quals.has(Quals::CONST) || may_add && self.c.coin(2, 3));
                    let mut to: QType = input.elem.into();
                    if reads_only {
                        to = to.with(Quals::CONST);
                    }
                    for &len in dims[1..].iter().rev() {
                        to = self.b.program.types.array(to, ArrayLen::Fixed(len)).into();
                    }
                    types.push(self.b.program.types.pointer(to).into());
                }
                Parameter::Inside => {}
            }
            parameters.push(parameter);
        }
        self.promise_apart(&parameters, &mut types);
        let cx = self.cx();
        let callee = self.define(ret.unwrap_or(TypeId::VOID).into(), &types, &cx, |g, body| {
            let mut params = g.b.program.funcs[g.f.func].params.clone().into_iter();
            for (input, parameter) in inputs.iter().zip(&parameters) {
                let (var, len) = match parameter {
                    Parameter::Value => (params.next(), None),
                    Parameter::Array(..) => {
                        let locs = g.classes(input.elem);
                        let writes = if input.changes { locs } else { Locs::NONE };
                        g.touches(&Effects { reads: locs, writes });
                        (params.next(), input.dims.first().copied())
                    }
                    Parameter::Inside => (Some(g.array_here(input, body).0), None),
                };
                if let Some(var) = var {
                    sketch.bind(input.name, Sym::Var(var, Calm::No, len));
                }
            }
            sketch.statements(g, Returns::Really, body);
        });
        let takes_arrays = parameters.iter().any(|p| matches!(p, Parameter::Array(..)));
        // Others would call it with pointers to less than it reads.
        self.callees[callee].reusable = !takes_arrays;
        let calls = 1 + self.c.index(2);
        for _ in 0..calls {
            if !self.call_idiom(callee, &parameters, out) {
                break;
            }
        }
        true
    }

    /// Perhaps says `restrict`, where no two of the pointers are of one array and the function uses no array besides. Functions of
    /// this family see nothing but what they are given.
    fn promise_apart(&mut self, parameters: &[Parameter], types: &mut [QType]) {
        let arrays: Vec<VarId> = parameters
            .iter()
            .filter_map(|p| if let Parameter::Array(var, _) = p { Some(*var) } else { None })
            .collect();
        let are_apart = arrays.iter().enumerate().all(|(i, var)| !arrays[..i].contains(var));
        let uses_others = parameters.iter().any(|p| matches!(p, Parameter::Inside));
        let may = self.options.family == Family::Loops && are_apart && !uses_others && arrays.len() > 1;
        if may && self.on(Feature::Restrict) && self.c.coin(1, 2) {
            self.uses(Feature::Restrict);
            for ty in types.iter_mut().filter(|ty| self.b.program.types.is_pointer(ty.ty)) {
                *ty = ty.with(Quals::RESTRICT);
            }
        }
    }

    fn parameter(&mut self, input: &Input, out: &mut Vec<StmtId>) -> Parameter {
        if input.dims.is_empty() {
            return Parameter::Value;
        }
        let inside = match input.found {
            Some(v) => v.depth == Depth::STATIC && self.c.coin(1, 2) && self.globals.iter().any(|g| g.var == v.var),
            None => self.c.coin(1, 2),
        };
        if inside {
            return Parameter::Inside;
        }
        let (var, locs) = self.array_here(input, out);
        Parameter::Array(var, locs.unwrap_or(Locs::NONE))
    }

    /// A call whose result is used.
    fn call_idiom(&mut self, callee: usize, parameters: &[Parameter], out: &mut Vec<StmtId>) -> bool {
        let f = self.callees[callee].clone();
        let mut cx = self.cx();
        if !cx.may_call(&f.effects) || !self.affords(f.cost) {
            return false;
        }
        let outer = cx.enter();
        cx.depth = cx.depth.min(2);
        let mut args = Vec::new();
        let mut types = f.params.iter();
        let mut arrays = Locs::NONE;
        for parameter in parameters {
            match parameter {
                Parameter::Value => {
                    let Some(ty) = types.next() else { break };
                    self.c.open("argument");
                    let e = self.value(ty.ty, &mut cx);
                    let e = self.load(e);
                    args.push(self.convert(e, ty.ty));
                    cx.unsequenced();
                    self.c.close();
                }
                Parameter::Array(var, locs) => {
                    let Some(ty) = types.next() else { break };
                    let e = self.get(*var);
                    args.push(self.convert_pointer(e, ty.ty));
                    arrays.merge(locs);
                }
                Parameter::Inside => {}
            }
        }
        cx.eff.merge(&f.effects);
        cx.read(&arrays);
        if !f.effects.writes.is_empty() {
            cx.write(&arrays);
        }
        self.spend(f.cost);
        let call = self.call(f.func, args);
        if f.ret.ty == TypeId::VOID {
            cx.leave(outer);
            self.push_expr(call, &cx, out);
            return true;
        }
        cx.unsequenced();
        let spot = if self.c.coin(3, 4) { self.place(Access::Write, &mut cx) } else { None };
        cx.leave(outer);
        match spot {
            Some(spot) => {
                cx.write(&spot.locs);
                let e = self.assign(spot.e, call);
                self.push_expr(e, &cx, out);
            }
            None => {
                self.done(&cx);
                self.new_local(call, f.ret.ty, out);
            }
        }
        true
    }

    /// A local variable in sight with this value.
    fn new_local(&mut self, e: ExprId, ty: TypeId, out: &mut Vec<StmtId>) {
        let var = self.private_value(ty, e, out);
        self.reveal_local(var, ty.into());
    }

    /// Puts the private variable made last in sight.
    fn reveal_local(&mut self, var: VarId, ty: QType) {
        let name = format!("l_{}", self.names.local);
        let name = self.name(&name);
        self.b.program.vars[var].name = Some(name);
        let locs = Locs::of(self.fresh_loc(Locality::Local));
        let depth = self.depth();
        self.reveal(Variable { var, ty, locs, addressable: false, assignable: true, depth, nullable: false });
    }

    /// Uses the result of a sketch, which reads nothing that others can change meanwhile.
    fn give(&mut self, e: ExprId, ty: TypeId, out: &mut Vec<StmtId>) {
        match self.c.weighted(&[4, 3, 2, if self.may_nest() { 2 } else { 0 }]) {
            0 => self.idiom_store(e, out),
            1 => self.new_local(e, ty, out),
            2 => {
                let mut cx = self.cx();
                let spot = self.place(Access::Change, &mut cx);
                match spot.filter(|s| self.is_int(s.ty.ty) && s.ty.ty != TypeId::BOOL) {
                    Some(spot) => {
                        let op = [BinOp::Xor, BinOp::Add, BinOp::Sub, BinOp::Or, BinOp::And][self.c.index(5)];
                        cx.read(&spot.locs);
                        cx.write(&spot.locs);
                        let e = if self.is_int(ty) { e } else { self.cast(e, TypeId::INT) };
                        let e = self.assign_op(op, spot.e, e);
                        self.push_expr(e, &cx, out);
                    }
                    None => self.new_local(e, ty, out),
                }
            }
            _ => {
                let limit = self.constant(ty);
                let op = [BinOp::Ne, BinOp::Lt, BinOp::Gt, BinOp::Eq][self.c.index(4)];
                let c = self.raw(op, e, limit);
                let then = self.block_stmt();
                let s = self.if_stmt(c, then, None);
                out.push(s);
            }
        }
    }

    /// `place = e;` with some place of the program.
    pub(super) fn idiom_store(&mut self, e: ExprId, out: &mut Vec<StmtId>) {
        let mut cx: Cx = self.cx();
        let Some(spot) = self.place(Access::Write, &mut cx) else {
            let s = self.expr_stmt(e);
            out.push(s);
            return;
        };
        cx.write(&spot.locs);
        let e = self.assign(spot.e, e);
        self.push_expr(e, &cx, out);
    }
}

impl Sketch {
    /// A length by name or in digits.
    fn length(&mut self, g: &mut Gen, word: &str) -> u64 {
        let n = match word.parse() {
            Ok(n) => n,
            Err(_) => {
                let v = self.named(g, word);
                fold::integer(&g.b.program, v.e).unwrap_or(1)
            }
        };
        n.max(1) as u64
    }
}
