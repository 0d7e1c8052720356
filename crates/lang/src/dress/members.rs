//! Which members can be `static`, and which constants `constexpr`.

use crate::fold;
use crate::tree::*;
use crate::types::*;
use rustc_hash::FxHashSet;

/// Whether a member can be a `static` one in C++: its record has one object, at file scope, that is only used member by member.
pub fn may_be_static(program: &Program, record: RecordId, field: FieldIdx) -> bool {
    let types = &program.types;
    let info = &types.records[record];
    let Some(member) = info.fields.get(field.0 as usize) else { return false };
    let is_plain = info.kind == RecordKind::Struct && member.name.is_some() && member.bits.is_none();
    let has_length = types.size_of(member.ty.ty).is_some();
    let mut objects = program.vars.iter().filter(|(_, var)| types.record_of(var.ty.ty) == Some(record));
    let (Some((object, var)), None) = (objects.next(), objects.next()) else { return false };
    let is_file = matches!(var.storage, Storage::Global | Storage::StaticGlobal | Storage::Extern);
    let is_bare = var.ty.quals == Quals::NONE && var.align.is_none() && member.align.is_none() && !member.packed;
    is_plain && has_length && is_file && is_bare && !is_part(types, record) && is_used_by_members(program, object)
}

/// Whether another type is made of a record.
fn is_part(types: &Types, record: RecordId) -> bool {
    let is_it = |ty: TypeId| types.record_of(ty) == Some(record);
    let in_type = (0..types.len() as u32).any(|id| match types.kind(TypeId(id)) {
        TypeKind::Pointer(to) | TypeKind::Array { elem: to, .. } => is_it(to.ty),
        TypeKind::Func(func) => is_it(func.ret.ty) || func.params.iter().any(|&param| is_it(param)),
        _ => false,
    });
    in_type || types.records.iter().any(|(_, other)| other.fields.iter().any(|field| is_it(field.ty.ty)))
}

/// Whether every mention of a variable names a member of it.
fn is_used_by_members(p: &Program, object: VarId) -> bool {
    let ty = p.vars[object].ty.ty;
    let bases: FxHashSet<ExprId> = p
        .exprs
        .iter()
        .filter_map(|(_, e)| match e.kind {
            ExprKind::Member(base, _) => Some(base),
            _ => None,
        })
        .collect();
    p.exprs.iter().all(|(id, e)| match e.kind {
        ExprKind::Var(var) if var == object => bases.contains(&id),
        ExprKind::SizeOf(of) | ExprKind::AlignOf(of) => of != ty,
        _ => true,
    })
}

/// Whether a variable can be `constexpr` in C++: a `const` number with a constant value.
pub fn may_be_constexpr(program: &Program, var: VarId) -> bool {
    let info = &program.vars[var];
    let types = &program.types;
    let is_number = (types.is_integer(info.ty.ty) || types.is_float(info.ty.ty)) && types.is_arithmetic(info.ty.ty);
    let is_enum = matches!(types.kind(info.ty.ty), TypeKind::Enum(_));
    let Some(Init::Expr(value)) = info.init else { return false };
    let is_constant = fold::integer(program, value).is_some() || fold::float(program, value).is_some();
    is_number && !is_enum && info.ty.quals == Quals::CONST && is_constant && !info.attrs.thread_local
}
