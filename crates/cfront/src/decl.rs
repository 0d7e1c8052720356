//! Declarations of variables, functions and types.

use crate::attr::Attrs;
use crate::declarator::{Declarator, Deriv, Naming};
use crate::error::Res;
use crate::parser::{Linked, Parser};
use crate::scope::What;
use crate::specs::{Class, Specs, Stated};
use crate::token::T;
use lydite_lang::{
    ArrayLen, FuncId, FuncSpec, Function, Item, Name, ParamTail, Place, QType, StmtId, StmtKind, Storage, TypeId,
    TypeKind, Var, VarAttrs, VarId,
};

/// A name about to be declared.
#[derive(Clone, Copy)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) place: Place,
    pub(crate) ty: QType,
    pub(crate) attrs: Attrs,
    pub(crate) align: Option<u32>,
}

impl Parser<'_> {
    /// A declaration or function definition at file scope.
    pub(crate) fn external_declaration(&mut self) -> Res<()> {
        match self.tok.kind {
            T::Semi | T::KwExtension => {
                self.bump()?;
                return Ok(());
            }
            T::KwStaticAssert => return self.static_assert(),
            T::KwAsm => return self.file_scope_asm(),
            _ => {}
        }
        self.pending.clear();
        self.vlas.clear();
        let leading = self.leading_attributes()?;
        let mut specs = self.specifiers()?;
        specs.attrs.merge(leading);
        if specs.empty && !self.implicit_int_function()? {
            return Err(self.unexpected("a declaration"));
        }
        if self.eat(T::Semi)? {
            return Ok(());
        }
        let mut first = true;
        loop {
            let declarator = self.declarator(Naming::Named)?;
            let declared = self.declared(&specs, &declarator)?;
            if let Some(Deriv::Func(func)) = declarator.derivs.first()
                && first
                && specs.class != Class::Typedef
                && (self.at(T::LBrace) || !func.names.is_empty() && !self.at(T::Semi))
            {
                return self.function_definition(&specs, &declarator, declared);
            }
            self.declare_global(&specs, declared)?;
            first = false;
            if !self.eat(T::Comma)? {
                break;
            }
            let attrs = self.attributes()?;
            specs.attrs.merge(attrs);
        }
        self.expect(T::Semi)?;
        Ok(())
    }

    /// Whether what follows can be an old function definition without a type.
    fn implicit_int_function(&mut self) -> Res<bool> {
        Ok(self.at(T::Ident) && self.peek()?.kind == T::LParen)
    }

    /// The type of a declarator, with the `asm` label and attributes that follow it.
    fn declared(&mut self, specs: &Specs, declarator: &Declarator) -> Res<Declared> {
        let mut attrs = Attrs::default();
        loop {
            if self.at(T::KwAsm) {
                self.bump()?;
                if !self.at(T::LParen) {
                    return Err(self.unexpected("'('"));
                }
                self.skip_parentheses()?;
            } else if self.at(T::KwAttribute) {
                attrs.merge(self.attributes()?);
            } else {
                break;
            }
        }
        let Some(name) = declarator.name else { return Err(self.unexpected("a name")) };
        let after = attrs;
        attrs.merge(specs.attrs);
        let base = self.with_type_attributes(specs.ty, &attrs)?;
        let mut ty = self.apply(base, &declarator.derivs)?;
        let align = specs.align.max(attrs.align);
        if specs.class == Class::Typedef {
            let own = Attrs { may_alias: after.may_alias, ..attrs };
            ty = self.typedef_attributes(ty, &own);
        }
        Ok(Declared { name, place: declarator.place, ty, attrs, align })
    }

    fn declare_global(&mut self, specs: &Specs, declared: Declared) -> Res<()> {
        if specs.class == Class::Typedef {
            return self.declare_typedef(declared);
        }
        if self.b.program.types.is_function(declared.ty.ty) {
            self.declare_function(specs, declared)?;
            if self.at(T::Eq) {
                return Err(self.fail_at(declared.place, "a function is initialised like a variable"));
            }
            return Ok(());
        }
        if matches!(specs.class, Class::Auto | Class::Register) && !self.at(T::KwAsm) {
            return Err(self.fail_at(declared.place, "file-scope declaration specifies 'auto' or 'register'"));
        }
        if specs.stated == Stated::Inferred {
            return self.inferred_global(specs, declared);
        }
        let var = self.declare_linked_var(specs, declared)?;
        if self.eat(T::Eq)? {
            self.initialise_static(var, declared.place)?;
            // The definition has a place of its own if something was declared since the first declaration.
            if self.b.program.items.last() != Some(&Item::Var(var)) {
                self.b.program.items.push(Item::Var(var));
            }
        }
        Ok(())
    }

    fn inferred_global(&mut self, specs: &Specs, mut declared: Declared) -> Res<()> {
        self.expect(T::Eq)?;
        let e = self.assignment()?;
        let e = self.b.rvalue(e);
        let e = self.built(e)?;
        declared.ty = QType { ty: self.b.type_of(e), quals: specs.ty.quals };
        let var = self.declare_linked_var(specs, declared)?;
        self.b.program.vars[var].init = Some(lydite_lang::Init::Expr(e));
        Ok(())
    }

    pub(crate) fn declare_typedef(&mut self, declared: Declared) -> Res<()> {
        match self.scopes.find_here(declared.name) {
            None => {}
            Some(What::Typedef(old)) => {
                let types = &self.b.program.types;
                if old.ty != declared.ty.ty && !types.compatible(old.ty, declared.ty.ty) {
                    return Err(self.conflict(declared.name, declared.place));
                }
            }
            Some(_) => return Err(self.other_kind(declared.name, declared.place)),
        }
        self.scopes.bind(declared.name, What::Typedef(declared.ty));
        Ok(())
    }

    fn conflict(&self, name: Name, place: Place) -> Box<crate::Error> {
        self.fail_at(place, format!("conflicting types for '{}'", self.text(name)))
    }

    fn other_kind(&self, name: Name, place: Place) -> Box<crate::Error> {
        self.fail_at(place, format!("'{}' redeclared as different kind of symbol", self.text(name)))
    }

    fn redefinition(&self, name: Name, place: Place) -> Box<crate::Error> {
        self.fail_at(place, format!("redefinition of '{}'", self.text(name)))
    }

    /// The type two declarations of one thing make together.
    fn composite(&mut self, old: TypeId, new: TypeId) -> TypeId {
        let types = &self.b.program.types;
        match (types.kind(old), types.kind(new)) {
            (TypeKind::Array { len: ArrayLen::Unknown, .. }, TypeKind::Array { .. }) => new,
            (TypeKind::Array { elem, len }, TypeKind::Array { elem: inner, .. }) => {
                let (elem, len, inner) = (*elem, *len, *inner);
                let ty = self.composite(elem.ty, inner.ty);
                if ty == elem.ty { old } else { self.b.program.types.array(QType { ty, quals: elem.quals }, len) }
            }
            (TypeKind::Func(f), TypeKind::Func(_)) if f.tail == ParamTail::Unprototyped => new,
            _ => old,
        }
    }

    /// A variable with linkage, declared at file scope or `extern` in a block.
    pub(crate) fn declare_linked_var(&mut self, specs: &Specs, declared: Declared) -> Res<VarId> {
        let Declared { name, place, ty, .. } = declared;
        if ty.ty == TypeId::VOID && specs.class != Class::Extern {
            return Err(self.fail_at(place, format!("variable '{}' declared void", self.text(name))));
        }
        if self.b.program.types.is_variably_modified(ty.ty) {
            return Err(self.fail_at(place, "a variably modified type for an object with linkage"));
        }
        if specs.class != Class::Extern {
            self.check_modelled(declared)?;
        }
        match self.scopes.find_here(name) {
            None | Some(What::Var(_)) => {}
            Some(_) => return Err(self.other_kind(name, place)),
        }
        let var = match self.linked.get(&name) {
            Some(Linked::Func(_)) => return Err(self.other_kind(name, place)),
            Some(&Linked::Var(var)) => {
                let old = self.b.program.vars[var].ty;
                let types = &self.b.program.types;
                if !types.compatible(old.ty, ty.ty) || old.quals.standard() != ty.quals.standard() {
                    return Err(self.conflict(name, place));
                }
                let composite = self.composite(old.ty, ty.ty);
                let info = &mut self.b.program.vars[var];
                info.ty.ty = composite;
                info.align = info.align.max(declared.align);
                let storage = info.storage;
                match (specs.class, storage) {
                    (Class::Static, Storage::Global | Storage::Extern) => {
                        let text = self.text(name).to_owned();
                        return Err(self
                            .fail_at(place, format!("static declaration of '{text}' follows non-static declaration")));
                    }
                    (Class::None, Storage::Extern) => {
                        info.storage = Storage::Global;
                        info.place = place;
                    }
                    (Class::None, Storage::StaticGlobal) => {
                        let text = self.text(name).to_owned();
                        return Err(self
                            .fail_at(place, format!("non-static declaration of '{text}' follows static declaration")));
                    }
                    _ => {}
                }
                var
            }
            None => {
                let storage = match specs.class {
                    Class::Extern => Storage::Extern,
                    Class::Static => Storage::StaticGlobal,
                    _ => Storage::Global,
                };
                let var = self.new_var(specs, declared, storage);
                self.linked.insert(name, Linked::Var(var));
                self.b.program.items.push(Item::Var(var));
                var
            }
        };
        self.scopes.bind(name, What::Var(var));
        Ok(var)
    }

    /// Fails if an object's type is one whose values we do not model.
    pub(crate) fn check_modelled(&self, declared: Declared) -> Res<()> {
        if let Some((message, place)) = declared.attrs.unsupported {
            return Err(self.unsupported_at(place, message));
        }
        if self.unmodelled(declared.ty.ty) {
            let text = self.type_text(declared.ty.plain());
            return Err(self.unsupported_at(declared.place, format!("an object of type {text}")));
        }
        Ok(())
    }

    pub(crate) fn new_var(&mut self, specs: &Specs, declared: Declared, storage: Storage) -> VarId {
        self.b.program.vars.push(Var {
            name: Some(declared.name),
            ty: declared.ty,
            storage,
            init: None,
            align: declared.align,
            attrs: VarAttrs {
                register: specs.class == Class::Register,
                thread_local: specs.thread_local,
                used: declared.attrs.used,
            },
            place: declared.place,
        })
    }

    /// The initialiser of a variable with static storage, after `=`.
    fn initialise_static(&mut self, var: VarId, place: Place) -> Res<()> {
        let info = &self.b.program.vars[var];
        if info.init.is_some() {
            let name = info.name.unwrap_or(Name(0));
            return Err(self.redefinition(name, place));
        }
        self.initialise(var)?;
        let info = &mut self.b.program.vars[var];
        if info.storage == Storage::Extern {
            info.storage = Storage::Global;
        }
        info.place = place;
        Ok(())
    }

    /// Declares a function; its id.
    pub(crate) fn declare_function(&mut self, specs: &Specs, declared: Declared) -> Res<FuncId> {
        let Declared { name, place, ty, attrs, .. } = declared;
        if let Some((message, place)) = attrs.unsupported {
            return Err(self.unsupported_at(place, message));
        }
        match self.scopes.find_here(name) {
            None | Some(What::Func(_) | What::Builtin(_)) => {}
            Some(_) => return Err(self.other_kind(name, place)),
        }
        let id = match self.linked.get(&name) {
            Some(Linked::Var(_)) => return Err(self.other_kind(name, place)),
            Some(&Linked::Func(id)) => {
                let old = self.b.program.funcs[id].ty;
                let implicit = self.implicit.remove(&id);
                if !self.b.program.types.compatible(old, ty.ty) {
                    if !implicit {
                        return Err(self.conflict(name, place));
                    }
                    self.b.program.funcs[id].ty = ty.ty;
                } else {
                    self.b.program.funcs[id].ty = self.composite(old, ty.ty);
                }
                let func = &mut self.b.program.funcs[id];
                func.attrs = func.attrs.with(attrs.func);
                func.spec.is_static |= specs.class == Class::Static;
                func.spec.is_inline |= specs.inline;
                id
            }
            None => self.new_function(name, ty.ty, specs, attrs, place),
        };
        self.scopes.bind(name, What::Func(id));
        Ok(id)
    }

    fn new_function(&mut self, name: Name, ty: TypeId, specs: &Specs, attrs: Attrs, place: Place) -> FuncId {
        let spec = FuncSpec {
            is_static: specs.class == Class::Static,
            is_inline: specs.inline,
            is_extern: specs.class == Class::Extern && specs.inline,
        };
        let id = self.add_function(name, ty, place);
        let func = &mut self.b.program.funcs[id];
        func.spec = spec;
        func.attrs = attrs.func;
        id
    }

    /// Adds a function known by name in the whole file.
    pub(crate) fn add_function(&mut self, name: Name, ty: TypeId, place: Place) -> FuncId {
        let id = self.b.program.funcs.push(Function {
            name,
            ty,
            params: Vec::new(),
            body: None,
            param_vlas: Vec::new(),
            spec: FuncSpec::default(),
            attrs: Default::default(),
            place,
            end: place,
        });
        self.linked.insert(name, Linked::Func(id));
        self.b.program.items.push(Item::FuncDecl(id));
        id
    }

    /// A declaration in a block: its statements are added to `out`.
    pub(crate) fn local_declaration(&mut self, leading: Attrs, out: &mut Vec<StmtId>) -> Res<()> {
        if self.at(T::KwStaticAssert) {
            return self.static_assert();
        }
        let start = self.tok.place;
        let outer_vlas = std::mem::take(&mut self.vlas);
        let mut specs = self.specifiers()?;
        specs.attrs.merge(leading);
        let mut vars = Vec::new();
        if !self.at(T::Semi) {
            loop {
                let declarator = self.declarator(Naming::Named)?;
                let declared = self.declared(&specs, &declarator)?;
                if self.at(T::LBrace) && self.b.program.types.is_function(declared.ty.ty) {
                    return Err(self.unsupported_at(declared.place, "nested functions"));
                }
                self.flush_vlas(start, &mut vars, out);
                if let Some(var) = self.declare_local(&specs, declared)? {
                    vars.push(var);
                }
                if !self.eat(T::Comma)? {
                    break;
                }
                let attrs = self.attributes()?;
                specs.attrs.merge(attrs);
            }
        }
        self.flush_vlas(start, &mut vars, out);
        if !vars.is_empty() {
            let decl = self.stmt_at(start, StmtKind::Decl(vars.into()));
            out.push(decl);
        }
        self.vlas = outer_vlas;
        self.expect(T::Semi)?;
        Ok(())
    }

    /// Emits the array lengths met, after the variables declared before them.
    fn flush_vlas(&mut self, start: Place, vars: &mut Vec<VarId>, out: &mut Vec<StmtId>) {
        if self.vlas.is_empty() {
            return;
        }
        if !vars.is_empty() {
            let before = std::mem::take(vars);
            let decl = self.stmt_at(start, StmtKind::Decl(before.into()));
            out.push(decl);
        }
        for vla in std::mem::take(&mut self.vlas) {
            let place = self.b.program.exprs[self.b.program.types.vlas[vla]].place;
            let stmt = self.stmt_at(place, StmtKind::VlaLength(vla));
            out.push(stmt);
        }
    }

    /// Declares one name in a block; the variable if it is one of this block.
    fn declare_local(&mut self, specs: &Specs, mut declared: Declared) -> Res<Option<VarId>> {
        let Declared { name, place, ty, .. } = declared;
        if specs.class == Class::Typedef {
            self.declare_typedef(declared)?;
            return Ok(None);
        }
        if self.b.program.types.is_function(ty.ty) {
            self.declare_function(specs, declared)?;
            return Ok(None);
        }
        if specs.class == Class::Extern {
            self.declare_linked_var(specs, declared)?;
            if self.at(T::Eq) {
                return Err(self.fail_at(place, "an 'extern' variable in a block can't be initialised"));
            }
            return Ok(None);
        }
        if self.scopes.find_here(name).is_some() {
            let text = self.text(name).to_owned();
            return Err(self.fail_at(place, format!("redeclaration of '{text}'")));
        }
        if specs.stated == Stated::Implicit && specs.class == Class::None {
            return Err(self.fail_at(place, "a declaration without a type"));
        }
        if specs.stated == Stated::Inferred {
            self.expect(T::Eq)?;
            let e = self.assignment()?;
            let e = self.b.rvalue(e);
            let e = self.built(e)?;
            declared.ty = QType { ty: self.b.type_of(e), quals: specs.ty.quals };
            self.check_modelled(declared)?;
            let var = self.new_var(specs, declared, Storage::Local);
            self.b.program.vars[var].init = Some(lydite_lang::Init::Expr(e));
            self.scopes.bind(name, What::Var(var));
            return Ok(Some(var));
        }
        self.check_modelled(declared)?;
        let storage = if specs.class == Class::Static { Storage::StaticLocal } else { Storage::Local };
        if storage == Storage::StaticLocal && self.b.program.types.is_vla(ty.ty) {
            return Err(self.fail_at(place, format!("storage size of '{}' isn't constant", self.text(name))));
        }
        let var = self.new_var(specs, declared, storage);
        self.scopes.bind(name, What::Var(var));
        if self.eat(T::Eq)? {
            self.initialise(var)?;
        }
        let ty = self.b.program.vars[var].ty.ty;
        let types = &self.b.program.types;
        if types.size_of(ty).is_none() && !types.is_vla(ty) {
            let text = self.text(name).to_owned();
            return Err(self.fail_at(place, format!("storage size of '{text}' isn't known")));
        }
        Ok(Some(var))
    }

    /// `_Static_assert(condition, message);`
    pub(crate) fn static_assert(&mut self) -> Res<()> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        let value = self.constant_expression()?;
        let mut message = String::new();
        if self.eat(T::Comma)? {
            if !self.at(T::Str) {
                return Err(self.unexpected("a string literal"));
            }
            let literal = self.string_literal()?;
            message = literal.units.iter().take_while(|u| **u != 0).filter_map(|u| char::from_u32(*u)).collect();
        }
        self.expect(T::RParen)?;
        self.expect(T::Semi)?;
        if value != 0 {
            return Ok(());
        }
        let text = if message.is_empty() { String::new() } else { format!(": \"{message}\"") };
        Err(self.fail_at(place, format!("static assertion failed{text}")))
    }

    /// What can only be checked when the whole file has been read.
    pub(crate) fn finish(&mut self) -> Res<()> {
        for var in self.b.program.vars.ids() {
            let info = &self.b.program.vars[var];
            if !matches!(info.storage, Storage::Global | Storage::StaticGlobal) {
                continue;
            }
            let (ty, place) = (info.ty, info.place);
            if self.b.program.types.size_of(ty.ty).is_some() {
                continue;
            }
            match self.b.program.types.array_parts(ty.ty) {
                // A tentative definition that never got a length has one element.
                Some((elem, ArrayLen::Unknown)) => {
                    let one = self.b.program.types.array(elem, ArrayLen::Fixed(1));
                    self.b.program.vars[var].ty.ty = one;
                }
                _ => {
                    let name = info.name.map_or("<unnamed>", |n| self.text(n));
                    return Err(self.fail_at(place, format!("storage size of '{name}' isn't known")));
                }
            }
        }
        Ok(())
    }
}
