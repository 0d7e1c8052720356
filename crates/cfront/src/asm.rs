//! `asm`: empty templates are barriers, anything else is not C.

use crate::error::Res;
use crate::parser::Parser;
use crate::token::T;
use lydite_lang::{ExprId, StmtId, StmtKind};

struct Operand {
    constraint: String,
    expr: ExprId,
}

impl Parser<'_> {
    /// `asm("...");` outside functions.
    pub(crate) fn file_scope_asm(&mut self) -> Res<()> {
        let place = self.bump()?.place;
        while matches!(self.tok.kind, T::KwVolatile | T::KwInline) {
            self.bump()?;
        }
        self.expect(T::LParen)?;
        let template = self.asm_string()?;
        self.expect(T::RParen)?;
        self.expect(T::Semi)?;
        if template.trim().is_empty() { Ok(()) } else { Err(self.unsupported_at(place, "file-scope assembly")) }
    }

    fn asm_string(&mut self) -> Res<String> {
        if !self.at(T::Str) {
            return Err(self.unexpected("a string literal"));
        }
        let literal = self.string_literal()?;
        Ok(literal.units.iter().filter(|u| **u != 0).filter_map(|u| char::from_u32(*u)).collect())
    }

    /// An `asm` statement.
    pub(crate) fn asm_statement(&mut self) -> Res<StmtId> {
        let place = self.bump()?.place;
        loop {
            match self.tok.kind {
                T::KwVolatile | T::KwInline => self.bump()?,
                T::KwGoto => return Err(self.unsupported_at(place, "'asm goto'")),
                _ => break,
            };
        }
        self.expect(T::LParen)?;
        let template = self.asm_string()?;
        if !template.trim().is_empty() {
            return Err(self.unsupported_at(place, "inline assembly"));
        }
        let mut sections: Vec<Vec<Operand>> = Vec::new();
        while !self.at(T::RParen) {
            if self.at(T::ColonColon) {
                self.bump()?;
                sections.push(Vec::new());
            } else {
                self.expect(T::Colon)?;
            }
            let operands = if sections.len() < 2 { self.asm_operands()? } else { self.asm_clobbers()? };
            sections.push(operands);
        }
        self.expect(T::RParen)?;
        self.expect(T::Semi)?;
        let mut sections = sections.into_iter();
        let outputs = sections.next().unwrap_or_default();
        let inputs = sections.next().unwrap_or_default();
        let mut operands = Vec::new();
        let mut stmts = Vec::new();
        for output in &outputs {
            if !self.b.program.is_lvalue(output.expr) {
                return Err(self.fail_at(place, "an asm output that is not an lvalue"));
            }
            operands.push(output.expr);
        }
        for input in inputs {
            self.b.place = self.b.program.exprs[input.expr].place;
            // An input tied to an output is, without instructions, that output's new value.
            if let Some(tied) =
                input.constraint.trim_start_matches('%').parse::<usize>().ok().and_then(|i| outputs.get(i))
            {
                let assign = self.b.assign(tied.expr, input.expr);
                let assign = self.built(assign)?;
                stmts.push(self.stmt_at(place, StmtKind::Expr(assign)));
                continue;
            }
            if input.constraint.contains('m') && self.b.program.is_lvalue(input.expr) {
                operands.push(input.expr);
                continue;
            }
            let value = self.b.rvalue(input.expr);
            operands.push(self.built(value)?);
        }
        let barrier = self.stmt_at(place, StmtKind::AsmBarrier(operands.into()));
        if stmts.is_empty() {
            return Ok(barrier);
        }
        stmts.insert(0, barrier);
        Ok(self.stmt_at(place, StmtKind::Block(stmts.into())))
    }

    fn asm_operands(&mut self) -> Res<Vec<Operand>> {
        let mut operands = Vec::new();
        while matches!(self.tok.kind, T::Str | T::LBracket) {
            if self.eat(T::LBracket)? {
                self.expect(T::Ident)?;
                self.expect(T::RBracket)?;
            }
            let constraint = self.asm_string()?;
            self.expect(T::LParen)?;
            let expr = self.expression()?;
            self.expect(T::RParen)?;
            operands.push(Operand { constraint, expr });
            if !self.eat(T::Comma)? {
                break;
            }
        }
        Ok(operands)
    }

    fn asm_clobbers(&mut self) -> Res<Vec<Operand>> {
        while self.at(T::Str) {
            self.asm_string()?;
            if !self.eat(T::Comma)? {
                break;
            }
        }
        Ok(Vec::new())
    }
}
