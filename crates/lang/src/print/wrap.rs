//! Functions whose body is in a template or a lambda.

use super::Printer;
use crate::dress::{Language, Wrap};
use crate::tree::*;
use crate::types::*;

impl Printer<'_> {
    /// What the body of a function is put in.
    pub(super) fn wrap_of(&self, func: FuncId) -> Wrap {
        let function = &self.program.funcs[func];
        let is_variadic = self.types().func_parts(function.ty).is_some_and(|ty| ty.tail == ParamTail::Variadic);
        let is_main = self.program.names.text(function.name) == "main";
        match self.dress.wraps.get(&func) {
            // A lambda can't walk the arguments of the function around it, nor is `main` a function like others.
            Some(&wrap) if matches!(self.language(), Language::Cpp(_)) && !is_variadic && !is_main => wrap,
            _ => Wrap::Plain,
        }
    }

    /// A template with the body, to be followed by the function that instantiates it.
    pub(super) fn template(&mut self, func: FuncId, params: &[String], ret: QType) -> String {
        let function = &self.program.funcs[func];
        let name = format!("{}_template", self.program.names.text(function.name));
        let own = self.types().func_parts(function.ty).map_or(ret, |ty| ty.ret);
        let result = if own.ty == TypeId::VOID { "void" } else { "Result" };
        self.put(&format!("template <typename Result> static {result} {name}({}) {{\n", params.join(", ")));
        self.body_of(func);
        self.put("}\n\n");
        name
    }

    /// The statement that calls the template.
    pub(super) fn instantiate(&mut self, func: FuncId, name: &str, ret: QType) {
        let function = &self.program.funcs[func];
        let result = self.declare(ret.plain(), "");
        let mut arguments = Vec::new();
        for &param in &function.params {
            arguments.push(self.name_of(param).into_owned());
        }
        let keyword = if ret.ty == TypeId::VOID { "" } else { "return " };
        self.put(&format!("    {keyword}{name}<{result}>({});\n", arguments.join(", ")));
    }

    /// The statement that is a lambda with the body, and calls it.
    pub(super) fn lambda(&mut self, func: FuncId, ret: QType) {
        let result = self.declare(ret.plain(), "");
        self.put(&format!("    return [&]() -> {result} {{\n"));
        self.depth += 1;
        self.body_of(func);
        self.depth -= 1;
        self.put("    }();\n");
    }

    fn body_of(&mut self, func: FuncId) {
        if let Some(body) = self.program.funcs[func].body {
            self.depth += 1;
            self.block_items(body);
            self.depth -= 1;
        }
    }
}
