//! First values that a compiler can't see: `main` copies them from `volatile` variables before it does anything else.

use super::dsl::built;
use super::state::Gen;
use lydite_lang::*;

impl Gen {
    /// Moves the first values of these globals to `volatile` copies of them, which `main` reads. What is `const` keeps its
    /// value, and what is `volatile` is hidden as it is.
    pub fn hide_values(&mut self, globals: &[VarId], counters: &[VarId], out: &mut Vec<StmtId>) {
        for &var in globals {
            let ty = self.b.program.vars[var].ty;
            if ty.quals.has(Quals::VOLATILE) || self.has_constants(ty) || self.is_stuck(ty) {
                continue;
            }
            let init = self.b.program.vars[var].init.take();
            let name = self.b.program.vars[var].name.map_or("", |n| self.b.program.names.text(n));
            let hidden = self.global(&format!("{name}_first"), ty.ty, init);
            self.b.program.vars[hidden].ty = ty.with(Quals::VOLATILE);
            let (to, from) = (self.var(var), self.var(hidden));
            let s = self.copied(to, from, counters);
            out.push(s);
        }
    }

    /// Whether values of this type can't be copied from a `volatile` object: C++, in which drivers of all but C are, does not copy such structures.
    fn is_stuck(&self, ty: QType) -> bool {
        let types = &self.b.program.types;
        match types.kind(ty.ty) {
            TypeKind::Array { elem, .. } => self.is_stuck(*elem),
            TypeKind::Record(_) => self.options.language != Language::C,
            _ => false,
        }
    }

    /// Whether something in an object of this type can't be assigned to.
    pub(super) fn has_constants(&self, ty: QType) -> bool {
        let types = &self.b.program.types;
        ty.quals.has(Quals::CONST)
            || match types.kind(ty.ty) {
                TypeKind::Array { elem, .. } => self.has_constants(*elem),
                TypeKind::Record(id) => types.records[*id].fields.iter().any(|f| self.has_constants(f.ty)),
                _ => false,
            }
    }

    /// `to = from`, or a loop that does so for the elements of arrays.
    fn copied(&mut self, to: ExprId, from: ExprId, counters: &[VarId]) -> StmtId {
        let ty = self.b.type_of(to);
        if let (&TypeKind::Array { len: ArrayLen::Fixed(len), .. }, [counter, inner @ ..]) =
            (self.b.program.types.kind(ty), counters)
        {
            let (i, j) = (self.get(*counter), self.get(*counter));
            let (to, from) = (self.at(to, i), self.at(from, j));
            let body = self.copied(to, from, inner);
            return self.count_up(*counter, 0, i128::from(len), body);
        }
        let value = self.load(from);
        let e = built(self.b.assign(to, value));
        self.expr_stmt(e)
    }
}
