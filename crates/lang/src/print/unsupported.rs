//! What a language has no words for.

use crate::dress::Language;
use thiserror::Error;

macro_rules! constructs {
    ($($(#[$doc:meta])* $variant:ident => $what:literal, $advice:literal;)*) => {
        /// Something of C that another language lacks.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Construct { $($(#[$doc])* $variant),* }
        impl Construct {
            /// Every row of the table.
            pub const ALL: &[Construct] = &[$(Construct::$variant),*];
            /// What it is, in a message.
            pub fn what(self) -> &'static str {
                match self { $(Construct::$variant => $what),* }
            }
            /// What to do about it.
            pub fn advice(self) -> &'static str {
                match self { $(Construct::$variant => $advice),* }
            }
        }
    };
}

constructs! {
    /// A jump to a label.
    Goto => "goto", "make the program without labels";
    /// The address of a label.
    LabelAddress => "an address of a label", "make the program without labels";
    /// An array whose length is computed.
    VariableLength => "a variable length array", "give the array a constant length";
    /// A function without a prototype that has parameters.
    OldStyle => "a function definition without a prototype", "give the function a prototype";
    /// A type that the language lacks.
    Type => "a type that it does not have", "use integers up to 64 bits, float, double, arrays and structures";
    /// A union.
    Union => "a union", "make the program without unions";
    /// A bit-field.
    BitField => "a bit-field", "make the program without bit-fields";
    /// A qualifier that the language lacks.
    Atomic => "_Atomic", "make the program without _Atomic";
    /// A literal with the address of its object.
    CompoundLiteral => "a compound literal that is an object", "use a variable";
    /// A statement as an expression.
    StmtExpr => "a statement expression", "make the program without statement expressions";
    /// A choice by type.
    Generic => "_Generic", "write the chosen expression";
    /// Variable arguments.
    Variadic => "a function with variable arguments", "make the program without it, or put it into the other half";
    /// An operator on a type that it does not take.
    Operator => "this operator on this type", "write it as an assignment";
    /// A declaration that a `case` jumps over.
    JumpOverDeclaration => "a jump over a declaration", "put the statements after the case label into a block";
    /// A file-scope static variable declared twice.
    TentativeStatic => "a static variable used before its definition", "define the variable before what uses it";
    /// A name that is a word of the language.
    Keyword => "a name that is one of its words", "give it another name";
    /// A form that does not fit the use.
    ArrayForm => "this form for how the array is used", "ask `dress::forms` which it may have";
    /// A member that can't be static.
    StaticMember => "this member as a static one", "ask `dress::may_be_static` whether it may be";
    /// A constant that can't be `constexpr`.
    Constexpr => "this variable as constexpr", "ask `dress::may_be_constexpr` whether it may be";
    /// A builtin or library function that the language lacks.
    Builtin => "this builtin or library function", "make the program without it, or put it into the other half";
    /// The function a program begins in.
    Main => "main", "print the half with main as C++, the other in this language";
    /// A write to what all lanes share.
    SharedWrite => "a write in a parallel loop to what its iterations share", "make it a reduction, or the loop a plain one";
    /// The address of what each lane has.
    LaneAddress => "the address of a variable of a parallel loop", "make the loop a plain one";
    /// A pointer in data that kernels use.
    PointerInData => "a pointer in data or parameters of a kernel", "make the program without it";
    /// A function that touches data, called by another.
    NestedKernel => "a function that uses data and is called by another", "give it the data as arguments";
    /// An assembler statement.
    Asm => "an assembler statement", "make the program without it";
    /// A `static` local variable.
    StaticLocal => "a static local variable here", "make it a variable at file scope";
    /// A string literal.
    Text => "a string literal", "put it into the other half";
    /// A case that is no number of 32 bits.
    Case => "a case beyond 32 bits, or a range of cases", "use if";
    /// A string literal of wide characters.
    WideText => "a wide string literal", "use an array of integers";
    /// A value with a second effect, which would be written twice.
    Twice => "an assignment to a narrow place with side effects", "compute the place before";
    /// A call through a pointer.
    FunctionPointer => "a call through a pointer", "call the function by its name";
}

/// A program can't be printed in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{language} does not have {}: {}", construct.what(), construct.advice())]
pub struct Unsupported {
    /// The language.
    pub language: Language,
    /// What it lacks.
    pub construct: Construct,
}
