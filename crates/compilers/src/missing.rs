//! What would make more compilers or targets available, and how to install it.

use crate::find::Places;
use crate::options::Modifier;
use crate::patient::{Brand, Language, Patient};
use crate::target::{TARGETS, Target};

/// Something that is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// What it is.
    pub what: String,
    /// What it would be good for.
    pub gives: String,
    /// The Debian package that has it.
    pub package: String,
}

/// Compilers for this machine: brand, language, what it is called, package.
const COMPILERS: &[(Brand, Language, &str, &str)] = &[
    (Brand::Gcc, Language::C, "gcc", "gcc"),
    (Brand::Gcc, Language::Cxx, "g++", "g++"),
    (Brand::Clang, Language::C, "clang", "clang"),
    (Brand::Clang, Language::Cxx, "clang++", "clang"),
    (Brand::Tcc, Language::C, "tcc", "tcc"),
];

/// What a working compiler of this machine may lack: brand, modifier, what it would be good for, package (with its version as `{}`).
const PARTS: &[(Brand, &str, &str, &str)] = &[
    (Brand::Gcc, "-m32", "programs for i686", "gcc-{}-multilib"),
    (Brand::Clang, "-m32", "programs for i686", "libc6-dev-i386"),
    (Brand::Clang, "-fsanitize=address,undefined", "sanitizers", "libclang-rt-{}-dev"),
    (Brand::Clang, "-flto", "optimising at link time", "llvm-{}"),
];

/// What is missing beside these patients.
pub fn missing(patients: &[Patient], places: &Places) -> Vec<Missing> {
    let host = Target::host().map_or("", |target| target.name);
    let working = || patients.iter().filter(|patient| patient.works().is_ok());
    // What lives behind a prefix has its own packages.
    let native = |patient: &&Patient| patient.target() == host && patient.candidate.prefix.is_empty();
    let mut found = Vec::new();
    for (brand, language, what, package) in COMPILERS {
        let is_one = |patient: &Patient| patient.brand() == *brand && patient.language() == *language;
        if !working().filter(native).any(is_one) {
            let gives = format!("a {} compiler to test", language.name());
            found.push(Missing { what: (*what).to_owned(), gives, package: (*package).to_owned() });
        }
    }
    for patient in working().filter(native).filter(|patient| patient.language() == Language::C) {
        for (brand, flag, gives, package) in PARTS {
            let row = Modifier::find(flag);
            let suits = row.is_some_and(|row| row.on.is_empty() || row.on == host);
            let lacks = !patient.facts.modifiers.iter().any(|known| known == flag);
            if patient.brand() == *brand && suits && lacks {
                let what = format!("{} {flag}", patient.name());
                let package = package.replace("{}", &patient.major().to_string());
                found.push(Missing { what, gives: (*gives).to_owned(), package });
            }
        }
    }
    for target in TARGETS.iter().filter(|target| target.name != host) {
        if !target.may_run_here() && places.program(target.emulator).is_none() {
            let gives = format!("running programs for {}", target.name);
            found.push(Missing { what: target.emulator.to_owned(), gives, package: "qemu-user".to_owned() });
        }
        let is_one = |patient: &Patient| patient.brand() == Brand::Gcc && patient.target() == target.name;
        if !working().any(is_one) {
            let gives = format!("a C compiler for {}, and the libraries with which clang compiles for it", target.name);
            let what = format!("{}-gcc", target.triple);
            found.push(Missing { what, gives, package: target.gcc.to_owned() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_machine_lacks_everything() {
        let found = missing(&[], &Places::only([]));
        for package in ["gcc", "g++", "clang", "tcc", "qemu-user", "gcc-s390x-linux-gnu"] {
            assert!(found.iter().any(|row| row.package == package), "{package}");
        }
    }

    #[test]
    fn rows_speak_of_known_modifiers() {
        assert!(PARTS.iter().all(|row| Modifier::find(row.1).is_some()));
    }
}
