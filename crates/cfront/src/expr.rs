//! Expressions: operators.

use crate::error::Res;
use crate::literal;
use crate::parser::Parser;
use crate::token::T;
use lydite_lang::{
    BinOp, ExprId, ExprKind, IncDec, Place, QType, Quals, StmtKind, TypeId, TypeKind, UnOp, VlaId, fold,
};

/// The binding strength and operator of a binary operator's token; zero if it is none.
fn binary_operator(kind: T) -> (u8, BinOp) {
    match kind {
        T::Star => (10, BinOp::Mul),
        T::Slash => (10, BinOp::Div),
        T::Percent => (10, BinOp::Rem),
        T::Plus => (9, BinOp::Add),
        T::Minus => (9, BinOp::Sub),
        T::Shl => (8, BinOp::Shl),
        T::Shr => (8, BinOp::Shr),
        T::Lt => (7, BinOp::Lt),
        T::Gt => (7, BinOp::Gt),
        T::Le => (7, BinOp::Le),
        T::Ge => (7, BinOp::Ge),
        T::EqEq => (6, BinOp::Eq),
        T::Ne => (6, BinOp::Ne),
        T::Amp => (5, BinOp::And),
        T::Caret => (4, BinOp::Xor),
        T::Pipe => (3, BinOp::Or),
        T::AmpAmp => (2, BinOp::LogAnd),
        T::PipePipe => (1, BinOp::LogOr),
        _ => (0, BinOp::Add),
    }
}

/// The operator of a compound assignment's token.
fn assignment_operator(kind: T) -> Option<BinOp> {
    Some(match kind {
        T::PlusEq => BinOp::Add,
        T::MinusEq => BinOp::Sub,
        T::StarEq => BinOp::Mul,
        T::SlashEq => BinOp::Div,
        T::PercentEq => BinOp::Rem,
        T::ShlEq => BinOp::Shl,
        T::ShrEq => BinOp::Shr,
        T::AmpEq => BinOp::And,
        T::CaretEq => BinOp::Xor,
        T::PipeEq => BinOp::Or,
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(crate) fn expression(&mut self) -> Res<ExprId> {
        let mut left = self.assignment()?;
        while self.at(T::Comma) {
            let below = self.tree;
            let place = self.bump()?.place;
            let right = self.assignment()?;
            self.b.place = place;
            let e = self.b.comma(left, right);
            left = self.built(e)?;
            self.grow(below.max(self.tree))?;
        }
        Ok(left)
    }

    /// An expression without top-level commas.
    pub(crate) fn assignment(&mut self) -> Res<ExprId> {
        self.enter()?;
        let mut left = self.conditional()?;
        let kind = self.tok.kind;
        if kind == T::Eq {
            let below = self.tree;
            let place = self.bump()?.place;
            let right = self.assignment()?;
            self.b.place = place;
            let e = self.b.assign(left, right);
            left = self.built(e)?;
            self.grow(below.max(self.tree))?;
        } else if let Some(op) = assignment_operator(kind) {
            let below = self.tree;
            let place = self.bump()?.place;
            let right = self.assignment()?;
            self.b.place = place;
            let e = self.b.compound_assign(op, left, right);
            left = self.built(e)?;
            self.grow(below.max(self.tree))?;
        }
        self.leave();
        Ok(left)
    }

    fn conditional(&mut self) -> Res<ExprId> {
        let first = self.unary()?;
        let cond = self.binary(first, 1)?;
        if !self.at(T::Question) {
            return Ok(cond);
        }
        self.enter()?;
        let mut below = self.tree;
        let place = self.bump()?.place;
        let then = if self.at(T::Colon) { None } else { Some(self.expression()?) };
        below = below.max(self.tree);
        self.expect(T::Colon)?;
        let other = self.conditional()?;
        below = below.max(self.tree);
        self.b.place = place;
        let e = match then {
            Some(then) => self.b.cond(cond, then, other),
            None => self.b.elvis(cond, other),
        };
        let e = self.built(e)?;
        self.grow(below)?;
        self.leave();
        Ok(e)
    }

    /// Binary operators at least this strong, to the right of an operand.
    fn binary(&mut self, mut left: ExprId, least: u8) -> Res<ExprId> {
        loop {
            let (strength, op) = binary_operator(self.tok.kind);
            if strength < least || strength == 0 {
                return Ok(left);
            }
            let mut below = self.tree;
            let place = self.bump()?.place;
            let mut right = self.unary()?;
            if binary_operator(self.tok.kind).0 > strength {
                right = self.binary(right, strength + 1)?;
            }
            below = below.max(self.tree);
            self.b.place = place;
            let e = self.b.binary(op, left, right);
            left = self.built(e)?;
            self.grow(below)?;
        }
    }

    /// A constant expression that must have an integer value.
    pub(crate) fn constant_expression(&mut self) -> Res<i128> {
        let place = self.tok.place;
        let e = self.conditional_nested()?;
        let value = fold::integer(&self.b.program, e);
        value.ok_or_else(|| self.fail_at(place, "expected an integer constant expression"))
    }

    fn conditional_nested(&mut self) -> Res<ExprId> {
        self.enter()?;
        let e = self.conditional()?;
        self.leave();
        Ok(e)
    }

    /// A unary expression or cast.
    pub(crate) fn unary(&mut self) -> Res<ExprId> {
        let place = self.tok.place;
        let op = match self.tok.kind {
            T::Ident | T::Number => return self.postfix(),
            T::LParen => return self.parenthesis(),
            T::Minus => UnOp::Neg,
            T::Plus => UnOp::Plus,
            T::Tilde => UnOp::BitNot,
            T::Not => UnOp::LogNot,
            T::Star | T::Amp | T::PlusPlus | T::MinusMinus => return self.lvalue_operator(),
            T::KwSizeof => return self.sizeof(),
            T::KwAlignof => return self.alignof(),
            T::KwExtension => {
                self.bump()?;
                self.enter()?;
                let e = self.unary()?;
                self.leave();
                return Ok(e);
            }
            T::AmpAmp => {
                self.bump()?;
                let token = self.expect(T::Ident)?;
                let label = self.label(token.name, token.place)?;
                self.b.place = place;
                self.tree = 0;
                return Ok(self.b.label_addr(label));
            }
            T::KwReal | T::KwImag => return Err(self.unsupported_at(place, "complex numbers")),
            _ => return self.postfix(),
        };
        self.bump()?;
        self.enter()?;
        let e = self.unary()?;
        self.leave();
        self.b.place = place;
        let e = self.b.unary(op, e);
        self.grow(self.tree)?;
        self.built(e)
    }

    /// `*`, `&`, `++`, `--` before an operand.
    fn lvalue_operator(&mut self) -> Res<ExprId> {
        let token = self.bump()?;
        self.enter()?;
        let e = self.unary()?;
        self.leave();
        self.b.place = token.place;
        let e = match token.kind {
            T::Star => self.b.deref(e),
            T::Amp => self.b.addr_of(e),
            T::PlusPlus => self.b.inc_dec(IncDec::PreInc, e),
            _ => self.b.inc_dec(IncDec::PreDec, e),
        };
        let e = self.built(e)?;
        self.grow(self.tree)?;
        self.usable(e)
    }

    /// `(`: a cast, a compound literal, a statement expression or a parenthesised expression.
    fn parenthesis(&mut self) -> Res<ExprId> {
        let next = self.peek()?;
        if next.kind == T::LBrace {
            return self.postfix();
        }
        if !self.token_starts_type(next.kind, next.name) {
            return self.postfix();
        }
        let place = self.bump()?.place;
        self.enter()?;
        let outer = std::mem::take(&mut self.vlas);
        let ty = self.type_name()?;
        self.expect(T::RParen)?;
        let vlas = std::mem::replace(&mut self.vlas, outer);
        if self.at(T::LBrace) {
            let literal = self.compound_literal(ty, place)?;
            self.leave();
            return self.postfix_of(literal);
        }
        let constant = match (ty.ty, self.tok.kind) {
            (TypeId::DOUBLE | TypeId::FLOAT, T::Number) => literal::long_double_as_double(self.lex.spelling(&self.tok)),
            _ => None,
        };
        let e = match constant {
            Some(value) => {
                self.b.place = self.bump()?.place;
                self.tree = 0;
                self.b.float(value, TypeId::DOUBLE)
            }
            None => self.unary()?,
        };
        self.leave();
        self.b.place = place;
        if self.unmodelled(ty.ty) {
            let text = self.type_text(ty.plain());
            return Err(self.unsupported_at(place, format!("a value of type {text}")));
        }
        let e = self.b.cast(e, ty);
        let e = self.built(e)?;
        self.grow(self.tree)?;
        self.after_lengths(e, vlas, place)
    }

    /// The expression, after the evaluation of array lengths that stand in a type name inside it.
    pub(crate) fn after_lengths(&mut self, e: ExprId, vlas: Vec<VlaId>, place: Place) -> Res<ExprId> {
        if vlas.is_empty() {
            return Ok(e);
        }
        let mut stmts: Vec<_> = vlas.into_iter().map(|vla| self.stmt_at(place, StmtKind::VlaLength(vla))).collect();
        stmts.push(self.stmt_at(place, StmtKind::Expr(e)));
        let block = self.stmt_at(place, StmtKind::Block(stmts.into()));
        let e = self.b.stmt_expr(block);
        self.built(e)
    }

    /// The operand of `sizeof` or `_Alignof`: a type, or the type of an expression that is not evaluated.
    fn type_operand(&mut self) -> Res<(QType, Option<ExprId>, Vec<VlaId>)> {
        if self.at(T::LParen) {
            let next = self.peek()?;
            if self.token_starts_type(next.kind, next.name) {
                let place = self.bump()?.place;
                let outer = std::mem::take(&mut self.vlas);
                self.enter()?;
                let ty = self.type_name()?;
                self.leave();
                self.expect(T::RParen)?;
                let vlas = std::mem::replace(&mut self.vlas, outer);
                if self.at(T::LBrace) {
                    let literal = self.compound_literal(ty, place)?;
                    let e = self.postfix_of(literal)?;
                    return Ok((self.b.program.ty(e), Some(e), Vec::new()));
                }
                return Ok((ty, None, vlas));
            }
        }
        self.enter()?;
        let e = self.unary()?;
        self.leave();
        Ok((self.b.program.ty(e), Some(e), Vec::new()))
    }

    fn sizeof(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        let (ty, operand, vlas) = self.type_operand()?;
        self.b.place = place;
        if operand.is_some_and(|e| self.is_bit_field(e)) {
            return Err(self.fail_at(place, "'sizeof' applied to a bit-field"));
        }
        let e = self.b.sizeof_type(ty);
        let e = self.built(e)?;
        self.tree = 1;
        self.after_lengths(e, vlas, place)
    }

    fn is_bit_field(&self, e: ExprId) -> bool {
        matches!(self.b.program.exprs[e].kind, ExprKind::Member(..)) && self.b.program.bit_field_width(e).is_some()
    }

    fn alignof(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        let (ty, operand, _) = self.type_operand()?;
        self.b.place = place;
        self.tree = 1;
        let size_type = self.b.program.types.size_type();
        if let Some(e) = operand {
            // GNU: the alignment of the object an expression names.
            let align = match self.b.program.exprs[e].kind {
                ExprKind::Var(var) => {
                    let info = &self.b.program.vars[var];
                    info.align.unwrap_or(0).max(self.b.program.types.align_of_q(info.ty))
                }
                _ => self.b.program.types.align_of_q(ty),
            };
            return Ok(self.b.int(align.into(), size_type));
        }
        if self.b.program.types.is_function(ty.ty) {
            return Ok(self.b.int(1, size_type));
        }
        Ok(self.b.alignof_type(ty))
    }

    /// Calls, subscripts, members, `++` and `--` after an operand.
    pub(crate) fn postfix(&mut self) -> Res<ExprId> {
        let e = self.primary()?;
        self.postfix_of(e)
    }

    pub(crate) fn postfix_of(&mut self, mut e: ExprId) -> Res<ExprId> {
        loop {
            let token = self.tok;
            let below = self.tree;
            let built = match token.kind {
                T::LBracket => {
                    self.bump()?;
                    let index = self.expression()?;
                    self.expect(T::RBracket)?;
                    self.b.place = token.place;
                    self.b.index(e, index)
                }
                T::LParen => {
                    let callee = self.b.program.exprs[e].place;
                    self.bump()?;
                    let args = self.arguments()?;
                    self.b.place = callee;
                    self.b.call(e, args)
                }
                T::Dot => {
                    self.bump()?;
                    let name = self.expect(T::Ident)?;
                    self.b.place = token.place;
                    self.b.member_named(e, name.name)
                }
                T::Arrow => {
                    self.bump()?;
                    let name = self.expect(T::Ident)?;
                    self.b.place = token.place;
                    let base = self.b.deref(e);
                    let base = self.built(base)?;
                    self.b.member_named(base, name.name)
                }
                T::PlusPlus => {
                    self.bump()?;
                    self.b.place = token.place;
                    self.b.inc_dec(IncDec::PostInc, e)
                }
                T::MinusMinus => {
                    self.bump()?;
                    self.b.place = token.place;
                    self.b.inc_dec(IncDec::PostDec, e)
                }
                _ => return Ok(e),
            };
            e = self.built(built)?;
            self.grow(below.max(self.tree))?;
            e = self.usable(e)?;
        }
    }

    /// Arguments up to the closing parenthesis; the tree depth is left at the deepest one's.
    pub(crate) fn arguments(&mut self) -> Res<Vec<ExprId>> {
        let mut args = Vec::new();
        let mut below = 0;
        if !self.at(T::RParen) {
            loop {
                args.push(self.assignment()?);
                below = below.max(self.tree);
                if !self.eat(T::Comma)? {
                    break;
                }
            }
        }
        self.tree = below;
        self.expect(T::RParen)?;
        Ok(args)
    }

    /// Fails if an expression has a type whose values we do not model.
    pub(crate) fn usable(&self, e: ExprId) -> Res<ExprId> {
        let ty = self.b.type_of(e);
        match self.b.program.types.kind(ty) {
            TypeKind::Float(_) | TypeKind::Complex(_) if self.unmodelled(ty) => {
                let text = self.type_text(ty.into());
                Err(self.unsupported_at(self.b.program.exprs[e].place, format!("a value of type {text}")))
            }
            _ => Ok(e),
        }
    }

    /// `(type){ ... }`, from the brace.
    fn compound_literal(&mut self, ty: QType, place: Place) -> Res<ExprId> {
        use lydite_lang::{Storage, Var};
        if self.b.program.types.is_vla(ty.ty) || self.b.program.types.is_function(ty.ty) {
            return Err(self.fail_at(place, "a compound literal of variable size or function type"));
        }
        let outer_peak = std::mem::take(&mut self.peak);
        let (init, ty) = self.initializer(ty)?;
        let storage = if self.func.is_some() { Storage::Local } else { Storage::StaticGlobal };
        let align = ty.quals.align();
        let ty = QType { ty: ty.ty, quals: ty.quals.without(Quals::RESTRICT) };
        let var = self.b.program.vars.push(Var {
            name: None,
            ty,
            storage,
            init: Some(init),
            align,
            attrs: Default::default(),
            place,
        });
        self.b.place = place;
        self.grow(self.peak.max(self.tree))?;
        self.peak = self.peak.max(outer_peak);
        Ok(self.b.compound_literal(var))
    }
}
