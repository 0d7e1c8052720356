//! Blocks, lifetimes and jumps between them.

use super::{Lower, Lowered, Repr, VarLoc};
use crate::code::*;
use crate::memory::{ObjectDesc, ObjectKind};
use lydite_lang::*;
use rustc_hash::FxHashMap;

/// A block of the function being lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) struct ScopeId(pub u32);

/// What begins and ends with a block.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    parent: Option<ScopeId>,
    depth: u32,
    /// Objects: the register of the pointer and the description.
    objects: Vec<(Reg, u32)>,
    /// Flags of register variables.
    flags: Vec<Reg>,
    /// Pointers of variable length arrays, null until their declaration is reached.
    zeroed: Vec<Reg>,
    /// Objects whose size is only known when their declaration is reached.
    dynamic: Vec<Reg>,
}

/// Where `break` and `continue` go.
pub(crate) struct Exits {
    pub scope: ScopeId,
    /// Jumps to patch to the end.
    pub breaks: Vec<Pc>,
    /// Jumps to patch to the next round; none in a `switch`.
    pub continues: Option<Vec<Pc>>,
}

/// A switch being lowered.
pub(crate) struct SwitchFrame {
    pub scope: ScopeId,
    pub cases: Vec<(i128, i128, Pc, ScopeId)>,
    pub default: Option<(Pc, ScopeId)>,
    pub ty: IntType,
}

/// The function being lowered.
#[derive(Default)]
pub(crate) struct Frame {
    pub func: Option<FuncId>,
    pub next_register: u32,
    pub max_register: u32,
    /// Where a returned record goes.
    pub result: Option<Reg>,
    pub varargs: Option<Reg>,
    /// Whether the function says that it does not return.
    pub noreturn: bool,
    /// Whether a declaration may be reached again without leaving its block.
    pub has_labels: bool,
    pub scopes: Vec<Scope>,
    pub current: Option<ScopeId>,
    pub exits: Vec<Exits>,
    pub switches: Vec<SwitchFrame>,
    labels: FxHashMap<LabelId, (Pc, ScopeId)>,
    gotos: Vec<(Pc, ScopeId, LabelId, Site)>,
    computed: Vec<(Reg, Pc, ScopeId, Site)>,
    pub address_labels: Vec<LabelId>,
    /// Registers from here on are temporaries of the current statement.
    pub temporaries: Reg,
    /// The last place where control comes together.
    pub join: Pc,
    /// How many watched groups of operands are open.
    pub watching: u32,
}

impl Frame {
    pub fn new(func: Option<FuncId>) -> Self {
        Frame { func, ..Frame::default() }
    }

    pub fn open_scope(&mut self) -> ScopeId {
        let depth = self.current.map_or(0, |s| self.scopes[s.0 as usize].depth + 1);
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(Scope { parent: self.current, depth, ..Scope::default() });
        self.current = Some(id);
        id
    }

    pub fn close_scope(&mut self, scope: ScopeId) {
        self.current = self.scopes[scope.0 as usize].parent;
    }

    pub fn scope(&self) -> ScopeId {
        self.current.unwrap_or(ScopeId(0))
    }
}

impl Lower<'_> {
    pub(crate) fn add_object(&mut self, scope: ScopeId, var: VarId, ptr: Reg) -> u32 {
        let local = self.local(var);
        self.frame.scopes[scope.0 as usize].objects.push((ptr, local));
        local
    }

    /// Describes a variable as an object.
    pub(crate) fn local(&mut self, var: VarId) -> u32 {
        let info = &self.p.vars[var];
        let size = self.p.types.size_of(info.ty.ty).unwrap_or(0) + self.flexible_extra(var);
        let align = info.align.unwrap_or(1).max(self.p.types.align_of_q(info.ty));
        let pattern = self.patterns.get(&self.p.types, info.ty);
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        let kind = if info.storage.is_static() { ObjectKind::Static } else { ObjectKind::Local };
        self.image.locals.push(ObjectDesc::new(&self.patterns, kind, size, align, pattern, var.0));
        self.image.locals.len() as u32 - 1
    }

    /// Describes a temporary value of a type.
    pub(crate) fn temporary(&mut self, ty: TypeId) -> u32 {
        let size = self.p.types.size_of(ty).unwrap_or(0) as u32;
        let pattern = self.patterns.get(&self.p.types, ty.into());
        let align = self.p.types.align_of(ty);
        let tag = ObjectDesc::UNNAMED;
        self.image.locals.push(ObjectDesc::new(&self.patterns, ObjectKind::Local, size, align, pattern, tag));
        self.image.locals.len() as u32 - 1
    }

    /// Bytes that a flexible array member's initialiser adds to its variable.
    pub(crate) fn flexible_extra(&self, var: VarId) -> u64 {
        flexible_extra(self.p, var)
    }

    /// Opens a block and decides where its variables live.
    pub(crate) fn open_block(&mut self, vars: &[VarId], after_entry: impl Fn(VarId) -> bool) -> ScopeId {
        let scope = self.frame.open_scope();
        for &var in vars {
            if self.p.vars[var].storage != Storage::Local {
                continue;
            }
            let ty = self.p.vars[var].ty.ty;
            let loc = if self.p.types.is_vla(ty) {
                let ptr = self.reg(1);
                let s = &mut self.frame.scopes[scope.0 as usize];
                s.zeroed.push(ptr);
                s.dynamic.push(ptr);
                VarLoc::Object { ptr }
            } else if self.repr(ty) == Repr::Memory || self.effects.in_memory(var) {
                let ptr = self.reg(1);
                self.add_object(scope, var, ptr);
                VarLoc::Object { ptr }
            } else {
                let registers = self.repr(ty).registers();
                let reg = self.reg(registers);
                let needs_flag = self.p.vars[var].init.is_none() || after_entry(var) || self.reads_itself(var);
                let flag = needs_flag.then(|| self.reg(1));
                if let Some(flag) = flag {
                    self.frame.scopes[scope.0 as usize].flags.push(flag);
                }
                VarLoc::Reg { reg, flag }
            };
            self.vars[var.0 as usize] = loc;
        }
        self.enter_scope_code(scope);
        scope
    }

    /// Whether a variable's initialiser mentions the variable.
    pub(crate) fn reads_itself(&self, var: VarId) -> bool {
        fn mentions(p: &Program, e: ExprId, var: VarId) -> bool {
            let mut found = matches!(p.exprs[e].kind, ExprKind::Var(v) if v == var);
            visit::expr_children(p, e, &mut |child| {
                if let visit::Child::Expr(e) = child {
                    found = found || stacker::maybe_grow(64 << 10, 4 << 20, || mentions(p, e, var));
                }
            });
            found
        }
        let mut found = false;
        if let Some(init) = &self.p.vars[var].init {
            visit::init_exprs(init, &mut |e| found = found || mentions(self.p, e, var));
        }
        found
    }

    pub(crate) fn close_block(&mut self, scope: ScopeId) {
        self.exit_scope_code(scope);
        self.frame.close_scope(scope);
    }

    pub(crate) fn enter_scope_code(&mut self, scope: ScopeId) {
        let s = std::mem::take(&mut self.frame.scopes[scope.0 as usize]);
        for &flag in &s.flags {
            self.emit(Op::SetFlag { flag, set: false });
        }
        for &reg in &s.zeroed {
            self.emit(Op::Const { dst: reg, value: 0 });
        }
        for &(dst, local) in &s.objects {
            self.emit(Op::Alloc { dst, local });
        }
        self.frame.scopes[scope.0 as usize] = s;
    }

    fn exit_scope_code(&mut self, scope: ScopeId) {
        let s = std::mem::take(&mut self.frame.scopes[scope.0 as usize]);
        for &ptr in s.dynamic.iter().rev() {
            self.emit(Op::Free { ptr });
        }
        for &(ptr, _) in s.objects.iter().rev() {
            self.emit(Op::Free { ptr });
        }
        self.frame.scopes[scope.0 as usize] = s;
    }

    fn has_code(&self, scope: ScopeId) -> bool {
        let s = &self.frame.scopes[scope.0 as usize];
        !(s.objects.is_empty() && s.zeroed.is_empty() && s.dynamic.is_empty() && s.flags.is_empty())
    }

    /// Ends the lifetimes between here and an enclosing scope, which stays.
    pub(crate) fn leave_to(&mut self, outer: ScopeId) {
        let mut at = self.frame.scope();
        while at != outer {
            self.exit_scope_code(at);
            match self.frame.scopes[at.0 as usize].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
    }

    /// The scopes to leave and (outermost first) to enter on the way from one to another.
    fn path(&self, from: ScopeId, to: ScopeId) -> (Vec<ScopeId>, Vec<ScopeId>) {
        let (mut leave, mut enter) = (Vec::new(), Vec::new());
        let (mut a, mut b) = (from, to);
        let scope = |id: ScopeId| &self.frame.scopes[id.0 as usize];
        while a != b {
            if scope(a).depth >= scope(b).depth {
                leave.push(a);
                match scope(a).parent {
                    Some(parent) => a = parent,
                    None => break,
                }
            } else {
                enter.push(b);
                match scope(b).parent {
                    Some(parent) => b = parent,
                    None => break,
                }
            }
        }
        enter.reverse();
        (leave, enter)
    }

    /// Code that takes control from one scope to a place in another; where that code is.
    pub(crate) fn edge(&mut self, from: ScopeId, to: ScopeId, target: Pc) -> Pc {
        let (leave, enter) = self.path(from, to);
        if !leave.iter().chain(&enter).any(|&s| self.has_code(s)) {
            return target;
        }
        let at = self.here();
        for scope in leave {
            self.exit_scope_code(scope);
        }
        for scope in enter {
            self.enter_scope_code(scope);
        }
        self.emit(Op::Jump { to: target });
        at
    }

    pub(crate) fn define_label(&mut self, label: LabelId) {
        let at = (self.here(), self.frame.scope());
        self.frame.join = at.0;
        self.frame.labels.insert(label, at);
    }

    pub(crate) fn goto(&mut self, label: LabelId) {
        let at = self.emit(Op::Jump { to: 0 });
        let from = self.frame.scope();
        self.frame.gotos.push((at, from, label, self.site));
    }

    pub(crate) fn goto_computed(&mut self, ptr: Reg) {
        let dst = self.reg(1);
        self.emit(Op::LabelIndex { dst, ptr });
        let at = self.emit(Op::Jump { to: 0 });
        let from = self.frame.scope();
        self.frame.computed.push((dst, at, from, self.site));
    }

    /// Gives every jump of the function its target.
    pub(crate) fn resolve_jumps(&mut self) -> Lowered<()> {
        for (at, from, label, site) in std::mem::take(&mut self.frame.gotos) {
            self.site = site;
            let Some(&(pc, to)) = self.frame.labels.get(&label) else {
                return self.unsupported(format!(
                    "a jump to label '{}' of another function",
                    self.p.names.text(self.p.labels[label].name)
                ));
            };
            let target = self.edge(from, to, pc);
            self.patch(at, target);
        }
        for (reg, at, from, site) in std::mem::take(&mut self.frame.computed) {
            self.site = site;
            let mut table = SwitchTable::default();
            for label in self.frame.address_labels.clone() {
                let Some(&(pc, to)) = self.frame.labels.get(&label) else { continue };
                let target = self.edge(from, to, pc);
                let id = u64::from(self.label_id(label));
                table.cases.push((id, id, target));
            }
            table.cases.sort_unstable();
            table.default = self.here();
            self.fault(crate::kinds::Kind::InvalidPointer, "a computed goto to a label of another function");
            self.image.switches.push(table);
            let here = self.here();
            self.emit(Op::Switch { a: reg, table: self.image.switches.len() as u32 - 1 });
            self.patch(at, here);
        }
        Ok(())
    }
}

/// Bytes that a flexible array member's initialiser adds to its variable.
pub(crate) fn flexible_extra(p: &Program, var: VarId) -> u64 {
    let info = &p.vars[var];
    let Some(record) = p.types.record_of(info.ty.ty) else { return 0 };
    let record = &p.types.records[record];
    let Some(layout) = &record.layout else { return 0 };
    let (true, Some(Init::List(items))) = (layout.flexible, &info.init) else { return 0 };
    let last = record.fields.len() - 1;
    let Some((elem, _)) = p.types.array_parts(record.fields[last].ty.ty) else { return 0 };
    let count = match items.iter().find(|i| i.index == last as u64).map(|i| &i.init) {
        Some(Init::List(items)) => items.iter().map(|i| i.last + 1).max().unwrap_or(0),
        Some(Init::Str(s)) => p.strings[*s].units.len() as u64,
        _ => 0,
    };
    let end = layout.fields[last].byte_offset() + count * p.types.size_of(elem.ty).unwrap_or(0);
    end.saturating_sub(layout.size)
}
