//! Edits of a tree, as data.
//!
//! The tree is printed after its edits and read back, so an edit need not care about what C implies: conversions, loads and
//! types of expressions come right when the text is read, and what makes no sense is not read at all.

use lydite_lang::visit;
use lydite_lang::*;

/// What an edit is about; when it can't be reached any more the edit is pointless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Stmt(StmtId),
    Expr(ExprId),
    Var(VarId),
    Func(FuncId),
    Record(RecordId),
    /// Always there.
    Whole,
}

/// Something that can be renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Var(VarId),
    Func(FuncId),
    Record(RecordId),
    Enum(EnumId),
    Field(RecordId, usize),
    Constant(EnumId, usize),
    Label(LabelId),
}

/// A change of a tree.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// A statement becomes this one.
    Stmt(StmtId, StmtKind),
    /// A statement becomes a block of these.
    Block(StmtId, Vec<StmtId>),
    /// A statement becomes a copy of another.
    StmtFrom(StmtId, StmtId),
    /// An expression becomes this one.
    Expr(ExprId, ExprKind, QType),
    /// An expression becomes a copy of another.
    ExprFrom(ExprId, ExprId),
    /// Several edits at once.
    All(Vec<Edit>),
    /// A function is gone.
    DropFunc(FuncId),
    /// One item of a variable's initialiser is gone, found by the indices on the way.
    DropInit(VarId, Vec<u64>),
    /// A variable is no longer declared where it was, or at all.
    DropVar(VarId),
    /// A parameter is gone, and the arguments for it.
    DropParam(FuncId, usize),
    /// A parameter becomes a local variable with this value.
    ParamToLocal(FuncId, usize, Option<ExprKind>),
    /// An argument of a call is gone.
    DropArg(ExprId, usize),
    /// A record with one member becomes that member.
    Unwrap(RecordId),
    /// A function returns nothing.
    ReturnNothing(FuncId),
    /// What a function returns.
    FuncReturns(FuncId, QType),
    /// A function without parameters is declared with `()`.
    Unprototyped(FuncId),
    /// One type becomes another wherever it is written.
    Retype(TypeId, TypeId),
    /// Qualifiers are gone wherever they are written.
    Unqualify(Quals),
    /// A member of a record is gone, with its initialisers.
    DropField(RecordId, usize),
    /// A member's type.
    FieldType(RecordId, usize, QType, Option<u32>),
    /// The attributes of a record.
    RecordAttrs(RecordId, RecordAttrs),
    /// A variable's type.
    VarType(VarId, QType),
    /// A variable's initialiser.
    VarInit(VarId, Option<Init>),
    /// Where a variable lives.
    VarStorage(VarId, Storage),
    /// A variable's attributes and alignment are gone.
    VarPlain(VarId),
    /// A function's linkage and attributes.
    FuncSpec(FuncId, FuncSpec, FuncAttrs),
    /// A function loses an attribute.
    DropAttr(FuncId, FuncAttrs),
    /// What is left of a loop's pragmas.
    Pragmas(StmtId, Vec<Pragma>),
    /// A string literal's contents.
    Text(StrId, Vec<u32>),
    /// Something gets another name.
    Rename(Named, String),
    /// The length of an array variable with these elements.
    Length(VarId, QType, u64),
    /// An array variable loses its outer dimension: every element is the same one.
    Collapse(VarId),
    /// The body of a function that nobody calls goes to the beginning of another's.
    Move(FuncId, FuncId),
    /// A loop becomes copies of its body.
    Unroll {
        /// The loop.
        loop_: StmtId,
        /// What comes first.
        init: Option<StmtId>,
        /// What is repeated.
        body: StmtId,
        /// What comes after each.
        step: Option<ExprId>,
        /// How often.
        trips: u64,
    },
    /// A call becomes the body of its function: statements before, and the value.
    Inline(crate::inline::Inlining),
}

/// An edit with what the search wants to know about it.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub edit: Edit,
    pub node: Node,
    pub level: u32,
    pub weight: u32,
}

impl Proposal {
    pub(crate) fn new(node: Node, level: u32, weight: u32, edit: Edit) -> Proposal {
        Proposal { edit, node, level, weight }
    }
}

/// Applies an edit.
pub(crate) fn apply(p: &mut Program, edit: &Edit) {
    match edit {
        Edit::Stmt(s, kind) => p.stmts[*s].kind = kind.clone(),
        Edit::Block(s, inner) => p.stmts[*s].kind = StmtKind::Block(inner.clone().into()),
        Edit::StmtFrom(s, from) => p.stmts[*s] = p.stmts[*from].clone(),
        Edit::Expr(e, kind, ty) => {
            p.exprs[*e].kind = kind.clone();
            p.exprs[*e].ty = *ty;
        }
        Edit::ExprFrom(e, from) => p.exprs[*e] = p.exprs[*from].clone(),
        Edit::All(edits) => edits.iter().for_each(|edit| apply(p, edit)),
        Edit::DropFunc(f) => {
            p.items.retain(|&i| i != Item::FuncDecl(*f) && i != Item::FuncDef(*f));
            p.funcs[*f].body = None;
        }
        Edit::DropInit(v, path) => {
            if let Some(init) = &mut p.vars[*v].init {
                drop_init(init, path);
            }
        }
        Edit::DropVar(v) => drop_var(p, *v),
        Edit::DropParam(f, at) => drop_param(p, *f, *at),
        Edit::ParamToLocal(f, at, value) => param_to_local(p, *f, *at, value.as_ref()),
        Edit::DropArg(e, at) => {
            if let ExprKind::Call(callee, args) = &p.exprs[*e].kind
                && *at < args.len()
            {
                let (callee, mut args) = (*callee, args.to_vec());
                args.remove(*at);
                p.exprs[*e].kind = ExprKind::Call(callee, args.into());
            }
        }
        Edit::Unwrap(r) => crate::retype::unwrap(p, *r),
        Edit::ReturnNothing(f) => return_nothing(p, *f),
        Edit::FuncReturns(f, ret) => {
            if let Some(ty) = p.types.func_parts(p.funcs[*f].ty).cloned() {
                p.funcs[*f].ty = p.types.function(*ret, ty.params, ty.tail);
            }
        }
        Edit::Unprototyped(f) => {
            if let Some(ty) = p.types.func_parts(p.funcs[*f].ty).cloned() {
                p.funcs[*f].ty = p.types.function(ty.ret, ty.params, ParamTail::Unprototyped);
            }
        }
        Edit::Retype(from, to) => {
            crate::retype::everywhere(p, &|ty| if ty.ty == *from { QType { ty: *to, ..ty } } else { ty })
        }
        Edit::Unqualify(quals) => {
            crate::retype::everywhere(p, &|ty| QType { ty: ty.ty, quals: ty.quals.without(*quals) });
        }
        Edit::DropField(r, at) => drop_field(p, *r, *at),
        Edit::FieldType(r, at, ty, bits) => {
            if let Some(field) = p.types.records[*r].fields.get_mut(*at) {
                field.ty = *ty;
                field.bits = *bits;
            }
        }
        Edit::RecordAttrs(r, attrs) => {
            let record = &mut p.types.records[*r];
            record.attrs = *attrs;
            for field in &mut record.fields {
                field.packed &= attrs.packed;
                field.align = None;
            }
        }
        Edit::VarType(v, ty) => var_type(p, *v, *ty),
        Edit::VarInit(v, init) => p.vars[*v].init.clone_from(init),
        Edit::VarStorage(v, storage) => p.vars[*v].storage = *storage,
        Edit::VarPlain(v) => {
            let var = &mut p.vars[*v];
            var.attrs = VarAttrs::default();
            var.align = None;
        }
        Edit::FuncSpec(f, spec, attrs) => {
            p.funcs[*f].spec = *spec;
            p.funcs[*f].attrs = *attrs;
        }
        Edit::DropAttr(f, attr) => p.funcs[*f].attrs.0 &= !attr.0,
        Edit::Pragmas(s, left) if left.is_empty() => drop(p.pragmas.remove(s)),
        Edit::Pragmas(s, left) => drop(p.pragmas.insert(*s, left.clone())),
        Edit::Text(s, units) => p.strings[*s].units.clone_from(units),
        Edit::Rename(named, text) => rename(p, *named, text),
        Edit::Length(v, elem, len) => p.vars[*v].ty.ty = p.types.array(*elem, ArrayLen::Fixed(*len)),
        Edit::Collapse(v) => collapse(p, *v),
        Edit::Move(f, into) => drop(crate::inline::move_body(p, *f, *into)),
        Edit::Unroll { loop_, init, body, step, trips } => {
            let mut all: Vec<StmtId> = init.iter().copied().collect();
            for _ in 0..*trips {
                all.push(*body);
                all.extend(step.map(|e| p.stmts.push(Stmt { kind: StmtKind::Expr(e), place: Place::NONE })));
            }
            p.stmts[*loop_].kind = StmtKind::Block(all.into());
        }
        // A shape that does not fit leaves a text that is not read.
        Edit::Inline(inlining) => drop(crate::inline::apply_to(p, inlining)),
    }
}

fn drop_var(p: &mut Program, v: VarId) {
    p.items.retain(|&i| i != Item::Var(v));
    if p.vars[v].storage == Storage::Param {
        return;
    }
    for s in p.stmts.ids() {
        if let StmtKind::Decl(vars) = &p.stmts[s].kind
            && vars.contains(&v)
        {
            let left: Box<[VarId]> = vars.iter().copied().filter(|&x| x != v).collect();
            p.stmts[s].kind = if left.is_empty() { StmtKind::Empty } else { StmtKind::Decl(left) };
        }
    }
}

fn drop_init(init: &mut Init, path: &[u64]) {
    let (Init::List(items), Some((&first, rest))) = (init, path.split_first()) else { return };
    if rest.is_empty() {
        items.retain(|item| item.index != first);
    } else if let Some(item) = items.iter_mut().find(|item| item.index == first) {
        drop_init(&mut item.init, rest);
    }
}

/// A variable's type, and that of its function if it is a parameter.
fn var_type(p: &mut Program, v: VarId, ty: QType) {
    p.vars[v].ty = ty;
    if p.vars[v].storage != Storage::Param {
        return;
    }
    let place = |f: &Function| f.params.iter().position(|&x| x == v);
    let Some((f, at)) = p.funcs.iter().find_map(|(f, function)| Some((f, place(function)?))) else { return };
    let Some(mut whole) = p.types.func_parts(p.funcs[f].ty).cloned() else { return };
    if let Some(param) = whole.params.get_mut(at) {
        *param = ty.ty;
        p.funcs[f].ty = p.types.function(whole.ret, whole.params, whole.tail);
    }
}

/// The function that an expression calls directly.
pub(crate) fn direct_callee(p: &Program, callee: ExprId) -> Option<FuncId> {
    match p.exprs[callee].kind {
        ExprKind::Func(f) => Some(f),
        ExprKind::Cast(_, _, inner) | ExprKind::Load(inner) | ExprKind::Deref(inner) | ExprKind::AddrOf(inner) => {
            direct_callee(p, inner)
        }
        _ => None,
    }
}

fn drop_param(p: &mut Program, f: FuncId, at: usize) {
    let Some(ty) = p.types.func_parts(p.funcs[f].ty) else { return };
    let mut ty = ty.clone();
    if at >= ty.params.len() || at >= p.funcs[f].params.len() {
        return;
    }
    ty.params.remove(at);
    p.funcs[f].params.remove(at);
    p.funcs[f].ty = p.types.function(ty.ret, ty.params, ty.tail);
    for e in p.exprs.ids() {
        if let ExprKind::Call(callee, args) = &p.exprs[e].kind
            && direct_callee(p, *callee) == Some(f)
            && at < args.len()
        {
            let (callee, mut args) = (*callee, args.to_vec());
            args.remove(at);
            p.exprs[e].kind = ExprKind::Call(callee, args.into());
        }
    }
}

fn param_to_local(p: &mut Program, f: FuncId, at: usize, value: Option<&ExprKind>) {
    let (Some(&v), Some(body)) = (p.funcs[f].params.get(at), p.funcs[f].body) else { return };
    drop_param(p, f, at);
    let init = value.map(|kind| p.exprs.push(Expr { kind: kind.clone(), ty: TypeId::INT.into(), place: Place::NONE }));
    p.vars[v].storage = Storage::Local;
    p.vars[v].init = init.map(Init::Expr);
    prepend(p, body, v);
}

/// Declares a variable at the beginning of a block.
fn prepend(p: &mut Program, body: StmtId, v: VarId) {
    let decl = p.stmts.push(Stmt { kind: StmtKind::Decl([v].into()), place: Place::NONE });
    if let StmtKind::Block(stmts) = &p.stmts[body].kind {
        let all = std::iter::once(decl).chain(stmts.iter().copied()).collect();
        p.stmts[body].kind = StmtKind::Block(all);
    }
}

fn return_nothing(p: &mut Program, f: FuncId) {
    let Some(ty) = p.types.func_parts(p.funcs[f].ty).cloned() else { return };
    p.funcs[f].ty = p.types.function(TypeId::VOID.into(), ty.params, ty.tail);
    let Some(body) = p.funcs[f].body else { return };
    let mut returns = Vec::new();
    statements(p, body, &mut |p, s| {
        if let StmtKind::Return(Some(e)) = p.stmts[s].kind {
            returns.push((s, e));
        }
    });
    for (s, e) in returns {
        let value = p.stmts.push(Stmt { kind: StmtKind::Expr(e), place: Place::NONE });
        let end = p.stmts.push(Stmt { kind: StmtKind::Return(None), place: Place::NONE });
        p.stmts[s].kind = StmtKind::Block([value, end].into());
    }
}

/// Visits a statement and those in it, but for those in expressions.
pub(crate) fn statements(p: &Program, s: StmtId, visit: &mut impl FnMut(&Program, StmtId)) {
    visit(p, s);
    let mut inner = Vec::new();
    visit::stmt_children(p, s, &mut |child| {
        if let visit::Child::Stmt(s) = child {
            inner.push(s);
        }
    });
    for s in inner {
        statements(p, s, visit);
    }
}

fn drop_field(p: &mut Program, r: RecordId, at: usize) {
    let fields = &mut p.types.records[r].fields;
    if at >= fields.len() {
        return;
    }
    fields.remove(at);
    for e in p.exprs.ids() {
        let ExprKind::Member(base, field) = p.exprs[e].kind else { continue };
        if p.types.record_of(p.ty(base).ty) != Some(r) {
            continue;
        }
        if field.0 as usize > at {
            p.exprs[e].kind = ExprKind::Member(base, FieldIdx(field.0 - 1));
        } else if field.0 as usize == at {
            p.exprs[e].kind = ExprKind::Int(0);
        }
    }
    for v in p.vars.ids() {
        let ty = p.vars[v].ty.ty;
        if let Some(mut init) = p.vars[v].init.take() {
            drop_initialiser(&p.types, &mut init, ty, r, at);
            p.vars[v].init = Some(init);
        }
    }
}

fn drop_initialiser(types: &Types, init: &mut Init, ty: TypeId, r: RecordId, at: usize) {
    let Init::List(items) = init else { return };
    if types.record_of(ty) == Some(r) {
        items.retain(|item| item.index != at as u64);
        for item in items.iter_mut().filter(|item| item.index > at as u64) {
            item.index -= 1;
            item.last -= 1;
        }
    }
    for item in items {
        let inner = match types.kind(ty) {
            TypeKind::Array { elem, .. } => elem.ty,
            // The member is gone from the record already, and so are the indices.
            TypeKind::Record(id) => match types.records[*id].fields.get(item.index as usize) {
                Some(field) => field.ty.ty,
                None => continue,
            },
            _ => continue,
        };
        drop_initialiser(types, &mut item.init, inner, r, at);
    }
}

/// `a[i]` becomes `a` wherever it is written.
fn collapse(p: &mut Program, v: VarId) {
    let Some((elem, _)) = p.types.array_parts(p.vars[v].ty.ty) else { return };
    p.vars[v].ty = elem.with(p.vars[v].ty.quals);
    if let Some(Init::List(items)) = &p.vars[v].init {
        p.vars[v].init = items.first().map(|item| item.init.clone());
    }
    for e in p.exprs.ids() {
        if let ExprKind::Index(base, _) = p.exprs[e].kind
            && is_var(p, base, v)
        {
            p.exprs[e].kind = ExprKind::Var(v);
        }
    }
}

/// Whether an expression is a variable, but for what C implies.
pub(crate) fn is_var(p: &Program, e: ExprId, v: VarId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Var(x) => x == v,
        ExprKind::Load(e) | ExprKind::Cast(_, Written::Implicit, e) => is_var(p, e, v),
        _ => false,
    }
}

fn rename(p: &mut Program, named: Named, text: &str) {
    let name = p.names.intern(text);
    match named {
        Named::Var(v) => p.vars[v].name = Some(name),
        Named::Func(f) => p.funcs[f].name = name,
        Named::Record(r) => p.types.records[r].tag = Some(name),
        Named::Enum(e) => p.types.enums[e].tag = Some(name),
        Named::Field(r, at) => {
            if let Some(field) = p.types.records[r].fields.get_mut(at) {
                field.name = Some(name);
            }
        }
        Named::Constant(e, at) => {
            if let Some(constant) = p.types.enums[e].constants.get_mut(at) {
                constant.0 = name;
            }
        }
        Named::Label(l) => p.labels[l].name = name,
    }
}
