//! Statements.

use crate::error::Res;
use crate::parser::{LabelState, Parser, SwitchState};
use crate::token::T;
use lydite_lang::{ExprId, Label, LabelId, Name, Place, StmtId, StmtKind, TypeId};

/// What may stand before a statement, `:` included.
enum Prefix {
    Label(LabelId),
    Case(i128, i128),
    Default,
}

impl Parser<'_> {
    /// Statements and declarations up to a closing brace, which is left.
    pub(crate) fn block_items(&mut self, out: &mut Vec<StmtId>) -> Res<()> {
        let mut hidden = Vec::new();
        while self.at(T::KwLabel) {
            self.local_labels(&mut hidden)?;
        }
        while !self.at(T::RBrace) {
            if self.at(T::Eof) {
                return Err(self.unexpected("'}'"));
            }
            self.block_item(out)?;
        }
        self.unhide_labels(hidden)
    }

    fn block_item(&mut self, out: &mut Vec<StmtId>) -> Res<()> {
        let depth = self.stmt_depth;
        let place = self.tok.place;
        let mut prefixes = Vec::new();
        self.prefixes(&mut prefixes)?;
        self.skip_extension()?;
        let leading = self.leading_attributes()?;
        let declares = self.starts_declaration();
        if declares {
            if !prefixes.is_empty() {
                let empty = self.stmt_at(place, StmtKind::Empty);
                let labelled = self.prefixed(prefixes, empty);
                out.push(labelled);
            }
            self.local_declaration(leading, out)?;
        } else if self.at(T::RBrace) && !prefixes.is_empty() {
            let empty = self.stmt_at(self.tok.place, StmtKind::Empty);
            let labelled = self.prefixed(prefixes, empty);
            out.push(labelled);
        } else {
            let stmt = self.plain_statement()?;
            let stmt = self.prefixed(prefixes, stmt);
            out.push(stmt);
        }
        self.stmt_depth = depth;
        Ok(())
    }

    /// `__extension__` before a declaration or expression says nothing.
    fn skip_extension(&mut self) -> Res<()> {
        while self.eat(T::KwExtension)? {}
        Ok(())
    }

    /// Labels before a statement; any number, read without recursion.
    fn prefixes(&mut self, out: &mut Vec<(Place, Prefix)>) -> Res<()> {
        loop {
            let place = self.tok.place;
            let kind = self.tok.kind;
            match kind {
                T::Ident if self.peek()?.kind == T::Colon => {
                    let token = self.bump()?;
                    self.bump()?;
                    self.attributes()?;
                    let label = self.define_label(token.name, place)?;
                    out.push((place, Prefix::Label(label)));
                }
                T::KwCase => {
                    self.bump()?;
                    let prefix = self.case(place)?;
                    out.push((place, prefix));
                }
                T::KwDefault => {
                    self.bump()?;
                    self.expect(T::Colon)?;
                    let Some(switch) = self.func.as_mut().and_then(|f| f.switches.last_mut()) else {
                        return Err(self.fail_at(place, "'default' label not within a switch statement"));
                    };
                    if std::mem::replace(&mut switch.has_default, true) {
                        return Err(self.fail_at(place, "multiple default labels in one switch"));
                    }
                    out.push((place, Prefix::Default));
                }
                _ => return Ok(()),
            }
            self.grow_stmt()?;
        }
    }

    fn case(&mut self, place: Place) -> Res<Prefix> {
        let low = self.constant_expression()?;
        let high = if self.eat(T::Ellipsis)? { self.constant_expression()? } else { low };
        self.expect(T::Colon)?;
        let Some(ty) = self.func.as_ref().and_then(|f| f.switches.last()).map(|s| s.ty) else {
            return Err(self.fail_at(place, "case label not within a switch statement"));
        };
        let Some(int) = self.b.program.types.int_type(ty) else {
            return Err(self.fail_at(place, "case label in a switch that is not on an integer"));
        };
        let (low, high) = (int.wrap(low), int.wrap(high));
        if !int.less(high, low)
            && let Some(switch) = self.func.as_mut().and_then(|f| f.switches.last_mut())
        {
            switch.cases.push((low, high, place));
        }
        Ok(Prefix::Case(low, high))
    }

    fn prefixed(&mut self, prefixes: Vec<(Place, Prefix)>, stmt: StmtId) -> StmtId {
        prefixes.into_iter().rev().fold(stmt, |stmt, (place, prefix)| {
            let kind = match prefix {
                Prefix::Label(label) => StmtKind::Label(label, stmt),
                Prefix::Case(low, high) => StmtKind::Case(Box::new((low, high)), stmt),
                Prefix::Default => StmtKind::Default(stmt),
            };
            self.stmt_at(place, kind)
        })
    }

    /// A statement.
    pub(crate) fn statement(&mut self) -> Res<StmtId> {
        let depth = self.stmt_depth;
        let mut prefixes = Vec::new();
        self.prefixes(&mut prefixes)?;
        let stmt = if self.at(T::RBrace) && !prefixes.is_empty() {
            self.stmt_at(self.tok.place, StmtKind::Empty)
        } else {
            self.plain_statement()?
        };
        self.stmt_depth = depth;
        Ok(self.prefixed(prefixes, stmt))
    }

    /// A statement without labels before it.
    fn plain_statement(&mut self) -> Res<StmtId> {
        self.enter()?;
        self.grow_stmt()?;
        let pragmas = match self.tok.kind {
            T::KwFor | T::KwWhile | T::KwDo => self.lex.take_pragmas(self.tok.place),
            _ => Vec::new(),
        };
        let stmt = self.one_statement()?;
        // A loop whose first clause has array lengths is in a block of its own, which none of them is about.
        if !pragmas.is_empty() && !matches!(self.b.program.stmts[stmt].kind, StmtKind::Block(_)) {
            self.b.program.pragmas.insert(stmt, pragmas);
        }
        self.stmt_depth -= 1;
        self.leave();
        Ok(stmt)
    }

    fn one_statement(&mut self) -> Res<StmtId> {
        let place = self.tok.place;
        let token = self.tok.kind;
        let kind = match token {
            T::LBrace => return self.block(),
            T::Semi => {
                self.bump()?;
                StmtKind::Empty
            }
            T::KwIf => return self.if_chain(),
            T::KwWhile => {
                self.bump()?;
                let cond = self.parenthesised_condition()?;
                let body = self.loop_body()?;
                StmtKind::While(cond, body)
            }
            T::KwDo => {
                self.bump()?;
                let body = self.loop_body()?;
                self.expect(T::KwWhile)?;
                let cond = self.parenthesised_condition()?;
                self.expect(T::Semi)?;
                StmtKind::DoWhile(body, cond)
            }
            T::KwFor => return self.for_loop(),
            T::KwSwitch => self.switch()?,
            T::KwGoto => self.goto()?,
            T::KwBreak => {
                self.bump()?;
                if self.func.as_ref().is_none_or(|f| f.breakable == 0) {
                    return Err(self.fail_at(place, "break statement not within loop or switch"));
                }
                self.expect(T::Semi)?;
                StmtKind::Break
            }
            T::KwContinue => {
                self.bump()?;
                if self.func.as_ref().is_none_or(|f| f.loops == 0) {
                    return Err(self.fail_at(place, "continue statement not within a loop"));
                }
                self.expect(T::Semi)?;
                StmtKind::Continue
            }
            T::KwReturn => return self.return_statement(),
            T::KwAsm => return self.asm_statement(),
            T::KwAttribute => {
                self.attributes()?;
                self.expect(T::Semi)?;
                StmtKind::Empty
            }
            T::KwElse => return Err(self.fail_at(place, "'else' without a previous 'if'")),
            _ if self.starts_declaration() && !(self.at(T::Ident) && self.peek()?.kind == T::LParen) => {
                return Err(self.fail_at(place, "expected a statement, found a declaration"));
            }
            _ => {
                let e = self.expression()?;
                self.expect(T::Semi)?;
                let e = self.discarded(e)?;
                StmtKind::Expr(e)
            }
        };
        Ok(self.stmt_at(place, kind))
    }

    /// An expression as a statement: lvalues are kept, so that a value is only read where C reads one.
    fn discarded(&mut self, e: ExprId) -> Res<ExprId> {
        let ty = self.b.program.ty(e);
        if ty.ty == TypeId::VOID {
            return Ok(e);
        }
        self.b.place = self.b.program.exprs[e].place;
        let e = self.b.rvalue(e);
        self.built(e)
    }

    /// `{ ... }` with its own scope.
    pub(crate) fn block(&mut self) -> Res<StmtId> {
        let place = self.expect(T::LBrace)?.place;
        self.scopes.enter();
        let mut stmts = Vec::new();
        self.block_items(&mut stmts)?;
        self.scopes.leave();
        self.expect(T::RBrace)?;
        Ok(self.stmt_at(place, StmtKind::Block(stmts.into())))
    }

    fn parenthesised_condition(&mut self) -> Res<ExprId> {
        self.expect(T::LParen)?;
        let e = self.expression()?;
        self.expect(T::RParen)?;
        self.condition(e)
    }

    fn condition(&mut self, e: ExprId) -> Res<ExprId> {
        self.b.place = self.b.program.exprs[e].place;
        let e = self.b.condition(e);
        self.built(e)
    }

    /// `if` with all its `else if`s, read without recursion.
    fn if_chain(&mut self) -> Res<StmtId> {
        let depth = self.stmt_depth;
        let mut links = Vec::new();
        let mut last = None;
        loop {
            let place = self.bump()?.place;
            let cond = self.parenthesised_condition()?;
            let then = self.statement()?;
            links.push((place, cond, then));
            if !self.eat(T::KwElse)? {
                break;
            }
            if !self.at(T::KwIf) {
                last = Some(self.statement()?);
                break;
            }
            self.grow_stmt()?;
        }
        self.stmt_depth = depth;
        for (place, cond, then) in links.into_iter().rev() {
            last = Some(self.stmt_at(place, StmtKind::If(cond, then, last)));
        }
        last.ok_or_else(|| self.unexpected("a statement"))
    }

    fn loop_body(&mut self) -> Res<StmtId> {
        self.change_loops(1, 1);
        let body = self.statement()?;
        self.change_loops(-1, -1);
        Ok(body)
    }

    fn change_loops(&mut self, loops: i32, breakable: i32) {
        if let Some(func) = &mut self.func {
            func.loops = func.loops.saturating_add_signed(loops);
            func.breakable = func.breakable.saturating_add_signed(breakable);
        }
    }

    fn for_loop(&mut self) -> Res<StmtId> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        self.scopes.enter();
        let mut before = Vec::new();
        self.skip_extension()?;
        let mut init = None;
        if self.at(T::Semi) {
            self.bump()?;
        } else if self.starts_declaration() {
            self.local_declaration(Default::default(), &mut before)?;
            init = before.pop();
        } else {
            let start = self.tok.place;
            let e = self.expression()?;
            self.expect(T::Semi)?;
            let e = self.discarded(e)?;
            init = Some(self.stmt_at(start, StmtKind::Expr(e)));
        }
        let mut cond = None;
        if !self.at(T::Semi) {
            let e = self.expression()?;
            cond = Some(self.condition(e)?);
        }
        self.expect(T::Semi)?;
        let mut step = None;
        if !self.at(T::RParen) {
            let e = self.expression()?;
            step = Some(self.discarded(e)?);
        }
        self.expect(T::RParen)?;
        let body = self.loop_body()?;
        self.scopes.leave();
        let stmt = self.stmt_at(place, StmtKind::For { init, cond, step, body });
        if before.is_empty() {
            return Ok(stmt);
        }
        // Array lengths of the first clause are evaluated before the loop, in a block of its own.
        before.push(stmt);
        Ok(self.stmt_at(place, StmtKind::Block(before.into())))
    }

    fn switch(&mut self) -> Res<StmtKind> {
        self.bump()?;
        self.expect(T::LParen)?;
        let place = self.tok.place;
        let e = self.expression()?;
        self.expect(T::RParen)?;
        self.b.place = place;
        let e = self.b.promote(e);
        let e = self.built(e)?;
        let ty = self.b.type_of(e);
        if !self.b.program.types.is_integer(ty) {
            return Err(self.fail_at(place, "switch quantity not an integer"));
        }
        if let Some(func) = &mut self.func {
            func.switches.push(SwitchState { ty, cases: Vec::new(), has_default: false });
        }
        self.change_loops(0, 1);
        let body = self.statement()?;
        self.change_loops(0, -1);
        if let Some(state) = self.func.as_mut().and_then(|f| f.switches.pop()) {
            self.check_cases(state)?;
        }
        Ok(StmtKind::Switch(e, body))
    }

    fn check_cases(&self, mut state: SwitchState) -> Res<()> {
        // Unsigned 128-bit values are bit patterns; their order as patterns is as good as any.
        state.cases.sort_by_key(|case| case.0);
        for pair in state.cases.windows(2) {
            if pair[1].0 <= pair[0].1 {
                let later = pair[0].2.max(pair[1].2);
                return Err(self.fail_at(later, "duplicate case value"));
            }
        }
        Ok(())
    }

    fn goto(&mut self) -> Res<StmtKind> {
        self.bump()?;
        if self.eat(T::Star)? {
            let e = self.expression()?;
            self.expect(T::Semi)?;
            self.b.place = self.b.program.exprs[e].place;
            let e = self.b.convert(e, TypeId::VOID_PTR);
            return self.built(e).map(StmtKind::GotoComputed);
        }
        let token = self.expect(T::Ident)?;
        self.expect(T::Semi)?;
        Ok(StmtKind::Goto(self.label(token.name, token.place)?))
    }

    fn return_statement(&mut self) -> Res<StmtId> {
        let place = self.bump()?.place;
        let Some(ret) = self.func.as_ref().map(|f| f.ret) else {
            return Err(self.fail_at(place, "'return' outside a function"));
        };
        if self.eat(T::Semi)? {
            return Ok(self.stmt_at(place, StmtKind::Return(None)));
        }
        let e = self.expression()?;
        self.expect(T::Semi)?;
        if ret.ty == TypeId::VOID {
            // GNU: the value of a void function's `return` is evaluated and dropped.
            let e = self.discarded(e)?;
            let evaluate = self.stmt_at(place, StmtKind::Expr(e));
            let leave = self.stmt_at(place, StmtKind::Return(None));
            return Ok(self.stmt_at(place, StmtKind::Block([evaluate, leave].into())));
        }
        self.b.place = self.b.program.exprs[e].place;
        let e = self.b.convert(e, ret.ty);
        let e = self.built(e)?;
        Ok(self.stmt_at(place, StmtKind::Return(Some(e))))
    }

    /// A label by name, made if new.
    pub(crate) fn label(&mut self, name: Name, place: Place) -> Res<LabelId> {
        let Some(func) = &mut self.func else {
            return Err(self.fail_at(place, "a label outside a function"));
        };
        if let Some(state) = func.labels.get(&name) {
            return Ok(state.id);
        }
        let id = self.b.program.labels.push(Label { name, func: func.id });
        func.labels.insert(name, LabelState { id, used: place, defined: false });
        Ok(id)
    }

    fn define_label(&mut self, name: Name, place: Place) -> Res<LabelId> {
        let id = self.label(name, place)?;
        let state = self.func.as_mut().and_then(|f| f.labels.get_mut(&name));
        if state.is_some_and(|s| std::mem::replace(&mut s.defined, true)) {
            let text = self.text(name).to_owned();
            return Err(self.fail_at(place, format!("duplicate label '{text}'")));
        }
        Ok(id)
    }

    /// `__label__ a, b;` hides outer labels of the same names until the block ends.
    fn local_labels(&mut self, hidden: &mut Vec<(Name, Option<LabelState>)>) -> Res<()> {
        self.bump()?;
        loop {
            let token = self.expect(T::Ident)?;
            let outer = self.func.as_mut().and_then(|f| f.labels.remove(&token.name));
            hidden.push((token.name, outer));
            self.label(token.name, token.place)?;
            if !self.eat(T::Comma)? {
                break;
            }
        }
        self.expect(T::Semi)?;
        Ok(())
    }

    fn unhide_labels(&mut self, hidden: Vec<(Name, Option<LabelState>)>) -> Res<()> {
        for (name, outer) in hidden.into_iter().rev() {
            let inner = self.func.as_mut().and_then(|f| f.labels.remove(&name));
            if let Some(state) = inner.filter(|s| !s.defined) {
                let text = self.text(name).to_owned();
                return Err(self.fail_at(state.used, format!("label '{text}' used but not defined")));
            }
            if let (Some(outer), Some(func)) = (outer, self.func.as_mut()) {
                func.labels.insert(name, outer);
            }
        }
        Ok(())
    }

    /// Every label of a function must have been defined.
    pub(crate) fn check_labels(&self) -> Res<()> {
        let Some(func) = &self.func else { return Ok(()) };
        let missing = func.labels.iter().filter(|(_, s)| !s.defined).min_by_key(|(_, s)| s.id);
        match missing {
            Some((&name, state)) => {
                let text = self.text(name).to_owned();
                Err(self.fail_at(state.used, format!("label '{text}' used but not defined")))
            }
            None => Ok(()),
        }
    }
}
