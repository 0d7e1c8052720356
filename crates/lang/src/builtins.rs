//! The compiler builtins we know, as one table.
//!
//! A builtin that is a library function under another name (`__builtin_memcpy`) is not here: it is an ordinary
//! function whose name starts with `__builtin_`. Builtins that are constants (`__builtin_offsetof`,
//! `__builtin_types_compatible_p`, `__builtin_inf`) are folded where they are read.

use crate::types::{TypeId, Types};

macro_rules! builtins {
    ($($(#[$doc:meta])* $variant:ident: $($name:literal $sig:literal),+;)*) => {
        /// A builtin operation; operand types say in which width.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Builtin { $($(#[$doc])* $variant),* }
        /// Every builtin: name in C, operation, signature.
        pub const BUILTINS: &[BuiltinRow] = &[
            $($(BuiltinRow { name: $name, builtin: Builtin::$variant, signature: $sig }),+),*
        ];
    };
}

/// One spelling of a builtin.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinRow {
    /// The name in C.
    pub name: &'static str,
    /// What it does.
    pub builtin: Builtin,
    /// Result and parameters, a letter each (see [`sig_type`]); `*` first means typed by a rule of its own.
    pub signature: &'static str,
}

builtins! {
    /// Leading zeros; undefined for zero.
    Clz: "__builtin_clz" "iu", "__builtin_clzl" "im", "__builtin_clzll" "iQ", "__builtin_clzs" "iS";
    /// Trailing zeros; undefined for zero.
    Ctz: "__builtin_ctz" "iu", "__builtin_ctzl" "im", "__builtin_ctzll" "iQ", "__builtin_ctzs" "iS";
    /// Redundant sign bits.
    Clrsb: "__builtin_clrsb" "ii", "__builtin_clrsbl" "il", "__builtin_clrsbll" "iq";
    /// Number of one bits.
    Popcount: "__builtin_popcount" "iu", "__builtin_popcountl" "im", "__builtin_popcountll" "iQ";
    /// Number of one bits modulo two.
    Parity: "__builtin_parity" "iu", "__builtin_parityl" "im", "__builtin_parityll" "iQ";
    /// One plus the index of the lowest one bit, or zero.
    Ffs: "__builtin_ffs" "ii", "__builtin_ffsl" "il", "__builtin_ffsll" "iq";
    /// Byte order reversed.
    Bswap: "__builtin_bswap16" "SS", "__builtin_bswap32" "uu", "__builtin_bswap64" "XX", "__builtin_bswap128" "WW";
    /// Bit order reversed.
    BitReverse: "__builtin_bitreverse8" "BB", "__builtin_bitreverse16" "SS", "__builtin_bitreverse32" "uu",
        "__builtin_bitreverse64" "XX";
    /// Rotation to the left by any count.
    RotateLeft: "__builtin_rotateleft8" "BBB", "__builtin_rotateleft16" "SSS", "__builtin_rotateleft32" "uuu",
        "__builtin_rotateleft64" "XXX";
    /// Rotation to the right by any count.
    RotateRight: "__builtin_rotateright8" "BBB", "__builtin_rotateright16" "SSS", "__builtin_rotateright32" "uuu",
        "__builtin_rotateright64" "XXX";
    /// Sum stored through a pointer; whether it wrapped.
    AddOverflow: "__builtin_add_overflow" "*", "__builtin_sadd_overflow" "biiI", "__builtin_saddl_overflow" "bllL",
        "__builtin_saddll_overflow" "bqqK", "__builtin_uadd_overflow" "buuU", "__builtin_uaddl_overflow" "bmmM",
        "__builtin_uaddll_overflow" "bQQR";
    /// Difference stored through a pointer; whether it wrapped.
    SubOverflow: "__builtin_sub_overflow" "*", "__builtin_ssub_overflow" "biiI", "__builtin_ssubl_overflow" "bllL",
        "__builtin_ssubll_overflow" "bqqK", "__builtin_usub_overflow" "buuU", "__builtin_usubl_overflow" "bmmM",
        "__builtin_usubll_overflow" "bQQR";
    /// Product stored through a pointer; whether it wrapped.
    MulOverflow: "__builtin_mul_overflow" "*", "__builtin_smul_overflow" "biiI", "__builtin_smull_overflow" "bllL",
        "__builtin_smulll_overflow" "bqqK", "__builtin_umul_overflow" "buuU", "__builtin_umull_overflow" "bmmM",
        "__builtin_umulll_overflow" "bQQR";
    /// Whether a sum would wrap in the third operand's type.
    AddOverflowP: "__builtin_add_overflow_p" "*";
    /// Whether a difference would wrap in the third operand's type.
    SubOverflowP: "__builtin_sub_overflow_p" "*";
    /// Whether a product would wrap in the third operand's type.
    MulOverflowP: "__builtin_mul_overflow_p" "*";
    /// The first operand; the second says what it is likely to be.
    Expect: "__builtin_expect" "lll", "__builtin_expect_with_probability" "llld";
    /// The operand is true, or the behaviour is undefined; not evaluated for effects.
    Assume: "__builtin_assume" "vb";
    /// The pointer, which is aligned to the second operand less the third.
    AssumeAligned: "__builtin_assume_aligned" "*";
    /// Never reached.
    Unreachable: "__builtin_unreachable" "v";
    /// Ends the program abnormally.
    Trap: "__builtin_trap" "v", "__builtin_debugtrap" "v";
    /// Whether the operand is known to the compiler: zero unless a constant.
    ConstantP: "__builtin_constant_p" "*";
    /// A hint without meaning; evaluates its operands.
    Prefetch: "__builtin_prefetch" "*";
    /// Memory that lives until the function returns.
    Alloca: "__builtin_alloca" "pz", "__builtin_alloca_with_align" "pzz";
    /// Remaining size of an object; unknown here.
    ObjectSize: "__builtin_object_size" "*", "__builtin_dynamic_object_size" "*";
    /// Starts walking the variable arguments.
    VaStart: "__builtin_va_start" "*", "__builtin_c23_va_start" "*";
    /// Ends walking.
    VaEnd: "__builtin_va_end" "*";
    /// Copies a walk.
    VaCopy: "__builtin_va_copy" "*";
    /// Whether a float is not a number.
    IsNan: "__builtin_isnan" "*", "__builtin_isnanf" "*";
    /// Whether a float is infinite.
    IsInf: "__builtin_isinf" "*", "__builtin_isinff" "*";
    /// Minus one, zero or one: sign of an infinity.
    IsInfSign: "__builtin_isinf_sign" "*";
    /// Whether a float is finite.
    IsFinite: "__builtin_isfinite" "*", "__builtin_finite" "*";
    /// Whether a float is normal.
    IsNormal: "__builtin_isnormal" "*";
    /// Whether the sign bit is set.
    SignBit: "__builtin_signbit" "*", "__builtin_signbitf" "*";
    /// Classifies a float by the first five operands.
    FpClassify: "__builtin_fpclassify" "*";
    /// Quiet `>`.
    IsGreater: "__builtin_isgreater" "*";
    /// Quiet `>=`.
    IsGreaterEqual: "__builtin_isgreaterequal" "*";
    /// Quiet `<`.
    IsLess: "__builtin_isless" "*";
    /// Quiet `<=`.
    IsLessEqual: "__builtin_islessequal" "*";
    /// Quiet `<` or `>`.
    IsLessGreater: "__builtin_islessgreater" "*";
    /// Whether one operand is not a number.
    IsUnordered: "__builtin_isunordered" "*";
    /// GNU lane shuffle by a mask vector (two or three operands).
    Shuffle: "__builtin_shuffle" "*";
    /// Clang lane shuffle by constant indices.
    ShuffleVector: "__builtin_shufflevector" "*";
    /// Lane-wise conversion to the result type.
    ConvertVector: "__builtin_convertvector" "*";
    /// Value of an object (pointer, order).
    AtomicLoad: "__atomic_load_n" "*";
    /// Stores (pointer, value, order).
    AtomicStore: "__atomic_store_n" "*";
    /// Exchanges (pointer, value, order).
    AtomicExchange: "__atomic_exchange_n" "*", "__sync_lock_test_and_set" "*";
    /// Compare and exchange (pointer, expected pointer, desired, weak, orders).
    AtomicCompareExchange: "__atomic_compare_exchange_n" "*";
    /// Old value; object plus operand.
    AtomicFetchAdd: "__atomic_fetch_add" "*", "__sync_fetch_and_add" "*";
    /// Old value; object minus operand.
    AtomicFetchSub: "__atomic_fetch_sub" "*", "__sync_fetch_and_sub" "*";
    /// Old value; object and operand.
    AtomicFetchAnd: "__atomic_fetch_and" "*", "__sync_fetch_and_and" "*";
    /// Old value; object or operand.
    AtomicFetchOr: "__atomic_fetch_or" "*", "__sync_fetch_and_or" "*";
    /// Old value; object xor operand.
    AtomicFetchXor: "__atomic_fetch_xor" "*", "__sync_fetch_and_xor" "*";
    /// New value; object plus operand.
    AtomicAddFetch: "__atomic_add_fetch" "*", "__sync_add_and_fetch" "*";
    /// New value; object minus operand.
    AtomicSubFetch: "__atomic_sub_fetch" "*", "__sync_sub_and_fetch" "*";
    /// New value; object and operand.
    AtomicAndFetch: "__atomic_and_fetch" "*", "__sync_and_and_fetch" "*";
    /// New value; object or operand.
    AtomicOrFetch: "__atomic_or_fetch" "*", "__sync_or_and_fetch" "*";
    /// New value; object xor operand.
    AtomicXorFetch: "__atomic_xor_fetch" "*", "__sync_xor_and_fetch" "*";
    /// Compare (second) and swap (third): old value.
    SyncValCompareSwap: "__sync_val_compare_and_swap" "*";
    /// Compare (second) and swap (third): success.
    SyncBoolCompareSwap: "__sync_bool_compare_and_swap" "*";
    /// A fence; no effect on one thread.
    Fence: "__atomic_thread_fence" "vi", "__atomic_signal_fence" "vi", "__sync_synchronize" "v";
}

/// The type of a signature letter.
pub fn sig_type(types: &mut Types, letter: u8) -> Option<TypeId> {
    Some(match letter {
        b'v' => TypeId::VOID,
        b'b' => TypeId::BOOL,
        b'B' => TypeId::UCHAR,
        b'S' => TypeId::USHORT,
        b'i' => TypeId::INT,
        b'u' => TypeId::UINT,
        b'l' => TypeId::LONG,
        b'm' => TypeId::ULONG,
        b'q' => TypeId::LONGLONG,
        b'Q' => TypeId::ULONGLONG,
        b'X' => {
            if types.target().int64_is_long {
                TypeId::ULONG
            } else {
                TypeId::ULONGLONG
            }
        }
        b'W' => TypeId::UINT128,
        b'z' => types.size_type(),
        b'd' => TypeId::DOUBLE,
        b'f' => TypeId::FLOAT,
        b'p' => TypeId::VOID_PTR,
        b'I' => types.pointer(TypeId::INT.into()),
        b'U' => types.pointer(TypeId::UINT.into()),
        b'L' => types.pointer(TypeId::LONG.into()),
        b'M' => types.pointer(TypeId::ULONG.into()),
        b'K' => types.pointer(TypeId::LONGLONG.into()),
        b'R' => types.pointer(TypeId::ULONGLONG.into()),
        _ => return None,
    })
}

/// The row with this name.
pub fn find(name: &str) -> Option<&'static BuiltinRow> {
    BUILTINS.iter().find(|row| row.name == name)
}
