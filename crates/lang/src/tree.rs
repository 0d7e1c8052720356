//! The typed tree of a program.
//!
//! Ids are stable: a node keeps its id for the life of the [`Program`], so machines can report, and reducers can
//! refer to, an expression or a statement by id. An expression is an *lvalue* if it designates an object
//! ([`Program::is_lvalue`]); reading one is an explicit [`ExprKind::Load`]. Conversions are explicit
//! [`ExprKind::Cast`] nodes, marked by whether they are written in the source.

use crate::builtins::Builtin;
use crate::entity::Arena;
use crate::names::{Name, Names};
use crate::ops::{AssignOp, BinOp, CastKind, IncDec, UnOp};
use crate::place::{Files, Place};
use crate::pragma::Pragma;
use crate::target::Target;
use crate::types::{QType, TypeId, Types, VlaId};
use std::collections::BTreeMap;

crate::entity_id! {
    /// An expression.
    ExprId
}
crate::entity_id! {
    /// A statement.
    StmtId
}
crate::entity_id! {
    /// A variable: global, static, local or parameter.
    VarId
}
crate::entity_id! {
    /// A function.
    FuncId
}
crate::entity_id! {
    /// A label of a function.
    LabelId
}
crate::entity_id! {
    /// A string literal.
    StrId
}
crate::entity_id! {
    /// The position of a member in its record.
    FieldIdx
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// Its type; for an lvalue, the object's type with qualifiers.
    pub ty: QType,
    /// Where it was written.
    pub place: Place,
}

/// Whether a conversion is written in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// A cast operator.
    Explicit,
    /// Implied by the rules of C.
    Implicit,
}

/// What an expression does. "lvalue" and "value" say what an operand must be.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer constant in canonical form (see [`crate::int`]).
    Int(i64),
    /// An integer constant outside the range of `i64`.
    Wide(Box<i128>),
    /// A floating constant: the value as `double` bits (exact for `float` too).
    Float(u64),
    /// A string literal: an lvalue of array type.
    Str(StrId),
    /// A variable: lvalue.
    Var(VarId),
    /// A function designator.
    Func(FuncId),
    /// The value of an lvalue of scalar, record or vector type.
    Load(ExprId),
    /// A unary operator on a value of its (promoted) type; `LogNot` on any scalar.
    Unary(UnOp, ExprId),
    /// A binary operator: both operands of one type but for shifts; comparisons also of pointers; on vectors lane by lane.
    Binary(BinOp, ExprId, ExprId),
    /// Pointer plus or minus (`BinOp::Add`/`Sub`) an integer value.
    PtrAdd(BinOp, ExprId, ExprId),
    /// Pointer minus pointer, `ptrdiff_t`.
    PtrDiff(ExprId, ExprId),
    /// `pointer[index]`: lvalue. Applied to an array, the pointer is its `ArrayDecay`.
    Index(ExprId, ExprId),
    /// `vector[index]`: an lvalue if the vector is one.
    Lane(ExprId, ExprId),
    /// `*pointer`: lvalue (or function designator).
    Deref(ExprId),
    /// `&lvalue` or `&function`.
    AddrOf(ExprId),
    /// A member of a record: an lvalue if the record is one, else a value.
    Member(ExprId, FieldIdx),
    /// `lvalue = value`, value converted to the lvalue's type.
    Assign(ExprId, ExprId),
    /// `lvalue op= value`: computed in type `in_type` (for pointers: the pointer type, value an integer).
    CompoundAssign {
        /// The operator.
        op: AssignOp,
        /// What changes.
        lhs: ExprId,
        /// Already converted to `in_type` (shifts: promoted).
        rhs: ExprId,
        /// The type the operation is done in.
        in_type: TypeId,
    },
    /// `++` and `--` on a scalar lvalue.
    IncDec(IncDec, ExprId),
    /// `c ? a : b`, both of the result's type.
    Cond(ExprId, ExprId, ExprId),
    /// GNU `c ?: b`: c is evaluated once; `c` is a value of the result's type.
    Elvis(ExprId, ExprId),
    /// `a, b`
    Comma(ExprId, ExprId),
    /// A conversion.
    Cast(CastKind, Written, ExprId),
    /// A call: callee is a value of pointer-to-function type; arguments are converted.
    Call(ExprId, Box<[ExprId]>),
    /// A call of a compiler builtin, arguments converted as its row of the table says.
    Builtin(Builtin, Box<[ExprId]>),
    /// A compound literal: lvalue, the unnamed variable holds type and initialiser.
    CompoundLiteral(VarId),
    /// `({ ... })`: the block's value is that of its last expression statement.
    StmtExpr(StmtId),
    /// `sizeof(type)` of a type with constant size.
    SizeOf(TypeId),
    /// `_Alignof(type)`
    AlignOf(TypeId),
    /// `sizeof` of a variable length array type, computed from its lengths.
    SizeOfVla(TypeId),
    /// `va_arg(list, type)`: list is an lvalue of the record in `va_list`.
    VaArg(ExprId),
    /// `&&label`
    LabelAddr(LabelId),
    /// `_Generic`: the chosen association's expression.
    Generic(Box<Generic>),
}

/// A `_Generic` selection.
#[derive(Clone, Debug)]
pub struct Generic {
    /// The controlling expression, not evaluated.
    pub control: ExprId,
    /// Types (none for `default`) with their expressions.
    pub choices: Vec<(Option<QType>, ExprId)>,
    /// The one chosen.
    pub chosen: usize,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it was written.
    pub place: Place,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression evaluated for its effects.
    Expr(ExprId),
    /// Declarations of local variables (also `static` ones), initialised in order.
    Decl(Box<[VarId]>),
    /// A declaration whose type's array length is evaluated here (`typedef int t[n]`, `int (*p)[n]`, `int a[n]`).
    VlaLength(VlaId),
    /// `{ ... }`
    Block(Box<[StmtId]>),
    /// `if`
    If(ExprId, StmtId, Option<StmtId>),
    /// `while`
    While(ExprId, StmtId),
    /// `do ... while`
    DoWhile(StmtId, ExprId),
    /// `for`: the first statement is a `Decl` or `Expr`; it and the body share a scope.
    For {
        /// First clause.
        init: Option<StmtId>,
        /// Condition.
        cond: Option<ExprId>,
        /// Third clause.
        step: Option<ExprId>,
        /// Body.
        body: StmtId,
    },
    /// `switch` on a promoted integer.
    Switch(ExprId, StmtId),
    /// `case lo ... hi:` (equal for a plain case), canonical in the condition's promoted type.
    Case(Box<(i128, i128)>, StmtId),
    /// `default:`
    Default(StmtId),
    /// `label:`
    Label(LabelId, StmtId),
    /// `goto label;`
    Goto(LabelId),
    /// `goto *pointer;`
    GotoComputed(ExprId),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return`
    Return(Option<ExprId>),
    /// An `asm` statement without instructions: a barrier that reads and writes its operands.
    AsmBarrier(Box<[ExprId]>),
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// File scope, external linkage, defined here (perhaps tentatively).
    Global,
    /// File scope, `static`.
    StaticGlobal,
    /// Declared `extern` only; defined elsewhere.
    Extern,
    /// `static` in a function.
    StaticLocal,
    /// Automatic.
    Local,
    /// A parameter.
    Param,
}

impl Storage {
    /// Whether it lives as long as the program.
    pub fn is_static(self) -> bool {
        !matches!(self, Storage::Local | Storage::Param)
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name; none for unnamed parameters and compound literals.
    pub name: Option<Name>,
    /// Its type.
    pub ty: QType,
    /// Where it lives.
    pub storage: Storage,
    /// Its initialiser.
    pub init: Option<Init>,
    /// Alignment asked for.
    pub align: Option<u32>,
    /// `register`, `_Thread_local` and the like do not change meaning here; attributes by name are kept for printing.
    pub attrs: VarAttrs,
    /// Where it was declared.
    pub place: Place,
}

impl Var {
    /// A variable that no source names a place for, without attributes.
    pub fn new(name: Option<Name>, ty: impl Into<QType>, storage: Storage, init: Option<Init>) -> Var {
        Var { name, ty: ty.into(), storage, init, align: None, attrs: VarAttrs::default(), place: Place::NONE }
    }
}

/// Attributes of a variable that have no bearing on its meaning.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct VarAttrs {
    /// `register`
    pub register: bool,
    /// `_Thread_local`
    pub thread_local: bool,
    /// `__attribute__((used))` or `unused`
    pub used: bool,
}

/// An initialiser, normalised: brace elision and designators resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// A value of the initialised object's type (scalar, record or vector), converted.
    Expr(ExprId),
    /// A string literal for a character array; shorter ones are filled with zeros, the final zero may fall away.
    Str(StrId),
    /// Sub-objects with their initialisers, ordered by position, without repeats; what is missing is zero.
    List(Vec<InitItem>),
}

/// One sub-object's initialiser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitItem {
    /// Member index, element index or lane index of the sub-object.
    pub index: u64,
    /// The last index of a GNU range `[first ... last]` (equal to `index` otherwise); evaluated once.
    pub last: u64,
    /// Its initialiser.
    pub init: Init,
}

/// A string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrLit {
    /// Its element type: `char`, `wchar_t`, `char16_t` or `char32_t`.
    pub elem: TypeId,
    /// Its elements with the final zero.
    pub units: Vec<u32>,
}

/// Linkage and kind of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FuncSpec {
    /// `static`
    pub is_static: bool,
    /// `inline`
    pub is_inline: bool,
    /// `extern inline` or `gnu_inline` forms that define nothing.
    pub is_extern: bool,
}

macro_rules! func_attrs {
    ($($(#[$doc:meta])* $name:ident = $bit:expr => $text:expr),* $(,)?) => {
        impl FuncAttrs {
            $($(#[$doc])* pub const $name: FuncAttrs = FuncAttrs(1 << $bit);)*
            /// Every attribute with its name in C.
            pub const TABLE: &[(FuncAttrs, &str)] = &[$((FuncAttrs::$name, $text)),*];
        }
    };
}

/// A set of function attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FuncAttrs(pub u32);

func_attrs! {
    /// `noreturn`
    NORETURN = 0 => "noreturn",
    /// `noinline`
    NOINLINE = 1 => "noinline",
    /// `always_inline`
    ALWAYS_INLINE = 2 => "always_inline",
    /// `pure`
    PURE = 3 => "pure",
    /// `const`
    CONST = 4 => "const",
    /// `cold`
    COLD = 5 => "cold",
    /// `hot`
    HOT = 6 => "hot",
    /// `malloc`
    MALLOC = 7 => "malloc",
    /// `flatten`
    FLATTEN = 8 => "flatten",
    /// `noclone`
    NOCLONE = 9 => "noclone",
    /// `noipa`
    NOIPA = 10 => "noipa",
    /// `leaf`
    LEAF = 11 => "leaf",
    /// `nothrow`
    NOTHROW = 12 => "nothrow",
    /// `unused`
    UNUSED = 13 => "unused",
    /// `used`
    USED = 14 => "used",
    /// `weak`
    WEAK = 15 => "weak",
    /// `gnu_inline`
    GNU_INLINE = 16 => "gnu_inline",
    /// `returns_nonnull`
    RETURNS_NONNULL = 17 => "returns_nonnull",
    /// `constructor`
    CONSTRUCTOR = 18 => "constructor",
    /// `returns_twice`
    RETURNS_TWICE = 19 => "returns_twice",
    /// `optnone`
    OPTNONE = 20 => "optnone",
    /// `destructor`
    DESTRUCTOR = 21 => "destructor",
}

impl FuncAttrs {
    /// Whether all of `other` are set.
    pub fn has(self, other: FuncAttrs) -> bool {
        self.0 & other.0 == other.0
    }
    /// Both sets.
    pub fn with(self, other: FuncAttrs) -> FuncAttrs {
        FuncAttrs(self.0 | other.0)
    }
    /// The attribute with this name.
    pub fn find(name: &str) -> Option<FuncAttrs> {
        Self::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its function type.
    pub ty: TypeId,
    /// Its parameters, if it is defined.
    pub params: Vec<VarId>,
    /// Its body (a block), if it is defined.
    pub body: Option<StmtId>,
    /// Lengths of its parameters' variable length array types, evaluated on entry in this order.
    pub param_vlas: Vec<VlaId>,
    /// Linkage.
    pub spec: FuncSpec,
    /// Attributes.
    pub attrs: FuncAttrs,
    /// Where it was declared (defined, if it is).
    pub place: Place,
    /// Where the body ends, for "missing return".
    pub end: Place,
}

impl Function {
    /// A declaration that no source names a place for, without attributes.
    pub fn new(name: Name, ty: TypeId, params: Vec<VarId>, spec: FuncSpec) -> Function {
        Function {
            name,
            ty,
            params,
            body: None,
            param_vlas: Vec::new(),
            spec,
            attrs: FuncAttrs::default(),
            place: Place::NONE,
            end: Place::NONE,
        }
    }
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: Name,
    /// The function it is in.
    pub func: FuncId,
}

/// Top-level declarations in the order in which they were written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A variable's declaration or definition.
    Var(VarId),
    /// A function's declaration.
    FuncDecl(FuncId),
    /// A function's definition.
    FuncDef(FuncId),
}

/// One translation unit.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its types, and with them its target.
    pub types: Types,
    /// Its identifiers.
    pub names: Names,
    /// The files its places are in.
    pub files: Files,
    /// Expressions.
    pub exprs: Arena<ExprId, Expr>,
    /// Statements.
    pub stmts: Arena<StmtId, Stmt>,
    /// Variables.
    pub vars: Arena<VarId, Var>,
    /// Functions.
    pub funcs: Arena<FuncId, Function>,
    /// Labels.
    pub labels: Arena<LabelId, Label>,
    /// String literals.
    pub strings: Arena<StrId, StrLit>,
    /// What is said to the optimizer about loops, in the order in which it is written before each.
    pub pragmas: BTreeMap<StmtId, Vec<Pragma>>,
    /// Top-level declarations in order.
    pub items: Vec<Item>,
}

impl Program {
    /// An empty program for a target.
    pub fn new(target: &'static Target) -> Self {
        Program {
            types: Types::new(target),
            names: Names::default(),
            files: Files::default(),
            exprs: Arena::default(),
            stmts: Arena::default(),
            vars: Arena::default(),
            funcs: Arena::default(),
            labels: Arena::default(),
            strings: Arena::default(),
            pragmas: BTreeMap::new(),
            items: Vec::new(),
        }
    }

    /// The target.
    #[inline]
    pub fn target(&self) -> &'static Target {
        self.types.target()
    }

    /// The type of an expression.
    #[inline]
    pub fn ty(&self, expr: ExprId) -> QType {
        self.exprs[expr].ty
    }

    /// The function with this name.
    pub fn find_func(&self, name: &str) -> Option<FuncId> {
        let name = self.names.find(name)?;
        self.funcs.iter().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }

    /// Whether an expression designates an object.
    pub fn is_lvalue(&self, expr: ExprId) -> bool {
        match &self.exprs[expr].kind {
            ExprKind::Var(_)
            | ExprKind::Str(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral(_) => !self.types.is_function(self.ty(expr).ty),
            ExprKind::Member(base, _) | ExprKind::Lane(base, _) => self.is_lvalue(*base),
            ExprKind::Generic(g) => self.is_lvalue(g.choices[g.chosen].1),
            _ => false,
        }
    }

    /// The value of an integer constant node.
    pub fn int_constant(&self, expr: ExprId) -> Option<i128> {
        match &self.exprs[expr].kind {
            ExprKind::Int(v) => Some((*v).into()),
            ExprKind::Wide(v) => Some(**v),
            _ => None,
        }
    }

    /// The width of the bit-field an expression's value comes from, if it is one.
    pub fn bit_field_width(&self, expr: ExprId) -> Option<u32> {
        match &self.exprs[expr].kind {
            ExprKind::Load(e) | ExprKind::Assign(e, _) | ExprKind::CompoundAssign { lhs: e, .. } => {
                self.bit_field_width(*e)
            }
            ExprKind::IncDec(_, e) => self.bit_field_width(*e),
            ExprKind::Comma(_, e) => self.bit_field_width(*e),
            ExprKind::Generic(g) => self.bit_field_width(g.choices[g.chosen].1),
            ExprKind::Member(base, field) => {
                let record = self.types.record_of(self.ty(*base).ty)?;
                self.types.records[record].fields[field.0 as usize].bits
            }
            _ => None,
        }
    }
}
