//! Statements.

use super::declaration::Together;
use super::expression::Level;
use super::{Construct, Printer, Reach, VlaId};
use crate::dress::Language;
use crate::tree::*;
use crate::types::*;
use rustc_hash::{FxHashMap, FxHashSet};

impl Printer<'_> {
    /// Gives the labels of a function names of their own.
    pub(super) fn name_labels(&mut self, func: FuncId) {
        let mut used = FxHashSet::default();
        self.labels.clear();
        for (id, label) in self.program.labels.iter().filter(|(_, label)| label.func == func) {
            let wanted = self.program.names.text(label.name);
            let name = match used.contains(wanted) {
                false => wanted.to_owned(),
                true => (1u64..).map(|i| format!("{wanted}_{i}")).find(|n| !used.contains(n)).unwrap_or_default(),
            };
            used.insert(name.clone());
            self.labels.insert(id, name);
        }
    }

    pub(super) fn label_name(&self, label: LabelId) -> String {
        match self.labels.get(&label) {
            Some(name) => name.clone(),
            None => self.program.names.text(self.program.labels[label].name).to_owned(),
        }
    }

    /// Decides which array lengths need a variable: those that more than their own declaration mentions.
    pub(super) fn name_lengths(&mut self, func: FuncId, mentions: &FxHashMap<VlaId, u32>) {
        let function = &self.program.funcs[func];
        let mut lengths: Vec<VlaId> = function.param_vlas.clone();
        lengths.extend(mentions.keys().copied());
        lengths.sort();
        lengths.dedup();
        for vla in lengths {
            if mentions.get(&vla).copied().unwrap_or(0) > 1 {
                let name = self.names.local(self.program, "length");
                self.lengths.variables.insert(vla, name);
            }
        }
    }

    /// The lengths of parameters' array types that the body mentions again, fixed on entry.
    pub(super) fn parameter_lengths(&mut self, func: FuncId) {
        for &vla in &self.program.funcs[func].param_vlas {
            if self.lengths.variables.contains_key(&vla) {
                self.length_variable(vla);
            }
        }
    }

    fn length_variable(&mut self, vla: VlaId) {
        let size = self.types().size_type();
        let name = self.lengths.variables.get(&vla).cloned().unwrap_or_else(|| "length".to_owned());
        self.indent();
        self.put_declaration(QType::from(size).with(Quals::CONST), &name);
        self.put(" = ");
        self.expr(self.types().vlas[vla], Level::Assign);
        self.put(";\n");
        self.lengths.active.insert(vla);
    }

    /// The statements of a block, a line each.
    pub(super) fn block_items(&mut self, block: StmtId) {
        match &self.program.stmts[block].kind {
            StmtKind::Block(stmts) => {
                for &stmt in stmts {
                    self.stmt(stmt);
                }
            }
            _ => self.stmt(block),
        }
    }

    /// One statement with its indentation and line end.
    pub(super) fn stmt(&mut self, stmt: StmtId) {
        match &self.program.stmts[stmt].kind {
            StmtKind::Empty => self.line(";"),
            StmtKind::Expr(e) => {
                self.indent();
                self.effect(*e);
                self.put(";\n");
            }
            StmtKind::Decl(vars) => {
                for &var in vars {
                    if self.kernel.is_shared(var) {
                        self.assign_shared(var);
                        continue;
                    }
                    self.indent();
                    self.local(var);
                    self.put(";\n");
                }
            }
            StmtKind::VlaLength(vla) => {
                // Without a variable, the declaration that follows writes the length.
                if self.lengths.variables.contains_key(vla) {
                    self.length_variable(*vla);
                }
            }
            StmtKind::Block(_) => {
                self.indent();
                self.braces(stmt);
                self.put("\n");
            }
            StmtKind::If(..) => {
                self.indent();
                self.if_chain(stmt);
            }
            StmtKind::While(c, body) => {
                self.pragmas(stmt);
                self.head("while", *c);
                self.body(*body);
                self.put("\n");
            }
            StmtKind::DoWhile(body, c) => {
                self.pragmas(stmt);
                self.indent();
                self.put("do");
                self.body(*body);
                if self.is_block(*body) {
                    self.put(" while (");
                } else {
                    self.put("\n");
                    self.indent();
                    self.put("while (");
                }
                self.truth(*c, Level::Comma);
                self.put(");\n");
            }
            StmtKind::For { .. } if self.language() == Language::Ispc && self.foreach(stmt) => {}
            StmtKind::For { init, cond, step, body } => self.for_loop(stmt, *init, *cond, *step, *body),
            StmtKind::Switch(e, body) => {
                self.check_switch(*body);
                self.indent();
                self.put("switch (");
                self.expr(*e, Level::Comma);
                self.put(")");
                self.switches.push(self.program.ty(*e).ty);
                self.body(*body);
                self.switches.pop();
                self.put("\n");
            }
            StmtKind::Case(range, body) => {
                let (low, high) = **range;
                if self.language() == Language::Ispc && (low != high || i32::try_from(low).is_err()) {
                    self.refuse(Construct::Case);
                }
                let ty = self.switches.last().copied().unwrap_or(TypeId::INT);
                let kind = self.types().int_kind_of(ty).unwrap_or(IntKind::Int);
                self.indent_label();
                self.put("case ");
                self.case_value(low, kind);
                if high != low {
                    self.put(" ... ");
                    self.case_value(high, kind);
                }
                self.put(":\n");
                self.labelled(*body);
            }
            StmtKind::Default(body) => {
                self.indent_label();
                self.put("default:\n");
                self.labelled(*body);
            }
            StmtKind::Label(label, body) => {
                self.refuse_beyond(Reach::C, Construct::Goto);
                let name = self.label_name(*label);
                self.indent_label();
                self.put(&name);
                self.put(":\n");
                self.labelled(*body);
            }
            StmtKind::Goto(label) => {
                let name = self.label_name(*label);
                self.indent();
                self.put("goto ");
                self.put(&name);
                self.put(";\n");
            }
            StmtKind::GotoComputed(e) => {
                self.refuse_beyond(Reach::C, Construct::Goto);
                self.indent();
                self.put("goto *");
                self.expr(*e, Level::Unary);
                self.put(";\n");
            }
            StmtKind::Break => self.line("break;"),
            StmtKind::Continue => self.line("continue;"),
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(e)) if self.kernel.is_inside() => self.kernel_result(*e),
            StmtKind::Return(Some(e)) => {
                self.indent();
                self.put("return ");
                self.expr(*e, Level::Comma);
                self.put(";\n");
            }
            StmtKind::AsmBarrier(operands) => {
                self.refuse_beyond(Reach::Cpp, Construct::Asm);
                self.asm_barrier(operands);
            }
        }
    }

    /// What is said to the optimizer about a loop, a line each.
    fn pragmas(&mut self, stmt: StmtId) {
        if !matches!(self.language(), Language::C | Language::Cpp(_)) {
            return;
        }
        let Some(pragmas) = self.program.pragmas.get(&stmt) else { return };
        for pragma in pragmas {
            self.line(&pragma.to_string());
        }
    }

    /// An expression whose value nobody wants.
    pub(super) fn effect(&mut self, e: ExprId) {
        match self.language() {
            Language::Ispc => self.lane_effect(e),
            _ => self.expr(e, Level::Comma),
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.indent();
        self.put(text);
        self.put("\n");
    }

    /// Labels stand one level to the left of their statements.
    fn indent_label(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.depth += 1;
    }

    /// What follows a label, which C17 does not allow to be a declaration.
    fn labelled(&mut self, body: StmtId) {
        if matches!(self.program.stmts[body].kind, StmtKind::Decl(_) | StmtKind::VlaLength(_)) {
            self.line(";");
        }
        self.stmt(body);
    }

    /// `while (condition)` and its like.
    fn head(&mut self, keyword: &str, e: ExprId) {
        self.indent();
        self.put(keyword);
        self.put(" (");
        self.truth(e, Level::Comma);
        self.put(")");
    }

    fn is_block(&self, stmt: StmtId) -> bool {
        matches!(self.program.stmts[stmt].kind, StmtKind::Block(_))
    }

    fn braces(&mut self, stmt: StmtId) {
        self.put("{\n");
        self.depth += 1;
        self.block_items(stmt);
        self.depth -= 1;
        self.indent();
        self.put("}");
    }

    /// The body of a statement, without the last line end: a block on the same line, anything else on its own.
    pub(super) fn body(&mut self, stmt: StmtId) {
        // A declaration can't be a body without braces.
        let needs_braces = matches!(self.program.stmts[stmt].kind, StmtKind::Decl(_) | StmtKind::VlaLength(_));
        if self.is_block(stmt) || needs_braces {
            self.put(" ");
            self.braces(stmt);
            return;
        }
        self.put("\n");
        self.depth += 1;
        self.stmt(stmt);
        self.depth -= 1;
        if self.out.ends_with('\n') {
            self.out.pop();
        }
    }

    fn if_chain(&mut self, stmt: StmtId) {
        let StmtKind::If(c, then, other) = &self.program.stmts[stmt].kind else { return };
        self.put("if (");
        self.truth(*c, Level::Comma);
        self.put(")");
        let Some(other) = other else {
            self.body(*then);
            return self.put("\n");
        };
        if self.ends_open(*then) {
            self.put(" ");
            self.braces(*then);
        } else {
            self.body(*then);
        }
        if self.out.ends_with('}') && (self.is_block(*then) || self.ends_open(*then)) {
            self.put(" else");
        } else {
            self.put("\n");
            self.indent();
            self.put("else");
        }
        if matches!(self.program.stmts[*other].kind, StmtKind::If(..)) {
            self.put(" ");
            self.if_chain(*other);
        } else {
            self.body(*other);
            self.put("\n");
        }
    }

    /// Whether an `else` after this statement would belong to an `if` inside it.
    fn ends_open(&self, stmt: StmtId) -> bool {
        match &self.program.stmts[stmt].kind {
            StmtKind::If(_, _, None) => true,
            StmtKind::If(_, _, Some(other)) => self.ends_open(*other),
            StmtKind::While(_, body) | StmtKind::Switch(_, body) | StmtKind::For { body, .. } => self.ends_open(*body),
            StmtKind::Case(_, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => self.ends_open(*body),
            _ => false,
        }
    }

    fn for_loop(
        &mut self,
        stmt: StmtId,
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        let start = self.out.len();
        self.pragmas(stmt);
        self.indent();
        self.put("for (");
        let is_hoisted = self.for_head(init) == Together::Impossible;
        if is_hoisted {
            self.out.truncate(start);
            self.line("{");
            self.depth += 1;
            if let Some(init) = init {
                self.block_items(init);
            }
            self.pragmas(stmt);
            self.indent();
            self.put("for (");
        }
        self.put(";");
        if let Some(cond) = cond {
            self.put(" ");
            self.truth(cond, Level::Comma);
        }
        self.put(";");
        if let Some(step) = step {
            self.put(" ");
            self.effect(step);
        }
        self.put(")");
        self.scoped_body(init, body);
        self.put("\n");
        if is_hoisted {
            self.depth -= 1;
            self.line("}");
        }
    }

    /// The body of a `for`; in C++ it can't declare the names that the first clause does, unless in a block of its own.
    fn scoped_body(&mut self, init: Option<StmtId>, body: StmtId) {
        let first = match init.map(|init| &self.program.stmts[init].kind) {
            Some(StmtKind::Decl(vars)) if self.is_cpp() => vars.as_ref(),
            _ => &[],
        };
        if !first.iter().any(|&var| self.redeclares(body, var)) {
            return self.body(body);
        }
        self.put(" {\n");
        self.depth += 1;
        self.stmt(body);
        self.depth -= 1;
        self.indent();
        self.put("}");
    }

    /// Whether a block declares another variable with the name of this one.
    pub(super) fn redeclares(&self, block: StmtId, var: VarId) -> bool {
        let StmtKind::Block(stmts) = &self.program.stmts[block].kind else { return false };
        let name = self.program.vars[var].name;
        stmts.iter().any(|&stmt| match &self.program.stmts[stmt].kind {
            StmtKind::Decl(vars) => vars.iter().any(|&other| self.program.vars[other].name == name),
            _ => false,
        })
    }

    /// The statements of a loop's body where its counter has been declared.
    pub(super) fn counted_body(&mut self, body: StmtId, counter: VarId) {
        match self.redeclares(body, counter) {
            true => self.stmt(body),
            false => self.block_items(body),
        }
    }

    /// The first clause of `for`, unless one declaration can't hold it, so that it must come before the loop.
    fn for_head(&mut self, init: Option<StmtId>) -> Together {
        match init.map(|init| &self.program.stmts[init].kind) {
            Some(StmtKind::Decl(vars)) => self.first_clause(vars),
            Some(StmtKind::Expr(e)) => {
                self.effect(*e);
                Together::Printed
            }
            Some(StmtKind::Empty) | None => Together::Printed,
            Some(_) => Together::Impossible,
        }
    }

    fn first_clause(&mut self, vars: &[VarId]) -> Together {
        match vars {
            [var] => {
                self.local(*var);
                Together::Printed
            }
            vars => self.locals_together(vars),
        }
    }

    /// A barrier over its operands: objects are read and written, values only read.
    fn asm_barrier(&mut self, operands: &[ExprId]) {
        let is_output = |e: &&ExprId| self.program.is_lvalue(**e) && !self.program.ty(**e).quals.has(Quals::CONST);
        let outputs: Vec<ExprId> = operands.iter().filter(is_output).copied().collect();
        let inputs: Vec<ExprId> = operands.iter().filter(|e| !is_output(e)).copied().collect();
        self.indent();
        self.put("__asm__ volatile(\"\" :");
        self.asm_operands("+m", &outputs);
        self.put(" :");
        self.asm_operands("g", &inputs);
        self.put(" : \"memory\");\n");
    }

    fn asm_operands(&mut self, constraint: &str, operands: &[ExprId]) {
        for (i, &e) in operands.iter().enumerate() {
            self.put(if i == 0 { " " } else { ", " });
            self.put(&format!("\"{constraint}\"("));
            self.expr(e, Level::Comma);
            self.put(")");
        }
    }
}
