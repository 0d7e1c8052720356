//! Replacing types wherever a program writes them.

use lydite_lang::*;
use rustc_hash::FxHashMap;

/// Maps every type that is written, innermost parts first.
pub(crate) fn everywhere(p: &mut Program, map: &dyn Fn(QType) -> QType) {
    let mut mapper = Mapper { map, known: FxHashMap::default() };
    let types = &mut p.types;
    for v in p.vars.ids() {
        p.vars[v].ty = mapper.ty(types, p.vars[v].ty);
    }
    for f in p.funcs.ids() {
        // What is defined elsewhere is as it is.
        if p.funcs[f].body.is_some() {
            p.funcs[f].ty = mapper.ty(types, p.funcs[f].ty.into()).ty;
        }
    }
    for r in types.records.ids() {
        for i in 0..types.records[r].fields.len() {
            let ty = mapper.ty(types, types.records[r].fields[i].ty);
            types.records[r].fields[i].ty = ty;
        }
    }
    for e in p.exprs.ids() {
        let expr = &mut p.exprs[e];
        match &mut expr.kind {
            ExprKind::Cast(_, Written::Explicit, _) | ExprKind::VaArg(_) | ExprKind::Builtin(Builtin::ConvertVector, _) => {
                expr.ty = mapper.ty(types, expr.ty);
            }
            // A constant is printed with its type, if it has that value.
            ExprKind::Int(value) => {
                let ty = mapper.ty(types, expr.ty);
                let fits = types.int_type(ty.ty).is_some_and(|t| (t.min()..=t.max()).contains(&i128::from(*value)));
                if fits {
                    expr.ty = ty;
                }
            }
            ExprKind::Float(_) => {
                let ty = mapper.ty(types, expr.ty);
                if types.is_float(ty.ty) {
                    expr.ty = ty;
                }
            }
            ExprKind::SizeOf(ty) | ExprKind::AlignOf(ty) => *ty = mapper.ty(types, (*ty).into()).ty,
            _ => {}
        }
    }
}

struct Mapper<'m> {
    map: &'m dyn Fn(QType) -> QType,
    known: FxHashMap<QType, QType>,
}

impl Mapper<'_> {
    fn ty(&mut self, types: &mut Types, ty: QType) -> QType {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let inner = match types.kind(ty.ty).clone() {
            TypeKind::Pointer(to) => {
                let to = self.ty(types, to);
                types.pointer(to)
            }
            TypeKind::Array { elem, len } => {
                let elem = self.ty(types, elem);
                types.array(elem, len)
            }
            TypeKind::Func(func) => {
                let ret = self.ty(types, func.ret);
                let params = func.params.iter().map(|&param| self.ty(types, param.into()).ty).collect();
                types.function(ret, params, func.tail)
            }
            _ => ty.ty,
        };
        let mapped = (self.map)(QType { ty: inner, quals: ty.quals });
        self.known.insert(ty, mapped);
        mapped
    }
}
