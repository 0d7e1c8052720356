//! Targets: the sizes, alignments and conventions of an ABI, as data.

/// The order of bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Endian {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

/// Which types unnamed bit-fields may raise a record's alignment with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnnamedBitFields {
    /// They leave the alignment alone (System V).
    DoNotAlign,
    /// They count like named ones (AAPCS).
    Align,
}

/// The form of `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum VaListForm {
    /// An array of one record of this size.
    ArrayOfOne(u32),
    /// A record of this size, passed by value.
    Record(u32),
    /// A plain pointer.
    Pointer,
}

/// One ABI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The name used on the command line.
    pub name: &'static str,
    /// The GNU triple, which prefixes the names of cross compilers.
    pub triple: &'static str,
    /// Byte order.
    pub endian: Endian,
    /// Size and alignment of pointers and `long`.
    pub word: u32,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
    /// Alignment of `long long` as a member and as a variable.
    pub long_long_align: u32,
    /// Alignment of `double` as a member and as a variable.
    pub double_align: u32,
    /// Size and alignment of `long double`.
    pub long_double: (u32, u32),
    /// Alignment of `__int128`, zero where there is none.
    pub int128_align: u32,
    /// The largest alignment of a vector type.
    pub vector_align_max: u32,
    /// How unnamed bit-fields align.
    pub unnamed_bit_fields: UnnamedBitFields,
    /// Whether `wchar_t` is signed (it always has four bytes).
    pub wchar_signed: bool,
    /// Whether `size_t` is `unsigned long` (else `unsigned int`).
    pub size_is_long: bool,
    /// Whether `int64_t` is `long` (else `long long`).
    pub int64_is_long: bool,
    /// The form of `va_list`.
    pub va_list: VaListForm,
}

/// Every target, the host's usual one first.
pub const TARGETS: &[Target] = &[
    Target {
        name: "x86_64",
        triple: "x86_64-linux-gnu",
        endian: Endian::Little,
        word: 8,
        char_signed: true,
        long_long_align: 8,
        double_align: 8,
        long_double: (16, 16),
        int128_align: 16,
        vector_align_max: u32::MAX,
        unnamed_bit_fields: UnnamedBitFields::DoNotAlign,
        wchar_signed: true,
        size_is_long: true,
        int64_is_long: true,
        va_list: VaListForm::ArrayOfOne(24),
    },
    Target {
        name: "aarch64",
        triple: "aarch64-linux-gnu",
        endian: Endian::Little,
        word: 8,
        char_signed: false,
        long_long_align: 8,
        double_align: 8,
        long_double: (16, 16),
        int128_align: 16,
        vector_align_max: 16,
        unnamed_bit_fields: UnnamedBitFields::Align,
        wchar_signed: false,
        size_is_long: true,
        int64_is_long: true,
        va_list: VaListForm::Record(32),
    },
    Target {
        name: "i686",
        triple: "i686-linux-gnu",
        endian: Endian::Little,
        word: 4,
        char_signed: true,
        long_long_align: 4,
        double_align: 4,
        long_double: (12, 4),
        int128_align: 0,
        vector_align_max: u32::MAX,
        unnamed_bit_fields: UnnamedBitFields::DoNotAlign,
        wchar_signed: true,
        size_is_long: false,
        int64_is_long: false,
        va_list: VaListForm::Pointer,
    },
    Target {
        name: "arm",
        triple: "arm-linux-gnueabihf",
        endian: Endian::Little,
        word: 4,
        char_signed: false,
        long_long_align: 8,
        double_align: 8,
        long_double: (8, 8),
        int128_align: 0,
        vector_align_max: 8,
        unnamed_bit_fields: UnnamedBitFields::Align,
        wchar_signed: false,
        size_is_long: false,
        int64_is_long: false,
        va_list: VaListForm::Record(4),
    },
    Target {
        name: "riscv64",
        triple: "riscv64-linux-gnu",
        endian: Endian::Little,
        word: 8,
        char_signed: false,
        long_long_align: 8,
        double_align: 8,
        long_double: (16, 16),
        int128_align: 16,
        vector_align_max: u32::MAX,
        unnamed_bit_fields: UnnamedBitFields::DoNotAlign,
        wchar_signed: true,
        size_is_long: true,
        int64_is_long: true,
        va_list: VaListForm::Pointer,
    },
    Target {
        name: "s390x",
        triple: "s390x-linux-gnu",
        endian: Endian::Big,
        word: 8,
        char_signed: false,
        long_long_align: 8,
        double_align: 8,
        long_double: (16, 8),
        int128_align: 8,
        vector_align_max: u32::MAX,
        unnamed_bit_fields: UnnamedBitFields::DoNotAlign,
        wchar_signed: true,
        size_is_long: true,
        int64_is_long: true,
        va_list: VaListForm::ArrayOfOne(32),
    },
];

impl Target {
    /// The target with this name or triple.
    pub fn find(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|t| t.name == name || t.triple == name)
    }

    /// x86-64 Linux.
    pub fn x86_64() -> &'static Target {
        &TARGETS[0]
    }
}
