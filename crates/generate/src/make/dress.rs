//! How a program is to look in its language: drawn when the program is done, so that the same choices give the same program in C and
//! C++. (ISPC and SYCL lack some features, which makes other programs.)

use super::independent;
use crate::options::Options;
use lydite_choices::Choices;
use lydite_lang::dress::{self, ArrayForm, Dress, Wrap};
use lydite_lang::*;

/// Draws the dress of a program.
pub fn draw(program: &Program, options: &Options, c: &mut Choices) -> Dress {
    let mut dress = Dress::new(options.language);
    match options.language {
        Language::C => return dress,
        Language::Cpp(_) => {
            c.open("dress");
            arrays(program, &mut dress, c);
            bodies(program, &mut dress, c);
            constants(program, &mut dress, c);
        }
        Language::Ispc | Language::Sycl => {
            c.open("dress");
            for stmt in program.stmts.ids() {
                let Ok(parallel) = independent::independence(program, stmt) else { continue };
                if c.coin(3, 4) {
                    dress.parallel.insert(stmt, parallel);
                }
            }
        }
    }
    c.close();
    dress
}

fn variables(program: &Program) -> impl Iterator<Item = VarId> {
    program.items.iter().filter_map(|item| if let Item::Var(var) = *item { Some(var) } else { None })
}

/// Containers, and elements reached with `at`.
fn arrays(program: &Program, dress: &mut Dress, c: &mut Choices) {
    // What is in a program at all is drawn first, so that some are all of one form.
    let likely: Vec<u32> = ArrayForm::TABLE.iter().map(|_| [0, 1, 2, 4][c.index(4)]).collect();
    let at = c.index(4) as u32;
    for var in variables(program).filter(|var| program.types.is_array(program.vars[*var].ty.ty)) {
        let forms = dress::forms(program, var);
        let weights: Vec<u32> = forms.iter().map(|form| 1 + 4 * likely[*form as usize]).collect();
        let form = forms[c.weighted(&weights)];
        if form == ArrayForm::C {
            continue;
        }
        dress.arrays.insert(var, form);
        if form != ArrayForm::Valarray {
            dress.at.extend(dress::at_sites(program, var).into_iter().filter(|_| c.coin(at, 6)));
        }
    }
}

/// Templates and lambdas.
fn bodies(program: &Program, dress: &mut Dress, c: &mut Choices) {
    let weights = [4, c.index(4) as u32, c.index(4) as u32];
    for item in &program.items {
        let Item::FuncDef(func) = *item else { continue };
        if super::files::is_driving(program, func) {
            continue;
        }
        match c.weighted(&weights) {
            1 => dress.wraps.insert(func, Wrap::Template),
            2 => dress.wraps.insert(func, Wrap::Lambda),
            _ => None,
        };
    }
}

/// `constexpr` and `static` members.
fn constants(program: &Program, dress: &mut Dress, c: &mut Choices) {
    dress
        .constants
        .extend(variables(program).filter(|var| dress::may_be_constexpr(program, *var)).filter(|_| c.coin(1, 2)));
    for (record, info) in program.types.records.iter() {
        for at in 0..info.fields.len() {
            let field = FieldIdx(at as u32);
            if dress::may_be_static(program, record, field) && c.coin(1, 4) {
                dress.static_members.insert((record, field));
            }
        }
    }
}
