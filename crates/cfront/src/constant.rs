//! Which initialisers are constant.

use crate::error::Res;
use crate::parser::Parser;
use lydite_lang::{CastKind, ExprId, ExprKind, Init, Quals};

impl Parser<'_> {
    /// Fails if an initialiser of an object with static storage needs something to be done at run time.
    pub(crate) fn check_static(&self, init: &Init) -> Res<()> {
        let mut inits = vec![init];
        let mut exprs = Vec::new();
        while let Some(init) = inits.pop() {
            match init {
                Init::Expr(e) => exprs.push(*e),
                Init::Str(_) => {}
                Init::List(items) => inits.extend(items.iter().map(|item| &item.init)),
            }
        }
        let program = &self.b.program;
        while let Some(e) = exprs.pop() {
            match &program.exprs[e].kind {
                ExprKind::Unary(_, a) | ExprKind::Cast(_, _, a) | ExprKind::Member(a, _) => exprs.push(*a),
                ExprKind::AddrOf(a) | ExprKind::Deref(a) => exprs.push(*a),
                ExprKind::Binary(_, a, b)
                | ExprKind::PtrAdd(_, a, b)
                | ExprKind::PtrDiff(a, b)
                | ExprKind::Index(a, b)
                | ExprKind::Lane(a, b)
                | ExprKind::Elvis(a, b)
                | ExprKind::Comma(a, b) => exprs.extend([*a, *b]),
                ExprKind::Cond(c, a, b) => exprs.extend([*c, *a, *b]),
                ExprKind::Generic(g) => exprs.push(g.choices[g.chosen].1),
                ExprKind::Builtin(_, args) => exprs.extend(args),
                // GNU: the value of a constant object or literal is known.
                ExprKind::Load(a) if self.is_known_object(*a) => {}
                ExprKind::Var(var) if !program.vars[*var].storage.is_static() => {
                    return Err(self.not_constant(e));
                }
                ExprKind::CompoundLiteral(var) if !program.vars[*var].storage.is_static() => {
                    return Err(self.not_constant(e));
                }
                ExprKind::Load(_)
                | ExprKind::Assign(..)
                | ExprKind::CompoundAssign { .. }
                | ExprKind::IncDec(..)
                | ExprKind::Call(..)
                | ExprKind::StmtExpr(_)
                | ExprKind::SizeOfVla(_)
                | ExprKind::VaArg(_) => return Err(self.not_constant(e)),
                ExprKind::Int(_)
                | ExprKind::Wide(_)
                | ExprKind::Float(_)
                | ExprKind::Str(_)
                | ExprKind::Var(_)
                | ExprKind::Func(_)
                | ExprKind::CompoundLiteral(_)
                | ExprKind::SizeOf(_)
                | ExprKind::AlignOf(_)
                | ExprKind::LabelAddr(_) => {}
            }
        }
        Ok(())
    }

    fn not_constant(&self, e: ExprId) -> Box<crate::Error> {
        self.fail_at(self.b.program.exprs[e].place, "initializer element is not constant")
    }

    /// Whether an lvalue is (part of) a `const` object with static storage, or of a literal.
    fn is_known_object(&self, e: ExprId) -> bool {
        let program = &self.b.program;
        let mut at = e;
        loop {
            match &program.exprs[at].kind {
                ExprKind::Member(base, _) => at = *base,
                ExprKind::Index(base, _) => at = *base,
                ExprKind::Cast(CastKind::ArrayDecay, _, base) => at = *base,
                ExprKind::Str(_) => return true,
                ExprKind::CompoundLiteral(var) => return program.vars[*var].storage.is_static(),
                ExprKind::Var(var) => {
                    return program.vars[*var].storage.is_static() && program.ty(e).quals.has(Quals::CONST);
                }
                _ => return false,
            }
        }
    }
}
