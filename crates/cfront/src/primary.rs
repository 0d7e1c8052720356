//! Primary expressions: names, constants, parentheses, selections, statement expressions.

use crate::error::Res;
use crate::literal::{self, LiteralError, Number};
use crate::parser::{Linked, Parser};
use crate::scope::What;
use crate::token::{T, Token};
use lydite_lang::{ArrayLen, ExprId, ExprKind, Generic, ParamTail, QType, Quals, StrLit, TypeId};

impl Parser<'_> {
    /// A primary expression.
    pub(crate) fn primary(&mut self) -> Res<ExprId> {
        let token = self.tok;
        self.tree = 0;
        match token.kind {
            T::Ident => self.identifier(),
            T::Number => {
                self.bump()?;
                let number = literal::number(&self.b.program.types, self.lex.spelling(&token));
                let number = self.literal(number, &token)?;
                self.b.place = token.place;
                Ok(match number {
                    Number::Int(value, ty) => self.b.int(value, ty),
                    Number::Float(value, ty) => self.b.float(value, ty),
                    Number::BitInt(value, ty) => {
                        let ty = self.b.program.types.bit_int(ty);
                        self.b.int(value, ty)
                    }
                })
            }
            T::Char => {
                self.bump()?;
                let character = literal::character(&self.b.program.types, self.lex.spelling(&token));
                let (value, ty) = self.literal(character, &token)?;
                self.b.place = token.place;
                Ok(self.b.int(value, ty))
            }
            T::Str => {
                let literal = self.string_literal()?;
                self.b.place = token.place;
                Ok(self.b.string(literal))
            }
            T::LParen => self.parenthesised(),
            T::KwGeneric => self.generic(),
            T::KwFunc => self.function_name(),
            T::KwVaArg => self.va_arg(),
            T::KwOffsetof => self.offsetof(),
            T::KwTypesCompatible => self.types_compatible(),
            T::KwChooseExpr => self.choose_expr(),
            T::KwConvertVector => self.convert_vector(),
            T::KwNullptr => {
                self.bump()?;
                self.b.place = token.place;
                let ty = self.b.program.types.ptrdiff_type();
                Ok(self.b.int(0, ty))
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn literal<V>(&self, result: Result<V, LiteralError>, token: &Token) -> Res<V> {
        result.map_err(|e| match e {
            LiteralError::Bad(message) => self.fail_at(token.place, message),
            LiteralError::Unsupported(message) => self.unsupported_at(token.place, message),
        })
    }

    /// Adjacent string literals as one.
    pub(crate) fn string_literal(&mut self) -> Res<StrLit> {
        let first = self.bump()?;
        if !self.at(T::Str) {
            let literal = literal::string(&self.b.program.types, &[self.lex.spelling(&first)]);
            return self.literal(literal, &first);
        }
        let mut spellings = vec![self.lex.spelling(&first)];
        while self.at(T::Str) {
            spellings.push(self.lex.spelling(&self.tok));
            self.bump()?;
        }
        let literal = literal::string(&self.b.program.types, &spellings);
        self.literal(literal, &first)
    }

    fn identifier(&mut self) -> Res<ExprId> {
        let token = self.tok;
        let Some(what) = self.scopes.find(token.name) else { return self.unknown_identifier() };
        match what {
            What::Builtin(row) => return self.builtin_call(row),
            What::Typedef(_) => return Err(self.unexpected("an expression")),
            _ => {}
        }
        self.bump()?;
        self.b.place = token.place;
        match what {
            What::Var(var) => {
                let e = self.b.var(var);
                self.usable(e)
            }
            What::Func(func) => Ok(self.b.func(func)),
            What::Const(at) => {
                let (value, ty) = self.scopes.constants[at as usize];
                Ok(self.b.int(value, ty))
            }
            What::Pending(at) => {
                let var = self.pending_var(at);
                let e = self.b.var(var);
                self.usable(e)
            }
            What::Builtin(_) | What::Typedef(_) => Err(self.unexpected("an expression")),
        }
    }

    fn unknown_identifier(&mut self) -> Res<ExprId> {
        let token = self.tok;
        let text = self.text(token.name).to_owned();
        if ["__builtin_", "__sync_", "__atomic_"].iter().any(|prefix| text.starts_with(prefix)) {
            return self.unknown_builtin(&text);
        }
        if self.peek()?.kind != T::LParen || self.func.is_none() {
            return Err(self.fail_at(token.place, format!("'{text}' undeclared")));
        }
        // Called without a declaration: a library function has its own type, anything else is `int f()`.
        self.bump()?;
        self.b.place = token.place;
        let func = match self.linked.get(&token.name) {
            Some(&Linked::Func(func)) => func,
            Some(Linked::Var(_)) => return Err(self.fail_at(token.place, format!("'{text}' undeclared"))),
            None => {
                let ty = match self.library_type(&text) {
                    Some(ty) => ty,
                    None => self.b.program.types.function(TypeId::INT.into(), Vec::new(), ParamTail::Unprototyped),
                };
                let func = self.add_function(token.name, ty, token.place);
                self.implicit.insert(func);
                func
            }
        };
        self.scopes.bind(token.name, What::Func(func));
        Ok(self.b.func(func))
    }

    fn parenthesised(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        self.enter()?;
        let e = if self.at(T::LBrace) {
            if self.func.is_none() {
                return Err(self.fail_at(place, "a statement expression outside a function"));
            }
            let outer_peak = std::mem::take(&mut self.peak);
            let block = self.block()?;
            self.b.place = place;
            let e = self.b.stmt_expr(block);
            let e = self.built(e)?;
            self.grow(self.peak)?;
            self.peak = self.peak.max(outer_peak);
            e
        } else {
            self.expression()?
        };
        self.leave();
        self.expect(T::RParen)?;
        Ok(e)
    }

    /// `__func__` and its kin: one array of characters in each function.
    fn function_name(&mut self) -> Res<ExprId> {
        let token = self.bump()?;
        self.b.place = token.place;
        let Some(func) = &self.func else {
            return Err(self.fail_at(token.place, "'__func__' outside a function"));
        };
        let id = match func.name_literal {
            Some(id) => id,
            None => {
                let name = self.b.program.funcs[func.id].name;
                let mut units: Vec<u32> = self.text(name).bytes().map(u32::from).collect();
                units.push(0);
                let id = self.b.program.strings.push(StrLit { elem: TypeId::CHAR, units });
                if let Some(func) = &mut self.func {
                    func.name_literal = Some(id);
                }
                id
            }
        };
        let len = self.b.program.strings[id].units.len() as u64;
        let elem = QType { ty: TypeId::CHAR, quals: Quals::CONST };
        let ty = self.b.program.types.array(elem, ArrayLen::Fixed(len));
        Ok(self.b.expr(ExprKind::Str(id), ty))
    }

    fn generic(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        self.enter()?;
        let control = if self.starts_type() { None } else { Some(self.assignment()?) };
        let control_type = match control {
            Some(e) => {
                let value = if self.b.type_of(e) == TypeId::VOID { Ok(e) } else { self.b.rvalue(e) };
                let value = self.built(value)?;
                QType::from(self.b.type_of(value))
            }
            None => return Err(self.unsupported_at(place, "'_Generic' on a type")),
        };
        let mut choices: Vec<(Option<QType>, ExprId)> = Vec::new();
        let mut chosen = None;
        let mut default = None;
        let mut below = 0;
        while self.eat(T::Comma)? {
            let choice_place = self.tok.place;
            let ty = if self.eat(T::KwDefault)? {
                if default.replace(choices.len()).is_some() {
                    return Err(self.fail_at(choice_place, "duplicate 'default' in '_Generic'"));
                }
                None
            } else {
                Some(self.type_name()?)
            };
            self.expect(T::Colon)?;
            if let Some(ty) = ty
                && ty.quals.standard() == Quals::NONE
                && self.b.program.types.compatible(ty.ty, control_type.ty)
                && chosen.replace(choices.len()).is_some()
            {
                return Err(self.fail_at(choice_place, "'_Generic' specifies two compatible types"));
            }
            let e = self.assignment()?;
            below = below.max(self.tree);
            choices.push((ty, e));
        }
        self.leave();
        self.expect(T::RParen)?;
        let (Some(chosen), Some(control)) = (chosen.or(default), control) else {
            let text = self.type_text(control_type);
            return Err(self
                .fail_at(place, format!("'_Generic' selector of type {text} is not compatible with any association")));
        };
        let ty = self.b.program.ty(choices[chosen].1);
        self.b.place = place;
        self.grow(below)?;
        Ok(self.b.expr(ExprKind::Generic(Box::new(Generic { control, choices, chosen })), ty))
    }
}
