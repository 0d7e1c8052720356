//! Constant expressions beyond those of the language: builtins that compilers fold, and addresses made from null.
//!
//! [`lydite_lang::fold`] knows C's own constant expressions. What compilers fold besides is given to it as plain
//! constants: the nodes are replaced while it looks and put back afterwards, so the tree keeps what was written.

use crate::error::Res;
use crate::parser::Parser;
use lydite_lang::{Builtin, CastKind, ExprId, ExprKind, Init, IntType, Quals, fold};

/// How deep to look.
const DEPTH: u32 = 200;

impl Parser<'_> {
    /// The value of an integer constant expression just read.
    pub(crate) fn constant(&mut self, e: ExprId) -> Option<i128> {
        if let Some(value) = fold::integer(&self.b.program, e) {
            return Some(value);
        }
        let mut replaced = Vec::new();
        self.replace(e, DEPTH, &mut replaced);
        if replaced.is_empty() {
            return None;
        }
        let value = fold::integer(&self.b.program, e);
        for (node, kind) in replaced.into_iter().rev() {
            self.b.program.exprs[node].kind = kind;
        }
        value
    }

    /// Replaces what compilers fold below (and at) a node by constants.
    fn replace(&mut self, e: ExprId, depth: u32, replaced: &mut Vec<(ExprId, ExprKind)>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let value = match self.b.program.exprs[e].kind.clone() {
            ExprKind::Unary(_, a) => return self.replace(a, depth, replaced),
            ExprKind::Binary(_, a, b) => {
                self.replace(a, depth, replaced);
                return self.replace(b, depth, replaced);
            }
            ExprKind::Cond(c, a, b) => {
                self.replace(c, depth, replaced);
                self.replace(a, depth, replaced);
                return self.replace(b, depth, replaced);
            }
            ExprKind::Cast(CastKind::PtrToInt, _, pointer) => self.address(pointer, depth),
            ExprKind::Cast(_, _, a) => return self.replace(a, depth, replaced),
            ExprKind::Builtin(builtin, args) => {
                args.iter().for_each(|&a| self.replace(a, depth, replaced));
                self.builtin_value(builtin, &args)
            }
            _ => None,
        };
        let ty = self.b.type_of(e);
        let value = value.and_then(|v| self.b.program.types.int_type(ty).map(|t| t.wrap(v)));
        if let Some(value) = value {
            let kind = i64::try_from(value).map_or_else(|_| ExprKind::Wide(Box::new(value)), ExprKind::Int);
            replaced.push((e, std::mem::replace(&mut self.b.program.exprs[e].kind, kind)));
        }
    }

    /// The number a pointer was made from.
    fn address(&self, e: ExprId, depth: u32) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        match &self.b.program.exprs[e].kind {
            ExprKind::Cast(CastKind::NullToPtr | CastKind::IntToPtr, _, a) => fold::integer(&self.b.program, *a),
            ExprKind::Cast(CastKind::PtrToPtr, _, a) => self.address(*a, depth),
            ExprKind::Cast(CastKind::ArrayDecay, _, a) | ExprKind::AddrOf(a) => self.place_of(*a, depth),
            _ => None,
        }
    }

    /// The number that is the address of an object reached from such a pointer.
    fn place_of(&self, e: ExprId, depth: u32) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        let types = &self.b.program.types;
        match &self.b.program.exprs[e].kind {
            ExprKind::Deref(pointer) => self.address(*pointer, depth),
            ExprKind::Index(pointer, index) => {
                let index = fold::integer(&self.b.program, *index)?;
                let size = types.size_of(self.b.type_of(e))?;
                self.address(*pointer, depth)?.checked_add(index.checked_mul(size.into())?)
            }
            ExprKind::Member(base, field) => {
                let record = &types.records[types.record_of(self.b.type_of(*base))?];
                let at = record.layout.as_ref()?.fields.get(field.0 as usize)?;
                let offset = if at.bits.is_some() { None } else { Some(at.byte_offset()) }?;
                self.place_of(*base, depth)?.checked_add(offset.into())
            }
            _ => None,
        }
    }

    /// The value of a builtin whose operands are constants.
    fn builtin_value(&self, builtin: Builtin, args: &[ExprId]) -> Option<i128> {
        let program = &self.b.program;
        if builtin == Builtin::ConstantP {
            return Some(0);
        }
        let first = *args.first()?;
        let value = fold::integer(program, first)?;
        let t = program.types.int_type(self.b.type_of(first))?;
        let width = i128::from(t.bits);
        let bits = IntType::unsigned(t.bits).wrap(value) as u128;
        let spare = 128 - u32::from(t.bits);
        Some(match builtin {
            Builtin::Expect => value,
            Builtin::Clz if bits != 0 => i128::from(bits.leading_zeros() - spare),
            Builtin::Ctz if bits != 0 => bits.trailing_zeros().into(),
            Builtin::Ffs => if bits == 0 { 0 } else { i128::from(bits.trailing_zeros()) + 1 },
            Builtin::Popcount => bits.count_ones().into(),
            Builtin::Parity => (bits.count_ones() % 2).into(),
            Builtin::Clrsb => {
                let magnitude = if value < 0 { !value } else { value };
                width - 1 - i128::from(128 - magnitude.leading_zeros())
            }
            Builtin::Bswap => (bits.swap_bytes() >> spare) as i128,
            Builtin::BitReverse => (bits.reverse_bits() >> spare) as i128,
            Builtin::RotateLeft | Builtin::RotateRight => {
                let count = fold::integer(program, *args.get(1)?)?.rem_euclid(width);
                let left = if builtin == Builtin::RotateLeft { count } else { (width - count) % width };
                if left == 0 { bits as i128 } else { (bits << left | bits >> (width - left)) as i128 }
            }
            _ => return None,
        })
    }

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
