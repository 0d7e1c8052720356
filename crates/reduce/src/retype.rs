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
            ExprKind::Cast(_, Written::Explicit, _)
            | ExprKind::VaArg(_)
            | ExprKind::Builtin(Builtin::ConvertVector, _) => {
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

/// A record with one member becomes that member.
pub(crate) fn unwrap(p: &mut Program, r: RecordId) {
    let [field] = &p.types.records[r].fields[..] else { return };
    let inner = field.ty;
    for v in p.vars.ids() {
        let ty = p.vars[v].ty.ty;
        if let Some(init) = p.vars[v].init.take() {
            p.vars[v].init = Some(unwrap_init(&p.types, init, ty, r));
        }
    }
    for e in p.exprs.ids() {
        if let ExprKind::Member(base, _) = p.exprs[e].kind
            && p.types.record_of(p.ty(base).ty) == Some(r)
        {
            let ty = p.ty(e);
            p.exprs[e] = p.exprs[base].clone();
            p.exprs[e].ty = ty;
        }
    }
    let record = p.types.intern(TypeKind::Record(r));
    everywhere(p, &|ty| if ty.ty == record { inner.with(ty.quals) } else { ty });
}

fn unwrap_init(types: &Types, init: Init, ty: TypeId, r: RecordId) -> Init {
    let Init::List(mut items) = init else { return init };
    let part = |index: u64| match types.kind(ty) {
        TypeKind::Array { elem, .. } => Some(elem.ty),
        TypeKind::Record(id) => types.records[*id].fields.get(index as usize).map(|field| field.ty.ty),
        _ => None,
    };
    for item in &mut items {
        if let Some(part) = part(item.index) {
            let inner = std::mem::replace(&mut item.init, Init::List(Vec::new()));
            item.init = unwrap_init(types, inner, part, r);
        }
    }
    match items.len() {
        1 if types.record_of(ty) == Some(r) => items.remove(0).init,
        _ => Init::List(items),
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
