//! A bug of a C++ compiler that its compiler of C has as well: the same program in C is read by the machine and made small as such.

use crate::case::Case;
use crate::lab::Patience;
use crate::outcome::Outcome;
use crate::patients::{Trial, Ward, reads};
use crate::smaller::Accused;
use lydite_compilers::{Language, Patient};

/// The compiler of C beside a compiler of C++ and the same program in C, if they show the same.
pub(crate) fn of<'a>(accused: &Accused<'a>, ward: &'a Ward, case: &Case) -> Option<(Accused<'a>, Case)> {
    let recipe = case.recipe.as_ref().filter(|recipe| case.language == Language::Cxx && recipe.is_current())?.in_c();
    let patients = ward.beds().iter().map(|bed| &bed.patient);
    let beside: Vec<&Patient> = patients.filter(|patient| is_beside(patient, accused.patient)).collect();
    if beside.is_empty() {
        return None;
    }
    let case = recipe.case(&recipe.make().ok()?);
    let desk = accused.lab.desk(&case, accused.meter).ok()?;
    let is_right = |t: &Trial| desk.try_on(t.patient, t.options, &[], Patience::Brief) == Outcome::Right;
    let twin = beside.into_iter().filter(|patient| reads(patient, &case)).find_map(|patient| {
        let alone = Accused { patient, witness: None, ..accused.clone() };
        if !alone.shows(&case) {
            return None;
        }
        let witness = ward.witnesses(patient, &case).into_iter().find(is_right);
        (witness.is_some() || accused.kind.is_always_wrong()).then_some(Accused { witness, ..alone })
    })?;
    Some((twin, case))
}

/// Whether a compiler of C is of the same make, version and place as one of C++.
fn is_beside(patient: &Patient, cxx: &Patient) -> bool {
    let make = |p: &Patient| (p.brand(), p.facts.numbers.clone(), p.target().to_owned());
    let place = |p: &Patient| (p.candidate.path.parent().map(ToOwned::to_owned), p.candidate.prefix.clone());
    patient.language() == Language::C && make(patient) == make(cxx) && place(patient) == place(cxx)
}
