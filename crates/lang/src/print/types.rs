//! Types: specifiers and declarators, inside out.

use super::names::Tag;
use super::{Construct, Need, Printer, Reach, Style};
use crate::dress::Language;
use crate::target::VaListForm;
use crate::types::*;

/// The qualifiers' names.
const QUALS: &[(Quals, &str)] = &[
    (Quals::CONST, "const"),
    (Quals::VOLATILE, "volatile"),
    (Quals::RESTRICT, "restrict"),
    (Quals::ATOMIC, "_Atomic"),
];

/// Whether a record's size matters where a type is mentioned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mention {
    Whole,
    Name,
}

impl Printer<'_> {
    /// Prints the name of a type.
    pub(super) fn put_type_name(&mut self, ty: QType) {
        match self.language() {
            Language::Ispc => self.lane_type_name(ty),
            _ => self.put_declaration(ty, ""),
        }
    }

    /// A declaration of `name` (empty for a type name) with this type.
    pub(super) fn declare(&mut self, ty: QType, name: &str) -> String {
        let (base, declarator) = self.declare_parts(ty, name);
        match declarator.as_str() {
            "" => base,
            _ => format!("{base} {declarator}"),
        }
    }

    /// Prints a declaration of `name` (empty for a type name) with this type.
    pub(super) fn put_declaration(&mut self, ty: QType, name: &str) {
        if self.put_simple(ty, name).is_none() {
            let text = self.declare(ty, name);
            self.put(&text);
        }
    }

    /// The usual declarations: arrays of pointers to something that has a name. Prints nothing if this is not one.
    fn put_simple(&mut self, ty: QType, name: &str) -> Option<()> {
        const MOST: usize = 8;
        if self.language() == Language::Ispc {
            return None;
        }
        let types = self.types();
        let has_alias = |ty: QType| ty.quals != ty.quals.standard();
        let mut base = ty;
        let mut lengths = [0; MOST];
        let mut dimensions = 0;
        while let TypeKind::Array { elem, len: ArrayLen::Fixed(len) } = *types.kind(base.ty) {
            if has_alias(base) || self.is_va_list(base.ty) {
                return None;
            }
            *lengths.get_mut(dimensions)? = len;
            dimensions += 1;
            base = elem.with(base.quals.standard());
        }
        let mut stars = [Quals::NONE; MOST];
        let mut pointers = 0;
        while let TypeKind::Pointer(to) = *types.kind(base.ty) {
            if has_alias(base) || self.is_va_list_parameter(to.ty) {
                return None;
            }
            *stars.get_mut(pointers)? = base.quals;
            pointers += 1;
            base = to;
        }
        if has_alias(base) {
            return None;
        }
        let word = match *types.kind(base.ty) {
            TypeKind::Void => "void",
            TypeKind::Int(kind) => self.int_word(kind)?,
            TypeKind::Float(kind) => float_name(kind),
            TypeKind::Record(id) => record_keyword(types.records[id].kind),
            TypeKind::Enum(_) => "enum",
            _ => return None,
        };
        self.check_type(base.ty);
        self.put_quals(base.quals);
        if base.quals != Quals::NONE {
            self.put(" ");
        }
        self.put(word);
        match *types.kind(base.ty) {
            TypeKind::Record(id) => {
                self.need(if pointers > 0 { Need::RecordName(id) } else { Need::Record(id) });
                self.put_tag(Tag::Record(id));
            }
            TypeKind::Enum(id) => {
                self.need(Need::Enum(id));
                self.put_tag(Tag::Enum(id));
            }
            _ => {}
        }
        if pointers > 0 || dimensions > 0 || !name.is_empty() {
            self.put(" ");
        }
        for (i, &quals) in stars[..pointers].iter().enumerate().rev() {
            self.put("*");
            self.put_quals(quals);
            if quals != Quals::NONE && (i > 0 || dimensions > 0 || !name.is_empty()) {
                self.put(" ");
            }
        }
        self.put(name);
        for &len in &lengths[..dimensions] {
            self.put("[");
            self.digits(len.into());
            self.put("]");
        }
        Some(())
    }

    fn put_quals(&mut self, quals: Quals) {
        if quals != Quals::NONE {
            let text = self.quals_text(quals);
            self.put(&text);
        }
    }

    /// The names of qualifiers.
    pub(super) fn quals_text(&mut self, quals: Quals) -> String {
        if quals.has(Quals::ATOMIC) {
            self.refuse_beyond(Reach::C, Construct::Atomic);
        }
        let is_cpp = self.is_cpp();
        let names = QUALS.iter().filter(|row| quals.has(row.0));
        let names = names.map(|row| if is_cpp && row.0 == Quals::RESTRICT { "__restrict" } else { row.1 });
        names.collect::<Vec<_>>().join(" ")
    }

    fn with_quals(&mut self, quals: Quals, specifier: &str) -> String {
        match self.quals_text(quals).as_str() {
            "" => specifier.to_owned(),
            quals => format!("{quals} {specifier}"),
        }
    }

    fn put_tag(&mut self, tag: Tag) {
        self.put(" ");
        if self.style == Style::Source {
            self.out.push_str(self.names.tag(self.program, tag));
        } else {
            let name = self.tag_name(tag).to_owned();
            self.put(&name);
        }
    }

    /// A declaration's specifiers and its declarator.
    pub(super) fn declare_parts(&mut self, ty: QType, name: &str) -> (String, String) {
        if self.language() == Language::Ispc {
            return self.lane_declaration(ty, name);
        }
        let mut ty = ty;
        let mut declarator = name.to_owned();
        let mut mention = Mention::Whole;
        loop {
            if let Some(alias) = self.alias_of(ty) {
                return (self.with_quals(ty.quals, &alias), declarator);
            }
            match self.types().kind(ty.ty) {
                TypeKind::Pointer(to) if self.is_va_list_parameter(to.ty) => break,
                TypeKind::Pointer(to) => {
                    let quals = self.quals_text(ty.quals);
                    let gap = if quals.is_empty() || declarator.is_empty() { "" } else { " " };
                    declarator = format!("*{quals}{gap}{declarator}");
                    let binds_tighter = self.types().is_array(to.ty) || self.types().is_function(to.ty);
                    if binds_tighter && !self.is_va_list(to.ty) && self.alias_of(*to).is_none() {
                        declarator = format!("({declarator})");
                    }
                    mention = Mention::Name;
                    ty = *to;
                }
                TypeKind::Array { .. } if self.is_va_list(ty.ty) => break,
                TypeKind::Array { elem, len } => {
                    let len = self.array_len(*len);
                    declarator = format!("{declarator}[{len}]");
                    ty = elem.with(ty.quals.standard());
                }
                TypeKind::Func(func) => {
                    let params = self.param_types(func);
                    declarator = format!("{declarator}({params})");
                    mention = Mention::Name;
                    ty = func.ret;
                }
                _ => break,
            }
        }
        let specifier = self.specifier(ty.ty, mention);
        (self.with_quals(ty.quals, &specifier), declarator)
    }

    pub(super) fn array_len(&mut self, len: ArrayLen) -> String {
        if matches!(len, ArrayLen::Variable(_) | ArrayLen::Star) {
            self.refuse_beyond(Reach::C, Construct::VariableLength);
        }
        match len {
            ArrayLen::Fixed(n) => n.to_string(),
            ArrayLen::Unknown => String::new(),
            ArrayLen::Star => "*".to_owned(),
            // In a prototype, what the length is made of has no name.
            ArrayLen::Variable(_) if self.prototypes > 0 => "*".to_owned(),
            ArrayLen::Variable(vla) => self.vla_length(vla),
        }
    }

    /// The length of a variable length array: the variable that holds it, or its expression.
    fn vla_length(&mut self, vla: VlaId) -> String {
        *self.lengths.mentions.entry(vla).or_default() += 1;
        if self.lengths.active.contains(&vla)
            && let Some(name) = self.lengths.variables.get(&vla)
        {
            return name.clone();
        }
        let out = std::mem::take(&mut self.out);
        self.expr(self.types().vlas[vla], super::expression::Level::Assign);
        std::mem::replace(&mut self.out, out)
    }

    fn param_types(&mut self, func: &FuncType) -> String {
        let mut list: Vec<String> = match func.tail {
            ParamTail::Unprototyped => return String::new(),
            _ => {
                self.prototypes += 1;
                let list = func.params.iter().map(|&ty| self.declare(ty.into(), "")).collect();
                self.prototypes -= 1;
                list
            }
        };
        if func.tail == ParamTail::Variadic {
            list.push("...".to_owned());
        }
        if list.is_empty() { "void".to_owned() } else { list.join(", ") }
    }

    fn is_va_list(&self, ty: TypeId) -> bool {
        let is_array = matches!(self.types().target().va_list, VaListForm::ArrayOfOne(_));
        match self.types().kind(ty) {
            TypeKind::VaListTag => !is_array,
            TypeKind::Array { elem, .. } => is_array && *self.types().kind(elem.ty) == TypeKind::VaListTag,
            _ => false,
        }
    }

    /// Whether a pointer to this is what a `va_list` parameter was adjusted to.
    fn is_va_list_parameter(&self, to: TypeId) -> bool {
        let is_array = matches!(self.types().target().va_list, VaListForm::ArrayOfOne(_));
        is_array && *self.types().kind(to) == TypeKind::VaListTag
    }

    fn specifier(&mut self, ty: TypeId, mention: Mention) -> String {
        self.check_type(ty);
        match *self.types().kind(ty) {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Int(kind) => self.int_word(kind).map_or_else(|| int_name(kind), str::to_owned),
            TypeKind::Float(kind) => float_name(kind).to_owned(),
            TypeKind::Complex(kind) => format!("_Complex {}", float_name(kind)),
            TypeKind::Record(id) => {
                let keyword = record_keyword(self.types().records[id].kind);
                self.need(match mention {
                    Mention::Whole => Need::Record(id),
                    Mention::Name => Need::RecordName(id),
                });
                format!("{keyword} {}", self.tag_name(Tag::Record(id)))
            }
            TypeKind::Enum(id) => {
                self.need(Need::Enum(id));
                format!("enum {}", self.tag_name(Tag::Enum(id)))
            }
            // Only in messages: in source, a vector has an alias.
            TypeKind::Vector { elem, .. } => {
                let size = self.types().size_of(ty).unwrap_or(0);
                format!("{} __attribute__((vector_size({size})))", self.specifier(elem, Mention::Whole))
            }
            _ => "__builtin_va_list".to_owned(),
        }
    }

    pub(super) fn tag_name(&mut self, tag: Tag) -> &str {
        if self.style == Style::Source {
            return self.names.tag(self.program, tag);
        }
        let own = match tag {
            Tag::Record(id) => self.types().records[id].tag,
            Tag::Enum(id) => self.types().enums[id].tag,
        };
        own.map_or("<anonymous>", |name| self.program.names.text(name))
    }

    /// The alias of a type that declarators can't express: vectors, and types with attributes.
    fn alias_of(&mut self, ty: QType) -> Option<String> {
        let may_be = ty.quals != ty.quals.standard() || self.types().is_vector(ty.ty);
        if !may_be || self.style == Style::Message || self.types().is_variably_modified(ty.ty) {
            return None;
        }
        let attributed = QType { ty: ty.ty, quals: ty.quals.without(ty.quals.standard()) };
        let is_vector = self.types().is_vector(ty.ty);
        let mut key = attributed;
        if let TypeKind::Record(id) = self.types().kind(ty.ty)
            && self.types().records[*id].attrs.may_alias
        {
            key.quals = key.quals.without(Quals::MAY_ALIAS);
        }
        if key.quals == Quals::NONE && !is_vector {
            return None;
        }
        self.need(Need::Alias(key));
        let wanted = self.alias_wish(key);
        Some(self.names.alias(self.program, key, &wanted))
    }

    fn alias_wish(&self, ty: QType) -> String {
        let mut plain = Printer::new(self.program, self.dress, Style::Message);
        let mut wish = match *self.types().kind(ty.ty) {
            TypeKind::Vector { elem, lanes } => format!("{}_x{lanes}", plain.specifier(elem, Mention::Whole)),
            _ => plain.declare(ty.ty.into(), "").replace('*', "pointer"),
        };
        if ty.quals.has(Quals::MAY_ALIAS) {
            wish.push_str("_may_alias");
        }
        if let Some(align) = ty.quals.align() {
            wish.push_str(&format!("_aligned_{align}"));
        }
        wish.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|w| !w.is_empty())
            .collect::<Vec<_>>()
            .join("_")
    }

    /// The name of an integer type that is not a `_BitInt`.
    fn int_word(&self, kind: IntKind) -> Option<&'static str> {
        if kind == IntKind::Bool && self.is_cpp() { Some("bool") } else { int_word(kind) }
    }

    /// `typedef ... name __attribute__((...));`
    pub(super) fn alias_definition(&mut self, ty: QType) {
        let wish = self.alias_wish(ty);
        let name = self.names.alias(self.program, ty, &wish);
        let mut attrs = Vec::new();
        let mut base = QType::from(ty.ty);
        if let TypeKind::Vector { elem, .. } = *self.types().kind(ty.ty) {
            attrs.push(format!("vector_size({})", self.types().size_of(ty.ty).unwrap_or(0)));
            base = elem.into();
        }
        if ty.quals.has(Quals::MAY_ALIAS) {
            attrs.push("may_alias".to_owned());
        }
        if let Some(align) = ty.quals.align() {
            attrs.push(format!("aligned({align})"));
        }
        let declaration = self.declare(base, &name);
        self.put(&format!("typedef {declaration} __attribute__(({}));", attrs.join(", ")));
    }
}

/// `struct` or `union`.
pub(super) fn record_keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

pub(super) fn int_name(kind: IntKind) -> String {
    match kind {
        IntKind::BitInt { bits, signed: true } => format!("_BitInt({bits})"),
        IntKind::BitInt { bits, signed: false } => format!("unsigned _BitInt({bits})"),
        kind => int_word(kind).unwrap_or("int").to_owned(),
    }
}

/// The name of an integer type that is not a `_BitInt`.
fn int_word(kind: IntKind) -> Option<&'static str> {
    Some(match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
        IntKind::BitInt { .. } => return None,
    })
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}
