//! SYCL: functions that use data become kernels over buffers.
//!
//! A function that mentions variables at file scope is cut into tasks at the parallel loops in its body. Each task has a buffer
//! for every variable it uses; inside, references with the names of the variables stand for what the accessors give, so that
//! statements are printed as in C++.

use super::expression::Level;
use super::{Construct, Printer};
use crate::dress::arrays::dimensions;
use crate::dress::{self, Counted, Language};
use crate::tree::*;
use crate::types::*;
use crate::visit::{self, Child};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Where printing is, seen from kernels.
#[derive(Default)]
pub(super) struct Kernel {
    /// Local variables that several tasks use, and the function around them declares.
    shared: BTreeSet<VarId>,
    /// Whether statements are printed into a kernel.
    inside: bool,
}

impl Kernel {
    pub(super) fn is_shared(&self, var: VarId) -> bool {
        !self.shared.is_empty() && self.shared.contains(&var)
    }

    pub(super) fn is_inside(&self) -> bool {
        self.inside
    }
}

/// What runs at once.
enum Task {
    /// Statements, by one work item.
    Single(Vec<StmtId>),
    /// Iterations of a loop, by one each.
    For(Counted),
}

impl Printer<'_> {
    /// Whether a function becomes kernels: it is defined here and uses data.
    pub(super) fn is_kernel(&self, func: FuncId) -> bool {
        if self.language() != Language::Sycl || !self.program.items.contains(&Item::FuncDef(func)) {
            return false;
        }
        let Some(body) = self.program.funcs[func].body else { return false };
        let mut found = BTreeSet::new();
        self.mentioned_in(Child::Stmt(body), &mut found);
        found.iter().any(|&var| self.is_data(var))
    }

    pub(super) fn is_data(&self, var: VarId) -> bool {
        matches!(self.program.vars[var].storage, Storage::Global | Storage::StaticGlobal | Storage::Extern)
    }

    /// The variables that something mentions.
    fn mentioned_in(&self, root: Child, found: &mut BTreeSet<VarId>) {
        let p = self.program;
        let mut inner = Vec::new();
        match root {
            Child::Expr(e) => {
                if let ExprKind::Var(var) = p.exprs[e].kind {
                    found.insert(var);
                }
                visit::expr_children(p, e, &mut |child| inner.push(child));
            }
            Child::Stmt(s) => visit::stmt_children(p, s, &mut |child| inner.push(child)),
            Child::Var(var) => {
                if let Some(init) = &p.vars[var].init {
                    visit::init_exprs(init, &mut |e| inner.push(Child::Expr(e)));
                }
            }
        }
        for child in inner {
            self.mentioned_in(child, found);
        }
    }

    /// The body of a function that becomes kernels.
    pub(super) fn kernels(&mut self, func: FuncId, body: StmtId, ret: QType) {
        self.headers.insert("sycl/sycl.hpp");
        let stmts = match &self.program.stmts[body].kind {
            StmtKind::Block(stmts) => stmts.to_vec(),
            _ => vec![body],
        };
        let (tasks, shared) = self.tasks(&stmts);
        self.check_callees(body);
        self.depth += 1;
        let has_result = ret.ty != TypeId::VOID;
        if has_result {
            let text = self.declare(ret.plain(), "sycl_result");
            self.line(&format!("{text} = {{}};"));
        }
        self.line("sycl::queue sycl_queue;");
        for &var in &shared {
            let name = self.name_of(var).into_owned();
            let text = self.declare(self.program.vars[var].ty.plain(), &name);
            self.line(&format!("{text} = {{}};"));
        }
        self.kernel.shared = shared;
        for task in &tasks {
            self.task(func, task, ret);
        }
        self.kernel.shared = BTreeSet::new();
        if has_result {
            self.line("return sycl_result;");
        }
        self.depth -= 1;
    }

    /// Kernels call only what is defined here.
    fn check_callees(&mut self, body: StmtId) {
        let mut found = FxHashSet::default();
        self.callees(Child::Stmt(body), &mut found);
        if found.iter().any(|&func| !self.program.items.contains(&Item::FuncDef(func))) {
            self.refuse(Construct::Builtin);
        }
    }

    /// The tasks of a body and the local variables that they share; a single task if they would share more than numbers.
    fn tasks(&self, stmts: &[StmtId]) -> (Vec<Task>, BTreeSet<VarId>) {
        let whole = || (vec![Task::Single(stmts.to_vec())], BTreeSet::new());
        let mut tasks = Vec::new();
        let mut single = Vec::new();
        for &stmt in stmts {
            let parallel = self.dress.parallel.get(&stmt).filter(|parallel| parallel.reductions.is_empty());
            match parallel.and_then(|_| dress::counted(self.program, stmt)).filter(|&loop_| self.is_countable(loop_)) {
                Some(counted) => {
                    if !single.is_empty() {
                        tasks.push(Task::Single(std::mem::take(&mut single)));
                    }
                    tasks.push(Task::For(counted));
                }
                None => single.push(stmt),
            }
        }
        if !single.is_empty() {
            tasks.push(Task::Single(single));
        }
        let mut shared = BTreeSet::new();
        for (i, task) in tasks.iter().enumerate() {
            let Task::Single(stmts) = task else { continue };
            if i + 1 < tasks.len() && stmts.iter().any(|&stmt| self.returns(stmt)) {
                return whole();
            }
            let declared = stmts.iter().filter_map(|&stmt| match &self.program.stmts[stmt].kind {
                StmtKind::Decl(vars) => Some(vars.iter().copied()),
                _ => None,
            });
            for var in declared.flatten() {
                let is_used = |other: &Task| self.uses_of(other).contains(&var);
                if !tasks[i + 1..].iter().any(is_used) {
                    continue;
                }
                let info = &self.program.vars[var];
                if !self.types().is_arithmetic(info.ty.ty) || info.storage != Storage::Local {
                    return whole();
                }
                shared.insert(var);
            }
        }
        (tasks, shared)
    }

    /// Whether the numbers that a loop counts through fit what kernels count with.
    fn is_countable(&self, counted: Counted) -> bool {
        let is_small = |ty: TypeId| self.types().int_type(ty).is_some_and(|int| int.bits < 64 || int.signed);
        is_small(self.program.ty(counted.from).ty) && is_small(self.program.ty(counted.to).ty)
    }

    fn returns(&self, stmt: StmtId) -> bool {
        let mut found = matches!(self.program.stmts[stmt].kind, StmtKind::Return(_));
        visit::stmt_children(self.program, stmt, &mut |child| {
            if let Child::Stmt(inner) = child {
                found |= self.returns(inner);
            }
        });
        found
    }

    fn uses_of(&self, task: &Task) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        match task {
            Task::Single(stmts) => stmts.iter().for_each(|&stmt| self.mentioned_in(Child::Stmt(stmt), &mut found)),
            Task::For(counted) => {
                self.mentioned_in(Child::Stmt(counted.body), &mut found);
                self.mentioned_in(Child::Expr(counted.from), &mut found);
                self.mentioned_in(Child::Expr(counted.to), &mut found);
            }
        }
        found
    }

    fn task(&mut self, func: FuncId, task: &Task, ret: QType) {
        let params = &self.program.funcs[func].params;
        let is_passed = |p: &Self, var: VarId| p.is_data(var) || params.contains(&var) || p.kernel.is_shared(var);
        let mut used = match task {
            Task::Single(_) => self.uses_of(task),
            // Its bounds are computed outside.
            Task::For(counted) => {
                let mut used = BTreeSet::new();
                self.mentioned_in(Child::Stmt(counted.body), &mut used);
                used
            }
        };
        if let Task::Single(stmts) = task {
            // What is only declared here may be shared, too.
            used.extend(
                stmts
                    .iter()
                    .filter_map(|&stmt| match &self.program.stmts[stmt].kind {
                        StmtKind::Decl(vars) => Some(vars.iter().copied()),
                        _ => None,
                    })
                    .flatten(),
            );
        }
        let used: Vec<VarId> = used.into_iter().filter(|&var| is_passed(self, var)).collect();
        self.line("{");
        self.depth += 1;
        if let Task::For(counted) = task {
            for (name, bound) in [("sycl_begin", counted.from), ("sycl_end", counted.to)] {
                self.indent();
                self.put(&format!("const long long {name} = "));
                self.expr(bound, Level::Assign);
                self.put(";\n");
            }
            self.line("if (sycl_begin < sycl_end) {");
            self.depth += 1;
        }
        for &var in &used {
            self.buffer(var);
        }
        let returns = match task {
            Task::Single(stmts) => ret.ty != TypeId::VOID && stmts.iter().any(|&stmt| self.returns(stmt)),
            Task::For(_) => false,
        };
        if returns {
            let ty = self.declare(ret.plain(), "");
            self.line(&format!("sycl::buffer<{ty}, 1> sycl_result_buffer(&sycl_result, sycl::range<1>(1));"));
        }
        self.line("sycl_queue.submit([&](sycl::handler &sycl_handler) {");
        self.depth += 1;
        for &var in &used {
            let mode = if self.is_read_only(var) { "read" } else { "read_write" };
            let name = self.program_name(var);
            self.accessor(&name, mode);
        }
        if returns {
            self.accessor("sycl_result", "read_write");
        }
        self.lambda_of(task, &used, returns.then_some(ret));
        self.depth -= 1;
        self.line("});");
        if let Task::For(_) = task {
            self.depth -= 1;
            self.line("}");
        }
        self.depth -= 1;
        self.line("}");
    }

    /// The function that a device runs.
    fn lambda_of(&mut self, task: &Task, used: &[VarId], result: Option<QType>) {
        self.line(match task {
            Task::Single(_) => "sycl_handler.single_task([=]() {",
            Task::For(_) => {
                "sycl_handler.parallel_for(sycl::range<1>(sycl_end - sycl_begin), [=](sycl::id<1> sycl_index) {"
            }
        });
        self.depth += 1;
        self.kernel.inside = true;
        for &var in used {
            self.reference(var);
        }
        if let Some(ret) = result {
            let text = self.declare(ret.plain(), "&sycl_value");
            self.line(&format!("{text} = sycl_result_access[0];"));
        }
        match task {
            Task::Single(stmts) => stmts.iter().for_each(|&stmt| self.stmt(stmt)),
            Task::For(counted) => {
                let name = self.name_of(counted.counter).into_owned();
                let ty = self.program.vars[counted.counter].ty.plain();
                let (declaration, ty) = (self.declare(ty, &name), self.declare(ty, ""));
                self.line(&format!("{declaration} = ({ty})(sycl_begin + (long long)sycl_index[0]);"));
                match self.continues(counted.body) {
                    // A loop that runs once has an end to continue at.
                    true => {
                        self.indent();
                        self.put("do");
                        self.put(" {\n");
                        self.depth += 1;
                        self.counted_body(counted.body, counted.counter);
                        self.depth -= 1;
                        self.line("} while (0);");
                    }
                    false => self.counted_body(counted.body, counted.counter),
                }
            }
        }
        self.kernel.inside = false;
        self.depth -= 1;
        self.line("});");
    }

    /// Whether a body of a loop has a `continue` of its own.
    fn continues(&self, stmt: StmtId) -> bool {
        match self.program.stmts[stmt].kind {
            StmtKind::Continue => return true,
            StmtKind::For { .. } | StmtKind::While(..) | StmtKind::DoWhile(..) => return false,
            _ => {}
        }
        let mut found = false;
        visit::stmt_children(self.program, stmt, &mut |child| {
            if let Child::Stmt(inner) = child {
                found |= self.continues(inner);
            }
        });
        found
    }

    fn program_name(&mut self, var: VarId) -> String {
        self.name_of(var).into_owned()
    }

    /// A number or record, or the elements of an array, with how many there are.
    fn parts_of(&self, var: VarId) -> (QType, u64) {
        let ty = self.program.vars[var].ty;
        match dimensions(self.types(), ty) {
            Some((elem, lengths)) => (elem, lengths.iter().product()),
            None => (ty, 1),
        }
    }

    fn is_read_only(&self, var: VarId) -> bool {
        self.is_data(var) && self.parts_of(var).0.quals.has(Quals::CONST)
    }

    fn buffer(&mut self, var: VarId) {
        let (elem, count) = self.parts_of(var);
        if self.has_pointers(elem.ty) {
            self.refuse(Construct::PointerInData);
        }
        if self.is_data(var) {
            self.need_var(var);
        }
        let name = self.program_name(var);
        let depth = dimensions(self.types(), self.program.vars[var].ty).map_or(0, |(_, lengths)| lengths.len());
        let ty = self.declare(elem.plain(), "");
        let first = "[0]".repeat(depth);
        self.line(&format!("sycl::buffer<{ty}, 1> {name}_buffer(&{name}{first}, sycl::range<1>({count}));"));
    }

    fn has_pointers(&self, ty: TypeId) -> bool {
        match self.types().kind(ty) {
            TypeKind::Array { elem, .. } => self.has_pointers(elem.ty),
            TypeKind::Record(id) => self.types().records[*id].fields.iter().any(|field| self.has_pointers(field.ty.ty)),
            _ => !self.types().is_arithmetic(ty),
        }
    }

    fn accessor(&mut self, name: &str, mode: &str) {
        let get = format!("{name}_buffer.get_access<sycl::access::mode::{mode}>(sycl_handler)");
        self.line(&format!("auto {name}_access = {get};"));
    }

    /// A reference with the name of a variable, to what its accessor gives.
    fn reference(&mut self, var: VarId) {
        let name = self.program_name(var);
        let info = &self.program.vars[var];
        let ty = if self.is_read_only(var) { info.ty } else { info.ty.plain() };
        let text = match self.types().is_array(ty.ty) {
            true => {
                let (reference, pointer) = (self.declare(ty, &format!("(&{name})")), self.declare(ty, "(*)"));
                format!("{reference} = *({pointer})&{name}_access[0];")
            }
            false => {
                let reference = self.declare(ty, &format!("&{name}"));
                format!("{reference} = {name}_access[0];")
            }
        };
        self.line(&text);
    }

    /// The value of a shared variable where the program declares it.
    pub(super) fn assign_shared(&mut self, var: VarId) {
        if let Some(Init::Expr(value)) = self.program.vars[var].init {
            let name = self.program_name(var);
            self.indent();
            self.put(&format!("{name} = "));
            self.expr(value, Level::Assign);
            self.put(";\n");
        }
    }

    /// `return value;` in a kernel, which has no result of its own.
    pub(super) fn kernel_result(&mut self, value: ExprId) {
        self.indent();
        self.put("return (void)(sycl_value = ");
        self.expr(value, Level::Assign);
        self.put(");\n");
    }
}
