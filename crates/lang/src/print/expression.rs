//! Expressions, with no more parentheses than C needs.

use super::ispc::Shown;
use super::{Construct, Need, Printer, Reach};
use crate::builtins::{BUILTINS, Builtin, BuiltinRow};
use crate::dress::Language;
use crate::ops::{BinOp, CastKind};
use crate::tree::*;
use crate::types::*;
use std::borrow::Cow;

/// How tightly an expression binds, loosest first: the levels of C's grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Comma,
    Assign,
    Cond,
    LogOr,
    LogAnd,
    Or,
    Xor,
    And,
    Equality,
    Relational,
    Shift,
    Add,
    Mul,
    Unary,
    Postfix,
    Primary,
}

/// The level of each binary operator and that of its right operand.
pub(super) fn binary_levels(op: BinOp) -> (Level, Level) {
    match op {
        BinOp::Mul | BinOp::Div | BinOp::Rem => (Level::Mul, Level::Unary),
        BinOp::Add | BinOp::Sub => (Level::Add, Level::Mul),
        BinOp::Shl | BinOp::Shr => (Level::Shift, Level::Add),
        BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge => (Level::Relational, Level::Shift),
        BinOp::Eq | BinOp::Ne => (Level::Equality, Level::Relational),
        BinOp::And => (Level::And, Level::Equality),
        BinOp::Xor => (Level::Xor, Level::And),
        BinOp::Or => (Level::Or, Level::Xor),
        BinOp::LogAnd => (Level::LogAnd, Level::Or),
        BinOp::LogOr => (Level::LogOr, Level::LogAnd),
    }
}

impl<'a> Printer<'a> {
    /// What is left of an expression when everything that C implies is taken off.
    pub(super) fn written(&self, expr: ExprId) -> ExprId {
        match self.program.exprs[expr].kind {
            ExprKind::Load(inner) => self.written(inner),
            ExprKind::Cast(kind, Written::Implicit, inner) => match self.language() {
                Language::C => self.written(inner),
                Language::Ispc if self.lane_shows(expr, kind, inner) => expr,
                Language::Cpp(_) | Language::Sycl if self.cpp_shows(expr, kind, inner) => expr,
                Language::Cpp(_) | Language::Sycl if self.is_text_as_const(expr, inner) => self.operand(inner),
                _ => self.written(inner),
            },
            _ => expr,
        }
    }

    /// What a conversion is applied to.
    fn operand(&self, expr: ExprId) -> ExprId {
        match self.program.exprs[expr].kind {
            ExprKind::Cast(_, _, inner) => inner,
            _ => expr,
        }
    }

    /// An expression in a place that takes expressions of this level and tighter ones.
    pub(super) fn expr(&mut self, expr: ExprId, least: Level) {
        let expr = self.written(expr);
        let node = &self.program.exprs[expr];
        if self.language() == Language::Ispc && self.lane_expr(expr, least) == Shown::Yes {
            return;
        }
        match &node.kind {
            ExprKind::Int(_) | ExprKind::Wide(_) => {
                let value = self.program.int_constant(expr).unwrap_or(0);
                self.int(value, node.ty.ty, least);
            }
            ExprKind::Float(bits) => self.float(*bits, node.ty.ty, least),
            ExprKind::Str(id) => {
                if self.program.strings[*id].elem != TypeId::CHAR {
                    self.refuse_beyond(Reach::C, Construct::WideText);
                }
                self.string(*id);
            }
            ExprKind::Var(var) => self.var_name(*var),
            ExprKind::Func(func) => {
                if self.is_kernel(*func) {
                    self.refuse(Construct::NestedKernel);
                }
                self.need(Need::Func(*func));
                self.put(self.program.names.text(self.program.funcs[*func].name));
            }
            ExprKind::Unary(op, e) => self.prefix(op.text(), *e, least),
            ExprKind::Binary(op, a, b) | ExprKind::PtrAdd(op, a, b) => self.binary(*op, *a, *b, least),
            ExprKind::PtrDiff(a, b) => self.binary(BinOp::Sub, *a, *b, least),
            ExprKind::Index(a, i) | ExprKind::Lane(a, i) => self.at(Level::Postfix, least, |p| {
                let (open, close) = if p.is_at(expr, *a) { (".at(", ")") } else { ("[", "]") };
                p.expr(p.subscripted(*a), Level::Postfix);
                p.put(open);
                p.expr(*i, Level::Comma);
                p.put(close);
            }),
            ExprKind::Deref(e) => self.prefix("*", *e, least),
            ExprKind::AddrOf(e) if self.may_be_past_end(*e) => self.element_pointer(*e, least),
            ExprKind::AddrOf(e) => {
                if self.is_in_literal(*e) {
                    self.refuse_beyond(Reach::C, Construct::CompoundLiteral);
                }
                self.prefix("&", *e, least);
            }
            ExprKind::Member(..) => self.member(expr, least),
            ExprKind::Assign(l, r) => self.assignment("", *l, *r, least),
            ExprKind::IncDec(_, e) | ExprKind::CompoundAssign { lhs: e, .. } if self.is_odd(*e) => {
                self.refuse(Construct::Operator);
            }
            ExprKind::CompoundAssign { op, lhs, rhs, .. } => self.assignment(op.text(), *lhs, *rhs, least),
            ExprKind::IncDec(op, e) if op.is_post() => self.at(Level::Postfix, least, |p| {
                p.expr(*e, Level::Postfix);
                p.put(op.text());
            }),
            ExprKind::IncDec(op, e) => self.prefix(op.text(), *e, least),
            ExprKind::Cond(c, a, b) => self.at(Level::Cond, least, |p| {
                p.truth(*c, Level::LogOr);
                p.put(" ? ");
                let has_casts = p.needs_cast(expr, *a, *b);
                match has_casts {
                    true => p.cast(node.ty, *a),
                    false => p.expr(*a, Level::Comma),
                }
                p.put(" : ");
                match has_casts {
                    true => p.cast(node.ty, *b),
                    false => p.expr(*b, Level::Cond),
                }
            }),
            ExprKind::Elvis(c, b) => self.at(Level::Cond, least, |p| {
                let has_casts = p.needs_cast(expr, *c, *b);
                match has_casts {
                    true => p.cast(node.ty, *c),
                    false => p.expr(*c, Level::LogOr),
                }
                p.put(" ?: ");
                match has_casts {
                    true => p.cast(node.ty, *b),
                    false => p.expr(*b, Level::Cond),
                }
            }),
            ExprKind::Comma(a, b) => self.at(Level::Comma, least, |p| {
                p.expr(*a, Level::Comma);
                p.put(", ");
                p.expr(*b, Level::Assign);
            }),
            ExprKind::Cast(CastKind::ArrayDecay, _, e) if let Some(form) = self.form_of(*e) => {
                self.decayed(*e, form, least);
            }
            ExprKind::Cast(_, _, e) => self.at(Level::Unary, least, |p| p.cast(node.ty, *e)),
            ExprKind::Call(f, args) => self.at(Level::Postfix, least, |p| {
                p.expr(*f, Level::Postfix);
                p.arguments(args);
            }),
            ExprKind::Builtin(builtin, args) => self.at(Level::Postfix, least, |p| p.builtin(*builtin, args, node.ty)),
            ExprKind::CompoundLiteral(var) => self.at(Level::Postfix, least, |p| {
                let info = &p.program.vars[*var];
                if !p.types().is_record(info.ty.ty) && !p.types().is_vector(info.ty.ty) {
                    p.refuse_beyond(Reach::C, Construct::CompoundLiteral);
                }
                p.put("(");
                p.put_declaration(info.ty, "");
                p.put(")");
                match &info.init {
                    Some(init @ Init::List(_)) => p.init(init, info.ty.ty),
                    Some(init) => {
                        p.put("{");
                        p.init(init, info.ty.ty);
                        p.put("}");
                    }
                    None => p.put("{}"),
                }
            }),
            ExprKind::StmtExpr(block) if let Some(inner) = self.with_lengths_only(*block) => self.expr(inner, least),
            ExprKind::StmtExpr(block) => {
                self.refuse_beyond(Reach::Cpp, Construct::StmtExpr);
                self.put("({\n");
                self.depth += 1;
                self.block_items(*block);
                self.depth -= 1;
                self.indent();
                self.put("})");
            }
            ExprKind::SizeOf(ty) | ExprKind::SizeOfVla(ty) => self.type_operator("sizeof", *ty, least),
            ExprKind::AlignOf(ty) => {
                let operator = if self.is_cpp() { "alignof" } else { "_Alignof" };
                self.type_operator(operator, *ty, least);
            }
            ExprKind::VaArg(list) => self.at(Level::Postfix, least, |p| {
                p.put("__builtin_va_arg(");
                p.va_list(*list);
                p.put(", ");
                p.put_declaration(node.ty, "");
                p.put(")");
            }),
            ExprKind::LabelAddr(label) => {
                self.refuse_beyond(Reach::C, Construct::LabelAddress);
                let name = self.label_name(*label);
                self.at(Level::Unary, least, |p| p.put_unary(&format!("&&{name}")));
            }
            ExprKind::Generic(generic) => {
                self.refuse_beyond(Reach::C, Construct::Generic);
                self.generic(generic);
            }
            // Taken off above.
            ExprKind::Load(e) => self.expr(*e, least),
        }
    }

    /// `(type)operand`
    pub(super) fn cast(&mut self, ty: QType, operand: ExprId) {
        self.put("(");
        self.put_type_name(ty);
        self.put(")");
        self.expr(operand, Level::Unary);
    }

    /// Whether a place is in a compound literal, which is no object in C++.
    fn is_in_literal(&self, place: ExprId) -> bool {
        match self.program.exprs[place].kind {
            ExprKind::CompoundLiteral(_) => true,
            ExprKind::Member(base, _) => self.is_in_literal(base),
            ExprKind::Index(base, _) => match self.program.exprs[base].kind {
                ExprKind::Cast(CastKind::ArrayDecay, _, array) => self.is_in_literal(array),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether C++ does not take an operator that also assigns, on what C does.
    fn is_odd(&self, place: ExprId) -> bool {
        let ty = self.program.ty(place).ty;
        self.is_cpp() && (ty == TypeId::BOOL || matches!(self.types().kind(ty), TypeKind::Enum(_)))
    }

    /// A condition.
    pub(super) fn truth(&mut self, e: ExprId, least: Level) {
        match self.language() {
            Language::Ispc => self.lane_truth(e, least),
            _ => self.expr(e, least),
        }
    }

    /// The expression of a block that otherwise only evaluates array lengths, which the expression writes itself.
    fn with_lengths_only(&self, block: StmtId) -> Option<ExprId> {
        let StmtKind::Block(stmts) = &self.program.stmts[block].kind else { return None };
        let (last, lengths) = stmts.split_last()?;
        let is_written = |stmt: &StmtId| match self.program.stmts[*stmt].kind {
            StmtKind::VlaLength(vla) => !self.lengths.variables.contains_key(&vla),
            _ => false,
        };
        match self.program.stmts[*last].kind {
            StmtKind::Expr(inner) if !lengths.is_empty() && lengths.iter().all(is_written) => Some(inner),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn at(&mut self, level: Level, least: Level, print: impl FnOnce(&mut Self)) {
        if level < least {
            self.put("(");
            print(self);
            self.put(")");
        } else {
            print(self);
        }
    }

    /// Text that may begin with an operator: kept apart from one just before it.
    pub(super) fn put_unary(&mut self, text: &str) {
        let last = self.out.as_bytes().last().copied();
        if matches!(last, Some(b'+' | b'-' | b'&')) && text.as_bytes().first().copied() == last {
            self.put(" ");
        }
        self.put(text);
    }

    fn prefix(&mut self, op: &str, e: ExprId, least: Level) {
        self.at(Level::Unary, least, |p| {
            p.put_unary(op);
            p.expr(e, Level::Unary);
        });
    }

    pub(super) fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId, least: Level) {
        let (level, right) = binary_levels(op);
        self.at(level, least, |p| {
            p.expr(a, level);
            p.put(" ");
            p.put(op.text());
            p.put(" ");
            p.expr(b, right);
        });
    }

    /// An assignment; `op` is empty for a simple one.
    fn assignment(&mut self, op: &str, l: ExprId, r: ExprId, least: Level) {
        self.at(Level::Assign, least, |p| {
            p.expr(l, Level::Unary);
            p.put(" ");
            p.put(op);
            p.put("= ");
            p.expr(r, Level::Assign);
        });
    }

    fn type_operator(&mut self, op: &str, ty: TypeId, least: Level) {
        self.at(Level::Unary, least, |p| {
            p.put(op);
            p.put("(");
            p.put_declaration(ty.into(), "");
            p.put(")");
        });
    }

    pub(super) fn arguments(&mut self, args: &[ExprId]) {
        self.put("(");
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.expr(arg, Level::Assign);
        }
        self.put(")");
    }

    pub(super) fn var_name(&mut self, var: VarId) {
        let info = &self.program.vars[var];
        if let Some(name) = self.lanes.partial(var) {
            return self.put(&name);
        }
        if matches!(info.storage, Storage::Global | Storage::StaticGlobal | Storage::Extern) {
            self.need_var(var);
        }
        let name = self.name_of(var);
        self.put(&name);
    }

    /// A variable's name: its own, unless it is a local one that would hide what the function uses.
    pub(super) fn name_of(&mut self, var: VarId) -> Cow<'a, str> {
        let program = self.program;
        let info = &program.vars[var];
        let is_local = matches!(info.storage, Storage::Local | Storage::Param | Storage::StaticLocal);
        let Some(name) = info.name else { return self.names.renamed(program, var, "unnamed").into() };
        let text = program.names.text(name);
        if is_local && self.names.is_outer(name) {
            self.may_hide = true;
            if self.outer.contains(&name) {
                return self.names.renamed(program, var, text).into();
            }
        }
        text.into()
    }

    /// A member: `.` or, through a pointer, `->`; steps into anonymous members are not written.
    fn member(&mut self, expr: ExprId, least: Level) {
        let mut path = Vec::new();
        let mut base = expr;
        while let ExprKind::Member(inner, field) = self.program.exprs[base].kind {
            let record = self.types().record_of(self.program.ty(inner).ty);
            let name = record.and_then(|r| self.types().records[r].fields[field.0 as usize].name);
            path.extend(name);
            base = self.written(inner);
        }
        self.at(Level::Postfix, least, |p| {
            let mut separator = ".";
            match p.program.exprs[base].kind {
                ExprKind::Deref(pointer) => {
                    p.expr(pointer, Level::Postfix);
                    separator = "->";
                }
                _ => p.expr(base, Level::Postfix),
            }
            for &name in path.iter().rev() {
                p.put(separator);
                p.put(p.program.names.text(name));
                separator = ".";
            }
        });
    }

    fn generic(&mut self, generic: &Generic) {
        self.put("_Generic(");
        self.expr(generic.control, Level::Assign);
        for (ty, expr) in &generic.choices {
            self.put(", ");
            match ty {
                Some(ty) => self.put_declaration(*ty, ""),
                None => self.put("default"),
            }
            self.put(": ");
            self.expr(*expr, Level::Assign);
        }
        self.put(")");
    }

    /// The operand of the `va_` macros: the tree has the record inside it.
    fn va_list(&mut self, list: ExprId) {
        match self.program.exprs[self.written(list)].kind {
            ExprKind::Deref(inner) if *self.types().kind(self.program.ty(list).ty) == TypeKind::VaListTag => {
                let is_array = matches!(self.types().target().va_list, crate::target::VaListForm::ArrayOfOne(_));
                self.expr(if is_array { inner } else { list }, Level::Assign);
            }
            _ => self.expr(list, Level::Assign),
        }
    }

    fn builtin(&mut self, builtin: Builtin, args: &[ExprId], result: QType) {
        let name = self.row(builtin, args).map_or("__builtin_trap", |row| row.name);
        self.put(name);
        match builtin {
            Builtin::VaStart | Builtin::VaEnd | Builtin::VaCopy => {
                self.put("(");
                for (i, &arg) in args.iter().enumerate() {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.va_list(arg);
                }
                if builtin == Builtin::VaStart {
                    let last = self.func.and_then(|f| self.program.funcs[f].params.last().copied());
                    let name = last.map_or("0".into(), |var| self.name_of(var));
                    self.put(", ");
                    self.put(&name);
                }
                self.put(")");
            }
            Builtin::ConvertVector => {
                self.put("(");
                for &arg in args {
                    self.expr(arg, Level::Assign);
                }
                self.put(", ");
                self.put_declaration(result, "");
                self.put(")");
            }
            _ => self.arguments(args),
        }
    }

    /// The spelling of a builtin whose parameters have the operands' types.
    fn row(&self, builtin: Builtin, args: &[ExprId]) -> Option<&'static BuiltinRow> {
        let rows = || BUILTINS.iter().filter(|row| row.builtin == builtin);
        let typed = rows().find(|row| {
            let letters = row.signature.as_bytes();
            letters[0] != b'*'
                && letters.len() == args.len() + 1
                && args
                    .iter()
                    .zip(&letters[1..])
                    .all(|(&arg, &letter)| self.has_letter(self.program.ty(arg).ty, letter))
        });
        // The `__sync` family has no memory order, so one operand less than the `__atomic` family.
        let untyped = || {
            let is_short = args.len() == 2;
            rows()
                .find(|row| row.signature == "*" && row.name.starts_with("__sync") && is_short)
                .or_else(|| rows().find(|row| row.signature == "*"))
        };
        typed.or_else(untyped).or_else(|| rows().next())
    }

    /// Whether a type is that of a signature letter.
    fn has_letter(&self, ty: TypeId, letter: u8) -> bool {
        let types = self.types();
        let points_to = |to: TypeId| types.pointee(ty) == Some(to.into());
        match letter {
            b'I' => points_to(TypeId::INT),
            b'U' => points_to(TypeId::UINT),
            b'L' => points_to(TypeId::LONG),
            b'M' => points_to(TypeId::ULONG),
            b'K' => points_to(TypeId::LONGLONG),
            b'R' => points_to(TypeId::ULONGLONG),
            b'z' => ty == types.size_type(),
            b'X' => ty == if types.target().int64_is_long { TypeId::ULONG } else { TypeId::ULONGLONG },
            letter => BASIC.contains(&(letter, ty)),
        }
    }
}

/// Signature letters of basic types.
const BASIC: &[(u8, TypeId)] = &[
    (b'b', TypeId::BOOL),
    (b'B', TypeId::UCHAR),
    (b'S', TypeId::USHORT),
    (b'i', TypeId::INT),
    (b'u', TypeId::UINT),
    (b'l', TypeId::LONG),
    (b'm', TypeId::ULONG),
    (b'q', TypeId::LONGLONG),
    (b'Q', TypeId::ULONGLONG),
    (b'W', TypeId::UINT128),
    (b'd', TypeId::DOUBLE),
    (b'f', TypeId::FLOAT),
    (b'p', TypeId::VOID_PTR),
];
