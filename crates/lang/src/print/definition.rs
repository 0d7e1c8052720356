//! Top-level text: what is needed first, records, enumerations, functions and variables.

use super::ispc::lanes_name;
use super::names::Tag;
use super::types::{int_name, record_keyword};
use super::{Construct, Need, Printer, Reach};
use crate::dress::{Language, Wrap};
use crate::names::Name;
use crate::tree::*;
use crate::types::*;

impl Printer<'_> {
    pub(super) fn chunk(&mut self, text: String) {
        self.chunks.push(text);
    }

    /// Prints a top-level declaration after everything it needs.
    pub(super) fn top_level(&mut self, own: Need, print: impl Fn(&mut Self)) {
        let (text, needs) = self.capture(print);
        self.declare_needs(&needs, own);
        self.declared.insert(own);
        self.chunk(text);
    }

    pub(super) fn declare_needs(&mut self, needs: &[Need], own: Need) {
        for &need in needs {
            if need == own {
                continue;
            }
            match need {
                Need::Record(id) | Need::RecordName(id) => self.define_record(id),
                Need::Enum(id) => self.define_enum(id),
                Need::Alias(ty) => self.define_alias(ty),
                Need::Var(var) => self.declare_variable(var),
                Need::Func(func) => self.declare_function(func),
                Need::Lanes(func) => self.declare_lanes(func),
            }
        }
    }

    /// `struct S;`
    fn forward(&mut self, id: RecordId) {
        if self.declared.insert(Need::RecordName(id)) {
            let keyword = record_keyword(self.types().records[id].kind);
            let text = format!("{keyword} {};", self.tag_name(Tag::Record(id)));
            self.chunk(text);
        }
    }

    fn define_record(&mut self, id: RecordId) {
        if self.types().records[id].layout.is_none() {
            return self.forward(id);
        }
        if !self.declared.insert(Need::Record(id)) {
            return;
        }
        let (text, needs) = self.capture(|p| p.record_definition(id));
        let mut behind_pointers = Vec::new();
        for need in needs {
            match need {
                Need::RecordName(other) if other == id => {}
                Need::RecordName(other) => {
                    if !self.chunked(other) {
                        self.forward(other);
                        behind_pointers.push(other);
                    }
                }
                need => self.declare_needs(&[need], Need::Record(id)),
            }
        }
        self.declared.insert(Need::RecordName(id));
        self.chunk(text);
        for other in behind_pointers {
            self.define_record(other);
        }
    }

    /// Whether a record's definition has been printed.
    fn chunked(&self, id: RecordId) -> bool {
        self.declared.contains(&Need::RecordName(id)) && self.declared.contains(&Need::Record(id))
    }

    fn record_definition(&mut self, id: RecordId) {
        let pack = self.types().records[id].attrs.pack;
        if let Some(pack) = pack {
            self.put(&format!("#pragma pack(push, {pack})\n"));
        }
        let tag = self.tag_name(Tag::Record(id)).to_owned();
        self.record_body(id, &tag);
        self.put(";");
        if pack.is_some() {
            self.put("\n#pragma pack(pop)");
        }
    }

    /// `struct tag { ... }`
    fn record_body(&mut self, id: RecordId, tag: &str) {
        let record = &self.types().records[id];
        let mut attrs = Vec::new();
        for (set, name) in [
            (record.attrs.packed, "packed"),
            (record.attrs.transparent, "transparent_union"),
            (record.attrs.may_alias, "may_alias"),
        ] {
            if set {
                attrs.push(name.to_owned());
            }
        }
        if let Some(align) = record.attrs.align {
            attrs.push(format!("aligned({align})"));
        }
        self.check_record(id);
        self.put(record_keyword(record.kind));
        if !attrs.is_empty() {
            self.put(&format!(" __attribute__(({}))", attrs.join(", ")));
        }
        if !tag.is_empty() {
            self.put(" ");
            self.put(tag);
        }
        self.put(" {\n");
        self.depth += 1;
        for (i, field) in (0..).zip(&record.fields) {
            self.indent();
            if self.is_static_member(id, FieldIdx(i)) {
                self.put("static ");
            }
            self.field(field, record.attrs.packed);
            self.put(";\n");
        }
        self.depth -= 1;
        self.indent();
        self.put("}");
    }

    fn field(&mut self, field: &Field, record_is_packed: bool) {
        match (field.name, self.types().record_of(field.ty.ty)) {
            (None, Some(inner)) => {
                let quals = self.quals_text(field.ty.quals);
                if !quals.is_empty() {
                    self.put(&format!("{quals} "));
                }
                self.record_body(inner, "");
            }
            (name, _) => {
                let name = name.map_or("", |name| self.program.names.text(name));
                match self.language() {
                    Language::Ispc => self.lane_field(field.ty, name),
                    _ => self.put_declaration(field.ty, name),
                }
            }
        }
        if let Some(bits) = field.bits {
            self.put(&format!(" : {bits}"));
        }
        if field.packed && !record_is_packed {
            self.put(" __attribute__((packed))");
        }
        if let Some(align) = field.align {
            self.put(&format!(" __attribute__((aligned({align})))"));
        }
    }

    fn define_enum(&mut self, id: EnumId) {
        if self.declared.contains(&Need::Enum(id)) {
            return;
        }
        self.top_level(Need::Enum(id), |p| p.enum_definition(id));
    }

    fn enum_definition(&mut self, id: EnumId) {
        if self.language() == Language::Ispc {
            self.refuse(Construct::Type);
        }
        let names = self.names.constants(self.program, id);
        let tag = self.tag_name(Tag::Enum(id)).to_owned();
        let info = &self.types().enums[id];
        if !info.complete {
            return self.put(&format!("enum {tag};"));
        }
        let underlying = self.types().int_kind(info.underlying);
        let usual = self.usual_enum_kind(info);
        let (attr, base) = match info.underlying {
            kind if kind == usual => ("", String::new()),
            _ if underlying.bits < 32 => (" __attribute__((packed))", String::new()),
            kind => ("", format!(" : {}", int_name(kind))),
        };
        self.put(&format!("enum{attr} {tag}{base} {{\n"));
        let mut next = 0i128;
        for (name, (_, value)) in names.iter().zip(&info.constants) {
            self.put(&format!("    {name}"));
            if *value != next {
                self.put(" = ");
                self.case_value(*value, info.underlying);
            }
            self.put(",\n");
            next = value.wrapping_add(1);
        }
        self.put("};");
    }

    /// The type that compilers give an enumeration with these constants.
    fn usual_enum_kind(&self, info: &Enum) -> IntKind {
        let fits = |kind: IntKind| {
            let ty = self.types().int_kind(kind);
            info.constants.iter().all(|(_, value)| *value >= ty.min() && *value <= ty.max())
        };
        [IntKind::UInt, IntKind::Int, IntKind::ULong, IntKind::Long, IntKind::ULongLong]
            .into_iter()
            .find(|&kind| fits(kind))
            .unwrap_or(IntKind::LongLong)
    }

    fn define_alias(&mut self, ty: QType) {
        if self.declared.contains(&Need::Alias(ty)) {
            return;
        }
        self.top_level(Need::Alias(ty), |p| p.alias_definition(ty));
    }

    /// A prototype, unless the function has been declared or is the compiler's own.
    pub(super) fn declare_function(&mut self, func: FuncId) {
        let name = self.program.names.text(self.program.funcs[func].name);
        if self.declared.contains(&Need::Func(func)) || name.starts_with("__builtin_") {
            return;
        }
        self.top_level(Need::Func(func), |p| {
            let function = &p.program.funcs[func];
            p.function_specifiers(func);
            p.put_declaration(function.ty.into(), p.program.names.text(function.name));
            p.put(";");
        });
    }

    pub(super) fn define_function(&mut self, func: FuncId) {
        // The first printing counts the mentions of array lengths and finds what is used from outside, from which
        // the second, if there has to be one, knows what to name.
        self.may_hide = false;
        if self.wrap_of(func) != Wrap::Plain {
            // The body stands before the function, and may call it.
            self.declare_function(func);
        }
        if self.lanes.has_copy(func) {
            self.define_lanes(func);
        }
        let (mut text, mut needs) = self.capture(|p| p.function_definition(func));
        self.note_used(&needs);
        self.declared.insert(Need::Func(func));
        if self.may_hide || self.lengths.mentions.values().any(|&count| count > 1) {
            self.outer = needs.iter().filter_map(|&need| self.outer_name(need)).collect();
            let mentions = std::mem::take(&mut self.lengths.mentions);
            self.name_lengths(func, &mentions);
            (text, needs) = self.capture(|p| p.function_definition(func));
            self.outer.clear();
        }
        self.lengths = super::Lengths::default();
        self.declare_needs(&needs, Need::Func(func));
        self.chunk(text);
    }

    fn outer_name(&self, need: Need) -> Option<Name> {
        match need {
            Need::Var(var) => self.program.vars[var].name,
            Need::Func(func) => Some(self.program.funcs[func].name),
            _ => None,
        }
    }

    pub(super) fn function_definition(&mut self, func: FuncId) {
        let function = &self.program.funcs[func];
        let Some(body) = function.body else { return };
        self.func = Some(func);
        self.name_labels(func);
        let Some(ty) = self.types().func_parts(function.ty) else { return };
        let mut params: Vec<String> = Vec::new();
        let old_style = ty.tail == ParamTail::Unprototyped;
        if old_style && !function.params.is_empty() {
            self.refuse_beyond(Reach::C, Construct::OldStyle);
        }
        if ty.tail == ParamTail::Variadic {
            self.refuse_beyond(Reach::Cpp, Construct::Variadic);
        }
        let wrap = self.wrap_of(func);
        let is_kernel = self.is_kernel(func);
        for &param in &function.params {
            let var = &self.program.vars[param];
            let is_named = old_style || var.name.is_some() || wrap != Wrap::Plain || is_kernel;
            let name = if is_named { self.name_of(param) } else { "".into() };
            params.push(if old_style { name.into_owned() } else { self.parameter(var, &name) });
        }
        match ty.tail {
            ParamTail::Variadic => params.push("...".to_owned()),
            ParamTail::Fixed if params.is_empty() && self.language() != Language::Ispc => {
                params.push("void".to_owned())
            }
            _ => {}
        }
        let template = match wrap {
            Wrap::Template => Some(self.template(func, &params, ty.ret)),
            Wrap::Plain | Wrap::Lambda => None,
        };
        self.function_specifiers(func);
        let name = self.function_name(func);
        let text = self.declare(ty.ret, &format!("{name}({})", params.join(", ")));
        self.put(&text);
        if old_style {
            for &param in &function.params {
                let var = &self.program.vars[param];
                let name = self.name_of(param);
                let text = self.parameter(var, &name);
                self.put(&format!("\n    {text};"));
            }
        }
        self.put(" {\n");
        match (template, wrap) {
            (Some(template), _) => self.instantiate(func, &template, ty.ret),
            (None, Wrap::Lambda) => self.lambda(func, ty.ret),
            (None, _) if is_kernel => self.kernels(func, body, ty.ret),
            (None, _) => {
                self.depth += 1;
                self.parameter_lengths(func);
                self.block_items(body);
                self.depth -= 1;
            }
        }
        self.put("}");
        self.func = None;
    }

    pub(super) fn parameter(&mut self, var: &Var, name: &str) -> String {
        let text = self.declare(var.ty, name);
        if var.attrs.register && self.language() == Language::C { format!("register {text}") } else { text }
    }

    /// A function's name, or that of its copy for lanes.
    fn function_name(&self, func: FuncId) -> String {
        let name = self.program.names.text(self.program.funcs[func].name);
        if self.lanes.is_copy() { lanes_name(name) } else { name.to_owned() }
    }

    pub(super) fn function_specifiers(&mut self, func: FuncId) {
        let function = &self.program.funcs[func];
        if self.language() == Language::Ispc {
            return self.lane_specifiers(func);
        }
        self.put(self.linkage(function));
        let attrs: Vec<&str> = if function.attrs == FuncAttrs::default() {
            Vec::new()
        } else {
            FuncAttrs::TABLE.iter().filter(|row| function.attrs.has(row.0)).map(|row| row.1).collect()
        };
        if !attrs.is_empty() {
            self.put(&format!("__attribute__(({})) ", attrs.join(", ")));
        }
        for (set, text) in [
            (function.spec.is_extern && !function.spec.is_static && !self.is_cpp(), "extern "),
            (function.spec.is_static, "static "),
            (function.spec.is_inline, "inline "),
        ] {
            if set {
                self.put(text);
            }
        }
    }

    /// A declaration of a variable that is defined later or elsewhere.
    pub(super) fn declare_variable(&mut self, var: VarId) {
        if self.declared.contains(&Need::Var(var)) {
            return;
        }
        self.top_level(Need::Var(var), |p| {
            let info = &p.program.vars[var];
            let storage = if info.storage == Storage::StaticGlobal { "static " } else { "extern " };
            if info.storage == Storage::StaticGlobal {
                p.refuse_beyond(Reach::C, Construct::TentativeStatic);
            }
            p.put(storage);
            p.variable(var);
            p.put(";");
        });
    }

    pub(super) fn define_variable(&mut self, var: VarId) {
        if self.is_hidden_const(&self.program.vars[var]) {
            self.declare_variable(var);
        }
        self.declared.remove(&Need::Var(var));
        let (text, needs) = self.capture(|p| p.variable_definition(var));
        self.note_used(&needs);
        self.declare_needs(&needs, Need::Var(var));
        self.declared.insert(Need::Var(var));
        self.chunk(text);
    }

    pub(super) fn variable_definition(&mut self, var: VarId) {
        let info = &self.program.vars[var];
        if !self.dress.static_members.is_empty() && self.is_cpp() {
            self.define_static_members(var);
        }
        if info.storage == Storage::StaticGlobal {
            self.put("static ");
        }
        self.constexpr(var);
        self.variable(var);
        match self.container(var) {
            Some(form) => self.container_value(var, form),
            None => self.initialiser(info),
        }
        self.put(";");
    }
}
