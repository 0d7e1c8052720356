//! What instructions refer to by number: sites, accesses, calls, switches, and the image that holds it all.

use super::{Op, Pc, Reg};
use crate::libc::Library;
use crate::memory::{Access, BitAccess, ObjectDesc, ObjectNames};
use crate::pattern::{PatternId, Patterns};
use lydite_lang::{BinOp, Builtin, ExprId, FuncId, IntType, StmtId, TypeId, VarId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Where an instruction comes from, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Site {
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
    /// The end of a function.
    End(FuncId),
    /// A variable's initialisation.
    Var(VarId),
}

/// A bit-field access, as the tables know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitField {
    /// Bit offset from the pointer.
    pub bit_offset: u64,
    /// Width.
    pub width: u32,
    /// Signedness.
    pub signed: bool,
    /// Whether it is a `_Bool`.
    pub is_bool: bool,
    /// Alignment of the record.
    pub align: u32,
    /// Whether effective types do not matter.
    pub lenient: bool,
}

/// Size and type of a value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Size in bytes.
    pub size: u32,
    /// Its type.
    pub ty: TypeId,
    /// What its bytes are.
    pub pattern: PatternId,
}

/// A union that was stored into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnionExtent {
    /// Size of the union.
    pub size: u32,
    /// Offset of what was stored, from the union's start.
    pub offset: u32,
    /// Size of what was stored.
    pub stored: u32,
}

/// A call with variable arguments, or of the library.
#[derive(Clone, Debug)]
pub struct CallDesc {
    /// What is called directly: a function's or library function's index.
    pub callee: u32,
    /// The function type the call is made with.
    pub func_type: TypeId,
    /// Types of all arguments, each in one register or two (see `wide`).
    pub args: Vec<TypeId>,
    /// First register of each argument relative to the base.
    pub at: Vec<u32>,
    /// How many of them are parameters; the others are variable arguments, after one register for the pointer to them.
    pub fixed: usize,
}

/// The cases of a `switch`, sorted by first value.
#[derive(Clone, Debug, Default)]
pub struct SwitchTable {
    /// Signed comparison?
    pub signed: bool,
    /// `(first, last, target)`
    pub cases: Vec<(u64, u64, Pc)>,
    /// Where everything else goes.
    pub default: Pc,
}

/// A vector operation. Element types, lane counts and operators are what their names say.
#[allow(missing_docs)]
#[derive(Clone, Debug)]
pub enum VectorDesc {
    /// Lane by lane; operands at registers `a` and `a + 1`, result through `dst`.
    Binary { op: BinOp, elem: TypeId, result: TypeId, lanes: u32, shift_elem: TypeId },
    /// Lane by lane on one operand.
    Unary { op: lydite_lang::UnOp, elem: TypeId, result: TypeId, lanes: u32 },
    /// All lanes equal to the scalar in `a`.
    Splat { elem: TypeId, lanes: u32 },
    /// Lanes converted.
    Convert { from: TypeId, to: TypeId, lanes: u32 },
    /// GNU shuffle: vectors at `a` (and `a + 1`), mask last.
    Shuffle { elem: TypeId, mask: TypeId, lanes: u32, vectors: u32 },
    /// Clang shuffle: indices are constants.
    ShuffleVector { elem: TypeId, input_lanes: u32, indices: Vec<i32> },
}

/// A builtin on registers.
#[derive(Clone, Debug)]
pub struct BuiltinDesc {
    /// Which.
    pub builtin: Builtin,
    /// Operand types.
    pub args: Vec<TypeId>,
    /// Register of each operand.
    pub regs: Vec<Reg>,
    /// Result type.
    pub result: TypeId,
}

/// A scalar constant to be stored.
#[derive(Clone, Copy, Debug)]
pub struct DataItem {
    /// Byte offset.
    pub offset: u32,
    /// How it is stored.
    pub access: u16,
    /// Value, low and high half.
    pub value: (u64, u64),
}

/// A function's code.
#[derive(Clone, Debug)]
pub struct FuncCode {
    /// The function.
    pub func: FuncId,
    /// Its function type.
    pub ty: TypeId,
    /// Where it starts.
    pub entry: Pc,
    /// How many registers it uses.
    pub registers: u32,
    /// Register that receives the pointer to the variable arguments, if it takes any.
    pub varargs: Option<Reg>,
    /// Whether it is defined.
    pub defined: bool,
}

/// What every run of a program starts from, made once.
#[derive(Clone, Debug)]
pub struct Start {
    /// What the bytes of declared types are.
    pub patterns: Arc<Patterns>,
    /// Names of objects, for messages.
    pub names: Arc<ObjectNames>,
    /// The library, not yet started.
    pub library: Library,
    /// The objects of [`Image::globals`].
    pub statics: Vec<ObjectDesc>,
}

/// A lowered program.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// All code.
    pub code: Vec<Op>,
    /// Where each instruction comes from.
    pub sites: Vec<Site>,
    /// Functions by [`FuncId`].
    pub funcs: Vec<FuncCode>,
    /// Code that initialises static objects.
    pub init: Pc,
    /// Registers that code uses.
    pub init_registers: u32,
    /// Code of `main`.
    pub main: Option<u32>,
    /// Scalar accesses.
    pub accesses: Vec<Access>,
    /// Bit-field accesses.
    pub fields: Vec<(BitField, BitAccess)>,
    /// Extents.
    pub extents: Vec<Extent>,
    /// Unions stored into.
    pub unions: Vec<UnionExtent>,
    /// Integer types.
    pub int_types: Vec<IntType>,
    /// Types the integer types were lowered from, for messages.
    pub int_type_ids: Vec<TypeId>,
    /// Element sizes.
    pub scales: Vec<i64>,
    /// Objects functions make.
    pub locals: Vec<ObjectDesc>,
    /// What every run starts from.
    pub start: Option<Start>,
    /// Calls.
    pub calls: Vec<CallDesc>,
    /// Switches.
    pub switches: Vec<SwitchTable>,
    /// Vector operations.
    pub vectors: Vec<VectorDesc>,
    /// Builtins.
    pub builtins: Vec<BuiltinDesc>,
    /// Constant initialisers.
    pub data: Vec<Vec<DataItem>>,
    /// Static variables, in the order they are allocated.
    pub globals: Vec<VarId>,
    /// Labels whose address is taken.
    pub labels: Vec<lydite_lang::LabelId>,
    /// What the bytes of string literals are, by element type.
    pub string_patterns: FxHashMap<TypeId, PatternId>,
    /// Known faults.
    pub faults: Vec<(crate::kinds::Kind, String)>,
}
