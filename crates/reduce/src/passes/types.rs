//! Simpler types, fewer qualifiers, storage classes and attributes.

use crate::edit::{Edit, Node, Proposal};
use crate::tree::Tree;
use lydite_lang::*;

/// What a type may become, simplest first.
const SIMPLE: &[TypeId] = &[TypeId::INT, TypeId::LONG, TypeId::CHAR];

/// Qualifiers that can go.
const QUALS: &[Quals] = &[Quals::CONST, Quals::VOLATILE, Quals::RESTRICT, Quals::ATOMIC, Quals::MAY_ALIAS];

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for &quals in QUALS {
        found.push(Proposal::new(Node::Whole, 0, 1, Edit::Unqualify(quals)));
    }
    for id in 0..p.types.len() as u32 {
        let ty = TypeId(id);
        if !p.types.is_arithmetic(ty) || p.types.is_float(ty) && ty == TypeId::DOUBLE {
            continue;
        }
        for &to in SIMPLE.iter().take_while(|&&to| to != ty) {
            found.push(Proposal::new(Node::Whole, 1, 1, Edit::Retype(ty, to)));
        }
    }
    for &v in &tree.reach.declared {
        variable(p, v, &mut found);
    }
    for (f, function) in p.funcs.iter() {
        if function.body.is_none() && function.spec.is_extern {
            found.push(Proposal::new(
                Node::Func(f),
                0,
                1,
                Edit::FuncSpec(f, FuncSpec::default(), FuncAttrs::default()),
            ));
        } else if function.body.is_some() {
            functions(p, f, function, &mut found);
        }
    }
    for (r, record) in p.types.records.iter() {
        if record.attrs != RecordAttrs::default() || record.fields.iter().any(|f| f.packed || f.align.is_some()) {
            found.push(Proposal::new(Node::Record(r), 0, 4, Edit::RecordAttrs(r, RecordAttrs::default())));
        }
        for (at, field) in record.fields.iter().enumerate() {
            let bits = field.bits.filter(|_| field.name.is_some());
            if bits.is_some() {
                found.push(Proposal::new(Node::Record(r), 2, 2, Edit::FieldType(r, at, field.ty, None)));
            }
            for to in simpler(p, field.ty) {
                found.push(Proposal::new(Node::Record(r), 3, 1, Edit::FieldType(r, at, to, field.bits)));
            }
        }
    }
    found
}

/// Types that may stand for this one.
fn simpler(p: &Program, ty: QType) -> Vec<QType> {
    let mut all = Vec::new();
    if ty.quals != Quals::NONE {
        all.push(ty.plain());
    }
    if p.types.is_arithmetic(ty.ty) {
        all.extend(SIMPLE.iter().take_while(|&&to| to != ty.ty).map(|&to| QType { ty: to, quals: ty.quals }));
    }
    all
}

fn variable(p: &Program, v: VarId, found: &mut Vec<Proposal>) {
    let var = &p.vars[v];
    let mut propose = |level, weight, edit| found.push(Proposal::new(Node::Var(v), level, weight, edit));
    if var.align.is_some() || var.attrs != VarAttrs::default() {
        propose(0, 4, Edit::VarPlain(v));
    }
    match var.storage {
        Storage::StaticGlobal => propose(0, 1, Edit::VarStorage(v, Storage::Global)),
        Storage::StaticLocal => propose(0, 1, Edit::VarStorage(v, Storage::Local)),
        _ => {}
    }
    for to in simpler(p, var.ty) {
        propose(2, 1, Edit::VarType(v, to));
    }
}

fn functions(p: &Program, f: FuncId, function: &Function, found: &mut Vec<Proposal>) {
    let mut propose = |level, weight, edit| found.push(Proposal::new(Node::Func(f), level, weight, edit));
    let plain = FuncSpec::default();
    if function.spec != plain || function.attrs != FuncAttrs::default() {
        propose(0, 1, Edit::FuncSpec(f, plain, FuncAttrs::default()));
        propose(1, 1, Edit::FuncSpec(f, plain, function.attrs));
        propose(1, 1, Edit::FuncSpec(f, function.spec, FuncAttrs::default()));
        for &(attr, _) in FuncAttrs::TABLE.iter().filter(|row| function.attrs.has(row.0)) {
            propose(2, 1, Edit::FuncSpec(f, function.spec, FuncAttrs(function.attrs.0 & !attr.0)));
        }
    }
    let Some(ty) = p.types.func_parts(function.ty) else { return };
    if p.types.is_arithmetic(ty.ret.ty) {
        for to in simpler(p, ty.ret) {
            propose(2, 1, Edit::FuncReturns(f, to));
        }
    }
    if ty.params.is_empty() && ty.tail == ParamTail::Fixed {
        propose(0, 1, Edit::Unprototyped(f));
    }
}
