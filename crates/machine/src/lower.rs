//! From the typed tree to bytecode.
//!
//! One pass over each function. A local scalar whose address is never taken, and that no unsequenced pair of operands
//! could touch twice, lives in registers; everything else is an object in memory with the lifetime of its block.
//! Jumps between blocks end and begin lifetimes on their way ([`scope`]). Which operands could conflict is decided
//! by [`effects`]; only those are watched at run time.

mod builtin;
mod call;
mod conversion;
mod depth;
pub mod effects;
mod expr;
mod facts;
mod init;
mod lvalue;
mod scope;
mod start;
mod stmt;
mod uninit;
mod vector;

use crate::code::*;
use crate::kinds::Kind;
use crate::memory::{Access, Aliasing, BitAccess};
use crate::pattern::Patterns;
use crate::plan::{Plan, Plans};
pub use call::{SPECIALS, Special, special};
use depth::Depth;
use effects::Effects;
use lydite_lang::*;
use rustc_hash::{FxHashMap, FxHashSet};
pub(crate) use scope::flexible_extra;
use scope::{Frame, ScopeId};
use std::rc::Rc;

/// What to lower for.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// Whether the code records what it does.
    pub profile: Profiling,
    /// Expressions and initialisers whose operands are evaluated from right to left.
    pub reversed: FxHashSet<Site>,
    /// What operators mean where they are undefined.
    pub plans: Option<&'a Plans>,
}

/// Whether code records what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profiling {
    /// No trace of it in the code.
    #[default]
    Off,
    /// Which statements ran.
    Statements,
    /// Values, statements and loops.
    On,
}

/// How a value of a type is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repr {
    Void,
    /// An integer in one register.
    Int(IntType),
    /// An integer in two.
    Wide(IntType),
    F32,
    F64,
    Ptr,
    /// A record or vector, by address.
    Memory,
}

impl Repr {
    /// How many registers.
    pub(crate) fn registers(self) -> u32 {
        if matches!(self, Repr::Wide(_)) { 2 } else { 1 }
    }
}

/// How values of a type are held.
pub(crate) fn repr(types: &Types, ty: TypeId) -> Repr {
    match types.kind(ty) {
        TypeKind::Void | TypeKind::Func(_) => Repr::Void,
        TypeKind::Float(FloatKind::Float) => Repr::F32,
        TypeKind::Float(FloatKind::Double) => Repr::F64,
        TypeKind::Pointer(_) => Repr::Ptr,
        _ => match types.int_type(ty) {
            Some(t) if t.bits <= 64 => Repr::Int(t),
            Some(t) => Repr::Wide(t),
            None => Repr::Memory,
        },
    }
}

/// Whether an expression itself makes a record or vector that needs memory.
fn makes_temporary(p: &Program, reprs: &[Repr], e: ExprId) -> bool {
    let in_memory = |e: ExprId| reprs[p.ty(e).ty.0 as usize] == Repr::Memory;
    match &p.exprs[e].kind {
        ExprKind::Call(_, args) => in_memory(e) || args.iter().any(|&a| in_memory(a)),
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(..)
        | ExprKind::Builtin(..)
        | ExprKind::CompoundAssign { .. }
        | ExprKind::StmtExpr(_) => in_memory(e),
        _ => false,
    }
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VarLoc {
    /// Not seen yet.
    Nowhere,
    /// In registers; the flag says whether it has a value.
    Reg { reg: Reg, flag: Option<Reg> },
    /// An object; the register holds a pointer to it.
    Object { ptr: Reg },
    /// A static object.
    Global(u32),
    /// A variable the library provides (`stdout`).
    Library,
}

/// Why a program can't be lowered: something we do not model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// Where.
    pub place: Place,
}

type Lowered<T> = Result<T, Unsupported>;

pub(crate) struct Lower<'p> {
    pub p: &'p Program,
    pub options: &'p Options<'p>,
    pub image: Image,
    /// How values are held, by type.
    reprs: Rc<[Repr]>,
    /// What the bytes of declared types are.
    pub patterns: Patterns,
    pub effects: Effects<'p>,
    pub vars: Vec<VarLoc>,
    pub frame: Frame,
    pub site: Site,
    pub depth: Depth,
    access_memo: FxHashMap<(QType, lvalue::Through), u16>,
    field_ids: FxHashMap<BitField, u32>,
    extent_ids: FxHashMap<Extent, u32>,
    union_ids: FxHashMap<UnionExtent, u32>,
    /// By type and how many of its bits count: fewer in a bit-field.
    int_ids: FxHashMap<(TypeId, u16), u16>,
    scale_ids: FxHashMap<i64, u16>,
    label_ids: FxHashMap<LabelId, u32>,
    /// Registers that hold the lengths of variable length arrays.
    pub vla_regs: FxHashMap<VlaId, Reg>,
}

/// Lowers a whole program.
pub fn lower<'p>(p: &'p Program, options: &'p Options<'p>) -> Result<Image, Unsupported> {
    let reprs: Rc<[Repr]> = (0..p.types.len() as u32).map(|ty| repr(&p.types, TypeId(ty))).collect();
    let mut l = Lower {
        p,
        options,
        image: Image::default(),
        patterns: Patterns::default(),
        effects: Effects::new(p, Rc::clone(&reprs)),
        reprs,
        vars: vec![VarLoc::Nowhere; p.vars.len()],
        frame: Frame::default(),
        site: Site::Var(VarId(0)),
        depth: Depth::default(),
        access_memo: FxHashMap::default(),
        field_ids: FxHashMap::default(),
        extent_ids: FxHashMap::default(),
        union_ids: FxHashMap::default(),
        int_ids: FxHashMap::default(),
        scale_ids: FxHashMap::default(),
        label_ids: FxHashMap::default(),
        vla_regs: FxHashMap::default(),
    };
    // About as many instructions as expressions: no need to grow there step by step.
    l.image.code.reserve(p.exprs.len());
    l.image.sites.reserve(p.exprs.len());
    for (_, literal) in p.strings.iter() {
        let pattern = l.patterns.get(&p.types, literal.elem.into());
        l.image.string_patterns.insert(literal.elem, pattern);
    }
    l.globals();
    l.functions()?;
    l.initialisers()?;
    l.image.start = start::start(p, &l.image, l.patterns);
    Ok(l.image)
}

impl Lower<'_> {
    /// Runs a part of a recursion over the tree, with enough of the host's stack.
    pub(crate) fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let result = if self.depth.enter() {
            stacker::maybe_grow(Depth::RED_ZONE, Depth::STACK, || run(self))
        } else {
            run(self)
        };
        self.depth.leave();
        result
    }

    fn globals(&mut self) {
        for (id, var) in self.p.vars.iter() {
            if !var.storage.is_static() {
                continue;
            }
            let used = var.storage != Storage::Extern;
            self.vars[id.0 as usize] = if used {
                self.image.globals.push(id);
                VarLoc::Global(self.image.globals.len() as u32 - 1)
            } else {
                VarLoc::Library
            };
        }
    }

    fn functions(&mut self) -> Lowered<()> {
        for (id, func) in self.p.funcs.iter() {
            self.image.funcs.push(FuncCode {
                func: id,
                ty: func.ty,
                entry: 0,
                registers: 0,
                varargs: None,
                defined: func.body.is_some(),
            });
        }
        for (id, func) in self.p.funcs.iter() {
            if let Some(body) = func.body {
                self.function(id, body)?;
                if self.p.names.text(func.name) == "main" {
                    self.image.main = Some(id.0);
                }
            }
        }
        Ok(())
    }

    fn function(&mut self, id: FuncId, body: StmtId) -> Lowered<()> {
        let func = &self.p.funcs[id];
        self.frame = Frame::new(Some(id));
        self.frame.has_labels = self.effects.has_entry(body);
        self.frame.noreturn = func.attrs.has(FuncAttrs::NORETURN);
        self.frame.address_labels = self.effects.address_labels(id).to_vec();
        self.site = Site::End(id);
        let variadic = self.p.types.func_parts(func.ty).is_some_and(|f| f.tail == ParamTail::Variadic);
        // Parameters arrive in the first registers, a record's address first of all if one is returned.
        let ret = self.return_type(id);
        if repr(&self.p.types, ret) == Repr::Memory {
            self.frame.result = Some(self.reg(1));
        }
        let mut arrivals = Vec::new();
        for &param in &func.params {
            let ty = self.p.vars[param].ty;
            let registers = repr(&self.p.types, ty.ty).registers();
            arrivals.push((param, self.reg(registers)));
        }
        let varargs = variadic.then(|| self.reg(1));
        self.frame.varargs = varargs;

        let switches = self.image.switches.len();
        let prologue = self.emit(Op::Jump { to: 0 });
        let start = self.here();
        let scope = self.open_function_scope(&arrivals);
        for &vla in &func.param_vlas {
            self.vla_length(vla)?;
        }
        self.stmt(body)?;
        self.site = Site::End(id);
        let is_main = self.p.names.text(func.name) == "main";
        if self.frame.noreturn {
            self.fault(Kind::NoreturnReturned, format!("'{}'", self.p.names.text(func.name)));
        } else if ret == TypeId::VOID {
            self.emit(Op::ReturnVoid);
        } else if is_main {
            let zero = self.constant(0);
            self.emit(Op::Return { src: zero });
        } else {
            self.emit(Op::ReturnMissing);
        }
        self.resolve_jumps()?;

        // The prologue is written last, when all registers it must prepare are known.
        self.site = Site::End(id);
        let here = self.here();
        self.patch(prologue, here);
        self.enter_scope_code(scope);
        self.store_parameters(&arrivals)?;
        self.emit(Op::Jump { to: start });

        uninit::tidy(&mut self.image, &uninit::Tail { start: prologue as usize, switches });
        let code = &mut self.image.funcs[id.0 as usize];
        code.entry = prologue;
        code.registers = self.frame.max_register;
        code.varargs = varargs;
        Ok(())
    }

    fn initialisers(&mut self) -> Lowered<()> {
        self.frame = Frame::new(None);
        let start = self.here();
        self.open_function_scope(&[]);
        for id in self.static_order() {
            if let Some(init) = &self.p.vars[id].init {
                self.site = Site::Var(id);
                let mark = self.frame.next_register;
                let ptr = self.var_pointer(id);
                self.initialise_static(ptr, self.p.vars[id].ty, init)?;
                self.frame.next_register = mark;
            }
        }
        self.emit(Op::ReturnVoid);
        self.image.init = start;
        self.image.init_registers = self.frame.max_register;
        Ok(())
    }

    /// Static objects in an order in which each comes after the compound literals that its initialiser reads.
    fn static_order(&self) -> Vec<VarId> {
        fn literals(p: &Program, e: ExprId, found: &mut Vec<VarId>) {
            if let ExprKind::CompoundLiteral(var) = p.exprs[e].kind {
                found.push(var);
            }
            visit::expr_children(p, e, &mut |child| {
                if let visit::Child::Expr(e) = child {
                    stacker::maybe_grow(64 << 10, 4 << 20, || literals(p, e, found));
                }
            });
        }
        let mut order = Vec::with_capacity(self.image.globals.len());
        let mut seen = FxHashSet::default();
        for &id in &self.image.globals {
            let mut waiting = vec![id];
            while let Some(&next) = waiting.last() {
                let mut needed = Vec::new();
                if let Some(init) = &self.p.vars[next].init {
                    visit::init_exprs(init, &mut |e| literals(self.p, e, &mut needed));
                }
                needed.retain(|v| !seen.contains(v) && !waiting.contains(v));
                match needed.pop() {
                    Some(first) => waiting.push(first),
                    None => {
                        waiting.pop();
                        if seen.insert(next) {
                            order.push(next);
                        }
                    }
                }
            }
        }
        order
    }

    pub(crate) fn return_type(&self, func: FuncId) -> TypeId {
        self.p.types.func_parts(self.p.funcs[func].ty).map_or(TypeId::VOID, |f| f.ret.ty)
    }

    // Emission.

    pub(crate) fn emit(&mut self, op: Op) -> Pc {
        self.image.code.push(op);
        self.image.sites.push(self.site);
        self.image.code.len() as Pc - 1
    }

    pub(crate) fn here(&self) -> Pc {
        self.image.code.len() as Pc
    }

    /// Sets the target of a jump.
    pub(crate) fn patch(&mut self, at: Pc, target: Pc) {
        match self.image.code[at as usize].target_mut() {
            Some(to) => *to = target,
            None => unreachable!("only jumps are patched"),
        }
        if target == self.here() {
            self.frame.join = target;
        }
    }

    /// Fresh consecutive registers.
    #[inline]
    pub(crate) fn reg(&mut self, count: u32) -> Reg {
        let reg = self.frame.next_register;
        self.frame.next_register += count;
        self.frame.max_register = self.frame.max_register.max(self.frame.next_register);
        reg
    }

    pub(crate) fn constant(&mut self, value: u64) -> Reg {
        let dst = self.reg(1);
        self.emit(Op::Const { dst, value });
        dst
    }

    pub(crate) fn fault(&mut self, kind: Kind, detail: impl Into<String>) {
        self.image.faults.push((kind, detail.into()));
        let fault = self.image.faults.len() as u32 - 1;
        self.emit(Op::Fault { fault });
    }

    pub(crate) fn unsupported<T>(&self, what: impl Into<String>) -> Lowered<T> {
        Err(Unsupported { what: what.into(), place: site_place(self.p, self.site) })
    }

    // Tables.

    pub(crate) fn access(&mut self, ty: QType, through: lvalue::Through) -> Lowered<u16> {
        if let Some(&id) = self.access_memo.get(&(ty, through)) {
            return Ok(id);
        }
        let aliasing = match through {
            lvalue::Through::Union => Aliasing::Any,
            lvalue::Through::Pointer => Aliasing::Strict,
        };
        let Some(access) = Access::new(&self.p.types, &mut self.patterns, ty, aliasing) else {
            return self.unsupported(format!("a value of type '{}'", print::ty(self.p, ty)));
        };
        let Ok(id) = u16::try_from(self.image.accesses.len()) else {
            return self.unsupported("more than 65535 kinds of access");
        };
        self.image.accesses.push(access);
        self.access_memo.insert((ty, through), id);
        Ok(id)
    }

    pub(crate) fn int_id(&mut self, ty: TypeId) -> u16 {
        let t = self.p.types.int_type(ty).expect("an integer type");
        self.int_id_of(ty, t)
    }

    /// An id for values of a bit-field that is declared with this type.
    pub(crate) fn field_int_id(&mut self, width: u32, ty: TypeId) -> u16 {
        let signed = self.p.types.int_type(ty).is_some_and(|t| t.signed);
        self.int_id_of(ty, IntType { bits: width as u16, signed })
    }

    fn int_id_of(&mut self, ty: TypeId, t: IntType) -> u16 {
        let image = &mut self.image;
        *self.int_ids.entry((ty, t.bits)).or_insert_with(|| {
            image.int_types.push(t);
            image.int_type_ids.push(ty);
            image.int_types.len() as u16 - 1
        })
    }

    pub(crate) fn scale_id(&mut self, scale: i64) -> u16 {
        let next = self.image.scales.len() as u16;
        let id = *self.scale_ids.entry(scale).or_insert(next);
        if id == next {
            self.image.scales.push(scale);
        }
        id
    }

    pub(crate) fn extent_id(&mut self, ty: TypeId) -> u32 {
        let size = self.p.types.size_of(ty).unwrap_or(0) as u32;
        let pattern = self.patterns.get(&self.p.types, ty.into());
        let extent = Extent { size, ty, pattern };
        let next = self.image.extents.len() as u32;
        let id = *self.extent_ids.entry(extent).or_insert(next);
        if id == next {
            self.image.extents.push(extent);
        }
        id
    }

    pub(crate) fn field_id(&mut self, field: BitField, access: BitAccess) -> u32 {
        let next = self.image.fields.len() as u32;
        let id = *self.field_ids.entry(field).or_insert(next);
        if id == next {
            self.image.fields.push((field, access));
        }
        id
    }

    pub(crate) fn union_id(&mut self, extent: UnionExtent) -> u32 {
        let next = self.image.unions.len() as u32;
        let id = *self.union_ids.entry(extent).or_insert(next);
        if id == next {
            self.image.unions.push(extent);
        }
        id
    }

    pub(crate) fn label_id(&mut self, label: LabelId) -> u32 {
        let next = self.image.labels.len() as u32;
        let id = *self.label_ids.entry(label).or_insert(next);
        if id == next {
            self.image.labels.push(label);
        }
        id
    }

    /// The plan of an expression in total mode.
    pub(crate) fn plan(&self, e: ExprId) -> Option<Plan> {
        self.options.plans?.get(e)
    }

    /// Whether total mode looks at the value of an expression, which must then be computed on its own.
    pub(crate) fn is_filtered(&self, e: ExprId) -> bool {
        self.plan(e).is_some_and(Plan::is_filter)
    }

    /// Whether total mode looks at a value anywhere in an expression, which must then not be folded.
    pub(crate) fn has_filter(&self, e: ExprId) -> bool {
        self.options.plans.is_some() && {
            let mut found = self.is_filtered(e);
            visit::expr_children(self.p, e, &mut |child| {
                if let visit::Child::Expr(child) = child {
                    found = found || stacker::maybe_grow(64 << 10, 4 << 20, || self.has_filter(child));
                }
            });
            found
        }
    }

    pub(crate) fn repr(&self, ty: TypeId) -> Repr {
        self.reprs[ty.0 as usize]
    }

    pub(crate) fn repr_of(&self, e: ExprId) -> Repr {
        self.repr(self.p.ty(e).ty)
    }

    fn open_function_scope(&mut self, arrivals: &[(VarId, Reg)]) -> ScopeId {
        let scope = self.frame.open_scope();
        for &(param, reg) in arrivals {
            let ty = self.p.vars[param].ty;
            let loc = if self.repr(ty.ty) == Repr::Memory || self.effects.in_memory(param) {
                let ptr = self.reg(1);
                self.add_object(scope, param, ptr);
                VarLoc::Object { ptr }
            } else {
                VarLoc::Reg { reg, flag: None }
            };
            self.vars[param.0 as usize] = loc;
        }
        scope
    }

    fn store_parameters(&mut self, arrivals: &[(VarId, Reg)]) -> Lowered<()> {
        for &(param, reg) in arrivals {
            let VarLoc::Object { ptr } = self.vars[param.0 as usize] else { continue };
            let ty = self.p.vars[param].ty;
            match self.repr(ty.ty) {
                Repr::Memory => {
                    let extent = self.extent_id(ty.ty);
                    self.emit(Op::CopyInit { dst: ptr, src: reg, extent });
                }
                Repr::Wide(_) => {
                    let access = self.access(ty.plain(), lvalue::Through::Pointer)?;
                    self.emit(Op::StoreVarWide { access, ptr, off: 0, src: reg });
                }
                _ => {
                    let access = self.access(ty.plain(), lvalue::Through::Pointer)?;
                    self.emit(Op::StoreVar { access, ptr, off: 0, src: reg });
                }
            }
        }
        Ok(())
    }
}

/// The place of a site.
pub fn site_place(p: &Program, site: Site) -> Place {
    match site {
        Site::Expr(e) => p.exprs[e].place,
        Site::Stmt(s) => p.stmts[s].place,
        Site::End(f) => p.funcs[f].end,
        Site::Var(v) => p.vars.get(v).map_or(Place::NONE, |v| v.place),
    }
}
