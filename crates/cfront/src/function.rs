//! Function definitions.

use crate::decl::Declared;
use crate::declarator::{Declarator, Deriv, FuncDeriv, Naming};
use crate::error::Res;
use crate::parser::{FuncState, Parser, Pending};
use crate::scope::What;
use crate::specs::{Class, Specs};
use crate::token::T;
use lydite_lang::{
    FuncAttrs, FuncId, Init, Item, ParamTail, Place, QType, StmtId, StmtKind, Storage, TypeKind, Var, VarId,
};
use rustc_hash::FxHashMap;

impl Parser<'_> {
    /// A function's definition, from after its declarator.
    pub(crate) fn function_definition(
        &mut self,
        specs: &Specs,
        declarator: &Declarator,
        declared: Declared,
    ) -> Res<()> {
        let Some(Deriv::Func(func)) = declarator.derivs.first() else {
            return Err(self.unexpected("';'"));
        };
        if !matches!(specs.class, Class::None | Class::Static | Class::Extern) {
            return Err(self.fail_at(declared.place, "a function definition with this storage class"));
        }
        let id = self.declare_function(specs, declared)?;
        // A definition that is also the first declaration is one item.
        if self.b.program.items.last() == Some(&Item::FuncDecl(id)) && !self.implicit.contains(&id) {
            self.b.program.items.pop();
        }
        if self.b.program.funcs[id].body.is_some() {
            let old = &self.b.program.funcs[id];
            // GNU's `extern inline` definitions may be followed by the real one.
            if !(old.attrs.has(FuncAttrs::GNU_INLINE) && old.spec.is_extern) {
                let text = self.text(declared.name).to_owned();
                return Err(self.fail_at(declared.place, format!("redefinition of '{text}'")));
            }
        }
        let Some(ret) = self.b.program.types.func_parts(declared.ty.ty).map(|f| f.ret) else {
            return Err(self.unexpected("';'"));
        };
        let types = &self.b.program.types;
        if self.unmodelled(ret.ty) {
            let text = self.type_text(ret);
            return Err(self.unsupported_at(declared.place, format!("a function that returns {text}")));
        }
        if types.size_of(ret.ty).is_none() && ret.ty != lydite_lang::TypeId::VOID {
            return Err(self.fail_at(declared.place, "return type is an incomplete type"));
        }
        let func = (**func).clone();
        let param_vlas = std::mem::take(&mut self.vlas);
        self.scopes.enter();
        let mut prologue = Vec::new();
        let params = if func.names.is_empty() {
            self.prototype_parameters(&func)?
        } else {
            self.old_style_parameters(&func, id, &mut prologue)?
        };
        {
            let info = &mut self.b.program.funcs[id];
            info.params = params;
            info.param_vlas = param_vlas;
            info.place = declared.place;
            info.spec.is_extern = specs.class == Class::Extern && specs.inline;
        }
        self.func = Some(FuncState {
            id,
            ret,
            labels: FxHashMap::default(),
            switches: Vec::new(),
            loops: 0,
            breakable: 0,
            name_literal: None,
        });
        self.stmt_depth = 0;
        let (body, end) = self.function_body(prologue)?;
        self.check_labels()?;
        self.scopes.leave();
        self.func = None;
        let info = &mut self.b.program.funcs[id];
        info.body = Some(body);
        info.end = end;
        self.b.program.items.push(Item::FuncDef(id));
        Ok(())
    }

    fn function_body(&mut self, prologue: Vec<StmtId>) -> Res<(StmtId, Place)> {
        if !self.at(T::LBrace) {
            return Err(self.unexpected("'{'"));
        }
        let place = self.bump()?.place;
        let mut stmts = prologue;
        self.block_items(&mut stmts)?;
        let end = self.expect(T::RBrace)?.place;
        Ok((self.stmt_at(place, StmtKind::Block(stmts.into())), end))
    }

    fn prototype_parameters(&mut self, func: &FuncDeriv) -> Res<Vec<VarId>> {
        let mut params = Vec::with_capacity(func.params.len());
        for &index in &func.params {
            let pending = self.pending[index as usize];
            self.check_parameter(pending.ty, pending.place)?;
            let var = self.pending_var(index);
            if let Some(name) = pending.name {
                self.scopes.bind(name, What::Var(var));
            }
            params.push(var);
        }
        Ok(params)
    }

    fn check_parameter(&self, ty: QType, place: Place) -> Res<()> {
        if self.unmodelled(ty.ty) {
            let text = self.type_text(ty.plain());
            return Err(self.unsupported_at(place, format!("a parameter of type {text}")));
        }
        if self.b.program.types.size_of(ty.ty).is_none() {
            return Err(self.fail_at(place, "a parameter has incomplete type"));
        }
        Ok(())
    }

    /// The declarations between `f(a, b)` and `{`; parameters nobody declares are `int`.
    fn old_style_parameters(&mut self, func: &FuncDeriv, id: FuncId, prologue: &mut Vec<StmtId>) -> Res<Vec<VarId>> {
        let mut declared: FxHashMap<lydite_lang::Name, Pending> = FxHashMap::default();
        while !self.at(T::LBrace) {
            if self.at(T::Eof) {
                return Err(self.unexpected("'{'"));
            }
            let specs = self.specifiers()?;
            if specs.empty {
                return Err(self.unexpected("a declaration of a parameter"));
            }
            loop {
                let declarator = self.declarator(Naming::Named)?;
                self.attributes()?;
                let ty = self.parameter_type(&specs, &declarator)?;
                if let Some(name) = declarator.name {
                    if !func.names.iter().any(|n| n.0 == name) {
                        let text = self.text(name).to_owned();
                        return Err(self.fail_at(
                            declarator.place,
                            format!("declaration for parameter '{text}' but no such parameter"),
                        ));
                    }
                    declared.insert(name, Pending { name: Some(name), ty, place: declarator.place, var: None });
                }
                if !self.eat(T::Comma)? {
                    break;
                }
            }
            self.expect(T::Semi)?;
        }
        let types = &self.b.program.types;
        let prototyped =
            types.func_parts(self.b.program.funcs[id].ty).is_some_and(|f| f.tail != ParamTail::Unprototyped);
        let mut params = Vec::with_capacity(func.names.len());
        for &(name, place) in &func.names {
            let pending = declared.get(&name).copied().unwrap_or(Pending {
                name: Some(name),
                ty: lydite_lang::TypeId::INT.into(),
                place,
                var: None,
            });
            self.check_parameter(pending.ty, pending.place)?;
            if self.scopes.find_here(name).is_some() {
                let text = self.text(name).to_owned();
                return Err(self.fail_at(place, format!("redefinition of parameter '{text}'")));
            }
            let mut param = Var {
                name: Some(name),
                ty: pending.ty,
                storage: Storage::Param,
                init: None,
                align: None,
                attrs: Default::default(),
                place: pending.place,
            };
            let promoted = self.default_promoted(pending.ty);
            if prototyped || promoted == pending.ty.ty {
                let var = self.b.program.vars.push(param);
                self.scopes.bind(name, What::Var(var));
                params.push(var);
                continue;
            }
            // The argument arrives promoted and is converted to the parameter's own type on entry.
            self.b.place = pending.place;
            let arriving = format!("__promoted_{}", self.text(name));
            param.name = Some(self.b.program.names.intern(&arriving));
            param.ty = promoted.into();
            let arrives = self.b.program.vars.push(param.clone());
            let value = self.b.var(arrives);
            let value = self.b.convert(value, pending.ty.ty);
            let value = self.built(value)?;
            param.name = Some(name);
            param.ty = pending.ty;
            param.storage = Storage::Local;
            param.init = Some(Init::Expr(value));
            let var = self.b.program.vars.push(param);
            self.scopes.bind(name, What::Var(var));
            params.push(arrives);
            let decl = self.stmt_at(pending.place, StmtKind::Decl([var].into()));
            prologue.push(decl);
        }
        Ok(params)
    }

    fn parameter_type(&mut self, specs: &Specs, declarator: &Declarator) -> Res<QType> {
        let ty = self.apply(specs.ty, &declarator.derivs)?;
        let kind = self.b.program.types.kind(ty.ty).clone();
        Ok(match kind {
            TypeKind::Array { elem, .. } => self.derive(TypeKind::Pointer(elem), elem.ty)?.into(),
            TypeKind::Func(_) => self.derive(TypeKind::Pointer(ty), ty.ty)?.into(),
            _ => ty,
        })
    }

    /// A type after the default argument promotions.
    fn default_promoted(&mut self, ty: QType) -> lydite_lang::TypeId {
        use lydite_lang::TypeId;
        if ty.ty == TypeId::FLOAT {
            return TypeId::DOUBLE;
        }
        match self.b.program.types.int_kind_of(ty.ty) {
            Some(kind) => {
                let types = &mut self.b.program.types;
                let promoted = lydite_lang::convert::promote(types, kind, None);
                if promoted == kind { ty.ty } else { types.of_int_kind(promoted) }
            }
            None => ty.ty,
        }
    }
}
