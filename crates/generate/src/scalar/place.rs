//! Where leaves are read and results are stored, by the kind of place.

use super::parameter::Parameter;
use crate::general::{Access, Spot};
use crate::make::effects::Cx;
use crate::make::state::{Depth, Gen, Variable};
use lydite_lang::*;

/// What a place is, by the variable it begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Variable,
    Element,
    Member,
    Indirection,
}

impl Gen {
    /// A place of a kind that the program's distribution chooses.
    pub(crate) fn scalar_place(&mut self, access: Access, cx: &mut Cx) -> Option<Spot> {
        let found = match access {
            Access::Read => self.source(),
            Access::Write | Access::Change => self.target(access),
        };
        let v = found?;
        self.walk(v, access, cx)
    }

    /// A variable to read.
    fn source(&mut self) -> Option<Variable> {
        let among: Vec<(Kind, Variable)> = self.visible().map(|v| (self.kind(v), *v)).collect();
        let has = |kind: Kind| among.iter().any(|(k, _)| *k == kind);
        let options = Parameter::Leaf.row().options;
        let option = self.pick_among(Parameter::Leaf, |i| kind_named(options[i].name).is_some_and(has))?;
        let kind = kind_named(options[option].name)?;
        self.one_of(&among, |k, _| k == kind)
    }

    /// A variable to write; one that is read, too, if it is to be changed.
    fn target(&mut self, access: Access) -> Option<Variable> {
        let inputs_are_none = |v: &&Variable| v.assignable;
        let mut among: Vec<(Kind, Variable)> =
            self.visible().filter(inputs_are_none).map(|v| (self.kind(v), *v)).collect();
        let seen = among.len();
        if access == Access::Write {
            among.extend(self.outputs.iter().map(|v| (self.kind(v), *v)));
        }
        let (outputs, locals) = (among.split_off(seen), |v: &Variable| v.depth != Depth::STATIC);
        let all: Vec<(Kind, Variable)> = among.iter().chain(&outputs).copied().collect();
        let of = |name: &str| -> Vec<(Kind, Variable)> {
            let is_scalar = |(kind, _): &&(Kind, Variable)| *kind == Kind::Variable;
            match name {
                "local" => among.iter().filter(is_scalar).filter(|(_, v)| locals(v)).copied().collect(),
                "mixed" => among.iter().filter(is_scalar).filter(|(_, v)| !locals(v)).copied().collect(),
                "output" => outputs.iter().filter(is_scalar).copied().collect(),
                name => all.iter().filter(|(kind, _)| kind_named(name) == Some(*kind)).copied().collect(),
            }
        };
        let options = Parameter::Target.row().options;
        let option = self.pick_among(Parameter::Target, |i| !of(options[i].name).is_empty())?;
        let found = of(options[option].name);
        self.one_of(&found, |_, _| true)
    }

    fn one_of(&mut self, among: &[(Kind, Variable)], will_do: impl Fn(Kind, &Variable) -> bool) -> Option<Variable> {
        let found: Vec<Variable> = among.iter().filter(|(k, v)| will_do(*k, v)).map(|(_, v)| *v).collect();
        // The latest first: what was made last is the simplest to see.
        let n = found.len().checked_sub(1)?;
        Some(found[n - self.c.index(found.len())])
    }

    fn kind(&self, v: &Variable) -> Kind {
        match self.b.program.types.kind(v.ty.ty) {
            TypeKind::Array { .. } | TypeKind::Vector { .. } => Kind::Element,
            TypeKind::Record(_) => Kind::Member,
            TypeKind::Pointer(_) => Kind::Indirection,
            _ => Kind::Variable,
        }
    }

    /// Whether an element is to be written `*(a + i)`.
    pub(crate) fn scalar_sums(&mut self) -> bool {
        self.has_parameters() && self.pick_name(Parameter::ElementAccess, |_| true) == "sum"
    }
}

fn kind_named(name: &str) -> Option<Kind> {
    Some(match name {
        "variable" => Kind::Variable,
        "element" => Kind::Element,
        "member" => Kind::Member,
        "indirection" => Kind::Indirection,
        _ => return None,
    })
}
