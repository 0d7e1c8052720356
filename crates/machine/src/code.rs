//! The bytecode: what a program is lowered to and the executor runs.
//!
//! Registers are 64-bit cells of the current frame. An integer of up to 64 bits sits in one, sign- or zero-extended
//! by its type; a 128-bit one in two, low half first; a `float` or `double` is its bits; a pointer is a
//! [`crate::memory::Ptr`]. Records and vectors are values by address: a register holds a pointer to them.

mod shape;
mod tables;

pub use tables::*;

use lydite_lang::{BinOp, ExprId, StmtId, VarId};

/// A register of the current frame.
pub type Reg = u32;
/// A position in the code.
pub type Pc = u32;

/// The widths arithmetic is done in; everything narrower is promoted, everything wider is [`Op::Wide`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Lane {
    I32,
    U32,
    I64,
    U64,
}

/// One instruction. Fields named `dst` are written, the other registers read.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Nop,
    Const {
        dst: Reg,
        value: u64,
    },
    Move {
        dst: Reg,
        src: Reg,
    },
    AddI32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AddU32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AddI64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AddU64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubI32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubU32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubI64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubU64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulI32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulU32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulI64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulU64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    DivI32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    DivI64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Unsigned division; canonical values make one width do for both.
    DivU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    RemI32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    RemI64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    RemU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Shifts: the count is canonical in a signed or unsigned type of its own.
    Shl {
        lane: Lane,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Shr {
        lane: Lane,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// The same in total mode, where it may not shift negative values.
    ShrNonNegative {
        lane: Lane,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a + imm` in `int`, for increments.
    AddI32Imm {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    AddU32Imm {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    AddI64Imm {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    AddU64Imm {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    /// With a mask that is not negative.
    AndImm {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    Neg {
        lane: Lane,
        dst: Reg,
        a: Reg,
    },
    Not {
        lane: Lane,
        dst: Reg,
        a: Reg,
    },
    /// `a == 0` of an integer or pointer.
    IsZero {
        dst: Reg,
        a: Reg,
    },
    /// `a != 0` of an integer or pointer.
    NonZero {
        dst: Reg,
        a: Reg,
    },
    Eq {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LtS {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LeS {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LtU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LeU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Truncates or extends to a narrower canonical form.
    Sx8 {
        dst: Reg,
        a: Reg,
    },
    Zx8 {
        dst: Reg,
        a: Reg,
    },
    Sx16 {
        dst: Reg,
        a: Reg,
    },
    Zx16 {
        dst: Reg,
        a: Reg,
    },
    Sx32 {
        dst: Reg,
        a: Reg,
    },
    Zx32 {
        dst: Reg,
        a: Reg,
    },
    /// To any width up to 64.
    WrapBits {
        bits: u8,
        signed: bool,
        dst: Reg,
        a: Reg,
    },

    /// A binary operation on two-register operands (shift counts too) in an integer type; comparisons give one register.
    Wide {
        op: BinOp,
        ty: u16,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    WideNeg {
        ty: u16,
        dst: Reg,
        a: Reg,
    },
    WideNot {
        ty: u16,
        dst: Reg,
        a: Reg,
    },
    /// One register to two, by the signedness of the source.
    Widen {
        signed: bool,
        dst: Reg,
        a: Reg,
    },
    /// Wraps two registers to a type of up to 128 bits.
    WideWrap {
        ty: u16,
        dst: Reg,
        a: Reg,
    },
    WideIsZero {
        dst: Reg,
        a: Reg,
    },
    WideToFloat {
        ty: u16,
        double: bool,
        dst: Reg,
        a: Reg,
    },
    FloatToWide {
        ty: u16,
        double: bool,
        dst: Reg,
        a: Reg,
    },

    /// Floating arithmetic (`Add`, `Sub`, `Mul`, `Div`) and comparison.
    F64 {
        op: BinOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    F32 {
        op: BinOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    NegF64 {
        dst: Reg,
        a: Reg,
    },
    NegF32 {
        dst: Reg,
        a: Reg,
    },
    NonZeroF64 {
        dst: Reg,
        a: Reg,
    },
    NonZeroF32 {
        dst: Reg,
        a: Reg,
    },
    IntToF {
        signed: bool,
        double: bool,
        dst: Reg,
        a: Reg,
    },
    FToInt {
        ty: u16,
        double: bool,
        dst: Reg,
        a: Reg,
    },
    F32ToF64 {
        dst: Reg,
        a: Reg,
    },
    F64ToF32 {
        dst: Reg,
        a: Reg,
    },

    Jump {
        to: Pc,
    },
    JumpIf {
        c: Reg,
        to: Pc,
    },
    JumpIfNot {
        c: Reg,
        to: Pc,
    },
    JumpLtS {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    JumpGeS {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    JumpLtU {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    JumpGeU {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    JumpEq {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    JumpNe {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    JumpEqImm {
        a: Reg,
        imm: i32,
        to: Pc,
    },
    JumpNeImm {
        a: Reg,
        imm: i32,
        to: Pc,
    },
    JumpLtSImm {
        a: Reg,
        imm: i32,
        to: Pc,
    },
    JumpGeSImm {
        a: Reg,
        imm: i32,
        to: Pc,
    },
    Switch {
        a: Reg,
        table: u32,
    },

    /// Through a pointer, all checks.
    Load {
        access: u16,
        dst: Reg,
        ptr: Reg,
        off: u32,
    },
    Store {
        access: u16,
        ptr: Reg,
        off: u32,
        src: Reg,
    },
    /// Of a variable known to be there: only the initialised check.
    LoadVar {
        access: u16,
        dst: Reg,
        ptr: Reg,
        off: u32,
    },
    StoreVar {
        access: u16,
        ptr: Reg,
        off: u32,
        src: Reg,
    },
    LoadWide {
        access: u16,
        dst: Reg,
        ptr: Reg,
        off: u32,
    },
    StoreWide {
        access: u16,
        ptr: Reg,
        off: u32,
        src: Reg,
    },
    /// To a variable, or to what is being initialised.
    StoreVarWide {
        access: u16,
        ptr: Reg,
        off: u32,
        src: Reg,
    },
    LoadBits {
        dst: Reg,
        ptr: Reg,
        field: u32,
    },
    StoreBits {
        ptr: Reg,
        src: Reg,
        field: u32,
    },
    /// Record assignment; the extent says size and type.
    Copy {
        dst: Reg,
        src: Reg,
        extent: u32,
    },
    /// The same as an initialisation, which `const` does not forbid.
    CopyInit {
        dst: Reg,
        src: Reg,
        extent: u32,
    },
    /// One byte with its state: a character assigned to another.
    CopyByte {
        dst: Reg,
        src: Reg,
    },
    /// The same bits under another type.
    CopyBits {
        dst: Reg,
        src: Reg,
        extent: u32,
    },
    /// The length of an array, which must be positive.
    CheckVla {
        a: Reg,
    },
    /// After a store into a member of a union: its other bytes are unspecified.
    UnionStored {
        ptr: Reg,
        off: u32,
        union: u32,
    },
    /// Zeroes an object that is about to be initialised.
    ZeroFill {
        ptr: Reg,
        extent: u32,
    },
    /// The declaration of an uninitialised variable is reached again.
    Uninit {
        ptr: Reg,
        extent: u32,
    },
    /// Stores a list of constants.
    InitData {
        ptr: Reg,
        data: u32,
    },
    /// A member of this record is about to be reached through a pointer.
    CheckRecord {
        ptr: Reg,
        off: u32,
        record: u32,
    },

    /// Plus an index times the scale; stays in the object.
    PtrAdd {
        scale: u16,
        signed: bool,
        dst: Reg,
        ptr: Reg,
        index: Reg,
    },
    /// The same where the index has been checked against the array of a named variable.
    IndexNamed {
        scale: u16,
        dst: Reg,
        ptr: Reg,
        index: Reg,
    },
    /// Plus a number of bytes, for variable length arrays.
    PtrAddDyn {
        dst: Reg,
        ptr: Reg,
        index: Reg,
    },
    /// A member's address.
    PtrOffset {
        dst: Reg,
        ptr: Reg,
        off: u32,
    },
    OffsetNamed {
        dst: Reg,
        ptr: Reg,
        off: u32,
    },
    /// Byte difference of two pointers into one object.
    PtrDiff {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Bytes to elements: exact division.
    DivExact {
        dst: Reg,
        a: Reg,
        scale: u16,
    },
    PtrCmp {
        op: BinOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    PtrToInt {
        dst: Reg,
        a: Reg,
    },
    IntToPtr {
        dst: Reg,
        a: Reg,
    },
    /// A conversion to a pointer to a type with this alignment.
    CheckAlign {
        ptr: Reg,
        align: u32,
    },
    /// A 128-bit index in one register; one that does not fit is beyond everything.
    NarrowIndex {
        dst: Reg,
        a: Reg,
    },
    /// An index applied to an array of known length; `len` elements, one past allowed if only an address is made.
    /// `whole` if the array is all of its object.
    CheckIndex {
        past: bool,
        signed: bool,
        whole: bool,
        index: Reg,
        len: u32,
    },
    /// The same with the length in a register.
    CheckIndexDyn {
        past: bool,
        signed: bool,
        index: Reg,
        len: Reg,
    },

    Alloc {
        dst: Reg,
        local: u32,
    },
    AllocDyn {
        dst: Reg,
        size: Reg,
        local: u32,
    },
    Free {
        ptr: Reg,
    },
    /// Memory for a value that an expression makes; lives until the full expression ends.
    Temp {
        dst: Reg,
        local: u32,
    },
    /// Where the full expression began, and its end.
    TempMark {
        dst: Reg,
    },
    TempRelease {
        mark: Reg,
    },
    /// Memory that lives until the function returns.
    AllocaDyn {
        dst: Reg,
        size: Reg,
    },
    /// Says that a register variable has a value, or has none.
    SetFlag {
        flag: Reg,
        set: bool,
    },
    /// The flag says whether a register variable has a value.
    CheckInit {
        flag: Reg,
        var: VarId,
    },

    Call {
        func: u32,
        base: Reg,
        dst: Reg,
    },
    /// Through a pointer: the description says with what.
    CallPtr {
        call: u16,
        ptr: Reg,
        base: Reg,
        dst: Reg,
    },
    /// A call with arguments beyond the parameters: the description says which.
    CallVariadic {
        call: u32,
        base: Reg,
        dst: Reg,
    },
    CallLib {
        call: u32,
        base: Reg,
        dst: Reg,
    },
    /// A library function that runs guest code or ends the program.
    CallSpecial {
        call: u32,
        base: Reg,
        dst: Reg,
    },
    Return {
        src: Reg,
    },
    ReturnWide {
        src: Reg,
    },
    ReturnVoid,
    /// The end of a function that should have returned a value.
    ReturnMissing,
    /// The value of the call just made is used.
    CheckReturned,
    /// The value of the call just made is not used.
    ForgetReturned,

    Vector {
        desc: u32,
        dst: Reg,
        a: Reg,
    },
    /// A builtin on the registers that the description names; the flag of the overflow builtins is apart.
    Builtin {
        desc: u32,
        dst: Reg,
        flag: Reg,
    },
    VaStart {
        list: Reg,
        varargs: Reg,
    },
    VaEnd {
        list: Reg,
    },
    VaCopy {
        dst: Reg,
        src: Reg,
    },
    VaArg {
        dst: Reg,
        list: Reg,
        desc: u32,
    },
    LabelAddr {
        dst: Reg,
        label: u32,
    },
    /// The label a pointer stands for, as its number.
    LabelIndex {
        dst: Reg,
        ptr: Reg,
    },
    FuncAddr {
        dst: Reg,
        func: u32,
    },
    GlobalAddr {
        dst: Reg,
        global: u32,
    },
    StrAddr {
        dst: Reg,
        string: u32,
    },

    /// Operands that are not sequenced with one another begin, continue, end.
    SeqEnter,
    SeqNext,
    SeqExit,
    /// The end of an initialiser list, whose parts are indeterminately sequenced: no conflict is undefined.
    SeqExitList,
    /// A store that is not sequenced after the side effects of its operands.
    SeqStore {
        ptr: Reg,
        off: u32,
        size: u32,
    },
    SeqStoreBits {
        ptr: Reg,
        field: u32,
    },
    /// Everything between mark and point is sequenced before what follows.
    SeqMark,
    SeqPoint,

    /// A value seen, a statement begun, a loop's body entered or left: only in profiled code.
    ProfileValue {
        expr: ExprId,
        src: Reg,
    },
    ProfileStmt {
        stmt: StmtId,
    },
    ProfileLoopEnter {
        stmt: StmtId,
    },
    ProfileLoopTrip {
        stmt: StmtId,
    },
    ProfileLoopExit {
        stmt: StmtId,
    },

    /// A statement begins: only in code that records which ones ran.
    Cover {
        stmt: StmtId,
    },
    /// Total mode: marks the expression if the register is zero.
    Watch {
        expr: ExprId,
        c: Reg,
    },
    /// Total mode: an index, taken modulo the length if it is outside.
    WrapIndex {
        signed: bool,
        dst: Reg,
        a: Reg,
        len: u32,
    },
    /// Total mode: marks the expression, in the place of a fault.
    Dropped {
        expr: ExprId,
    },

    /// Undefined behaviour that is known here, or something we do not model: an index into the faults.
    Fault {
        fault: u32,
    },
    Trap,
}
