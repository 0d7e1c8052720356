//! What every run starts from: prepared once for all runs of an image.

use crate::code::{Image, Start};
use crate::libc::Library;
use crate::memory::{ObjectDesc, ObjectKind, ObjectNames};
use crate::pattern::Patterns;
use lydite_lang::{Name, Program};
use std::sync::Arc;

/// The library, the static objects and their names; `None` if the library does not know the target.
pub(super) fn start(p: &Program, image: &Image, mut patterns: Patterns) -> Option<Start> {
    let name = |n: Option<Name>| n.map_or("", |n| p.names.text(n));
    let names =
        ObjectNames::new(p.vars.iter().map(|(_, v)| name(v.name)), p.funcs.iter().map(|(_, f)| p.names.text(f.name)));
    let library = Library::new(&p.types, &mut patterns)?;
    let mut statics = Vec::with_capacity(image.globals.len());
    for &var in &image.globals {
        let info = &p.vars[var];
        let size = p.types.size_of(info.ty.ty).unwrap_or(0) + super::flexible_extra(p, var);
        let align = info.align.unwrap_or(1).max(p.types.align_of_q(info.ty));
        let pattern = patterns.get(&p.types, info.ty);
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        statics.push(ObjectDesc::new(&patterns, ObjectKind::Static, size, align, pattern, var.0));
    }
    Some(Start { patterns: Arc::new(patterns), names: Arc::new(names), library, statics })
}
