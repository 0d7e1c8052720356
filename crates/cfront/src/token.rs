//! Tokens: kinds, spellings, keywords.

use lydite_lang::{Name, Place};

macro_rules! tokens {
    (plain { $($plain:ident => $ptext:literal,)* } keywords { $($kw:ident => $($ktext:literal)|+,)* }) => {
        /// The kind of a token.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum T { $($plain,)* $($kw,)* }

        /// Keywords in all their spellings; a name's id is its position here.
        pub(crate) const KEYWORDS: &[(&str, T)] = &[$($(($ktext, T::$kw),)+)*];

        impl T {
            /// How messages name it.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    $(T::$plain => $ptext,)*
                    $(T::$kw => first(&[$($ktext),+]),)*
                }
            }
        }
    };
}

const fn first(texts: &[&'static str]) -> &'static str {
    texts[0]
}

tokens! {
    plain {
        Eof => "end of input",
        Ident => "identifier",
        Number => "numeric constant",
        Char => "character constant",
        Str => "string literal",
        LParen => "(",
        RParen => ")",
        LBrace => "{",
        RBrace => "}",
        LBracket => "[",
        RBracket => "]",
        Semi => ";",
        Comma => ",",
        Colon => ":",
        ColonColon => "::",
        Question => "?",
        Dot => ".",
        Ellipsis => "...",
        Arrow => "->",
        Tilde => "~",
        Not => "!",
        Plus => "+",
        Minus => "-",
        Star => "*",
        Slash => "/",
        Percent => "%",
        Amp => "&",
        Pipe => "|",
        Caret => "^",
        Shl => "<<",
        Shr => ">>",
        Lt => "<",
        Gt => ">",
        Le => "<=",
        Ge => ">=",
        EqEq => "==",
        Ne => "!=",
        AmpAmp => "&&",
        PipePipe => "||",
        PlusPlus => "++",
        MinusMinus => "--",
        Eq => "=",
        PlusEq => "+=",
        MinusEq => "-=",
        StarEq => "*=",
        SlashEq => "/=",
        PercentEq => "%=",
        ShlEq => "<<=",
        ShrEq => ">>=",
        AmpEq => "&=",
        CaretEq => "^=",
        PipeEq => "|=",
    }
    keywords {
        KwAuto => "auto",
        KwBreak => "break",
        KwCase => "case",
        KwChar => "char",
        KwConst => "const" | "__const" | "__const__",
        KwContinue => "continue",
        KwDefault => "default",
        KwDo => "do",
        KwDouble => "double" | "_Float64" | "_Float32x",
        KwElse => "else",
        KwEnum => "enum",
        KwExtern => "extern",
        KwFloat => "float" | "_Float32",
        KwFor => "for",
        KwGoto => "goto",
        KwIf => "if",
        KwInline => "inline" | "__inline" | "__inline__",
        KwInt => "int",
        KwLong => "long",
        KwRegister => "register",
        KwRestrict => "restrict" | "__restrict" | "__restrict__",
        KwReturn => "return",
        KwShort => "short",
        KwSigned => "signed" | "__signed" | "__signed__",
        KwSizeof => "sizeof",
        KwStatic => "static",
        KwStruct => "struct",
        KwSwitch => "switch",
        KwTypedef => "typedef",
        KwUnion => "union",
        KwUnsigned => "unsigned",
        KwVoid => "void",
        KwVolatile => "volatile" | "__volatile" | "__volatile__",
        KwWhile => "while",
        KwAlignas => "_Alignas",
        KwAlignof => "_Alignof" | "__alignof" | "__alignof__",
        KwAtomic => "_Atomic",
        KwBool => "_Bool",
        KwComplex => "_Complex" | "__complex" | "__complex__",
        KwImaginary => "_Imaginary",
        KwGeneric => "_Generic",
        KwNoreturn => "_Noreturn",
        KwStaticAssert => "_Static_assert",
        KwThreadLocal => "_Thread_local" | "__thread",
        KwTypeof => "typeof" | "__typeof" | "__typeof__",
        KwAutoType => "__auto_type",
        KwExtension => "__extension__",
        KwAttribute => "__attribute__" | "__attribute",
        KwAsm => "asm" | "__asm" | "__asm__",
        KwInt128 => "__int128",
        KwFloat128 => "__float128" | "_Float128",
        KwFloat64x => "_Float64x",
        KwFloat16 => "_Float16" | "__fp16" | "__bf16",
        KwDecimal => "_Decimal32" | "_Decimal64" | "_Decimal128",
        KwBitInt => "_BitInt" | "_ExtInt",
        KwLabel => "__label__",
        KwReal => "__real__" | "__real",
        KwImag => "__imag__" | "__imag",
        KwVaList => "__builtin_va_list",
        KwVaArg => "__builtin_va_arg",
        KwOffsetof => "__builtin_offsetof",
        KwTypesCompatible => "__builtin_types_compatible_p",
        KwChooseExpr => "__builtin_choose_expr",
        KwConvertVector => "__builtin_convertvector",
        KwFunc => "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__",
        KwNullptr => "__null",
    }
}

/// A token: its kind, its spelling's range in the text, its place, and its name if it is a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: T,
    pub(crate) name: Name,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) place: Place,
}
