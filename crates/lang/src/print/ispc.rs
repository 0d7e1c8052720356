//! ISPC: types and declarations with their variability, functions, parallel loops.
//!
//! Everything is `uniform` but for what parallel loops declare; what they call is printed a second time, as a copy whose
//! variables are all `varying`. ISPC has neither promotions nor a truth value that is an `int`: see `lane`.

use super::expression::Level;
use super::types::record_keyword;
use super::{Construct, Need, Printer};
use crate::dress::{self, Counted, Language, Parallel, ReduceOp};
use crate::tree::*;
use crate::types::*;
use crate::visit::Child;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// Whether something was printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Yes,
    No,
}

/// Whether all lanes share a value.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Variability {
    /// They do.
    #[default]
    Uniform,
    /// Each has its own.
    Varying,
    /// As what it is part of, or is converted from.
    Unbound,
}

impl fmt::Display for Variability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variability::Uniform => "uniform ",
            Variability::Varying => "varying ",
            Variability::Unbound => "",
        })
    }
}

/// Where printing is, seen from the lanes.
#[derive(Default)]
pub(super) struct Lanes {
    /// Functions that parallel loops call.
    copies: FxHashSet<FuncId>,
    /// The variability of what is declared now.
    pub(super) now: Variability,
    /// Whether a copy for lanes is being printed.
    in_copy: bool,
    /// Variables of which each lane has its own.
    own: FxHashSet<VarId>,
    /// The partial results that stand for variables in a parallel loop.
    partials: FxHashMap<VarId, String>,
}

impl Lanes {
    pub(super) fn has_copy(&self, func: FuncId) -> bool {
        self.copies.contains(&func)
    }

    pub(super) fn is_copy(&self) -> bool {
        self.in_copy
    }

    pub(super) fn is_own(&self, var: VarId) -> bool {
        self.own.contains(&var) || self.partials.contains_key(&var)
    }

    pub(super) fn partial(&self, var: VarId) -> Option<String> {
        if self.partials.is_empty() { None } else { self.partials.get(&var).cloned() }
    }
}

/// The name of a function's copy for lanes.
pub(super) fn lanes_name(name: &str) -> String {
    format!("{name}_lanes")
}

impl Printer<'_> {
    /// Finds the functions that parallel loops call.
    pub(super) fn find_lanes(&mut self) {
        if self.language() != Language::Ispc {
            return;
        }
        let mut found = FxHashSet::default();
        for &stmt in self.dress.parallel.keys() {
            if let Some(counted) = dress::counted(self.program, stmt) {
                self.callees(Child::Stmt(counted.body), &mut found);
            }
        }
        let mut left: Vec<FuncId> = found.iter().copied().collect();
        while let Some(func) = left.pop() {
            let mut inner = FxHashSet::default();
            if let Some(body) = self.program.funcs[func].body {
                self.callees(Child::Stmt(body), &mut inner);
            }
            left.extend(inner.into_iter().filter(|&func| found.insert(func)));
        }
        let items = &self.program.items;
        found.retain(|&func| items.contains(&Item::FuncDef(func)));
        self.lanes.copies = found;
    }

    /// Prints with another variability.
    pub(super) fn with_variability<R>(&mut self, now: Variability, print: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.lanes.now, now);
        let result = print(self);
        self.lanes.now = before;
        result
    }

    /// Notes that each lane has its own of a variable that is declared for lanes.
    pub(super) fn own_lane(&mut self, var: VarId) {
        let info = &self.program.vars[var];
        if self.lanes.now != Variability::Varying {
            return;
        }
        if info.storage == Storage::StaticLocal {
            self.refuse(Construct::StaticLocal);
        }
        self.lanes.own.insert(var);
    }

    pub(super) fn lane_type_name(&mut self, ty: QType) {
        let text = self.with_variability(Variability::Unbound, |p| p.declare(ty.plain(), ""));
        self.put(&text);
    }

    pub(super) fn lane_field(&mut self, ty: QType, name: &str) {
        let text = self.with_variability(Variability::Unbound, |p| p.declare(ty, name));
        self.put(&text);
    }

    /// Refuses records that the language lacks.
    pub(super) fn check_record(&mut self, id: RecordId) {
        if self.language() != Language::Ispc {
            return;
        }
        let record = &self.types().records[id];
        if record.kind == RecordKind::Union {
            self.refuse(Construct::Union);
        }
        if record.attrs != RecordAttrs::default() || record.fields.iter().any(|f| f.name.is_none() || f.align.is_some())
        {
            self.refuse(Construct::Type);
        }
        if record.fields.iter().any(|field| field.bits.is_some()) {
            self.refuse(Construct::BitField);
        }
    }

    /// A declaration's specifiers and its declarator; what pointers point to is always shared.
    pub(super) fn lane_declaration(&mut self, ty: QType, name: &str) -> (String, String) {
        let mut ty = ty;
        let mut declarator = name.to_owned();
        let mut now = self.lanes.now;
        let mut behind_pointer = false;
        loop {
            match self.types().kind(ty.ty) {
                TypeKind::Pointer(to) => {
                    let constant = if ty.quals.has(Quals::CONST) { "const " } else { "" };
                    declarator = format!("* {now}{constant}{declarator}").trim_end().to_owned();
                    if self.types().is_function(to.ty) {
                        self.refuse(Construct::FunctionPointer);
                    }
                    if self.types().is_array(to.ty) {
                        declarator = format!("({declarator})");
                    }
                    (now, behind_pointer, ty) = (Variability::Uniform, true, *to);
                }
                TypeKind::Array { elem, len } => {
                    let len = self.array_len(*len);
                    declarator = format!("{declarator}[{len}]");
                    ty = elem.with(ty.quals.standard());
                }
                TypeKind::Func(func) => {
                    let params: Vec<String> = func.params.iter().map(|&param| self.declare(param.into(), "")).collect();
                    if func.tail == ParamTail::Variadic {
                        self.refuse(Construct::Variadic);
                    }
                    declarator = format!("{declarator}({})", params.join(", "));
                    ty = func.ret;
                }
                _ => break,
            }
        }
        let constant = if ty.quals.has(Quals::CONST) { "const " } else { "" };
        let word = self.lane_word(ty.ty, behind_pointer);
        let now = if ty.ty == TypeId::VOID && !behind_pointer { Variability::Unbound } else { now };
        (format!("{constant}{now}{word}"), declarator)
    }

    fn lane_word(&mut self, ty: TypeId, behind_pointer: bool) -> String {
        if let Some(word) = lane_number(self.types(), ty) {
            return word.to_owned();
        }
        match *self.types().kind(ty) {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Record(id) => {
                self.need(if behind_pointer { Need::RecordName(id) } else { Need::Record(id) });
                let keyword = record_keyword(self.types().records[id].kind);
                format!("{keyword} {}", self.tag_name(super::names::Tag::Record(id)))
            }
            _ => {
                self.refuse(Construct::Type);
                String::new()
            }
        }
    }

    /// What stands before a function's type.
    pub(super) fn lane_specifiers(&mut self, func: FuncId) {
        let function = &self.program.funcs[func];
        let is_here = self.program.items.contains(&Item::FuncDef(func));
        if self.program.names.text(function.name) == "main" {
            self.refuse(Construct::Main);
        }
        if self.lanes.is_copy() || function.spec.is_static {
            self.put("static ");
        } else {
            self.put(if is_here { "export " } else { "extern \"C\" " });
        }
        if function.attrs.has(FuncAttrs::NOINLINE) && is_here && (self.lanes.is_copy() || function.spec.is_static) {
            self.put("noinline ");
        }
    }

    /// The prototype of a function's copy for lanes.
    pub(super) fn declare_lanes(&mut self, func: FuncId) {
        if self.declared.contains(&Need::Lanes(func)) {
            return;
        }
        self.lanes.in_copy = true;
        self.top_level(Need::Lanes(func), |p| {
            let function = &p.program.funcs[func];
            p.function_specifiers(func);
            let name = lanes_name(p.program.names.text(function.name));
            let text = p.with_variability(Variability::Varying, |p| p.declare(function.ty.into(), &name));
            p.put(&format!("{text};"));
        });
        self.lanes.in_copy = false;
    }

    /// The copy of a function for lanes.
    pub(super) fn define_lanes(&mut self, func: FuncId) {
        self.declare_lanes(func);
        self.lanes.in_copy = true;
        self.lanes.own.extend(self.program.funcs[func].params.iter().copied());
        let (text, needs) = self.capture(|p| p.with_variability(Variability::Varying, |p| p.function_definition(func)));
        self.lanes.in_copy = false;
        self.lanes.own.clear();
        self.note_used(&needs);
        self.declare_needs(&needs, Need::Lanes(func));
        self.chunk(text);
    }

    /// Prints a loop as `foreach`, if it is to be one and can be.
    pub(super) fn foreach(&mut self, stmt: StmtId) -> bool {
        let Some(parallel) = self.dress.parallel.get(&stmt) else { return false };
        let Some(counted) = dress::counted(self.program, stmt) else { return false };
        if self.lanes.now == Variability::Varying || !self.fits_foreach(counted, parallel) {
            return false;
        }
        let is_reduction = !parallel.reductions.is_empty();
        if is_reduction {
            self.line("{");
            self.depth += 1;
        }
        let mut partials = FxHashMap::default();
        for &(var, op) in &parallel.reductions {
            let name = self.names.local(self.program, "partial");
            let ty = self.program.vars[var].ty.plain();
            let declaration = self.with_variability(Variability::Varying, |p| p.declare(ty, &name));
            self.indent();
            self.put(&format!("{declaration} = "));
            self.identity(var, op);
            self.put(";\n");
            partials.insert(var, name);
        }
        self.foreach_loop(counted, &partials);
        for &(var, op) in &parallel.reductions {
            self.combine(var, op, &partials[&var]);
        }
        if is_reduction {
            self.depth -= 1;
            self.line("}");
        }
        true
    }

    /// Whether the counter stays within what `foreach` counts with, and all reductions are of numbers.
    fn fits_foreach(&self, counted: Counted, parallel: &Parallel) -> bool {
        let types = self.types();
        let counter = self.program.vars[counted.counter].ty.ty;
        let is_narrow =
            |ty: TypeId| types.int_type(ty).is_some_and(|int| int.bits < 32 || int.bits == 32 && int.signed);
        let is_small = |e: ExprId| crate::fold::integer(self.program, e).is_some_and(|v| v.unsigned_abs() <= 1 << 30);
        let compared = self.program.ty(counted.to).ty;
        let is_bounded = is_narrow(counter) && is_narrow(compared) || is_small(counted.from) && is_small(counted.to);
        is_bounded && parallel.reductions.iter().all(|&(var, op)| dress::may_reduce(self.program, var, op))
    }

    /// What a partial result begins with.
    fn identity(&mut self, var: VarId, op: ReduceOp) {
        let ty = self.program.vars[var].ty.ty;
        let int = self.types().int_type(ty);
        let ones = int.map_or(0, |int| if int.signed { -1 } else { int.max() });
        match op {
            ReduceOp::Add | ReduceOp::Or | ReduceOp::Xor => self.int(0, ty, Level::Assign),
            ReduceOp::Mul => self.int(1, ty, Level::Assign),
            ReduceOp::And => self.int(ones, ty, Level::Assign),
            ReduceOp::Min | ReduceOp::Max => self.var_name(var),
        }
    }

    fn foreach_loop(&mut self, counted: Counted, partials: &FxHashMap<VarId, String>) {
        let counter = self.program.vars[counted.counter].ty.plain();
        let is_int = counter.ty == TypeId::INT;
        let own = self.name_of(counted.counter).into_owned();
        let name = if is_int { own.clone() } else { self.names.local(self.program, &own) };
        self.indent();
        self.put(&format!("foreach ({name} = "));
        self.lane_converted(counted.from, TypeId::INT, Level::Unary);
        self.put(" ... ");
        self.lane_converted(counted.to, TypeId::INT, Level::Unary);
        self.put(") {\n");
        self.depth += 1;
        let (before, outer) = (std::mem::take(&mut self.lanes.own), std::mem::take(&mut self.lanes.partials));
        self.lanes.partials.clone_from(partials);
        self.with_variability(Variability::Varying, |p| {
            p.lanes.own.insert(counted.counter);
            if !is_int {
                let declaration = p.declare(counter, &own);
                let ty = p.with_variability(Variability::Unbound, |p| p.declare(counter, ""));
                p.line(&format!("{declaration} = ({ty}){name};"));
            }
            p.counted_body(counted.body, counted.counter);
        });
        self.lanes.own = before;
        self.lanes.partials = outer;
        self.depth -= 1;
        self.line("}");
    }

    /// Adds the partial results of all lanes to a variable.
    fn combine(&mut self, var: VarId, op: ReduceOp, partial: &str) {
        let ty = self.program.vars[var].ty.plain();
        let name = self.name_of(var).into_owned();
        if self.is_data(var) {
            self.need_var(var);
        }
        let word = lane_number(self.types(), ty.ty).unwrap_or("int");
        let text = match op {
            ReduceOp::Add => format!("{name} = ({word})({name} + ({word})reduce_add({partial}));"),
            ReduceOp::Min => format!("{name} = reduce_min({partial});"),
            ReduceOp::Max => format!("{name} = reduce_max({partial});"),
            ReduceOp::Mul | ReduceOp::And | ReduceOp::Or | ReduceOp::Xor => {
                let operator = match op {
                    ReduceOp::Mul => "*",
                    ReduceOp::And => "&",
                    ReduceOp::Or => "|",
                    _ => "^",
                };
                let lane = self.names.local(self.program, "lane");
                self.line(&format!("for (uniform int {lane} = 0; {lane} < programCount; {lane}++)"));
                format!("    {name} = ({word})({name} {operator} extract({partial}, {lane}));")
            }
        };
        self.line(&text);
    }
}

/// The name of a number's type.
pub(super) fn lane_number(types: &Types, ty: TypeId) -> Option<&'static str> {
    if ty == TypeId::BOOL {
        return Some("bool");
    }
    match types.kind(ty) {
        TypeKind::Float(FloatKind::Float) => Some("float"),
        TypeKind::Float(FloatKind::Double) => Some("double"),
        TypeKind::Int(kind) if !matches!(kind, IntKind::BitInt { .. }) => {
            let int = types.int_kind(*kind);
            Some(match (int.bits, int.signed) {
                (8, true) => "int8",
                (8, false) => "unsigned int8",
                (16, true) => "int16",
                (16, false) => "unsigned int16",
                (32, true) => "int",
                (32, false) => "unsigned int",
                (64, true) => "int64",
                (64, false) => "unsigned int64",
                _ => return None,
            })
        }
        _ => None,
    }
}
