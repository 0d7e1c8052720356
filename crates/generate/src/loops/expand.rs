//! From a skeleton to statements.

use super::data::Iterator;
use super::pattern::PATTERNS;
use super::skeleton::{Avoid, Form, Header, Nest, Node, SHAPES};
use crate::feature::Feature;
use crate::general::place::Access;
use crate::make::dsl::built;
use crate::make::effects::{Locality, Locs};
use crate::make::state::{Gen, Variable};
use lydite_lang::*;

/// Types of counters, and how often each is drawn.
const COUNTERS: [(TypeId, u32); 6] = [
    (TypeId::INT, 60),
    (TypeId::UINT, 15),
    (TypeId::LONG, 10),
    (TypeId::ULONG, 10),
    (TypeId::SHORT, 5),
    (TypeId::UCHAR, 3),
];

impl Gen {
    /// Statements for these pieces.
    pub(super) fn expand_all(&mut self, nodes: &[Node], out: &mut Vec<StmtId>) {
        for node in nodes {
            // A loop without a body would be no loop.
            if self.is_full() && !out.is_empty() {
                break;
            }
            self.expand(node, out);
        }
    }

    fn expand(&mut self, node: &Node, out: &mut Vec<StmtId>) {
        self.c.open("statement");
        match node {
            Node::Sequence(nests) => nests.iter().for_each(|nest| self.expand_nest(nest, out)),
            Node::Nest(nest) => self.expand_nest(nest, out),
            Node::If(then, otherwise) => {
                let cond = self.versions(TypeId::INT);
                let then = self.expand_block(then);
                let otherwise = (!otherwise.is_empty()).then(|| self.expand_block(otherwise));
                self.uses(if otherwise.is_some() { Feature::IfElse } else { Feature::If });
                let s = self.if_stmt(cond, then, otherwise);
                out.push(s);
            }
            Node::Local => self.expand_local(out),
            Node::Assign => self.expand_assign(out),
            Node::Stencil => self.expand_stencil(out),
            Node::Reduction => self.expand_reduction(out),
            Node::Carried => self.expand_carried(out),
            Node::Exit(form) => self.expand_exit(*form, out),
            Node::Pattern(feature) => {
                if let Some((_, sketches)) = PATTERNS.iter().find(|row| row.0 == *feature)
                    && self.idiom(sketches, out)
                {
                    self.uses(*feature);
                }
            }
        }
        self.c.close();
    }

    fn expand_block(&mut self, nodes: &[Node]) -> StmtId {
        self.f.scopes.push(Vec::new());
        let mut out = Vec::new();
        self.expand_all(nodes, &mut out);
        self.pop_scope();
        self.block(out)
    }

    fn expand_nest(&mut self, nest: &Nest, out: &mut Vec<StmtId>) {
        for &aim in &nest.aims {
            self.uses(aim);
        }
        // What aims at something has simple expressions.
        let has_shape = nest.aims.iter().any(|aim| SHAPES.contains(aim));
        let deepest = if has_shape { 1 + self.c.index(2) as u32 } else { self.f.deepest };
        let outer = (self.f.avoid, self.f.order, self.f.same_from, self.f.deepest);
        (self.f.avoid, self.f.order, self.f.same_from, self.f.deepest) =
            (nest.avoid, nest.order, self.f.scopes.len(), deepest);
        self.expand_loop(nest, 0, out);
        (self.f.avoid, self.f.order, self.f.same_from, self.f.deepest) = outer;
    }

    fn expand_loop(&mut self, nest: &Nest, level: usize, out: &mut Vec<StmtId>) {
        let header = nest.headers[level];
        let ty = match self.on(Feature::WideInduction) {
            true => COUNTERS[self.c.weighted(&COUNTERS.map(|row| row.1))].0,
            false => TypeId::INT,
        };
        // What is to be vectorised counts in `int`.
        let is_plain = nest.aims.contains(&Feature::Vectorisable);
        let (ty, down) = (if is_plain { TypeId::INT } else { ty }, header.down);
        // What counts down below its last value must have one.
        let ty = if down && !self.int_of(ty).signed { TypeId::INT } else { ty };
        if ty != TypeId::INT {
            self.uses(Feature::WideInduction);
        }
        let (first, last) = if down { (header.last(), header.from) } else { (header.from, header.last()) };
        self.names.local += 1;
        let name = format!("i_{}", self.names.local);
        let name = self.name(&name);
        let start = self.hidden_number(first, ty);
        let start = self.convert(start, ty);
        let var = self.b.program.vars.push(Var::new(Some(name), ty, Storage::Local, Some(Init::Expr(start))));
        let decl = self.b.stmt(StmtKind::Decl([var].into()));
        let times = self.f.times;
        self.f.times = times.saturating_mul(header.trips());
        self.spend(4);
        self.f.nest.push(Iterator { var, low: header.from, high: header.last() });
        self.f.scopes.push(Vec::new());
        let mut body = Vec::new();
        if level + 1 < nest.headers.len() {
            self.expand_all(&nest.between[level], &mut body);
            self.expand_loop(nest, level + 1, &mut body);
        } else {
            self.expand_all(&nest.body, &mut body);
        }
        let cond = self.loop_condition(var, ty, &header, last);
        let step = self.loop_step(var, ty, &header);
        self.pop_scope();
        self.f.nest.pop();
        self.f.times = times;
        let s = match header.form {
            Form::For => {
                let body = self.block(body);
                self.b.stmt(StmtKind::For { init: Some(decl), cond: Some(cond), step: Some(step), body })
            }
            form => {
                out.push(decl);
                let step = self.expr_stmt(step);
                body.push(step);
                let body = self.block(body);
                match form {
                    Form::While => self.b.stmt(StmtKind::While(cond, body)),
                    _ => self.b.stmt(StmtKind::DoWhile(body, cond)),
                }
            }
        };
        if header.down {
            self.uses(Feature::CountDown);
        }
        self.pragmas(s);
        out.push(s);
    }

    /// Whether the counter has not passed its last value.
    fn loop_condition(&mut self, var: VarId, ty: TypeId, header: &Header, last: i128) -> ExprId {
        let i = self.get(var);
        let after = if header.down { last - header.step } else { last + header.step };
        let (op, limit) = match (self.c.weighted(&[60, 25, 15]), header.down) {
            (0, false) => (BinOp::Lt, (last + 1).max(header.to.min(after))),
            (0, true) => (BinOp::Gt, last - 1),
            (1, false) => (BinOp::Le, last),
            (1, true) => (BinOp::Ge, last),
            _ => (BinOp::Ne, after),
        };
        let limit = match limit < 0 {
            true => self.lit(limit, ty),
            false => self.hidden_number(limit, ty),
        };
        let e = self.raw(op, i, limit);
        built(self.b.condition(e))
    }

    fn loop_step(&mut self, var: VarId, ty: TypeId, header: &Header) -> ExprId {
        let place = self.var(var);
        if header.step == 1 && self.c.coin(5, 6) {
            let ops = if header.down { [IncDec::PostDec, IncDec::PreDec] } else { [IncDec::PostInc, IncDec::PreInc] };
            return built(self.b.inc_dec(ops[self.c.index(2)], place));
        }
        let by = self.hidden_number(header.step, if self.int_of(ty).bits < 32 { TypeId::INT } else { ty });
        built(self.b.compound_assign(if header.down { BinOp::Sub } else { BinOp::Add }, place, by))
    }

    /// A value of roughly this type: where iterations have classes, a version for each.
    pub(super) fn versions(&mut self, ty: TypeId) -> ExprId {
        let mut cx = self.cx();
        let e = self.value(ty, &mut cx);
        self.done(&cx);
        let e = self.load(e);
        let (Avoid::Classes(count), Some(inner)) = (self.f.avoid, self.f.nest.last().copied()) else { return e };
        if self.is_bare(e) {
            return e;
        }
        let mut value = e;
        for class in 1..count {
            let other = self.copy_planned(e);
            let (i, n) = (self.get(inner.var), self.lit(count.into(), TypeId::INT));
            let rest = self.raw(BinOp::Rem, i, n);
            // Where the number is hidden, compilers can't tell the classes apart.
            let class = self.hidden_number(class.into(), TypeId::INT);
            let is_it = self.raw(BinOp::Eq, rest, class);
            value = self.cond(is_it, other, value);
        }
        value
    }

    /// Whether there is nothing in an expression that could go wrong: it needs no versions.
    fn is_bare(&self, e: ExprId) -> bool {
        matches!(self.b.program.exprs[e].kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Load(_))
    }

    pub(super) fn expand_local(&mut self, out: &mut Vec<StmtId>) {
        let ty = self.loops.types[self.c.index(self.loops.types.len())];
        let value = self.versions(ty);
        let var = self.private_value(ty, value, out);
        self.uses(Feature::LocalVariable);
        let variable = Variable {
            var,
            ty: ty.into(),
            locs: Locs::of(self.fresh_loc(Locality::Local)),
            addressable: false,
            assignable: self.f.avoid == Avoid::Tracked,
            depth: self.depth(),
            nullable: false,
        };
        self.reveal(variable);
    }

    fn expand_assign(&mut self, out: &mut Vec<StmtId>) {
        let mut cx = self.cx();
        let changes = self.f.avoid == Avoid::Tracked && self.on(Feature::CompoundAssign) && self.c.coin(1, 4);
        let access = if changes { Access::Change } else { Access::Write };
        let Some(spot) = self.loop_place(access, &mut cx) else { return };
        let value = self.versions(spot.ty.ty);
        let value = if self.is_float(self.b.type_of(value)) && !self.is_float(spot.ty.ty) {
            self.cast(value, spot.ty.ty)
        } else {
            value
        };
        let calls = self.f.avoid == Avoid::Tracked && self.is_int(spot.ty.ty) && self.on(Feature::LoopCall);
        let value = if calls && self.c.coin(self.weight(Feature::LoopCall).min(60), 150) {
            self.called(spot.ty.ty, vec![value])
        } else {
            value
        };
        let e =
            if changes && self.is_int(spot.ty.ty) && self.is_int(self.b.type_of(value)) && spot.ty.ty != TypeId::BOOL {
                let op = [BinOp::Add, BinOp::Sub, BinOp::Xor, BinOp::Or, BinOp::And, BinOp::Mul][self.c.index(6)];
                self.uses(Feature::CompoundAssign);
                self.assign_op(op, spot.e, value)
            } else {
                self.uses(Feature::Assign);
                self.assign(spot.e, value)
            };
        cx.write(&spot.locs);
        self.push_expr(e, &cx, out);
    }

    /// `if (condition) break;`, or `continue` where the head of the loop has the step.
    fn expand_exit(&mut self, form: Form, out: &mut Vec<StmtId>) {
        let cond = self.versions(TypeId::INT);
        // Rarely true, so that there are iterations to leave.
        let limit = self.constant(TypeId::INT);
        let op = if self.c.coin(2, 3) { BinOp::Eq } else { BinOp::Gt };
        let cond = self.raw(op, cond, limit);
        self.uses(Feature::EarlyExit);
        let kind = if form == Form::For && self.c.coin(1, 3) { StmtKind::Continue } else { StmtKind::Break };
        let leave = self.b.stmt(kind);
        let s = self.if_stmt(cond, leave, None);
        out.push(s);
    }
}
