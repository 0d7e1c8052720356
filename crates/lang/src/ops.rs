//! Operators, as tables.

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident => $text:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),* }
        impl $name {
            /// Every row of the table.
            pub const ALL: &[$name] = &[$($name::$variant),*];
            /// The text in C.
            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
        }
    };
}

table! {
    /// Unary operators that compute a value from a value.
    UnOp {
        /// Arithmetic negation.
        Neg => "-",
        /// Promotion alone.
        Plus => "+",
        /// Bitwise complement.
        BitNot => "~",
        /// Logical negation, giving `int`.
        LogNot => "!",
    }
}

table! {
    /// Binary operators on values of one type (shifts: the left operand's).
    BinOp {
        /// Sum.
        Add => "+",
        /// Difference.
        Sub => "-",
        /// Product.
        Mul => "*",
        /// Quotient.
        Div => "/",
        /// Remainder.
        Rem => "%",
        /// Left shift.
        Shl => "<<",
        /// Right shift.
        Shr => ">>",
        /// Bitwise and.
        And => "&",
        /// Bitwise exclusive or.
        Xor => "^",
        /// Bitwise or.
        Or => "|",
        /// Less.
        Lt => "<",
        /// Greater.
        Gt => ">",
        /// Less or equal.
        Le => "<=",
        /// Greater or equal.
        Ge => ">=",
        /// Equal.
        Eq => "==",
        /// Unequal.
        Ne => "!=",
        /// Short-circuit and.
        LogAnd => "&&",
        /// Short-circuit or.
        LogOr => "||",
    }
}

impl BinOp {
    /// Whether the result is a truth value of type `int`.
    pub fn is_comparison(self) -> bool {
        self.is_relational() || self.is_equality()
    }
    /// Whether this is one of `<`, `>`, `<=`, `>=`.
    pub fn is_relational(self) -> bool {
        matches!(self, BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge)
    }
    /// Whether this is `==` or `!=`.
    pub fn is_equality(self) -> bool {
        matches!(self, BinOp::Eq | BinOp::Ne)
    }
    /// Whether this is `&&` or `||`.
    pub fn is_logical(self) -> bool {
        matches!(self, BinOp::LogAnd | BinOp::LogOr)
    }
    /// Whether this is a shift.
    pub fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }
    /// Whether operands must be integers.
    pub fn integers_only(self) -> bool {
        matches!(self, BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Xor | BinOp::Or)
    }
}

/// The operator of a compound assignment: any arithmetic [`BinOp`].
pub type AssignOp = BinOp;

table! {
    /// Increment and decrement.
    IncDec {
        /// `++x`
        PreInc => "++",
        /// `--x`
        PreDec => "--",
        /// `x++`
        PostInc => "++",
        /// `x--`
        PostDec => "--",
    }
}

impl IncDec {
    /// Whether the value is that before the change.
    pub fn is_post(self) -> bool {
        matches!(self, IncDec::PostInc | IncDec::PostDec)
    }
    /// Whether it adds one.
    pub fn is_inc(self) -> bool {
        matches!(self, IncDec::PreInc | IncDec::PostInc)
    }
}

table! {
    /// What a conversion does; operand and result types say between what.
    CastKind {
        /// Integer (or enum) to integer.
        IntToInt => "int to int",
        /// Any scalar to `_Bool`.
        ToBool => "to bool",
        /// Integer to floating.
        IntToFloat => "int to float",
        /// Floating to integer.
        FloatToInt => "float to int",
        /// Floating to floating.
        FloatToFloat => "float to float",
        /// Integer to pointer.
        IntToPtr => "int to pointer",
        /// A null pointer constant to a pointer.
        NullToPtr => "null to pointer",
        /// Pointer to integer.
        PtrToInt => "pointer to int",
        /// Pointer to pointer (object or function).
        PtrToPtr => "pointer to pointer",
        /// Anything to `void`.
        ToVoid => "to void",
        /// Array lvalue to pointer to its first element.
        ArrayDecay => "array decay",
        /// Function designator to pointer.
        FuncDecay => "function decay",
        /// Scalar to a vector of equal lanes.
        Splat => "splat",
        /// Vector to another vector or to an integer of the same size, bits unchanged.
        VectorBits => "vector bits",
        /// A record or vector to the same type (qualifiers dropped), or a scalar to a union member (GNU).
        Same => "same",
    }
}
