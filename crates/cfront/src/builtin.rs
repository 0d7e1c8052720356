//! Compiler builtins: those that are constants or take types here, the others through their table.

use crate::error::Res;
use crate::library;
use crate::parser::{Linked, Parser};
use crate::scope::What;
use crate::token::T;
use lydite_lang::builtins::{self, BuiltinRow};
use lydite_lang::{ArrayLen, BinOp, Builtin, ExprId, ExprKind, ParamTail, Place, QType, TypeId, TypeKind, fold};

/// Builtins without arguments (but the payload of a NaN) that are floating constants.
const FLOAT_CONSTANTS: &[(&str, f64, TypeId)] = &[
    ("__builtin_inf", f64::INFINITY, TypeId::DOUBLE),
    ("__builtin_inff", f64::INFINITY, TypeId::FLOAT),
    ("__builtin_huge_val", f64::INFINITY, TypeId::DOUBLE),
    ("__builtin_huge_valf", f64::INFINITY, TypeId::FLOAT),
    ("__builtin_nan", f64::NAN, TypeId::DOUBLE),
    ("__builtin_nanf", f64::NAN, TypeId::FLOAT),
    ("__builtin_nans", f64::NAN, TypeId::DOUBLE),
    ("__builtin_nansf", f64::NAN, TypeId::FLOAT),
];

/// Fortified forms: the plain name, and which arguments remain.
const CHECKED: &[(&str, &str, &[usize])] = &[
    ("__builtin___memcpy_chk", "__builtin_memcpy", &[0, 1, 2]),
    ("__builtin___memmove_chk", "__builtin_memmove", &[0, 1, 2]),
    ("__builtin___memset_chk", "__builtin_memset", &[0, 1, 2]),
    ("__builtin___mempcpy_chk", "__builtin_mempcpy", &[0, 1, 2]),
    ("__builtin___strcpy_chk", "__builtin_strcpy", &[0, 1]),
    ("__builtin___stpcpy_chk", "__builtin_stpcpy", &[0, 1]),
    ("__builtin___strncpy_chk", "__builtin_strncpy", &[0, 1, 2]),
    ("__builtin___strcat_chk", "__builtin_strcat", &[0, 1]),
    ("__builtin___strncat_chk", "__builtin_strncat", &[0, 1, 2]),
];

impl Parser<'_> {
    /// A builtin met for the first time, or one that is never kept as a binding.
    pub(crate) fn unknown_builtin(&mut self, text: &str) -> Res<ExprId> {
        if let Some(row) = builtins::find(text) {
            self.scopes.bind(self.tok.name, What::Builtin(row));
            return self.builtin_call(row);
        }
        let token = self.bump()?;
        if let Some(&(_, value, ty)) = FLOAT_CONSTANTS.iter().find(|row| row.0 == text) {
            self.expect(T::LParen)?;
            self.arguments()?;
            self.b.place = token.place;
            return Ok(self.b.float(value, ty));
        }
        match text {
            "__builtin_LINE" => {
                self.expect(T::LParen)?;
                self.expect(T::RParen)?;
                self.b.place = token.place;
                return Ok(self.b.int(token.place.line.into(), TypeId::INT));
            }
            "__builtin_FILE" | "__builtin_FUNCTION" => {
                self.expect(T::LParen)?;
                self.expect(T::RParen)?;
                let text = match (&self.func, text) {
                    (Some(func), "__builtin_FUNCTION") => self.text(self.b.program.funcs[func.id].name),
                    (None, "__builtin_FUNCTION") => "",
                    _ => self.b.program.files.name(token.place),
                };
                let mut units: Vec<u32> = text.bytes().map(u32::from).collect();
                units.push(0);
                self.b.place = token.place;
                return Ok(self.b.string(lydite_lang::StrLit { elem: TypeId::CHAR, units }));
            }
            "__atomic_load" | "__atomic_store" | "__atomic_exchange" | "__atomic_compare_exchange" => {
                return self.generic_atomic(text, token.place);
            }
            _ => {}
        }
        if let Some(row) = CHECKED.iter().find(|row| row.0 == text) {
            self.expect(T::LParen)?;
            let args = self.arguments()?;
            if args.len() <= row.2.len() {
                return Err(self.fail_at(token.place, format!("too few arguments for '{text}'")));
            }
            let callee = self.library_function(row.1, token.place)?;
            let args = row.2.iter().map(|&i| args[i]).collect();
            self.b.place = token.place;
            let e = self.b.call(callee, args);
            return self.built(e);
        }
        self.library_function(text, token.place)
    }

    /// A `__builtin_` function that is a library function under another name.
    fn library_function(&mut self, text: &str, place: Place) -> Res<ExprId> {
        let plain = text.strip_prefix("__builtin_").unwrap_or("");
        let Some(ty) = self.library_type(plain) else {
            return Err(self.unsupported_at(place, format!("builtin '{text}'")));
        };
        let name = self.b.program.names.intern(text);
        let func = match self.linked.get(&name) {
            Some(&Linked::Func(func)) => func,
            _ => self.add_function(name, ty, place),
        };
        if self.scopes.level() == 0 || self.scopes.find(name).is_none() {
            self.scopes.bind(name, What::Func(func));
        }
        self.b.place = place;
        Ok(self.b.func(func))
    }

    /// The type of a library function we know.
    pub(crate) fn library_type(&mut self, name: &str) -> Option<TypeId> {
        let signature = library::find(name)?;
        let types = &mut self.b.program.types;
        let mut tail = ParamTail::Fixed;
        let mut parts = Vec::new();
        for letter in signature.bytes() {
            if letter == b'.' {
                tail = ParamTail::Variadic;
            } else {
                parts.push(library::letter(types, letter)?);
            }
        }
        let ret = parts.remove(0);
        Some(types.function(ret.into(), parts, tail))
    }

    /// A call of a builtin of the table.
    pub(crate) fn builtin_call(&mut self, row: &'static BuiltinRow) -> Res<ExprId> {
        let token = self.bump()?;
        if !self.at(T::LParen) {
            return Err(self.fail_at(token.place, format!("builtin '{}' must be called", row.name)));
        }
        self.bump()?;
        let args = self.arguments()?;
        self.b.place = token.place;
        if row.builtin == Builtin::ConstantP
            && let [arg] = args[..]
            && self.is_constant(arg)
        {
            return Ok(self.b.int(1, TypeId::INT));
        }
        let e = self.b.builtin(row, args);
        let e = self.built(e)?;
        self.grow(self.tree)?;
        Ok(e)
    }

    fn is_constant(&mut self, e: ExprId) -> bool {
        matches!(self.b.program.exprs[e].kind, ExprKind::Str(_))
            || fold::float(&self.b.program, e).is_some()
            || fold::integer(&self.b.program, e).is_some()
    }

    /// The forms of the atomic builtins that take values through pointers.
    fn generic_atomic(&mut self, text: &str, place: Place) -> Res<ExprId> {
        self.expect(T::LParen)?;
        let mut args = self.arguments()?;
        let (count, through): (usize, &[usize]) = match text {
            "__atomic_load" => (3, &[]),
            "__atomic_store" => (3, &[1]),
            "__atomic_exchange" => (4, &[1]),
            _ => (6, &[2]),
        };
        if args.len() != count {
            return Err(self.fail_at(place, format!("'{text}' needs {count} arguments")));
        }
        self.b.place = place;
        for &i in through {
            let value = self.b.deref(args[i]);
            args[i] = self.built(value)?;
        }
        let result = match text {
            "__atomic_load" => Some(args.remove(1)),
            "__atomic_exchange" => Some(args.remove(2)),
            _ => None,
        };
        let Some(row) = builtins::find(&format!("{text}_n")) else {
            return Err(self.unsupported_at(place, format!("builtin '{text}'")));
        };
        let e = self.b.builtin(row, args);
        let e = self.built(e)?;
        self.grow(self.tree)?;
        let Some(result) = result else { return Ok(e) };
        let target = self.b.deref(result);
        let target = self.built(target)?;
        let assign = self.b.assign(target, e);
        let assign = self.built(assign)?;
        let e = self.b.cast(assign, TypeId::VOID.into());
        self.built(e)
    }

    /// `__builtin_va_arg(list, type)`
    pub(crate) fn va_arg(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        let list = self.assignment()?;
        self.expect(T::Comma)?;
        let outer = std::mem::take(&mut self.vlas);
        let ty = self.type_name()?;
        let vlas = std::mem::replace(&mut self.vlas, outer);
        self.expect(T::RParen)?;
        if self.unmodelled(ty.ty) {
            let text = self.type_text(ty.plain());
            return Err(self.unsupported_at(place, format!("a value of type {text}")));
        }
        self.b.place = place;
        let e = self.b.va_arg(list, ty.ty);
        let e = self.built(e)?;
        self.grow(self.tree)?;
        self.after_lengths(e, vlas, place)
    }

    /// `__builtin_offsetof(type, member.designator[index])`
    pub(crate) fn offsetof(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        let mut ty = self.type_name()?;
        self.expect(T::Comma)?;
        let mut offset = 0i128;
        let mut computed: Option<ExprId> = None;
        let size_type = self.b.program.types.size_type();
        let mut first = true;
        loop {
            match self.tok.kind {
                T::Dot | T::Arrow if !first => {
                    self.bump()?;
                    offset += self.member_offset(&mut ty)?;
                }
                T::Ident if first => offset += self.member_offset(&mut ty)?,
                T::LBracket if !first => {
                    self.bump()?;
                    let index = self.expression()?;
                    self.expect(T::RBracket)?;
                    let elem = match *self.b.program.types.kind(ty.ty) {
                        TypeKind::Array { elem, .. } => elem,
                        _ => return Err(self.fail_at(place, "'offsetof' of an element of something that is no array")),
                    };
                    ty = elem;
                    let Some(size) = self.b.program.types.size_of(elem.ty) else {
                        return Err(self.fail_at(place, "'offsetof' of an element of unknown size"));
                    };
                    match fold::integer(&self.b.program, index) {
                        Some(i) => offset = offset.saturating_add(i.saturating_mul(size.into())),
                        None => {
                            self.b.place = place;
                            let size = self.b.int(size.into(), size_type);
                            let bytes = self.b.binary(BinOp::Mul, index, size);
                            let mut bytes = self.built(bytes)?;
                            if let Some(sum) = computed {
                                let sum = self.b.binary(BinOp::Add, sum, bytes);
                                bytes = self.built(sum)?;
                            }
                            computed = Some(bytes);
                        }
                    }
                }
                _ => break,
            }
            first = false;
        }
        self.expect(T::RParen)?;
        if first {
            return Err(self.fail_at(place, "'offsetof' without a member"));
        }
        self.b.place = place;
        self.tree = 1;
        let constant = self.b.int(offset, size_type);
        match computed {
            None => Ok(constant),
            Some(sum) => {
                let e = self.b.binary(BinOp::Add, constant, sum);
                self.built(e)
            }
        }
    }

    /// The offset of a named member, which becomes the type.
    fn member_offset(&mut self, ty: &mut QType) -> Res<i128> {
        let token = self.expect(T::Ident)?;
        let types = &self.b.program.types;
        let path = types.record_of(ty.ty).and_then(|record| types.find_field(record, token.name));
        let Some(path) = path else {
            let text = self.text(token.name).to_owned();
            let of = self.type_text(ty.plain());
            return Err(self.fail_at(token.place, format!("{of} has no member '{text}'")));
        };
        let mut offset = 0i128;
        for step in path {
            let types = &self.b.program.types;
            let Some(record) = types.record_of(ty.ty) else { break };
            let info = &types.records[record];
            let Some(layout) = &info.layout else {
                return Err(self.fail_at(token.place, "'offsetof' in an incomplete type"));
            };
            let field = &info.fields[step.0 as usize];
            if field.bits.is_some() {
                return Err(self.fail_at(token.place, "'offsetof' of a bit-field"));
            }
            offset += i128::from(layout.fields[step.0 as usize].byte_offset());
            *ty = field.ty;
        }
        Ok(offset)
    }

    pub(crate) fn types_compatible(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        let a = self.type_name()?;
        self.expect(T::Comma)?;
        let b = self.type_name()?;
        self.expect(T::RParen)?;
        self.b.place = place;
        let types = &self.b.program.types;
        // Qualifiers of the types themselves (for arrays: of the elements) do not count.
        let strip = |ty: QType| match *types.kind(ty.ty) {
            TypeKind::Array { elem, len } => (elem.ty, Some(len)),
            _ => (ty.ty, None),
        };
        let ((ta, la), (tb, lb)) = (strip(a), strip(b));
        let lengths = match (la, lb) {
            (None, None) => true,
            (Some(ArrayLen::Fixed(m)), Some(ArrayLen::Fixed(n))) => m == n,
            (Some(_), Some(_)) => true,
            _ => false,
        };
        // Different enumerations are different types even to their own integer type.
        let same_enum = types.is_integer(ta) == types.is_integer(tb)
            && matches!(types.kind(ta), TypeKind::Enum(_)) == matches!(types.kind(tb), TypeKind::Enum(_));
        let compatible = lengths && same_enum && types.compatible(ta, tb);
        self.tree = 0;
        Ok(self.b.int(compatible.into(), TypeId::INT))
    }

    pub(crate) fn choose_expr(&mut self) -> Res<ExprId> {
        self.bump()?;
        self.expect(T::LParen)?;
        let cond = self.constant_expression()?;
        self.expect(T::Comma)?;
        let a = self.assignment()?;
        let depth = self.tree;
        self.expect(T::Comma)?;
        let b = self.assignment()?;
        self.expect(T::RParen)?;
        self.tree = self.tree.max(depth);
        Ok(if cond != 0 { a } else { b })
    }

    pub(crate) fn convert_vector(&mut self) -> Res<ExprId> {
        let place = self.bump()?.place;
        self.expect(T::LParen)?;
        let e = self.assignment()?;
        self.expect(T::Comma)?;
        let ty = self.type_name()?;
        self.expect(T::RParen)?;
        self.b.place = place;
        let e = self.b.convert_vector(e, ty.ty);
        let e = self.built(e)?;
        self.grow(self.tree)?;
        Ok(e)
    }
}
