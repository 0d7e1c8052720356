//! The kinds of behaviour the machine names, as one table: messages, documents and tests read it.

/// What a kind means for the program that shows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// The standard says nothing about what happens.
    Undefined,
    /// The result depends on something the standard leaves open.
    Ambiguous,
    /// The program asked for more than it was given.
    Budget,
    /// The program may be fine; the machine can't run it.
    Unsupported,
}

impl Class {
    /// The word messages use for the class.
    pub fn word(self) -> &'static str {
        match self {
            Class::Undefined => "undefined",
            Class::Ambiguous => "ambiguous",
            Class::Budget => "out of budget",
            Class::Unsupported => "unsupported",
        }
    }
}

/// One row of the table of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindRow {
    /// The kind.
    pub kind: Kind,
    /// Its name on the command line, in JSON and in tests.
    pub slug: &'static str,
    /// What it means for the program.
    pub class: Class,
    /// Its name in messages.
    pub sentence: &'static str,
    /// Where the standard (or GNU's manual) speaks of it.
    pub clause: &'static str,
    /// What it is, for somebody who has not met it before.
    pub explanation: &'static str,
}

macro_rules! kinds {
    ($($kind:ident $class:ident $slug:literal $sentence:literal $clause:literal $explanation:literal;)*) => {
        /// A kind of behaviour that ends a run.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Kind { $(#[doc = $explanation] $kind),* }
        /// Every kind, in the order of [`Kind`].
        pub const KINDS: &[KindRow] = &[$(KindRow {
            kind: Kind::$kind,
            slug: $slug,
            class: Class::$class,
            sentence: $sentence,
            clause: $clause,
            explanation: $explanation,
        }),*];
    };
}

kinds! {
    SignedOverflow Undefined "signed-overflow" "signed overflow" "C17 6.5p5"
        "The result of an operation on signed integers does not fit their type.";
    DivideByZero Undefined "divide-by-zero" "division by zero" "C17 6.5.5p5"
        "The right operand of an integer `/` or `%` is zero.";
    DivideOverflow Undefined "divide-overflow" "division overflow" "C17 6.5.5p6"
        "The least value of a signed type is divided by -1, and the quotient does not fit.";
    ShiftCount Undefined "shift-count" "bad shift count" "C17 6.5.7p3"
        "A shift count is negative, or not below the width of the promoted left operand.";
    ShiftValue Undefined "shift-value" "bad shift value" "C17 6.5.7p4"
        "A negative value is shifted left, or the result of a signed left shift does not fit its type.";
    OutOfBounds Undefined "out-of-bounds" "access out of bounds" "C17 6.5.6p8"
        "An access reaches bytes outside the object its pointer points into.";
    ArrayIndex Undefined "array-index" "index out of range" "C17 6.5.6p8"
        "An index is outside the array it is applied to, though perhaps still inside the enclosing object.";
    PointerArithmetic Undefined "pointer-arithmetic" "pointer arithmetic out of bounds" "C17 6.5.6p8"
        "The result of pointer arithmetic is before the start of the object or beyond one past its end.";
    NullDereference Undefined "null-dereference" "null pointer used" "C17 6.5.3.2p4"
        "An object or a function is accessed through a null pointer.";
    Dangling Undefined "dangling" "dangling pointer" "C17 6.2.4p2"
        "A pointer is used although the lifetime of its object has ended.";
    InvalidPointer Undefined "invalid-pointer" "invalid pointer" "C17 6.5.3.2p4"
        "A pointer made from an integer is used to access an object, or a pointer to a function to access data.";
    InvalidFree Undefined "invalid-free" "invalid free" "C17 7.22.3.3p2"
        "The argument of `free` or `realloc` is not a live pointer that an allocation function returned.";
    Misaligned Undefined "misaligned" "misaligned access" "C17 6.3.2.3p7"
        "An object is accessed through a pointer that is not aligned for its type.";
    Uninitialised Undefined "uninitialised" "uninitialised value" "C17 6.3.2.1p2"
        "An object is read before anything has been stored in it.";
    WrongEffectiveType Undefined "wrong-effective-type" "wrong effective type" "C17 6.5p7"
        "An object is accessed through an lvalue of a type that its effective type does not allow.";
    WriteToConst Undefined "write-to-const" "write to a const object" "C17 6.7.3p6"
        "An object defined with a const-qualified type is modified.";
    WriteToStringLiteral Undefined "write-to-string-literal" "write to a string literal" "C17 6.4.5p7"
        "The array of a string literal is modified.";
    UnionBytes Undefined "union-bytes" "unspecified bytes" "C17 6.2.6.1p7"
        "Bytes are read as a value that belong to no stored member of a union, or to padding.";
    InvalidBool Undefined "invalid-bool" "invalid _Bool" "C17 6.2.6.1p5"
        "A _Bool is read that holds neither 0 nor 1.";
    Unsequenced Undefined "unsequenced" "unsequenced accesses" "C17 6.5p2"
        "An object is modified and accessed, or modified twice, without a sequence point between.";
    PointerComparison Undefined "pointer-comparison" "comparison across objects" "C17 6.5.8p5"
        "Pointers into different objects are compared with a relational operator.";
    PointerSubtraction Undefined "pointer-subtraction" "subtraction across objects" "C17 6.5.6p9"
        "Pointers into different objects are subtracted.";
    FloatToInteger Undefined "float-to-integer" "float does not fit the integer type" "C17 6.3.1.4p1"
        "A floating value is converted to an integer type that cannot hold its integral part.";
    OverlappingCopy Undefined "overlapping-copy" "overlapping copy" "C17 6.5.16.1p3, 7.24.2.1p2"
        "An object is copied to one that overlaps it by an assignment or a function that does not allow it.";
    MissingReturn Undefined "missing-return" "missing return value" "C17 6.9.1p12"
        "The value of a call is used, but the function ended without returning one.";
    WrongCall Undefined "wrong-call" "call through the wrong function type" "C17 6.5.2.2p9"
        "A function is called through a type that is not compatible with its own.";
    NoreturnReturned Undefined "noreturn-returned" "noreturn function returns" "C17 6.7.4p8"
        "A function declared not to return does.";
    Unreachable Undefined "unreachable" "unreachable code reached" "GNU C"
        "Control reaches `__builtin_unreachable`, or an assumption is false.";
    VlaSize Undefined "vla-size" "bad array length" "C17 6.7.6.2p5"
        "The length of a variable length array is not positive.";
    BadVariadic Undefined "bad-variadic" "bad variable argument" "C17 7.16.1.1p2"
        "`va_arg` asks for an argument that is not there or has another type.";
    BadFormat Undefined "bad-format" "bad format" "C17 7.21.6.1p9"
        "A `printf` directive is invalid, or its argument is missing or has another type.";
    BadLibraryArgument Undefined "bad-library-argument" "bad library argument" "C17 7.1.4p1"
        "A library function is called with an argument outside its domain.";
    BadBuiltinArgument Undefined "bad-builtin-argument" "bad builtin argument" "GNU C"
        "A builtin is called with an argument for which it has no result.";
    EvaluationOrder Ambiguous "evaluation-order" "result depends on the order of evaluation" "C17 6.5p3"
        "Calls whose order is not fixed affect one another, so that the result depends on the order.";
    AddressDependent Ambiguous "address-dependent" "result depends on an address" "C17 6.3.2.3p6"
        "The result depends on where objects are in memory.";
    OutOfSteps Budget "out-of-steps" "out of steps" "limit"
        "The program did not end within the steps it was given.";
    OutOfMemory Budget "out-of-memory" "out of memory" "limit"
        "The program needed more memory, output or calls within calls than it was given.";
    Unsupported Unsupported "unsupported" "unsupported" "limit"
        "The program uses something that the machine does not know.";
}

impl Kind {
    /// The kind's row of the table.
    pub fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }
    /// The kind with this slug.
    pub fn find(slug: &str) -> Option<Kind> {
        KINDS.iter().find(|row| row.slug == slug).map(|row| row.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_kind_and_by_slug() {
        for (i, row) in KINDS.iter().enumerate() {
            assert_eq!(row.kind as usize, i);
            assert_eq!(row.kind.row(), row);
            assert_eq!(Kind::find(row.slug), Some(row.kind), "{}", row.slug);
            assert!(row.explanation.ends_with('.'), "{}", row.slug);
        }
    }
}
