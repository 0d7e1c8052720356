//! Finding compilers by their names.

use crate::patient::{Brand, Candidate, Language};
use crate::target::{TARGETS, Target};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Places beside `PATH`; a `*` stands for every entry there.
const USUAL: &[&str] = &[
    "/usr/bin",
    "/usr/local/bin",
    "/usr/lib/gcc-snapshot/bin",
    "/usr/lib/llvm-*/bin",
    "/usr/local/*/bin",
    "/opt/*/bin",
    "/opt/bin",
];

/// Programs that call a compiler: not compilers themselves.
const WRAPPERS: &[&str] = &["ccache", "sccache", "distcc", "icecc", "colorgcc"];

/// What a name without triple and version may be.
const NAMES: &[(&str, Brand, Language)] = &[
    ("gcc", Brand::Gcc, Language::C),
    ("g++", Brand::Gcc, Language::Cxx),
    ("clang", Brand::Clang, Language::C),
    ("clang++", Brand::Clang, Language::Cxx),
    ("tcc", Brand::Tcc, Language::C),
    ("zig", Brand::Zig, Language::C),
    ("ispc", Brand::Ispc, Language::Ispc),
];

/// Where to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    dirs: Vec<PathBuf>,
    emulators: bool,
}

impl Places {
    /// `PATH` and the usual places of this machine.
    pub fn of_this_machine() -> Places {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Places {
            dirs: std::env::split_paths(&path).chain(USUAL.iter().flat_map(|place| spread(place))).collect(),
            emulators: true,
        }
    }

    /// These directories only.
    pub fn only(dirs: impl IntoIterator<Item = PathBuf>) -> Places {
        Places { dirs: dirs.into_iter().collect(), emulators: false }
    }

    /// The first place that has a program of this name.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        self.dirs.iter().map(|dir| dir.join(name)).find(|path| is_executable(path))
    }
}

/// The directories that a pattern stands for.
fn spread(pattern: &str) -> Vec<PathBuf> {
    let Some((before, after)) = pattern.split_once('*') else { return vec![pattern.into()] };
    let (parent, start) = before.rsplit_once('/').unwrap_or((".", before));
    let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
    let matching = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(start));
    let mut found: Vec<PathBuf> =
        matching.map(|entry| entry.path().join(after.trim_start_matches('/'))).filter(|dir| dir.is_dir()).collect();
    found.sort();
    found
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// A file name that a compiler may have, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Name {
    triple: String,
    base: &'static str,
    version: String,
    brand: Brand,
    language: Language,
}

impl Name {
    fn parse(name: &str) -> Option<Name> {
        let (stem, version) = match name.rsplit_once('-') {
            Some((stem, end)) if end.chars().all(|c| c.is_ascii_digit() || c == '.') && !end.is_empty() => (stem, end),
            _ => (name, ""),
        };
        let (triple, base) = match stem.rsplit_once('-') {
            Some((triple, base)) if triple.contains('-') => (triple, base),
            Some(_) => return None,
            None => ("", stem),
        };
        let (base, brand, language) = NAMES.iter().find(|row| row.0 == base)?;
        let versioned_only = matches!(brand, Brand::Gcc | Brand::Clang);
        if (!triple.is_empty() || !version.is_empty()) && !versioned_only {
            return None;
        }
        Some(Name { triple: triple.to_owned(), base, version: version.to_owned(), brand: *brand, language: *language })
    }

    /// The better name of the same file is the smaller: with a version, without a triple, short.
    fn rank(&self) -> (bool, bool, usize) {
        (self.version.is_empty(), !self.triple.is_empty(), self.version.len())
    }
}

/// One way to a file.
struct Way {
    name: Name,
    path: PathBuf,
}

/// Finds every compiler, each once however many names it has, in the order of their names.
pub fn find(places: &Places) -> Vec<Candidate> {
    // A file is called by what it is linked to and by its language: clang looks at its name.
    let mut ways: BTreeMap<(PathBuf, Language), Way> = BTreeMap::new();
    for dir in &places.dirs {
        for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let Some(name) = entry.file_name().to_str().and_then(Name::parse) else { continue };
            let path = entry.path();
            let Ok(real) = path.canonicalize() else { continue };
            if !is_executable(&real) || is_wrapper(&real) {
                continue;
            }
            let way = Way { name, path };
            match ways.entry((real, way.name.language)) {
                std::collections::btree_map::Entry::Vacant(place) => {
                    place.insert(way);
                }
                std::collections::btree_map::Entry::Occupied(mut place) => {
                    if way.name.rank() < place.get().name.rank() {
                        place.insert(way);
                    }
                }
            }
        }
    }
    let mut found: Vec<(Name, Candidate)> = ways.into_values().map(|way| (way.name.clone(), candidate(way))).collect();
    found.sort_by_key(|(name, candidate)| order(name, candidate));
    name_apart(&mut found);
    let mut found: Vec<Candidate> = found.into_iter().map(|(_, candidate)| candidate).collect();
    if places.emulators {
        let crossed: Vec<Candidate> = found.iter().flat_map(|candidate| crosses(candidate, places)).collect();
        found.extend(crossed);
    }
    found
}

fn is_wrapper(real: &Path) -> bool {
    real.file_name().and_then(|name| name.to_str()).is_some_and(|name| WRAPPERS.contains(&name))
}

/// By triple (the machine's own first), brand, language, and version as numbers.
fn order(name: &Name, candidate: &Candidate) -> impl Ord + use<> {
    let numbers: Vec<u32> = name.version.split('.').filter_map(|number| number.parse().ok()).collect();
    (name.triple.clone(), name.brand, name.language, numbers, candidate.path.clone())
}

fn candidate(way: Way) -> Candidate {
    let Name { triple, brand, language, .. } = way.name;
    let flags = if brand == Brand::Zig { vec!["cc".to_owned()] } else { Vec::new() };
    let target = Target::find(&triple).map(|target| target.name.to_owned());
    Candidate { brand, language, flags, target, ..Candidate::at(way.path) }
}

/// Gives those that have the same name one that says where they are.
fn name_apart(found: &mut [(Name, Candidate)]) {
    let names: Vec<String> = found.iter().map(|(_, candidate)| candidate.name.clone()).collect();
    for (at, (name, candidate)) in found.iter_mut().enumerate() {
        let in_usual_place = candidate.path.parent() == Some(Path::new("/usr/bin"));
        let same = names.iter().filter(|other| **other == candidate.name).count();
        if at > 0 && same > 1 && !in_usual_place || name.version.is_empty() && is_apart(&candidate.path) {
            let home = candidate.path.parent().and_then(Path::parent).and_then(Path::file_name);
            let home: OsString = home.unwrap_or_default().to_owned();
            candidate.name = format!("{}@{}", candidate.name, home.to_string_lossy());
        }
    }
}

/// Whether a compiler has a directory of its own, which then says more than `gcc` does.
fn is_apart(path: &Path) -> bool {
    path.starts_with("/opt") || path.starts_with("/usr/lib")
}

/// A clang for every other target whose libraries and emulator are here.
fn crosses(candidate: &Candidate, places: &Places) -> Vec<Candidate> {
    if candidate.brand != Brand::Clang || candidate.language != Language::C {
        return Vec::new();
    }
    let here = |target: &&Target| {
        let can_run = target.may_run_here() || places.program(target.emulator).is_some();
        Target::host() != Some(*target) && can_run && target.sysroot().join("include").is_dir()
    };
    let cross = |target: &Target| Candidate {
        name: format!("{}@{}", candidate.name, target.name),
        flags: vec![format!("--target={}", target.triple)],
        target: Some(target.name.to_owned()),
        ..candidate.clone()
    };
    TARGETS.iter().filter(here).map(cross).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn touch(path: &Path) {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, "").expect("a file");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    #[test]
    fn names_are_taken_apart() {
        let parts = |name: &str| Name::parse(name).map(|name| (name.triple, name.base, name.version));
        let named = |triple: &str, base, version: &str| Some((triple.to_owned(), base, version.to_owned()));
        assert_eq!(parts("gcc"), named("", "gcc", ""));
        assert_eq!(parts("gcc-12"), named("", "gcc", "12"));
        assert_eq!(parts("gcc-4.9"), named("", "gcc", "4.9"));
        assert_eq!(parts("clang++-19"), named("", "clang++", "19"));
        assert_eq!(parts("aarch64-linux-gnu-gcc"), named("aarch64-linux-gnu", "gcc", ""));
        assert_eq!(parts("arm-linux-gnueabihf-g++-12"), named("arm-linux-gnueabihf", "g++", "12"));
        assert_eq!(parts("tcc"), named("", "tcc", ""));
        for other in
            ["c99-gcc", "gcc-ar-12", "gcc-ar", "clang-check-19", "clang-cpp-14", "cc", "llvm-gcc", "tcc-12", "gcc-"]
        {
            assert_eq!(parts(other), None, "{other}");
        }
    }

    #[test]
    fn a_file_with_many_names_is_found_once() {
        let root = tempfile::tempdir().expect("a directory");
        let bin = root.path().join("bin");
        touch(&bin.join("x86_64-linux-gnu-gcc-12"));
        symlink("x86_64-linux-gnu-gcc-12", bin.join("gcc-12")).expect("a link");
        symlink("gcc-12", bin.join("gcc")).expect("a link");
        touch(&root.path().join("llvm/clang"));
        symlink("../llvm/clang", bin.join("clang-19")).expect("a link");
        symlink("../llvm/clang", bin.join("clang++-19")).expect("a link");
        symlink("../llvm/clang", bin.join("clang")).expect("a link");
        touch(&bin.join("gcc-9"));
        touch(&bin.join("aarch64-linux-gnu-gcc-12"));
        touch(&bin.join("tcc"));
        touch(&bin.join("ccache"));
        symlink("ccache", bin.join("gcc-7")).expect("a link");
        std::fs::write(bin.join("gcc-8"), "").expect("a file that can't be executed");
        symlink("nowhere", bin.join("gcc-5")).expect("a link");
        let places = Places::only([bin.clone(), root.path().join("llvm"), bin, root.path().join("none")]);
        let names: Vec<String> = find(&places).into_iter().map(|candidate| candidate.name).collect();
        assert_eq!(names, ["gcc-9", "gcc-12", "clang-19", "clang++-19", "tcc", "aarch64-linux-gnu-gcc-12"]);
    }

    #[test]
    fn the_same_name_elsewhere_says_where() {
        let root = tempfile::tempdir().expect("a directory");
        let dirs = ["one/bin", "two/bin"].map(|dir| root.path().join(dir));
        dirs.iter().for_each(|dir| touch(&dir.join("gcc")));
        let names: Vec<String> = find(&Places::only(dirs)).into_iter().map(|candidate| candidate.name).collect();
        assert_eq!(names, ["gcc", "gcc@two"]);
    }
}
